/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers over HTTP that mean us harm, or are broken beyond measure. */

#include "mcp-tests.h"
#include "mcp-http-probe.h"
#include "mcp-http-transport.h"
#include "mcp-limits.h"
#include "test-http-server.h"
#include "test-memory-transport.h"
#include "test-transport-peer.h"

#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
#define HEAD "HTTP/1.1 200 OK\r\n"

/* Writes its head and then the same bytes for ever, until nobody reads them. */
typedef struct
{
  GSocketListener *listener;
  GThread         *thread;
  char            *url;
  const char      *head;
  const char      *block;
  guint64          written;
} Endless;

static gpointer
run_endless (gpointer data)
{
  Endless *self = data;
  g_autoptr (GSocketConnection) connection =
      g_socket_listener_accept (self->listener, NULL, NULL, NULL);
  GOutputStream   *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autofree char *many = NULL;
  g_autoptr (GString) blocks = g_string_new (NULL);
  char request[4096];

  while (blocks->len < 64 * 1024)
    g_string_append (blocks, self->block);
  g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (connection)), request,
                       sizeof request, NULL, NULL);
  g_output_stream_write_all (output, self->head, strlen (self->head), NULL, NULL, NULL);
  while (g_output_stream_write_all (output, blocks->str, blocks->len, NULL, NULL, NULL))
    self->written += blocks->len;
  return NULL;
}

static void
endless_start (Endless *self, const char *head, const char *block)
{
  guint16 port;

  self->listener = g_socket_listener_new ();
  port = g_socket_listener_add_any_inet_port (self->listener, NULL, NULL);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  self->head = head;
  self->block = block;
  self->thread = g_thread_new ("endless", run_endless, self);
}

static void
endless_stop (Endless *self)
{
  g_thread_join (self->thread);
  g_object_unref (self->listener);
  g_free (self->url);
}

/* Whatever it sends without end, we stop reading after a bounded part. */
static void
check_endless (const char *head, const char *block, int code)
{
  Endless server = { 0 };
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (GError) error = NULL;

  endless_start (&server, head, block);
  peer = test_peer_new (mcp_http_transport_new (server.url, NULL));
  mcp_transport_get_limits (peer->transport)->message_limit = 1000000;
  test_peer_open_or_fail (peer);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, MCP_ERROR, code);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  test_peer_close (peer);
  endless_stop (&server);
  g_test_message ("%" G_GUINT64_FORMAT " bytes were sent", server.written);
  g_assert_cmpuint (server.written, <, 40u * 1000u * 1000u);
}

static McpHttpProbeResponse *
probe (const char *url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  McpHttpProbeRequest request = { .method = "GET", .uri = uri };
  TestAnswer          done = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_http_probe_run_async (&request, NULL, test_answer_take, &done);
  result = test_answer_wait (&done);
  return mcp_http_probe_run_finish (result, error);
}

/* Whoever asks is protected from an answer that is announced for ever, and from a length that
 * libsoup warns of. */
static void
test_probe (void)
{
  static const char *const heads[] = { "", HEAD "Content-Length: -5\r\n\r\n" };
  static const char *const blocks[] = { "HTTP/1.1 100 Continue\r\n\r\n", "a" };

  /* The warning is dropped, but would end a test before that. */
  GLogLevelFlags fatal = g_log_set_always_fatal (G_LOG_FATAL_MASK);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      Endless server = { 0 };
      g_autoptr (GError) error = NULL;

      endless_start (&server, heads[i], blocks[i]);
      g_assert_null (probe (server.url, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      endless_stop (&server);
      g_clear_error (&error);
      check_endless (heads[i], blocks[i], MCP_ERROR_INVALID_MESSAGE);
    }
  g_log_set_always_fatal (fatal);
}

static gboolean
on_greeted (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  GPtrArray *connections = data;

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                             "SSH-2.0-x\r\n", 11, NULL, NULL, NULL);
  g_ptr_array_add (connections, g_object_ref (connection));
  return TRUE;
}

