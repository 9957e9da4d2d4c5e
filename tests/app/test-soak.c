/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What only shows after a while: memory, file descriptors and processes stay flat over a thousand
 * calls and two hundred reconnects; floods, giants and kills leave nothing behind. */

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app-object-cache.h"
#include "app-workspace.h"
#include "mcp-error.h"
#include "app-catalogue.h"

#define PATIENCE_MS 120000
#define CALLS 1000
#define RECONNECTS 200
/* What allocators and caches may take on the way. */
#define SLACK_KIB 8192

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
  GAsyncResult *result;
} Fixture;

static gboolean
give_up (gpointer data)
{
  g_error ("Waited in vain");
  return G_SOURCE_REMOVE;
}

static gboolean
on_pulse (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* The pulse is for conditions that no event tells of. */
#define WAIT_UNTIL(condition)                                    \
  G_STMT_START                                                   \
  {                                                              \
    guint patience = g_timeout_add (PATIENCE_MS, give_up, NULL); \
    guint pulse = g_timeout_add (20, on_pulse, NULL);            \
    while (!(condition))                                         \
      g_main_context_iteration (NULL, TRUE);                     \
    g_source_remove (patience);                                  \
    g_source_remove (pulse);                                     \
  }                                                              \
  G_STMT_END

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  g_set_object (&self->result, result);
}

static GAsyncResult *
wait_for_result (Fixture *self)
{
  WAIT_UNTIL (self->result != NULL);
  return g_steal_pointer (&self->result);
}

static void
set_up (Fixture *self, gconstpointer options)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (StoreProfileList) book = NULL;
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");
  g_autofree char *path = NULL;
  g_auto (GStrv) words = NULL;

  self->folder = g_dir_make_tmp ("spyglass-soak-XXXXXX", NULL);
  path = g_build_filename (self->folder, "servers.yaml", NULL);
  book = store_profile_list_new (path);
  /* Old entries and objects are to go, so that flat means flat. */
  g_object_set (settings, "log-entries", 200, "log-bytes", (guint64)1024 * 1024, "approval",
                "auto", "close-grace", 200, NULL);
  self->workspace = app_workspace_new (settings, book, vault, NULL);
  store_backend_set_limits (
      app_object_cache_find_store (app_workspace_get_object_cache (self->workspace), NULL), 50,
      4 * 1024 * 1024);
  words = g_strsplit (options, " ", -1);
  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  if (words[0] != NULL && words[0][0] != '\0')
    g_object_set (profile, "arguments", words, NULL);
  self->session = app_workspace_new_session (self->workspace, profile);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_workspace_close_async (self->workspace, NULL, on_done, self);
  result = wait_for_result (self);
  g_assert_true (app_workspace_close_finish (self->workspace, result, NULL));
  g_clear_object (&result);
  g_assert_finalize_object (self->session);
  g_assert_finalize_object (self->workspace);
  g_rmdir (self->folder);
  g_free (self->folder);
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
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_session_connect_async (self->session, NULL, on_done, self);
  result = wait_for_result (self);
  app_session_connect_finish (self->session, result, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (!is_loading (self->session));
}

static void
do_disconnect (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (self->session, NULL, on_done, self);
  result = wait_for_result (self);
  g_assert_true (app_session_disconnect_finish (self->session, result, NULL));
}

static AppCallState
do_call (Fixture *self, const char *tool, const char *arguments)
{
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_TOOL, tool, arguments);
  g_autoptr (GAsyncResult) result = NULL;

  app_call_run_async (call, NULL, on_done, self);
  result = wait_for_result (self);
  app_call_run_finish (call, result, NULL);
  return app_call_get_state (call);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static guint
read_memory (void)
{
  g_autofree char *status = NULL;
  const char      *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "VmRSS:");
  g_assert_nonnull (line);
  return (guint)g_ascii_strtoull (line + strlen ("VmRSS:"), NULL, 10);
}

static guint
count_children (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int)getpid ());
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  words = g_strsplit (g_strstrip (text), " ", -1);
  return words[0] != NULL && words[0][0] != '\0' ? g_strv_length (words) : 0;
}

static void
assert_flat (guint memory, guint files, guint children)
{
  g_test_message ("memory %u → %u KiB, descriptors %u → %u, children %u → %u", memory,
                  read_memory (), files, count_files ("/proc/self/fd"), children,
                  count_children ());
  g_assert_cmpuint (read_memory (), <=, memory + SLACK_KIB);
  g_assert_cmpuint (count_files ("/proc/self/fd"), <=, files);
  g_assert_cmpuint (count_children (), <=, children);
}

static void
test_calls (Fixture *self, gconstpointer data)
{
  guint memory = 0;
  guint files = 0;
  guint children = 0;

  do_connect (self);
  for (guint i = 0; i < CALLS; i++)
    {
      /* The first ones warm up whatever is made once. */
      if (i == CALLS / 5)
        {
          memory = read_memory ();
          files = count_files ("/proc/self/fd");
          children = count_children ();
        }
      g_assert_cmpint (
          do_call (self, i % 2 ? "large_json" : "echo", i % 2 ? "{}" : "{\"message\":\"x\"}"), ==,
          APP_CALL_DONE);
    }
  assert_flat (memory, files, children);
}

