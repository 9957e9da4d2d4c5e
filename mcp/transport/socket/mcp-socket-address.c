/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-socket-address.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <sys/un.h>

/* What the kernel takes for the path of a socket, its NUL included (unix(7)). */
#define MAX_PATH_BYTES (sizeof (((struct sockaddr_un *)NULL)->sun_path))

static GError *
new_error (const char *text, const char *what)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return mcp_error_new (MCP_ERROR_INVALID_TARGET, "“%s” is no address of a socket: %s", valid,
                        what);
}

/* What stands behind @scheme. Returns: (nullable): borrowed from @text */
static const char *
skip_scheme (const char *text, const char *scheme)
{
  gsize length = strlen (scheme);

  return g_ascii_strncasecmp (text, scheme, length) == 0 ? text + length : NULL;
}

/* "///PATH" and "//~/PATH" are "/PATH" and "~/PATH". */
static const char *
skip_empty_host (const char *text)
{
  return g_str_has_prefix (text, "///") || g_str_has_prefix (text, "//~") ? text + 2 : text;
}

static char *
expand_home (const char *path)
{
  return g_str_has_prefix (path, "~/") ? g_build_filename (g_get_home_dir (), path + 2, NULL)
                                       : g_strdup (path);
}

static gboolean
check_path (const char *text, const char *path, GError **error)
{
  g_autofree char *limit = NULL;

  if (*path == '\0' || g_str_equal (path, "/") || g_str_equal (path, "@"))
    {
      g_propagate_error (error, new_error (text, "it names no socket"));
      return FALSE;
    }
  if (strlen (path) < MAX_PATH_BYTES)
    return TRUE;
  limit = g_strdup_printf ("a socket's path has fewer than %u bytes", (guint)MAX_PATH_BYTES);
  g_propagate_error (error, new_error (text, limit));
  return FALSE;
}

static GSocketConnectable *
parse_unix (const char *text, const char *rest, GError **error)
{
  g_autofree char *path = expand_home (skip_empty_host (rest));

  if (!check_path (text, path, error))
    return NULL;
  if (*path == '@')
    return G_SOCKET_CONNECTABLE (g_unix_socket_address_new_with_type (
        path + 1, (int)strlen (path + 1), G_UNIX_SOCKET_ADDRESS_ABSTRACT));
  return G_SOCKET_CONNECTABLE (g_unix_socket_address_new (path));
}

static GSocketConnectable *
parse_tcp (const char *text, const char *rest, GError **error)
{
  g_autofree char *place = g_strdup (g_str_has_prefix (rest, "//") ? rest + 2 : rest);
  g_autoptr (GSocketConnectable) address = NULL;

  if (g_str_has_suffix (place, "/"))
    place[strlen (place) - 1] = '\0';
  if (strpbrk (place, "/?#@ \t") == NULL)
    address = g_network_address_parse (place, 0, NULL);
  if (address == NULL || *g_network_address_get_hostname (G_NETWORK_ADDRESS (address)) == '\0')
    g_propagate_error (error, new_error (text, "it should be tcp:HOST:PORT"));
  else if (g_network_address_get_port (G_NETWORK_ADDRESS (address)) == 0)
    g_propagate_error (error, new_error (text, "it has no port; it should be tcp:HOST:PORT"));
  else
    return g_steal_pointer (&address);
  return NULL;
}

GSocketConnectable *
mcp_socket_address_parse (const char *text, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text != NULL ? text : ""));
  const char      *rest = skip_scheme (trimmed, "unix:");

  if (rest != NULL)
    return parse_unix (trimmed, rest, error);
  rest = skip_scheme (trimmed, "tcp:");
  if (rest != NULL)
    return parse_tcp (trimmed, rest, error);
  if (*trimmed == '/' || *trimmed == '~')
    return parse_unix (trimmed, trimmed, error);
  return parse_tcp (trimmed, trimmed, error);
}

/* "//%2FPATH/URL-PATH" */
static gboolean
split_encoded (const char *rest, char **path, const char **target)
{
  const char *end = rest + strcspn (rest, "/?");

  *path = g_uri_unescape_segment (rest, end, NULL);
  *target = end;
  return *path != NULL;
}

/* "/PATH:/URL-PATH" */
static void
split_plain (const char *rest, char **path, const char **target)
{
  const char *colon = strstr (rest, ":/");

  *target = colon != NULL ? colon + 1 : "";
  *path = g_strndup (rest, colon != NULL ? (gsize)(colon - rest) : strlen (rest));
}

gboolean
mcp_socket_address_parse_http (const char *text, char **path, char **url, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text != NULL ? text : ""));
  const char      *rest = skip_scheme (trimmed, "http+unix:");
  const char      *target = "";
  g_autofree char *found = NULL;

  if (rest == NULL)
    {
      g_propagate_error (error, new_error (trimmed, "it should begin with http+unix:"));
      return FALSE;
    }
  rest = skip_empty_host (rest);
  if (!g_str_has_prefix (rest, "//"))
    split_plain (rest, &found, &target);
  else if (!split_encoded (rest + 2, &found, &target))
    {
      g_propagate_error (error, new_error (trimmed, "the path of the socket is not well encoded"));
      return FALSE;
    }
  g_autofree char *expanded = expand_home (found);
  if (!check_path (trimmed, expanded, error))
    return FALSE;
  if (*expanded != '/')
    {
      g_propagate_error (error,
                         new_error (trimmed, "the path of the socket must begin with “/”"));
      return FALSE;
    }
  *path = g_steal_pointer (&expanded);
  *url = g_strconcat ("http://localhost", *target == '/' ? "" : "/", target, NULL);
  return TRUE;
}
