/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests that somebody signs, and what happens when they are refused. */

#include "mcp-tests.h"
#include "mcp-http-authorizer.h"
#include "mcp-http-transport.h"
#include "mcp-limits.h"
#include "mcp-sse-transport.h"
#include "test-http-server.h"
#include "test-transport-peer.h"

#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
#define CHALLENGE "Bearer error=\"invalid_token\""

/* The authorizer: it has numbered tokens, the next one after each refusal. */

#define TEST_TYPE_KEY_RING (test_key_ring_get_type ())
G_DECLARE_FINAL_TYPE (TestKeyRing, test_key_ring, TEST, KEY_RING, GObject)

struct _TestKeyRing
{
  GObject parent_instance;

  gboolean ready;
  guint    token;
  guint    n_prepared;
  guint    n_signed;
  guint    n_answered;
  guint    last_answer;
  guint    n_refused;
  guint    last_attempt;
  guint    last_status;
  char    *last_sent;
  char    *last_challenge;
  gboolean gives_up; /* the refusal stands */
  gboolean fails;    /* with an error of its own */
  gboolean hangs;    /* until it is cancelled */
  guint    n_cancelled;
};

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  GTask       *task = data;
  TestKeyRing *self = g_task_get_source_object (task);

  self->n_cancelled++;
  g_task_return_error_if_cancelled (task);
}

static gboolean
test_key_ring_is_ready (McpHttpAuthorizer *authorizer)
{
  return TEST_KEY_RING (authorizer)->ready;
}

/* Returns: whether it goes on without an end or an error */
static gboolean
go_wrong (TestKeyRing *self, GTask *task)
{
  if (self->hangs)
    g_signal_connect_object (g_task_get_cancellable (task), "cancelled", G_CALLBACK (on_cancelled),
                             task, 0);
  else if (self->fails)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_TIMED_OUT, "Nobody signed in");
  else
    return FALSE;
  return TRUE;
}

static void
test_key_ring_prepare_async (McpHttpAuthorizer  *authorizer,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  TestKeyRing *self = TEST_KEY_RING (authorizer);
  GTask       *task = g_task_new (self, cancellable, callback, user_data);

  self->n_prepared++;
  g_object_set_data_full (G_OBJECT (self), "task", task, g_object_unref);
  if (go_wrong (self, task))
    return;
  self->ready = TRUE;
  self->token = 1;
  g_task_return_boolean (task, TRUE);
}

static gboolean
test_key_ring_finish (McpHttpAuthorizer *authorizer, GAsyncResult *result, GError **error)
{
  g_assert_true (g_task_is_valid (result, authorizer));
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
test_key_ring_sign (McpHttpAuthorizer  *authorizer,
                    const char         *method,
                    GUri               *uri,
                    SoupMessageHeaders *headers)
{
  TestKeyRing     *self = TEST_KEY_RING (authorizer);
  g_autofree char *value = g_strdup_printf ("Bearer t%u", self->token);
  g_autofree char *proof = g_strdup_printf ("%s %s", method, g_uri_get_path (uri));

  self->n_signed++;
  if (self->token == 0)
    return;
  soup_message_headers_replace (headers, "Authorization", value);
  soup_message_headers_replace (headers, "DPoP", proof);
}

static void
test_key_ring_refused_async (McpHttpAuthorizer  *authorizer,
                             guint               attempt,
                             guint               status,
                             SoupMessageHeaders *headers,
                             const char         *sent,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  TestKeyRing *self = TEST_KEY_RING (authorizer);
  GTask       *task = g_task_new (self, cancellable, callback, user_data);

  self->n_refused++;
  self->last_attempt = attempt;
  self->last_status = status;
  g_free (self->last_sent);
  self->last_sent = g_strdup (sent);
  g_free (self->last_challenge);
  self->last_challenge = g_strdup (soup_message_headers_get_list (headers, "WWW-Authenticate"));
  g_object_set_data_full (G_OBJECT (self), "task", task, g_object_unref);
  if (go_wrong (self, task))
    return;
  if (!self->gives_up)
    self->token++;
  g_task_return_boolean (task, !self->gives_up);
}

static void
test_key_ring_answered (McpHttpAuthorizer *authorizer, guint status, SoupMessageHeaders *headers)
{
  TestKeyRing *self = TEST_KEY_RING (authorizer);

  self->n_answered++;
  self->last_answer = status;
}

static void
test_key_ring_iface_init (McpHttpAuthorizerInterface *iface)
{
  iface->is_ready = test_key_ring_is_ready;
  iface->prepare_async = test_key_ring_prepare_async;
  iface->prepare_finish = test_key_ring_finish;
  iface->sign = test_key_ring_sign;
  iface->refused_async = test_key_ring_refused_async;
  iface->refused_finish = test_key_ring_finish;
  iface->answered = test_key_ring_answered;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestKeyRing,
                               test_key_ring,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_HTTP_AUTHORIZER,
                                                      test_key_ring_iface_init))

