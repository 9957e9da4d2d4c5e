/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers that go away and come back. */

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "app-tests.h"
#include "workspace-fixture.h"
#include "app-catalogue.h"
#include "app-console.h"
#include "app-reconnector.h"
#include "find-session.h"

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  const char      *more = data;
  g_autofree char *servers =
      g_strdup_printf ("servers:\n  one:\n    command: '%s'\n%s", g_getenv ("SPYGLASS_DEMO"),
                       more != NULL ? more : "");

  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, servers);
  self->session = g_object_ref (find_session (self->workspace, "one"));
  g_object_set (app_session_get_feature (self->session, APP_TYPE_RECONNECTOR), "hurried", TRUE, NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->session);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static AppSessionState
get_state (Fixture *self)
{
  return app_session_get_state (self->session);
}

static gboolean
is_ready (Fixture *self)
{
  gboolean loading;

  loading = app_catalogue_is_loading (app_session_get_feature (self->session, APP_TYPE_CATALOGUE));
  return get_state (self) == APP_SESSION_READY && !loading;
}

static void
do_connect (Fixture *self)
{
  app_session_connect_async (self->session, NULL, NULL, NULL);
  WAIT_UNTIL (is_ready (self));
}

/* The number of the process that runs now. */
static int
get_process (Fixture *self)
{
  GListModel *lines =
      app_console_get_lines (app_session_get_feature (self->session, APP_TYPE_CONSOLE));
  int pid = 0;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (AppConsoleLine) line = g_list_model_get_item (lines, i);

      /* After the time. */
      if (g_str_has_suffix (app_console_line_get_text (line), " started"))
        sscanf (strstr (app_console_line_get_text (line), "process "), "process %d", &pid);
    }
  g_assert_cmpint (pid, >, 0);
  return pid;
}

static void
on_state (AppSession *session, GParamSpec *pspec, GString *states)
{
  g_string_append_printf (states, "%d ", (int)app_session_get_state (session));
}

/* It dies; its lists stay, and it is back. */
static void
test_comes_back (Fixture *self, gconstpointer data)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);
  g_autoptr (GString) states = g_string_new (NULL);
  g_autoptr (GObject) first = NULL;
  g_autoptr (GObject) again = NULL;
  guint n;

  do_connect (self);
  n = g_list_model_get_n_items (tools);
  first = g_list_model_get_item (tools, 0);
  g_signal_connect (self->session, "notify::state", G_CALLBACK (on_state), states);
  kill (get_process (self), SIGKILL);
  WAIT_UNTIL (get_state (self) == APP_SESSION_RECONNECTING);
  g_assert_nonnull (app_session_get_problem (self->session));
  g_assert_true (g_str_has_prefix (app_session_get_state_name (self->session), "reconnecting"));
  g_assert_cmpuint (g_list_model_get_n_items (tools), ==, n);
  WAIT_UNTIL (is_ready (self));
  g_assert_null (app_session_get_problem (self->session));
  again = g_list_model_get_item (tools, 0);
  g_assert_true (again == first);
  g_assert_cmpuint (g_list_model_get_n_items (tools), ==, n);
  g_signal_handlers_disconnect_by_data (self->session, states);
  g_assert_null (strstr (states->str, "6 "));
}

static void
test_stays_away (Fixture *self, gconstpointer data)
{
  do_connect (self);
  kill (get_process (self), SIGKILL);
  WAIT_UNTIL (get_state (self) == APP_SESSION_LOST);
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_object_set (app_session_get_feature (self->session, APP_TYPE_RECONNECTOR),
                "hurried", FALSE, NULL);
  do_connect (self);
  kill (get_process (self), SIGKILL);
  WAIT_UNTIL (get_state (self) == APP_SESSION_RECONNECTING);
  app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (get_state (self), ==, APP_SESSION_IDLE);
  g_assert_cmpuint (app_reconnector_get_seconds_left (
                        app_session_get_feature (self->session, APP_TYPE_RECONNECTOR)),
                    ==, 0);

  /* By hand, before the time. */
  do_connect (self);
  kill (get_process (self), SIGKILL);
  WAIT_UNTIL (get_state (self) == APP_SESSION_RECONNECTING);
  do_connect (self);
}

