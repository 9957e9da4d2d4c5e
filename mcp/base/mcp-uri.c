/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-uri.h"

static int
get_port (GUri *uri)
{
  if (g_uri_get_port (uri) > 0)
    return g_uri_get_port (uri);
  return g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80;
}

gboolean
mcp_uri_is_same_origin (GUri *one, GUri *other)
{
  return g_str_equal (g_uri_get_scheme (one), g_uri_get_scheme (other)) &&
         g_ascii_strcasecmp (g_uri_get_host (one), g_uri_get_host (other)) == 0 &&
         get_port (one) == get_port (other);
}

gboolean
mcp_uri_is_loopback (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);
  g_autofree char *lower = g_ascii_strdown (host, -1);

  if (address != NULL)
    return g_inet_address_get_is_loopback (address);
  return g_str_equal (lower, "localhost") || g_str_has_suffix (lower, ".localhost");
}
