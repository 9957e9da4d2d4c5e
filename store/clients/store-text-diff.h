/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreTextDiff: what differs between two texts, by lines, as hunks with some lines of context.
 * Source: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). Immutable.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Beyond so many differing lines the middle is shown as replaced whole: the cost grows with the
 * square, and nobody reads such a diff line by line. */
#define STORE_TEXT_DIFF_MAX_EDITS 1000

typedef enum {
  STORE_DIFF_CONTEXT,
  STORE_DIFF_REMOVED,
  STORE_DIFF_ADDED,
} StoreDiffKind;

typedef struct
{
  StoreDiffKind kind;
  guint         old_line; /* from 1; 0 for an added line */
  guint         new_line; /* from 1; 0 for a removed line */
  char         *text;     /* UTF-8 without its line end; bytes that are none become U+FFFD */
  gboolean      ended;    /* %FALSE for a last line without a line end */
} StoreDiffLine;

typedef struct
{
  guint      old_start; /* from 1, as unified diffs count */
  guint      old_count;
  guint      new_start;
  guint      new_count;
  GPtrArray *lines; /* (element-type StoreDiffLine) */
} StoreDiffHunk;

typedef struct _StoreTextDiff StoreTextDiff;

/** @context: unchanged lines around a change. Returns: (transfer full) */
StoreTextDiff *store_text_diff_new (GBytes *before, GBytes *after, guint context);
void           store_text_diff_free (StoreTextDiff *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreTextDiff, store_text_diff_free)

/** Returns: (transfer none) (element-type StoreDiffHunk): empty where the texts are equal */
GPtrArray *store_text_diff_get_hunks (StoreTextDiff *self);
guint      store_text_diff_get_n_added (StoreTextDiff *self);
guint      store_text_diff_get_n_removed (StoreTextDiff *self);
/** Returns: (transfer full): as `diff -u` prints it; "" where nothing differs */
char *store_text_diff_print (StoreTextDiff *self, const char *before_name, const char *after_name);

G_END_DECLS
