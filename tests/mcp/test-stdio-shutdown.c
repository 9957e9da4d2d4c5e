/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How servers end: by the ladder, and when we end without a word. */

#include "mcp-limits.h"
#include "mcp-stdio-transport.h"
#include "test-transport-peer.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#define HAS_SANITIZER TRUE
#else
#define HAS_SANITIZER FALSE
#endif

static char *
get_child (void)
{
  return g_test_build_filename (G_TEST_BUILT, "mcp", "test-stdio-child", NULL);
}

static TestPeer *
new_child_peer (const char *mode, const char *number)
{
  g_autofree char *child = get_child ();
  const char      *arguments[] = { mode, number, NULL };

  return test_peer_new (mcp_stdio_transport_new (child, arguments));
}

/* A process that ended may still be a zombie of a parent that does not care. */
static gboolean
is_alive (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;
  const char      *state;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return FALSE;
  state = strrchr (stat, ')');
  return state != NULL && state[1] == ' ' && state[2] != 'Z' && state[2] != 'X';
}

static gboolean
any_is_alive (const int *pids, guint n_pids)
{
  for (guint i = 0; i < n_pids; i++)
    if (is_alive (pids[i]))
      return TRUE;
  return FALSE;
}

/* Returns: milliseconds; test_peer_wait() says how many they may be. */
static gint64
close_and_measure (TestPeer *peer)
{
  gint64 begin = g_get_monotonic_time ();

  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 1);
  g_assert_no_error (peer->closed);
  return (g_get_monotonic_time () - begin) / 1000;
}

static int
get_pid (TestPeer *peer)
{
  guint n_started = test_peer_count_records (peer, MCP_RECORD_PROCESS_STARTED);

  return test_peer_get_record (peer, MCP_RECORD_PROCESS_STARTED, n_started - 1)->pid;
}

/* One that ends with its stdin is not made to wait. */
static void
test_polite (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
  int pid;

  test_peer_open_or_fail (peer);
  pid = get_pid (peer);
  mcp_transport_get_limits (peer->transport)->close_timeout = TEST_PEER_NEVER;
  close_and_measure (peer);
  g_assert_false (is_alive (pid));
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0)->status, ==, 0);
}

static void
test_deaf (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("deaf", NULL);

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  mcp_transport_get_limits (peer->transport)->close_timeout = 200u;
  mcp_transport_get_limits (peer->transport)->terminate_timeout = TEST_PEER_NEVER;
  g_assert_cmpint (close_and_measure (peer), >=, 200);
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0)->status, ==, -SIGTERM);
}

static void
test_stubborn (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("stubborn", NULL);

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  mcp_transport_get_limits (peer->transport)->close_timeout = 100u;
  mcp_transport_get_limits (peer->transport)->terminate_timeout = 200u;
  g_assert_cmpint (close_and_measure (peer), >=, 300);
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0)->status, ==, -SIGKILL);
}

static void
test_close_cancelled (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("stubborn", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TestPeerCall call = { 0 };

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  mcp_transport_get_limits (peer->transport)->close_timeout = TEST_PEER_NEVER;
  mcp_transport_get_limits (peer->transport)->terminate_timeout = TEST_PEER_NEVER;
  mcp_transport_close_async (peer->transport, cancellable, test_peer_call_done, &call);
  test_peer_run (50);
  g_assert_false (call.done);
  g_cancellable_cancel (cancellable);
  test_peer_wait (call.done);
  g_object_unref (call.result);
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0)->status, ==, -SIGKILL);
}