static void
test_key_ring_finalize (GObject *object)
{
  TestKeyRing *self = TEST_KEY_RING (object);

  g_free (self->last_sent);
  g_free (self->last_challenge);
  G_OBJECT_CLASS (test_key_ring_parent_class)->finalize (object);
}

static void
test_key_ring_class_init (TestKeyRingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_key_ring_finalize;
}

static void
test_key_ring_init (TestKeyRing *self)
{
  self->ready = TRUE;
  self->token = 1;
}

static TestKeyRing *
key_ring_new (void)
{
  return g_object_new (TEST_TYPE_KEY_RING, NULL);
}

/* The server: it wants one token, and refuses what has another. */

typedef struct
{
  const char *token;     /* "Bearer t2" */
  guint       status;    /* of a refusal; 0: 401 */
  gboolean    unspoken;  /* without a challenge */
  gboolean    redirects; /* from /mcp to /moved, where it is signed */
} Guard;

static void
serve_welcome (TestHttpServer *server, SoupServerMessage *message)
{
  const char *method = soup_server_message_get_method (message);

  if (method == SOUP_METHOD_GET)
    {
      test_http_open_events (server, message, "data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n");
    }
  else
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                    "Mcp-Session-Id", "s-1");
      test_http_answer (message, 200, "application/json", ANSWER);
    }
}

static void
serve (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  Guard      *guard = data;
  const char *token = soup_message_headers_get_one (
      soup_server_message_get_request_headers (message), "Authorization");
  const char *path = g_uri_get_path (soup_server_message_get_uri (message));

  if (guard->redirects && g_str_equal (path, "/mcp"))
    {
      soup_server_message_set_redirect (message, 307, "/moved");
      return;
    }
  if (g_strcmp0 (token, guard->token) == 0)
    {
      serve_welcome (server, message);
      return;
    }
  if (!guard->unspoken)
    soup_message_headers_append (soup_server_message_get_response_headers (message),
                                 "WWW-Authenticate", CHALLENGE);
  test_http_answer (message, guard->status != 0 ? (int)guard->status : 401, "application/json",
                    "{\"error\":\"invalid_token\"}");
}

static TestPeer *
new_peer (TestHttpServer *server, Guard *guard, TestKeyRing *ring)
{
  g_autofree char *url = g_strconcat (server->base, "/mcp", NULL);
  TestPeer        *peer = test_peer_new (mcp_http_transport_new (url, NULL));

  server->handler = serve;
  server->handler_data = guard;
  mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (peer->transport),
                                      MCP_HTTP_AUTHORIZER (ring));
  test_peer_open_or_fail (peer);
  return peer;
}

static void
send_or_fail (TestPeer *peer)
{
  g_autoptr (GError) error = NULL;

  test_peer_send (peer, REQUEST, &error);
  g_assert_no_error (error);
}

static void
assert_added (TestPeer *peer, guint hop, const char *line)
{
  McpRecord *record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_HEADERS, hop);

  g_assert_nonnull (record);
  g_assert_nonnull (record->request_headers);
  if (line != NULL)
    g_assert_true (g_strv_contains ((const char *const *)record->request_headers, line));
  else
    g_assert_cmpuint (g_strv_length (record->request_headers), ==, 0);
}

