/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which certificates of servers are believed, and which we show. */

#include "mcp-tests.h"
#include "mcp-http-trust.h"
#include "test-certificates.h"

#include <string.h>

static McpHttpOptions *
accepting (const char *fingerprint)
{
  McpHttpOptions *options = mcp_http_options_new ();
  g_autoptr (GError) error = NULL;

  mcp_http_options_set_accepted_certificate (options, fingerprint, &error);
  g_assert_no_error (error);
  return options;
}

static void
test_trust (void)
{
  g_autoptr (TestHttpServer) server = NULL;
  g_autofree char *url = NULL;
  g_autofree char *fingerprint = NULL;
  g_autoptr (GError) error = NULL;
  McpErrorDetails *details;

  if (!test_certificates_can_run ())
    return;
  server = test_certificates_new_server ("good");
  url = g_strconcat (server->base, "/json", NULL);
  fingerprint = test_certificates_get_fingerprint ("good");

  error = test_http_ask (url, NULL);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CERTIFICATE_REFUSED);
  g_assert_nonnull (strstr (error->message, "authority"));
  details = mcp_error_get_details (error);
  g_assert_cmpstr (details->fingerprint, ==, fingerprint);
  g_assert_nonnull (strstr (details->evidence, fingerprint));
  g_assert_nonnull (strstr (details->evidence, "CN=good"));
  g_assert_nonnull (strstr (details->evidence, "CN=Spyglass test authority"));
  g_assert_nonnull (strstr (details->evidence, "Valid until: 20"));
  g_assert_cmpuint (server->requests->len, ==, 0);

  test_http_expect_success (url, test_certificates_new_options ());
  g_assert_cmpuint (server->requests->len, ==, 1);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *name;
    const char *part;
  } cases[] = { { "other", "another host" }, { "old", "it expired on 20" }, { "self", "authority" } };

  if (!test_certificates_can_run ())
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestHttpServer) server = test_certificates_new_server (cases[i].name);
      g_autofree char *url = g_strconcat (server->base, "/json", NULL);
      g_autofree char *fingerprint = test_certificates_get_fingerprint (cases[i].name);

      test_http_expect (url, test_certificates_new_options (), MCP_ERROR_CERTIFICATE_REFUSED, cases[i].part);
      g_assert_cmpuint (server->requests->len, ==, 0);
      test_http_expect_success (url, accepting (fingerprint));
      g_assert_cmpuint (server->requests->len, ==, 1);
    }
}

/* A server of another process, so that we may wait for it, whose TLS sessions are resumed. */
typedef struct
{
  GSubprocess      *process;
  GDataInputStream *output;
  char             *url;
} Resuming;

static gboolean
resuming_start (Resuming *server, const char *name)
{
  g_autofree char *program =
      g_test_build_filename (G_TEST_DIST, "mcp", "test-tls-server.py", NULL);
  g_autofree char *file = g_strconcat (name, ".pem", NULL);
  g_autofree char *key_file = g_strconcat (name, ".key", NULL);
  g_autofree char *path = test_certificates_get_path (file);
  g_autofree char *key = test_certificates_get_path (key_file);
  g_autofree char *port = NULL;

  server->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                      NULL, "python3", program, path, key, NULL);
  if (server->process == NULL)
    return FALSE;
  server->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server->process));
  port = g_data_input_stream_read_line (server->output, NULL, NULL, NULL);
  g_assert_nonnull (port);
  server->url = g_strdup_printf ("https://127.0.0.1:%s/mcp", port);
  return TRUE;
}

/* Returns: (transfer full): its word on the next request */
static char *
resuming_next (Resuming *server)
{
  return g_data_input_stream_read_line (server->output, NULL, NULL, NULL);
}

static void
resuming_stop (Resuming *server)
{
  g_subprocess_force_exit (server->process);
  g_subprocess_wait (server->process, NULL, NULL);
  g_object_unref (server->output);
  g_object_unref (server->process);
  g_free (server->url);
}

static gboolean
on_any_certificate (SoupMessage         *message,
                    GTlsCertificate     *certificate,
                    GTlsCertificateFlags faults,
                    gpointer             data)
{
  return TRUE;
}

/* A connection that stands because somebody else accepted its certificate is judged again before
 * anything of ours goes over it; so is one whose TLS session was resumed. */
