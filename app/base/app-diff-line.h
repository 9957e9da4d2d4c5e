/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDiffLine: one line of the difference between a file and what it will be, ready for a list.
 * Immutable. Its text may hold anything that the file holds: show it as plain text only, bounded.
 */

#pragma once

#include "app-redactor.h"
#include "store-text-diff.h"

G_BEGIN_DECLS

typedef enum {
  APP_DIFF_CONTEXT,
  APP_DIFF_REMOVED,
  APP_DIFF_ADDED,
  APP_DIFF_REMARK, /* no line of the file: says what is left out, or how the file ends */
} AppDiffKind;

#define APP_TYPE_DIFF_LINE (app_diff_line_get_type ())
G_DECLARE_FINAL_TYPE (AppDiffLine, app_diff_line, APP, DIFF_LINE, GObject)

/** @redactor: (nullable): masks what it knows. The lines of @diff with remarks where lines are left
 * out; at most @max_lines of them, and a
 * remark that says how many more there are.
 * Returns: (transfer full) (element-type AppDiffLine) */
GPtrArray *app_diff_line_new_all (StoreTextDiff *diff, guint max_lines, AppRedactor *redactor);

/** What differs between two JSON texts that are laid out, as many lines as a person reads. A string
 * of several lines, or a long one, is broken into lines too, so that what differs in it is seen.
 * Returns: (transfer full): of AppDiffLine; empty where nothing differs */
GListModel *app_diff_line_list_json (const char *before, const char *after);

AppDiffKind app_diff_line_get_kind (AppDiffLine *self);
/** Line numbers from 1; 0 where the line is not in that text. */
guint app_diff_line_get_old_number (AppDiffLine *self);
guint app_diff_line_get_new_number (AppDiffLine *self);
/** Returns: (transfer none) */
const char *app_diff_line_get_text (AppDiffLine *self);

G_END_DECLS
