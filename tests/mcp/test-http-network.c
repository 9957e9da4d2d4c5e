/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a server is reached: proxies, sockets, redirects. */

#include "mcp-tests.h"
#include "mcp-http-transport.h"
#include "test-certificates.h"
#include "test-http-proxy.h"
#include "test-transport-peer.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"

static void
test_bad_options (void)
{
  static const char *const proxies[] = { "proxy:8080", "https://p/", "ftp://p", "http://",
                                         "https://user:secret@p:1/", "socks5://" };
  static const char *const fingerprints[] = { "12", "zz", "sha256:", "sha256:0g" };
  g_autoptr (McpHttpOptions) options = mcp_http_options_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *long_path = g_strnfill (200, 'a');
  McpHttpOptions  *bad;

  for (gsize i = 0; i < G_N_ELEMENTS (proxies); i++)
    {
      g_assert_false (mcp_http_options_set_proxy (options, proxies[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_assert_null (strstr (error->message, "secret"));
      g_clear_error (&error);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (fingerprints); i++)
    {
      g_assert_false (
          mcp_http_options_set_accepted_certificate (options, fingerprints[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET);
      g_clear_error (&error);
    }
  g_assert_true (mcp_http_options_set_proxy (options, "system", NULL));
  g_assert_null (mcp_http_options_get_proxy (options));

  long_path[0] = '/';
  mcp_http_options_set_socket_path (options, long_path);
  test_http_expect ("http://localhost/", mcp_http_options_ref (options), MCP_ERROR_INVALID_TARGET, "socket");
  mcp_http_options_set_socket_path (options, "relative");
  test_http_expect ("http://localhost/", mcp_http_options_ref (options), MCP_ERROR_INVALID_TARGET, "socket");
  bad = mcp_http_options_new ();
  mcp_http_options_set_ca_file (bad, "/dev/null");
  test_http_expect ("https://localhost/", bad, MCP_ERROR_INVALID_TARGET, "/dev/null");
}

/* Proxies */

static McpHttpOptions *
through (McpHttpOptions *options, const char *format, guint16 port)
{
  g_autofree char *text = g_strdup_printf ("%s%u", format, port);
  g_autoptr (GError) error = NULL;

  mcp_http_options_set_proxy (options, text, &error);
  g_assert_no_error (error);
  return options;
}

static void
test_proxies (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (TestProxy) proxy = test_proxy_new ();
  g_autofree char *url = g_strconcat (server->base, "/json", NULL);
  /* A name that only the proxy resolves. */
  g_autofree char *host = g_strconcat ("mcp.example.invalid", strrchr (server->base, ':'), NULL);
  g_autofree char *far = g_strdup_printf ("http://%s/json", host);

  test_http_expect_success (url, through (mcp_http_options_new (), "http://127.0.0.1:", proxy->port));
  test_http_expect_success (far, through (mcp_http_options_new (), "http://127.0.0.1:", proxy->port));
  g_assert_cmpint (g_atomic_int_get (&proxy->n_plain) + g_atomic_int_get (&proxy->n_connect), ==,
                   2);
  g_assert_cmpstr (test_http_server_get_header (server, 1, "Host"), ==, host);
  test_http_expect_success (far, through (mcp_http_options_new (), "socks5://127.0.0.1:", proxy->port));
  g_assert_cmpint (g_atomic_int_get (&proxy->n_socks), ==, 1);
  g_assert_cmpstr (test_http_server_get_header (server, 2, "Host"), ==, host);

  proxy->user = "me";
  proxy->password = "p@ss";
  test_http_expect_success (far,
                            through (mcp_http_options_new (), "socks5://me:p%40ss@127.0.0.1:", proxy->port));
  test_http_expect (far, through (mcp_http_options_new (), "socks5://me:wrong@127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "socks5://127.0.0.1");
  test_http_expect (far, through (mcp_http_options_new (), "socks5://127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "socks5://127.0.0.1");
  g_assert_cmpuint (server->requests->len, ==, 4);

  /* What a proxy is told of us is not for the server, nor for the log. */
  test_http_expect_success (far,
                            through (mcp_http_options_new (), "http://me:p%40ss@127.0.0.1:", proxy->port));
  test_http_expect (far, through (mcp_http_options_new (), "http://me:wrong@127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "name and a password");
  test_http_expect (far, through (mcp_http_options_new (), "http://127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "name and a password");
  g_assert_cmpuint (server->requests->len, ==, 5);
}

static void
test_tls_through_proxies (void)
{
  g_autoptr (TestHttpServer) server = NULL;
  g_autoptr (TestProxy) proxy = NULL;
  g_autofree char *url = NULL;

  if (!test_certificates_can_run ())
    return;
  server = test_certificates_new_server ("good");
  proxy = test_proxy_new ();
  url = g_strconcat (server->base, "/json", NULL);
  test_http_expect_success (url, through (test_certificates_new_options (), "http://127.0.0.1:", proxy->port));
  g_assert_cmpint (g_atomic_int_get (&proxy->n_connect), ==, 1);
  test_http_expect_success (url, through (test_certificates_new_options (), "socks5://127.0.0.1:", proxy->port));
  g_assert_cmpint (g_atomic_int_get (&proxy->n_socks), ==, 1);
  test_http_expect (url, through (mcp_http_options_new (), "http://127.0.0.1:", proxy->port),
                    MCP_ERROR_CERTIFICATE_REFUSED, "authority");
  test_http_expect (url, through (mcp_http_options_new (), "socks5://127.0.0.1:", proxy->port),
                    MCP_ERROR_CERTIFICATE_REFUSED, "authority");
  g_assert_cmpuint (server->requests->len, ==, 2);

  proxy->user = "me";
  proxy->password = "p@ss:";
  test_http_expect_success (url, through (test_certificates_new_options (), "http://me:p%40ss%3A@127.0.0.1:", proxy->port));
  g_assert_cmpuint (server->requests->len, ==, 3);
  g_assert_null (test_http_server_get_header (server, 2, "Proxy-Authorization"));
  test_http_expect (url, through (test_certificates_new_options (), "http://me:wrong@127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "http://127.0.0.1");
  test_http_expect (url, through (test_certificates_new_options (), "http://me:wrong@127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "name and a password");
  proxy->user = NULL;

  proxy->refuse = TRUE;
  test_http_expect (url, through (test_certificates_new_options (), "http://127.0.0.1:", proxy->port), MCP_ERROR_CONNECTION_FAILED,
                    "proxy");
  test_http_expect (url, through (test_certificates_new_options (), "socks5://127.0.0.1:", proxy->port),
                    MCP_ERROR_CONNECTION_FAILED, "proxy");
}

static void
test_no_proxy (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  TestProxy       *gone = test_proxy_new ();
  guint16          port = gone->port;
  g_autofree char *url = g_strconcat (server->base, "/json", NULL);
  McpHttpOptions  *direct = mcp_http_options_new ();

  test_proxy_free (gone);
  test_http_expect (url, through (mcp_http_options_new (), "http://127.0.0.1:", port),
                    MCP_ERROR_CONNECTION_FAILED, "proxy");
  test_http_expect (url, through (mcp_http_options_new (), "socks5://127.0.0.1:", port),
                    MCP_ERROR_CONNECTION_FAILED, "proxy");
  g_assert_true (mcp_http_options_set_proxy (direct, "none", NULL));
  test_http_expect_success (url, direct);
}

/* Sockets */

static void
test_unix_socket (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autofree char *directory = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (McpHttpOptions) options = mcp_http_options_new ();
  g_autoptr (GError) error = NULL;

  mcp_http_options_set_socket_path (options, path);
  test_http_expect ("http://mcp.example.invalid/json", mcp_http_options_ref (options),
                    MCP_ERROR_CONNECTION_FAILED, "socket");

  g_assert_true (g_socket_bind (socket, address, TRUE, NULL));
  g_assert_true (g_socket_listen (socket, NULL));
  soup_server_listen_socket (server->server, socket, 0, &error);
  g_assert_no_error (error);
  test_http_expect_success ("http://mcp.example.invalid/json", mcp_http_options_ref (options));
  g_assert_cmpstr (test_http_server_get_header (server, 0, "Host"), ==, "mcp.example.invalid");
  test_http_expect_success ("http://localhost/redirect/307", mcp_http_options_ref (options));
  g_unlink (path);
  g_rmdir (directory);
}

/* Nothing of ours goes to where a redirect leads. */
static void
test_redirect_elsewhere (void)
{
  static const char *const headers[] = { "Authorization: Bearer secret", "X-Api-Key: secret",
                                         NULL };
  static const int         statuses[] = { 301, 302, 303, 307, 308 };
  g_autoptr (TestHttpServer) other = test_http_server_new ();
  g_autofree char *target = g_strconcat (other->base, "/json", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *answer = g_strdup_printf (
          "HTTP/1.1 %d Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", statuses[i], target);
      g_autoptr (TestRawServer) server = test_raw_server_new (answer, strlen (answer));
      g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (server->url, NULL));
      g_autoptr (GError) error = NULL;

      g_assert_true (mcp_http_connection_set_headers (MCP_HTTP_CONNECTION (peer->transport), headers,
                                                      NULL));
      test_peer_open_or_fail (peer);
      g_assert_false (test_peer_send (peer, REQUEST, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_REDIRECTED);
      g_assert_cmpstr (mcp_error_get_details (error)->url, ==, target);
      test_peer_close (peer);
    }
  g_assert_cmpuint (other->requests->len, ==, 0);
}

void
add_http_network_tests (void)
{
  g_test_add_func ("/mcp/http/network/bad-options", test_bad_options);
  g_test_add_func ("/mcp/http/network/proxies", test_proxies);
  g_test_add_func ("/mcp/http/network/tls-through-proxies", test_tls_through_proxies);
  g_test_add_func ("/mcp/http/network/no-proxy", test_no_proxy);
  g_test_add_func ("/mcp/http/network/unix-socket", test_unix_socket);
  g_test_add_func ("/mcp/http/network/redirect-elsewhere", test_redirect_elsewhere);
}
