/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The paths that object-store servers admit. */

#include "app-card-preview.h"

#include <string.h>

/* A part of a path that the servers admit. */
static gboolean
is_reachable (const char *part, gsize length)
{
  gboolean digits = TRUE;

  for (gsize i = 0; i < length; i++)
    digits &= g_ascii_isdigit (part[i]);
  if (digits)
    return TRUE;
  if (!g_ascii_isalpha (part[0]))
    return FALSE;
  for (gsize i = 1; i < length; i++)
    if (!g_ascii_isalnum (part[i]) && part[i] != '_')
      return FALSE;
  return TRUE;
}

gboolean
app_card_preview_append_step (GString *path, const char *key, gboolean in_list)
{
  gboolean dotted = strchr (key, '.') != NULL;

  if (key[0] == '\0')
    return FALSE;
  if (in_list)
    {
      g_string_append_printf (path, "[%s]", key);
      return TRUE;
    }
  for (const char *part = key; *part != '\0';)
    {
      gsize length = strcspn (part, ".");

      if (!is_reachable (part, length))
        return FALSE;
      part += length;
      part += *part == '.';
    }
  if (dotted)
    g_string_append_printf (path, "['%s']", key);
  else
    g_string_append_printf (path, "%s%s", path->len > 0 ? "." : "", key);
  return TRUE;
}

gboolean
app_card_preview_is_path (const char *path, char **part)
{
  g_return_val_if_fail (path != NULL, FALSE);

  if (part != NULL)
    *part = NULL;
  for (const char *at = path; *at != '\0';)
    {
      gsize       length = strcspn (at, ".[]");
      gsize       inner = length;
      const char *start = at;

      while (inner > 0 && (*start == '\'' || *start == '"'))
        {
          start++;
          inner--;
        }
      while (inner > 0 && (start[inner - 1] == '\'' || start[inner - 1] == '"'))
        inner--;
      if (inner > 0 && !is_reachable (start, inner))
        {
          if (part != NULL)
            *part = g_strndup (start, inner);
          return FALSE;
        }
      at += length;
      at += *at != '\0';
    }
  return TRUE;
}
