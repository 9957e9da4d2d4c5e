/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The transports against server-everything, as people start it; needs what ./dev setup installs. */

#include "mcp-http-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "test-transport-peer.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define INITIALIZE                                                                           \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
  "\"2025-11-25\","                                                                          \
  "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
#define LIST "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}"

static char *
find_tool (const char *name)
{
  const char      *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char *path = NULL;

  if (tools != NULL)
    path = g_build_filename (tools, "node_modules", ".bin", name, NULL);
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("not installed: run ./dev setup");
      return NULL;
    }
  return g_steal_pointer (&path);
}

/* How many processes have this variable in their environment. */
static guint
count_marked (const char *mark)
{
  g_autoptr (GDir) directory = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint       count = 0;

  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "environ", NULL);
      g_autofree char *environment = NULL;
      gsize            size;

      if (g_ascii_isdigit (*name) && g_file_get_contents (path, &environment, &size, NULL) &&
          memmem (environment, size, mark, strlen (mark)) != NULL)
        count++;
    }
  return count;
}

/* As most people start servers: npx, which starts a shell, which starts node. */
static TestPeer *
new_npx_peer (const char *mark)
{
  const char *arguments[] = { "--offline", "mcp-server-everything", "stdio", NULL };
  const char *environment[] = { mark, NULL };
  TestPeer   *peer = test_peer_new (mcp_stdio_transport_new ("npx", arguments));

  mcp_stdio_transport_set_surroundings (MCP_STDIO_TRANSPORT (peer->transport), environment,
                                        g_getenv ("SPYGLASS_TOOLS"));
  return peer;
}

static gboolean
can_run_npx (void)
{
  g_autofree char *server = find_tool ("mcp-server-everything");
  g_autofree char *npx = g_find_program_in_path ("npx");

  if (server != NULL && npx == NULL)
    g_test_skip ("no npx here");
  return server != NULL && npx != NULL;
}

static void
test_npx (void)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *mark = g_strconcat ("SPYGLASS_TEST_MARK=", id, NULL);
  g_autoptr (TestPeer) peer = NULL;

  if (!can_run_npx ())
    return;
  peer = new_npx_peer (mark);
  test_peer_open_or_fail (peer);
  g_assert_true (test_peer_send (peer, INITIALIZE, NULL));
  test_peer_wait (peer->messages->len >= 1);
  g_assert_nonnull (strstr (test_peer_get_message (peer, 0), "\"serverInfo\""));
  g_test_message ("%u processes", count_marked (mark));
  g_assert_cmpuint (count_marked (mark), >=, 2);
  test_peer_close (peer);
  g_assert_cmpuint (count_marked (mark), ==, 0);
}

static int
own (const char *mark)
{
  TestPeer *peer = new_npx_peer (mark);

  test_peer_open_or_fail (peer);
  g_assert_true (test_peer_send (peer, INITIALIZE, NULL));
  test_peer_wait (peer->messages->len >= 1);
  puts ("ready");
  fflush (stdout);
  test_peer_run (60000);
  return 0;
}

static void
test_npx_owner_killed (void)
{
  g_autofree char *self =
      g_test_build_filename (G_TEST_BUILT, "mcp", "test-transport-servers", NULL);
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *mark = g_strconcat ("SPYGLASS_TEST_MARK=", id, NULL);
  g_autoptr (GSubprocess) owner = NULL;
  char line[100];

  if (!can_run_npx ())
    return;
  owner = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, self, "--own", mark, NULL);
  g_assert_cmpint (
      g_input_stream_read (g_subprocess_get_stdout_pipe (owner), line, sizeof line, NULL, NULL), >,
      0);
  g_assert_cmpuint (count_marked (mark), >=, 2);
  g_subprocess_send_signal (owner, SIGKILL);
  g_subprocess_wait (owner, NULL, NULL);
  test_peer_wait (count_marked (mark) == 0);
}

static guint16
find_free_port (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);

  g_socket_listener_close (listener);
  return port;
}

static void
send_or_fail (TestPeer *peer, const char *message)
{
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, message, &error);
  g_assert_no_error (error);
}

#define CALL                                                                               \
  "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"," \
  "\"arguments\":{\"message\":\"hello there\"}}}"

/* Waits for the message that has this text. */
static gboolean
has_message (TestPeer *peer, const char *text)
{
  for (guint i = 0; i < peer->messages->len; i++)
    {
      gsize       size;
      const char *bytes = g_bytes_get_data (peer->messages->pdata[i], &size);

      if (memmem (bytes, size, text, strlen (text)) != NULL)
        return TRUE;
    }
  return FALSE;
}

static McpHttpListening
get_listening (TestPeer *peer)
{
  McpHttpListening listening;

  g_object_get (peer->transport, "listening", &listening, NULL);
  return listening;
}

