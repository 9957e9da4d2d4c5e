/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several sessions, and what happens to them while the person or another program does something
 * else: profiles change or go, connections are begun and given up, secrets are about. */

#include <signal.h>

#include "app-tests.h"
#include "workspace-fixture.h"
#include "mcp-error.h"
#include "app-approvals.h"
#include "app-console.h"
#include "app-session-presets.h"
#include "app-catalogue.h"
#include "find-session.h"

typedef struct
{
  char         *folder;
  char         *path;
  AppWorkspace *workspace;
} Fixture;

static StoreProfileList *
get_book (Fixture *self)
{
  return app_workspace_get_book (self->workspace);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = workspace_fixture_make_folder ();
  self->path = workspace_fixture_dup_book_path (self->folder);
  self->workspace = workspace_fixture_open (self->folder, NULL);
  store_profile_list_set_watching (get_book (self), TRUE);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->workspace != NULL)
    workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
  g_free (self->path);
}

static AppSession *
use_command (Fixture *self, const char *command_line)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("test");
  g_auto (GStrv) words = NULL;

  g_assert_true (g_shell_parse_argv (command_line, NULL, &words, NULL));
  g_object_set (profile, "command", words[0], "arguments", (const char *const *)words + 1, NULL);
  return app_workspace_new_session (self->workspace, profile);
}

static AppSession *
use_demo (Fixture *self, const char *options)
{
  g_autofree char *command = g_strdup_printf ("'%s' %s", g_getenv ("SPYGLASS_DEMO"), options);

  return use_command (self, command);
}

/* Writes the file as another program would, whole at once. */
static void
write_book (Fixture *self, const char *text)
{
  g_autofree char *expanded = NULL;
  g_auto (GStrv) parts = g_strsplit (text, "DEMO", -1);

  expanded = g_strjoinv (g_getenv ("SPYGLASS_DEMO"), parts);
  g_assert_true (g_file_set_contents (self->path, expanded, -1, NULL));
}

static guint
count_sessions (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->workspace));
}

static gboolean
is_loading (AppSession *session)
{
  gboolean loading;

  loading = app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE));
  return loading;
}

static void
do_connect (AppSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_session_connect_async (session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_session_connect_finish (session, result, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (!is_loading (session));
}

static void
do_disconnect (AppSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_session_disconnect_finish (session, result, NULL));
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_IDLE);
}

static AppCall *
start_tool (AppSession *session, const char *tool, const char *arguments, GAsyncResult **result)
{
  AppCall *call = app_session_new_call (session, APP_CALL_TOOL, tool, arguments);

  app_call_run_async (call, NULL, workspace_fixture_take_result, result);
  return call;
}

static void
run_tool (AppSession *session, const char *tool, const char *arguments)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (AppCall) call = start_tool (session, tool, arguments, &result);

  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_approve (call, FALSE);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_call_run_finish (call, result, NULL));
}

/* Both have a request of id 4 under way; each gets its own answer. */
static void
test_two_sessions (Fixture *self, gconstpointer data)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  g_autoptr (AppSession) slow =
      use_demo (self, "--hostile slow-answer --hostile-delay 400 --hostile-method tools/call");
  g_autoptr (AppSession) fast = use_demo (self, "");
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (AppCall) slow_call = NULL;
  g_autoptr (AppCall) fast_call = NULL;
  guint n_calls = 0;

  g_object_set (app_session_get_profile (slow), "name", "slow", NULL);
  do_connect (slow);
  do_connect (fast);
  slow_call = start_tool (slow, "show_text", "{}", &first);
  fast_call = start_tool (fast, "show_text", "{}", &second);
  g_assert_true (app_call_is_running (slow_call) && app_call_is_running (fast_call));
  WAIT_UNTIL (second != NULL);
  g_assert_null (first);
  WAIT_UNTIL (first != NULL);
  g_assert_true (app_call_run_finish (slow_call, first, NULL));
  g_assert_true (app_call_run_finish (fast_call, second, NULL));
  WAIT_UNTIL (store_object_get_id (app_call_get_object (slow_call)) != NULL);
  g_assert_cmpstr (store_object_get_id (app_call_get_object (fast_call)), ==, "obj_001");
  g_assert_cmpstr (store_object_get_id (app_call_get_object (slow_call)), ==, "obj_002");
  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      g_assert_cmpint (app_log_entry_get_row (entry)->kind, !=, APP_LOG_UNMATCHED);
      if (g_strcmp0 (app_log_entry_get_row (entry)->method, "tools/call") != 0)
        continue;
      n_calls++;
      g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_OK);
      if (g_str_equal (app_log_entry_get_row (entry)->session, "slow"))
        g_assert_cmpint (app_log_entry_get_row (entry)->duration, >=, 300000);
    }
  g_assert_cmpuint (n_calls, ==, 2);
}

