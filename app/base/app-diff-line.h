/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDiffLine: one line of the difference between two texts, such as a file and what it will be,
 * ready for a list. Immutable; made in any thread. Its text may hold anything that the file holds:
 * show it as plain text only, bounded.
 */

#pragma once

#include "app-redactor.h"
#include "store-text-diff.h"

typedef enum {
  APP_DIFF_CONTEXT,
  APP_DIFF_REMOVED,
  APP_DIFF_ADDED,
  APP_DIFF_REMARK, /* no line of the file: says what is left out, or how the file ends */
} AppDiffKind;

#define APP_TYPE_DIFF_LINE (app_diff_line_get_type ())
G_DECLARE_FINAL_TYPE (AppDiffLine, app_diff_line, APP, DIFF_LINE, GObject)

/* A line that is longer than this many bytes is shown from where it differs, as far as that. */
#define APP_DIFF_LINE_MAX_BYTES 8000u

/** The lines of @diff with remarks where lines are left out; at most @max_lines of them, and a
 * remark that says how many more there are. @redactor: (nullable): masks what it knows
 * Returns: (transfer full) (element-type AppDiffLine) */
GPtrArray *app_diff_line_new_all (StoreTextDiff *diff, guint max_lines, AppRedactor *redactor);
/** Returns: (transfer full): what is said of all lines. @text: (transfer full) */
AppDiffLine *app_diff_line_new_remark (char *text);

/** What differs between two JSON texts that are laid out, as many lines as a person reads. A string
 * of several lines, or a long one, is broken into lines too, so that what differs in it is seen.
 * Returns: (transfer full): of AppDiffLine; empty where nothing differs */
GListModel *app_diff_line_list_json (const char *before, const char *after);

AppDiffKind app_diff_line_get_kind (AppDiffLine *self);
/** Line numbers from 1; 0 where the line is not in that text. */
guint app_diff_line_get_old_number (AppDiffLine *self);
guint app_diff_line_get_new_number (AppDiffLine *self);
/** The line fit to be shown: one line, bounded; what is left out is told.
 * @mark: (out) (optional): the first byte of what is another in the line that took its place
 * @mark_end: (out) (optional): the byte behind that; the same as @mark where nothing is marked
 * Returns: (transfer full) */
char *app_diff_line_dup_visible (AppDiffLine *self, guint *mark, guint *mark_end);