/* Two closes at once both end, and the second may be in a hurry. */
static void
test_close_twice (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("deaf", NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  TestPeerCall calls[2] = { 0 };

  test_peer_open_or_fail (peer);
  mcp_transport_get_limits (peer->transport)->close_timeout = TEST_PEER_NEVER;
  g_cancellable_cancel (cancelled);
  mcp_transport_close_async (peer->transport, NULL, test_peer_call_done, &calls[0]);
  mcp_transport_close_async (peer->transport, cancelled, test_peer_call_done, &calls[1]);
  test_peer_wait (calls[0].done && calls[1].done);
  g_object_unref (calls[0].result);
  g_object_unref (calls[1].result);
  g_assert_cmpuint (peer->n_closed, ==, 1);
}

static void
read_pids (TestPeer *peer, int pids[3])
{
  test_peer_wait (peer->messages->len >= 1);
  g_assert_cmpint (sscanf (test_peer_get_message (peer, 0), "{\"pids\":[%d,%d,%d]}", &pids[0],
                           &pids[1], &pids[2]),
                   ==, 3);
  g_assert_true (is_alive (pids[1]));
  g_assert_true (is_alive (pids[2]));
}

static void
test_grandchildren (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("grandchildren", NULL);
  int pids[3];

  test_peer_open_or_fail (peer);
  read_pids (peer, pids);
  g_assert_cmpint (get_pid (peer), ==, pids[0]);
  mcp_transport_get_limits (peer->transport)->terminate_timeout = 200u;
  close_and_measure (peer);
  g_assert_false (any_is_alive (pids, 3));
}

/* As npx starts a server: the shell does not pass signals on. */
static void
test_shell (void)
{
  g_autofree char *child = get_child ();
  g_autofree char *script = g_strdup_printf ("'%s' grandchildren 1 & wait", child);
  const char      *arguments[] = { "-c", script, NULL };
  g_autoptr (TestPeer) peer = test_peer_new (mcp_stdio_transport_new ("sh", arguments));
  int pids[3];
  int shell;

  test_peer_open_or_fail (peer);
  read_pids (peer, pids);
  shell = get_pid (peer);
  g_assert_cmpint (shell, !=, pids[0]);
  mcp_transport_get_limits (peer->transport)->close_timeout = 100u;
  mcp_transport_get_limits (peer->transport)->terminate_timeout = 200u;
  close_and_measure (peer);
  g_assert_false (is_alive (shell) || any_is_alive (pids, 3));
}

/* The one we started ends by itself and leaves others behind. */
static void
test_left_behind (void)
{
  g_autofree char *child = get_child ();
  g_autofree char *script = g_strdup_printf ("'%s' grandchildren 1 & sleep 0.3; exit 5", child);
  const char      *arguments[] = { "-c", script, NULL };
  g_autoptr (TestPeer) peer = test_peer_new (mcp_stdio_transport_new ("sh", arguments));
  int pids[3];

  test_peer_open_or_fail (peer);
  read_pids (peer, pids);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_cmpint (mcp_error_get_details (peer->closed)->exit_status, ==, 5);
  test_peer_wait (!any_is_alive (pids, 3));
}

static void
test_dispose (void)
{
  TestPeer *peer = new_child_peer ("grandchildren", "1");
  int       pids[3];

  test_peer_open_or_fail (peer);
  read_pids (peer, pids);
  test_peer_free (peer); /* asserts that it is finalized */
  test_peer_wait (!any_is_alive (pids, 3));
}

/* Whoever goes away without a word still leaves the server the time to end by itself. */
static void
test_dispose_farewell (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spyglass-shutdown-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "done", NULL);
  TestPeer        *peer = new_child_peer ("farewell", file);
  int              pid;

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  pid = get_pid (peer);
  test_peer_free (peer);
  test_peer_wait (!is_alive (pid));
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
  g_remove (file);
  g_rmdir (folder);
}

static void
test_open_cancelled (void)
{
  for (int late = 0; late <= 1; late++)
    {
      g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      TestPeerCall call = { 0 };

      if (!late)
        g_cancellable_cancel (cancellable);
      mcp_transport_open_async (peer->transport, cancellable, test_peer_call_done, &call);
      if (late)
        g_cancellable_cancel (cancellable);
      test_peer_wait (call.done);
      g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
      g_object_unref (call.result);
      g_assert_cmpuint (peer->n_closed, ==, 0);
      test_peer_open_or_fail (peer);
      test_peer_close (peer);
    }
}

