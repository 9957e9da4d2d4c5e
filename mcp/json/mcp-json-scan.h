/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The innermost loops of the reader, private to mcp/json: over the bytes of strings, numbers and
 * white space. They never look at or behind @end. What differs between processors is in two files:
 * for SSE2, which every x86-64 has, and portable; defining MCP_JSON_PORTABLE selects the second
 * anywhere, so that it is tested on x86-64 too.
 */

#pragma once

#include <glib.h>
#include <string.h>

#if defined(__SSE2__) && !defined(MCP_JSON_PORTABLE)
#define MCP_JSON_VECTOR 1
#else
#define MCP_JSON_VECTOR 0
#endif

/** Says what may stand behind a backslash: 1 for one character, 5 for u and four digits, else 0. */
extern const guint8 mcp_json_scan_escapes[256];

/** Returns: whether these bytes are UTF-8 as RFC 3629 has it; no surrogates, nothing overlong */
gboolean mcp_json_scan_is_utf8 (const guchar *p, const guchar *end);

/* The length of the UTF-8 sequence at @p, 0 where there is none. */
static inline guint
mcp_json_scan_utf8 (const guchar *p, const guchar *end)
{
  gsize  left = (gsize)(end - p);
  guchar first = p[0];

  if (first < 0x80)
    return 1;
  if (first < 0xe0)
    return first >= 0xc2 && left >= 2 && (p[1] & 0xc0) == 0x80 ? 2 : 0;
  if (first < 0xf0)
    {
      if (left < 3 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80)
        return 0;
      /* Overlong, or half of a surrogate pair */
      if ((first == 0xe0 && p[1] < 0xa0) || (first == 0xed && p[1] >= 0xa0))
        return 0;
      return 3;
    }
  if (left < 4 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80 || (p[3] & 0xc0) != 0x80)
    return 0;
  /* Overlong, or beyond U+10FFFF */
  if (first > 0xf4 || (first == 0xf0 && p[1] < 0x90) || (first == 0xf4 && p[1] >= 0x90))
    return 0;
  return 4;
}

/* The escape whose backslash is at @p. Returns: its length, 0 where it is none */
static inline guint
mcp_json_scan_escape (const guchar *p, const guchar *end)
{
  guint length;

  if (G_UNLIKELY (end - p < 2))
    return 0;
  length = mcp_json_scan_escapes[p[1]];
  if (G_LIKELY (length == 1))
    return 2;
  if (length == 0 || end - p < 6 || !g_ascii_isxdigit (p[2]) || !g_ascii_isxdigit (p[3]) ||
      !g_ascii_isxdigit (p[4]) || !g_ascii_isxdigit (p[5]))
    return 0;
  return 6;
}

/* Stops at the first byte that is no digit, or at @end. */
static inline const guchar *
mcp_json_scan_digits (const guchar *p, const guchar *end)
{
  while (p < end && (guchar)(*p - '0') < 10)
    p++;
  return p;
}

/* The number at @p, byte by byte. Returns: behind it; %NULL where it is none */
static inline const guchar *
mcp_json_scan_number_bytes (const guchar *p, const guchar *end, gboolean *is_fraction)
{
  const guchar *digits;

  *is_fraction = FALSE;
  if (p < end && *p == '-')
    p++;
  digits = p;
  p = mcp_json_scan_digits (p, end);
  if (p == digits || (*digits == '0' && p - digits > 1))
    return NULL;
  if (p < end && *p == '.')
    {
      *is_fraction = TRUE;
      digits = ++p;
      p = mcp_json_scan_digits (p, end);
      if (p == digits)
        return NULL;
    }
  if (p < end && (*p | 0x20) == 'e')
    {
      *is_fraction = TRUE;
      p++;
      if (p < end && (*p == '+' || *p == '-'))
        p++;
      digits = p;
      p = mcp_json_scan_digits (p, end);
      if (p == digits)
        return NULL;
    }
  return p;
}

#if MCP_JSON_VECTOR
#include "mcp-json-scan-sse2.h"
#else
#include "mcp-json-scan-portable.h"
#endif
