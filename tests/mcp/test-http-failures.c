/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What goes wrong over HTTP, and what a person is told. */

#include "mcp-tests.h"
#include "mcp-http-transport.h"
#include "mcp-limits.h"
#include "test-http-server.h"
#include "test-transport-peer.h"
#include "test-clock.h"

#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"

static TestPeer *
new_peer (const char *base, const char *path)
{
  g_autofree char *url = g_strconcat (base, path, NULL);
  TestPeer        *peer = test_peer_new (mcp_http_transport_new (url, NULL));

  test_peer_open_or_fail (peer);
  return peer;
}

/* Sends to @base@path and expects this failure. Returns: (transfer full) */
static GError *
expect (const char *base, const char *path, McpError code)
{
  g_autoptr (TestPeer) peer = new_peer (base, path);
  GError *error = NULL;

  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, (int)code);
  g_test_message ("%s", error->message);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  g_assert_true (g_str_has_suffix (
      error->message, test_peer_get_record (peer, MCP_RECORD_EXCHANGE_ENDED, 0)->note));
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_ENDED), ==, 1);
  test_peer_close (peer);
  return error;
}

static void
test_authorization (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  GError *error = expect (server->base, "/fail/401", MCP_ERROR_AUTHORIZATION_REQUIRED);

  g_assert_cmpuint (mcp_error_get_details (error)->http_status, ==, 401);
  g_assert_cmpstr (mcp_error_get_details (error)->challenge, ==,
                   "Bearer resource_metadata=\"https://a/b\", Basic realm=\"x\"");
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==, "{\"error\":\"invalid_token\"}");
  g_error_free (error);

  error = expect (server->base, "/fail/403-challenge", MCP_ERROR_AUTHORIZATION_REQUIRED);
  g_assert_cmpstr (mcp_error_get_details (error)->challenge, ==,
                   "Bearer error=\"insufficient_scope\"");
  g_error_free (error);
  error = expect (server->base, "/fail/403", MCP_ERROR_HTTP_STATUS);
  g_error_free (error);
}

static void
test_status (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  GError *error = expect (server->base, "/fail/html", MCP_ERROR_HTTP_STATUS);

  g_assert_cmpuint (mcp_error_get_details (error)->http_status, ==, 500);
  g_assert_nonnull (strstr (error->message, "500 Internal Server Error"));
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==,
                   "<html>\357\277\275<h1>Oops</h1></html>");
  g_error_free (error);
  g_error_free (expect (server->base, "/fail/404", MCP_ERROR_HTTP_STATUS));
  g_error_free (expect (server->base, "/fail/405", MCP_ERROR_HTTP_STATUS));
  g_error_free (expect (server->base, "/fail/429", MCP_ERROR_HTTP_STATUS));
  g_error_free (expect (server->base, "/fail/503", MCP_ERROR_HTTP_STATUS));
}

/* A JSON-RPC error is an answer, whatever the status. */
static void
test_rpc_errors (void)
{
  static const char *const paths[] = { "/fail/rpc", "/fail/rpc-no-id" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (TestPeer) peer = new_peer (server->base, paths[i]);
      g_autoptr (GError) error = NULL;

      test_peer_send (peer, REQUEST, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (peer->messages->len, ==, 1);
      g_assert_nonnull (strstr (test_peer_get_message (peer, 0), "\"bad\""));
      test_peer_close (peer);
    }
}

static void
test_content_type (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (GError) error = expect (server->base, "/html", MCP_ERROR_INVALID_MESSAGE);

  g_assert_nonnull (strstr (error->message, "text/html"));
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==, "<html>Welcome</html>");
}

static void
test_redirects (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autofree char *elsewhere = g_strdup_printf ("http://localhost:%s/json",
                                                strrchr (server->base, ':') + 1);
  g_autofree char *same = g_strconcat (server->base, "/json", NULL);
  GError          *error = expect (server->base, "/redirect/302", MCP_ERROR_REDIRECTED);

  g_assert_cmpstr (mcp_error_get_details (error)->url, ==, same);
  g_assert_nonnull (strstr (error->message, same));
  g_assert_cmpuint (server->requests->len, ==, 1);
  g_error_free (error);

  error = expect (server->base, "/redirect/elsewhere", MCP_ERROR_REDIRECTED);
  g_assert_cmpstr (mcp_error_get_details (error)->url, ==, elsewhere);
  g_assert_cmpuint (server->requests->len, ==, 2);
  g_error_free (error);

  g_error_free (expect (server->base, "/redirect/nowhere", MCP_ERROR_REDIRECTED));
  g_error_free (expect (server->base, "/redirect/loop", MCP_ERROR_REDIRECTED));
  g_assert_cmpuint (server->requests->len, ==, 3 + 1 + MCP_HTTP_MAX_REDIRECTS);
}

