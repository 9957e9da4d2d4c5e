/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tests.h"
#include "mcp-http-address.h"
#include "mcp-http-transport.h"
#include "mcp-limits.h"
#include "test-http-server.h"
#include "test-time.h"
#include "test-transport-peer.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define NOTIFICATION "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}"
#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

static TestPeer *
new_peer (TestHttpServer *server, const char *path)
{
  g_autofree char *url = g_strconcat (server->base, path, NULL);
  TestPeer        *peer = test_peer_new (mcp_http_transport_new (url, NULL));

  test_peer_open_or_fail (peer);
  return peer;
}

static void
send_or_fail (TestPeer *peer, const char *message)
{
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, message, &error);
  g_assert_no_error (error);
}

static gboolean
has_header (char **headers, const char *line)
{
  return headers != NULL && g_strv_contains ((const char *const *)headers, line);
}

static void
test_json (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/json");
  McpRecord *record;
  guint64    exchange;

  g_assert_true (mcp_transport_responds_in_exchange (peer->transport));
  send_or_fail (peer, REQUEST);
  g_assert_cmpuint (peer->messages->len, ==, 1);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, ANSWER);
  g_assert_cmpstr (server->requests->pdata[0], ==, "POST /json");
  g_assert_cmpstr (server->bodies->pdata[0], ==, REQUEST);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Content-Type"), ==, "application/json");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Accept"), ==,
                   "application/json, text/event-stream");
  g_assert_null (test_http_server_get_header (server, 0, "MCP-Protocol-Version"));
  g_assert_null (test_http_server_get_header (server, 0, "Mcp-Session-Id"));

  exchange = g_array_index (peer->exchanges, guint64, 0);
  g_assert_cmpuint (exchange, >, 0);
  record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_STARTED, 0);
  g_assert_cmpuint (record->exchange, ==, exchange);
  g_assert_cmpstr (record->method, ==, "POST");
  g_assert_true (g_str_has_suffix (record->url, "/json"));
  g_assert_true (has_header (record->request_headers, "Content-Type: application/json"));
  g_assert_cmpmem (g_bytes_get_data (record->text, NULL), g_bytes_get_size (record->text), REQUEST,
                   strlen (REQUEST));
  record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_HEADERS, 0);
  g_assert_cmpuint (record->exchange, ==, exchange);
  g_assert_cmpint (record->status, ==, 200);
  g_assert_true (has_header (record->response_headers,
                             "Content-Type: application/json; charset=utf-8"));
  record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_ENDED, 0);
  g_assert_cmpuint (record->exchange, ==, exchange);
  g_assert_null (record->note);
  g_assert_null (record->text);

  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 1);
  g_assert_no_error (peer->closed);
  g_assert_cmpuint (server->requests->len, ==, 1); /* nothing to delete */
}

static void
test_other_answers (void)
{
  static const struct
  {
    const char *path;
    const char *message;
    const char *answer;
  } cases[] = {
    { "/array", REQUEST, "[" ANSWER "]" },
    { "/untyped", REQUEST, " " ANSWER },
    { "/empty", REQUEST, NULL },
    { "/202", NOTIFICATION, NULL },
    { "/202", REQUEST, NULL },
    { "/204", NOTIFICATION, NULL },
    { "/html", NOTIFICATION, NULL },
  };
  g_autoptr (TestHttpServer) server = test_http_server_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestPeer) peer = new_peer (server, cases[i].path);

      send_or_fail (peer, cases[i].message);
      g_assert_cmpuint (peer->messages->len, ==, cases[i].answer != NULL ? 1 : 0);
      if (cases[i].answer != NULL)
        g_assert_cmpstr (test_peer_get_message (peer, 0), ==, cases[i].answer);
      test_peer_close (peer);
    }
}

static void
test_events (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/events");

  send_or_fail (peer, NOTIFICATION); /* whose stream is not resumed */
  g_assert_cmpuint (peer->messages->len, ==, 2);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "{\"a\":\n1}");
  g_assert_cmpstr (test_peer_get_message (peer, 1), ==, "{\"b\":2}");
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_NOTE), ==, 1);
  test_peer_close (peer);
}

/* Each event is handed on when it comes, not when the stream ends. */
static void
test_streaming (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/stream");
  TestPeerCall call;

  test_peer_begin_send (peer, REQUEST, NULL, &call);
  test_peer_wait (server->waiting->len == 1);
  for (guint i = 0; i < 5; i++)
    {
      test_http_server_write (server, 0, "data: {}\n");
      test_http_server_write (server, 0, "\n");
      test_peer_wait (peer->messages->len == i + 1);
      g_assert_false (call.done);
    }
  test_http_server_end (server, 0);
  g_assert_true (test_peer_end_send (peer, &call, NULL));
  test_peer_close (peer);
}

