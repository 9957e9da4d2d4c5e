/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bounded requests beside the connections to MCP servers. */

#include "mcp-tests.h"
#include "mcp-error.h"
#include "mcp-http-fetch.h"
#include "test-certificates.h"
#include "test-http-proxy.h"
#include "test-http-server.h"
#include "test-transport-peer.h"

#include <string.h>

#define LIMIT 1000u
#define PATIENCE 15000u

/* The rules, and what was asked under them. */
typedef struct
{
  GPtrArray  *hops;      /* of char *: "from > to" */
  GPtrArray  *addresses; /* of char * */
  const char *forbidden; /* (nullable): in the URL */
  gboolean    forbids_address;
} Rules;

static gboolean
allow (GUri *from, GUri *to, gpointer data, GError **error)
{
  Rules           *rules = data;
  g_autofree char *target = g_uri_to_string (to);

  g_ptr_array_add (rules->hops, g_strdup_printf ("%s > %s", from != NULL ? g_uri_get_path (from) : "",
                                                 g_uri_get_path (to)));
  if (rules->forbidden == NULL || strstr (target, rules->forbidden) == NULL)
    return TRUE;
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET, "Not %s", rules->forbidden);
  return FALSE;
}

static gboolean
allow_address (GInetAddress *address, GUri *to, gpointer data, GError **error)
{
  Rules *rules = data;

  g_ptr_array_add (rules->addresses, g_inet_address_to_string (address));
  if (!rules->forbids_address)
    return TRUE;
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET, "Not this machine");
  return FALSE;
}

static Rules *
rules_new (void)
{
  Rules *rules = g_new0 (Rules, 1);

  rules->hops = g_ptr_array_new_with_free_func (g_free);
  rules->addresses = g_ptr_array_new_with_free_func (g_free);
  return rules;
}

static void
rules_free (Rules *rules)
{
  g_ptr_array_unref (rules->hops);
  g_ptr_array_unref (rules->addresses);
  g_free (rules);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rules, rules_free)

static McpHttpFetched *
run (McpHttpFetch              *fetch,
     const McpHttpFetchRequest *request,
     GCancellable              *cancellable,
     GError                   **error)
{
  TestPeerCall    call = { 0 };
  McpHttpFetched *fetched;

  mcp_http_fetch_send_async (fetch, request, cancellable, test_peer_call_done, &call);
  test_peer_wait (call.done);
  fetched = mcp_http_fetch_send_finish (fetch, call.result, error);
  g_object_unref (call.result);
  return fetched;
}

/* Returns: (transfer full) (nullable) */
static McpHttpFetched *
get (McpHttpFetch *fetch, const char *base, const char *path, guint max_redirects, GError **error)
{
  g_autofree char          *url = g_strconcat (base, path, NULL);
  const McpHttpFetchRequest request = {
    .method = SOUP_METHOD_GET,
    .url = url,
    .max_bytes = LIMIT,
    .deadline_ms = PATIENCE,
    .max_redirects = max_redirects,
  };

  return run (fetch, &request, NULL, error);
}

static void
answer_gzip (SoupServerMessage *message, gsize size)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) out = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  g_autofree char *zeros = g_malloc0 (size);
  gsize            written;

  g_assert_true (g_output_stream_write_all (out, zeros, size, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (out, NULL, NULL));
  written = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_append (soup_server_message_get_response_headers (message),
                               "Content-Encoding", "gzip");
  soup_server_message_set_response (
      message, "text/plain", SOUP_MEMORY_TAKE,
      g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (memory)), written);
}

static void
redirect (TestHttpServer *server, SoupServerMessage *message, const char *path)
{
  const char      *port = strrchr (server->base, ':') + 1;
  g_autofree char *other = g_strdup_printf ("http://localhost:%s/hello", port);

  if (g_str_equal (path, "/away"))
    soup_server_message_set_redirect (message, 302, other);
  else if (g_str_equal (path, "/round"))
    soup_server_message_set_redirect (message, 302, "/round");
  else if (g_str_equal (path, "/file"))
    soup_server_message_set_redirect (message, 302, "file:///etc/hostname");
  else if (g_str_equal (path, "/two"))
    soup_server_message_set_redirect (message, 308, "/one");
  else
    soup_server_message_set_redirect (message, 307, "/hello?a=b");
}