/* Tests */

static void
test_signs (void)
{
  Guard guard = { .token = "Bearer t1" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);

  send_or_fail (peer);
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  mcp_transport_initialized (peer->transport);
  test_peer_wait (server->waiting->len == 1);
  test_peer_wait (peer->messages->len == 2);
  test_peer_close (peer);

  g_assert_cmpuint (server->requests->len, ==, 3);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "DPoP"), ==, "POST /mcp");
  g_assert_cmpstr (test_http_server_get_header (server, 1, "DPoP"), ==, "GET /mcp");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "DPoP"), ==, "DELETE /mcp");
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (test_http_server_get_header (server, i, "Authorization"), ==, "Bearer t1");
  assert_added (peer, 0, "Authorization: Bearer t1");
  assert_added (peer, 0, "DPoP: POST /mcp");
  g_assert_cmpuint (ring->n_signed, ==, 3);
  g_assert_cmpuint (ring->n_answered, ==, 3);
  g_assert_cmpuint (ring->last_answer, ==, 200);
  g_assert_cmpuint (ring->n_prepared, ==, 0);
  g_assert_cmpuint (ring->n_refused, ==, 0);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_NOTE), ==, 0);
}

static void
test_nothing_to_add (void)
{
  Guard guard = { .token = NULL };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);

  ring->token = 0;
  send_or_fail (peer);
  g_assert_null (test_http_server_get_header (server, 0, "Authorization"));
  assert_added (peer, 0, NULL);
  test_peer_close (peer);
}

/* Of the first response nothing is left but its record. */
static void
test_sent_again (void)
{
  static const guint statuses[] = { 401, 403 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      Guard guard = { .token = "Bearer t2", .status = statuses[i] };
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestKeyRing) ring = key_ring_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);
      McpRecord *record;

      send_or_fail (peer);
      g_assert_cmpuint (peer->messages->len, ==, 1);
      g_assert_cmpstr (test_peer_get_message (peer, 0), ==, ANSWER);
      g_assert_cmpuint (server->requests->len, ==, 2);
      g_assert_cmpstr (server->bodies->pdata[0], ==, REQUEST);
      g_assert_cmpstr (server->bodies->pdata[1], ==, REQUEST);
      /* The connection of the refusal serves again. */
      g_assert_cmpuint (g_hash_table_size (server->ports), ==, 1);

      g_assert_cmpuint (ring->n_refused, ==, 1);
      g_assert_cmpuint (ring->last_attempt, ==, 1);
      g_assert_cmpuint (ring->last_status, ==, statuses[i]);
      g_assert_cmpstr (ring->last_sent, ==, "Bearer t1");
      g_assert_cmpstr (ring->last_challenge, ==, CHALLENGE);
      g_assert_cmpuint (ring->n_answered, ==, 1);

      g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_STARTED), ==, 1);
      g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_HEADERS), ==, 2);
      g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_ENDED), ==, 1);
      record = test_peer_get_record (peer, MCP_RECORD_EXCHANGE_HEADERS, 0);
      g_assert_cmpint (record->status, ==, (int)statuses[i]);
      assert_added (peer, 0, "Authorization: Bearer t1");
      assert_added (peer, 1, "Authorization: Bearer t2");
      record = test_peer_get_record (peer, MCP_RECORD_NOTE, 0);
      g_assert_nonnull (strstr (record->note, "again"));
      test_peer_close (peer);
    }
}

/* @n_asked: how often the authorizer is asked about the one request, which has an error then */
static void
expect_refusal (Guard *guard, TestKeyRing *ring, guint n_asked, McpError code)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, guard, ring);
  g_autoptr (GError) error = NULL;

  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, (int)code);
  g_assert_cmpuint (ring->n_refused, ==, n_asked);
  g_assert_cmpuint (server->requests->len, ==, ring->gives_up || ring->fails ? 1 : n_asked + 1);
  g_assert_cmpuint (peer->messages->len, ==, 0);
  if (code == MCP_ERROR_AUTHORIZATION_REQUIRED)
    {
      g_assert_cmpstr (mcp_error_get_details (error)->challenge, ==,
                       guard->unspoken ? NULL : CHALLENGE);
      g_assert_cmpuint (mcp_error_get_details (error)->http_status, ==,
                        guard->status != 0 ? guard->status : 401);
      g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, "invalid_token"));
    }
  test_peer_close (peer);
}