static void
test_session (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/session");
  g_autofree char *id = NULL;

  send_or_fail (peer, REQUEST);
  g_object_get (peer->transport, "session-id", &id, NULL);
  g_assert_cmpstr (id, ==, "session-7");
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  send_or_fail (peer, NOTIFICATION);
  g_assert_cmpstr (test_http_server_get_header (server, 1, "Mcp-Session-Id"), ==, "session-7");
  g_assert_cmpstr (test_http_server_get_header (server, 1, "MCP-Protocol-Version"), ==,
                   "2025-11-25");
  g_free (id);
  g_object_get (peer->transport, "session-id", &id, NULL);
  g_assert_cmpstr (id, ==, "session-7");

  test_peer_close (peer);
  g_assert_cmpstr (server->requests->pdata[2], ==, "DELETE /session");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "Mcp-Session-Id"), ==, "session-7");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "MCP-Protocol-Version"), ==,
                   "2025-11-25");
  g_assert_null (test_http_server_get_header (server, 2, "Content-Type"));

  /* Opened again, it is another session. */
  test_peer_open_or_fail (peer);
  send_or_fail (peer, REQUEST);
  g_assert_null (test_http_server_get_header (server, 3, "Mcp-Session-Id"));
  g_assert_null (test_http_server_get_header (server, 3, "MCP-Protocol-Version"));
  server->delete_status = 405;
  test_peer_close (peer);
  g_assert_no_error (peer->closed);
  g_assert_cmpuint (peer->n_closed, ==, 2);
}

static void
test_session_expires (void)
{
  static const char *const paths[] = { "/session", "/fail/session" };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_peer (server, paths[i]);
      g_autoptr (GError) error = NULL;
      g_autofree char *id = NULL;

      send_or_fail (peer, REQUEST);
      server->expired = TRUE;
      g_assert_false (test_peer_send (peer, REQUEST, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED);
      g_assert_cmpuint (mcp_error_get_details (error)->http_status, ==, i == 0 ? 404 : 400);
      g_object_get (peer->transport, "session-id", &id, NULL);
      g_assert_null (id);
      g_assert_cmpuint (peer->messages->len, ==, 1);

      server->expired = FALSE;
      send_or_fail (peer, REQUEST);
      g_assert_null (test_http_server_get_header (server, 2, "Mcp-Session-Id"));
      test_peer_close (peer);
    }
}

static void
test_close_is_bounded (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();

  for (int cancelled = 0; cancelled <= 1; cancelled++)
    {
      g_autoptr (TestPeer) peer = new_peer (server, "/session");
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      TestPeerCall call = { 0 };

      send_or_fail (peer, REQUEST);
      server->delete_status = 0; /* never answers */
      mcp_transport_get_limits (peer->transport)->close_timeout = cancelled ? TEST_PEER_NEVER : 100u;
      mcp_transport_close_async (peer->transport, cancellable, test_peer_call_done, &call);
      if (cancelled)
        {
          test_peer_run (50);
          g_assert_false (call.done);
          g_cancellable_cancel (cancellable);
        }
      test_peer_wait (call.done);
      g_assert_true (mcp_transport_close_finish (peer->transport, call.result, NULL));
      g_object_unref (call.result);
      g_assert_cmpuint (peer->n_closed, ==, 1);
    }
}

#define EVENT_STREAM "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {}\n\n"