static void
serve (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  const char         *path = g_uri_get_path (soup_server_message_get_uri (message));

  soup_message_headers_append (headers, "Set-Cookie", "a=b; Path=/");
  if (g_str_equal (path, "/hello"))
    {
      soup_message_headers_append (headers, "WWW-Authenticate", "Bearer a=\"1\"");
      soup_message_headers_append (headers, "WWW-Authenticate", "Basic realm=\"x\"");
      soup_message_headers_append (headers, "Cache-Control", "max-age=3600");
      test_http_answer (message, 401, "Text/Plain; charset=utf-8", "hello");
    }
  else if (g_str_has_prefix (path, "/size/"))
    {
      gsize            size = g_ascii_strtoull (path + strlen ("/size/"), NULL, 10);
      g_autofree char *text = g_strnfill (size, 'x');

      test_http_answer (message, 200, "text/plain", text);
    }
  else if (g_str_has_prefix (path, "/gzip/"))
    answer_gzip (message, g_ascii_strtoull (path + strlen ("/gzip/"), NULL, 10));
  else if (g_str_equal (path, "/drip"))
    test_http_open_events (server, message, "x");
  else if (g_str_equal (path, "/never"))
    {
      g_ptr_array_add (server->waiting, g_object_ref (message));
      soup_server_message_pause (message);
    }
  else
    redirect (server, message, path);
}

static TestHttpServer *
new_server (void)
{
  TestHttpServer *server = test_http_server_new ();

  server->handler = serve;
  return server;
}

/* Any status is a result, and nothing is kept from one request to the next but the connection. */
static void
test_result (void)
{
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, allow_address, rules);
  g_autofree char *url = g_strconcat (server->base, "/hello", NULL);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpFetched) fetched = get (fetch, server->base, "/hello", 3, &error);
      gsize       size;
      const char *body;

      g_assert_no_error (error);
      g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, 401);
      g_assert_cmpstr (mcp_http_fetched_get_reason (fetched), ==, "Unauthorized");
      g_assert_cmpstr (mcp_http_fetched_get_url (fetched), ==, url);
      g_assert_cmpstr (mcp_http_fetched_get_content_type (fetched), ==, "text/plain");
      g_assert_cmpstr (mcp_http_fetched_get_header (fetched, "www-authenticate"), ==,
                       "Bearer a=\"1\", Basic realm=\"x\"");
      g_assert_null (mcp_http_fetched_get_header (fetched, "Location"));
      g_assert_true (g_strv_contains (mcp_http_fetched_get_headers (fetched),
                                      "Set-Cookie: a=b; Path=/"));
      body = g_bytes_get_data (mcp_http_fetched_get_body (fetched), &size);
      g_assert_cmpmem (body, size, "hello", 5);
      g_assert_null (test_http_server_get_header (server, i, "Cookie"));
      g_assert_null (test_http_server_get_header (server, i, "Authorization"));
    }
  g_assert_cmpuint (server->requests->len, ==, 2);
  g_assert_cmpuint (g_hash_table_size (server->ports), ==, 1);
  g_assert_cmpuint (rules->hops->len, ==, 2);
  g_assert_cmpstr (rules->hops->pdata[0], ==, " > /hello");
  g_assert_cmpuint (rules->addresses->len, ==, 2);
  g_assert_cmpstr (rules->addresses->pdata[0], ==, "127.0.0.1");
}

static void
test_post (void)
{
  static const char *const headers[] = { "Accept: application/json", "Authorization: Basic eDp5",
                                         NULL };
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
  g_autoptr (GBytes) body = g_bytes_new_static ("grant_type=x", 12);
  static const char *const paths[] = { "/hello", "/one" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char          *url = g_strconcat (server->base, paths[i], NULL);
      const McpHttpFetchRequest request = {
        .method = SOUP_METHOD_POST,
        .url = url,
        .headers = headers,
        .content_type = "application/x-www-form-urlencoded",
        .body = body,
        .max_bytes = LIMIT,
        .deadline_ms = PATIENCE,
        .max_redirects = 3,
      };
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpFetched) fetched = run (fetch, &request, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, i == 0 ? 401 : 307);
      g_assert_true (g_str_has_prefix (server->requests->pdata[i], "POST "));
      g_assert_cmpstr (server->bodies->pdata[i], ==, "grant_type=x");
      g_assert_cmpstr (test_http_server_get_header (server, i, "Content-Type"), ==,
                       "application/x-www-form-urlencoded");
      g_assert_cmpstr (test_http_server_get_header (server, i, "Accept"), ==, "application/json");
      g_assert_cmpstr (test_http_server_get_header (server, i, "Authorization"), ==,
                       "Basic eDp5");
    }
  g_assert_cmpuint (server->requests->len, ==, 2);
}

