/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-limits.h"
#include "mcp-stdio-transport.h"
#include "test-transport-peer.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static TestPeer *
new_peer (const char *command, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  const char *argument;
  va_list     args;

  va_start (args, command);
  while ((argument = va_arg (args, const char *)) != NULL)
    g_ptr_array_add (arguments, (gpointer)argument);
  va_end (args);
  g_ptr_array_add (arguments, NULL);
  return test_peer_new (mcp_stdio_transport_new (command, (const char *const *)arguments->pdata));
}

static char *
get_child (void)
{
  return g_test_build_filename (G_TEST_BUILT, "mcp", "test-stdio-child", NULL);
}

/* A peer whose server is the test child in @mode. */
static TestPeer *
new_child_peer (const char *mode, const char *number)
{
  g_autofree char *child = get_child ();

  return new_peer (child, mode, number, NULL);
}

static void
assert_details (GError *error, int exit_status, int signal_number, const char *evidence)
{
  McpErrorDetails *details = mcp_error_get_details (error);

  g_assert_cmpint (details->exit_status, ==, exit_status);
  g_assert_cmpint (details->signal, ==, signal_number);
  g_assert_cmpstr (details->evidence, ==, evidence);
}

static void
test_echo (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
  g_autoptr (GError) error = NULL;
  McpRecord *record;
  int        pid;

  test_peer_open_or_fail (peer);
  pid = test_peer_get_record (peer, MCP_RECORD_PROCESS_STARTED, 0)->pid;
  g_assert_cmpint (pid, >, 0);
  g_assert_false (mcp_transport_responds_in_exchange (peer->transport));

  test_peer_send (peer, "{\"id\":1}", &error);
  g_assert_no_error (error);
  test_peer_send (peer, "{\n  \"id\":\r\n 2\n}", &error);
  g_assert_no_error (error);
  test_peer_wait (peer->messages->len == 2);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "{\"id\":1}");
  g_assert_cmpstr (test_peer_get_message (peer, 1), ==, "{   \"id\":   2 }");

  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 1);
  g_assert_no_error (peer->closed);
  record = test_peer_get_record (peer, MCP_RECORD_PROCESS_STARTED, 0);
  g_assert_cmpint (record->pid, ==, pid);
  g_assert_true (g_str_has_suffix (record->note, "test-stdio-child echo"));
  record = test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0);
  g_assert_cmpint (record->status, ==, 0);

  g_assert_false (test_peer_send (peer, "{}", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
}

static void
test_reopen (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);

  for (guint i = 0; i < 3; i++)
    {
      test_peer_open_or_fail (peer);
      g_assert_true (test_peer_send (peer, "{}", NULL));
      test_peer_wait (peer->messages->len == i + 1);
      test_peer_close (peer);
      g_assert_cmpuint (peer->n_closed, ==, i + 1);
      g_assert_no_error (peer->closed);
    }
  test_peer_close (peer); /* which is nothing */
  g_assert_cmpuint (peer->n_closed, ==, 3);
}

static void
test_framing (void)
{
  static const char *const modes[] = { "crlf", "halves" };

  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (TestPeer) peer = new_child_peer (modes[i], NULL);

      test_peer_open_or_fail (peer);
      g_assert_true (test_peer_send (peer, "{\"one\":1}", NULL));
      g_assert_true (test_peer_send (peer, "{\"two\":2}", NULL));
      test_peer_wait (peer->messages->len == 2);
      g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "{\"one\":1}");
      g_assert_cmpstr (test_peer_get_message (peer, 1), ==, "{\"two\":2}");
      test_peer_close (peer);
    }
}

/* What is no message is handed on all the same: judging it is not the transport's business. */
static void
test_garbage (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("garbage", NULL);

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 3);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "Listening…");
  g_assert_cmpstr (test_peer_get_message (peer, 1), ==, "\xff\xfe");
  g_assert_cmpstr (test_peer_get_message (peer, 2), ==, "[[[");
  g_assert_true (test_peer_send (peer, "{}", NULL));
  test_peer_wait (peer->messages->len == 4);
  test_peer_close (peer);
}

