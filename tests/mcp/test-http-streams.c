/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Streams of events that end too early and are resumed, and the one for what a server says unasked.
 */

#include "mcp-tests.h"
#include "mcp-http-transport.h"
#include "mcp-limits.h"
#include "test-http-server.h"
#include "test-transport-peer.h"

#include <string.h>

#define INITIALIZE "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}"
#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}"
#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
#define OTHER "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}"
#define NOTE "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}"
#define NO_SESSION                                                                 \
  "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad Request: No " \
  "valid session ID provided\"},\"id\":null}"

/* What a server does with each GET, one after the other; the last one stays. */
typedef struct
{
  const char *post;    /* events that answer POST, which end; NULL: they stay open */
  const char *gets[8]; /* events that answer the GETs: "…" ends, "+…" stays open, "405" a status */
  guint       n_gets;
  gboolean    no_session;
} Script;

static void
serve_get (TestHttpServer *server, SoupServerMessage *message, const char *text)
{
  if (g_ascii_isdigit (*text))
    test_http_answer (message, (int)g_ascii_strtoull (text, NULL, 10), "application/json",
                      NO_SESSION);
  else if (*text == '+')
    test_http_open_events (server, message, text + 1);
  else if (*text == '<')
    test_http_answer (message, 200, "text/html", text);
  else
    test_http_answer_events (message, text);
}

static void
serve (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  Script     *script = data;
  const char *method = soup_server_message_get_method (message);
  const char *body = server->bodies->pdata[server->bodies->len - 1];
  const char *get;

  if (method == SOUP_METHOD_GET)
    {
      get = script->gets[script->n_gets];
      if (script->gets[script->n_gets + 1] != NULL)
        script->n_gets++;
      serve_get (server, message, get);
    }
  else if (method == SOUP_METHOD_DELETE)
    {
      test_http_answer (message, 200, NULL, "");
    }
  else if (strstr (body, "initialize") != NULL)
    {
      if (!script->no_session)
        soup_message_headers_append (soup_server_message_get_response_headers (message),
                                     "Mcp-Session-Id", "s-1");
      test_http_answer (message, 200, "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}");
    }
  else if (script->post == NULL)
    {
      test_http_open_events (server, message, "");
    }
  else
    {
      test_http_answer_events (message, script->post);
    }
}

static TestPeer *
new_peer (TestHttpServer *server, Script *script)
{
  g_autofree char *url = g_strconcat (server->base, "/mcp", NULL);
  TestPeer        *peer = test_peer_new (mcp_http_transport_new (url, NULL));

  server->handler = serve;
  server->handler_data = script;
  test_peer_open_or_fail (peer);
  g_assert_true (test_peer_send (peer, INITIALIZE, NULL));
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  return peer;
}

static McpHttpListening
get_listening (TestPeer *peer)
{
  McpHttpListening listening;

  g_object_get (peer->transport, "listening", &listening, NULL);
  return listening;
}

/* ms between two requests */
static int
get_gap (TestHttpServer *server, guint index)
{
  g_assert_cmpuint (index, <, server->times->len);
  return (int)((g_array_index (server->times, gint64, index) -
                g_array_index (server->times, gint64, index - 1)) /
               1000);
}

/* As the conformance suite's sse-retry has it. */
static void
test_resume (void)
{
  Script script = {
    .post = "id: e-0\nretry: 500\ndata: \n\n",
    .gets = { "id: e-1\ndata: " ANSWER "\n\n" },
  };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, REQUEST, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (peer->messages->len, ==, 2);
  g_assert_cmpstr (test_peer_get_message (peer, 1), ==, ANSWER);
  g_assert_cmpuint (server->requests->len, ==, 3);
  g_assert_cmpstr (server->requests->pdata[2], ==, "GET /mcp");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "Last-Event-ID"), ==, "e-0");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "Accept"), ==, "text/event-stream");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "Mcp-Session-Id"), ==, "s-1");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "MCP-Protocol-Version"), ==,
                   "2025-11-25");
  g_assert_null (test_http_server_get_header (server, 2, "Content-Type"));
  g_assert_cmpint (get_gap (server, 2), >=, 450);
  g_test_message ("resumed after %d ms", get_gap (server, 2));
  test_peer_close (peer);
}

