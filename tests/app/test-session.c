/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sessions and calls against the demo server, well-behaved and hostile, and against real ones. */

#include <signal.h>

#include "app-tests.h"
#include "mcp-definition.h"
#include "mcp-error.h"
#include "workspace-fixture.h"
#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-console.h"
#include "app-session-presets.h"
#include "find-session.h"

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
  GAsyncResult *result;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
}

static GAsyncResult *
wait_for_result (Fixture *self)
{
  WAIT_UNTIL (self->result != NULL);
  return g_steal_pointer (&self->result);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->result);
  if (self->session != NULL)
    g_assert_finalize_object (self->session);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static void
use_command (Fixture *self, const char *command_line)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("test");
  g_auto (GStrv) words = NULL;

  g_assert_true (g_shell_parse_argv (command_line, NULL, &words, NULL));
  g_object_set (profile, "command", words[0], "arguments", (const char *const *)words + 1, NULL);
  self->session = app_workspace_new_session (self->workspace, profile);
}

static void
use_demo (Fixture *self, const char *options)
{
  g_autofree char *command = g_strdup_printf ("'%s' %s", g_getenv ("SPYGLASS_DEMO"), options);

  use_command (self, command);
}

static gboolean
try_connect (Fixture *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_connect_async (self->session, NULL, workspace_fixture_take_result,
                             &self->result);
  result = wait_for_result (self);
  return app_session_connect_finish (self->session, result, error);
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

  try_connect (self, &error);
  g_assert_no_error (error);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_READY);
  WAIT_UNTIL (!is_loading (self->session));
}

static AppCall *
run_tool (Fixture *self, const char *tool, const char *arguments)
{
  AppCall *call = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);

  app_call_run_async (call, NULL, workspace_fixture_take_result,
                      &self->result);
  return call;
}

static gboolean
end_call (Fixture *self, AppCall *call)
{
  g_autoptr (GAsyncResult) result = wait_for_result (self);

  return app_call_run_finish (call, result, NULL);
}

static void
test_lists (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;

  use_demo (self, "");
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_IDLE);
  do_connect (self);
  for (guint kind = MCP_DEFINITION_TOOL; kind <= MCP_DEFINITION_PROMPT; kind++)
    {
      g_assert_cmpuint (g_list_model_get_n_items (app_catalogue_get_list (
                            app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind)),
                        >, 0);
      g_assert_null (app_catalogue_get_problem (
          app_session_get_feature (self->session, APP_TYPE_CATALOGUE), kind));
    }
  g_assert_cmpstr (mcp_server_info_get_protocol_version (app_session_get_server (self->session)),
                   ==, "2026-07-28");
  g_assert_nonnull (mcp_server_info_get_display_name (app_session_get_server (self->session)));
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (app_workspace_get_log (self->workspace))), >=, 5);

  app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result,
                                &self->result);
  result = wait_for_result (self);
  g_assert_true (app_session_disconnect_finish (self->session, result, NULL));
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_IDLE);
  /* And again: a session is for many connections. */
  do_connect (self);
}

static void
test_call (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;
  StoreObject *object;

  use_demo (self, "");
  do_connect (self);
  call = run_tool (self, "list_pipelines", "{\"workspace\":\"main\"}");
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  g_assert_true (app_call_is_running (call));
  g_assert_true (end_call (self, call));
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DONE);
  g_assert_false (app_call_is_running (call));
  object = app_call_get_object (call);
  /* It is there at once; its id comes when it was kept. */
  WAIT_UNTIL (store_object_get_id (object) != NULL);
  g_assert_cmpstr (store_object_get_id (object), ==, "obj_001");
  g_assert_nonnull (app_call_get_blocks (call));
  g_assert_cmpint (app_call_get_elapsed (call), >, 0);
}

