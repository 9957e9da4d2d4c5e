/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The innermost loops of the reader, private to mcp/json: over the bytes of strings and numbers.
 * Each exists twice: for SSE2, which every x86-64 has, and portably. Defining
 * MCP_JSON_PORTABLE selects the second anywhere, so that it is tested on x86-64 too.
 */

#pragma once

#include <glib.h>
#include <string.h>

#if defined(__SSE2__) && !defined(MCP_JSON_PORTABLE)
#define MCP_JSON_VECTOR 1
#include <emmintrin.h>
#else
#define MCP_JSON_VECTOR 0
#endif

G_BEGIN_DECLS

#if MCP_JSON_VECTOR

/* Stops at a quote, a backslash, a control character or a byte from 0x80, or at @end. */
static inline const guchar *
mcp_json_scan_plain (const guchar *p, const guchar *end)
{
  const __m128i quote = _mm_set1_epi8 ('"');
  const __m128i backslash = _mm_set1_epi8 ('\\');
  const __m128i space = _mm_set1_epi8 (' ');

  while (end - p >= 16)
    {
      __m128i chunk = _mm_loadu_si128 ((const __m128i *)p);
      /* Signed, so that bytes from 0x80 are below the space as control characters are. */
      __m128i stop = _mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (chunk, quote),
                                                 _mm_cmpeq_epi8 (chunk, backslash)),
                                   _mm_cmplt_epi8 (chunk, space));
      guint   mask = (guint)_mm_movemask_epi8 (stop);

      if (mask != 0)
        return p + __builtin_ctz (mask);
      p += 16;
    }
  while (p < end && *p != '"' && *p != '\\' && *p >= 0x20 && *p < 0x80)
    p++;
  return p;
}

/* Stops at the first byte that is no space, or at @end. */
static inline const guchar *
mcp_json_scan_spaces (const guchar *p, const guchar *end)
{
  const __m128i space = _mm_set1_epi8 (' ');

  while (end - p >= 16)
    {
      __m128i chunk = _mm_loadu_si128 ((const __m128i *)p);
      guint   mask = (guint)_mm_movemask_epi8 (_mm_cmpeq_epi8 (chunk, space)) ^ 0xffff;

      if (mask != 0)
        return p + __builtin_ctz (mask);
      p += 16;
    }
  while (p < end && *p == ' ')
    p++;
  return p;
}

#else

#define MCP_JSON_EACH_BYTE(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))

static inline const guchar *
mcp_json_scan_plain (const guchar *p, const guchar *end)
{
  while (end - p >= 8)
    {
      guint64 word, quote, backslash, stop;

      memcpy (&word, p, 8);
      /* The highest bit of a byte of x - 0x01… is set where that byte of x was 0 (or above 0x80,
       * which stops the scan anyway). */
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

static inline const guchar *
mcp_json_scan_spaces (const guchar *p, const guchar *end)
{
  while (p < end && *p == ' ')
    p++;
  return p;
}

#endif

/* Stops at the first byte that is no digit, or at @end. */
static inline const guchar *
mcp_json_scan_digits (const guchar *p, const guchar *end)
{
  while (p < end && (guchar)(*p - '0') < 10)
    p++;
  return p;
}

/* The length of the UTF-8 sequence at @p, 0 where there is none that RFC 3629 allows. */
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

G_END_DECLS
