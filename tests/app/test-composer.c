/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "app-tests.h"
#include "app-composer-finding.h"
#include "app-composer.h"
#include "workspace-fixture.h"
#include "app-catalogue.h"
#include "find-session.h"

static gboolean
get_fresh_id (AppComposer *composer)
{
  gboolean fresh_id;

  g_object_get (composer, "fresh-id", &fresh_id, NULL);
  return fresh_id;
}

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppComposer  *composer;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *servers =
      g_strdup_printf ("servers:\n  one: {command: '%s'}\n", g_getenv ("SPYGLASS_DEMO"));

  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, servers);
  self->composer = app_composer_new (G_LIST_MODEL (self->workspace),
                                     app_workspace_get_book (self->workspace));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->composer);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static AppSession *
connect_one (Fixture *self)
{
  AppSession *session = find_session (self->workspace, "one");
  g_autoptr (GAsyncResult) result = NULL;
  gboolean loading = TRUE;

  app_session_connect_async (session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_session_connect_finish (session, result, NULL));
  while (loading)
    {
      g_main_context_iteration (NULL, TRUE);
      loading = app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE));
    }
  app_composer_set_session (self->composer, session);
  return session;
}

static gboolean
has_answer (AppLogEntry *entry)
{
  g_autoptr (GBytes) answer = app_log_entry_dup_response_text (entry);

  return answer != NULL;
}

static char *
dup_text (GBytes *bytes)
{
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);

  return g_strndup (data, length);
}

static char *
dup_sent (AppLogEntry *entry)
{
  g_autoptr (GBytes) bytes = app_log_entry_dup_text (entry);

  return dup_text (bytes);
}

/* Returns: (transfer none): its line, with the answer */
static AppLogEntry *
send (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AppLogEntry) entry = app_composer_send (self->composer, &error);

  g_assert_no_error (error);
  WAIT_UNTIL (has_answer (entry));
  return entry;
}

/* What was written and sent is there again when the program starts again; a template says of us what
 * our requests say. */
static void
test_restart (Fixture *self, gconstpointer data)
{
  AppSession      *session = connect_one (self);
  AppLogEntry     *entry;
  g_autofree char *sent = NULL;
  g_autofree char *again = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *answer_again = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) bytes_again = NULL;

  app_composer_use_template (self->composer, app_composer_template_find ("tools/list", NULL));
  g_assert_nonnull (strstr (app_composer_get_text (self->composer),
                            "\"io.modelcontextprotocol/tasks\": {}"));
  app_composer_set_text (self->composer,
                         "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"no/such\",\"n\":1.10}");
  entry = send (self);
  sent = dup_sent (entry);
  bytes = app_log_entry_dup_response_text (entry);
  answer = dup_text (bytes);
  app_composer_set_text (self->composer, "{\"half\": ");

  g_assert_finalize_object (self->composer);
  self->composer = app_composer_new (G_LIST_MODEL (self->workspace),
                                     app_workspace_get_book (self->workspace));
  g_assert_cmpstr (app_composer_get_text (self->composer), ==, "{\"half\": ");
  g_assert_true (app_composer_get_session (self->composer) == session);
  GListModel *history = app_composer_get_history (self->composer);
  g_assert_cmpuint (g_list_model_get_n_items (history), ==, 1);
  g_autoptr (AppLogEntry) kept = g_list_model_get_item (history, 0);
  again = dup_sent (kept);
  g_assert_cmpstr (again, ==, sent);
  bytes_again = app_log_entry_dup_response_text (kept);
  answer_again = dup_text (bytes_again);
  g_assert_cmpstr (answer_again, ==, answer);
  g_assert_cmpint (app_log_entry_get_row (kept)->state, ==, APP_LOG_STATE_ERROR);
  g_assert_cmpstr (app_log_entry_get_row (kept)->session, ==, "one");
  g_assert_true (app_composer_load (self->composer, kept));
  g_assert_cmpstr (app_composer_get_text (self->composer), ==, sent);
}

static void
test_as_typed (Fixture *self, gconstpointer data)
{
  static const char text[] =
      "{ \"method\" : \"ping\",\"jsonrpc\":\"2.0\",\"x\":1.10, \"id\":\"mine\"}";
  AppLogEntry     *entry;
  g_autofree char *sent = NULL;
  g_autofree char *answer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  app_composer_set_text (self->composer, text);
  g_assert_false (app_composer_get_can_send (self->composer));
  g_assert_null (app_composer_send (self->composer, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_NOT_CONNECTED);

  connect_one (self);
  g_assert_true (app_composer_get_can_send (self->composer));
  entry = send (self);
  sent = dup_sent (entry);
  g_assert_cmpstr (sent, ==, text);
  bytes = app_log_entry_dup_response_text (entry);
  answer = dup_text (bytes);
  g_assert_nonnull (strstr (answer, "\"mine\""));
  g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_OK);
  g_assert_cmpuint (g_list_model_get_n_items (app_composer_get_history (self->composer)), ==, 1);
}