static void
test_approval (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;
  g_autoptr (AppCall) third = NULL;
  g_autoptr (AppCall) other = NULL;
  g_autoptr (AppCall) harmless = NULL;

  use_demo (self, "");
  do_connect (self);
  /* Whoever calls what nobody says is destructive, wants it called. */
  harmless = run_tool (self, "no_such_tool", "{}");
  g_assert_true (app_call_is_running (harmless));
  g_assert_true (end_call (self, harmless));

  first = run_tool (self, "drop_tool", "{}");
  g_assert_cmpint (app_call_get_state (first), ==, APP_CALL_NEEDS_APPROVAL);
  g_assert_nonnull (app_call_get_approval_reason (first));
  app_call_cancel (first);
  g_assert_false (end_call (self, first));
  g_assert_cmpint (app_call_get_state (first), ==, APP_CALL_DECLINED);

  second = run_tool (self, "drop_tool", "{}");
  g_assert_cmpint (app_call_get_state (second), ==, APP_CALL_NEEDS_APPROVAL);
  app_call_approve (second, FALSE);
  g_assert_true (end_call (self, second));

  /* Never twice for the same; for other arguments again, until it is always allowed. */
  third = run_tool (self, "drop_tool", "{}");
  g_assert_true (app_call_is_running (third));
  g_assert_true (end_call (self, third));
  other = run_tool (self, "drop_tool", "{\"n\":1}");
  g_assert_cmpint (app_call_get_state (other), ==, APP_CALL_NEEDS_APPROVAL);
  app_call_approve (other, TRUE);
  g_assert_true (end_call (self, other));
  g_clear_object (&other);
  other = run_tool (self, "drop_tool", "{\"n\":2}");
  g_assert_true (app_call_is_running (other));
  g_assert_true (end_call (self, other));
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;

  use_demo (self, "--hostile never-answer --hostile-method tools/call");
  do_connect (self);
  call = run_tool (self, "list_pipelines", "{}");
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_RUNNING);
  app_call_cancel (call);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_CANCELLING);
  g_assert_false (end_call (self, call));
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_CANCELLED);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_READY);
}

static void
test_quit_with_call_in_flight (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;

  use_demo (self, "--hostile never-answer --hostile-method tools/call --hostile ignore-eof "
                  "--hostile ignore-term");
  do_connect (self);
  call = run_tool (self, "list_pipelines", "{}");
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  app_session_disconnect_async (self->session, NULL, NULL, NULL);
  g_assert_false (end_call (self, call));
  g_assert_false (app_call_is_running (call));
  WAIT_UNTIL (app_session_get_state (self->session) == APP_SESSION_IDLE);
}

static void
assert_fails (Fixture *self, AppSessionState state, int code)
{
  g_autoptr (GError) error = NULL;
  AppProblem *problem;

  g_assert_false (try_connect (self, &error));
  g_assert_error (error, MCP_ERROR, code);
  g_assert_cmpint (app_session_get_state (self->session), ==, state);
  problem = app_session_get_problem (self->session);
  g_assert_nonnull (problem);
  g_assert_nonnull (app_problem_get_what (problem));
  g_assert_nonnull (app_problem_get_advice (problem));
}

static void
test_command_not_found (Fixture *self, gconstpointer data)
{
  use_command (self, "no-such-program-anywhere");
  assert_fails (self, APP_SESSION_FAILED, MCP_ERROR_COMMAND_NOT_FOUND);
}

static void
test_not_executable (Fixture *self, gconstpointer data)
{
  use_command (self, "/etc/passwd");
  assert_fails (self, APP_SESSION_FAILED, MCP_ERROR_COMMAND_NOT_EXECUTABLE);
}

static void
test_exits_at_once (Fixture *self, gconstpointer data)
{
  use_demo (self, "--hostile exit-at-once");
  assert_fails (self, APP_SESSION_FAILED, MCP_ERROR_PROCESS_EXITED);
  g_assert_nonnull (app_problem_get_evidence (app_session_get_problem (self->session)));
  g_assert_cmpuint (g_list_model_get_n_items (app_console_get_lines (
                        app_session_get_feature (self->session, APP_TYPE_CONSOLE))),
                    >, 0);
}

static void
test_never_answers (Fixture *self, gconstpointer data)
{
  use_demo (self, "--hostile never-answer");
  g_object_set (app_session_get_profile (self->session), "connect-timeout", 400, NULL);
  assert_fails (self, APP_SESSION_FAILED, MCP_ERROR_TIMED_OUT);
}

static void
test_connection_refused (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("refused");

  g_object_set (profile, "transport", STORE_TRANSPORT_HTTP, "url", "http://127.0.0.1:9/mcp", NULL);
  self->session = app_workspace_new_session (self->workspace, profile);
  assert_fails (self, APP_SESSION_FAILED, MCP_ERROR_CONNECTION_FAILED);
}

static void
test_lost (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;

  use_demo (self, "--hostile crash-after --hostile-count 6");
  do_connect (self);
  call = run_tool (self, "list_pipelines", "{}");
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  g_assert_false (end_call (self, call));
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_FAILED);
  WAIT_UNTIL (app_session_get_state (self->session) == APP_SESSION_LOST);
  g_assert_nonnull (app_session_get_problem (self->session));
}

/* A server may refuse with an empty message. */
static void
test_refused_without_words (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;
  AppProblem *problem;

  use_demo (self, "--hostile error-without-data --hostile-method tools/call");
  do_connect (self);
  call = run_tool (self, "list_pipelines", "{}");
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, TRUE);
  end_call (self, call);
  problem = app_call_get_problem (call);
  g_assert_nonnull (problem);
  g_assert_cmpstr (app_problem_get_what (problem), ==,
                   "The server refused: it gave no reason (-32000)");
}

