/* SPDX-License-Identifier: GPL-3.0-or-later */

/* HTTP with SSE, as of 2024-11-05. */

#include "mcp-tests.h"
#include "mcp-sse-transport.h"
#include "test-http-server.h"
#include "test-transport-peer.h"
#include "mcp-http-transport.h"

#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

/* What a server does. */
typedef struct
{
  const char *opening;     /* the stream's beginning; %s: the origin of this server */
  const char *end;         /* nonzero: the stream ends after it */
  const char *messages;    /* the path where messages are taken; otherwise 404 */
  int         status;      /* of the stream; 0: 200 */
  int         post_status; /* 0: 202 */
  const char *post_body;
} Script;

static void
serve (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  Script          *script = data;
  GUri            *uri = soup_server_message_get_uri (message);
  g_autofree char *target = g_uri_get_query (uri) != NULL
                                ? g_strconcat (g_uri_get_path (uri), "?", g_uri_get_query (uri),
                                               NULL)
                                : g_strdup (g_uri_get_path (uri));
  g_auto (GStrv) parts = NULL;
  g_autofree char *opening = NULL;

  if (soup_server_message_get_method (message) == SOUP_METHOD_POST)
    {
      gboolean found = g_strcmp0 (target, script->messages) == 0;
      int      status = script->post_status != 0 ? script->post_status : 202;

      test_http_answer (message, found ? status : 404, "application/json",
                        script->post_body != NULL ? script->post_body : "\"Accepted\"");
      if (found && server->waiting->len > 0)
        test_http_server_write (server, server->waiting->len - 1,
                                "event: message\ndata: " ANSWER "\n\n");
      return;
    }
  if (script->status != 0)
    {
      test_http_answer (message, script->status, "text/plain", "no");
      return;
    }
  parts = g_strsplit (script->opening, "%s", -1);
  opening = g_strjoinv (server->base, parts);
  if (script->end != NULL)
    test_http_answer_events (message, opening);
  else
    test_http_open_events (server, message, opening);
}

/* @message_url: (nullable) */
static TestPeer *
new_posting_peer (TestHttpServer *server, Script *script, const char *path, const char *message_url)
{
  g_autofree char *url = g_strconcat (server->base, path, NULL);

  server->handler = serve;
  server->handler_data = script;
  return test_peer_new (mcp_sse_transport_new (url, NULL, message_url));
}

static TestPeer *
new_peer (TestHttpServer *server, Script *script, const char *path)
{
  return new_posting_peer (server, script, path, NULL);
}

static void
send_or_fail (TestPeer *peer)
{
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, REQUEST, &error);
  g_assert_no_error (error);
}

static void
test_call (void)
{
  static const struct
  {
    const char *opening;
    const char *messages;
  } cases[] = {
    { "event: endpoint\ndata: /message?sessionId=7\n\n", "/message?sessionId=7" },
    { "event: endpoint\ndata: message?sessionId=7\n\n", "/a/message?sessionId=7" },
    { "event: endpoint\ndata: ?sessionId=7\n\n", "/a/sse?sessionId=7" },
    { "event: endpoint\r\ndata:  %s/b/c?x=%2F&y \r\n\r\n", "/b/c?x=%2F&y" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      static const char *const headers[] = { "Authorization: Bearer abc", "X-Key: 1", NULL };
      Script                   script = { .opening = cases[i].opening, .messages = cases[i].messages };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &script, "/a/sse");

      g_assert_true (mcp_http_connection_set_headers (MCP_HTTP_CONNECTION (peer->transport), headers,
                                                      NULL));
      test_peer_open_or_fail (peer);
      g_assert_false (mcp_transport_responds_in_exchange (peer->transport));
      g_assert_cmpstr (test_http_server_get_header (server, 0, "Accept"), ==, "text/event-stream");
      mcp_transport_set_protocol_version (peer->transport, "2024-11-05");
      send_or_fail (peer);
      test_peer_wait (peer->messages->len == 1); /* the body of the POST's answer is none */
      g_assert_cmpstr (test_peer_get_message (peer, 0), ==, ANSWER);
      g_assert_cmpstr (server->bodies->pdata[1], ==, REQUEST);
      for (guint request = 0; request < 2; request++)
        {
          g_assert_cmpstr (test_http_server_get_header (server, request, "Authorization"), ==,
                           "Bearer abc");
          g_assert_cmpstr (test_http_server_get_header (server, request, "X-Key"), ==, "1");
        }
      g_assert_cmpstr (test_http_server_get_header (server, 1, "MCP-Protocol-Version"), ==,
                       "2024-11-05");
      test_peer_close (peer);
      g_assert_cmpuint (peer->n_closed, ==, 1);
      g_assert_no_error (peer->closed);
      g_assert_cmpuint (server->requests->len, ==, 2); /* no DELETE */
    }
}

