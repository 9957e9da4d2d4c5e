/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The SSE2 half of mcp-json-scan.h, which includes it: 16 or 64 bytes at a time. Comparisons become
 * bit masks, the first byte being the lowest bit, so that what a text looks like is decided by
 * arithmetic and not by branches that nobody can predict.
 */

#pragma once

#include "mcp-json-index.h"

#include <emmintrin.h>

static inline guint
mcp_json_scan_mask (__m128i matches)
{
  return (guint)_mm_movemask_epi8 (matches);
}

/* What may not be passed over in a string: a quote, a backslash, a control character, a byte from
 * 0x80. */
static G_ALWAYS_INLINE inline __m128i
mcp_json_scan_stops (const guchar *p)
{
  __m128i chunk = _mm_loadu_si128 ((const __m128i *)p);

  /* Signed, so that bytes from 0x80 are below the space as control characters are. */
  return _mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('"')),
                                     _mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('\\'))),
                       _mm_cmplt_epi8 (chunk, _mm_set1_epi8 (' ')));
}

/* Stops at one of them, or at @end. */
static inline const guchar *
mcp_json_scan_plain (const guchar *p, const guchar *end)
{
  while (end - p >= 16)
    {
      guint stops = mcp_json_scan_mask (mcp_json_scan_stops (p));

      if (stops != 0)
        return p + __builtin_ctz (stops);
      p += 16;
    }
  while (p < end && *p != '"' && *p != '\\' && *p >= 0x20 && *p < 0x80)
    p++;
  return p;
}

static G_ALWAYS_INLINE inline guint64
mcp_json_scan_stops64 (const guchar *p)
{
  guint64 a = mcp_json_scan_mask (mcp_json_scan_stops (p));
  guint64 b = mcp_json_scan_mask (mcp_json_scan_stops (p + 16));
  guint64 c = mcp_json_scan_mask (mcp_json_scan_stops (p + 32));
  guint64 d = mcp_json_scan_mask (mcp_json_scan_stops (p + 48));

  return (a | b << 16) | (c | d << 16) << 32;
}

/* What 64 bytes of a string hold, a bit for each byte. */
typedef struct
{
  guint64 quote;
  guint64 backslash;
  guint64 low;  /* control characters, and bytes from 0x80 */
  guint64 high; /* bytes from 0x80 */
} McpJsonBlock;

static inline void
mcp_json_block_read (McpJsonBlock *self, const guchar *p)
{
  self->quote = self->backslash = self->low = self->high = 0;
#pragma GCC unroll 4
  for (guint i = 0; i < 64; i += 16)
    {
      __m128i chunk = _mm_loadu_si128 ((const __m128i *)(p + i));
      guint64 quote = mcp_json_scan_mask (_mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('"')));
      guint64 backslash = mcp_json_scan_mask (_mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('\\')));
      guint64 low = mcp_json_scan_mask (_mm_cmplt_epi8 (chunk, _mm_set1_epi8 (' ')));
      guint64 high = mcp_json_scan_mask (chunk);

      self->quote |= quote << i;
      self->backslash |= backslash << i;
      self->low |= low << i;
      self->high |= high << i;
    }
}

/* Whatever is no plain string, or near the end. @start is behind the opening quote; up to @p it is
 * plain. */
static const guchar *G_GNUC_NO_INLINE
mcp_json_scan_long_string (const guchar *start, const guchar *p, const guchar *end, guint *flags)
{
  const guchar *closing = NULL;
  guint64       high = 0;
  gboolean      is_escaped = FALSE;

  while (closing == NULL && end - p >= 64)
    {
      guint64       inside = G_MAXUINT64; /* the bytes of this block that are in the string */
      const guchar *next = p + 64;
      McpJsonBlock  block;
      guint64       stop;

      mcp_json_block_read (&block, p);
      stop = block.quote | block.backslash;
      while (stop != 0)
        {
          guint at = (guint)__builtin_ctzll (stop);
          guint length;

          if (block.quote >> at & 1)
            {
              closing = p + at;
              inside = (G_GUINT64_CONSTANT (1) << at) - 1;
              break;
            }
          is_escaped = TRUE;
          length = mcp_json_scan_escape (p + at, end);
          if (G_UNLIKELY (length == 0))
            return NULL;
          /* What is escaped is none of the next stops; it may lie in the next block. */
          stop &= ~(G_GUINT64_CONSTANT (3) << at);
          next = MAX (next, p + at + length);
        }
      if (G_UNLIKELY (block.low & ~block.high & inside))
        return NULL;
      high |= block.high & inside;
      p = next;
    }

  while (closing == NULL)
    {
      guint length;

      p = mcp_json_scan_plain (p, end);
      if (G_UNLIKELY (p == end))
        return NULL;
      if (*p == '"')
        {
          closing = p;
          break;
        }
      if (*p >= 0x80)
        {
          high = 1;
          p++;
          continue;
        }
      is_escaped = TRUE;
      length = *p == '\\' ? mcp_json_scan_escape (p, end) : 0;
      if (G_UNLIKELY (length == 0))
        return NULL;
      p += length;
    }

  if (is_escaped)
    *flags |= MCP_JSON_FLAG_ESCAPED;
  if (high != 0)
    {
      *flags |= MCP_JSON_FLAG_NON_ASCII;
      if (!mcp_json_scan_is_utf8 (start, closing))
        return NULL;
    }
  return closing;
}

