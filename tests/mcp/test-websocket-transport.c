/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tests.h"
#include "mcp-http-options.h"
#include "mcp-http-address.h"
#include "mcp-limits.h"
#include "mcp-websocket-transport.h"
#include "test-socket-server.h"
#include "test-transport-peer.h"

#include <libsoup/soup.h>
#include <string.h>

/* A server of libsoup's, so that not both sides are ours */

typedef struct
{
  SoupServer              *server;
  char                    *url;
  SoupWebsocketConnection *connection;
  SoupMessageHeaders      *headers; /* of the request */
  gushort                  close_code;
} Server;

static void
on_message (SoupWebsocketConnection *connection, int type, GBytes *message, Server *self)
{
  g_assert_cmpint (type, ==, SOUP_WEBSOCKET_DATA_TEXT);
  soup_websocket_connection_send_message (connection, SOUP_WEBSOCKET_DATA_TEXT, message);
}

static void
on_connection_closed (SoupWebsocketConnection *connection, Server *self)
{
  self->close_code = soup_websocket_connection_get_close_code (connection);
}

static void
on_websocket (SoupServer              *server,
              SoupServerMessage       *message,
              const char              *path,
              SoupWebsocketConnection *connection,
              gpointer                 data)
{
  Server                *self = data;
  SoupMessageHeadersIter iter;
  const char            *name;
  const char            *value;

  g_set_object (&self->connection, connection);
  soup_websocket_connection_set_max_incoming_payload_size (connection, 64 * 1024 * 1024);
  g_signal_connect (connection, "message", G_CALLBACK (on_message), self);
  g_signal_connect (connection, "closed", G_CALLBACK (on_connection_closed), self);
  self->headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  soup_message_headers_iter_init (&iter, soup_server_message_get_request_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    soup_message_headers_append (self->headers, name, value);
}

static Server *
server_new (void)
{
  static char *protocols[] = { (char *)"mcp", NULL };
  Server      *self = g_new0 (Server, 1);
  GSList      *uris;

  self->server = soup_server_new (NULL, NULL);
  soup_server_add_websocket_handler (self->server, "/mcp", NULL, protocols, on_websocket, self, NULL);
  g_assert_true (soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL));
  uris = soup_server_get_uris (self->server);
  self->url = g_strdup_printf ("ws://127.0.0.1:%d/mcp", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify)g_uri_unref);
  return self;
}

static void
server_free (Server *self)
{
  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  g_clear_object (&self->connection);
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_clear_pointer (&self->headers, soup_message_headers_unref);
  g_free (self->url);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Server, server_free)

