/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The portable half of mcp-json-scan.h, which includes it: eight bytes at a time. */

#pragma once

#include "mcp-json-index.h"

#define MCP_JSON_EACH_BYTE(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))

/* Stops at a quote, a backslash, a control character or a byte from 0x80, or at @end. */
static inline const guchar *
mcp_json_scan_plain (const guchar *p, const guchar *end)
{
  while (end - p >= 8)
    {
      guint64 word, quote, backslash, stop;

      memcpy (&word, p, 8);
      /* The highest bit of a byte of x - 0x01… is set where that byte of x was 0. Where a borrow or
       * a byte above 0x80 sets it too, only the loop below looks closer. */
      quote = word ^ MCP_JSON_EACH_BYTE ('"');
      backslash = word ^ MCP_JSON_EACH_BYTE ('\\');
      stop = (quote - MCP_JSON_EACH_BYTE (1)) | (backslash - MCP_JSON_EACH_BYTE (1)) |
             (word - MCP_JSON_EACH_BYTE (0x20)) | word;
      if (stop & MCP_JSON_EACH_BYTE (0x80))
        break;
      p += 8;
    }
  while (p < end && *p != '"' && *p != '\\' && *p >= 0x20 && *p < 0x80)
    p++;
  return p;
}

/* Behind the opening quote. @is_short does not matter here.
 * Returns: at the closing quote; %NULL where the string is none */
static G_ALWAYS_INLINE inline const guchar *
mcp_json_scan_string (const guchar *p, const guchar *end, gboolean is_short, guint *flags)
{
  for (;;)
    {
      guint length;

      p = mcp_json_scan_plain (p, end);
      if (G_UNLIKELY (p == end))
        return NULL;
      if (G_LIKELY (*p == '"'))
        return p;
      *flags |= *p == '\\' ? MCP_JSON_FLAG_ESCAPED : MCP_JSON_FLAG_NON_ASCII;
      if (*p == '\\')
        length = mcp_json_scan_escape (p, end);
      else
        length = *p >= 0x80 ? mcp_json_scan_utf8 (p, end) : 0;
      if (G_UNLIKELY (length == 0))
        return NULL;
      p += length;
    }
}

static G_ALWAYS_INLINE inline const guchar *
mcp_json_scan_number (const guchar *p, const guchar *end, gboolean *is_fraction)
{
  return mcp_json_scan_number_bytes (p, end, is_fraction);
}

/* Stops at the first byte that is no space, or at @end. */
static inline const guchar *
mcp_json_scan_spaces (const guchar *p, const guchar *end)
{
  while (p < end && *p == ' ')
    p++;
  return p;
}