static void
test_unfinished (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("unfinished", NULL);

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->n_closed == 1);
  g_assert_cmpuint (peer->messages->len, ==, 1);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "{\"last\":true}");
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  assert_details (peer->closed, 0, 0, NULL);
}

typedef struct
{
  GSource   source;
  TestPeer *peer;
  guint     last;
  guint     most; /* messages in one turn of the loop */
} Turns;

/* Every turn begins with it; nothing ever comes of it. */
static gboolean
count_turn (GSource *source, int *timeout)
{
  Turns *self = (Turns *)source;

  self->most = MAX (self->most, self->peer->messages->len - self->last);
  self->last = self->peer->messages->len;
  *timeout = -1;
  return FALSE;
}

/* A flood arrives whole and in order, and everything else gets its turn meanwhile. */
static void
test_flood (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("flood", "300000");
  GSourceFuncs funcs = { .prepare = count_turn };
  Turns       *turns = (Turns *)g_source_new (&funcs, sizeof (Turns));

  turns->peer = peer;
  g_source_set_priority (&turns->source, G_PRIORITY_HIGH);
  g_source_attach (&turns->source, NULL);
  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 300000);
  g_test_message ("at most %u messages in one turn", turns->most);
  g_assert_cmpuint (turns->most, <, 300000 / 2);
  g_source_destroy (&turns->source);
  g_source_unref (&turns->source);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "{\"n\":0}");
  g_assert_cmpstr (test_peer_get_message (peer, 299999), ==, "{\"n\":299999}");
  test_peer_close (peer);
}

static void
test_hold (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("flood", "100000");
  guint before;

  mcp_transport_hold (peer->transport, TRUE);
  test_peer_open_or_fail (peer);
  test_peer_run (100);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  mcp_transport_hold (peer->transport, FALSE);
  test_peer_wait (peer->messages->len > 10);
  mcp_transport_hold (peer->transport, TRUE);
  before = peer->messages->len;
  g_assert_cmpuint (before, <, 100000);
  test_peer_run (100);
  g_assert_cmpuint (peer->messages->len, ==, before);
  mcp_transport_hold (peer->transport, FALSE);
  test_peer_wait (peer->messages->len == 100000);

  /* Held, a close ends all the same. */
  mcp_transport_hold (peer->transport, TRUE);
  test_peer_close (peer);
}

/* What a server wrote before it ended is not lost while reading is held back. */
static void
test_hold_at_end (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("unfinished", NULL);

  mcp_transport_hold (peer->transport, TRUE);
  test_peer_open_or_fail (peer);
  test_peer_run (MCP_STDIO_DRAIN_GRACE + 300);
  g_assert_cmpuint (peer->n_closed, ==, 0);
  mcp_transport_hold (peer->transport, FALSE);
  test_peer_wait (peer->n_closed == 1);
  g_assert_cmpuint (peer->messages->len, ==, 1);
}

static void
test_limit (void)
{
  for (int over = -1; over <= 1; over++)
    {
      g_autofree char *size = g_strdup_printf ("%d", 1000000 - 15 + over);
      g_autoptr (TestPeer) peer = new_child_peer ("long", size);

      mcp_transport_get_limits (peer->transport)->message_limit = 1000000;
      test_peer_open_or_fail (peer);
      g_assert_true (test_peer_send (peer, "{\"id\":1}", NULL));
      test_peer_wait (peer->messages->len == (over > 0 ? 1 : 2));
      g_assert_cmpuint (peer->oversized->len, ==, over > 0 ? 2 : 0);
      if (over > 0)
        {
          GBytes    *tail = peer->oversized->pdata[1];
          McpRecord *record = test_peer_get_record (peer, MCP_RECORD_MALFORMED, 0);

          g_assert_true (g_str_has_prefix (g_bytes_get_data (peer->oversized->pdata[0], NULL),
                                           "{\"id\":7,"));
          g_assert_true (memmem (g_bytes_get_data (tail, NULL), g_bytes_get_size (tail), "xxx\"}", 5));
          g_assert_cmpuint (g_bytes_get_size (record->text), ==, MCP_OVERSIZED_SAMPLE);
        }
      else
        {
          g_assert_cmpuint (g_bytes_get_size (peer->messages->pdata[0]), ==, 1000000 + over);
        }
      test_peer_close (peer);
    }
}