static void
test_invalid_urls (void)
{
  static const char *const urls[] = {
    "", "example.com", "localhost:3000/mcp", "ftp://x/", "file:///etc",
    "http://", "http:///mcp", "http://[::1/", "http://a:99999/", "javascript:alert(1)"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (urls[i], NULL));
      g_autoptr (GError) error = NULL;

      g_assert_false (test_peer_open (peer, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_test_message ("%s", error->message);
      test_peer_close (peer);
      g_assert_cmpuint (peer->n_closed, ==, 0);
    }
}

static void
test_refused (void)
{
  TestRawServer   *server = test_raw_server_new ("", 0);
  g_autofree char *url = g_strdup (server->url);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) unknown = NULL;

  test_raw_server_free (server); /* nobody has this port now */
  error = expect (url, "", MCP_ERROR_CONNECTION_FAILED);
  g_assert_nonnull (strstr (error->message, "Is the server running"));

  unknown = expect ("http://no-such-host.invalid/", "mcp", MCP_ERROR_CONNECTION_FAILED);
  g_assert_nonnull (strstr (unknown->message, "no-such-host.invalid"));
}

static void
expect_raw (const char *answer, gsize size, McpError code)
{
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, size);
  g_autoptr (GError) error = expect (server->url, "", code);
}

#define CHUNKED "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"

static void
test_broken_connections (void)
{
  static const char *const lost[] = {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"half\":",
    CHUNKED "Content-Type: application/json\r\n\r\n7\r\n{\"half\"\r\n",
    CHUNKED "Content-Type: text/event-stream\r\n\r\n7\r\ndata: {\r\n",
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"half\":",
    "HTTP/1.1 200 OK\r\nContent-Ty",
    "",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lost); i++)
    expect_raw (lost[i], strlen (lost[i]), MCP_ERROR_CONNECTION_LOST);
}

static void
test_not_http (void)
{
  static const char *const garbage[] = { "SSH-2.0-OpenSSH_9.2\r\n", "{\"jsonrpc\":\"2.0\"}\n\n",
                                         "\x15\x03\x01\x00\x02\x02\x16" };

  for (gsize i = 0; i < G_N_ELEMENTS (garbage); i++)
    {
      g_autoptr (TestRawServer) server = test_raw_server_new (garbage[i], strlen (garbage[i]));
      g_autoptr (TestPeer) peer = new_peer (server->url, "");
      g_autoptr (GError) error = NULL;

      g_assert_false (test_peer_send (peer, REQUEST, &error));
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == MCP_ERROR && (error->code == MCP_ERROR_CONNECTION_FAILED ||
                                                    error->code == MCP_ERROR_CONNECTION_LOST));
      test_peer_close (peer);
    }
}

static void
test_tls_to_plain (void)
{
  static const char answer[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, sizeof answer - 1);
  g_autofree char *url = g_strdup_printf ("https%s", server->url + 4);
  g_autoptr (GError) error = NULL;

  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_test_skip ("no TLS here");
      return;
    }
  error = expect (url, "", MCP_ERROR_CONNECTION_FAILED);
  g_assert_nonnull (strstr (error->message, "http, not https"));
}

/* Connects to a listener whose queue is full, so that the handshake never ends. */
static void
test_connect_timeout (void)
{
  g_autoptr (GSocket) listener = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                               G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GPtrArray) fillers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *url = NULL;
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_set_listen_backlog (listener, 0);
  g_assert_true (g_socket_bind (listener, any, TRUE, NULL));
  g_assert_true (g_socket_listen (listener, NULL));
  address = g_socket_get_local_address (listener, NULL);
  for (int i = 0; i < 8; i++)
    {
      GSocket *filler = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_TCP, NULL);

      g_socket_set_blocking (filler, FALSE);
      g_socket_connect (filler, address, NULL, NULL);
      g_ptr_array_add (fillers, filler);
    }
  test_peer_run (50);

  url = g_strdup_printf ("http://127.0.0.1:%d/",
                         g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)));
  peer = test_peer_new (mcp_http_transport_new (url, NULL));
  mcp_transport_get_limits (peer->transport)->connect_timeout = 200u;
  test_peer_open_or_fail (peer);
  /* Long before the system gives up, which is longer than a test waits */
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  test_peer_close (peer);
}

/* The connect deadline is over when the connection stands, however slow the answer is. */
static void
test_slow_answer (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server->base, "/stream");
  TestPeerCall call;

  mcp_transport_get_limits (peer->transport)->connect_timeout = 100u;
  test_peer_begin_send (peer, REQUEST, NULL, &call);
  test_peer_run (300);
  g_assert_false (call.done);
  test_http_server_write (server, 0, "data: {}\n\n");
  test_http_server_end (server, 0);
  g_assert_true (test_peer_end_send (peer, &call, NULL));
  test_peer_close (peer);
}

static void
test_bad_session_id (void)
{
  static const char answer[] = "HTTP/1.1 200 OK\r\nMcp-Session-Id: a b\r\nContent-Length: 2\r\n"
                               "Content-Type: application/json\r\n\r\n{}";
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, sizeof answer - 1);
  g_autoptr (TestPeer) peer = new_peer (server->url, "");
  g_autofree char *id = NULL;

  g_assert_true (test_peer_send (peer, REQUEST, NULL));
  g_object_get (peer->transport, "session-id", &id, NULL);
  g_assert_null (id);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_NOTE), ==, 1);
  test_peer_close (peer);
}

