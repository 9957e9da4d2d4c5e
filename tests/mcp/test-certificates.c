/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-certificates.h"

#include "mcp-http-transport.h"
#include "test-transport-peer.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"

/* Without this the search for leaks dies where GnuTLS's modules have memory of their own in threads:
 * a known fault of its. Only what is built with it asks. */
const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "intercept_tls_get_addr=0";
}

static char *folder; /* NULL where they cannot be made */

char *
test_certificates_get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static gboolean
run_openssl (const char *command)
{
  g_autofree char *line = g_strconcat ("openssl ", command, NULL);
  g_auto (GStrv) words = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) process = NULL;

  g_shell_parse_argv (line, NULL, &words, NULL);
  g_subprocess_launcher_set_cwd (launcher, folder);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)words, NULL);
  return process != NULL && g_subprocess_wait_check (process, NULL, NULL);
}

/* @extension: of the certificate */
static gboolean
make_signed (const char *name, const char *extension, const char *days)
{
  g_autofree char *request = g_strdup_printf (
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout %s.key -out %s.csr "
      "-subj \"/O=Spyglass test/CN=%s\"",
      name, name, name);
  g_autofree char *sign = g_strdup_printf ("x509 -req -in %s.csr -CA ca.pem -CAkey ca.key "
                                           "-CAcreateserial -out %s.pem -days %s -extfile %s.ext",
                                           name, name, days, name);
  g_autofree char *file = g_strconcat (name, ".ext", NULL);
  g_autofree char *path = test_certificates_get_path (file);

  return g_file_set_contents (path, extension, -1, NULL) && run_openssl (request) &&
         run_openssl (sign);
}

static gboolean
make_certificates (void)
{
  return run_openssl ("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key "
                      "-out ca.pem -days 2 -subj \"/CN=Spyglass test authority\"") &&
         run_openssl ("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "
                      "self.key -out self.pem -days 2 -subj \"/CN=self\" "
                      "-addext subjectAltName=IP:127.0.0.1") &&
         make_signed ("good", "subjectAltName=IP:127.0.0.1,DNS:localhost", "2") &&
         make_signed ("other", "subjectAltName=DNS:other.example", "2") &&
         make_signed ("old", "subjectAltName=IP:127.0.0.1", "-1") &&
         make_signed ("client", "extendedKeyUsage=clientAuth", "2");
}

static void
remove_folder (void)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = test_certificates_get_path (name);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
}

static void
make_folder (void)
{
  folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  g_assert_nonnull (folder);
  if (make_certificates ())
    atexit (remove_folder);
  else
    remove_folder ();
}

gboolean
test_certificates_can_run (void)
{
  static gboolean tried;

  if (!tried)
    make_folder ();
  tried = TRUE;
  if (folder == NULL)
    g_test_skip ("no openssl here");
  else if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    g_test_skip ("no TLS here");
  else
    return TRUE;
  return FALSE;
}

GTlsCertificate *
test_certificates_load (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".pem", NULL);
  g_autofree char *key_file = g_strconcat (name, ".key", NULL);
  g_autofree char *path = test_certificates_get_path (file);
  g_autofree char *key = test_certificates_get_path (key_file);
  g_autoptr (GError) error = NULL;
  GTlsCertificate *certificate = g_tls_certificate_new_from_files (path, key, &error);

  g_assert_no_error (error);
  return certificate;
}

TestHttpServer *
test_certificates_new_server (const char *name)
{
  g_autoptr (GTlsCertificate) certificate = test_certificates_load (name);

  return test_http_server_new_tls (certificate);
}

char *
test_certificates_get_fingerprint (const char *name)
{
  g_autoptr (GTlsCertificate) certificate = test_certificates_load (name);

  return mcp_http_certificate_dup_fingerprint (certificate);
}

McpHttpOptions *
test_certificates_new_options (void)
{
  McpHttpOptions  *options = mcp_http_options_new ();
  g_autofree char *path = test_certificates_get_path ("ca.pem");

  mcp_http_options_set_ca_file (options, path);
  return options;
}

GError *
test_http_ask (const char *url, McpHttpOptions *options)
{
  g_autoptr (TestPeer) peer = test_peer_new (mcp_http_transport_new (url, options));
  GError *error = NULL;

  if (test_peer_open (peer, &error))
    {
      if (test_peer_send (peer, REQUEST, &error))
        g_assert_cmpuint (peer->messages->len, ==, 1);
      test_peer_close (peer);
    }
  g_clear_pointer (&options, mcp_http_options_unref);
  if (error != NULL)
    g_test_message ("%s", error->message);
  return error;
}

void
test_http_expect_success (const char *url, McpHttpOptions *options)
{
  g_autoptr (GError) error = test_http_ask (url, options);

  g_assert_no_error (error);
}

void
test_http_expect (const char *url, McpHttpOptions *options, McpError code, const char *part)
{
  g_autoptr (GError) error = test_http_ask (url, options);

  g_assert_error (error, MCP_ERROR, (int)code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not speak of “%s”", error->message, part);
}
