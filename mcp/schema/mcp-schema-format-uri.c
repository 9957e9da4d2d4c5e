/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses and their templates. Source: RFC 3986 appendix A, RFC 3987 section 2.2, RFC 6570. */

#include "mcp-schema-format-rules.h"

#include <string.h>

#define SUB_DELIMITERS "!$&'()*+,;="

/* RFC 3987: ucschar, and iprivate where @private_use */
static gboolean
is_international (gunichar c, gboolean private_use)
{
  if (c >= 0xa0 && c <= 0xd7ff)
    return TRUE;
  if ((c >= 0xf900 && c <= 0xfdcf) || (c >= 0xfdf0 && c <= 0xffef))
    return TRUE;
  if (c >= 0x10000 && c <= 0xdffff)
    return (c & 0xffff) <= 0xfffd && (c < 0xe0000 || c >= 0xe1000);
  if (c >= 0xe1000 && c <= 0xefffd)
    return TRUE;
  return private_use && ((c >= 0xe000 && c <= 0xf8ff) || (c >= 0xf0000 && (c & 0xffff) <= 0xfffd));
}

/* Unreserved characters, escapes, sub-delimiters and @more. */
static gboolean
is_made_of (const char *text, gsize length, const char *more, gboolean international)
{
  const char *end = text + length;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '%')
        {
          if (end - p < 3 || !g_ascii_isxdigit (p[1]) || !g_ascii_isxdigit (p[2]))
            return FALSE;
          continue;
        }
      if (c >= 0x80)
        {
          if (!international || !is_international (c, strchr (more, '?') != NULL))
            return FALSE;
          continue;
        }
      if (c == 0 || (!g_ascii_isalnum ((char)c) && strchr ("-._~" SUB_DELIMITERS, (int)c) == NULL &&
                     strchr (more, (int)c) == NULL))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_future_address (const char *text, gsize length)
{
  const char *dot = memchr (text, '.', length);

  if (length < 4 || (*text != 'v' && *text != 'V') || dot == NULL || dot == text + 1 ||
      dot + 1 == text + length)
    return FALSE;
  for (const char *p = text + 1; p < dot; p++)
    if (!g_ascii_isxdigit (*p))
      return FALSE;
  return is_made_of (dot + 1, length - (gsize)(dot + 1 - text), ":", FALSE) &&
         memchr (dot, '%', length - (gsize)(dot - text)) == NULL;
}

static gboolean
is_authority (const char *text, gsize length, gboolean international)
{
  const char *end = text + length;
  const char *host = text;

  for (const char *p = text; p < end; p++)
    if (*p == '@')
      host = p + 1;
  if (host > text && !is_made_of (text, (gsize)(host - 1 - text), ":", international))
    return FALSE;
  const char *host_end = end;
  if (host < end && *host == '[')
    {
      const char *close = memchr (host, ']', (gsize)(end - host));

      if (close == NULL)
        return FALSE;
      host_end = close + 1;
      if (!mcp_schema_format_is_ipv6 (host + 1, (gsize)(close - host - 1)) &&
          !is_future_address (host + 1, (gsize)(close - host - 1)))
        return FALSE;
    }
  else
    {
      const char *colon = memchr (host, ':', (gsize)(end - host));

      host_end = colon != NULL ? colon : end;
      if (!is_made_of (host, (gsize)(host_end - host), "", international))
        return FALSE;
    }
  if (host_end == end)
    return TRUE;
  if (*host_end != ':')
    return FALSE;
  for (const char *p = host_end + 1; p < end; p++)
    if (!g_ascii_isdigit (*p))
      return FALSE;
  return TRUE;
}

static gboolean
is_fragment (const char *text, gsize length, gboolean international)
{
  return is_made_of (text, length, ":@/?", international);
}

static gsize
measure_scheme (const char *text, gsize length)
{
  gsize n = 0;

  if (length == 0 || !g_ascii_isalpha (*text))
    return 0;
  while (n < length &&
         (g_ascii_isalnum (text[n]) || text[n] == '+' || text[n] == '-' || text[n] == '.'))
    n++;
  return n < length && text[n] == ':' ? n : 0;
}

