/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What calls cost while somebody is signed in: no request beside their own, no look at what is kept,
 * and no JSON that would not be read without it. */

#include "mcp-auth-authorizer.h"
#include "mcp-http-transport.h"
#include "mcp-json-document.h"
#include "test-http-server.h"
#include "test-transport-peer.h"

#define CALLS 50u
#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

/* What reads JSON */

McpJsonDocument *__wrap_mcp_json_document_parse (GBytes              *bytes,
                                                 const McpJsonLimits *limits,
                                                 McpJsonPlace        *place,
                                                 GError             **error);
McpJsonDocument *__real_mcp_json_document_parse (GBytes              *bytes,
                                                 const McpJsonLimits *limits,
                                                 McpJsonPlace        *place,
                                                 GError             **error);
McpJsonDocument *
__wrap_mcp_json_document_parse_text (const char *text, gssize length, GError **error);
McpJsonDocument *
__real_mcp_json_document_parse_text (const char *text, gssize length, GError **error);

static guint n_parsed;

McpJsonDocument *
__wrap_mcp_json_document_parse (GBytes              *bytes,
                                const McpJsonLimits *limits,
                                McpJsonPlace        *place,
                                GError             **error)
{
  n_parsed++;
  return __real_mcp_json_document_parse (bytes, limits, place, error);
}

McpJsonDocument *
__wrap_mcp_json_document_parse_text (const char *text, gssize length, GError **error)
{
  n_parsed++;
  return __real_mcp_json_document_parse_text (text, length, error);
}

/* The token store: it counts what it is asked. */

typedef struct
{
  guint known;
  guint loads;
  guint saves;
  guint locks;
  guint unlocks;
} Asked;

#define TEST_TYPE_TOKEN_STORE (test_token_store_get_type ())
G_DECLARE_FINAL_TYPE (TestTokenStore, test_token_store, TEST, TOKEN_STORE, GObject)

struct _TestTokenStore
{
  GObject parent_instance;

  McpAuthRecord *record; /* (nullable) */
  Asked          asked;
};

static gboolean
test_token_store_is_known (McpAuthTokenStore *token_store)
{
  TEST_TOKEN_STORE (token_store)->asked.known++;
  return TRUE;
}

static void
answer (McpAuthTokenStore  *token_store,
        guint              *count,
        GCancellable       *cancellable,
        GAsyncReadyCallback callback,
        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (token_store, cancellable, callback, user_data);

  (*count)++;
  g_task_return_boolean (task, TRUE);
}

static gboolean
test_token_store_finish (McpAuthTokenStore *token_store, GAsyncResult *result, GError **error)
{
  g_assert_true (g_task_is_valid (result, token_store));
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
test_token_store_load_async (McpAuthTokenStore  *token_store,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  answer (token_store, &TEST_TOKEN_STORE (token_store)->asked.loads, cancellable, callback, user_data);
}

static McpAuthRecord *
test_token_store_load_finish (McpAuthTokenStore *token_store, GAsyncResult *result, GError **error)
{
  TestTokenStore *self = TEST_TOKEN_STORE (token_store);

  if (!test_token_store_finish (token_store, result, error) || self->record == NULL)
    return NULL;
  return mcp_auth_record_ref (self->record);
}

static void
keep (TestTokenStore *self, McpAuthRecord *record)
{
  g_clear_pointer (&self->record, mcp_auth_record_unref);
  self->record = record != NULL ? mcp_auth_record_ref (record) : NULL;
}

static void
test_token_store_save_async (McpAuthTokenStore  *token_store,
                             McpAuthRecord      *record,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  keep (TEST_TOKEN_STORE (token_store), record);
  answer (token_store, &TEST_TOKEN_STORE (token_store)->asked.saves, cancellable, callback, user_data);
}

static void
test_token_store_lock_async (McpAuthTokenStore  *token_store,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  answer (token_store, &TEST_TOKEN_STORE (token_store)->asked.locks, cancellable, callback, user_data);
}

static void
test_token_store_unlock (McpAuthTokenStore *token_store)
{
  TEST_TOKEN_STORE (token_store)->asked.unlocks++;
}

static void
test_token_store_iface_init (McpAuthTokenStoreInterface *iface)
{
  iface->is_known = test_token_store_is_known;
  iface->load_async = test_token_store_load_async;
  iface->load_finish = test_token_store_load_finish;
  iface->save_async = test_token_store_save_async;
  iface->save_finish = test_token_store_finish;
  iface->lock_async = test_token_store_lock_async;
  iface->lock_finish = test_token_store_finish;
  iface->unlock = test_token_store_unlock;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestTokenStore,
                               test_token_store,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_AUTH_TOKEN_STORE,
                                                      test_token_store_iface_init))