static void
test_outside_changes (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = NULL;
  g_autoptr (AppSession) other = NULL;

  write_book (self, "servers:\n  one: {command: 'DEMO'}\n");
  WAIT_UNTIL (count_sessions (self) == 1);
  session = g_object_ref (find_session (self->workspace, "one"));
  do_connect (session);

  /* Another one in front of it, a new name, a new command: it is the same session, and it goes on
   * with what it was connected to. */
  write_book (self, "servers:\n  zero: {command: 'DEMO'}\n"
                    "  one: {name: Other, command: 'DEMO', args: [--no-session]}\n");
  WAIT_UNTIL (count_sessions (self) == 2);
  WAIT_UNTIL (g_str_equal (app_session_get_name (session), "Other"));
  other = g_list_model_get_item (G_LIST_MODEL (self->workspace), 1);
  g_assert_true (other == session);
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_READY);
  run_tool (session, "show_text", "{}");

  /* A broken file changes nothing. */
  write_book (self, "servers: [\n");
  WAIT_UNTIL (store_profile_list_get_error (get_book (self)) != NULL);
  g_assert_cmpuint (count_sessions (self), ==, 2);
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_READY);

  write_book (self, "servers:\n  zero: {command: 'DEMO'}\n");
  WAIT_UNTIL (count_sessions (self) == 1);
  WAIT_UNTIL (app_session_get_state (session) == APP_SESSION_IDLE);
}

/* Closing waits for a session that has left the list but not ended yet. */
static void
test_removed_while_calling (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (AppCall) call = NULL;

  write_book (self, "servers:\n  one:\n    command: 'DEMO'\n"
                    "    args: [--hostile, never-answer, --hostile-method, tools/call, --hostile, "
                    "ignore-eof]\n");
  WAIT_UNTIL (count_sessions (self) == 1);
  session = g_object_ref (find_session (self->workspace, "one"));
  do_connect (session);
  call = start_tool (session, "show_text", "{}", &result);
  write_book (self, "servers: {}\n");
  WAIT_UNTIL (count_sessions (self) == 0);
  workspace_fixture_close (g_steal_pointer (&self->workspace));
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_IDLE);
  g_assert_nonnull (result);
  g_assert_false (app_call_run_finish (call, result, NULL));
  g_assert_false (app_call_is_running (call));
}

/* What reconnecting does, at any moment of connecting. */
static void
test_reconnect_while_connecting (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_demo (self, "");

  for (guint iterations = 0; iterations < 60; iterations += iterations < 10 ? 1 : 7)
    {
      g_autoptr (GAsyncResult) connected = NULL;
      g_autoptr (GAsyncResult) disconnected = NULL;

      app_session_connect_async (session, NULL, workspace_fixture_take_result, &connected);
      for (guint i = 0; i < iterations; i++)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (500);
        }
      app_session_disconnect_async (session, NULL, workspace_fixture_take_result, &disconnected);
      WAIT_UNTIL (disconnected != NULL);
      g_assert_nonnull (connected);
      g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_IDLE);
    }
  do_connect (session);
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_READY);
}