/* A keep-alive, another event, a second endpoint. */
static void
test_stream (void)
{
  Script script = { .opening = "event: endpoint\ndata: /m\n\n", .messages = "/m" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script, "/sse");
  g_autofree char *endpoint = NULL;

  test_peer_open_or_fail (peer);
  test_http_server_write (server, 0, ": ping\n\n: ping\r\n\r\nevent: ping\ndata: 2026\n\n");
  test_http_server_write (server, 0, "event: endpoint\ndata: http://evil.example/\n\n");
  test_http_server_write (server, 0, "data: {\"a\":1}\n\n");
  test_peer_wait (peer->messages->len == 1);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_NOTE), ==, 2);
  send_or_fail (peer);
  test_peer_wait (peer->messages->len == 2);
  g_object_get (peer->transport, "endpoint", &endpoint, NULL);
  g_assert_true (g_str_has_suffix (endpoint, "/m"));
  test_peer_close (peer);
}

static void
expect (Script script, McpError code, guint n_requests)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script, "/sse");
  g_autoptr (GError) error = NULL;

  mcp_transport_get_limits (peer->transport)->connect_timeout = 200u;
  g_assert_false (test_peer_open (peer, &error));
  g_assert_error (error, MCP_ERROR, (int)code);
  g_test_message ("%s", error->message);
  g_assert_cmpuint (server->requests->len, ==, n_requests);
  g_assert_cmpuint (peer->n_closed, ==, 0);
  g_clear_error (&error);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 0);
}

static void
test_no_endpoint (void)
{
  expect ((Script){ .opening = ": nothing\n\n", .end = "" }, MCP_ERROR_INVALID_MESSAGE, 1);
  expect ((Script){ .opening = ": nothing\n\n" }, MCP_ERROR_TIMED_OUT, 1);
  expect ((Script){ .opening = "event: endpoint\ndata: http://[bad\n\n" },
          MCP_ERROR_INVALID_MESSAGE, 1);
  expect ((Script){ .opening = "event: endpoint\ndata: javascript:alert(1)\n\n" },
          MCP_ERROR_INVALID_MESSAGE, 1);
  expect ((Script){ .opening = "event: endpoint\ndata: file:///etc/passwd\n\n" },
          MCP_ERROR_INVALID_MESSAGE, 1);
  expect ((Script){ .opening = "event: endpoint\ndata: /half", .end = "" },
          MCP_ERROR_CONNECTION_LOST, 1);
  expect ((Script){ .status = 404 }, MCP_ERROR_HTTP_STATUS, 1);
  expect ((Script){ .status = 401 }, MCP_ERROR_AUTHORIZATION_REQUIRED, 1);
  expect ((Script){ .status = 200 }, MCP_ERROR_INVALID_MESSAGE, 1);
}