static void
test_token_store_finalize (GObject *object)
{
  keep (TEST_TOKEN_STORE (object), NULL);
  G_OBJECT_CLASS (test_token_store_parent_class)->finalize (object);
}

static void
test_token_store_class_init (TestTokenStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_token_store_finalize;
}

static void
test_token_store_init (TestTokenStore *self)
{
}

/* @age, @life: of its token, in seconds. Returns: (transfer full) */
static TestTokenStore *
token_store_new (TestHttpServer *server, gint64 age, gint64 life)
{
  TestTokenStore  *self = g_object_new (TEST_TYPE_TOKEN_STORE, NULL);
  g_autofree char *url = g_strconcat (server->base, "/mcp", NULL);
  g_autofree char *token_url = g_strconcat (server->base, "/token", NULL);
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  g_autoptr (McpAuthClient) client = NULL;
  McpAuthRecordParts parts = {
    .server = url,
    .issuer = server->base,
    .token_url = token_url,
    .resource = url,
    .grant = "code",
    .access_token = "t1",
    .refresh_token = "r1",
    .scheme = "Bearer",
    .scopes_granted = "a b",
    .obtained = g_get_real_time () / G_USEC_PER_SEC - age,
    .life = life,
  };

  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_ID, "client");
  client = mcp_auth_client_new_from_settings (settings, MCP_AUTH_CLIENT_REGISTERED, NULL);
  parts.client = client;
  self->record = mcp_auth_record_new (&parts);
  return self;
}

/* The server */

/* (nullable): the OAuth error with which it refuses to refresh */
static const char *refusal;
static gboolean    wants_scope;

static void
refuse (SoupServerMessage *message)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autofree char *json = g_strdup_printf ("{\"error\":\"%s\"}", refusal);

  if (wants_scope && strstr (text, "scope=a+b") != NULL)
    test_http_answer (message, 200, "application/json",
                      "{\"access_token\":\"t2\",\"token_type\":\"Bearer\",\"expires_in\":3600}");
  else
    test_http_answer (message, 400, "application/json", json);
}

static void
serve (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  const char *path = g_uri_get_path (soup_server_message_get_uri (message));

  if (refusal != NULL && g_str_equal (path, "/token"))
    {
      refuse (message);
      return;
    }
  test_http_answer (message, 200, "application/json",
                    g_str_equal (path, "/token")
                        ? "{\"access_token\":\"t2\",\"token_type\":\"Bearer\",\"expires_in\":3600}"
                        : ANSWER);
}

/* @token store: (nullable): without one nobody is signed in */
static TestPeer *
peer_new (TestHttpServer *server, TestTokenStore *token_store)
{
  g_autofree char *url = g_strconcat (server->base, "/mcp", NULL);
  TestPeer        *peer = test_peer_new (mcp_http_transport_new (url, NULL));
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  g_autoptr (McpAuthAuthorizer) authorizer = NULL;

  server->handler = serve;
  if (token_store != NULL)
    {
      authorizer = mcp_auth_authorizer_new (url, NULL, settings, MCP_AUTH_TOKEN_STORE (token_store));
      mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (peer->transport),
                                          MCP_HTTP_AUTHORIZER (authorizer));
    }
  test_peer_open_or_fail (peer);
  return peer;
}

static void
call (TestPeer *peer, guint times)
{
  for (guint i = 0; i < times; i++)
    {
      g_autoptr (GError) error = NULL;

      test_peer_send (peer, REQUEST, &error);
      g_assert_no_error (error);
    }
}

static void
assert_asked (TestTokenStore *token_store, Asked expected)
{
  g_assert_cmpuint (token_store->asked.known, ==, expected.known);
  g_assert_cmpuint (token_store->asked.loads, ==, expected.loads);
  g_assert_cmpuint (token_store->asked.saves, ==, expected.saves);
  g_assert_cmpuint (token_store->asked.locks, ==, expected.locks);
  g_assert_cmpuint (token_store->asked.unlocks, ==, expected.unlocks);
}

/* Tests */

static guint
count_parsed_without (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestPeer) peer = peer_new (server, NULL);
  guint before;

  call (peer, 1);
  before = n_parsed;
  call (peer, CALLS);
  g_assert_null (test_http_server_get_header (server, CALLS, "Authorization"));
  test_peer_close (peer);
  return n_parsed - before;
}