/* A compressed body counts as what it is when it is read. */
static void
test_limit (void)
{
  static const struct
  {
    const char *path;
    gsize       size; /* 0: too large */
  } cases[] = {
    { "/size/999", 999 },
    { "/size/1000", 1000 },
    { "/size/1001", 0 },
    { "/size/200000", 0 },
    { "/gzip/999", 999 },
    { "/gzip/1000", 1000 },
    { "/gzip/1001", 0 },
    { "/gzip/9000000", 0 },
    { "/size/0", 0 },
  };
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpFetched) fetched = get (fetch, server->base, cases[i].path, 0, &error);

      if (cases[i].size > 0 || g_str_has_suffix (cases[i].path, "/0"))
        {
          g_assert_no_error (error);
          g_assert_cmpuint (g_bytes_get_size (mcp_http_fetched_get_body (fetched)), ==,
                            cases[i].size);
        }
      else
        g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
    }
}

static gboolean
drip (gpointer data)
{
  TestHttpServer *server = data;

  if (server->waiting->len > 0)
    test_http_server_write (server, 0, "x");
  return G_SOURCE_CONTINUE;
}

/* A server that says a little now and then is not waited for any longer than a silent one. */
static void
test_deadline (void)
{
  static const char *const paths[] = { "/drip", "/never" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (TestHttpServer) server = new_server ();
      g_autoptr (Rules) rules = rules_new ();
      g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
      g_autofree char          *url = g_strconcat (server->base, paths[i], NULL);
      const McpHttpFetchRequest request = {
        .method = SOUP_METHOD_GET, .url = url, .max_bytes = 1000000, .deadline_ms = 300
      };
      guint tick = g_timeout_add (10, drip, server);
      g_autoptr (GError) error = NULL;

      if (i == 1)
        g_source_remove (tick);
      g_assert_null (run (fetch, &request, NULL, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
      g_assert_nonnull (strstr (error->message, "0.3 seconds"));
      if (i == 0)
        g_source_remove (tick);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char          *url = g_strconcat (server->base, "/never", NULL);
  const McpHttpFetchRequest request = {
    .method = SOUP_METHOD_GET, .url = url, .max_bytes = LIMIT, .deadline_ms = PATIENCE
  };
  g_autoptr (GError) error = NULL;
  TestPeerCall call = { 0 };

  mcp_http_fetch_send_async (fetch, &request, cancellable, test_peer_call_done, &call);
  test_peer_wait (server->waiting->len == 1);
  g_cancellable_cancel (cancellable);
  test_peer_wait (call.done);
  g_assert_null (mcp_http_fetch_send_finish (fetch, call.result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_object_unref (call.result);

  /* What was cancelled before asks nobody. */
  g_clear_error (&error);
  g_assert_null (run (fetch, &request, cancellable, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (server->requests->len, ==, 1);
}

static void
test_redirects (void)
{
  static const struct
  {
    const char *path;
    guint       max;
    guint       status; /* 0: an error */
    guint       n_hops;
    McpError    code;
  } cases[] = {
    { "/two", 2, 401, 3, 0 },
    { "/two", 1, 0, 2, MCP_ERROR_REDIRECTED },
    { "/two", 0, 308, 1, 0 },
    { "/away", 1, 401, 2, 0 },
    { "/round", 3, 0, 4, MCP_ERROR_REDIRECTED },
    { "/file", 3, 0, 1, MCP_ERROR_REDIRECTED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestHttpServer) server = new_server ();
      g_autoptr (Rules) rules = rules_new ();
      g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpFetched) fetched =
          get (fetch, server->base, cases[i].path, cases[i].max, &error);

      g_assert_cmpuint (rules->hops->len, ==, cases[i].n_hops);
      g_assert_cmpuint (server->requests->len, ==, cases[i].n_hops);
      if (cases[i].status == 0)
        {
          g_assert_error (error, MCP_ERROR, (int)cases[i].code);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, cases[i].status);
      if (cases[i].n_hops == 3)
        {
          g_assert_cmpstr (rules->hops->pdata[2], ==, "/one > /hello");
          g_assert_true (g_str_has_suffix (mcp_http_fetched_get_url (fetched), "/hello?a=b"));
        }
    }
}

/* Nothing is sent where the rules do not lead. */
static void
test_rules (void)
{
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, allow_address, rules);
  g_autoptr (GError) error = NULL;

  rules->forbidden = "localhost";
  g_assert_null (get (fetch, server->base, "/away", 3, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_cmpstr (error->message, ==, "Not localhost");
  g_assert_cmpuint (server->requests->len, ==, 1);

  g_clear_error (&error);
  rules->forbidden = "hello";
  g_assert_null (get (fetch, server->base, "/hello", 3, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_cmpuint (server->requests->len, ==, 1);

  g_clear_error (&error);
  rules->forbidden = NULL;
  rules->forbids_address = TRUE;
  g_assert_null (get (fetch, server->base, "/hello", 3, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
  g_assert_cmpstr (error->message, ==, "Not this machine");
  g_assert_cmpuint (server->requests->len, ==, 1);
}

static void
test_credentials_stay (void)
{
  static const char *const headers[] = { "authorization: Bearer x", "X-A: 1", NULL };
  static const char *const paths[] = { "/one", "/away" };
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char          *url = g_strconcat (server->base, paths[i], NULL);
      const McpHttpFetchRequest request = {
        .method = SOUP_METHOD_GET,
        .url = url,
        .headers = headers,
        .max_bytes = LIMIT,
        .deadline_ms = PATIENCE,
        .max_redirects = 3,
      };
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpFetched) fetched = run (fetch, &request, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (test_http_server_get_header (server, 2 * i, "Authorization"), ==,
                       "Bearer x");
      g_assert_cmpstr (test_http_server_get_header (server, 2 * i + 1, "Authorization"), ==,
                       i == 0 ? "Bearer x" : NULL);
      g_assert_cmpstr (test_http_server_get_header (server, 2 * i + 1, "X-A"), ==, "1");
    }
}

static void
test_bad_targets (void)
{
  static const char *const urls[] = { "", "x", "ftp://127.0.0.1/", "file:///etc/hostname",
                                      "http://", "http:///path", "http://127.0.0.1:99999/" };
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_assert_null (get (fetch, urls[i], "", 3, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_clear_error (&error);
    }
  g_assert_cmpuint (rules->hops->len, ==, 0);
  g_assert_null (get (fetch, "http://127.0.0.1:1", "/", 3, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED);
}

static void
test_broken (void)
{
  static const struct
  {
    const char *answer;
    McpError    code;
  } cases[] = {
    { "SSH-2.0-OpenSSH_9\r\n", MCP_ERROR_CONNECTION_LOST },
    { "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", MCP_ERROR_CONNECTION_LOST },
    { "HTTP/1.1 200 OK\r\nContent-Length: -9\r\n\r\nx", MCP_ERROR_INVALID_MESSAGE },
    { "", MCP_ERROR_CONNECTION_LOST },
  };
  /* What libsoup warns of is dropped, but would end a test before that. */
  GLogLevelFlags fatal = g_log_set_always_fatal (G_LOG_FATAL_MASK);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestRawServer) server =
          test_raw_server_new (cases[i].answer, strlen (cases[i].answer));
      g_autoptr (Rules) rules = rules_new ();
      g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
      g_autoptr (GError) error = NULL;

      g_assert_null (get (fetch, server->url, "", 3, &error));
      g_assert_error (error, MCP_ERROR, (int)cases[i].code);
    }
  g_log_set_always_fatal (fatal);
}

/* Behind a proxy nobody here knows the server's address, and it is not judged. */
static void
test_proxy (void)
{
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (TestProxy) proxy = test_proxy_new ();
  g_autoptr (McpHttpOptions) options = mcp_http_options_new ();
  g_autofree char *text = g_strdup_printf ("http://127.0.0.1:%u", proxy->port);
  g_autofree char *far =
      g_strconcat ("http://as.example.invalid", strrchr (server->base, ':'), NULL);
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_http_options_set_proxy (options, text, NULL));
  rules->forbids_address = TRUE;
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (options, allow, allow_address, rules);
  g_autoptr (McpHttpFetched) fetched = get (fetch, far, "/hello", 3, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, 401);
  g_assert_cmpint (g_atomic_int_get (&proxy->n_plain) + g_atomic_int_get (&proxy->n_connect), ==,
                   1);
  g_assert_cmpuint (rules->addresses->len, ==, 0);
}

/* A proxy that the system names is found in the same way, and is no server's address either. */
static void
test_system_proxy (void)
{
  g_autoptr (TestHttpServer) server = new_server ();
  g_autoptr (TestProxy) proxy = test_proxy_new ();
  g_autofree char *text = g_strdup_printf ("http://127.0.0.1:%u", proxy->port);

  if (g_test_subprocess ())
    {
      g_autoptr (Rules) rules = rules_new ();
      g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, allow_address, rules);
      g_autoptr (GError) error = NULL;
      g_autoptr (McpHttpFetched) fetched = NULL;
      g_autofree char *far =
          g_strconcat ("http://as.example.invalid", strrchr (server->base, ':'), NULL);

      rules->forbids_address = TRUE;
      g_setenv ("http_proxy", text, TRUE);
      fetched = get (fetch, far, "/hello", 3, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, 401);
      g_assert_cmpuint (rules->addresses->len, ==, 0);
      return;
    }
  g_test_trap_subprocess (NULL, PATIENCE * (guint64)1000, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

static void
test_certificate (void)
{
  g_autoptr (TestHttpServer) server = NULL;
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpOptions) options = NULL;
  g_autoptr (McpHttpFetch) strict = mcp_http_fetch_new (NULL, allow, NULL, rules);
  g_autoptr (McpHttpFetch) trusting = NULL;
  g_autoptr (McpHttpFetched) fetched = NULL;
  g_autoptr (GError) error = NULL;

  if (!test_certificates_can_run ())
    return;
  server = test_certificates_new_server ("good");
  server->handler = serve;
  g_assert_null (get (strict, server->base, "/hello", 0, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CERTIFICATE_REFUSED);
  g_assert_nonnull (mcp_error_get_details (error)->fingerprint);
  g_clear_error (&error);

  options = test_certificates_new_options ();
  trusting = mcp_http_fetch_new (options, allow, NULL, rules);
  fetched = get (trusting, server->base, "/hello", 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, 401);
}

/* Requests that run keep their connections when those to other servers push them out. */
static void
test_many_origins (void)
{
  g_autoptr (GPtrArray) servers =
      g_ptr_array_new_with_free_func ((GDestroyNotify)test_http_server_free);
  g_autoptr (Rules) rules = rules_new ();
  g_autoptr (McpHttpFetch) fetch = mcp_http_fetch_new (NULL, allow, NULL, rules);
  TestPeerCall calls[20] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      TestHttpServer           *server = new_server ();
      g_autofree char          *url = g_strconcat (server->base, "/hello", NULL);
      const McpHttpFetchRequest request = {
        .method = SOUP_METHOD_GET, .url = url, .max_bytes = LIMIT, .deadline_ms = PATIENCE
      };

      g_ptr_array_add (servers, server);
      mcp_http_fetch_send_async (fetch, &request, NULL, test_peer_call_done, &calls[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (McpHttpFetched) fetched = NULL;
      g_autoptr (GError) error = NULL;

      test_peer_wait (calls[i].done);
      fetched = mcp_http_fetch_send_finish (fetch, calls[i].result, &error);
      g_object_unref (calls[i].result);
      g_assert_no_error (error);
      g_assert_cmpuint (mcp_http_fetched_get_status (fetched), ==, 401);
    }
}

void
add_http_fetch_tests (void)
{
  g_test_add_func ("/mcp/http-fetch/result", test_result);
  g_test_add_func ("/mcp/http-fetch/post", test_post);
  g_test_add_func ("/mcp/http-fetch/limit", test_limit);
  g_test_add_func ("/mcp/http-fetch/deadline", test_deadline);
  g_test_add_func ("/mcp/http-fetch/cancelled", test_cancelled);
  g_test_add_func ("/mcp/http-fetch/redirects", test_redirects);
  g_test_add_func ("/mcp/http-fetch/rules", test_rules);
  g_test_add_func ("/mcp/http-fetch/credentials", test_credentials_stay);
  g_test_add_func ("/mcp/http-fetch/bad-targets", test_bad_targets);
  g_test_add_func ("/mcp/http-fetch/broken", test_broken);
  g_test_add_func ("/mcp/http-fetch/proxy", test_proxy);
  g_test_add_func ("/mcp/http-fetch/system-proxy", test_system_proxy);
  g_test_add_func ("/mcp/http-fetch/certificate", test_certificate);
  g_test_add_func ("/mcp/http-fetch/many-origins", test_many_origins);
}
