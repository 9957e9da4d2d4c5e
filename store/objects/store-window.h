/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A window of a JSON value under limits, as text that says how much it hides at each place. Numbers
 * and strings are as written. A pure function; it costs what it shows.
 *
 * The text is JSON with indentation, except at the gaps, which are marked "… 95 more",
 * "… 4102 characters more", "{… 3}", "[… 120]": it is for reading, not for parsing.
 */

#pragma once

#include "mcp-json-value.h"
#include "store-limits.h"

typedef struct
{
  guint items;      /* children of one container */
  guint depth;      /* levels of containers that are open */
  guint characters; /* of one string, code points */
  gsize bytes;      /* of the whole text */
  guint line;       /* bytes of one line; a longer string is cut there */
} StoreWindowLimits;

#define STORE_WINDOW_LIMITS_DEFAULT                                                      \
  ((StoreWindowLimits){ STORE_WINDOW_ITEMS, STORE_WINDOW_DEPTH, STORE_WINDOW_CHARACTERS, \
                        STORE_WINDOW_BYTES, STORE_WINDOW_LINE })

/** Returns: (transfer full): UTF-8 */
char *store_window_print (McpJsonValue value, const StoreWindowLimits *limits);

/** A piece of a long string, decoded. */
typedef struct
{
  char    *text;         /* (transfer full): UTF-8; a NUL inside is kept, see @length */
  gsize    length;       /* bytes of @text */
  gsize    start;        /* position of the piece: bytes in the string as written */
  gsize    end;          /* position behind it */
  guint    characters;   /* of this piece */
  guint64  hidden;       /* behind the piece: characters, or bytes */
  gboolean hidden_bytes; /* @hidden counts bytes */
} StoreStringPiece;

/** Reads at most @characters of a string from @position on: 0, or the @end of the piece before.
 * A surrogate pair is never cut. A number is read as its digits.
 * Returns: %FALSE where @value is neither, or at its end */
gboolean store_string_piece_read (McpJsonValue      value,
                                  gsize             position,
                                  guint             characters,
                                  StoreStringPiece *piece);
void     store_string_piece_clear (StoreStringPiece *piece);