static void
test_refused_again_and_again (void)
{
  Guard guard = { .token = "Bearer none" };
  g_autoptr (TestKeyRing) ring = key_ring_new ();

  expect_refusal (&guard, ring, MCP_HTTP_MAX_REFUSALS, MCP_ERROR_AUTHORIZATION_REQUIRED);
  g_assert_cmpuint (ring->last_attempt, ==, MCP_HTTP_MAX_REFUSALS);
  g_assert_cmpuint (ring->n_answered, ==, 1);
}

static void
test_refusal_stands (void)
{
  Guard guard = { .token = "Bearer none" };
  g_autoptr (TestKeyRing) ring = key_ring_new ();

  ring->gives_up = TRUE;
  expect_refusal (&guard, ring, 1, MCP_ERROR_AUTHORIZATION_REQUIRED);
}

static void
test_error_passed_on (void)
{
  Guard guard = { .token = "Bearer none" };
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestKeyRing) unprepared = key_ring_new ();
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, unprepared);
  g_autoptr (GError) error = NULL;

  ring->fails = TRUE;
  expect_refusal (&guard, ring, 1, MCP_ERROR_TIMED_OUT);

  unprepared->ready = FALSE;
  unprepared->fails = TRUE;
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpuint (server->requests->len, ==, 0);
  g_assert_cmpuint (test_peer_count_records (peer, MCP_RECORD_EXCHANGE_ENDED), ==, 1);
  test_peer_close (peer);
}

/* Without a challenge 403 is about what this person may do, and no other token helps. */
static void
test_not_asked (void)
{
  Guard guard = { .token = "Bearer none", .status = 403, .unspoken = TRUE };
  g_autoptr (TestKeyRing) ring = key_ring_new ();

  expect_refusal (&guard, ring, 0, MCP_ERROR_HTTP_STATUS);
  guard.status = 400;
  guard.unspoken = FALSE;
  expect_refusal (&guard, ring, 0, MCP_ERROR_HTTP_STATUS);
}

static void
test_unspoken (void)
{
  Guard guard = { .token = "Bearer none", .unspoken = TRUE };
  g_autoptr (TestKeyRing) ring = key_ring_new ();

  ring->gives_up = TRUE;
  expect_refusal (&guard, ring, 1, MCP_ERROR_AUTHORIZATION_REQUIRED);
}

/* What the authorizer does may take as long as a person needs, and ends when the caller goes. */
static void
test_cancelled (void)
{
  Guard guard = { .token = "Bearer none" };

  for (int preparing = 0; preparing <= 1; preparing++)
    {
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      g_autoptr (TestKeyRing) ring = key_ring_new ();
      g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      TestPeerCall call;

      mcp_transport_get_limits (peer->transport)->connect_timeout = 100;
      ring->hangs = TRUE;
      ring->ready = !preparing;
      test_peer_begin_send (peer, REQUEST, cancellable, &call);
      test_peer_wait (ring->n_refused + ring->n_prepared == 1);
      test_peer_run (300);
      g_assert_false (call.done);
      g_cancellable_cancel (cancellable);
      g_assert_cmpuint (ring->n_cancelled, ==, 1);
      g_assert_false (test_peer_end_send (peer, &call, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
      g_assert_cmpuint (server->requests->len, ==, preparing ? 0 : 1);
      test_peer_close (peer);
    }
}

static void
test_closed_meanwhile (void)
{
  Guard guard = { .token = "Bearer none" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);
  g_autoptr (GError) error = NULL;
  TestPeerCall call;

  ring->hangs = TRUE;
  test_peer_begin_send (peer, REQUEST, NULL, &call);
  test_peer_wait (ring->n_refused == 1);
  test_peer_close (peer);
  g_assert_cmpuint (ring->n_cancelled, ==, 1);
  g_assert_false (test_peer_end_send (peer, &call, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
}

static void
test_redirect (void)
{
  Guard guard = { .token = "Bearer t2", .redirects = TRUE };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);

  send_or_fail (peer);
  g_assert_cmpuint (server->requests->len, ==, 3);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "DPoP"), ==, "POST /mcp");
  g_assert_cmpstr (test_http_server_get_header (server, 1, "DPoP"), ==, "POST /moved");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "DPoP"), ==, "POST /moved");
  g_assert_cmpstr (test_http_server_get_header (server, 2, "Authorization"), ==, "Bearer t2");
  test_peer_close (peer);
}