/* Several ends on the way, the last id counts, also of an event that was cut. */
static void
test_resume_often (void)
{
  Script script = {
    .post = "id: 1\nretry: 50\ndata: " NOTE "\n\nid: 2\ndata: {\"half",
    .gets = { "id: 3\ndata: " OTHER "\n\n", "503", "id: 4\ndata:\n\n",
              "id: ä 5\n\n", "id: 6\ndata: " ANSWER "\n\n" },
  };
  static const char *const ids[] = { "1", "3", "3", "4", "ä 5" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, REQUEST, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (peer->messages->len, ==, 4);
  g_assert_cmpuint (server->requests->len, ==, 2 + G_N_ELEMENTS (ids));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpstr (test_http_server_get_header (server, 2 + i, "Last-Event-ID"), ==, ids[i]);
  test_peer_close (peer);
}

/* Streams that break, and bring something each time, are resumed as long as that goes on. */
static void
test_resume_after_cuts (void)
{
  Script script = {
    .post = "id: 1\nretry: 1\ndata: " NOTE "\n\nid: 2\ndata: {\"half",
    .gets = { "id: 2\ndata: {\"half", "id: 2\ndata: " NOTE "\n\nid: 3\ndata: {\"ha",
              "id: 3\ndata: {\"h", "id: 3\ndata: " ANSWER "\n\n" },
  };
  static const char *const ids[] = { "1", "1", "2", "2" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, REQUEST, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (peer->messages->len, ==, 4);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpstr (test_http_server_get_header (server, 2 + i, "Last-Event-ID"), ==, ids[i]);
  test_peer_close (peer);
}

/* What is not resumed: an answered stream, one without ids, one where each message stands alone. */
static void
test_not_resumed (void)
{
  static const char *const posts[] = {
    "id: 1\nretry: 1\ndata: " ANSWER "\n\n",
    "retry: 1\ndata: " NOTE "\n\n",
    "id: 1\ndata: " NOTE "\n\nid\ndata: " NOTE "\n\n", /* an empty id takes the other back */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (posts); i++)
    {
      Script script = { .post = posts[i], .gets = { "405" } };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &script);
      g_autoptr (GError) error = NULL;

      test_peer_send (peer, REQUEST, &error);
      g_assert_no_error (error); /* an ended send without an answer says that none will come */
      test_peer_run (100);
      g_assert_cmpuint (server->requests->len, ==, 2);
      test_peer_close (peer);
    }
}

static char **
mirror (GBytes *message, gpointer data)
{
  const char *headers[] = { "MCP-Protocol-Version: 2026-07-28", NULL };

  return g_strdupv ((char **)headers);
}

static void
test_standing_alone (void)
{
  Script script = { .post = "id: 1\nretry: 1\ndata: " NOTE "\n\n", .gets = { "+" } };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);

  g_assert_true (mcp_transport_set_mirror (peer->transport, mirror, NULL));
  mcp_transport_initialized (peer->transport);
  g_assert_true (test_peer_send (peer, REQUEST, NULL));
  test_peer_run (100);
  g_assert_cmpuint (server->requests->len, ==, 2);
  g_assert_null (test_http_server_get_header (server, 1, "Mcp-Session-Id"));
  g_assert_cmpstr (test_http_server_get_header (server, 1, "MCP-Protocol-Version"), ==,
                   "2026-07-28");
  test_peer_close (peer);
  g_assert_cmpuint (server->requests->len, ==, 2); /* no DELETE either */
}

/* A server that closes at once, again and again, is not asked for ever. */
typedef struct
{
  Script          script;
  TestHttpServer *server;
  TestPeer       *peer;
} Hopeless;

static void
begin_hopeless (Hopeless *self)
{
  self->script = (Script){ .gets = { "retry: 1\n\n" } };
  self->server = test_http_server_new ();
  self->peer = new_peer (self->server, &self->script);
  mcp_transport_initialized (self->peer->transport);
}