static void
test_close_while_opening (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
  TestPeerCall opening = { 0 };
  g_autoptr (GError) error = NULL;

  mcp_transport_open_async (peer->transport, NULL, test_peer_call_done, &opening);
  test_peer_close (peer);
  test_peer_wait (opening.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, opening.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_object_unref (opening.result);
  g_assert_cmpuint (peer->n_closed, ==, 0);
}

static int
get_parent (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;
  int              parent;

  g_assert_true (g_file_get_contents (path, &stat, NULL, NULL));
  g_assert_cmpint (sscanf (strrchr (stat, ')'), ") %*c %d", &parent), ==, 1);
  return parent;
}

static gint64
get_resident_size (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", pid);
  g_autofree char *statm = NULL;
  long             pages;

  g_assert_true (g_file_get_contents (path, &statm, NULL, NULL));
  g_assert_cmpint (sscanf (statm, "%*d %ld", &pages), ==, 1);
  return (gint64)pages * sysconf (_SC_PAGESIZE);
}

/* What we hold when a server starts is not held a second time by its supervisor. */
static void
test_supervisor_is_small (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
  const gsize      size = 300 * 1000 * 1000;
  g_autofree char *large = g_malloc (size);
  gint64           begin;
  int              supervisor;

  if (HAS_SANITIZER)
    {
      g_test_skip ("the sanitizer's memory is not given back");
      return;
    }
  memset (large, 1, size);
  begin = g_get_monotonic_time ();
  test_peer_open_or_fail (peer);
  g_test_message ("started in %" G_GINT64_FORMAT " µs", g_get_monotonic_time () - begin);
  supervisor = get_parent (get_pid (peer));
  test_peer_wait (get_resident_size (supervisor) < 30 * 1000 * 1000);
  g_test_message ("%" G_GINT64_FORMAT " KiB", get_resident_size (supervisor) / 1024);
  g_assert_true (test_peer_send (peer, "{}", NULL));
  test_peer_wait (peer->messages->len == 1);
  test_peer_close (peer);
}

/* Somebody kills the supervisor: the server goes with it, and so does its group. */
static void
test_supervisor_killed (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("grandchildren", "1");
  int pids[3];
  int parent;

  test_peer_open_or_fail (peer);
  read_pids (peer, pids);
  parent = get_parent (pids[0]);
  g_assert_cmpint (parent, !=, getpid ());
  kill (parent, SIGTERM); /* which it does not heed */
  test_peer_run (50);
  g_assert_true (is_alive (parent));
  kill (parent, SIGKILL);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  /* The server is not blamed. */
  g_assert_nonnull (strstr (peer->closed->message, "watches over the server"));
  test_peer_wait (!any_is_alive (pids, 2));
  kill (pids[2], SIGKILL); /* the one in a session of its own has nobody left to know of it */
}

/* Run as another process: opens a transport, says what runs, and waits to be killed. */
static int
own (const char *command, char **arguments)
{
  TestPeer *peer =
      test_peer_new (mcp_stdio_transport_new (command, (const char *const *)arguments));
  int pids[3];

  test_peer_open_or_fail (peer);
  read_pids (peer, pids);
  printf ("%d %d %d %d\n", get_pid (peer), pids[0], pids[1], pids[2]);
  fflush (stdout);
  test_peer_run (60000);
  return 0;
}

static void
kill_owner (const char *command, const char *first, const char *second, int signal_number, int pids[4])
{
  g_autofree char *self = g_test_build_filename (G_TEST_BUILT, "mcp", "test-stdio-shutdown", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) owner = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, self,
                                                    "--own", command, first, second, NULL);
  char line[200] = "";

  g_assert_no_error (error);
  g_assert_cmpint (g_input_stream_read (g_subprocess_get_stdout_pipe (owner), line, sizeof line - 1,
                                        NULL, &error),
                   >, 0);
  g_assert_cmpint (sscanf (line, "%d %d %d %d", &pids[0], &pids[1], &pids[2], &pids[3]), ==, 4);
  for (int i = 0; i < 4; i++)
    g_assert_true (is_alive (pids[i]));

  g_subprocess_send_signal (owner, signal_number);
  g_subprocess_wait (owner, NULL, NULL);
}

