/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is set once for a server: pinned arguments, and the secrets among what is set. */

#include "app-preset-secrets.h"
#include "app-preset-sets.h"
#include "app-tests.h"
#include "mcp-definition-list.h"
#include "workspace-fixture.h"
#include "app-catalogue.h"
#include "app-connection.h"
#include "app-error.h"
#include "app-session-presets.h"

#include <string.h>

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
  GAsyncResult *result;
} Fixture;

static AppSession *
new_session (Fixture *self)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("test");

  g_object_set (profile, "id", "test", "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  return app_workspace_new_session (self->workspace, profile);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   STORE_VAULT_FALLBACK_MEMORY);
  self->session = new_session (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->result);
  g_assert_finalize_object (self->session);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static gboolean
is_loading (AppSession *session)
{
  gboolean loading;

  loading = app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE));
  return loading;
}

static void
do_connect (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  app_session_connect_finish (self->session, self->result, &error);
  g_assert_no_error (error);
  g_clear_object (&self->result);
  WAIT_UNTIL (!is_loading (self->session));
}

/* Returns: (transfer full): what was sent */
static char *
run_echo (Fixture *self, const char *arguments)
{
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_TOOL, "echo", arguments);

  app_call_run_async (call, NULL, workspace_fixture_take_result, &self->result);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, FALSE);
  WAIT_UNTIL (self->result != NULL);
  g_assert_true (app_call_run_finish (call, self->result, NULL));
  g_clear_object (&self->result);
  return g_strdup (app_call_get_sent_arguments (call));
}

static const StoreVariables *
get_pins (Fixture *self)
{
  return store_profile_get_decisions (app_session_get_profile (self->session))->pinned_arguments;
}

static const StoreVariables *
get_presets (Fixture *self)
{
  return store_profile_get_decisions (app_session_get_profile (self->session))->presets;
}

static McpTool *
find_echo (Fixture *self)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);

  return MCP_TOOL (mcp_definition_list_find (MCP_DEFINITION_LIST (tools), "echo"));
}

/* A parameter is hidden from models, and in every call that does not give it. */
static void
test_pin (Fixture *self, gconstpointer data)
{
  g_autofree char *sent = NULL;
  g_autofree char *given = NULL;
  g_autofree char *schema = NULL;
  g_autofree char *plain = NULL;
  g_autoptr (McpTool) model = NULL;
  g_autoptr (McpTool) same = NULL;

  do_connect (self);
  same = app_session_presets_create_model_tool (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), find_echo (self));
  g_assert_true (same == find_echo (self));
  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           "message", "\"pinned\"", FALSE);
  g_assert_false (
      app_connection_is_outdated (app_session_get_feature (self->session, APP_TYPE_CONNECTION)));
  g_assert_cmpstr (store_variables_lookup (get_pins (self), "message"), ==, "\"pinned\"");
  model = app_session_presets_create_model_tool (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), find_echo (self));
  schema = mcp_json_value_dup_text (mcp_tool_get_input_schema (model));
  g_assert_null (strstr (schema, "\"message\""));
  g_assert_cmpstr (mcp_definition_get_description (MCP_DEFINITION (model)), ==,
                   mcp_definition_get_description (MCP_DEFINITION (find_echo (self))));
  sent = run_echo (self, "{}");
  g_assert_cmpstr (sent, ==, "{\"message\":\"pinned\"}");
  given = run_echo (self, "{\"message\":\"mine\"}");
  g_assert_cmpstr (given, ==, "{\"message\":\"mine\"}");

  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           "message", NULL, FALSE);
  g_assert_null (app_session_presets_create (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), "echo"));
  plain = run_echo (self, "{\"message\":\"m\"}");
  g_assert_cmpstr (plain, ==, "{\"message\":\"m\"}");
}

/* The profile has only the name of a secret, what is recorded only a mask. */
static void
test_secret (Fixture *self, gconstpointer data)
{
  AppPresetSecrets *secrets = app_session_presets_get_secrets (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));
  g_autoptr (AppPresets) presets = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *masked = NULL;
  guint            index;

  do_connect (self);
  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           "message", "\"hush\\u0020hush\"", TRUE);
  g_assert_true (store_variables_find (get_pins (self), "message", &index));
  g_assert_null (store_variables_get_value (get_pins (self), index));
  g_assert_cmpstr (store_variables_get_secret (get_pins (self), index), ==,
                   "test/pinned-arguments/message");
  sent = run_echo (self, "{}");
  g_assert_cmpstr (sent, ==, "{\"message\":\"hush hush\"}");
  masked = app_redactor_redact_text (app_session_get_redactor (self->session), sent);
  g_assert_null (strstr (masked, "hush"));

  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           "message", NULL, TRUE);
  g_assert_false (store_variables_find (get_pins (self), "message", NULL));
  g_assert_null (app_preset_secrets_lookup (secrets, "test/pinned-arguments/message"));
}

