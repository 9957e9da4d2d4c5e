/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-address.h"

#include <libsoup/soup.h>
#include <string.h>

static GError *
new_error (const char *url, const char *what)
{
  g_autofree char *valid = g_utf8_make_valid (url, -1);

  return mcp_error_new (MCP_ERROR_INVALID_TARGET, "“%s” is not a server address: %s", valid,
                        what);
}

static gboolean
is_http (GUri *uri)
{
  const char *scheme = g_uri_get_scheme (uri);

  return g_str_equal (scheme, "http") || g_str_equal (scheme, "https");
}

static GUri *
without_user (GUri *uri)
{
  g_autofree char *text = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO | G_URI_HIDE_FRAGMENT);

  return g_uri_parse (text, SOUP_HTTP_URI_FLAGS, NULL);
}

GUri *
mcp_http_address_parse (const char *url, char **authorization, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (url != NULL ? url : ""));
  g_autoptr (GError) reason = NULL;

  *authorization = NULL;
  g_autoptr (GUri) uri = g_uri_parse (trimmed, SOUP_HTTP_URI_FLAGS, &reason);
  if (uri == NULL || !is_http (uri))
    {
      g_propagate_error (error,
                         new_error (trimmed, uri == NULL && strstr (trimmed, "://") != NULL
                                                 ? reason->message
                                                 : "it must begin with http:// or https://; "
                                                   "ws://, wss://, unix:, tcp: and http+unix: "
                                                   "are other transports"));
      return NULL;
    }
  if (g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_propagate_error (error, new_error (trimmed, "it names no host"));
      return NULL;
    }
  if (g_uri_get_user (uri) != NULL && *g_uri_get_user (uri) != '\0')
    {
      const char *password = g_uri_get_password (uri);

      *authorization = mcp_http_basic_authorization (g_uri_get_user (uri),
                                                     password != NULL ? password : "");
    }
  return without_user (uri);
}

char *
mcp_http_basic_authorization (const char *user, const char *password)
{
  g_autofree char *pair = g_strconcat (user, ":", password, NULL);
  g_autofree char *encoded = g_base64_encode ((const guchar *)pair, strlen (pair));

  return g_strconcat ("Basic ", encoded, NULL);
}

char *
mcp_http_address_dup_place (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  gboolean    is_ipv6 = strchr (host, ':') != NULL;

  if (g_uri_get_port (uri) <= 0)
    return g_strdup (host);
  return g_strdup_printf (is_ipv6 ? "[%s]:%d" : "%s:%d", host, g_uri_get_port (uri));
}
