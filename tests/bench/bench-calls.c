/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls: how many a second, and how much slower than a client that only writes and reads, over a
 * pipe and over HTTP, with 1, 10 and 100 in flight; and how long a call waits while fifty streams
 * to the same host are open. Many short rounds of both clients alternate, and their medians count;
 * beside the time that a call takes stands what of it this process computes. Arguments choose:
 * "stdio", "http", the name of a server; without any it is all of them. */

#include "bench-calls-raw.h"
#include "mcp-client.h"
#include "mcp-http-transport.h"
#include "mcp-stdio-transport.h"
#include "test-requests.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define ROUNDS 25
/* Calls before a row counts: both servers shall have compiled what they run. */
#define WARM_UP 3000
#define AIM 1.3
#define STREAMS 50
#define PATIENCE_MS 20000

static const guint windows[] = { 1, 10, 100 };
static const guint counts[] = { 400, 1000, 2000 };

typedef struct
{
  const char *name;
  char      **stdio; /* (nullable): the command */
  char      **http;  /* (nullable) */
  guint16     port;  /* where it listens; 0: it says so itself */
  const char *path;
  const char *long_tool; /* (nullable): one whose stream stays open */
  const char *long_arguments;
} Server;

/* Our client */

typedef struct
{
  McpClient *client;
  guint      count;
  guint      sent;
  guint      done;
  gboolean   failed;
  GBytes    *arguments;
} Run;

static void send_one (Run *run);

static void
on_called (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResult) answer =
      mcp_client_call_finish (MCP_CLIENT (source), result, &error);

  if (answer == NULL)
    {
      fprintf (stderr, "a call failed: %s\n", error->message);
      run->failed = TRUE;
    }
  run->done++;
  if (run->sent < run->count && !run->failed)
    send_one (run);
}

static void
send_one (Run *run)
{
  run->sent++;
  test_call_tool_async (run->client, "echo", run->arguments, NULL, NULL, on_called, run);
}

static double
run_ours (McpClient *client, guint count, guint window)
{
  g_autoptr (GBytes) arguments = g_bytes_new_static ("{\"message\":\"hi\"}", 16);
  Run    run = { client, count, 0, 0, FALSE, arguments };
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < window; i++)
    send_one (&run);
  while (run.done < run.sent)
    g_main_context_iteration (NULL, TRUE);
  return run.failed ? -1 : (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(int *)data = mcp_client_open_finish (MCP_CLIENT (source), result, &error) ? 1 : -1;
  if (error != NULL)
    fprintf (stderr, "cannot connect: %s\n", error->message);
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer data)
{
  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  *(int *)data = 1;
}

static McpClient *
open_client (McpTransport *transport)
{
  McpClient *client = test_client_new (transport);
  int        opened = 0;

  g_object_unref (transport);
  mcp_client_get_options (client)->connect_ms = PATIENCE_MS;
  mcp_client_get_options (client)->request_ms = PATIENCE_MS;
  mcp_client_get_options (client)->total_ms = PATIENCE_MS;
  mcp_client_open_async (client, NULL, on_opened, &opened);
  while (opened == 0)
    g_main_context_iteration (NULL, TRUE);
  if (opened < 0)
    g_clear_object (&client);
  return client;
}

static void
close_client (McpClient *client)
{
  int closed = 0;

  mcp_client_close_async (client, NULL, on_closed, &closed);
  while (closed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (client);
}

/* Comparing */

/** Of one client, a round each: seconds, and seconds of the processor. */
typedef struct
{
  double wall[ROUNDS];
  double cpu[ROUNDS];
} Rounds;

static double
get_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / G_USEC_PER_SEC;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double one = *(const double *)a;
  double other = *(const double *)b;

  return (one > other) - (one < other);
}

static double
get_median (double values[ROUNDS])
{
  qsort (values, ROUNDS, sizeof values[0], compare_doubles);
  return values[ROUNDS / 2];
}

static void
print_head (const char *title)
{
  printf ("\n%-26s %9s %11s %12s %12s %9s %9s %7s\n", title, "in flight", "raw, calls/s",
          "ours, calls/s", "more a call", "raw, CPU", "ours, CPU", "ratio");
}