/* Another session of the same profile fetches it when it calls; until then, and where the vault has
 * nothing, the parameter is hidden all the same. */
static void
test_fetched (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreVariables) pins = NULL;
  g_autoptr (AppPresets) presets = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *lost = NULL;

  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           "message", "\"kept\"", TRUE);
  WAIT_UNTIL (store_secret_vault_get_state (app_workspace_get_vault (self->workspace)) !=
              STORE_VAULT_UNKNOWN);
  pins = store_variables_copy (get_pins (self));
  g_assert_finalize_object (self->session);
  self->session = new_session (self);
  g_object_set (app_session_get_profile (self->session), "pinned-arguments", pins, NULL);
  do_connect (self);
  presets = app_session_presets_create (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), "echo");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (presets)), ==, 1);
  g_assert_true (app_preset_is_missing (app_presets_find_path (presets, "message")));
  sent = run_echo (self, "{}");
  g_assert_cmpstr (sent, ==, "{\"message\":\"kept\"}");

  store_variables_set_secret (pins, "message", "test/pinned-arguments/nobody");
  g_object_set (app_session_get_profile (self->session), "pinned-arguments", pins, NULL);
  lost = run_echo (self, "{}");
  g_assert_cmpstr (lost, ==, "{}");
}

/* Where no keyring runs, what was typed holds until the end, and the person is told. */
static void
test_no_keyring (Fixture *self, gconstpointer data)
{
  AppPresetSecrets *secrets = app_session_presets_get_secrets (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));
  g_autofree char *sent = NULL;

  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   STORE_VAULT_FALLBACK_NONE);
  do_connect (self);
  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           "message", "\"typed\"", TRUE);
  g_assert_null (app_preset_secrets_get_problem (secrets));
  WAIT_UNTIL (app_preset_secrets_get_problem (secrets) != NULL);
  sent = run_echo (self, "{}");
  g_assert_cmpstr (sent, ==, "{\"message\":\"typed\"}");
}

/* Whose call it is, what is set, and whether the call is sent. */
static void
test_misfits (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *path, *lexeme, *problem;
  } rows[] = {
    { "channel", NULL, "channel" },
    { "channel", "42", "Expected string" },
    { "channel", "{\"value\":1}", "Expected string" },
    { "max_words", "\"old\"", "Expected number" },
    { "check_language", "\"yes\"", "Expected boolean" },
    { "recipients", "[\"nobody\"]", "recipients" },
    { "recipients", "\"board\"", "recipients" },
    { NULL, NULL, NULL },
  };
  static const AppCaller callers[] = { APP_CALLER_PERSON, APP_CALLER_COLLECTION, APP_CALLER_MODEL };
  static const char      arguments[] = "{\"headline\":\"h\",\"text\":\"t\"}";
  AppSessionPresets     *presets = app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS);
  guint                  n_sent = 0;

  do_connect (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows) * G_N_ELEMENTS (callers) * 3; i++)
    {
      guint           row = i % G_N_ELEMENTS (rows);
      AppCaller       caller = callers[i / G_N_ELEMENTS (rows) % G_N_ELEMENTS (callers)];
      AppPresetsCheck check = (AppPresetsCheck)(i / G_N_ELEMENTS (rows) / G_N_ELEMENTS (callers));
      gboolean        refused = rows[row].path != NULL && check != APP_PRESETS_CHECK_NONE &&
                         (check == APP_PRESETS_CHECK_ALL || caller != APP_CALLER_PERSON);
      g_autoptr (AppCall) call =
          app_session_new_call (self->session, APP_CALL_TOOL, "publish_report", arguments);
      g_autoptr (GError) error = NULL;

      app_session_presets_set (presets, "channel", "\"news\"", FALSE);
      app_session_presets_set (presets, "recipients", "[\"board\"]", FALSE);
      if (rows[row].path != NULL)
        app_session_presets_set (presets, rows[row].path, rows[row].lexeme, FALSE);
      app_session_presets_set_check (presets, check);
      app_call_set_caller (call, caller);
      app_call_run_async (call, NULL, workspace_fixture_take_result, &self->result);
      if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
        app_call_approve (call, FALSE);
      WAIT_UNTIL (self->result != NULL);
      app_call_run_finish (call, self->result, &error);
      g_clear_object (&self->result);
      n_sent += error == NULL;
      if (!refused)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
          g_assert_nonnull (strstr (error->message, rows[row].problem));
        }
      if (rows[row].path != NULL)
        app_session_presets_set (presets, rows[row].path, NULL, FALSE);
    }
  /* A person's own form checks, everything else is checked; nothing where it is forced. */
  g_assert_cmpuint (n_sent, ==, (8 + 1 + 1) + 3 + 24);
}

