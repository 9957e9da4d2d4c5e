/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-address.h"

#include "mcp-error.h"
#include "mcp-uri.h"

#include <arpa/inet.h>
#include <libsoup/soup.h>
#include <string.h>

/* What is on no network that everybody shares: RFC 6890 and the registries of IANA that it began,
 * RFC 6598. 0.0.0.0 is this machine for Linux. */
static const char *const private_networks[] = {
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "100::/64",
  "2001:db8::/32",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
};

/* Where IPv6 addresses carry one of IPv4: mapped and compatible (RFC 4291 §2.5.5), translated (RFC
 * 6052, RFC 8215), 6to4 (RFC 3056). */
static const struct
{
  const char *network;
  gsize       offset; /* of the four bytes */
} embedded_networks[] = {
  { "::ffff:0.0.0.0/96", 12 },
  { "::/96", 12 },
  { "64:ff9b::/96", 12 },
  { "64:ff9b:1::/48", 12 },
  { "2002::/16", 2 },
};

static gboolean
lies_in (GInetAddress *address, const char *network)
{
  g_autoptr (GInetAddressMask) mask = g_inet_address_mask_new_from_string (network, NULL);

  return g_inet_address_mask_matches (mask, address);
}

static McpAuthPlace
get_plain_place (GInetAddress *address)
{
  if (g_inet_address_get_is_loopback (address))
    return MCP_AUTH_PLACE_LOOPBACK;
  for (guint i = 0; i < G_N_ELEMENTS (private_networks); i++)
    if (lies_in (address, private_networks[i]))
      return MCP_AUTH_PLACE_PRIVATE;
  return MCP_AUTH_PLACE_PUBLIC;
}

McpAuthPlace
mcp_auth_address_get_place (GInetAddress *address)
{
  McpAuthPlace place = get_plain_place (address);

  if (place != MCP_AUTH_PLACE_PUBLIC || g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6)
    return place;
  for (guint i = 0; i < G_N_ELEMENTS (embedded_networks); i++)
    if (lies_in (address, embedded_networks[i].network))
      {
        const guint8 *bytes = g_inet_address_to_bytes (address) + embedded_networks[i].offset;
        g_autoptr (GInetAddress) inner =
            g_inet_address_new_from_bytes (bytes, G_SOCKET_FAMILY_IPV4);

        return get_plain_place (inner);
      }
  return MCP_AUTH_PLACE_PUBLIC;
}

McpAuthPlace
mcp_auth_uri_get_place (GUri *uri)
{
  g_autofree char *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  struct in_addr   numbers;
  gsize            length = strlen (host);

  if (length > 1 && host[length - 1] == '.')
    host[--length] = '\0';
  if (g_str_equal (host, "localhost") || g_str_has_suffix (host, ".localhost"))
    return MCP_AUTH_PLACE_LOOPBACK;
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);
  /* The system's resolver understands 127.1, 0x7f000001 and 2130706433. */
  if (address == NULL && inet_aton (host, &numbers) != 0)
    address = g_inet_address_new_from_bytes ((const guint8 *)&numbers, G_SOCKET_FAMILY_IPV4);
  return address != NULL ? mcp_auth_address_get_place (address) : MCP_AUTH_PLACE_PUBLIC;
}

/* Programs do not agree on what these mean: some cut them out, some take "\" for "/". */
static gboolean
has_strange_bytes (const char *url)
{
  for (const char *c = url; *c != '\0'; c++)
    if ((guchar)*c <= ' ' || *c == 0x7f || *c == '\\')
      return TRUE;
  return FALSE;
}

static gboolean
is_web (const char *url)
{
  return g_ascii_strncasecmp (url, "https://", strlen ("https://")) == 0 ||
         g_ascii_strncasecmp (url, "http://", strlen ("http://")) == 0;
}

static GUri *
parse_web (const char *url)
{
  if (!is_web (url) || has_strange_bytes (url))
    return NULL;
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  /* GLib decodes what is escaped in a host. */
  if (host == NULL || *host == '\0' || strpbrk (host, "@/?#\\ ") != NULL ||
      g_uri_get_port (uri) == 0)
    return NULL;
  return g_steal_pointer (&uri);
}

const char *
mcp_auth_address_find_path (const char *url)
{
  g_autoptr (GUri) uri = parse_web (url);

  if (uri == NULL)
    return NULL;
  url = strstr (url, "://") + strlen ("://");
  return url + strcspn (url, "/?#");
}

char *
mcp_auth_address_dup_origin (const char *url)
{
  const char *path = mcp_auth_address_find_path (url);

  if (path == NULL)
    return NULL;
  const char      *authority = strstr (url, "://") + strlen ("://");
  const char      *at = g_strrstr_len (authority, path - authority, "@");
  g_autofree char *scheme = g_ascii_strdown (url, authority - url);
  if (at != NULL)
    authority = at + 1;
  g_autofree char *place = g_ascii_strdown (authority, path - authority);
  return g_strconcat (scheme, place, NULL);
}

gboolean
mcp_auth_address_is_same_origin (const char *one, const char *other)
{
  g_autoptr (GUri) first = parse_web (one);
  g_autoptr (GUri) second = parse_web (other);

  return first != NULL && second != NULL && mcp_uri_is_same_origin (first, second);
}

/* Returns: (transfer none) (nullable): what is wrong with how it is written */
static const char *
find_fault (GUri *uri)
{
  if (uri == NULL)
    return "this is no web address";
  if (g_uri_get_userinfo (uri) != NULL)
    return "the address holds a user name or password";
  return g_uri_get_fragment (uri) != NULL ? "the address has a fragment (“#”)" : NULL;
}

/* What may be said of it to a person: no user information, no query. g_uri_peek_scheme() keeps
 * each scheme that it ever saw, and these are a server's. */
static char *
dup_shown (const char *url)
{
  g_autofree char *origin = mcp_auth_address_dup_origin (url);
  g_autofree char *scheme = g_uri_parse_scheme (url);

  if (origin != NULL)
    return g_steal_pointer (&origin);
  return scheme != NULL ? g_strdup_printf ("%s:", scheme) : g_strdup ("…");
}

GUri *
mcp_auth_address_check (const char  *url,
                        McpAuthPlace beside,
                        gboolean     allow_private,
                        gboolean     allow_http,
                        GError     **error)
{
  g_autoptr (GUri) uri = parse_web (url);
  const char  *fault = find_fault (uri);
  McpAuthPlace place = fault == NULL ? mcp_auth_uri_get_place (uri) : MCP_AUTH_PLACE_PUBLIC;
  GError      *problem;

  if (place > beside && !allow_private)
    fault = place == MCP_AUTH_PLACE_LOOPBACK
                ? "the address is on this machine, and whoever names it is not"
                : "the address is on a private network, and whoever names it is not";
  else if (fault == NULL && !allow_http && place != MCP_AUTH_PLACE_LOOPBACK &&
           g_str_equal (g_uri_get_scheme (uri), "http"))
    fault = place == MCP_AUTH_PLACE_PUBLIC
                ? "the connection would not be encrypted (http)"
                : "the address is on a private network, and the connection would not be encrypted "
                  "(http)";
  if (fault == NULL)
    return g_steal_pointer (&uri);
  g_autofree char *shown = dup_shown (url);
  problem = mcp_error_new (MCP_ERROR_INVALID_TARGET, "“%s” is not asked: %s.", shown, fault);
  if (place != MCP_AUTH_PLACE_PUBLIC)
    mcp_error_get_details (problem)->kind = MCP_AUTH_ADDRESS_PRIVATE;
  g_propagate_error (error, problem);
  return NULL;
}
