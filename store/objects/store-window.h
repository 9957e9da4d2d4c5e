/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreWindow: a window of a JSON value under limits, as text, with a gap for everything that it
 * hides: how much, and where another window goes on. Numbers and strings are as written. Pure and
 * immutable; costs what it shows (behind an offset into a list, also a step for each item skipped).
 *
 * The text is JSON with indentation, except at the gaps, which are marked "… 95 more",
 * "… 4102 characters more", "{… 3}", "[… 120]": it is for reading, not for parsing.
 */

#pragma once

#include "mcp-json-value.h"
#include "store-limits.h"

G_BEGIN_DECLS

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

typedef enum {
  STORE_GAP_ITEMS,  /* children behind the last one that is shown */
  STORE_GAP_BEFORE, /* children before the first one that is shown */
  STORE_GAP_DEPTH,  /* everything inside a container */
  STORE_GAP_TEXT,   /* the rest of a string */
} StoreGapKind;

/** What a window hides at one place. */
typedef struct
{
  StoreGapKind kind;
  McpJsonValue value;        /* the container or string */
  guint64      next;         /* where another window goes on: an index, or a string's position */
  guint64      hidden;       /* items, or characters, or bytes */
  gboolean     hidden_bytes; /* @hidden counts bytes: the string is too long to count it */
  gsize        offset;       /* of the mark in the window's text, bytes */
  gsize        length;       /* of the mark, bytes */
} StoreGap;

typedef struct _StoreWindow StoreWindow;

#define STORE_TYPE_WINDOW (store_window_get_type ())
GType store_window_get_type (void);

/** @limits: (nullable): %NULL for the defaults. Returns: (transfer full) */
StoreWindow *store_window_new (McpJsonValue value, const StoreWindowLimits *limits);
/** The same over @count children of a container from @offset on; @count 0 for the limit.
 * Returns: (transfer full) */
StoreWindow *store_window_new_items (McpJsonValue             value,
                                     guint                    offset,
                                     guint                    count,
                                     const StoreWindowLimits *limits);
StoreWindow *store_window_ref (StoreWindow *self);
void         store_window_unref (StoreWindow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreWindow, store_window_unref)

/** Returns: (transfer none): UTF-8, NUL-terminated */
const char *store_window_get_text (StoreWindow *self);
guint       store_window_get_n_gaps (StoreWindow *self);
/** Returns: (transfer none) */
const StoreGap *store_window_get_gap (StoreWindow *self, guint index);

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
/** The position of the character number @offset (linear in @offset), at most the string's end. */
gsize store_string_find_position (McpJsonValue value, guint64 offset);

G_END_DECLS