static void
print_row (guint window, Rounds *raw, Rounds *ours, guint count, gboolean aimed)
{
  double theirs = get_median (raw->wall);
  double own = get_median (ours->wall);
  double ratio = own / theirs;

  printf ("%-26s %9u %11.0f %12.0f %9.1f µs %6.1f µs %6.1f µs %6.2f×%s\n", "", window,
          count / theirs, count / own, (own - theirs) / count * 1e6,
          get_median (raw->cpu) / count * 1e6, get_median (ours->cpu) / count * 1e6, ratio,
          aimed && ratio > AIM ? "  MISSED (aim 1.3)" : "");
}

/* As our transport does: Linux shares the processor between sessions first (sched(7), "autogroup"),
 * and on a busy machine that would be most of what is compared. */
static void
begin_session (gpointer data)
{
  setsid ();
}

static GSubprocess *
start (char **command, guint16 port, GSubprocessFlags flags)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags);
  g_autofree char *text = g_strdup_printf ("%u", port);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "PORT", text, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, begin_session, NULL, NULL);
  GSubprocess *process =
      g_subprocess_launcher_spawnv (launcher, (const char *const *)command, &error);
  if (process == NULL)
    fprintf (stderr, "%s: %s\n", command[0], error->message);
  return process;
}

static void
bench_stdio (const Server *server, gboolean aimed)
{
  g_autoptr (GSubprocess) process =
      start (server->stdio, 0,
             G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                 G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (McpClient) client = NULL;
  int in, out;

  if (process == NULL)
    return;
  in = g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (g_subprocess_get_stdin_pipe (process)));
  out = g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stdout_pipe (process)));
  client = open_client (mcp_stdio_transport_new (
      server->stdio[0], (const char *const *)server->stdio + 1));
  if (client == NULL || !bench_calls_raw_open_stdio (in, out))
    return;
  g_autofree char *title = g_strdup_printf ("%s, stdio", server->name);
  print_head (title);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      Rounds raw, ours;

      bench_calls_raw_stdio (in, out, WARM_UP, windows[i]);
      run_ours (client, WARM_UP, windows[i]);
      for (guint round = 0; round < ROUNDS; round++)
        {
          double before = get_cpu ();

          raw.wall[round] = bench_calls_raw_stdio (in, out, counts[i], windows[i]);
          raw.cpu[round] = get_cpu () - before;
          before = get_cpu ();
          ours.wall[round] = run_ours (client, counts[i], windows[i]);
          ours.cpu[round] = get_cpu () - before;
        }
      print_row (windows[i], &raw, &ours, counts[i], aimed);
    }
  close_client (g_steal_pointer (&client));
  g_subprocess_force_exit (process);
}

static gboolean
wait_for_port (guint16 port)
{
  g_autoptr (GSocketClient) socket = g_socket_client_new ();

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (GSocketConnection) connection =
          g_socket_client_connect_to_host (socket, "127.0.0.1", port, NULL, NULL);
      if (connection != NULL)
        return TRUE;
      g_usleep (50000);
    }
  return FALSE;
}

/* Open streams: calls that take their time, with the answer's stream open all the while. */

static void
on_long_called (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpResult) answer =
      mcp_client_call_finish (MCP_CLIENT (source), result, NULL);

  (*(guint *)data)--;
}