static void
test_echo (void)
{
  g_autoptr (Server) server = server_new ();
  g_autoptr (TestPeer) peer = test_peer_new (mcp_websocket_transport_new (server->url, NULL));
  g_autofree char  *large = g_strnfill (5 * 1024 * 1024, 'x');
  const char *const headers[] = { "X-Key: a b", NULL };
  g_autoptr (GError) error = NULL;
  McpRecord *record;

  g_assert_true (mcp_websocket_transport_set_headers (MCP_WEBSOCKET_TRANSPORT (peer->transport), headers, NULL));
  test_peer_open_or_fail (peer);
  g_assert_false (mcp_transport_responds_in_exchange (peer->transport));
  g_assert_true (test_peer_send (peer, "{\n\"a\": \"\303\251\"}", &error));
  test_peer_wait (peer->messages->len == 1);
  g_assert_cmpstr (test_peer_get_message (peer, 0), ==, "{\n\"a\": \"\303\251\"}");
  g_assert_true (test_peer_send (peer, large, &error));
  test_peer_wait (peer->messages->len == 2);
  g_assert_cmpstr (test_peer_get_message (peer, 1), ==, large);
  g_assert_cmpstr (soup_message_headers_get_one (server->headers, "X-Key"), ==, "a b");
  g_assert_cmpstr (soup_message_headers_get_one (server->headers, "Sec-WebSocket-Protocol"), ==, "mcp");
  g_assert_null (soup_message_headers_get_one (server->headers, "Sec-WebSocket-Extensions"));
  g_assert_null (soup_message_headers_get_one (server->headers, "Origin"));

  record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_STARTED, 0);
  g_assert_cmpstr (record->url, ==, server->url);
  g_assert_true (g_strv_contains ((const char *const *)record->request_headers, "X-Key: a b"));
  record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_HEADERS, 0);
  g_assert_cmpint (record->status, ==, 101);

  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 1);
  g_assert_no_error (peer->closed);
  test_peer_wait (server->close_code != 0);
  g_assert_cmpuint (server->close_code, ==, 1000);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_ENDED), ==, 1);
  g_assert_false (test_peer_send (peer, "{}", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  g_clear_error (&error);

  g_clear_pointer (&server->headers, soup_message_headers_unref);
  test_peer_open_or_fail (peer);
  g_assert_false (test_peer_open (peer, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  test_peer_close (peer);
}

/* A user and password in the address; headers of the person's go before. */
static void
test_authorization (void)
{
  g_autoptr (Server) server = server_new ();
  g_autofree char *url = g_strconcat ("ws://me:p%40ss@", server->url + strlen ("ws://"), NULL);
  g_autoptr (TestPeer) peer = test_peer_new (mcp_websocket_transport_new (url, NULL));
  g_autofree char  *basic = mcp_http_basic_authorization ("me", "p@ss");
  const char *const bad[] = { "A: b\r\nC: d", NULL };
  g_autoptr (GError) error = NULL;

  test_peer_open_or_fail (peer);
  g_assert_cmpstr (soup_message_headers_get_one (server->headers, "Authorization"), ==, basic);
  test_peer_close (peer);
  g_assert_false (
      mcp_websocket_transport_set_headers (MCP_WEBSOCKET_TRANSPORT (peer->transport), bad, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
}

/* The other side does it wrong: answers as given, for what is not RFC 6455 */

static char *
dup_accept (const char *request)
{
  g_auto (GStrv) parts = g_strsplit (request, "Sec-WebSocket-Key: ", 2);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 digest[20];
  gsize  size = sizeof digest;

  g_assert_nonnull (parts[1]);
  parts[1][strcspn (parts[1], "\r")] = '\0';
  g_checksum_update (checksum, (const guchar *)parts[1], -1);
  g_checksum_update (checksum, (const guchar *)"258EAFA5-E914-47DA-95CA-C5AB0DC85B11", -1);
  g_checksum_get_digest (checksum, digest, &size);
  return g_base64_encode (digest, size);
}

static TestPeer *
new_peer (TestSocketServer *server)
{
  g_autofree char *url = g_strdup_printf ("ws://127.0.0.1:%u/x?y=z", server->port);

  TestPeer *peer = test_peer_new (mcp_websocket_transport_new (url, NULL));

  /* It does not answer a close. */
  mcp_transport_get_limits (peer->transport)->close_timeout = 50;
  return peer;
}

/* Opens with @extra headers in the answer. */
static void
open_raw (TestSocketServer *server, TestPeer *peer, const char *extra)
{
  g_autofree char *accept = NULL;
  g_autofree char *answer = NULL;
  g_autoptr (GError) error = NULL;
  TestPeerCall call = { 0 };

  mcp_transport_open_async (peer->transport, NULL, test_peer_call_done, &call);
  test_peer_wait (g_str_has_suffix (server->received->str, "\r\n\r\n"));
  g_assert_true (g_str_has_prefix (server->received->str, "GET /x?y=z HTTP/1.1\r\nHost: 127.0.0.1:"));
  accept = dup_accept (server->received->str);
  answer = g_strdup_printf ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\n"
                            "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s\r\n",
                            accept, extra);
  g_string_truncate (server->received, 0);
  /* Byte by byte, to be put together. */
  for (gsize i = 0; answer[i] != '\0'; i++)
    {
      test_socket_server_write (server, answer + i, 1);
      if (i % 16 == 0)
        g_main_context_iteration (NULL, FALSE);
    }
  test_peer_wait (call.done);
  mcp_transport_open_finish (peer->transport, call.result, &error);
  g_assert_no_error (error);
  g_object_unref (call.result);
}

#define WITH_PROTOCOL "Sec-WebSocket-Protocol: mcp\r\n"

static void
test_subprotocol (void)
{
  static const char *const answers[] = { "", "Sec-WebSocket-Protocol: mqtt\r\n", WITH_PROTOCOL };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
      g_autoptr (TestPeer) peer = new_peer (server);
      McpRecord *note;

      open_raw (server, peer, answers[i]);
      note = test_peer_get_record (peer, MCP_RECORD_NOTE, 0);
      g_assert_cmpint (note != NULL, ==, i < 2);
      if (note != NULL)
        g_assert_nonnull (strstr (note->note, "RFC 6455"));
      test_socket_server_write (server, "\x81\x02{}", 4);
      test_peer_wait (peer->messages->len == 1);
      test_peer_close (peer);
    }
}

/* Frames split at each place. */
static void
test_splits (void)
{
  static const char text[] = "\x01\x03{\"a\x89\x01p\x80\x04\": 1\x82\x01z\x81\x02[]";
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);

  open_raw (server, peer, WITH_PROTOCOL);
  for (gsize split = 0; split < sizeof text; split++)
    {
      guint before = peer->messages->len;

      test_socket_server_write (server, text, split);
      for (guint i = 0; i < 3; i++)
        g_main_context_iteration (NULL, FALSE);
      test_socket_server_write (server, text + split, sizeof text - 1 - split);
      test_peer_wait (peer->messages->len == before + 2);
      g_assert_cmpstr (test_peer_get_message (peer, before), ==, "{\"a\": 1");
      g_assert_cmpstr (test_peer_get_message (peer, before + 1), ==, "[]");
      g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_MALFORMED), ==, split + 1);
      if (split + 2 == sizeof text)
        break;
    }
  g_assert_nonnull (strstr (test_peer_get_record (peer, MCP_RECORD_MALFORMED, 0)->note, "binary frame of 1 byte"));
  test_peer_wait (server->received->len > 0);
  g_assert_cmphex ((guint8)server->received->str[0], ==, 0x8a); /* the pong */
  test_peer_close (peer);
}