/* Bodies around the limit, as JSON and as an event. */
static void
test_limit (void)
{
  for (int events = 0; events <= 1; events++)
    for (int over = -1; over <= 1; over++)
      {
        const gsize limit = 200000;
        g_autoptr (GString) answer = g_string_new ("HTTP/1.1 200 OK\r\n");
        g_autoptr (TestRawServer) server = NULL;
        g_autoptr (TestPeer) peer = NULL;
        g_autoptr (GError) error = NULL;
        g_autofree char *body = g_strnfill (limit + (gsize)over, '7');

        g_string_append_printf (answer, "Content-Type: %s\r\n\r\n%s%s%s",
                                events ? "text/event-stream" : "application/json",
                                events ? "data: " : "", body, events ? "\n\n" : "");
        server = test_raw_server_new (answer->str, answer->len);
        peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
        mcp_transport_get_limits (peer->transport)->message_limit = limit;
        test_peer_open_or_fail (peer);
        if (over > 0)
          {
            g_assert_false (test_peer_send (peer, REQUEST, &error));
            g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
          }
        else
          {
            test_peer_send (peer, REQUEST, &error);
            g_assert_no_error (error);
            g_assert_cmpuint (g_bytes_get_size (peer->messages->pdata[0]), ==, limit + (gsize)over);
          }
        test_peer_close (peer);
      }
}

typedef struct
{
  gint64 last;
  gint64 longest;
} Heart;

static gboolean
on_beat (gpointer data)
{
  Heart *heart = data;
  gint64 now = test_clock_get_computed ();

  if (heart->last != 0)
    heart->longest = MAX (heart->longest, now - heart->last);
  heart->last = now;
  return G_SOURCE_CONTINUE;
}

static gpointer
serve_large (gpointer data)
{
  GSocketListener *listener = data;
  g_autoptr (GSocketConnection) connection = g_socket_listener_accept (listener, NULL, NULL, NULL);
  GOutputStream    *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autofree char  *block = g_strnfill (1000 * 1000, '7');
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                             "Content-Length: 100000000\r\n\r\n";
  char              request[4096];

  g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (connection)), request,
                       sizeof request, NULL, NULL);
  g_output_stream_write_all (output, head, sizeof head - 1, NULL, NULL, NULL);
  for (int i = 0; i < 100; i++)
    g_output_stream_write_all (output, block, 1000 * 1000, NULL, NULL, NULL);
  /* Closing with something unread would reset the connection. */
  g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  while (g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (connection)), request,
                              sizeof request, NULL, NULL) > 0)
    ;
  return NULL;
}

static void
test_large_body (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16          port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/", port);
  GThread         *thread = g_thread_new ("server", serve_large, listener);
  g_autoptr (TestPeer) peer = new_peer (url, "");
  g_autoptr (GError) error = NULL;
  Heart  heart = { 0 };
  guint  beat = g_timeout_add (1, on_beat, &heart);
  gint64 begin = g_get_monotonic_time ();

  test_peer_send (peer, REQUEST, &error);
  g_assert_no_error (error);
  g_source_remove (beat);
  g_test_message ("100 MB in %" G_GINT64_FORMAT " ms, longest pause %" G_GINT64_FORMAT " µs",
                  (g_get_monotonic_time () - begin) / 1000, heart.longest);
  g_assert_cmpuint (g_bytes_get_size (peer->messages->pdata[0]), ==, 100 * 1000 * 1000);
  test_peer_close (peer);
  g_thread_join (thread);
}

void
add_http_failures_tests (void)
{
  g_test_add_func ("/mcp/http/failures/authorization", test_authorization);
  g_test_add_func ("/mcp/http/failures/status", test_status);
  g_test_add_func ("/mcp/http/failures/rpc-errors", test_rpc_errors);
  g_test_add_func ("/mcp/http/failures/content-type", test_content_type);
  g_test_add_func ("/mcp/http/failures/redirects", test_redirects);
  g_test_add_func ("/mcp/http/failures/invalid-urls", test_invalid_urls);
  g_test_add_func ("/mcp/http/failures/refused", test_refused);
  g_test_add_func ("/mcp/http/failures/broken-connections", test_broken_connections);
  g_test_add_func ("/mcp/http/failures/not-http", test_not_http);
  g_test_add_func ("/mcp/http/failures/tls-to-plain", test_tls_to_plain);
  g_test_add_func ("/mcp/http/failures/connect-timeout", test_connect_timeout);
  g_test_add_func ("/mcp/http/failures/slow-answer", test_slow_answer);
  g_test_add_func ("/mcp/http/failures/bad-session-id", test_bad_session_id);
  g_test_add_func ("/mcp/http/failures/limit", test_limit);
  g_test_add_func ("/mcp/http/failures/large-body", test_large_body);
}