/* Behind the opening quote. @is_short: most likely it has less than 16 bytes.
 * Returns: at the closing quote; %NULL where the string is none */
static G_ALWAYS_INLINE inline const guchar *
mcp_json_scan_string (const guchar *p, const guchar *end, gboolean is_short, guint *flags)
{
  const guchar *start = p;
  guint64       stops;

  if (G_UNLIKELY (end - p < 80))
    return mcp_json_scan_long_string (start, p, end, flags);
  if (is_short)
    {
      stops = mcp_json_scan_mask (mcp_json_scan_stops (p));
      if (G_LIKELY (stops != 0))
        goto stop;
      p += 16;
    }
  while ((stops = mcp_json_scan_stops64 (p)) == 0)
    {
      p += 64;
      if (G_UNLIKELY (end - p < 64))
        return mcp_json_scan_long_string (start, p, end, flags);
    }
stop:
  p += __builtin_ctzll (stops);
  return G_LIKELY (*p == '"') ? p : mcp_json_scan_long_string (start, p, end, flags);
}

/* What the bytes of a number are, a bit for each byte. */
typedef struct
{
  guint digit;
  guint dot;
  guint exponent;
  guint sign;
} McpJsonDigits;

static inline McpJsonDigits
mcp_json_digits_read (const guchar *p)
{
  __m128i       chunk = _mm_loadu_si128 ((const __m128i *)p);
  McpJsonDigits self;

  /* Moved so that the digits are the least of all signed bytes */
  self.digit = mcp_json_scan_mask (_mm_cmplt_epi8 (_mm_add_epi8 (chunk, _mm_set1_epi8 (128 - '0')),
                                                   _mm_set1_epi8 (-128 + 10)));
  self.dot = mcp_json_scan_mask (_mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('.')));
  self.exponent = mcp_json_scan_mask (_mm_cmpeq_epi8 (_mm_or_si128 (chunk, _mm_set1_epi8 (0x20)),
                                                      _mm_set1_epi8 ('e')));
  self.sign = mcp_json_scan_mask (_mm_or_si128 (_mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('-')),
                                                _mm_cmpeq_epi8 (chunk, _mm_set1_epi8 ('+'))));
  return self;
}

/* The number that may be at @p: the whole grammar at once.
 * Returns: behind it; %NULL where it is none */
static G_ALWAYS_INLINE inline const guchar *
mcp_json_scan_number (const guchar *p, const guchar *end, gboolean *is_fraction)
{
  guint         digit, dot, exponent, sign, inside, length, minus, first, wrong;
  McpJsonDigits digits, more;

  if (G_UNLIKELY (end - p < 32))
    return mcp_json_scan_number_bytes (p, end, is_fraction);

  /* Most numbers fit into the first half, but asking would cost more than reading the other. */
  digits = mcp_json_digits_read (p);
  more = mcp_json_digits_read (p + 16);
  digit = digits.digit | more.digit << 16;
  dot = digits.dot | more.dot << 16;
  exponent = digits.exponent | more.exponent << 16;
  sign = digits.sign | more.sign << 16;
  inside = digit | dot | exponent | sign;
  if (G_UNLIKELY (inside == G_MAXUINT32))
    return mcp_json_scan_number_bytes (p, end, is_fraction);
  length = (guint)__builtin_ctz (~inside);
  inside = (1u << length) - 1;
  digit &= inside;
  dot &= inside;
  exponent &= inside;
  sign &= inside;

  minus = sign & 1;
  first = p[minus];
  /* A sign stands in front or behind an exponent. */
  wrong = sign & ~(1u | exponent << 1);
  /* A digit stands before a dot and an exponent, and behind a dot. */
  wrong |= (dot | exponent) & ~(digit << 1);
  wrong |= dot << 1 & ~digit;
  /* There is one dot and one exponent at most, the dot first. */
  wrong |= dot & (dot - 1);
  wrong |= exponent & (exponent - 1);
  wrong |= dot & ~(exponent - 1);
  /* The first one behind the minus is a digit, and so is the last one. */
  wrong |= ~(digit >> minus) & 1;
  wrong |= ~digit & ((inside + 1) >> 1);
  /* A zero that begins it has no other digit behind. */
  wrong |= digit >> minus >> 1 & (first == '0');
  if (G_UNLIKELY (wrong != 0))
    return NULL;
  *is_fraction = (dot | exponent) != 0;
  return p + length;
}

/* Stops at the first byte that is no space, or at @end. */
static inline const guchar *
mcp_json_scan_spaces (const guchar *p, const guchar *end)
{
  while (end - p >= 16)
    {
      __m128i chunk = _mm_loadu_si128 ((const __m128i *)p);
      guint   mask = mcp_json_scan_mask (_mm_cmpeq_epi8 (chunk, _mm_set1_epi8 (' '))) ^ 0xffff;

      if (mask != 0)
        return p + __builtin_ctz (mask);
      p += 16;
    }
  while (p < end && *p == ' ')
    p++;
  return p;
}