/* @p moves to the first of @stops, or to the end. */
static gsize
measure_until (const char *p, const char *end, const char *stops)
{
  gsize n = 0;

  while (p + n < end && (p[n] == '\0' || strchr (stops, p[n]) == NULL))
    n++;
  return n;
}

gboolean
mcp_schema_format_is_uri (const char *text, gsize length, gboolean relative, gboolean international)
{
  const char *end = text + length;
  const char *p = text;
  gsize       scheme = measure_scheme (text, length);
  gsize       n;

  if (scheme > 0)
    p += scheme + 1;
  else if (!relative)
    return FALSE;
  if (end - p >= 2 && p[0] == '/' && p[1] == '/')
    {
      p += 2;
      n = measure_until (p, end, "/?#");
      if (!is_authority (p, n, international))
        return FALSE;
      p += n;
    }
  else if (scheme == 0)
    {
      /* Before the first slash, a colon would make it a scheme. */
      n = measure_until (p, end, "/?#");
      if (memchr (p, ':', n) != NULL)
        return FALSE;
    }
  n = measure_until (p, end, "?#");
  if (!is_made_of (p, n, ":@/", international))
    return FALSE;
  p += n;
  if (p < end && *p == '?')
    {
      p++;
      n = measure_until (p, end, "#");
      if (!is_made_of (p, n, ":@/?", international))
        return FALSE;
      p += n;
    }
  if (p < end && *p == '#')
    {
      p++;
      return is_fragment (p, (gsize)(end - p), international);
    }
  return TRUE;
}

/* RFC 6570, section 2.3 */
static gsize
measure_name (const char *text, gsize length)
{
  gboolean after_dot = TRUE;
  gsize    n = 0;

  while (n < length)
    {
      if (g_ascii_isalnum (text[n]) || text[n] == '_')
        n++;
      else if (text[n] == '%' && n + 2 < length && g_ascii_isxdigit (text[n + 1]) &&
               g_ascii_isxdigit (text[n + 2]))
        n += 3;
      else if (text[n] == '.' && !after_dot)
        {
          n++;
          after_dot = TRUE;
          continue;
        }
      else
        break;
      after_dot = FALSE;
    }
  return after_dot ? 0 : n;
}

/* What stands in braces. */
static gboolean
is_expression (const char *text, gsize length)
{
  if (length > 0 && *text != '\0' && strchr ("+#./;?&=,!@|", *text) != NULL)
    {
      text++;
      length--;
    }
  for (;;)
    {
      gsize n = measure_name (text, length);

      if (n == 0)
        return FALSE;
      text += n;
      length -= n;
      if (length > 0 && *text == '*')
        n = 1;
      else if (length > 1 && *text == ':' && text[1] >= '1' && text[1] <= '9')
        for (n = 2; n < length && n < 5 && g_ascii_isdigit (text[n]);)
          n++;
      else
        n = 0;
      text += n;
      length -= n;
      if (length == 0)
        return TRUE;
      if (*text != ',')
        return FALSE;
      text++;
      length--;
    }
}

/* An apostrophe is a literal: erratum 6937 of RFC 6570. */
gboolean
mcp_schema_format_is_uri_template (const char *text, gsize length)
{
  const char *end = text + length;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar    c = g_utf8_get_char (p);
      const char *close;

      if (c == '{')
        {
          close = memchr (p, '}', (gsize)(end - p));
          if (close == NULL || !is_expression (p + 1, (gsize)(close - p - 1)))
            return FALSE;
          p = close;
        }
      else if (c == '%')
        {
          if (end - p < 3 || !g_ascii_isxdigit (p[1]) || !g_ascii_isxdigit (p[2]))
            return FALSE;
        }
      else if (c <= 0x20 || c == 0x7f || (c < 0x80 && strchr ("\"<>\\^`|}", (int)c) != NULL) ||
               (c >= 0x80 && !is_international (c, TRUE)))
        return FALSE;
    }
  return TRUE;
}
