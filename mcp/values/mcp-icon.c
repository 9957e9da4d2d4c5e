/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-icon.h"

#include "mcp-error.h"
#include "mcp-uri.h"

#include <string.h>

void
mcp_icon_free (McpIcon *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->src);
  g_free (self);
}

/* "48x48" or "any"; 0 where it is neither. */
static guint
read_size (const char *text)
{
  char *end;

  if (g_str_equal (text, "any"))
    return G_MAXUINT;
  if (!g_ascii_isdigit (*text))
    return 0;
  guint64 width = g_ascii_strtoull (text, &end, 10);
  if ((*end != 'x' && *end != 'X') || !g_ascii_isdigit (end[1]))
    return 0;
  const char *second = end + 1;
  guint64     height = g_ascii_strtoull (second, &end, 10);
  if (*end != '\0' || MAX (width, height) >= G_MAXUINT)
    return 0;
  return (guint)MAX (width, height);
}

/* An icon may be good for several sizes; the largest counts. A string instead of a list of them was
 * the draft's way. */
static guint
read_sizes (McpJsonValue sizes, guint index, GPtrArray **findings)
{
  guint pixels = 0;

  if (!mcp_json_value_exists (sizes))
    return 0;
  if (mcp_json_value_get_kind (sizes) != MCP_JSON_ARRAY)
    {
      g_autofree char *pointer = g_strdup_printf ("/icons/%u/sizes", index);

      mcp_finding_add (findings, MCP_FINDING_ERROR, "icon-sizes", pointer,
                       "The sizes of an icon are not a list of strings.");
      return 0;
    }
  for (McpJsonWalk size = mcp_json_walk (sizes); mcp_json_walk_next (&size);)
    {
      g_autofree char *text = mcp_json_value_get_kind (size.value) == MCP_JSON_STRING
                                  ? mcp_json_value_dup_string_prefix (size.value, 32, NULL)
                                  : NULL;
      pixels = MAX (pixels, text != NULL ? read_size (text) : 0);
    }
  return pixels;
}

static McpIcon *
icon_new (McpJsonValue value, guint index, GPtrArray **findings)
{
  g_autofree char *src = mcp_json_value_dup_member_string (value, "src");
  g_autofree char *theme = mcp_json_value_dup_member_string (value, "theme");
  g_autofree char *pointer = g_strdup_printf ("/icons/%u/src", index);

  if (src == NULL || *src == '\0')
    {
      mcp_finding_add (findings, MCP_FINDING_ERROR, "icon-src-missing", pointer,
                       "An icon has no address.");
      return NULL;
    }
  McpIcon *self = g_new0 (McpIcon, 1);
  self->src = g_steal_pointer (&src);
  self->theme = g_strcmp0 (theme, "light") == 0  ? MCP_ICON_LIGHT
                : g_strcmp0 (theme, "dark") == 0 ? MCP_ICON_DARK
                                                 : MCP_ICON_ANY_THEME;
  self->pixels = read_sizes (mcp_json_value_get_member (value, "sizes"), index, findings);
  return self;
}

GPtrArray *
mcp_icon_list_new (McpJsonValue icons, GPtrArray **findings)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_icon_free);
  GPtrArray *ignored = NULL;
  guint      index = 0;

  if (findings == NULL)
    findings = &ignored;
  if (mcp_json_value_exists (icons) && mcp_json_value_get_kind (icons) != MCP_JSON_ARRAY)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "icons-not-array", "/icons",
                     "The icons are not a list.");
  for (McpJsonWalk each = mcp_json_walk (icons);
       mcp_json_value_get_kind (icons) == MCP_JSON_ARRAY && mcp_json_walk_next (&each) &&
       index < MCP_ICON_MAX_COUNT;)
    {
      McpIcon *icon = icon_new (each.value, index++, findings);
      if (icon != NULL)
        g_ptr_array_add (list, icon);
    }
  g_clear_pointer (&ignored, g_ptr_array_unref);
  return list;
}

/* Whether @one serves better than @other at @pixels. */
static gboolean
is_better (McpIcon *one, McpIcon *other, guint pixels, McpIconTheme theme)
{
  if ((one->theme == theme) != (other->theme == theme))
    return one->theme == theme;
  if ((one->pixels >= pixels) != (other->pixels >= pixels))
    return one->pixels >= pixels;
  return one->pixels >= pixels ? one->pixels < other->pixels : one->pixels > other->pixels;
}