/* What is sent has credentials in it: not one byte goes to another origin. */
static void
test_other_origin (void)
{
  g_autoptr (TestHttpServer) other = test_http_server_new ();
  g_autofree char *port = g_strdup_printf ("event: endpoint\ndata: %s/m\n\n", other->base);
  g_autofree char *host =
      g_strdup_printf ("event: endpoint\ndata: http://localhost:%s/m\n\n",
                       strrchr (other->base, ':') + 1);
  const char *openings[] = { port, host, "event: endpoint\ndata: //evil.example/m\n\n",
                             "event: endpoint\ndata: https://127.0.0.1/m\n\n",
                             "event: endpoint\ndata: http://user:pw@evil.example/\n\n" };

  for (gsize i = 0; i < G_N_ELEMENTS (openings); i++)
    expect ((Script){ .opening = openings[i] }, MCP_ERROR_REDIRECTED, 1);
  g_assert_cmpuint (other->requests->len, ==, 0);
}

/* A server behind a proxy that cuts its path off, or that names itself as nobody else does. */
static void
test_message_url (void)
{
  static const struct
  {
    const char *url;
    const char *messages;
  } cases[] = {
    { "/proxied/message", "/proxied/message?sessionId=7" },
    { "/proxied/message?s=1", "/proxied/message?s=1" },
    { "x", "/a/x?sessionId=7" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Script script = {
        .opening = "event: endpoint\ndata: http://0.0.0.0:1/message?sessionId=7\n\n",
        .messages = cases[i].messages,
      };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_posting_peer (server, &script, "/a/sse", cases[i].url);

      test_peer_open_or_fail (peer);
      send_or_fail (peer);
      test_peer_wait (peer->messages->len == 1);
      test_peer_close (peer);
    }
}

static void
test_lost (void)
{
  Script script = { .opening = "event: endpoint\ndata: /m\n\n", .messages = "/m" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script, "/sse");
  g_autoptr (GError) error = NULL;

  test_peer_open_or_fail (peer);
  test_http_server_end (server, 0);
  test_peer_wait (peer->n_closed == 1);
  g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 1);

  /* It may be opened again, as another session. */
  test_peer_open_or_fail (peer);
  send_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  test_peer_close (peer);
  g_assert_cmpuint (peer->n_closed, ==, 2);
}

static void
test_post_fails (void)
{
  Script script = { .opening = "event: endpoint\ndata: /m\n\n", .messages = "/other" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script, "/sse");
  g_autoptr (GError) error = NULL;

  /* Before the first message was taken, the address is what is wrong. */
  test_peer_open_or_fail (peer);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_nonnull (strstr (error->message, "message URL"));
  g_clear_error (&error);

  script.messages = "/m";
  send_or_fail (peer);
  script.messages = "/other";
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED);
  g_clear_error (&error);
  script.messages = "/m";
  script.post_status = 500;
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);
  g_assert_cmpuint (peer->n_closed, ==, 0);
  test_peer_close (peer);
}

/* Cancelled, or closed, before the endpoint came. */
static void
test_cancel (void)
{
  for (int close = 0; close <= 1; close++)
    {
      Script script = { .opening = ": nothing\n\n" };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &script, "/sse");
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      TestPeerCall call = { 0 };

      mcp_transport_open_async (peer->transport, cancellable, test_peer_call_done, &call);
      test_peer_wait (server->waiting->len == 1);
      if (close)
        test_peer_close (peer);
      else
        g_cancellable_cancel (cancellable);
      test_peer_wait (call.done);
      g_assert_false (mcp_transport_open_finish (peer->transport, call.result, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
      g_object_unref (call.result);
      test_peer_close (peer);
      g_assert_cmpuint (peer->n_closed, ==, 0);
    }
}

void
add_sse_transport_tests (void)
{
  g_test_add_func ("/mcp/sse/call", test_call);
  g_test_add_func ("/mcp/sse/stream", test_stream);
  g_test_add_func ("/mcp/sse/no-endpoint", test_no_endpoint);
  g_test_add_func ("/mcp/sse/other-origin", test_other_origin);
  g_test_add_func ("/mcp/sse/message-url", test_message_url);
  g_test_add_func ("/mcp/sse/lost", test_lost);
  g_test_add_func ("/mcp/sse/post-fails", test_post_fails);
  g_test_add_func ("/mcp/sse/cancel", test_cancel);
}