static void
test_owner_killed (void)
{
  g_autofree char *child = get_child ();
  g_autofree char *script = g_strdup_printf ("'%s' grandchildren 1 & wait", child);
  int              pids[12];

  kill_owner (child, "grandchildren", "1", SIGKILL, pids);
  kill_owner ("sh", "-c", script, SIGKILL, pids + 4);
  kill_owner ("sh", "-c", script, SIGSEGV, pids + 8);
  test_peer_wait (!any_is_alive (pids, G_N_ELEMENTS (pids)));
}

/* Many at once come and go without a trace: no descriptor, no process. */
static guint
count_entries (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  guint count = 0;

  while (g_dir_read_name (directory) != NULL)
    count++;
  return count;
}

static guint
count_children (void)
{
  g_autofree char *text = NULL;
  guint            count = 0;

  g_file_get_contents ("/proc/thread-self/children", &text, NULL, NULL);
  for (const char *at = text; at != NULL && *at != '\0'; at++)
    count += *at == ' ' ? 1 : 0;
  return count;
}

static void
test_leaves_no_trace (void)
{
  guint descriptors = 0;

  for (int round = 0; round < 20; round++)
    {
      TestPeer *peers[3];

      for (int i = 0; i < 3; i++)
        {
          peers[i] = new_child_peer ("echo", NULL);
          test_peer_open_or_fail (peers[i]);
        }
      for (int i = 0; i < 3; i++)
        {
          g_assert_true (test_peer_send (peers[i], "{}", NULL));
          test_peer_wait (peers[i]->messages->len == 1);
          if (round % 2)
            test_peer_close (peers[i]);
          test_peer_free (peers[i]);
        }
      test_peer_wait (count_children () == 0);
      if (round == 1)
        descriptors = count_entries ("/proc/self/fd");
    }
  g_assert_cmpuint (count_entries ("/proc/self/fd"), ==, descriptors);
}

int
main (int argc, char **argv)
{
  if (argc > 2 && g_str_equal (argv[1], "--own"))
    return own (argv[2], argv + 3);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp/stdio/shutdown/polite", test_polite);
  g_test_add_func ("/mcp/stdio/shutdown/deaf", test_deaf);
  g_test_add_func ("/mcp/stdio/shutdown/stubborn", test_stubborn);
  g_test_add_func ("/mcp/stdio/shutdown/close-cancelled", test_close_cancelled);
  g_test_add_func ("/mcp/stdio/shutdown/close-twice", test_close_twice);
  g_test_add_func ("/mcp/stdio/shutdown/grandchildren", test_grandchildren);
  g_test_add_func ("/mcp/stdio/shutdown/shell", test_shell);
  g_test_add_func ("/mcp/stdio/shutdown/left-behind", test_left_behind);
  g_test_add_func ("/mcp/stdio/shutdown/dispose", test_dispose);
  g_test_add_func ("/mcp/stdio/shutdown/dispose-farewell", test_dispose_farewell);
  g_test_add_func ("/mcp/stdio/shutdown/open-cancelled", test_open_cancelled);
  g_test_add_func ("/mcp/stdio/shutdown/close-while-opening", test_close_while_opening);
  g_test_add_func ("/mcp/stdio/shutdown/supervisor-is-small", test_supervisor_is_small);
  g_test_add_func ("/mcp/stdio/shutdown/supervisor-killed", test_supervisor_killed);
  g_test_add_func ("/mcp/stdio/shutdown/owner-killed", test_owner_killed);
  g_test_add_func ("/mcp/stdio/shutdown/leaves-no-trace", test_leaves_no_trace);
  return g_test_run ();
}