static void
assert_lost (const char *bytes, gsize size, const char *words)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  McpError code = MCP_ERROR_CONNECTION_LOST;

  open_raw (server, peer, WITH_PROTOCOL);
  test_socket_server_write (server, bytes, size);
  if (words == NULL || g_str_has_prefix (words, "broke"))
    test_socket_server_close (server);
  test_peer_wait (peer->n_closed == 1);
  if (strstr (peer->closed->message, "broke the WebSocket protocol") != NULL)
    code = MCP_ERROR_INVALID_MESSAGE;
  g_assert_error (peer->closed, MCP_ERROR, (int)code);
  g_test_message ("%s", peer->closed->message);
  g_assert_nonnull (strstr (peer->closed->message, words != NULL ? words : "1006"));
  test_peer_run (20);
  g_assert_cmpuint (peer->n_closed, ==, 1);
}

static void
test_lost (void)
{
  assert_lost ("\x88\x02\x03\xe9", 4, "it goes away (1001)");
  assert_lost ("\x88\x0a\x03\xf0no token", 12, "often an authorization is missing (1008): no token");
  assert_lost ("\x88\x04\x0f\xa1?\xff", 6, "for a reason of its own (4001)");
  assert_lost ("\x88\x00", 2, "it gave no reason (1005)");
  assert_lost ("\x81\x05{\"a", 5, "broke in the middle of a message");
  assert_lost ("", 0, NULL);
  assert_lost ("\xc1\x01x", 3, "reserved bit");
  assert_lost ("\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", 10, "larger than any message");
  assert_lost ("\x81\x02\xff\xfe", 4, "no UTF-8");
  assert_lost ("\x81\x81mask!", 7, "masked");
  assert_lost ("{}\n", 3, "broke the WebSocket protocol" + 6);
}

static void
assert_refused (const char *answer, McpError code, const char *words)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autoptr (GError) error = NULL;
  TestPeerCall call = { 0 };

  mcp_transport_open_async (peer->transport, NULL, test_peer_call_done, &call);
  test_peer_wait (g_str_has_suffix (server->received->str, "\r\n\r\n"));
  test_socket_server_write (server, answer, strlen (answer));
  test_socket_server_close (server);
  test_peer_wait (call.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, MCP_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_cmpuint (peer->n_closed, ==, 0);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_ENDED), ==, 1);
  g_object_unref (call.result);
}