static void
test_own_wins (void)
{
  static const char *const headers[] = { "X-A: 1", "authorization: Bearer mine", NULL };
  Guard                    guard = { .token = "Bearer t1" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);
  g_autofree char *url = g_strdup_printf ("http://me:secret@%s/mcp", server->base + strlen ("http://"));
  g_autoptr (TestPeer) named = test_peer_new (mcp_http_transport_new (url, NULL));
  g_autoptr (GError) error = NULL;

  mcp_http_connection_set_headers (MCP_HTTP_CONNECTION (peer->transport), headers, &error);
  g_assert_no_error (error);
  g_assert_false (test_peer_send (peer, REQUEST, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED);
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Authorization"), ==, "Bearer mine");
  test_peer_close (peer);

  mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (named->transport),
                                      MCP_HTTP_AUTHORIZER (ring));
  test_peer_open_or_fail (named);
  g_assert_false (test_peer_send (named, REQUEST, NULL));
  g_assert_true (g_str_has_prefix (test_http_server_get_header (server, 1, "Authorization"),
                                   "Basic "));
  test_peer_close (named);
  g_assert_cmpuint (ring->n_signed + ring->n_refused + ring->n_answered, ==, 0);
}

static void
test_prepares (void)
{
  Guard guard = { .token = "Bearer t1" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);

  ring->ready = FALSE;
  ring->token = 0;
  send_or_fail (peer);
  send_or_fail (peer);
  g_assert_cmpuint (ring->n_prepared, ==, 1);
  g_assert_cmpuint (ring->n_refused, ==, 0);
  g_assert_cmpuint (server->requests->len, ==, 2);
  test_peer_close (peer);
}

/* Ending a session is not worth a sign-in. */
static void
test_farewell (void)
{
  Guard guard = { .token = "Bearer t1" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);

  send_or_fail (peer);
  guard.token = "Bearer t2";
  test_peer_close (peer);
  g_assert_cmpuint (server->requests->len, ==, 2);
  g_assert_cmpstr (server->requests->pdata[1], ==, "DELETE /mcp");
  g_assert_cmpuint (ring->n_refused, ==, 0);
  g_assert_cmpuint (peer->n_closed, ==, 1);
}

/* The stream for what a server says unasked is refused on its own. */
static void
test_listens_again (void)
{
  Guard guard = { .token = "Bearer t1" };
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = new_peer (server, &guard, ring);

  send_or_fail (peer);
  guard.token = "Bearer t2";
  mcp_transport_set_protocol_version (peer->transport, "2025-11-25");
  mcp_transport_initialized (peer->transport);
  test_peer_wait (peer->messages->len == 2);
  g_assert_cmpuint (server->requests->len, ==, 3);
  g_assert_cmpstr (server->requests->pdata[2], ==, "GET /mcp");
  g_assert_cmpuint (ring->n_refused, ==, 1);
  test_peer_close (peer);
}

#define ENDLESS                                                                      \
  "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: " CHALLENGE "\r\nContent-Length: " \
  "100\r\n\r\n{\"error\":\"invalid_token\"}"