static void
test_judged_again (void)
{
  Resuming server = { 0 };
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) careless = NULL;
  g_autoptr (SoupMessage) ours = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpHttpTrust) trust = mcp_http_trust_new (NULL, NULL);
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) reason = NULL;
  g_autofree char *line = NULL;

  if (!test_certificates_can_run ())
    return;
  if (!resuming_start (&server, "self"))
    {
      g_test_skip ("no python3 here");
      return;
    }
  careless = soup_message_new (SOUP_METHOD_GET, server.url);
  g_signal_connect (careless, "accept-certificate", G_CALLBACK (on_any_certificate), NULL);
  body = soup_session_send_and_read (session, careless, NULL, &error);
  g_assert_no_error (error);
  line = resuming_next (&server);
  g_assert_cmpstr (line, ==, "request 1");

  ours = soup_message_new (SOUP_METHOD_GET, server.url);
  mcp_http_trust_watch (trust, ours, cancellable);
  g_assert_null (soup_session_send_and_read (session, ours, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (soup_message_get_connection_id (ours), ==,
                    soup_message_get_connection_id (careless));
  reason = mcp_http_trust_explain (ours, "there");
  g_assert_error (reason, MCP_ERROR, MCP_ERROR_CERTIFICATE_REFUSED);
  resuming_stop (&server);
}

static void
test_no_leak (void)
{
  Resuming         server = { 0 };
  g_autofree char *fingerprint = NULL;
  g_autofree char *another = NULL;

  if (!test_certificates_can_run ())
    return;
  if (!resuming_start (&server, "self"))
    {
      g_test_skip ("no python3 here");
      return;
    }
  fingerprint = test_certificates_get_fingerprint ("self");
  another = test_certificates_get_fingerprint ("other");
  for (int i = 1; i <= 6; i++)
    {
      g_autofree char *line = NULL;
      g_autofree char *expected = g_strdup_printf ("request %d", i);

      test_http_expect_success (server.url, accepting (fingerprint));
      line = resuming_next (&server); /* the refused ones sent nothing */
      g_assert_cmpstr (line, ==, expected);
      test_http_expect (server.url,
                        i % 3 == 0   ? NULL
                        : i % 3 == 1 ? accepting (another)
                                     : test_certificates_new_options (),
                        MCP_ERROR_CERTIFICATE_REFUSED, "authority");
    }
  resuming_stop (&server);
}

static McpHttpOptions *
with_client (const char *certificate, const char *key)
{
  McpHttpOptions  *options = test_certificates_new_options ();
  g_autofree char *path = test_certificates_get_path (certificate);
  g_autofree char *key_path = key != NULL ? test_certificates_get_path (key) : NULL;

  mcp_http_options_set_client_certificate (options, path, key_path);
  return options;
}

/* One file with both. */
static void
join_client_files (void)
{
  g_autofree char *certificate = test_certificates_get_path ("client.pem");
  g_autofree char *key = test_certificates_get_path ("client.key");
  g_autofree char *both = test_certificates_get_path ("both.pem");
  g_autofree char *certificate_text = NULL;
  g_autofree char *key_text = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (certificate, &certificate_text, NULL, NULL));
  g_assert_true (g_file_get_contents (key, &key_text, NULL, NULL));
  text = g_strconcat (certificate_text, key_text, NULL);
  g_assert_true (g_file_set_contents (both, text, -1, NULL));
}

/* libsoup's server asks about good ones too. */
static gboolean
on_client_certificate (SoupServerMessage   *message,
                       GTlsCertificate     *certificate,
                       GTlsCertificateFlags faults,
                       gpointer             data)
{
  return faults == 0;
}

static void
on_request_started (SoupServer *server, SoupServerMessage *message, gpointer data)
{
  g_signal_connect (message, "accept-certificate", G_CALLBACK (on_client_certificate), NULL);
}

static void
test_client_certificate (void)
{
  g_autoptr (TestHttpServer) server = NULL;
  g_autofree char *ca = NULL;
  g_autofree char *url = NULL;
  g_autoptr (GTlsDatabase) database = NULL;
  g_autoptr (GError) error = NULL;

  if (!test_certificates_can_run ())
    return;
  server = test_certificates_new_server ("good");
  ca = test_certificates_get_path ("ca.pem");
  database = g_tls_file_database_new (ca, NULL);
  g_object_set (server->server,
                "tls-database", database,
                "tls-auth-mode", G_TLS_AUTHENTICATION_REQUIRED,
                NULL);
  g_signal_connect (server->server, "request-started", G_CALLBACK (on_request_started), NULL);
  url = g_strconcat (server->base, "/json", NULL);

  test_http_expect (url, test_certificates_new_options (), MCP_ERROR_CONNECTION_FAILED, "client certificate");
  g_assert_cmpuint (server->requests->len, ==, 0);
  test_http_expect_success (url, with_client ("client.pem", "client.key"));
  join_client_files ();
  test_http_expect_success (url, with_client ("both.pem", NULL));
  g_assert_cmpuint (server->requests->len, ==, 2);

  /* Of nobody that the server knows. */
  g_clear_error (&error);
  error = test_http_ask (url, with_client ("self.pem", "self.key"));
  g_assert_nonnull (error);
  g_assert_cmpuint (server->requests->len, ==, 2);

  test_http_expect (url, with_client ("client.pem", NULL), MCP_ERROR_INVALID_TARGET, "client.pem");
  test_http_expect (url, with_client ("absent.pem", NULL), MCP_ERROR_INVALID_TARGET, "absent.pem");
}

void
add_http_trust_tests (void)
{
  g_test_add_func ("/mcp/http/trust/authority", test_trust);
  g_test_add_func ("/mcp/http/trust/faults", test_faults);
  g_test_add_func ("/mcp/http/trust/judged-again", test_judged_again);
  g_test_add_func ("/mcp/http/trust/no-leak", test_no_leak);
  g_test_add_func ("/mcp/http/trust/client-certificate", test_client_certificate);
}
