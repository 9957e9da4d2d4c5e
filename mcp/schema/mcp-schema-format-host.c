/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hosts and mailboxes. Source: RFC 1123 section 2.1, RFC 5890 section 2.3.2.3, RFC 5321 section
 * 4.1.2, RFC 6531, RFC 2673 section 3.2, RFC 4291 section 2.2. */

#include "mcp-schema-format-rules.h"

#include <string.h>

#define MAX_HOSTNAME 253u
#define MAX_LOCAL_PART 64u

/* Ideographic and fullwidth full stops separate labels too (RFC 3490 section 3.1). */
static gsize
measure_dot (const char *p, const char *end, gboolean international)
{
  if (*p == '.')
    return 1;
  if (international && end - p >= 3 &&
      (strncmp (p, "。", 3) == 0 || strncmp (p, "．", 3) == 0 || strncmp (p, "｡", 3) == 0))
    return 3;
  return 0;
}

gboolean
mcp_schema_format_is_hostname (const char *text, gsize length, gboolean international)
{
  const char *end = text + length;
  const char *start = text;
  gboolean    right = FALSE;
  gboolean    fits = TRUE;
  gsize       ascii_length = 0;

  if (length == 0 || length > MAX_HOSTNAME * 4)
    return FALSE;
  for (const char *p = text;; p++)
    {
      gsize          dot = p < end ? measure_dot (p, end, international) : 0;
      McpSchemaLabel label;

      if (p < end && dot == 0)
        continue;
      if (!mcp_schema_format_read_label (&label, start, (gsize)(p - start), international))
        return FALSE;
      right |= label.is_right_to_left;
      fits &= label.fits_bidi;
      ascii_length += label.ascii_length + (p < end);
      if (p == end)
        return ascii_length <= MAX_HOSTNAME && (!right || fits);
      start = p + dot;
      p = start - 1;
    }
}

gboolean
mcp_schema_format_is_ipv4 (const char *text, gsize length)
{
  const char *p = text;
  const char *end = text + length;

  for (guint i = 0; i < 4; i++)
    {
      guint number = 0;

      if (i > 0 && (p == end || *p++ != '.'))
        return FALSE;
      const char *start = p;
      while (p < end && g_ascii_isdigit (*p) && p - start < 3)
        number = number * 10 + (guint)(*p++ - '0');
      if (p == start || number > 255 || (*start == '0' && p - start > 1))
        return FALSE;
    }
  return p == end;
}

gboolean
mcp_schema_format_is_ipv6 (const char *text, gsize length)
{
  const char *p = text;
  const char *end = text + length;
  gboolean    gap = FALSE;
  guint       n = 0;

  if (length >= 2 && p[0] == ':' && p[1] == ':')
    {
      gap = TRUE;
      p += 2;
    }
  while (p < end && n < 8)
    {
      const char *start = p;

      if (n <= 6 && mcp_schema_format_is_ipv4 (p, (gsize)(end - p)))
        {
          n += 2;
          p = end;
          break;
        }
      while (p < end && g_ascii_isxdigit (*p) && p - start < 4)
        p++;
      if (p == start)
        return FALSE;
      n++;
      if (p == end)
        break;
      if (*p++ != ':' || p == end)
        return FALSE;
      if (*p == ':')
        {
          if (gap)
            return FALSE;
          gap = TRUE;
          p++;
        }
    }
  return p == end && (gap ? n < 8 : n == 8);
}

static gboolean
is_atom_character (gunichar c, gboolean international)
{
  if (c >= 0x80)
    return international;
  return g_ascii_isalnum ((char)c) || (c != 0 && strchr ("!#$%&'*+-/=?^_`{|}~", (int)c) != NULL);
}

static gboolean
is_dot_string (const char *text, const char *end, gboolean international)
{
  gboolean after_dot = TRUE;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '.' ? after_dot : !is_atom_character (c, international))
        return FALSE;
      after_dot = c == '.';
    }
  return !after_dot;
}

static gboolean
is_quoted_string (const char *text, const char *end, gboolean international)
{
  if (end - text < 2 || *text != '"' || end[-1] != '"')
    return FALSE;
  for (const char *p = text + 1; p < end - 1; p++)
    {
      guchar c = (guchar)*p;

      if (c == '\\' && p + 1 < end - 1 && p[1] >= 0x20 && p[1] < 0x7f)
        p++;
      else if (c == '"' || c == '\\' || c < 0x20 || c == 0x7f || (c >= 0x80 && !international))
        return FALSE;
    }
  return TRUE;
}

gboolean
mcp_schema_format_is_email (const char *text, gsize length, gboolean international)
{
  const char *end = text + length;
  const char *at = NULL;

  for (const char *p = text; p < end; p++)
    if (*p == '@')
      at = p;
  if (at == NULL || at == text || at + 1 == end)
    return FALSE;
  if ((!international && (gsize)(at - text) > MAX_LOCAL_PART) ||
      !(is_dot_string (text, at, international) || is_quoted_string (text, at, international)))
    return FALSE;
  if (at[1] == '[')
    {
      if (end[-1] != ']')
        return FALSE;
      if (end - at > 7 && g_ascii_strncasecmp (at + 2, "IPv6:", 5) == 0)
        return mcp_schema_format_is_ipv6 (at + 7, (gsize)(end - 1 - (at + 7)));
      return mcp_schema_format_is_ipv4 (at + 2, (gsize)(end - 1 - (at + 2)));
    }
  return mcp_schema_format_is_hostname (at + 1, (gsize)(end - (at + 1)), international);
}