static void
test_close_ends_exchanges (void)
{
  g_autoptr (TestRawServer) server = test_raw_server_new (EVENT_STREAM, strlen (EVENT_STREAM));
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
  g_autoptr (GError) error = NULL;
  TestPeerCall calls[3];

  server->hang = TRUE;
  test_peer_open_or_fail (peer);
  for (int i = 0; i < 3; i++)
    test_peer_begin_send (peer, REQUEST, NULL, &calls[i]);
  test_peer_wait (peer->messages->len == 3);
  test_peer_close (peer);
  for (int i = 0; i < 3; i++)
    {
      g_assert_false (test_peer_end_send (peer, &calls[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
      g_clear_error (&error);
    }
  test_peer_wait (server->n_closed == 3);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
}

static void
test_headers (void)
{
  static const char *const headers[] = { "Authorization: Bearer abc", "X-Api-Key:  secret ",
                                         "X-Empty:", "Accept: */*", "X-Two: 1", "X-Two: 2", NULL };
  static const struct
  {
    const char *header;
    const char *part;
  } bad[] = {
    { "no colon", "Name: value" },
    { "Na me: x", "letters" },
    { ": x", "letters" },
    { "X-A: a\r\nX-B: b", "line break" },
    { "X-A: a\nb", "line break" },
    { "X-A: Grüße", "ASCII" },
    { "X-A: a\001", "control" },
    { "Content-Length: 3", "follows" },
    { "transfer-encoding: chunked", "follows" },
  };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/json");
  McpHttpConnection *transport = MCP_HTTP_CONNECTION (peer->transport);
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_http_connection_set_headers (transport, headers, &error));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const char *list[] = { "X-Good: 1", bad[i].header, NULL };

      g_assert_false (mcp_http_connection_set_headers (transport, list, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_assert_nonnull (strstr (error->message, bad[i].part));
      g_clear_error (&error);
    }

  send_or_fail (peer, REQUEST);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Authorization"), ==, "Bearer abc");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "X-Api-Key"), ==, "secret");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "X-Empty"), ==, "");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Accept"), ==, "*/*");
  g_assert_cmpstr (test_http_server_get_header (server, 0, "X-Two"), ==, "1, 2");
  g_assert_null (test_http_server_get_header (server, 0, "X-Good"));

  g_assert_true (mcp_http_connection_set_headers (transport, NULL, &error));
  send_or_fail (peer, REQUEST);
  g_assert_null (test_http_server_get_header (server, 1, "X-Api-Key"));
  test_peer_close (peer);
}

static void
test_basic (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autofree char *value = mcp_http_basic_authorization ("Aladdin", "open sesame");
  g_autofree char *url = g_strdup_printf ("http://user%%40x:p%%3Aw@%s/json", server->base + 7);
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (url, NULL));
  McpRecord *record;

  g_assert_cmpstr (value, ==, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  test_peer_open_or_fail (peer);
  send_or_fail (peer, REQUEST);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Authorization"), ==,
                   "Basic dXNlckB4OnA6dw==");
  record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_STARTED, 0);
  g_assert_null (strstr (record->url, "user"));
  test_peer_close (peer);
}

static void
test_redirects (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/redirect/308");

  send_or_fail (peer, REQUEST);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, ANSWER);
  g_assert_cmpuint (server->requests->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpstr (server->bodies->pdata[i], ==, REQUEST);
      g_assert_cmpstr (test_http_server_get_header (server, i, "Content-Type"), ==,
                       "application/json");
    }
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_HEADERS), ==, 3);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_ENDED), ==, 1);
  test_peer_close (peer);
}

/* Streams that stay open keep nothing waiting. */
static void
test_many_streams (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/stream");
  g_autofree TestPeerCall *calls = g_new0 (TestPeerCall, 61);

  for (guint i = 0; i < 60; i++)
    {
      test_peer_begin_send (peer, REQUEST, NULL, &calls[i]);
      if (i % 8 == 7) /* the server's queue of connections is short */
        test_peer_wait (server->waiting->len == i + 1);
    }
  test_peer_wait (server->waiting->len == 60);
  test_peer_begin_send (peer, REQUEST, NULL, &calls[60]);
  test_peer_wait (server->waiting->len == 61);
  for (guint i = 0; i < 61; i++)
    test_http_server_write (server, i, "data: {}\n\n");
  test_peer_wait (peer->messages->len == 61);
  for (guint i = 0; i < 61; i++) /* in the order of the server, which need not be ours */
    test_http_server_end (server, i);
  for (guint i = 0; i < 61; i++)
    g_assert_true (test_peer_end_send (peer, &calls[i], NULL));
  test_peer_close (peer);
}

/* A cancelled send gives its connection back, whether nothing came yet, a stream is open, or
 * reading is held. */
