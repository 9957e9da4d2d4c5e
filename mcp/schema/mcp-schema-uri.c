/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-uri.h"

#include <string.h>

/* A base for addresses that have none: GLib resolves against absolute ones only. */
#define NO_SCHEME "relative:"
#define NO_BASE NO_SCHEME "///"

static char *
decode (const char *text)
{
  char *decoded = g_uri_unescape_string (text, NULL);

  /* What is no escape stands for itself. */
  return decoded != NULL ? decoded : g_strdup (text);
}

char *
mcp_schema_uri_resolve (const char *base, const char *reference, char **fragment)
{
  const char      *hash = strchrnul (reference, '#');
  g_autofree char *address = g_strndup (reference, (gsize)(hash - reference));
  g_autofree char *resolved = NULL;
  g_autofree char *scheme = NULL;
  gboolean         is_absolute;

  if (fragment != NULL)
    *fragment = *hash == '#' ? decode (hash + 1) : NULL;
  if (base == NULL)
    base = "";
  if (*address == '\0')
    return g_strdup (base);
  scheme = g_uri_parse_scheme (base);
  is_absolute = scheme != NULL;
  resolved = g_uri_resolve_relative (is_absolute ? base : NO_BASE, address, G_URI_FLAGS_ENCODED,
                                     NULL);
  if (resolved == NULL)
    return g_steal_pointer (&address);
  if (!is_absolute && g_str_has_prefix (resolved, NO_BASE))
    return g_strdup (resolved + strlen (NO_BASE));
  if (!is_absolute && g_str_has_prefix (resolved, NO_SCHEME))
    return g_strdup (resolved + strlen (NO_SCHEME));
  return g_steal_pointer (&resolved);
}
