/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreLineEdit: how the lines of one text become those of another. The way is the shortest where
 * that can be found with bounded work; where too much differs, it goes through the lines that each
 * text has once, and what is between them may be told as replaced whole.
 * Source: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986); the fallback is
 * B. Cohen's patience diff. Functions without state, for any thread.
 */

#pragma once

#include <gio/gio.h>

/* Beyond so many differing lines in a row of them the shortest way is not looked for: the cost
 * grows with the square. */
#define STORE_LINE_EDIT_MAX_EDITS 1000
/* Lines of one text, between what both begin and end with, that are looked at; each needs some
 * 40 bytes meanwhile. */
#define STORE_LINE_EDIT_MAX_LINES (1u << 20)

/** One step: lines that stay, then lines that go, then lines that come. */
typedef struct
{
  guint equal;
  guint removed;
  guint added;
} StoreLineEdit;

/** @any_line_end: whether CR LF counts as LF
 * @coarse: (out): whether lines are told as replaced that were not looked at one by one
 * @cancellable: (nullable): once it is cancelled, the rest is not looked at
 * Returns: (transfer full) (element-type StoreLineEdit): only the last one may change nothing */
GArray *store_line_edit_find (GBytes       *before,
                              GBytes       *after,
                              gboolean      any_line_end,
                              gboolean     *coarse,
                              GCancellable *cancellable);

/** Returns: the first place behind the line that begins at @from: its end, or that of the text */
gsize store_line_edit_find_end (const char *text, gsize size, gsize from);