static void
end_hopeless (Hopeless *self)
{
  test_peer_wait (get_listening (self->peer) == MCP_HTTP_LISTENING_LOST);
  g_assert_cmpuint (self->server->requests->len, ==, 2 + MCP_HTTP_MAX_RESUMPTIONS);
  g_assert_cmpuint (self->peer->n_closed, ==, 0);
  test_peer_close (self->peer);
  test_peer_free (self->peer);
  test_http_server_free (self->server);
}

static void
expect_not_resumed (const char *get, McpError code, guint n_gets)
{
  Script script = { .post = "id: 1\nretry: 1\ndata: " NOTE "\n\n", .gets = { get } };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);
  g_autoptr (GError) error = NULL;

  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, (int)code);
  g_test_message ("%s", error->message);
  if (code == MCP_ERROR_CONNECTION_LOST)
    g_assert_nonnull (strstr (error->message, "closed the stream before the answer"));
  g_assert_cmpuint (server->requests->len, ==, 2 + n_gets);
  g_assert_cmpuint (peer->messages->len, ==, 2);
  test_peer_close (peer);
}

/* Both kinds of stream take three seconds until they are given up, at the same time. */
static void
test_hopeless (void)
{
  Hopeless listening;

  begin_hopeless (&listening);
  expect_not_resumed ("405", MCP_ERROR_CONNECTION_LOST, 1);
  expect_not_resumed ("501", MCP_ERROR_CONNECTION_LOST, 1);
  expect_not_resumed ("<html>", MCP_ERROR_CONNECTION_LOST, 1);
  expect_not_resumed ("404", MCP_ERROR_SESSION_EXPIRED, 1);
  expect_not_resumed ("400", MCP_ERROR_SESSION_EXPIRED, 1);
  /* One that breaks at the same place again will do so for ever. */
  expect_not_resumed ("id: 2\ndata: {\"half", MCP_ERROR_CONNECTION_LOST, MCP_HTTP_MAX_CUTS);
  /* Streams that bring nothing: at first in time, then after 50, 100, 200, 400, 800, 1600 ms. */
  expect_not_resumed (": nothing\n\n", MCP_ERROR_CONNECTION_LOST, MCP_HTTP_MAX_RESUMPTIONS);
  end_hopeless (&listening);
}