static void
test_reconnects (Fixture *self, gconstpointer data)
{
  guint memory = 0;
  guint files = 0;
  guint children = 0;

  for (guint i = 0; i < RECONNECTS; i++)
    {
      if (i == RECONNECTS / 5)
        {
          memory = read_memory ();
          files = count_files ("/proc/self/fd");
          children = count_children ();
        }
      do_connect (self);
      g_assert_cmpint (do_call (self, "echo", "{\"message\":\"x\"}"), ==, APP_CALL_DONE);
      do_disconnect (self);
    }
  /* The last supervisor is reaped a moment after it said that all is gone. */
  WAIT_UNTIL (count_children () == 0);
  assert_flat (memory, files, children);
}

/* The longest turn of the main loop while something large or much arrives. */
static gint64
measure_loop (Fixture *self)
{
  gint64 longest = 0;

  while (self->result == NULL)
    {
      gint64 start;

      while (!g_main_context_pending (NULL) && self->result == NULL)
        g_usleep (200);
      start = g_get_monotonic_time ();
      g_main_context_iteration (NULL, FALSE);
      longest = MAX (longest, g_get_monotonic_time () - start);
    }
  return longest;
}

static void
test_large_result (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;
  gint64 longest;

  do_connect (self);
  call = app_session_new_call (self->session, APP_CALL_TOOL, "large_text", "{\"bytes\":104857600}");
  app_call_run_async (call, NULL, on_done, self);
  longest = measure_loop (self);
  g_assert_true (app_call_run_finish (call, self->result, NULL));
  g_clear_object (&self->result);
  g_assert_cmpint (app_call_get_state (call), ==, APP_CALL_DONE);
  g_assert_cmpuint (app_call_get_result_size (call), >=, 104857600);
  g_test_message ("100 MiB: the longest turn of the main loop took %.1f ms", longest / 1000.0);
}

/* One line of 1 GiB is beyond the limit for a message: refused, bounded, and the session ends or
 * goes on, but nothing hangs. */
static void
test_giant_line (Fixture *self, gconstpointer data)
{
  AppCallState state;

  do_connect (self);
  g_object_set (app_workspace_get_settings (self->workspace), "request-timeout", 60000, NULL);
  state = do_call (self, "echo", "{\"message\":\"x\"}");
  g_assert_cmpint (state, ==, APP_CALL_FAILED);
  g_test_message ("after a line of 1 GiB: %u KiB resident", read_memory ());
}

static void
test_flood (Fixture *self, gconstpointer data)
{
  do_connect (self);
  for (guint i = 0; i < 50; i++)
    g_assert_cmpint (do_call (self, "echo", "{\"message\":\"x\"}"), ==, APP_CALL_DONE);
}

static void
live_and_wait (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture, "--hostile ignore-eof --hostile ignore-term --hostile spawn-grandchild");
  do_connect (&fixture);
  g_print ("connected\n");
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
is_alive (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int)pid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  return strstr (text, ") Z ") == NULL;
}

static void
collect_descendants (pid_t pid, GArray *pids)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/children", (int)pid, (int)pid);
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  words = g_strsplit (text, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      pid_t child = (pid_t)g_ascii_strtoll (words[i], NULL, 10);

      if (child <= 0)
        continue;
      g_array_append_val (pids, child);
      collect_descendants (child, pids);
    }
}

/* We are killed without a word while a server runs that ignores every polite request. */
static void
test_killed (void)
{
  const char *arguments[] = { "/proc/self/exe", "--live-and-wait", NULL };
  g_autoptr (GSubprocess) victim = NULL;
  g_autoptr (GDataInputStream) output = NULL;
  g_autoptr (GArray) pids = g_array_new (FALSE, FALSE, sizeof (pid_t));
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *line = NULL;
  pid_t            pid;

  arguments[0] = own;
  victim = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  g_assert_nonnull (victim);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (victim));
  line = g_data_input_stream_read_line (output, NULL, NULL, NULL);
  g_assert_cmpstr (line, ==, "connected");
  pid = (pid_t)g_ascii_strtoll (g_subprocess_get_identifier (victim), NULL, 10);
  collect_descendants (pid, pids);
  /* The supervisor, the server and its grandchild. */
  g_assert_cmpuint (pids->len, >=, 3);

  kill (pid, SIGKILL);
  g_assert_true (g_subprocess_wait (victim, NULL, NULL));
  for (guint i = 0; i < pids->len; i++)
    for (guint tries = 0; is_alive (g_array_index (pids, pid_t, i)); tries++)
      {
        g_assert_cmpuint (tries, <, 200);
        g_usleep (50000);
      }
}

#define ADD(path, function, options) \
  g_test_add (path, Fixture, options, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  if (argc == 2 && g_str_equal (argv[1], "--live-and-wait"))
    live_and_wait ();
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  ADD ("/soak/calls", test_calls, "");
  ADD ("/soak/reconnects", test_reconnects, "");
  ADD ("/soak/large-result", test_large_result, "");
  ADD ("/soak/giant-line", test_giant_line,
       "--hostile huge-line --hostile-size 1073741824 --hostile-method tools/call");
  ADD ("/soak/flood-of-stderr", test_flood, "--hostile noisy-stderr");
  ADD ("/soak/flood-of-notifications", test_flood, "--hostile list-changed-flood");
  g_test_add_func ("/soak/killed", test_killed);
  return g_test_run ();
}