/* What was in flight ends, says that nobody knows, and is not sent again. */
static void
test_calls_end (Fixture *self, gconstpointer data)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  g_autoptr (AppCall) call = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  guint n = 0;

  do_connect (self);
  call = app_session_new_call (self->session, APP_CALL_TOOL, "show_text", "{}");
  app_call_run_async (call, NULL, workspace_fixture_take_result, &result);
  kill (get_process (self), SIGKILL);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_FAILED);
  WAIT_UNTIL (is_ready (self));
  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      n += g_strcmp0 (app_log_entry_get_row (entry)->method, "tools/call") == 0 ? 1 : 0;
    }
  g_assert_cmpuint (n, ==, 1);
}

/* A server that dies at its third request, each time: there is an end. */
static void
test_gives_up (Fixture *self, gconstpointer data)
{
  guint n = 0;

  app_session_connect_async (self->session, NULL, NULL, NULL);
  WAIT_UNTIL (get_state (self) == APP_SESSION_RECONNECTING);
  WAIT_UNTIL (get_state (self) == APP_SESSION_LOST || get_state (self) == APP_SESSION_FAILED);
  for (guint i = 0; i < g_list_model_get_n_items (app_console_get_lines (
                            app_session_get_feature (self->session, APP_TYPE_CONSOLE)));
       i++)
    {
      g_autoptr (AppConsoleLine) line = g_list_model_get_item (
          app_console_get_lines (app_session_get_feature (self->session, APP_TYPE_CONSOLE)), i);

      n += g_str_has_suffix (app_console_line_get_text (line), " started") ? 1 : 0;
    }
  /* One for each try; where the server was asked for its era first, one more for that. */
  g_assert_cmpuint (n, >, APP_RECONNECT_TRIES);
  g_assert_cmpuint (n, <=, 2 * (APP_RECONNECT_TRIES + 1));
}

/* Reads the line in which the server says where it listens. */
static char *
start_http (const char *hostile, GSubprocess **server)
{
  g_autoptr (GDataInputStream) lines = NULL;
  g_autofree char *line = NULL;

  *server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL,
                              g_getenv ("SPYGLASS_DEMO"), "--http", "--hostile", hostile,
                              "--hostile-count", "12", NULL);
  g_assert_nonnull (*server);
  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (*server));
  line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  g_assert_nonnull (line);
  return g_strdup (strstr (line, "http://"));
}

/* The server forgets the session: another is opened in its place, and the state stays. The call
 * only reads: it is sent again. */
static void
test_session_lost (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) server = NULL;
  g_autofree char *url = start_http ("session-expiry", &server);
  StoreProfile    *profile = app_session_get_profile (self->session);
  guint            n_sent = 0;
  guint            n_logged = 0;
  GListModel      *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));

  g_object_set (app_session_get_feature (self->session, APP_TYPE_RECONNECTOR),
                "hurried", FALSE, NULL);
  g_object_set (profile, "command", NULL, "transport", STORE_TRANSPORT_HTTP, "url", url, "era",
                STORE_ERA_LEGACY, NULL);
  do_connect (self);
  while (n_sent < 20)
    {
      g_autoptr (AppCall) call =
          app_session_new_call (self->session, APP_CALL_TOOL, "show_text", "{}");
      g_autoptr (GAsyncResult) result = NULL;

      n_sent++;
      app_call_run_async (call, NULL, workspace_fixture_take_result, &result);
      WAIT_UNTIL (result != NULL);
      g_assert_true (app_call_run_finish (call, result, NULL));
      g_assert_true (is_ready (self));
    }
  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      n_logged += g_strcmp0 (app_log_entry_get_row (entry)->method, "tools/call") == 0 ? 1 : 0;
    }
  g_assert_cmpuint (n_logged, >, n_sent);
  g_subprocess_force_exit (server);
  g_subprocess_wait (server, NULL, NULL);
}

#define ADD(name, data, function) \
  g_test_add ("/life/" name, Fixture, data, set_up, function, tear_down)

void
add_life_tests (void)
{
  ADD ("comes-back", NULL, test_comes_back);
  ADD ("stays-away", "    reconnect: never\n", test_stays_away);
  ADD ("cancel", NULL, test_cancel);
  ADD ("calls-end", "    args: [--hostile, slow-answer, --hostile-method, tools/call]\n",
       test_calls_end);
  ADD ("session-lost", NULL, test_session_lost);
  ADD ("gives-up", "    args: [--hostile, crash-after, --hostile-count, '3']\n", test_gives_up);
}
