/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-string.h"

#include <string.h>

#define REPLACEMENT 0xfffd
#define PICTURE_OF_NUL 0x2400

static gunichar
read_hex4 (const char *p)
{
  gunichar c = 0;

  for (guint i = 0; i < 4; i++)
    c = c << 4 | (gunichar)g_ascii_xdigit_value (p[i]);
  return c;
}

static gboolean
is_surrogate (gunichar c)
{
  return c >= 0xd800 && c <= 0xdfff;
}

gunichar
mcp_json_string_next (const char **p, const char *end)
{
  const char *at = *p;

  if (*at != '\\')
    {
      *p = g_utf8_next_char (at);
      return g_utf8_get_char (at);
    }
  *p = at + 2;
  switch (at[1])
    {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'u':
      break;
    default:
      return (gunichar)at[1];
    }

  gunichar c = read_hex4 (at + 2);
  *p = at + 6;
  if (c >= 0xd800 && c <= 0xdbff && end - *p >= 6 && at[6] == '\\' && at[7] == 'u')
    {
      gunichar low = read_hex4 (at + 8);

      if (low >= 0xdc00 && low <= 0xdfff)
        {
          *p = at + 12;
          return 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        }
    }
  return c;
}

static gboolean
is_escaped (McpJsonValue self)
{
  return mcp_json_node_get_flags (mcp_json_value_peek_node (self)) & MCP_JSON_FLAG_ESCAPED;
}

int
mcp_json_string_compare (McpJsonValue a, McpJsonValue b)
{
  const char *end_a, *end_b;
  const char *p = mcp_json_value_peek_content (a, &end_a);
  const char *q = mcp_json_value_peek_content (b, &end_b);

  if (!is_escaped (a) && !is_escaped (b))
    {
      /* The order of UTF-8 is that of code points. */
      gsize length_a = (gsize)(end_a - p);
      gsize length_b = (gsize)(end_b - q);
      int   order = memcmp (p, q, MIN (length_a, length_b));

      return order != 0 ? order : (length_a > length_b) - (length_a < length_b);
    }
  while (p < end_a && q < end_b)
    {
      gunichar c = mcp_json_string_next (&p, end_a);
      gunichar d = mcp_json_string_next (&q, end_b);

      if (c != d)
        return c < d ? -1 : 1;
    }
  return (p < end_a) - (q < end_b);
}

gboolean
mcp_json_string_equals (McpJsonValue self, const char *text, gsize length)
{
  const char *end;
  const char *p = mcp_json_value_peek_content (self, &end);
  const char *text_end = text + length;

  if (!is_escaped (self))
    return (gsize)(end - p) == length && memcmp (p, text, length) == 0;
  /* Escapes only make a text longer. */
  if ((gsize)(end - p) < length)
    return FALSE;
  while (p < end)
    {
      gunichar c = mcp_json_string_next (&p, end);
      char     encoded[6];
      int      n = g_unichar_to_utf8 (is_surrogate (c) ? REPLACEMENT : c, encoded);

      if (text_end - text < n || memcmp (text, encoded, (gsize)n) != 0)
        return FALSE;
      text += n;
    }
  return text == text_end;
}

gboolean
mcp_json_value_string_equals (McpJsonValue self, const char *text)
{
  if (text == NULL || !mcp_json_value_is (self, MCP_JSON_STRING))
    return FALSE;
  return mcp_json_string_equals (self, text, strlen (text));
}

/* Eight bytes at a time: a text may be as long as a message. */
gsize
mcp_json_count_characters (const char *text, gsize length)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const char   *p = text, *end = text + length;
  gsize         n = length;

  for (; end - p >= 8; p += 8)
    {
      guint64 bytes;

      memcpy (&bytes, p, sizeof bytes);
      /* Where a character goes on, the first bit is set and the second one is not. */
      n -= ((bytes >> 7 & ~bytes >> 6 & ones) * ones) >> 56;
    }
  for (; p < end; p++)
    n -= (*p & 0xc0) == 0x80;
  return n;
}

gsize
mcp_json_value_count_characters (McpJsonValue self)
{
  const char *p, *end;
  gsize       n = 0;

  if (!mcp_json_value_is (self, MCP_JSON_STRING))
    return 0;
  p = mcp_json_value_peek_content (self, &end);
  if (mcp_json_node_get_flags (mcp_json_value_peek_node (self)) == 0)
    return (gsize)(end - p);
  while (p < end)
    {
      const char *escape = memchr (p, '\\', (gsize)(end - p));

      if (escape == NULL)
        return n + mcp_json_count_characters (p, (gsize)(end - p));
      n += mcp_json_count_characters (p, (gsize)(escape - p)) + 1;
      p = escape;
      mcp_json_string_next (&p, end);
    }
  return n;
}

/* Cuts at most @max_bytes of UTF-8 off, whole characters only. */
static gsize
cut_utf8 (const char *text, gsize length, gsize max_bytes)
{
  if (length <= max_bytes)
    return length;
  while (max_bytes > 0 && (text[max_bytes] & 0xc0) == 0x80)
    max_bytes--;
  return max_bytes;
}

/* A C string would end at U+0000, and whoever reads it would not know. */
static gunichar
choose_character (gunichar c, gboolean may_be_nul)
{
  if (is_surrogate (c))
    return REPLACEMENT;
  return c == 0 && !may_be_nul ? PICTURE_OF_NUL : c;
}

static char *
dup_decoded (McpJsonValue self, gsize max_bytes, gsize *length, gboolean *complete)
{
  const char *end;
  const char *p = mcp_json_value_peek_content (self, &end);
  gsize       size = (gsize)(end - p);
  char       *text;
  gsize       n = 0;

  if (!is_escaped (self))
    {
      n = cut_utf8 (p, size, max_bytes);
      text = g_malloc (n + 1);
      memcpy (text, p, n);
      p += n;
    }
  else
    {
      text = g_malloc (MIN (size, max_bytes) + 1);
      while (p < end)
        {
          const char *escape = memchr (p, '\\', (gsize)(end - p));
          gsize       run = (gsize)((escape != NULL ? escape : end) - p);
          gsize       cut = cut_utf8 (p, run, max_bytes - n);
          char        encoded[6];

          memcpy (text + n, p, cut);
          n += cut;
          p += cut;
          if (cut < run || p == end)
            break;
          const char *after = p;
          gunichar    c = mcp_json_string_next (&after, end);
          gsize       m = (gsize)g_unichar_to_utf8 (choose_character (c, length != NULL), encoded);
          if (m > max_bytes - n)
            break;
          memcpy (text + n, encoded, m);
          n += m;
          p = after;
        }
    }
  text[n] = '\0';
  if (length != NULL)
    *length = n;
  if (complete != NULL)
    *complete = p == end;
  return text;
}

char *
mcp_json_value_dup_string (McpJsonValue self, gsize *length)
{
  if (length != NULL)
    *length = 0;
  if (!mcp_json_value_is (self, MCP_JSON_STRING))
    return NULL;
  return dup_decoded (self, G_MAXSIZE, length, NULL);
}

char *
mcp_json_value_dup_string_prefix (McpJsonValue self, gsize max_bytes, gboolean *complete)
{
  if (complete != NULL)
    *complete = TRUE;
  if (!mcp_json_value_is (self, MCP_JSON_STRING))
    return NULL;
  return dup_decoded (self, max_bytes, NULL, complete);
}