static void
check_http (const char *url)
{
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (url, NULL));
  g_autofree char *id = NULL;
  McpRecord       *farewell;
  guint            exchanges;

  test_peer_open_or_fail (peer);
  send_or_fail (peer, INITIALIZE);
  g_assert_cmpuint (peer->messages->len, ==, 1);
  g_assert_nonnull (strstr (test_peer_get_message (peer, 0), "\"serverInfo\""));
  g_object_get (peer->transport, "session-id", &id, NULL);
  g_assert_nonnull (id);
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  send_or_fail (peer, INITIALIZED);
  mcp_transport_initialized (peer->transport);
  send_or_fail (peer, LIST);
  g_assert_true (has_message (peer, "\"tools\""));
  test_peer_wait (get_listening (peer) == MCP_HTTP_LISTENING_OPEN);
  send_or_fail (peer, CALL);
  g_assert_true (has_message (peer, "Echo: hello there"));

  exchanges = test_peer_count_records (peer, MCP_RECORD_EXCHANGE_STARTED);
  mcp_transport_get_limits (peer->transport)->close_timeout = 10000u;
  test_peer_close (peer);
  farewell = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_STARTED, exchanges);
  g_assert_cmpstr (farewell->method, ==, "DELETE");
  g_assert_cmpint (test_peer_get_record (peer, MCP_RECORD_EXCHANGE_HEADERS, exchanges)->status, ==,
                   200);
}

/* The session that was deleted behind our back is known to be lost: this server says 400. */
static void
check_http_session (const char *url)
{
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (url, NULL));
  g_autoptr (TestPeer) thief = test_peer_new (mcp_http_transport_new (url, NULL));
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  g_autofree char *header = NULL;
  const char      *headers[] = { NULL, NULL };

  test_peer_open_or_fail (peer);
  test_peer_open_or_fail (thief);
  send_or_fail (peer, INITIALIZE);
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  send_or_fail (peer, INITIALIZED);
  g_object_get (peer->transport, "session-id", &id, NULL);

  send_or_fail (thief, INITIALIZE);
  header = g_strconcat ("Mcp-Session-Id: ", id, NULL);
  headers[0] = header;
  g_assert_true (mcp_http_connection_set_headers (MCP_HTTP_CONNECTION (thief->transport), headers, NULL));
  mcp_transport_get_limits (thief->transport)->close_timeout = 10000u;
  test_peer_close (thief);

  g_assert_false (test_peer_send (peer, LIST, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED);
  send_or_fail (peer, INITIALIZE); /* another session */
  test_peer_close (peer);
}

static void
check_sse (const char *url)
{
  g_autoptr (TestPeer) peer = test_peer_new (mcp_sse_transport_new (url, NULL, NULL));

  test_peer_open_or_fail (peer);
  send_or_fail (peer, INITIALIZE);
  test_peer_wait (has_message (peer, "\"serverInfo\""));
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  send_or_fail (peer, INITIALIZED);
  send_or_fail (peer, LIST);
  send_or_fail (peer, CALL);
  test_peer_wait (has_message (peer, "\"tools\""));
  test_peer_wait (has_message (peer, "Echo: hello there"));
  g_assert_cmpuint (peer->n_closed, ==, 0);
  test_peer_close (peer);
  g_assert_no_error (peer->closed);
}

/* server-everything at a port of its own. */
typedef struct
{
  GSubprocess *process;
  char        *port;
} Server;

static gboolean
server_start (Server *server, const char *mode)
{
  g_autofree char *program = find_tool ("mcp-server-everything");
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  gboolean up = FALSE;

  if (program == NULL)
    return FALSE;
  server->port = g_strdup_printf ("%u", find_free_port ());
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                        G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_setenv (launcher, "PORT", server->port, TRUE);
  server->process = g_subprocess_launcher_spawn (launcher, NULL, program, mode, NULL);
  g_assert_nonnull (server->process);

  for (int attempt = 0; attempt < 200 && !up; attempt++)
    {
      g_autoptr (GSocketClient) client = g_socket_client_new ();
      g_autoptr (GSocketConnection) connection = g_socket_client_connect_to_host (
          client, "localhost", (guint16)g_ascii_strtoull (server->port, NULL, 10), NULL, NULL);

      up = connection != NULL;
      if (!up)
        g_usleep (100 * 1000);
    }
  g_assert_true (up);
  return TRUE;
}

static void
server_stop (Server *server)
{
  g_subprocess_force_exit (server->process);
  g_subprocess_wait (server->process, NULL, NULL);
  g_object_unref (server->process);
  g_free (server->port);
}

static void
test_http (void)
{
  Server           server = { 0 };
  g_autofree char *url = NULL;

  if (!server_start (&server, "streamableHttp"))
    return;
  url = g_strdup_printf ("http://localhost:%s/mcp", server.port);
  check_http (url);
  check_http_session (url);
  server_stop (&server);
}

static void
test_sse (void)
{
  Server           server = { 0 };
  g_autofree char *url = NULL;

  if (!server_start (&server, "sse"))
    return;
  url = g_strdup_printf ("http://localhost:%s/sse", server.port);
  check_sse (url);
  server_stop (&server);
}

int
main (int argc, char **argv)
{
  if (argc > 2 && g_str_equal (argv[1], "--own"))
    return own (argv[2]);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp/servers/npx", test_npx);
  g_test_add_func ("/mcp/servers/npx-owner-killed", test_npx_owner_killed);
  g_test_add_func ("/mcp/servers/http", test_http);
  g_test_add_func ("/mcp/servers/sse", test_sse);
  return g_test_run ();
}