static void
test_valid_token (void)
{
  guint without = count_parsed_without ();
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestTokenStore) token_store = token_store_new (server, 0, 3600);
  g_autoptr (TestPeer) peer = peer_new (server, token_store);
  guint before;

  /* The first one looks at what is kept. */
  call (peer, 1);
  assert_asked (token_store, (Asked){ .known = 1, .loads = 1 });
  before = n_parsed;
  call (peer, CALLS);
  assert_asked (token_store, (Asked){ .known = 1, .loads = 1 });
  g_assert_cmpuint (n_parsed - before, ==, without);
  g_assert_cmpuint (server->requests->len, ==, CALLS + 1);
  for (guint i = 0; i < server->requests->len; i++)
    {
      g_assert_cmpstr (server->requests->pdata[i], ==, "POST /mcp");
      g_assert_cmpstr (test_http_server_get_header (server, i, "Authorization"), ==, "Bearer t1");
    }
  g_assert_cmpuint (g_hash_table_size (server->ports), ==, 1);
  test_peer_close (peer);
}

/* What is counted above does happen once, where the token has ended. */
static void
test_token_that_ended (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestTokenStore) token_store = token_store_new (server, 7200, 3600);
  g_autoptr (TestPeer) peer = peer_new (server, token_store);
  guint before = n_parsed;

  call (peer, CALLS);
  g_assert_cmpuint (server->requests->len, ==, CALLS + 1);
  g_assert_cmpstr (server->requests->pdata[0], ==, "POST /token");
  for (guint i = 1; i < server->requests->len; i++)
    g_assert_cmpstr (test_http_server_get_header (server, i, "Authorization"), ==, "Bearer t2");
  g_assert_cmpuint (n_parsed, >, before);
  g_assert_cmpuint (token_store->asked.locks, ==, 1);
  g_assert_cmpuint (token_store->asked.unlocks, ==, 1);
  g_assert_cmpuint (token_store->asked.saves, ==, 1);
  /* Under the lock once more: another program may have been quicker. */
  g_assert_cmpuint (token_store->asked.loads, ==, 2);
  g_assert_cmpstr (mcp_auth_record_get (token_store->record)->access_token, ==, "t2");
  g_assert_cmpstr (mcp_auth_record_get (token_store->record)->refresh_token, ==, "r1");
  test_peer_close (peer);
}

/* Only what says that the grant is worth nothing ends a sign-in (RFC 6749, 5.2); a scope that is
 * missed is sent. */
static void
test_refusals (void)
{
  static const struct
  {
    const char *error;
    gboolean    kept;
    gboolean    wants_scope;
    guint       tries;
  } rows[] = {
    { "invalid_grant", FALSE, FALSE, 1 },
    { "invalid_client", FALSE, FALSE, 1 },
    { "unauthorized_client", FALSE, FALSE, 1 },
    { "bad_refresh_token", FALSE, FALSE, 1 },
    { "invalid_request", TRUE, FALSE, 2 },
    { "invalid_scope", TRUE, FALSE, 2 },
    { "invalid_scope", TRUE, TRUE, 2 },
    { "invalid_request", TRUE, TRUE, 2 },
    { "unsupported_grant_type", TRUE, FALSE, 1 },
    { "invalid_target", TRUE, FALSE, 1 },
    { "temporarily_unavailable", TRUE, FALSE, 1 },
    { "server_error", TRUE, FALSE, 1 },
    { "slow_down", TRUE, FALSE, 1 },
    { "an_error_of_its_own", TRUE, FALSE, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TestHttpServer) server = test_http_server_new ();
      /* It is to be renewed, and holds for a while. */
      g_autoptr (TestTokenStore) token_store = token_store_new (server, 3590, 3600);
      g_autoptr (TestPeer) peer = NULL;
      const McpAuthRecordParts *parts;
      guint                     n = 0;

      refusal = rows[i].error;
      wants_scope = rows[i].wants_scope;
      peer = peer_new (server, token_store);
      test_peer_send (peer, REQUEST, NULL);
      for (guint k = 0; k < server->requests->len; k++)
        n += g_str_equal (server->requests->pdata[k], "POST /token");
      parts = token_store->record != NULL ? mcp_auth_record_get (token_store->record) : NULL;
      g_test_message ("%s%s: %s", refusal, wants_scope ? ", wants a scope" : "",
                      parts != NULL && parts->access_token != NULL ? parts->access_token : "none");
      g_assert_cmpuint (n, ==, rows[i].tries);
      g_assert_cmpstr (parts != NULL ? parts->access_token : NULL, ==,
                       !rows[i].kept         ? NULL
                       : rows[i].wants_scope ? "t2"
                                             : "t1");
      g_assert_cmpstr (parts != NULL ? parts->refresh_token : NULL, ==,
                       rows[i].kept ? "r1" : NULL);
      test_peer_close (peer);
    }
  refusal = NULL;
  wants_scope = FALSE;
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/auth-calls/valid-token", test_valid_token);
  g_test_add_func ("/auth-calls/token-that-ended", test_token_that_ended);
  g_test_add_func ("/auth-calls/refusals", test_refusals);
  return g_test_run ();
}