/* What greets and then waits is no HTTP server; that is told before any deadline. */
static void
test_greeting (void)
{
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint16          port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (url, NULL));
  g_autoptr (GError) error = NULL;
  TestPeerCall call;

  g_signal_connect (service, "incoming", G_CALLBACK (on_greeted), connections);
  g_socket_service_start (service);
  test_peer_open_or_fail (peer);
  test_peer_begin_send (peer, REQUEST, NULL, &call);
  g_assert_null (probe (url, &error));
  g_assert_nonnull (strstr (error->message, "SSH-2.0-x"));
  g_clear_error (&error);
  g_assert_false (test_peer_end_send (peer, &call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED);
  g_assert_nonnull (strstr (error->message, "SSH-2.0-x"));
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==, "SSH-2.0-x");
  test_peer_close (peer);
  g_socket_service_stop (service);
}

static void
test_endless (void)
{
  check_endless (HEAD "X-Long: ", "aaaaaaaa", MCP_ERROR_CONNECTION_LOST);
  check_endless (HEAD, "X-Many: 1\r\n", MCP_ERROR_CONNECTION_LOST);
  check_endless ("", "a", MCP_ERROR_CONNECTION_LOST);
  check_endless (HEAD "Content-Type: application/json\r\n\r\n[", "1,", MCP_ERROR_MESSAGE_TOO_LARGE);
  check_endless (HEAD "Content-Type: text/event-stream\r\n\r\ndata: ", "aaaaaaaa",
                 MCP_ERROR_MESSAGE_TOO_LARGE);
  check_endless (HEAD "Content-Type: text/event-stream\r\n\r\n", "data: aaaaaaaa\n",
                 MCP_ERROR_MESSAGE_TOO_LARGE);
  check_endless (HEAD "Content-Type: text/event-stream\r\n\r\nid: ", "aaaaaaaa",
                 MCP_ERROR_MESSAGE_TOO_LARGE);
  check_endless (HEAD "Content-Type: text/html\r\n\r\n", "<p>", MCP_ERROR_INVALID_MESSAGE);
  check_endless ("HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\n\r\n[", "1,",
                 MCP_ERROR_HTTP_STATUS);
  check_endless ("", "HTTP/1.1 103 Early Hints\r\n\r\n", MCP_ERROR_INVALID_MESSAGE);
  check_endless ("HTTP/1.1 401 Who\r\nContent-Type: text/plain\r\n\r\n", "who?",
                 MCP_ERROR_AUTHORIZATION_REQUIRED);
}

/* Comments, and events that carry nothing, for ever: nothing grows, and cancelling ends it. */
static void
test_endless_nothing (void)
{
  static const char *const blocks[] = { ": ping\n", "\n", "id: 1\n\n", "retry: 1\nid: \n\n",
                                        "event: x\n" };

  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      Endless server = { 0 };
      g_autoptr (TestPeer) peer = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      TestPeerCall call;

      endless_start (&server, HEAD "Content-Type: text/event-stream\r\n\r\n", blocks[i]);
      peer = test_peer_new (mcp_http_transport_new (server.url, NULL));
      test_peer_open_or_fail (peer);
      test_peer_begin_send (peer, REQUEST, cancellable, &call);
      test_peer_run (100);
      g_assert_false (call.done);
      g_cancellable_cancel (cancellable);
      g_assert_false (test_peer_end_send (peer, &call, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
      g_assert_cmpuint (peer->records->len, <, 5);
      test_peer_close (peer);
      endless_stop (&server);
    }
}

/* A kilobyte that unpacks to a gigabyte is stopped at the limit. */
static void
test_bomb (void)
{
  g_autoptr (GConverter) packer = G_CONVERTER (
      g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) output = g_converter_output_stream_new (memory, packer);
  g_autofree char *block = g_strnfill (1000 * 1000, ' ');
  g_autoptr (GString) answer = g_string_new (HEAD "Content-Type: application/json\r\n"
                                                  "Content-Encoding: gzip\r\n\r\n");
  g_autoptr (TestRawServer) server = NULL;
  g_autoptr (TestPeer) peer = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 100; i++)
    g_output_stream_write_all (output, block, 1000 * 1000, NULL, NULL, NULL);
  g_output_stream_close (output, NULL, NULL);
  g_string_append_len (answer, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                       (gssize)g_memory_output_stream_get_data_size (
                           G_MEMORY_OUTPUT_STREAM (memory)));
  server = test_raw_server_new (answer->str, answer->len);
  peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
  mcp_transport_get_limits (peer->transport)->message_limit = 1000000;
  test_peer_open_or_fail (peer);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
  g_assert_cmpuint (
      test_peer_get_record (peer, MCP_RECORD_EXCHANGE_ENDED, 0)->measures.received, <, 1100000);
  test_peer_close (peer);
}