McpIcon *
mcp_icon_list_choose (GPtrArray *icons, guint pixels, McpIconTheme theme)
{
  McpIcon *best = NULL;

  g_return_val_if_fail (icons != NULL, NULL);

  for (guint i = 0; i < icons->len; i++)
    {
      McpIcon *icon = g_ptr_array_index (icons, i);

      if (icon->theme != MCP_ICON_ANY_THEME && icon->theme != theme)
        continue;
      if (best == NULL || is_better (icon, best, pixels, theme))
        best = icon;
    }
  return best;
}

gboolean
mcp_icon_is_inline (McpIcon *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return g_ascii_strncasecmp (self->src, "data:", 5) == 0;
}

/* RFC 2397: data:[<type>][;base64],<data> */
GBytes *
mcp_icon_decode (McpIcon *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (self != NULL && mcp_icon_is_inline (self), NULL);

  const char *comma = strchr (self->src, ',');
  if (comma == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The icon's data: address has no data."));
      return NULL;
    }
  if (comma - self->src >= 7 && g_ascii_strncasecmp (comma - 7, ";base64", 7) == 0)
    {
      gsize   length;
      guchar *data = g_base64_decode (comma + 1, &length);
      bytes = g_bytes_new_take (data, length);
    }
  else
    bytes = g_uri_unescape_bytes (comma + 1, -1, NULL, NULL);
  if (bytes == NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The icon's data: address cannot be decoded."));
      return NULL;
    }
  return mcp_icon_check_bytes (bytes, error) ? g_steal_pointer (&bytes) : NULL;
}

gboolean
mcp_icon_check_address (const char *src, GUri *server, GError **error)
{
  g_return_val_if_fail (src != NULL, FALSE);

  g_autoptr (GUri) uri = g_uri_parse (src, G_URI_FLAGS_NONE, NULL);
  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_propagate_error (
          error, mcp_error_new (MCP_ERROR_INVALID_TARGET, "The icon's address is no web address."));
      return FALSE;
    }
  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "The icon's address has a user name in it."));
      return FALSE;
    }
  if (g_str_equal (g_uri_get_scheme (uri), "https"))
    return TRUE;
  if (g_str_equal (g_uri_get_scheme (uri), "http") && server != NULL &&
      mcp_uri_is_loopback (uri) && mcp_uri_is_same_origin (uri, server))
    return TRUE;
  g_propagate_error (
      error,
      mcp_error_new (MCP_ERROR_INVALID_TARGET,
                     "Icons are loaded from https: and data: addresses only, not from %.20s:",
                     g_uri_get_scheme (uri)));
  return FALSE;
}

/* What makes an SVG more than a picture: scripts and handlers, entities (a kilobyte of them makes
 * gigabytes) and anything that is taken from elsewhere. */
static gboolean
svg_is_plain (const char *data, gsize size)
{
  static const char pattern[] =
      "<!ENTITY|<!DOCTYPE|<script|<foreignObject|javascript:|\\son[a-z]+\\s*=|@import|"
      "href\\s*=\\s*[\"']\\s*(?!#|data:image/(png|jpeg|webp))|url\\(\\s*[\"']?\\s*(?!#)|<\\?xml-stylesheet";
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  g_autoptr (GError) error = NULL;

  g_assert (regex != NULL);
  gboolean found = g_regex_match_full (regex, data, (gssize)size, 0, 0, NULL, &error);
  return !found && error == NULL;
}

static gboolean
is_svg (const char *data, gsize size)
{
  gsize at = size >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (at < size && g_ascii_isspace (data[at]))
    at++;
  return at < size && data[at] == '<' &&
         g_strstr_len (data + at, (gssize)(size - at), "<svg") != NULL;
}

gboolean
mcp_icon_check_bytes (GBytes *bytes, GError **error)
{
  gsize size;

  g_return_val_if_fail (bytes != NULL, FALSE);

  const char *data = g_bytes_get_data (bytes, &size);
  if (size > MCP_ICON_MAX_BYTES)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                                               "The icon has %" G_GSIZE_FORMAT
                                               " bytes; %u are the most that is loaded.",
                                               size, MCP_ICON_MAX_BYTES));
      return FALSE;
    }
  if ((size >= 8 && memcmp (data, "\x89PNG\r\n\x1a\n", 8) == 0) ||
      (size >= 3 && memcmp (data, "\xff\xd8\xff", 3) == 0) ||
      (size >= 12 && memcmp (data, "RIFF", 4) == 0 && memcmp (data + 8, "WEBP", 4) == 0))
    return TRUE;
  if (size > 0 && is_svg (data, size))
    {
      if (svg_is_plain (data, size))
        return TRUE;
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               "The icon is an SVG with scripts, entities or "
                                               "references to elsewhere, and is not shown."));
      return FALSE;
    }
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                           "The icon is neither PNG, JPEG, WebP nor SVG."));
  return FALSE;
}