/* What is no message at all goes out too, and the server's word about it belongs to it. */
static void
test_malformed (Fixture *self, gconstpointer data)
{
  AppLogEntry     *entry;
  g_autofree char *answer = NULL;
  g_autoptr (GBytes) bytes = NULL;

  connect_one (self);
  app_composer_set_text (self->composer, "{\"jsonrpc\": \"2.0\", \"id\": 5, \"method\"");
  g_assert_cmpuint (g_list_model_get_n_items (app_composer_get_findings (self->composer)), ==, 1);
  entry = send (self);
  bytes = app_log_entry_dup_response_text (entry);
  answer = dup_text (bytes);
  g_assert_nonnull (strstr (answer, "-32700"));
  g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_ERROR);
}

static AppLogEntry *
find_method (Fixture *self, const char *method)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      if (g_strcmp0 (app_log_entry_get_row (entry)->method, method) == 0)
        return entry;
    }
  g_assert_not_reached ();
}

/* Not a byte but the id changes, and that only where it is to. */
static void
test_replay (Fixture *self, gconstpointer data)
{
  static const char text[] =
      "{\"jsonrpc\":\"2.0\",\"unknown\":{\"a\":1.50},\"id\":\"x\\u0031\",\"method\":\"tools/list\"}";
  AppLogEntry     *first;
  AppLogEntry     *second;
  g_autofree char *sent = NULL;
  g_autofree char *again = NULL;

  connect_one (self);
  app_composer_set_text (self->composer, text);
  g_assert_false (get_fresh_id (self->composer));
  first = send (self);
  g_assert_true (app_composer_load (self->composer, first));
  g_assert_cmpstr (app_composer_get_text (self->composer), ==, text);
  g_assert_true (get_fresh_id (self->composer));
  g_assert_true (app_composer_is_harmless (self->composer));
  second = send (self);
  sent = dup_sent (second);
  g_assert_true (g_str_has_prefix (sent, "{\"jsonrpc\":\"2.0\",\"unknown\":{\"a\":1.50},\"id\":"));
  g_assert_true (g_str_has_suffix (sent, ",\"method\":\"tools/list\"}"));
  g_assert_null (strstr (sent, "x\\u0031"));

  g_object_set (self->composer, "fresh-id", FALSE, NULL);
  again = dup_sent (send (self));
  g_assert_cmpstr (again, ==, text);

  /* Another member keeps the choice, another id is one. */
  g_object_set (self->composer, "fresh-id", TRUE, NULL);
  app_composer_set_text (self->composer,
                         "{\"id\":\"x\\u0031\",\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}");
  g_assert_true (get_fresh_id (self->composer));
  app_composer_set_text (self->composer,
                         "{\"id\":\"x2\",\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}");
  g_assert_false (get_fresh_id (self->composer));
  g_assert_true (app_composer_load (self->composer, find_method (self, "prompts/list")));
}

static void
test_destructive_is_looked_at (Fixture *self, gconstpointer data)
{
  connect_one (self);
  app_composer_set_text (self->composer,
                         "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                         "\"params\":{\"name\":\"delete_product\"}}");
  g_assert_false (app_composer_is_harmless (self->composer));
  app_composer_set_text (self->composer,
                         "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                         "\"params\":{\"name\":\"show_text\"}}");
  g_assert_true (app_composer_is_harmless (self->composer));
}

/* What the text calls is asked about with its arguments, once for the same; a rule that says never
 * refuses it. */