static void
test_environment (void)
{
  static const char *const additional[] = { "TOKEN=a=b", "HOME=/nowhere", "EMPTY=", NULL };
  g_autoptr (TestPeer) peer = new_child_peer ("environment", NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();

  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport),
                                        (const char *const *)additional, NULL);
  test_peer_open_or_fail (peer);
  test_peer_wait (peer->n_closed == 1);

  for (guint i = 0; i < peer->messages->len; i++)
    g_ptr_array_add (lines, (gpointer)test_peer_get_message (peer, i));
  g_assert_true (g_ptr_array_find_with_equal_func (lines, "TOKEN=a=b", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (lines, "HOME=/nowhere", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (lines, "EMPTY=", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (lines, "USER=somebody", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (lines, "TERM=dumb", g_str_equal, NULL));
  for (guint i = 0; i < lines->len; i++)
    g_assert_false (g_str_has_prefix (lines->pdata[i], "SHELL=") ||
                    g_str_has_prefix (lines->pdata[i], "LOGNAME=") ||
                    g_str_has_prefix (lines->pdata[i], "SPYGLASS_"));
  /* LD_… and the like come from sanitizers and wrappers only */
  g_assert_cmpuint (lines->len, ==, 6);
}

static void
test_directory (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("directory", NULL);
  g_autofree char *directory = g_dir_make_tmp ("spyglass-XXXXXX", NULL);

  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport), NULL, directory);
  test_peer_open_or_fail (peer);
  test_peer_wait (peer->n_closed == 1);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, directory);
  remove (directory);
}

/* Nothing of ours leaks into the server: no descriptor, no blocked or ignored signal. */
static void
test_isolation (void)
{
  g_autoptr (TestPeer) other = new_child_peer ("echo", NULL);
  g_autoptr (TestPeer) peer = new_child_peer ("descriptors", NULL);

  signal (SIGPIPE, SIG_IGN);
  test_peer_open_or_fail (other);
  test_peer_open_or_fail (peer);
  test_peer_wait (peer->n_closed == 1);
  signal (SIGPIPE, SIG_DFL);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==,
                   "{\"open\":0,\"leader\":1,\"session\":1,\"blocked\":0,\"pipe\":0}");
  test_peer_close (other);
}

static void
assert_fails_to_open (TestPeer *peer, McpError code, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (test_peer_open (peer, &error));
  g_assert_error (error, MCP_ERROR, (int)code);
  g_test_message ("%s", error->message);
  g_assert_true (strstr (error->message, part) != NULL ||
                 g_strcmp0 (mcp_error_get_details (error)->evidence, part) == 0);
  g_assert_cmpuint (peer->n_closed, ==, 0);
  test_peer_free (peer);
}

static void
test_cannot_start (void)
{
  static const char *const bad[] = { "no equals sign", NULL };
  static const char *const path[] = { "PATH=/nowhere:/usr/games", NULL };
  g_autofree char         *child = get_child ();
  g_autofree char         *directory = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autofree char         *file = g_build_filename (directory, "plain", NULL);
  g_autofree char         *script = g_build_filename (directory, "script", NULL);
  TestPeer                *peer;

  g_assert_true (g_file_set_contents (file, "text", -1, NULL));
  g_assert_true (g_file_set_contents_full (script, "#!/no/such/interpreter\n", -1, 0, 0755, NULL));

  assert_fails_to_open (new_peer ("", NULL), MCP_ERROR_INVALID_TARGET, "no command");
  assert_fails_to_open (new_peer ("/no/such/program", NULL), MCP_ERROR_COMMAND_NOT_FOUND,
                        "/no/such/program");
  assert_fails_to_open (new_peer (directory, NULL), MCP_ERROR_COMMAND_NOT_EXECUTABLE, "folder");
  assert_fails_to_open (new_peer (script, NULL), MCP_ERROR_COMMAND_NOT_EXECUTABLE, "interpreter");
  assert_fails_to_open (new_peer (file, NULL), MCP_ERROR_COMMAND_NOT_EXECUTABLE, "permissions");

  peer = new_peer ("spyglass-no-such-program", NULL);
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport),
                                        (const char *const *)path, NULL);
  assert_fails_to_open (peer, MCP_ERROR_COMMAND_NOT_FOUND, "/nowhere\n/usr/games");

  peer = new_peer (child, "echo", NULL);
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport),
                                        (const char *const *)bad, NULL);
  assert_fails_to_open (peer, MCP_ERROR_INVALID_TARGET, "no equals sign");

  peer = new_peer (child, "echo", NULL);
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport), NULL, "/no/such/folder");
  assert_fails_to_open (peer, MCP_ERROR_COMMAND_NOT_EXECUTABLE, "/no/such/folder");

  peer = new_peer (child, "echo", NULL);
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport), NULL, file);
  assert_fails_to_open (peer, MCP_ERROR_COMMAND_NOT_EXECUTABLE, "not a folder");

  remove (file);
  remove (script);
  remove (directory);
}