static void
test_cancelled_beforehand (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_demo (self, "");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) called = NULL;
  g_autoptr (AppCall) call = NULL;

  g_cancellable_cancel (cancellable);
  app_session_connect_async (session, cancellable, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_false (app_session_connect_finish (session, result, NULL));
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_IDLE);
  do_connect (session);
  call = app_session_new_call (session, APP_CALL_TOOL, "show_text", "{}");
  app_call_run_async (call, cancellable, workspace_fixture_take_result, &called);
  WAIT_UNTIL (called != NULL);
  g_assert_false (app_call_run_finish (call, called, NULL));
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_CANCELLED);
}

/* A server that answers initialize and is gone: no session may believe that it is connected. */
static void
test_gone_at_once (Fixture *self, gconstpointer data)
{
  const char *script = "sh -c 'read line; printf \"%s\\n\" "
                       "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":"
                       "{\\\"protocolVersion\\\":\\\"2025-11-25\\\",\\\"capabilities\\\":{},"
                       "\\\"serverInfo\\\":{\\\"name\\\":\\\"x\\\",\\\"version\\\":\\\"1\\\"}}}\"'";
  g_autoptr (AppSession) session = use_command (self, script);

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      app_session_connect_async (session, NULL, workspace_fixture_take_result, &result);
      WAIT_UNTIL (result != NULL);
      WAIT_UNTIL (app_session_get_state (session) == APP_SESSION_LOST ||
                  app_session_get_state (session) == APP_SESSION_FAILED);
      g_assert_nonnull (app_session_get_problem (session));
    }
}

/* What was asked about one connection is not answered for the next. */
static void
test_approval_ends_with_connection (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_demo (self, "");
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (AppCall) waiting = NULL;
  g_autoptr (AppCall) again = NULL;

  do_connect (session);
  waiting = start_tool (session, "delete_product", "{}", &first);
  g_assert_cmpint (app_call_get_state (waiting), ==, APP_CALL_NEEDS_APPROVAL);
  do_disconnect (session);
  WAIT_UNTIL (first != NULL);
  g_assert_false (app_call_run_finish (waiting, first, NULL));
  g_assert_cmpint (app_call_get_state (waiting), ==, APP_CALL_FAILED);
  app_call_approve (waiting, TRUE); /* too late, and no harm */

  do_connect (session);
  again = start_tool (session, "delete_product", "{}", &second);
  g_assert_cmpint (app_call_get_state (again), ==, APP_CALL_NEEDS_APPROVAL);
  app_call_cancel (again);
  WAIT_UNTIL (second != NULL);
}

static AppAdmission
decide (AppSession *session, AppCaller caller, const char *arguments)
{
  return app_approvals_decide (app_session_get_feature (session, APP_TYPE_APPROVALS), caller, "echo",
                               arguments)
      .admission;
}

/* A collection runs what a person sent by hand, as long as it is the same; nobody else does. */
static void
test_approval_by_hand (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_demo (self, "");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (AppCall) sent = NULL;

  do_connect (session);
  g_assert_cmpint (decide (session, APP_CALLER_COLLECTION, "{\"message\":\"a\"}"), ==,
                   APP_ADMIT_ASK);
  sent = start_tool (session, "echo", "{ \"message\": \"a\" }", &result);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (app_call_get_state (sent), ==, APP_CALL_DONE);
  g_assert_cmpint (decide (session, APP_CALLER_COLLECTION, "{\"message\":\"a\"}"), ==,
                   APP_ADMIT_ALLOW);
  g_assert_cmpint (decide (session, APP_CALLER_COLLECTION, "{\"message\":\"b\"}"), ==,
                   APP_ADMIT_ASK);
  g_assert_cmpint (decide (session, APP_CALLER_MODEL, "{\"message\":\"a\"}"), ==, APP_ADMIT_ASK);
  g_assert_cmpint (decide (session, APP_CALLER_PROGRAM, "{\"message\":\"a\"}"), ==, APP_ADMIT_ASK);
  do_disconnect (session);
  do_connect (session);
  g_assert_cmpint (decide (session, APP_CALLER_COLLECTION, "{\"message\":\"a\"}"), ==,
                   APP_ADMIT_ALLOW);
}

