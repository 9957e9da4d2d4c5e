/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-options.h"

#include <string.h>

#include "mcp-object.h"

/* Bytes of a SHA-256. */
#define FINGERPRINT_SIZE 32

struct _McpHttpOptions
{
  gatomicrefcount ref_count;
  char           *proxy;
  char           *ca_file;
  char           *accepted_certificate;
  char           *client_certificate;
  char           *client_key;
  char           *socket_path;
};

G_DEFINE_BOXED_TYPE (McpHttpOptions,
                     mcp_http_options,
                     mcp_http_options_ref,
                     mcp_http_options_unref)

McpHttpOptions *
mcp_http_options_new (void)
{
  McpHttpOptions *self = g_new0 (McpHttpOptions, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

McpHttpOptions *
mcp_http_options_ref (McpHttpOptions *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_http_options_unref (McpHttpOptions *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->proxy);
  g_free (self->ca_file);
  g_free (self->accepted_certificate);
  g_free (self->client_certificate);
  g_free (self->client_key);
  g_free (self->socket_path);
  g_free (self);
}

static void
set_string (char **place, const char *value)
{
  char *copy = value != NULL && *value != '\0' ? g_strdup (value) : NULL;

  g_free (*place);
  *place = copy;
}

/* The proxy */

/* Returns: (nullable): why it is none */
static const char *
judge_proxy (const char *proxy)
{
  static const char *const schemes[] = { "http", "socks", "socks4", "socks4a", "socks5", NULL };
  g_autoptr (GUri) uri = g_uri_parse (proxy, G_URI_FLAGS_HAS_PASSWORD, NULL);

  if (uri == NULL)
    return "it needs the form http://HOST:PORT or socks5://HOST:PORT, or is “none” or “system”";
  if (!g_strv_contains (schemes, g_uri_get_scheme (uri)))
    return "it must begin with http:// or socks5://";
  if (g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return "it names no host";
  return NULL;
}

gboolean
mcp_http_options_set_proxy (McpHttpOptions *self, const char *proxy, GError **error)
{
  const char *fault = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (proxy != NULL && (*proxy == '\0' || g_str_equal (proxy, "system")))
    proxy = NULL;
  if (proxy != NULL && !g_str_equal (proxy, "none"))
    fault = judge_proxy (proxy);
  if (fault != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (proxy, -1);

      /* The text may hold a password. */
      if (strchr (valid, '@') != NULL)
        memmove (valid, strrchr (valid, '@') + 1, strlen (strrchr (valid, '@')));
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "“%s” is no address of a proxy: %s", valid, fault));
      return FALSE;
    }
  set_string (&self->proxy, proxy);
  return TRUE;
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpOptions, mcp_http_options, proxy)

/* Certificates */

void
mcp_http_options_set_ca_file (McpHttpOptions *self, const char *path)
{
  g_return_if_fail (self != NULL);

  set_string (&self->ca_file, path);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpOptions, mcp_http_options, ca_file)

/* Upper case and a colon after each byte. Returns: (transfer full) (nullable) */
static char *
normalize_fingerprint (const char *text)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  guint n_digits = 0;

  if (g_ascii_strncasecmp (text, "sha256:", 7) == 0)
    text += 7;
  for (; *text != '\0'; text++)
    {
      if (*text == ':' || *text == ' ')
        continue;
      if (!g_ascii_isxdigit (*text))
        return NULL;
      if (n_digits > 0 && n_digits % 2 == 0)
        g_string_append_c (digits, ':');
      g_string_append_c (digits, g_ascii_toupper (*text));
      n_digits++;
    }
  if (n_digits != 2 * FINGERPRINT_SIZE)
    return NULL;
  return g_string_free (g_steal_pointer (&digits), FALSE);
}

gboolean
mcp_http_options_set_accepted_certificate (McpHttpOptions *self,
                                           const char     *fingerprint,
                                           GError        **error)
{
  g_autofree char *normal = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (fingerprint != NULL && *fingerprint != '\0')
    {
      normal = normalize_fingerprint (fingerprint);
      if (normal == NULL)
        {
          g_propagate_error (error,
                             mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                            "A certificate's fingerprint is its SHA-256: %d "
                                            "hexadecimal digits",
                                            2 * FINGERPRINT_SIZE));
          return FALSE;
        }
    }
  set_string (&self->accepted_certificate, normal);
  return TRUE;
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpOptions, mcp_http_options, accepted_certificate)

char *
mcp_http_certificate_dup_fingerprint (GTlsCertificate *certificate)
{
  g_autoptr (GByteArray) der = NULL;

  g_return_val_if_fail (G_IS_TLS_CERTIFICATE (certificate), NULL);

  g_object_get (certificate, "certificate", &der, NULL);
  g_autofree char *digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, der->data, der->len);
  return normalize_fingerprint (digest);
}

void
mcp_http_options_set_client_certificate (McpHttpOptions *self,
                                         const char     *certificate,
                                         const char     *key)
{
  g_return_if_fail (self != NULL);

  set_string (&self->client_certificate, certificate);
  set_string (&self->client_key, key);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpOptions, mcp_http_options, client_certificate)
MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpOptions, mcp_http_options, client_key)

/* The socket */

void
mcp_http_options_set_socket_path (McpHttpOptions *self, const char *path)
{
  g_return_if_fail (self != NULL);

  set_string (&self->socket_path, path);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpOptions, mcp_http_options, socket_path)