/* As a shell does: names are looked up, relative paths start in the working directory, and a script
 * needs no interpreter line. */
static void
test_lookup (void)
{
  g_autofree char *directory = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autofree char *script = g_build_filename (directory, "script", NULL);
  g_autoptr (TestPeer) relative = new_peer ("./script", "a b", NULL);
  g_autoptr (TestPeer) named = new_peer ("script", "c", NULL);
  g_autofree char *path = g_strdup_printf ("PATH=/nowhere:%s:/bin", directory);
  const char      *environment[] = { path, NULL };

  g_assert_true (g_file_set_contents_full (script, "echo \"{$0 $1}\"\n", -1, 0, 0755, NULL));
  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (relative->transport), NULL, directory);
  test_peer_open_or_fail (relative);
  test_peer_wait (relative->n_closed == 1);
  g_assert_nonnull (strstr (test_peer_get_message (relative, 0), "script a b}"));

  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (named->transport),
                                        (const char *const *)environment, NULL);
  test_peer_open_or_fail (named);
  test_peer_wait (named->n_closed == 1);
  g_assert_nonnull (strstr (test_peer_get_message (named, 0), "script c}"));

  remove (script);
  remove (directory);
}

static void
test_exits (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("exit", "3");
  g_autoptr (GError) error = NULL;
  TestPeerCall call;

  test_peer_open_or_fail (peer);
  test_peer_begin_send (peer, "{\"method\":\"initialize\"}", NULL, &call);
  test_peer_end_send (peer, &call, &error); /* written or not: it may have been quick enough */
  if (error != NULL)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
      assert_details (error, 3, 0, "first line\nbad \357\277\275 byte\nlast line");
    }
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  assert_details (peer->closed, 3, 0, "first line\nbad \357\277\275 byte\nlast line");
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_STDERR), ==, 3);
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0)->status, ==, 3);
}

static void
test_crashes (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("signal", "6");

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  assert_details (peer->closed, -1, SIGABRT, NULL);
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_PROCESS_EXITED, 0)->status, ==, -SIGABRT);
}

static void
test_closes_output (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("close-output", NULL);

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
}