/* A refusal is one although its body never ends, or breaks off. */
static void
test_endless_refusal (void)
{
  for (int hang = 0; hang <= 1; hang++)
    {
      g_autoptr (TestRawServer) server = test_raw_server_new (ENDLESS, strlen (ENDLESS));
      g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
      g_autoptr (TestKeyRing) ring = key_ring_new ();
      g_autoptr (GError) error = NULL;

      server->hang = hang;
      ring->gives_up = TRUE;
      mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (peer->transport),
                                          MCP_HTTP_AUTHORIZER (ring));
      test_peer_open_or_fail (peer);
      g_assert_false (test_peer_send (peer, REQUEST, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTHORIZATION_REQUIRED);
      g_assert_cmpstr (mcp_error_get_details (error)->challenge, ==, CHALLENGE);
      g_assert_nonnull (strstr (mcp_error_get_details (error)->evidence, "invalid_token"));
      g_assert_cmpuint (ring->n_refused, ==, 1);
      test_peer_wait (server->n_closed == 1);
      test_peer_close (peer);
    }
}

/* HTTP with SSE: its stream and its messages alike, each refused once. */
static void
serve_sse (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  const char *method = soup_server_message_get_method (message);
  const char *token = soup_message_headers_get_one (
      soup_server_message_get_request_headers (message), "Authorization");
  gboolean posts = method == SOUP_METHOD_POST;

  if (g_strcmp0 (token, posts ? "Bearer t3" : "Bearer t2") != 0)
    {
      soup_message_headers_append (soup_server_message_get_response_headers (message),
                                   "WWW-Authenticate", CHALLENGE);
      test_http_answer (message, 401, "text/plain", "no");
      return;
    }
  if (posts)
    {
      test_http_answer (message, 202, "text/plain", "Accepted");
      test_http_server_write (server, 0, "event: message\ndata: " ANSWER "\n\n");
    }
  else
    test_http_open_events (server, message, "event: endpoint\ndata: /messages\n\n");
}

static void
test_sse (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autofree char *url = g_strconcat (server->base, "/sse", NULL);
  g_autoptr (TestKeyRing) ring = key_ring_new ();
  g_autoptr (TestPeer) peer = test_peer_new (mcp_sse_transport_new (url, NULL, NULL));

  server->handler = serve_sse;
  mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (peer->transport),
                                      MCP_HTTP_AUTHORIZER (ring));
  test_peer_open_or_fail (peer);
  send_or_fail (peer);
  test_peer_wait (peer->messages->len == 1);
  g_assert_cmpuint (server->requests->len, ==, 4);
  g_assert_cmpuint (ring->n_refused, ==, 2);
  test_peer_close (peer);
}

void
add_http_authorizer_tests (void)
{
  g_test_add_func ("/mcp/http-authorizer/signs", test_signs);
  g_test_add_func ("/mcp/http-authorizer/nothing-to-add", test_nothing_to_add);
  g_test_add_func ("/mcp/http-authorizer/sent-again", test_sent_again);
  g_test_add_func ("/mcp/http-authorizer/again-and-again", test_refused_again_and_again);
  g_test_add_func ("/mcp/http-authorizer/stands", test_refusal_stands);
  g_test_add_func ("/mcp/http-authorizer/error", test_error_passed_on);
  g_test_add_func ("/mcp/http-authorizer/not-asked", test_not_asked);
  g_test_add_func ("/mcp/http-authorizer/unspoken", test_unspoken);
  g_test_add_func ("/mcp/http-authorizer/cancelled", test_cancelled);
  g_test_add_func ("/mcp/http-authorizer/closed", test_closed_meanwhile);
  g_test_add_func ("/mcp/http-authorizer/redirect", test_redirect);
  g_test_add_func ("/mcp/http-authorizer/own-wins", test_own_wins);
  g_test_add_func ("/mcp/http-authorizer/prepares", test_prepares);
  g_test_add_func ("/mcp/http-authorizer/farewell", test_farewell);
  g_test_add_func ("/mcp/http-authorizer/listens", test_listens_again);
  g_test_add_func ("/mcp/http-authorizer/endless", test_endless_refusal);
  g_test_add_func ("/mcp/http-authorizer/sse", test_sse);
}