static void
check_cancel (const char *answer, gboolean hold)
{
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, strlen (answer));
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TestPeerCall call;

  server->hang = TRUE;
  test_peer_open_or_fail (peer);
  mcp_transport_hold (peer->transport, hold);
  test_peer_begin_send (peer, REQUEST, cancellable, &call);
  test_peer_wait (server->connections->len == 1);
  test_peer_run (50);
  g_assert_false (call.done);
  g_assert_cmpuint (peer->messages->len, ==, *answer != '\0' && !hold ? 1 : 0);

  g_cancellable_cancel (cancellable);
  g_assert_false (test_peer_end_send (peer, &call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpstr (test_peer_get_record (peer, MCP_RECORD_EXCHANGE_ENDED, 0)->note, ==,
                   error->message);
  test_peer_wait (server->n_closed == 1);

  /* Before it began. */
  test_peer_begin_send (peer, REQUEST, cancellable, &call);
  g_clear_error (&error);
  g_assert_false (test_peer_end_send (peer, &call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (server->connections->len, ==, 1);
  test_peer_close (peer);
}

static void
test_cancel (void)
{
  check_cancel ("", FALSE);
  check_cancel ("", TRUE);
  check_cancel (EVENT_STREAM, FALSE);
  check_cancel (EVENT_STREAM, TRUE);
}

static void
test_hold (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/stream");
  TestPeerCall call;

  test_peer_begin_send (peer, REQUEST, NULL, &call);
  test_peer_wait (server->waiting->len == 1);
  mcp_transport_hold (peer->transport, TRUE);
  test_http_server_write (server, 0, "data: {\"a\":1}\n\ndata: {\"b\":1}\n\n");
  test_http_server_end (server, 0);
  test_peer_run (100);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  g_assert_false (call.done);
  mcp_transport_hold (peer->transport, FALSE);
  g_assert_true (test_peer_end_send (peer, &call, NULL));
  g_assert_cmpuint (peer->messages->len, ==, 2);
  test_peer_close (peer);
}

/* A server that closes connections that it said would stay does not make the next message fail. */
static void
test_closed_while_idle (void)
{
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                               "Content-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, sizeof answer - 1);
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));

  test_peer_open_or_fail (peer);
  for (guint i = 0; i < 5; i++)
    {
      send_or_fail (peer, REQUEST);
      test_peer_run (20);
      g_assert_cmpuint (server->connections->len, ==, i + 1);
    }
  test_peer_close (peer);
}

/* A loop that was held up, or a process that was stopped, finds that a connection's time is over in
 * the very turn in which it puts a message on it. */
static void
test_late_turn (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/json");

  send_or_fail (peer, REQUEST);
  test_peer_run (50); /* now nobody uses it */
  test_time_stand_still (MCP_HTTP_IDLE_SECONDS * 1000 + 100);
  send_or_fail (peer, REQUEST);
  g_assert_cmpuint (g_hash_table_size (server->ports), ==, 2);
  test_peer_close (peer);
}

/* What nobody uses is closed without being asked for anything. */
static void
test_idle (void)
{
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                               "Content-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";
  g_autoptr (TestRawServer) server = test_raw_server_new (answer, sizeof answer - 1);
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));

  server->hang = TRUE;
  test_peer_open_or_fail (peer);
  send_or_fail (peer, REQUEST);
  test_time_skip (MCP_HTTP_IDLE_SECONDS * 1000 - 500);
  g_assert_cmpuint (server->n_closed, ==, 0);
  test_peer_wait (server->n_closed == 1);
  test_peer_close (peer);
}

/* A connection serves one request after the other. */
static void
test_one_connection (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/json");

  for (guint i = 0; i < 20; i++)
    send_or_fail (peer, REQUEST);
  g_assert_cmpuint (server->requests->len, ==, 20);
  g_assert_cmpuint (g_hash_table_size (server->ports), <=, 2);
  test_peer_close (peer);
}

/* Of this process, to a port: whether small pieces go out at once */
static guint
count_undelayed (guint port)
{
  guint n = 0;

  for (int fd = 0; fd < 1024; fd++)
    {
      struct sockaddr_in peer;
      socklen_t          length = sizeof peer;
      int                undelayed = 0;

      if (getpeername (fd, (struct sockaddr *)&peer, &length) != 0 || peer.sin_family != AF_INET ||
          ntohs (peer.sin_port) != port)
        continue;
      length = sizeof undelayed;
      g_assert_cmpint (getsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &undelayed, &length), ==, 0);
      g_assert_true (undelayed);
      n++;
    }
  return n;
}

/* The many small writes of a request do not wait for each other's acknowledgement. */
static void
test_latency (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, "/json");

  send_or_fail (peer, REQUEST);
  g_assert_cmpuint (count_undelayed ((guint)atoi (strrchr (server->base, ':') + 1)), >=, 1);
  test_peer_close (peer);
}

void
add_http_transport_tests (void)
{
  g_test_add_func ("/mcp/http/json", test_json);
  g_test_add_func ("/mcp/http/other-answers", test_other_answers);
  g_test_add_func ("/mcp/http/events", test_events);
  g_test_add_func ("/mcp/http/streaming", test_streaming);
  g_test_add_func ("/mcp/http/session", test_session);
  g_test_add_func ("/mcp/http/session-expires", test_session_expires);
  g_test_add_func ("/mcp/http/close-is-bounded", test_close_is_bounded);
  g_test_add_func ("/mcp/http/close-ends-exchanges", test_close_ends_exchanges);
  g_test_add_func ("/mcp/http/headers", test_headers);
  g_test_add_func ("/mcp/http/basic", test_basic);
  g_test_add_func ("/mcp/http/redirects", test_redirects);
  g_test_add_func ("/mcp/http/many-streams", test_many_streams);
  g_test_add_func ("/mcp/http/cancel", test_cancel);
  g_test_add_func ("/mcp/http/hold", test_hold);
  g_test_add_func ("/mcp/http/closed-while-idle", test_closed_while_idle);
  g_test_add_func ("/mcp/http/late-turn", test_late_turn);
  g_test_add_func ("/mcp/http/idle", test_idle);
  g_test_add_func ("/mcp/http/one-connection", test_one_connection);
  g_test_add_func ("/mcp/http/latency", test_latency);
}