/* What names a next event must not become headers of ours. */
static void
test_event_id (void)
{
  static const char *const ids[] = { "a\001b", "a\tb", "a\x7f" };

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *answer =
          g_strdup_printf (HEAD "Content-Type: text/event-stream\r\n\r\n"
                                "retry: 50\nid: %s\ndata: {\"a\":1}\n\n",
                           ids[i]);
      g_autoptr (TestRawServer) server = test_raw_server_new (answer, strlen (answer));
      g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
      g_autoptr (GError) error = NULL;

      test_peer_open_or_fail (peer);
      test_peer_send (peer, REQUEST, &error);
      g_test_message ("%s", error != NULL ? error->message : "ended");
      g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_STARTED), ==, 1);
      test_peer_close (peer);
    }
}

/* What was measured of an exchange. */
static void
test_measures (void)
{
  static const char answer[] = HEAD "Content-Type: text/event-stream\r\n\r\n"
                                    "data: " ANSWER "\n\ndata: {}\n\n";
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, sizeof answer - 1);
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
  McpRecordMeasures *measures;

  test_peer_open_or_fail (peer);
  g_assert_true (test_peer_send (peer, REQUEST, NULL));
  measures = &test_peer_get_record (peer, MCP_RECORD_EXCHANGE_ENDED, 0)->measures;
  g_assert_true (measures->is_stream);
  g_assert_cmpuint (measures->n_events, ==, 2);
  g_assert_cmpuint (measures->sent, ==, strlen (REQUEST));
  g_assert_cmpuint (measures->received, ==, strlen ("data: " ANSWER "\n\ndata: {}\n\n"));
  g_assert_cmpint (measures->begun, >, 0);
  g_assert_cmpint (measures->connect_begun, >=, measures->begun);
  g_assert_cmpint (measures->connect_ended, >=, measures->connect_begun);
  g_assert_cmpint (measures->request_begun, >=, measures->connect_ended);
  g_assert_cmpint (measures->answer_begun, >=, measures->request_begun);
  g_assert_cmpint (measures->answer_begun, <=, g_get_monotonic_time ());
  g_assert_cmpint (measures->tls_begun, ==, 0);
  test_peer_close (peer);
}

void
add_http_hostile_tests (void)
{
  g_test_add_func ("/mcp/http/hostile/probe", test_probe);
  g_test_add_func ("/mcp/http/hostile/greeting", test_greeting);
  g_test_add_func ("/mcp/http/hostile/endless", test_endless);
  g_test_add_func ("/mcp/http/hostile/endless-nothing", test_endless_nothing);
  g_test_add_func ("/mcp/http/hostile/bomb", test_bomb);
  g_test_add_func ("/mcp/http/hostile/event-id", test_event_id);
  g_test_add_func ("/mcp/http/hostile/measures", test_measures);
}