/* What is refused as it is set. */
static void
test_check (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *path, *lexeme;
    gboolean    good;
  } rows[] = {
    { "channel", "\"news\"", TRUE },
    { "channel", "{\"value\":\"news\",\"mimeType\":\"application/vnd.dust.tool-input.string\"}", TRUE },
    { "channel", "1", FALSE },
    { "max_words", "400", TRUE },
    { "max_words", "\"old\"", FALSE },
    { "check_language", "false", TRUE },
    { "check_language", "1", FALSE },
    { "recipients", "[\"board\",\"sales\"]", TRUE },
    { "recipients", "[\"nobody\"]", FALSE },
    { "recipients", "{}", FALSE },
    { "recipients", "no JSON", FALSE },
    { "nosuch", "1", FALSE },
    { "headline", "\"h\"", FALSE },
    { "channel.value", "\"news\"", FALSE },
    { "", "1", FALSE },
  };
  AppSessionPresets *presets = app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS);

  do_connect (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean good = app_session_presets_check (presets, rows[i].path, rows[i].lexeme, &error);

      if (good != rows[i].good || good != (error == NULL))
        g_error ("%s=%s: %s", rows[i].path, rows[i].lexeme, error != NULL ? error->message : "taken");
    }
}

/* What is set is of the set that is in use; a secret of one that is removed is taken back. */
static void
test_sets (Fixture *self, gconstpointer data)
{
  AppSessionPresets *presets = app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS);
  AppPresetSecrets  *secrets = app_session_presets_get_secrets (presets);
  static const char  reference[] = "test/preset-sets/prod/key";
  g_auto (GStrv) sets = NULL;
  g_autofree char *names = NULL;

  app_session_presets_set (presets, "a", "1", FALSE);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const bad[] = { "", "a/b", "-a", "a\n" };
      g_autoptr (GError) error = NULL;

      g_assert_false (app_session_presets_use_set (presets, bad[i], &error));
      g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
    }
  g_assert_true (app_session_presets_use_set (presets, "prod", NULL));
  app_session_presets_set (presets, "a", "2", FALSE);
  app_session_presets_set (presets, "key", "\"hunter4711\"", TRUE);
  g_assert_cmpstr (app_preset_secrets_lookup (secrets, reference), ==, "hunter4711");
  g_assert_cmpuint (store_variables_get_n_items (get_presets (self)), ==, 1);
  g_assert_cmpstr (store_variables_lookup (get_presets (self), "a"), ==, "1");
  sets = app_preset_sets_list (app_session_get_profile (self->session));
  names = g_strjoinv (" ", sets);
  g_assert_cmpstr (names, ==, "default prod");
  g_assert_true (app_session_presets_use_set (presets, "default", NULL));
  g_assert_null (store_profile_get_decisions (app_session_get_profile (self->session))->preset_set);
  g_assert_true (app_session_presets_use_set (presets, "prod", NULL));
  app_session_presets_remove_set (presets);
  g_assert_null (app_preset_secrets_lookup (secrets, reference));
  g_clear_pointer (&sets, g_strfreev);
  sets = app_preset_sets_list (app_session_get_profile (self->session));
  g_assert_cmpuint (g_strv_length (sets), ==, 1);
  g_assert_cmpstr (store_variables_lookup (get_presets (self), "a"), ==, "1");
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

void
add_session_presets_tests (void)
{
  /* Whatever runs on this machine, here no keyring answers. */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE);
  ADD ("/session-presets/pin", test_pin);
  ADD ("/session-presets/secret", test_secret);
  ADD ("/session-presets/fetched", test_fetched);
  ADD ("/session-presets/no-keyring", test_no_keyring);
  ADD ("/session-presets/misfits", test_misfits);
  ADD ("/session-presets/check", test_check);
  ADD ("/session-presets/sets", test_sets);
}