static void
test_refused (void)
{
  g_autofree char *endless = g_strnfill (70000, 'h');
  g_autofree char *long_head = g_strconcat ("HTTP/1.1 101 X\r\nA: ", endless, NULL);

  assert_refused ("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\n\r\nno", MCP_ERROR_AUTHORIZATION_REQUIRED,
                  "authorization");
  assert_refused ("HTTP/1.1 404 Not Found\r\n\r\nno", MCP_ERROR_HTTP_STATUS, "There is no WebSocket");
  assert_refused ("HTTP/1.1 200 OK\r\n\r\n{}", MCP_ERROR_HTTP_STATUS, "200 OK");
  assert_refused ("HTTP/1.1 503 Busy\r\n\r\n", MCP_ERROR_HTTP_STATUS, "503 Busy");
  assert_refused ("HTTP/1.1 302 Found\r\nLocation: wss://evil/\r\n\r\n", MCP_ERROR_REDIRECTED, "wss://evil/");
  assert_refused ("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Accept: AAAA\r\n\r\n",
                  MCP_ERROR_INVALID_MESSAGE, "does not fit our key");
  assert_refused ("HTTP/1.1 101 X\r\n\r\n", MCP_ERROR_INVALID_MESSAGE, "Upgrade: websocket");
  assert_refused ("SSH-2.0-OpenSSH_9.2\r\n", MCP_ERROR_INVALID_MESSAGE, "not HTTP");
  assert_refused ("HTTP/1.1 bad\r\n\r\n", MCP_ERROR_INVALID_MESSAGE, "broken");
  assert_refused (long_head, MCP_ERROR_INVALID_MESSAGE, "no end");
  assert_refused ("HTTP/1.1 101", MCP_ERROR_CONNECTION_LOST, "closed the connection");
}

