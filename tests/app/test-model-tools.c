/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is told of the tools of one or two servers, and what their names mean. */

#include "app-approvals.h"
#include "app-model-mask.h"
#include "app-model-tools.h"
#include "app-catalogue.h"
#include "app-session-presets.h"
#include "app-tests.h"
#include "workspace-fixture.h"

#include <string.h>

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  GPtrArray    *sessions;
  GAsyncResult *result;
} Fixture;

static gboolean
is_loading (AppSession *session)
{
  return app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE));
}

static AppSession *
add_session (Fixture *self, const char *name)
{
  g_autofree char *id = g_strdup_printf ("id%u", self->sessions->len);
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (GError) error = NULL;
  AppSession *session;

  g_object_set (profile, "id", id, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  session = app_workspace_new_session (self->workspace, profile);
  g_ptr_array_add (self->sessions, session);
  app_session_connect_async (session, NULL, workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  app_session_connect_finish (session, self->result, &error);
  g_assert_no_error (error);
  g_clear_object (&self->result);
  WAIT_UNTIL (!is_loading (session));
  return session;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
  store_secret_vault_set_fallback (app_workspace_get_vault (self->workspace),
                                   STORE_VAULT_FALLBACK_MEMORY);
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < self->sessions->len; i++)
    {
      app_session_disconnect_async (self->sessions->pdata[i], NULL, workspace_fixture_take_result,
                                    &self->result);
      WAIT_UNTIL (self->result != NULL);
      g_clear_object (&self->result);
    }
  g_ptr_array_unref (self->sessions);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static AppModelTools *
make_tools (Fixture *self, const char *dialect)
{
  return app_model_tools_new (self->sessions, mcp_model_dialect_find (dialect), NULL);
}

/* Returns: (transfer full): the names in the order in which they are told */
static GPtrArray *
list_names (AppModelTools *tools)
{
  GListModel *export = G_LIST_MODEL (app_model_tools_get_export (tools));
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < g_list_model_get_n_items (export); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (export, i);

      g_ptr_array_add (names, g_strdup (app_exported_tool_get_model_name (tool)));
    }
  return names;
}

static void
check_sorted (GPtrArray *names)
{
  for (guint i = 1; i < names->len; i++)
    g_assert_cmpstr (names->pdata[i - 1], <, names->pdata[i]);
}

static void
test_one_server (Fixture *self, gconstpointer data)
{
  AppSession *session = add_session (self, "demo");
  g_autoptr (AppModelTools) tools = make_tools (self, "openai-chat");
  g_autoptr (GPtrArray) names = list_names (tools);
  g_autofree char    *text = app_model_tools_dup_text (tools);
  const AppModelTool *found = app_model_tools_find (tools, "echo");

  g_assert_cmpuint (names->len, ==, app_model_tools_get_n_items (tools));
  g_assert_cmpuint (names->len, >, 20);
  check_sorted (names);
  g_assert_nonnull (found);
  g_assert_true (found->session == session);
  g_assert_cmpstr (found->server, ==, "demo");
  g_assert_null (app_model_tools_find (tools, "demo__echo"));
  g_assert_cmpstr (app_model_tools_find_name (tools, "echo"), ==, "echo");
  g_assert_nonnull (strstr (text, "\"name\":\"echo\""));
  g_assert_null (strchr (text, '\n'));
}

static void
test_two_servers (Fixture *self, gconstpointer data)
{
  AppSession *first = add_session (self, "same");
  AppSession *second = add_session (self, "same");
  g_autoptr (AppModelTools) tools = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *instructions = NULL;

  app_approvals_set_tool_enabled (app_session_get_feature (second, APP_TYPE_APPROVALS), "fail",
                                  FALSE);
  tools = make_tools (self, "anthropic");
  names = list_names (tools);
  check_sorted (names);
  g_assert_true (app_model_tools_find (tools, "same__echo")->session == first);
  g_assert_true (app_model_tools_find (tools, "same_2__echo")->session == second);
  g_assert_cmpstr (app_model_tools_find (tools, "same_2__echo")->server, ==, "same_2");
  g_assert_null (app_model_tools_find (tools, "echo"));
  /* Of two tools called so, none is meant; of one, that. */
  g_assert_null (app_model_tools_find_name (tools, "echo"));
  g_assert_cmpstr (app_model_tools_find_name (tools, "fail"), ==, "same__fail");
  g_assert_cmpstr (app_model_tools_find_name (tools, "same_2__echo"), ==, "same_2__echo");
  instructions = app_model_tools_dup_instructions (tools);
  g_assert_nonnull (strstr (instructions, "“same_2”"));
}

/* What is pinned is not told; the list that was made stays as it is. */
static void
test_presets (Fixture *self, gconstpointer data)
{
  AppSession *session = add_session (self, "demo");
  g_autoptr (AppModelTools) before = make_tools (self, "gemini");
  g_autoptr (AppModelTools) after = NULL;
  g_autofree char *text_before = NULL;
  g_autofree char *text_after = NULL;

  app_session_presets_pin (app_session_get_feature (session, APP_TYPE_SESSION_PRESETS), "message",
                           "\"kept here\"", FALSE);
  after = make_tools (self, "gemini");
  text_before = mcp_json_value_print_compact (
      mcp_tool_get_input_schema (app_model_tools_find (before, "echo")->tool));
  text_after = mcp_json_value_print_compact (
      mcp_tool_get_input_schema (app_model_tools_find (after, "echo")->tool));
  g_assert_nonnull (strstr (text_before, "\"message\""));
  g_assert_null (strstr (text_after, "\"message\""));
  g_free (text_after);
  text_after = app_model_tools_dup_text (after);
  g_assert_true (g_str_has_prefix (text_after, "[{\"functionDeclarations\":["));
  g_assert_null (strstr (text_after, "kept here"));
}

static void
test_none (Fixture *self, gconstpointer data)
{
  g_autoptr (AppModelTools) tools = make_tools (self, "ollama");

  g_assert_cmpuint (app_model_tools_get_n_items (tools), ==, 0);
  g_assert_null (app_model_tools_dup_text (tools));
  g_assert_null (app_model_tools_dup_instructions (tools));
  g_assert_null (app_model_tools_find (tools, "echo"));
}

static void
test_mask (Fixture *self, gconstpointer data)
{
  AppSession *first = add_session (self, "one");
  AppSession *second = add_session (self, "two");
  g_autoptr (AppModelMask) mask = app_model_mask_new (self->sessions);
  g_autofree char *masked = NULL;

  app_redactor_add_secret (app_session_get_redactor (first), "first-secret");
  app_redactor_add_secret (app_session_get_redactor (second), "second-secret");
  app_redactor_add_secret (mask->own, "the-key");
  masked = app_model_mask_text (mask, "a first-secret, a second-secret, the-key and the rest");
  g_assert_cmpstr (masked, ==,
                   "a " APP_REDACTOR_MASK ", a " APP_REDACTOR_MASK ", " APP_REDACTOR_MASK
                   " and the rest");
  g_assert_cmpuint (mask->n_masked, ==, 3);
  g_assert_true (app_model_mask_is_in (masked));
  g_assert_true (app_model_mask_is_in ("\\u2022\\u2022\\u2022\\u2022\\u2022\\u2022"));
  g_assert_false (app_model_mask_is_in ("• one point"));
}

#define ADD(name, function) \
  g_test_add ("/bench-tools/" name, Fixture, NULL, set_up, function, tear_down)

void
add_model_tools_tests (void)
{
  ADD ("one-server", test_one_server);
  ADD ("two-servers", test_two_servers);
  ADD ("presets", test_presets);
  ADD ("none", test_none);
  ADD ("mask", test_mask);
}