static void
on_model_call (GObject *source, GAsyncResult *result, gpointer over)
{
  app_call_run_finish (APP_CALL (source), result, NULL);
  *(gboolean *)over = TRUE;
}

/* What a model may always call is nothing that destroys: that would be everybody's rule. */
static void
test_always_of_a_model (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "delete_product", "echo" };
  static const char *const rules[] = { NULL, "auto" };
  g_autoptr (AppSession) session = use_demo (self, "");

  do_connect (session);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AppApprovals *approvals = app_session_get_feature (session, APP_TYPE_APPROVALS);
      g_autoptr (AppCall) call =
          app_session_new_call (session, APP_CALL_TOOL, names[i], "{\"message\":\"a\"}");
      gboolean over = FALSE;

      app_call_set_caller (call, APP_CALLER_MODEL);
      app_call_run_async (call, NULL, on_model_call, &over);
      g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_NEEDS_APPROVAL);
      app_call_approve (call, TRUE);
      WAIT_UNTIL (over);
      g_assert_cmpstr (app_approvals_get_rule (approvals, names[i]), ==, rules[i]);
    }
}

/* Many calls later, the one that waits for an answer still ends with its connection. */
static void
test_waiting_call_is_kept (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_demo (self, "");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (AppCall) waiting = NULL;
  GListModel *calls = app_session_get_calls (session);

  do_connect (session);
  waiting = start_tool (session, "delete_product", "{}", &result);
  for (guint i = 0; i < 300; i++)
    g_object_unref (app_session_new_call (session, APP_CALL_READ, "x:y", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (calls), <=, 201);
  do_disconnect (session);
  WAIT_UNTIL (result != NULL);
  g_assert_false (app_call_run_finish (waiting, result, NULL));
}

/* The file changes between the moment when the command is shown and the click. */
static void
test_confirmed_what_was_shown (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_demo (self, "");
  StoreProfile    *profile = app_session_get_profile (session);
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;

  g_object_set (profile, "origin", STORE_ORIGIN_IMPORTED, NULL);
  text = app_session_dup_command_text (session);
  g_assert_nonnull (strstr (text, "spyglass-demo"));
  g_object_set (profile, "command", "/tmp/evil", NULL);
  app_session_confirm (session);
  g_assert_true (store_profile_needs_confirmation (profile));
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_UNCONFIRMED);

  changed = app_session_dup_command_text (session);
  g_assert_nonnull (strstr (changed, "/tmp/evil"));
  app_session_confirm (session);
  g_assert_false (store_profile_needs_confirmation (profile));
}

static gboolean
file_says (Fixture *self, const char *words)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (self->path, &text, NULL, NULL) && strstr (text, words) != NULL;
}

/* Two changes in a row are two changes of the file, though the second had to wait. */
static void
test_changes_in_a_row (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = NULL;
  g_autofree char *text = NULL;

  write_book (self, "servers:\n  one: {command: 'DEMO'}\n");
  WAIT_UNTIL (count_sessions (self) == 1);
  session = g_object_ref (find_session (self->workspace, "one"));
  app_approvals_set_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), "a", "never");
  app_approvals_set_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), "b", "auto");
  app_approvals_set_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS), "c",
                                  FALSE);
  app_approvals_set_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS), "d",
                                  FALSE);
  app_approvals_set_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS), "c", TRUE);
  app_session_presets_set (app_session_get_feature (session, APP_TYPE_SESSION_PRESETS), "limit",
                           "42", FALSE);
  g_assert_cmpstr (
      app_approvals_get_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), "b"), ==,
      "auto");
  g_assert_true (
      app_approvals_is_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS), "c"));
  g_assert_false (
      app_approvals_is_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS), "d"));
  WAIT_UNTIL (file_says (self, "limit"));
  g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "a: never"));
  g_assert_nonnull (strstr (text, "b: auto"));
  g_assert_nonnull (strstr (text, "disabled-tools: [d]"));
}