static void
bench_streams (const Server *server, McpClient *client)
{
  g_autoptr (GBytes) arguments =
      g_bytes_new (server->long_arguments, strlen (server->long_arguments));
  guint  open = STREAMS;
  double alone = run_ours (client, 200, 1);
  double beside;

  for (guint i = 0; i < STREAMS; i++)
    test_call_tool_async (client, server->long_tool, arguments, NULL, NULL, on_long_called,
                          &open);
  beside = run_ours (client, 200, 1);
  printf ("%-30s a call takes %.2f ms, and %.2f ms while %u of %u streams are open\n", "",
          alone / 200 * 1e3, beside / 200 * 1e3, open, STREAMS);
  while (open > 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
bench_http (const Server *server)
{
  g_autoptr (GSubprocess) process =
      start (server->http, server->port,
             G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u%s", server->port, server->path);
  g_autofree char *session = NULL;
  g_autoptr (McpClient) client = NULL;

  if (process == NULL)
    return;
  if (wait_for_port (server->port))
    {
      session = bench_calls_raw_open_http (server->port, server->path);
      client = open_client (mcp_http_transport_new (url, NULL));
    }
  if (session == NULL || client == NULL)
    {
      fprintf (stderr, "%s over HTTP: no session\n", server->name);
      g_subprocess_force_exit (process);
      return;
    }
  g_autofree char *title = g_strdup_printf ("%s, HTTP", server->name);
  print_head (title);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      Rounds raw, ours;

      bench_calls_raw_http (server->port, server->path, session, counts[i], windows[i]);
      run_ours (client, counts[i], windows[i]);
      for (guint round = 0; round < ROUNDS; round++)
        {
          double before = get_cpu ();

          raw.wall[round] =
              bench_calls_raw_http (server->port, server->path, session, counts[i], windows[i]);
          raw.cpu[round] = get_cpu () - before;
          before = get_cpu ();
          ours.wall[round] = run_ours (client, counts[i], windows[i]);
          ours.cpu[round] = get_cpu () - before;
        }
      print_row (windows[i], &raw, &ours, counts[i], FALSE);
    }
  if (server->long_tool != NULL)
    bench_streams (server, client);
  close_client (g_steal_pointer (&client));
  g_subprocess_force_exit (process);
}

static guint16
find_free_port (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();

  return g_socket_listener_add_any_inet_port (listener, NULL, NULL);
}

static gboolean
is_chosen (char **arguments, const char *a, const char *b, const char *name)
{
  gboolean named = FALSE, found = FALSE;

  for (; *arguments != NULL; arguments++)
    {
      if (!g_str_equal (*arguments, a) && !g_str_equal (*arguments, b))
        continue;
      named = TRUE;
      found |= g_str_equal (*arguments, name);
    }
  return !named || found;
}

static void
bench_server (const Server *server, char **arguments, gboolean aimed)
{
  if (!is_chosen (arguments, "server-everything", "spyglass-demo", server->name))
    return;
  if (is_chosen (arguments, "stdio", "http", "stdio"))
    bench_stdio (server, aimed);
  if (is_chosen (arguments, "stdio", "http", "http"))
    bench_http (server);
}

int
main (int argc, char *argv[])
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *folder = tools != NULL ? g_strdup (tools)
                                          : g_build_filename (g_get_user_cache_dir (), "spyglass",
                                                              "tools", NULL);
  g_autofree char *node = g_build_filename (folder, "node_modules", "node", "bin", "node", NULL);
  g_autofree char *script = g_build_filename (folder, "node_modules", "@modelcontextprotocol",
                                              "server-everything", "dist", "index.js", NULL);
  guint16          port = find_free_port ();
  g_autofree char *port_option = g_strdup_printf ("--port=%u", find_free_port ());
  char            *everything_stdio[] = { node, script, (char *)"stdio", NULL };
  char            *everything_http[] = { node, script, (char *)"streamableHttp", NULL };
  char            *demo_stdio[] = { (char *)SPYGLASS_DEMO_PATH, NULL };
  char            *demo_http[] = { (char *)SPYGLASS_DEMO_PATH, (char *)"--http", port_option, NULL };
  Server           everything = { "server-everything",
                                  everything_stdio,
                                  everything_http,
                                  port,
                                  "/mcp",
                                  "trigger-long-running-operation",
                                  "{\"duration\":4,\"steps\":4}" };
  Server           demo = { "spyglass-demo",
                            demo_stdio,
                            demo_http,
                            (guint16)strtoul (port_option + 7, NULL, 10),
                            "/mcp",
                            NULL,
                            NULL };

  setlocale (LC_ALL, "");
  signal (SIGPIPE, SIG_IGN); /* as all of our programs do */
  setvbuf (stdout, NULL, _IOLBF, 0);
  bench_server (&demo, argv + 1, FALSE);
  if (g_file_test (script, G_FILE_TEST_EXISTS))
    bench_server (&everything, argv + 1, TRUE);
  else
    printf ("skipped: server-everything is not installed (./dev setup)\n");
  return 0;
}