static void
test_cancel_connecting (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) disconnected = NULL;

  use_demo (self, "--hostile never-answer");
  app_session_connect_async (self->session, NULL, workspace_fixture_take_result,
                             &self->result);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_CONNECTING);
  app_session_disconnect_async (self->session, NULL, NULL, NULL);
  result = wait_for_result (self);
  g_assert_false (app_session_connect_finish (self->session, result, NULL));
  WAIT_UNTIL (app_session_get_state (self->session) == APP_SESSION_IDLE);
}

static void
test_unconfirmed (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  use_demo (self, "");
  g_object_set (app_session_get_profile (self->session), "origin", STORE_ORIGIN_PASTED, NULL);
  g_assert_false (try_connect (self, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_UNCONFIRMED);
  g_assert_cmpint (app_session_get_state (self->session), ==, APP_SESSION_UNCONFIRMED);
  text = app_session_dup_command_text (self->session);
  g_assert_nonnull (strstr (text, "spyglass-demo"));
  app_session_confirm (self->session);
  do_connect (self);
}

static void
test_hostile_lists (Fixture *self, gconstpointer kind)
{
  g_autofree char *options = g_strdup_printf ("--hostile %s", (const char *)kind);
  GListModel      *tools;

  use_demo (self, options);
  do_connect (self);
  tools = app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                  MCP_DEFINITION_TOOL);
  g_assert_cmpuint (g_list_model_get_n_items (tools), >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);

      g_assert_true (g_utf8_validate (mcp_definition_get_display_name (tool), -1, NULL));
    }
}

static void
test_book (Fixture *self, gconstpointer data)
{
  StoreProfileList *book = app_workspace_get_book (self->workspace);
  g_autoptr (StoreProfile) profile = store_profile_new ("kept");
  g_autoptr (StoreProfile) added = NULL;
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (AppSession) session = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (profile, "command", "true", NULL);
  store_profile_list_add_async (book, profile, NULL, workspace_fixture_take_result, &self->result);
  result = wait_for_result (self);
  added = store_profile_list_add_finish (book, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->workspace)), ==, 1);
  session = g_object_ref (find_session (self->workspace, "kept"));
  g_assert_cmpstr (app_session_get_name (session), ==, "kept");

  changed = store_profile_copy (added);
  g_object_set (changed, "name", "renamed", NULL);
  g_clear_object (&result);
  store_profile_list_replace_async (book, changed, NULL, workspace_fixture_take_result,
                                    &self->result);
  result = wait_for_result (self);
  g_assert_true (store_profile_list_replace_finish (book, result, &error));
  g_assert_true (find_session (self->workspace, "renamed") == session);
  g_assert_cmpstr (app_session_get_name (session), ==, "renamed");

  g_clear_object (&result);
  store_profile_list_remove_async (book, store_profile_get_id (added), NULL,
                                   workspace_fixture_take_result, &self->result);
  result = wait_for_result (self);
  g_assert_true (store_profile_list_remove_finish (book, result, &error));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->workspace)), ==, 0);
}

/* Set once for the server, kept with its profile, put into what is sent. */
static void
test_presets (Fixture *self, gconstpointer data)
{
  g_autoptr (AppPresets) presets = NULL;
  g_autoptr (AppPreset) first = NULL;
  g_autoptr (AppCall) call = NULL;

  use_demo (self, "");
  do_connect (self);
  g_assert_null (app_session_presets_create (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), "echo"));
  presets = app_session_presets_create (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), "publish_report");
  g_assert_nonnull (presets);
  first = g_list_model_get_item (G_LIST_MODEL (presets), 0);
  app_session_presets_set (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           app_preset_get_info (first)->path, "\"#news\"", FALSE);
  app_approvals_set_rule (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                          "publish_report", "auto");
  g_assert_cmpstr (
      app_approvals_get_rule (app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                              "publish_report"),
      ==, "auto");
  call = run_tool (self, "publish_report", "{\"title\":\"t\",\"text\":\"x\"}");
  g_assert_true (app_call_is_running (call));
  g_assert_nonnull (strstr (app_call_get_sent_arguments (call), "#news"));
  g_assert_null (strstr (app_call_get_arguments (call), "#news"));
  g_assert_true (end_call (self, call));
}

