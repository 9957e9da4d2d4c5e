/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-scan.h"

const guint8 mcp_json_scan_escapes[256] = {
  ['"'] = 1, ['\\'] = 1, ['/'] = 1, ['b'] = 1, ['f'] = 1, ['n'] = 1, ['r'] = 1, ['t'] = 1, ['u'] = 5
};

/* A finite automaton without branches: a state is a multiple of 6, and a byte is a number that has
 * the following state at that bit. */
enum {
  WRONG = 0,
  BETWEEN = 6, /* characters */
  NEEDS_1 = 12,
  NEEDS_2 = 18,
  NEEDS_3 = 24,
  BEHIND_E0 = 30, /* what follows must not be overlong */
  BEHIND_ED = 36, /* nor a surrogate */
  BEHIND_F0 = 42, /* nor overlong */
  BEHIND_F4 = 48, /* nor beyond U+10FFFF */
};

#define FROM(state, to) ((guint64)(to) << (state))
#define CONTINUES (FROM (NEEDS_1, BETWEEN) | FROM (NEEDS_2, NEEDS_1) | FROM (NEEDS_3, NEEDS_2))

#define HIGH_BITS G_GUINT64_CONSTANT (0x8080808080808080)

static const guint64 automaton[256] = {
  [0x00 ... 0x7f] = FROM (BETWEEN, BETWEEN),
  [0x80 ... 0x8f] = CONTINUES | FROM (BEHIND_ED, NEEDS_1) | FROM (BEHIND_F4, NEEDS_2),
  [0x90 ... 0x9f] = CONTINUES | FROM (BEHIND_ED, NEEDS_1) | FROM (BEHIND_F0, NEEDS_2),
  [0xa0 ... 0xbf] = CONTINUES | FROM (BEHIND_E0, NEEDS_1) | FROM (BEHIND_F0, NEEDS_2),
  [0xc2 ... 0xdf] = FROM (BETWEEN, NEEDS_1),
  [0xe0] = FROM (BETWEEN, BEHIND_E0),
  [0xe1 ... 0xec] = FROM (BETWEEN, NEEDS_2),
  [0xed] = FROM (BETWEEN, BEHIND_ED),
  [0xee ... 0xef] = FROM (BETWEEN, NEEDS_2),
  [0xf0] = FROM (BETWEEN, BEHIND_F0),
  [0xf1 ... 0xf3] = FROM (BETWEEN, NEEDS_3),
  [0xf4] = FROM (BETWEEN, BEHIND_F4),
};

gboolean
mcp_json_scan_is_utf8 (const guchar *p, const guchar *end)
{
  guint64 state = BETWEEN;

  while (end - p >= 32)
    {
      guint64 words[4];

      memcpy (words, p, 32);
      if (((words[0] | words[1] | words[2] | words[3]) & HIGH_BITS) != 0)
#pragma GCC unroll 8
        for (guint i = 0; i < 32; i++)
          state = automaton[p[i]] >> (state & 63);
      else if ((state & 63) != BETWEEN)
        return FALSE;
      p += 32;
    }
  while (p < end)
    state = automaton[*p++] >> (state & 63);
  return (state & 63) == BETWEEN;
}