static void
test_extension (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autoptr (GError) error = NULL;
  g_autofree char *accept = NULL;
  g_autofree char *answer = NULL;
  TestPeerCall     call = { 0 };

  mcp_transport_open_async (peer->transport, NULL, test_peer_call_done, &call);
  test_peer_wait (g_str_has_suffix (server->received->str, "\r\n\r\n"));
  accept = dup_accept (server->received->str);
  answer = g_strdup_printf ("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Extensions: permessage-deflate\r\n"
                            "Sec-WebSocket-Accept: %s\r\n\r\n",
                            accept);
  test_socket_server_write (server, answer, strlen (answer));
  test_peer_wait (call.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_object_unref (call.result);
}

static void
test_deadlines (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TestPeerCall call = { 0 };

  mcp_transport_get_limits (peer->transport)->connect_timeout = 50;
  g_assert_false (test_peer_open (peer, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_clear_error (&error);

  mcp_transport_get_limits (peer->transport)->connect_timeout = 0;
  mcp_transport_open_async (peer->transport, cancellable, test_peer_call_done, &call);
  test_peer_run (20);
  g_assert_false (call.done);
  g_cancellable_cancel (cancellable);
  test_peer_wait (call.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_clear_error (&error);
  g_clear_object (&call.result);

  call.done = FALSE;
  mcp_transport_open_async (peer->transport, NULL, test_peer_call_done, &call);
  test_peer_run (20);
  test_peer_close (peer);
  g_assert_true (call.done);
  g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_object_unref (call.result);
}

/* It is pinged when it is quiet, and given up when that is not answered. */
static void
test_pings (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);

  mcp_transport_get_limits (peer->transport)->ping_interval = 60;
  open_raw (server, peer, WITH_PROTOCOL);
  for (guint i = 0; i < 3; i++)
    {
      test_peer_wait (server->received->len > 0);
      g_assert_cmphex ((guint8)server->received->str[0], ==, 0x89);
      g_string_truncate (server->received, 0);
      test_socket_server_write (server, "\x8a\x00", 2);
    }
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  g_assert_nonnull (strstr (peer->closed->message, "ping"));
}

/* A hundred thousand pings cost a pong or some, and the next message still comes. */
static void
test_ping_flood (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autoptr (GString) flood = g_string_new (NULL);

  open_raw (server, peer, WITH_PROTOCOL);
  for (guint i = 0; i < 10000; i++)
    g_string_append_len (flood, "\x89\x02hi", 4);
  for (guint i = 0; i < 10; i++)
    test_socket_server_write (server, flood->str, flood->len);
  test_socket_server_write (server, "\x81\x02{}", 4);
  test_peer_wait (peer->messages->len == 1);
  test_peer_run (20);
  g_test_message ("%" G_GSIZE_FORMAT " bytes of pongs", server->received->len);
  g_assert_cmpuint (server->received->len, <, 100000);
  g_assert_cmphex ((guint8)server->received->str[0], ==, 0x8a);
  test_peer_close (peer);
}

static void
test_oversized (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autofree char *part = g_strnfill (1000, 'x');

  mcp_transport_get_limits (peer->transport)->message_limit = 5000;
  open_raw (server, peer, WITH_PROTOCOL);
  test_socket_server_write (server, "\x01\x00", 2);
  for (guint i = 0; i < 100; i++)
    {
      test_socket_server_write (server, "\x00\x7e\x03\xe8", 4);
      test_socket_server_write (server, part, 1000);
    }
  test_socket_server_write (server, "\x80\x00\x81\x02{}", 6);
  test_peer_wait (peer->messages->len == 1);
  g_assert_cmpuint (peer->oversized->len, ==, 2);
  g_assert_cmpuint (g_bytes_get_size (peer->oversized->pdata[0]), ==, MCP_OVERSIZED_SAMPLE);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_MALFORMED), ==, 1);
  test_peer_close (peer);
}

static void
test_hold (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autoptr (GString) flood = g_string_new (NULL);

  open_raw (server, peer, WITH_PROTOCOL);
  mcp_transport_hold (peer->transport, TRUE);
  for (guint i = 0; i < 1000; i++)
    g_string_append_len (flood, "\x81\x02{}", 4);
  test_socket_server_write (server, flood->str, flood->len);
  test_peer_run (30);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  mcp_transport_hold (peer->transport, FALSE);
  test_peer_wait (peer->messages->len == 1000);
  test_peer_close (peer);
}

/* A server that does not close as well is cut off; a send that waits is told. */
static void
test_closing (void)
{
  g_autoptr (TestSocketServer) server = test_socket_server_new_tcp ();
  g_autoptr (TestPeer) peer = new_peer (server);
  g_autofree char *large = g_strnfill (32 * 1024 * 1024, 'x');
  g_autoptr (GError) error = NULL;
  TestPeerCall call;

  server->keeps_open = TRUE;
  mcp_transport_get_limits (peer->transport)->close_timeout = 100;
  open_raw (server, peer, WITH_PROTOCOL);
  g_cancellable_cancel (server->cancellable); /* it reads no more */
  test_peer_begin_send (peer, large, NULL, &call);
  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 1);
  g_assert_no_error (peer->closed);
  g_assert_false (test_peer_end_send (peer, &call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
}

static void
test_targets (void)
{
  static const char *const targets[] = { "http://x", "ws://", "x", "", "ws:x", "wss://[::1" };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autoptr (TestPeer) peer = test_peer_new (mcp_websocket_transport_new (targets[i], NULL));
      g_autoptr (GError) error = NULL;

      g_assert_false (test_peer_open (peer, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
    }
}

void
add_websocket_transport_tests (void)
{
  g_test_add_func ("/websocket-transport/echo", test_echo);
  g_test_add_func ("/websocket-transport/authorization", test_authorization);
  g_test_add_func ("/websocket-transport/subprotocol", test_subprotocol);
  g_test_add_func ("/websocket-transport/splits", test_splits);
  g_test_add_func ("/websocket-transport/lost", test_lost);
  g_test_add_func ("/websocket-transport/refused", test_refused);
  g_test_add_func ("/websocket-transport/extension", test_extension);
  g_test_add_func ("/websocket-transport/deadlines", test_deadlines);
  g_test_add_func ("/websocket-transport/pings", test_pings);
  g_test_add_func ("/websocket-transport/ping-flood", test_ping_flood);
  g_test_add_func ("/websocket-transport/oversized", test_oversized);
  g_test_add_func ("/websocket-transport/hold", test_hold);
  g_test_add_func ("/websocket-transport/closing", test_closing);
  g_test_add_func ("/websocket-transport/targets", test_targets);
}