/* No message can hold them, and nothing is sent. */
static void
test_broken_arguments (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;

  use_demo (self, "");
  do_connect (self);
  call = run_tool (self, "echo", "{\"a\":}");
  end_call (self, call);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_FAILED);
  g_assert_nonnull (strstr (app_problem_get_error (app_call_get_problem (call))->message, "column 6"));
  g_assert_null (app_call_get_sent_arguments (call));
}

/* A real server, and two at the same time. */
static void
test_real (Fixture *self, gconstpointer data)
{
  g_autofree char *everything = g_build_filename (g_getenv ("SPYGLASS_TOOLS"), "node_modules",
                                                  ".bin", "mcp-server-everything", NULL);
  g_autofree char *quoted = g_shell_quote (everything);
  g_autoptr (AppCall) call = NULL;
  g_autoptr (AppSession) demo = NULL;

  if (!g_file_test (everything, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("server-everything is not installed");
      return;
    }
  use_demo (self, "");
  do_connect (self);
  demo = g_steal_pointer (&self->session);
  use_command (self, quoted);
  do_connect (self);
  g_assert_cmpint (app_session_get_state (demo), ==, APP_SESSION_READY);
  call = run_tool (self, "echo", "{\"message\":\"h\\u00e9llo 18446744073709551616\"}");
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, FALSE);
  g_assert_true (end_call (self, call));
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DONE);
  g_assert_false (app_call_is_error (call));
  g_clear_object (&demo);
}

static gboolean
was_sent (Fixture *self, const char *method)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      if (g_strcmp0 (app_log_entry_get_row (entry)->method, method) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The profile says how to speak: which era, which revision, and from which severity on to log. */
static void
test_conversation (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("test");
  const char *const roots[] = { "/srv", "file:///tmp", NULL };

  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "era", STORE_ERA_LEGACY,
                "protocol-version", "2025-06-18", "log-level", STORE_LOG_LEVEL_WARNING, "roots",
                roots, NULL);
  self->session = app_workspace_new_session (self->workspace, profile);
  do_connect (self);
  g_assert_cmpstr (mcp_server_info_get_protocol_version (app_session_get_server (self->session)),
                   ==, "2025-06-18");
  g_assert_false (was_sent (self, "server/discover"));
  g_assert_true (was_sent (self, "logging/setLevel"));
}

#define ADD(path, function, data) g_test_add (path, Fixture, data, set_up, function, tear_down)

void
add_session_tests (void)
{
  signal (SIGPIPE, SIG_IGN);
  ADD ("/session/lists", test_lists, NULL);
  ADD ("/session/conversation", test_conversation, NULL);
  ADD ("/session/call", test_call, NULL);
  ADD ("/session/approval", test_approval, NULL);
  ADD ("/session/cancel", test_cancel, NULL);
  ADD ("/session/quit-with-call-in-flight", test_quit_with_call_in_flight, NULL);
  ADD ("/session/command-not-found", test_command_not_found, NULL);
  ADD ("/session/not-executable", test_not_executable, NULL);
  ADD ("/session/exits-at-once", test_exits_at_once, NULL);
  ADD ("/session/never-answers", test_never_answers, NULL);
  ADD ("/session/connection-refused", test_connection_refused, NULL);
  ADD ("/session/lost", test_lost, NULL);
  ADD ("/session/refused-without-words", test_refused_without_words, NULL);
  ADD ("/session/cancel-connecting", test_cancel_connecting, NULL);
  ADD ("/session/unconfirmed", test_unconfirmed, NULL);
  ADD ("/session/hostile/duplicate-tools", test_hostile_lists, "duplicate-tools");
  ADD ("/session/hostile/missing-schema", test_hostile_lists, "missing-schema");
  ADD ("/session/hostile/schema-not-object", test_hostile_lists, "schema-not-object");
  ADD ("/session/hostile/markup-names", test_hostile_lists, "markup-names");
  ADD ("/session/hostile/looping-cursor", test_hostile_lists, "looping-cursor");
  ADD ("/session/hostile/garbage", test_hostile_lists, "garbage");
  ADD ("/session/hostile/half-lines", test_hostile_lists, "half-lines");
  ADD ("/session/hostile/crlf", test_hostile_lists, "crlf");
  ADD ("/session/hostile/unknown-id", test_hostile_lists, "unknown-id");
  ADD ("/session/hostile/reused-id", test_hostile_lists, "reused-id");
  ADD ("/session/hostile/list-changed-flood", test_hostile_lists, "list-changed-flood");
  ADD ("/session/hostile/noisy-stderr", test_hostile_lists, "noisy-stderr");
  ADD ("/session/presets", test_presets, NULL);
  ADD ("/session/broken-arguments", test_broken_arguments, NULL);
  ADD ("/session/book", test_book, NULL);
  ADD ("/session/real", test_real, NULL);
}