static void
test_closes_input (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("close-input", NULL);
  g_autoptr (GError) error = NULL;

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  g_assert_false (test_peer_send (peer, "{}", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
}

/* A server that does not read keeps neither us waiting nor what was not begun from being taken
 * back. */
static void
test_never_reads (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("deaf", NULL);
  g_autofree char *large = g_strnfill (2 * 1000 * 1000, 'x');
  g_autoptr (GCancellable) first_cancel = g_cancellable_new ();
  g_autoptr (GCancellable) second_cancel = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TestPeerCall first, second, third;

  test_peer_open_or_fail (peer);
  test_peer_begin_send (peer, large, first_cancel, &first);
  test_peer_begin_send (peer, "{\"second\":1}", second_cancel, &second);
  test_peer_begin_send (peer, "{\"third\":1}", NULL, &third);
  test_peer_run (100);
  g_assert_false (first.done || second.done || third.done);

  g_cancellable_cancel (second_cancel);
  g_assert_false (test_peer_end_send (peer, &second, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_clear_error (&error);
  g_cancellable_cancel (first_cancel); /* begun, but nobody needs to wait for it */
  g_assert_false (test_peer_end_send (peer, &first, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_clear_error (&error);

  mcp_transport_get_limits (peer->transport)->close_timeout = 50u;
  mcp_transport_get_limits (peer->transport)->terminate_timeout = 500u;
  test_peer_close (peer);
  g_assert_false (test_peer_end_send (peer, &third, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
}

static void
test_at_once (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
  guint late = 0;

  test_peer_open_or_fail (peer);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GString) sent = test_peer_send_in_one_turn (peer, &late);
      g_auto (GStrv) lines = g_strsplit (sent->str, "\n", -1);
      guint n = g_strv_length (lines) - 1; /* after the last line end is nothing */

      test_peer_wait (peer->messages->len == n * (round + 1));
      for (guint i = 0; i < n; i++)
        g_assert_cmpstr (test_peer_get_message (peer, n * round + i), ==, lines[i]);
      g_assert_cmpuint (late, >, 0);
      g_assert_cmpuint (late, <, n * (round + 1));
    }
  test_peer_close (peer);
  g_assert_no_error (peer->closed);
}

static void
test_order (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("echo", NULL);
  TestPeerCall calls[200];

  test_peer_open_or_fail (peer);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *padding = g_strnfill (i * 97 % 9000, 'x');
      g_autofree char *message = g_strdup_printf ("{\"n\":%u,\"%s\":0}", i, padding);

      test_peer_begin_send (peer, message, NULL, &calls[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    g_assert_true (test_peer_end_send (peer, &calls[i], NULL));
  test_peer_wait (peer->messages->len == G_N_ELEMENTS (calls));
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *begin = g_strdup_printf ("{\"n\":%u,", i);

      g_assert_true (g_str_has_prefix (test_peer_get_message (peer, i), begin));
    }
  test_peer_close (peer);
}

static void
test_stderr_rate (void)
{
  g_autoptr (TestPeer) peer = new_child_peer ("shout", "50000");
  guint lines;

  test_peer_open_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  test_peer_close (peer);
  lines = test_peer_count_records (peer, MCP_RECORD_STDERR);
  g_assert_cmpuint (lines, >=, MCP_STDERR_LINES_PER_SECOND);
  g_assert_cmpuint (lines, <, 10 * MCP_STDERR_LINES_PER_SECOND);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_NOTE), >=, 1);
}

int
main (int argc, char **argv)
{
  /* Before there are threads; see test_environment(). */
  g_setenv ("SPYGLASS_TEST_SECRET", "must not be passed on", TRUE);
  g_setenv ("SHELL", "() { echo a function; }", TRUE);
  g_setenv ("USER", "somebody", TRUE);
  g_setenv ("TERM", "dumb", TRUE);
  g_unsetenv ("LOGNAME");

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp/stdio/echo", test_echo);
  g_test_add_func ("/mcp/stdio/reopen", test_reopen);
  g_test_add_func ("/mcp/stdio/framing", test_framing);
  g_test_add_func ("/mcp/stdio/garbage", test_garbage);
  g_test_add_func ("/mcp/stdio/unfinished", test_unfinished);
  g_test_add_func ("/mcp/stdio/flood", test_flood);
  g_test_add_func ("/mcp/stdio/hold", test_hold);
  g_test_add_func ("/mcp/stdio/hold-at-end", test_hold_at_end);
  g_test_add_func ("/mcp/stdio/limit", test_limit);
  g_test_add_func ("/mcp/stdio/environment", test_environment);
  g_test_add_func ("/mcp/stdio/directory", test_directory);
  g_test_add_func ("/mcp/stdio/isolation", test_isolation);
  g_test_add_func ("/mcp/stdio/cannot-start", test_cannot_start);
  g_test_add_func ("/mcp/stdio/lookup", test_lookup);
  g_test_add_func ("/mcp/stdio/exits", test_exits);
  g_test_add_func ("/mcp/stdio/crashes", test_crashes);
  g_test_add_func ("/mcp/stdio/closes-output", test_closes_output);
  g_test_add_func ("/mcp/stdio/closes-input", test_closes_input);
  g_test_add_func ("/mcp/stdio/never-reads", test_never_reads);
  g_test_add_func ("/mcp/stdio/order", test_order);
  g_test_add_func ("/mcp/stdio/at-once", test_at_once);
  g_test_add_func ("/mcp/stdio/stderr-rate", test_stderr_rate);
  return g_test_run ();
}