static gboolean
console_has (AppSession *session, const char *text)
{
  GListModel *console = app_console_get_lines (app_session_get_feature (session, APP_TYPE_CONSOLE));

  for (guint i = 0; i < g_list_model_get_n_items (console); i++)
    {
      g_autoptr (AppConsoleLine) line = g_list_model_get_item (console, i);

      if (strstr (app_console_line_get_text (line), text) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
assert_no_secret (const char *text)
{
  if (text == NULL)
    return;
  g_assert_null (strstr (text, "hunter2222"));
  g_assert_null (strstr (text, "opensesame"));
}

/* What a server says about its secrets stays where it was said. */
static void
test_secrets_are_masked (Fixture *self, gconstpointer data)
{
  g_autoptr (AppSession) session = use_command (
      self, "sh -c 'echo \"key $API_KEY, token $1\" >&2; exit 3' sh --token=opensesame");
  g_autoptr (StoreVariables) environment = store_variables_new ();
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *text = NULL;

  store_variables_set (environment, "API_KEY", "hunter2222");
  g_object_set (app_session_get_profile (session), "environment", environment, NULL);
  app_session_connect_async (session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (app_session_get_state (session), ==, APP_SESSION_FAILED);
  text = app_problem_dup_text (app_session_get_problem (session));
  g_assert_nonnull (strstr (text, "key ••••••"));
  assert_no_secret (text);
  WAIT_UNTIL (console_has (session, "key ••••••"));
  g_assert_false (console_has (session, "hunter2222") || console_has (session, "opensesame"));
  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      assert_no_secret (app_log_entry_get_row (entry)->summary);
      assert_no_secret (app_log_entry_get_row (entry)->name);
    }
}

/* Beyond 256 KiB the tap does not read our own messages again; the log still pairs them. */
static void
test_large_request (Fixture *self, gconstpointer data)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  g_autoptr (AppSession) session = use_demo (self, "");
  g_autofree char *large = g_strnfill (400 * 1024, 'a');
  g_autofree char *arguments = g_strdup_printf ("{\"message\":\"%s\"}", large);
  guint            found = 0;

  do_connect (session);
  run_tool (session, "echo", arguments);
  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      g_assert_cmpint (app_log_entry_get_row (entry)->kind, !=, APP_LOG_UNMATCHED);
      if (app_log_entry_get_size (entry) < strlen (large))
        continue;
      found++;
      g_assert_cmpint (app_log_entry_get_row (entry)->kind, ==, APP_LOG_REQUEST);
      g_assert_cmpint (app_log_entry_get_row (entry)->state, ==, APP_LOG_STATE_OK);
      g_assert_cmpstr (app_log_entry_get_row (entry)->method, ==, "tools/call");
      g_assert_nonnull (app_log_entry_get_row (entry)->id);
    }
  g_assert_cmpuint (found, ==, 1);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

void
add_workspace_tests (void)
{
  signal (SIGPIPE, SIG_IGN);
  ADD ("/workspace/two-sessions", test_two_sessions);
  ADD ("/workspace/outside-changes", test_outside_changes);
  ADD ("/workspace/removed-while-calling", test_removed_while_calling);
  ADD ("/workspace/reconnect-while-connecting", test_reconnect_while_connecting);
  ADD ("/workspace/cancelled-beforehand", test_cancelled_beforehand);
  ADD ("/workspace/gone-at-once", test_gone_at_once);
  ADD ("/workspace/approval-ends-with-connection", test_approval_ends_with_connection);
  ADD ("/workspace/approval-by-hand", test_approval_by_hand);
  ADD ("/workspace/always-of-a-model", test_always_of_a_model);
  ADD ("/workspace/waiting-call-is-kept", test_waiting_call_is_kept);
  ADD ("/workspace/confirmed-what-was-shown", test_confirmed_what_was_shown);
  ADD ("/workspace/changes-in-a-row", test_changes_in_a_row);
  ADD ("/workspace/secrets-are-masked", test_secrets_are_masked);
  ADD ("/workspace/large-request", test_large_request);
}
