/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreTextDiff: what differs between two texts, by lines, as hunks with some lines of context (see
 * StoreLineEdit). Immutable; holds both texts. Safe to make in any thread.
 */

#pragma once

#include <gio/gio.h>

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
  const char   *text;     /* as it is in its text, without its line end; NOT NUL-terminated, any
                           * bytes */
  gsize    length;
  gboolean ended;           /* %FALSE for a last line without a line end */
  gboolean carriage_return; /* whether its line end is CR LF */
} StoreDiffLine;

typedef struct
{
  guint   old_start; /* from 1, as unified diffs count */
  guint   old_count;
  guint   new_start;
  guint   new_count;
  GArray *lines; /* (element-type StoreDiffLine): in each stretch what is removed comes first */
} StoreDiffHunk;

/** What bounds a difference that is shown. */
typedef struct
{
  guint         context;      /* unchanged lines around a change */
  guint         max_lines;    /* of all hunks; 0 for no limit */
  gboolean      any_line_end; /* whether CR LF counts as LF */
  GCancellable *cancellable;  /* (nullable): once it is cancelled, the rest is not compared */
} StoreDiffLimits;

typedef struct _StoreTextDiff StoreTextDiff;

/** Returns: (transfer full) */
StoreTextDiff *store_text_diff_new (GBytes *before, GBytes *after, StoreDiffLimits limits);
void           store_text_diff_free (StoreTextDiff *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreTextDiff, store_text_diff_free)

/** Returns: (transfer none) (element-type StoreDiffHunk): empty where the texts are equal */
GPtrArray *store_text_diff_get_hunks (StoreTextDiff *self);
guint      store_text_diff_get_n_added (StoreTextDiff *self);
guint      store_text_diff_get_n_removed (StoreTextDiff *self);
/** The lines that the hunks would have beyond the limit. */
guint store_text_diff_get_n_left (StoreTextDiff *self);
/** The unchanged lines behind the last hunk. */
guint store_text_diff_get_n_behind (StoreTextDiff *self);
/** Whether too much differs: lines are told as replaced that were not looked at one by one. */
gboolean store_text_diff_is_coarse (StoreTextDiff *self);
/** Returns: (transfer full): as `diff -u` prints it; "" where nothing differs */
char *store_text_diff_print (StoreTextDiff *self, const char *before_name, const char *after_name);