static void
test_cancel_while_waiting (void)
{
  Script script = { .post = "id: 1\nretry: 99999999999\ndata:\n\n", .gets = { "405" } };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TestPeerCall calls[2];

  test_peer_begin_send (peer, REQUEST, cancellable, &calls[0]);
  test_peer_begin_send (peer, REQUEST, NULL, &calls[1]);
  test_peer_wait (test_peer_count_records (peer, MCP_RECORD_NOTE) == 4);
  g_assert_nonnull (strstr (test_peer_get_record (peer, MCP_RECORD_NOTE, 0)->note, "300000 ms"));
  g_assert_nonnull (strstr (test_peer_get_record (peer, MCP_RECORD_NOTE, 1)->note, "retry"));
  g_assert_false (calls[0].done);
  g_cancellable_cancel (cancellable);
  g_assert_false (test_peer_end_send (peer, &calls[0], &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_clear_error (&error);
  test_peer_close (peer);
  g_assert_false (test_peer_end_send (peer, &calls[1], &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
}

/* Listening */

static void
test_listen (void)
{
  Script script = { .post = "data: " ANSWER "\n\n", .gets = { "+", "+", "+" } };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &script);

  test_peer_run (50);
  g_assert_cmpuint (server->requests->len, ==, 1); /* not before */
  mcp_transport_initialized (peer->transport);
  g_assert_cmpint (get_listening (peer), ==, MCP_HTTP_LISTENING_CONNECTING);
  test_peer_wait (server->waiting->len == 1);
  g_assert_cmpstr (server->requests->pdata[1], ==, "GET /mcp");
  g_assert_null (test_http_server_get_header (server, 1, "Last-Event-ID"));
  g_assert_cmpstr (test_http_server_get_header (server, 1, "Mcp-Session-Id"), ==, "s-1");
  test_http_server_write (server, 0, "id: n-1\nretry: 200\ndata: " NOTE "\n\n");
  test_peer_wait (peer->messages->len == 2);
  g_assert_cmpint (get_listening (peer), ==, MCP_HTTP_LISTENING_OPEN);
  g_assert_true (test_peer_send (peer, REQUEST, NULL));

  /* It ends: it is resumed where it was. */
  test_http_server_end (server, 0);
  test_peer_wait (get_listening (peer) == MCP_HTTP_LISTENING_CONNECTING);
  test_peer_wait (server->waiting->len == 2);
  g_assert_cmpstr (test_http_server_get_header (server, 3, "Last-Event-ID"), ==, "n-1");
  test_http_server_write (server, 1, "data: " NOTE "\n\n");
  test_peer_wait (peer->messages->len == 4);

  /* Off and on. */
  mcp_transport_set_listening (peer->transport, FALSE);
  g_assert_cmpint (get_listening (peer), ==, MCP_HTTP_LISTENING_OFF);
  test_peer_run (300);
  g_assert_cmpuint (server->requests->len, ==, 4);
  mcp_transport_set_listening (peer->transport, TRUE);
  test_peer_wait (server->waiting->len == 3);
  test_peer_close (peer);
  g_assert_no_error (peer->closed);
  g_assert_cmpint (get_listening (peer), ==, MCP_HTTP_LISTENING_OFF);
  g_assert_cmpstr (server->requests->pdata[5], ==, "DELETE /mcp");
}

static void
test_listen_not_offered (void)
{
  static const char *const answers[] = { "405", "404", "400", "501", "<html>Hello" };

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      Script script = { .post = "data: " ANSWER "\n\n", .gets = { answers[i] } };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &script);
      g_autoptr (GError) error = NULL;

      script.no_session = i % 2 == 1;
      mcp_transport_initialized (peer->transport);
      test_peer_wait (get_listening (peer) == MCP_HTTP_LISTENING_NOT_OFFERED);
      g_test_message ("%s", test_peer_get_record (peer, MCP_RECORD_NOTE, 0)->note);
      g_assert_cmpuint (peer->messages->len, ==, 1); /* the error answers nothing of ours */
      test_peer_send (peer, REQUEST, &error);
      g_assert_no_error (error);
      test_peer_run (100);
      g_assert_cmpuint (server->requests->len, ==, 3);
      g_assert_cmpstr (test_http_server_get_header (server, 2, "Mcp-Session-Id"), ==, "s-1");
      test_peer_close (peer);
    }
}

/* The server was started again: the session is gone, and we know it before the next call. */
static void
test_listen_session_lost (void)
{
  static const char *const answers[] = { "404", "400" };

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      Script script = { .gets = { "retry: 60\ndata: " NOTE "\n\n", answers[i] } };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &script);
      g_autoptr (GError) error = NULL;
      g_autofree char *id = NULL;
      TestPeerCall     call;

      test_peer_begin_send (peer, REQUEST, NULL, &call);
      mcp_transport_initialized (peer->transport);
      test_peer_wait (peer->n_closed == 1);
      g_assert_error (peer->closed, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED);
      g_assert_false (test_peer_end_send (peer, &call, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
      g_object_get (peer->transport, "session-id", &id, NULL);
      g_assert_null (id);
      test_peer_close (peer);
      g_assert_cmpuint (peer->n_closed, ==, 1);
    }
}

void
add_http_streams_tests (void)
{
  g_test_add_func ("/mcp/http/streams/resume", test_resume);
  g_test_add_func ("/mcp/http/streams/resume-often", test_resume_often);
  g_test_add_func ("/mcp/http/streams/resume-after-cuts", test_resume_after_cuts);
  g_test_add_func ("/mcp/http/streams/not-resumed", test_not_resumed);
  g_test_add_func ("/mcp/http/streams/standing-alone", test_standing_alone);
  g_test_add_func ("/mcp/http/streams/hopeless", test_hopeless);
  g_test_add_func ("/mcp/http/streams/cancel-while-waiting", test_cancel_while_waiting);
  g_test_add_func ("/mcp/http/streams/listen", test_listen);
  g_test_add_func ("/mcp/http/streams/listen-not-offered", test_listen_not_offered);
  g_test_add_func ("/mcp/http/streams/listen-session-lost", test_listen_session_lost);
}