static void
test_calls_are_asked_about (Fixture *self, gconstpointer data)
{
#define CALL(name, arguments)                                \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"," \
  "\"params\":{\"name\":\"" name "\",\"arguments\":" arguments "}}"
  static const struct
  {
    const char  *text;
    AppAdmission first, again;
  } rows[] = {
    { CALL ("delete_product", "{ \"id\": 1.0 }"), APP_ADMIT_ASK,
      APP_ADMIT_ALLOW },
    { CALL ("delete_product", "{\"id\":2}"), APP_ADMIT_ASK,
      APP_ADMIT_ALLOW },
    { CALL ("echo", "{}"), APP_ADMIT_ALLOW, APP_ADMIT_ALLOW },
    { "[" CALL ("echo", "{}") "," CALL ("delete_product", "{\"id\":3}") "]", APP_ADMIT_ASK,
      APP_ADMIT_ALLOW },
    { "[" CALL ("delete_product", "{\"id\":4}") "," CALL ("delete_product", "{\"id\":5}") "]",
      APP_ADMIT_ASK, APP_ADMIT_ALLOW },
    { CALL ("show_text", "{\"a\":1}"), APP_ADMIT_ASK, APP_ADMIT_ASK },
    { CALL ("describe_numbers", "{}"), APP_ADMIT_REFUSE, APP_ADMIT_REFUSE },
    { "{\"method\":\"tools/call\"}", APP_ADMIT_ALLOW, APP_ADMIT_ALLOW },
    { "no JSON", APP_ADMIT_ALLOW, APP_ADMIT_ALLOW },
  };
  g_autoptr (StoreVariables) rules = store_variables_new ();

  store_variables_set (rules, "show_text", "ask");
  store_variables_set (rules, "describe_numbers", "never");
  g_object_set (app_session_get_profile (connect_one (self)), "tool-approvals", rules, NULL);
  app_composer_set_session (self->composer, find_session (self->workspace, "one"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint again = 0; again < 2; again++)
      {
        const char  *reason;
        AppAdmission wanted = again ? rows[i].again : rows[i].first;

        app_composer_set_text (self->composer, rows[i].text);
        g_assert_cmpint (app_composer_decide (self->composer, &reason), ==, wanted);
        g_assert_cmpint (reason != NULL, ==, wanted != APP_ADMIT_ALLOW);
        app_composer_agree (self->composer);
      }
#undef CALL
}

/* Every method has a message to begin with that is in order for its revision. */
static void
test_templates (void)
{
  static const char *const   revisions[] = { "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                             "2026-07-28" };
  guint                      n;
  const AppComposerTemplate *list = app_composer_template_list (&n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (revisions); j++)
      {
        g_autofree char *text = NULL;
        g_autoptr (GBytes) bytes = NULL;
        g_autoptr (GPtrArray) findings = NULL;

        if (list[i].of_server || !app_composer_template_fits (&list[i], revisions[j]))
          continue;
        text = app_composer_template_dup_message (&list[i], revisions[j], "1", NULL);
        bytes = g_bytes_new (text, strlen (text));
        findings = app_composer_check (bytes, revisions[j], NULL);
        for (guint k = 0; k < findings->len; k++)
          g_test_message ("%s in %s: %s", list[i].method, revisions[j],
                          app_composer_finding_get_text (findings->pdata[k]));
        g_assert_cmpuint (findings->len, ==, 0);
      }
}

static guint
count_findings (const char *text, const char *revision, gboolean *grave)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GPtrArray) findings = app_composer_check (bytes, revision, NULL);

  *grave = findings->len > 0 && app_composer_finding_is_error (findings->pdata[0]);
  return findings->len;
}

static void
test_findings (void)
{
  static const struct
  {
    const char *text;
    const char *revision;
    guint       n;
    gboolean    grave;
  } cases[] = {
    { "", "2025-11-25", 0, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "2025-11-25", 0, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", NULL, 0, FALSE },
    /* Not in that revision, and two members of _meta missing. */
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "2026-07-28", 3, FALSE },
    { "{\"id\":1,\"method\":\"ping\"}", "2025-11-25", 1, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pong\"}", "2025-11-25", 1, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}", "2025-11-25", 1, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}", "2025-11-25", 1, FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"notifications/initialized\"}", "2025-11-25", 1,
      FALSE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "2025-11-25", 1, FALSE },
    { "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "2025-11-25", 1, FALSE },
    { "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "2025-03-26", 0, FALSE },
    { "{\"jsonrpc\":\"2.0\",\n\"id\":1,,}", "2025-11-25", 1, TRUE },
    { "42", "2025-11-25", 1, TRUE },
  };
  gboolean grave;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (count_findings (cases[i].text, cases[i].revision, &grave), ==, cases[i].n);
      g_assert_cmpint (grave, ==, cases[i].grave);
    }
}

void
add_composer_tests (void)
{
  g_test_add ("/composer/as-typed", Fixture, NULL, set_up, test_as_typed, tear_down);
  g_test_add ("/composer/restart", Fixture, NULL, set_up, test_restart, tear_down);
  g_test_add ("/composer/malformed", Fixture, NULL, set_up, test_malformed, tear_down);
  g_test_add ("/composer/replay", Fixture, NULL, set_up, test_replay, tear_down);
  g_test_add ("/composer/asked-about", Fixture, NULL, set_up, test_calls_are_asked_about,
              tear_down);
  g_test_add ("/composer/destructive", Fixture, NULL, set_up, test_destructive_is_looked_at,
              tear_down);
  g_test_add_func ("/composer/templates", test_templates);
  g_test_add_func ("/composer/findings", test_findings);
}
