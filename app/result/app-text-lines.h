/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTextLines: a text of any size as a GListModel of AppTextLine, for a list view. A line longer
 * than APP_TEXT_LINE_BYTES comes in segments, so that no row is slow to lay out. Rows are made when
 * they are asked for; where lines begin is known from a sparse index that a worker builds.
 * Immutable.
 */

#pragma once

#include <gio/gio.h>

/* A list lays out some 200 rows to find out how high they are, and Pango takes about 2 ms for a
 * wrapped row of so many: the first sight of a text that is one line stays below a second. */
#define APP_TEXT_LINE_BYTES 1024u
/* Indexed in place below this; larger texts in a worker. */
#define APP_TEXT_IN_PLACE (1024u * 1024u)

#define APP_TYPE_TEXT_LINE (app_text_line_get_type ())
G_DECLARE_FINAL_TYPE (AppTextLine, app_text_line, APP, TEXT_LINE, GObject)

/** Returns: (transfer none): control characters are made visible */
const char *app_text_line_get_text (AppTextLine *self);
/** Of the line in the text, from 1. */
guint app_text_line_get_number (AppTextLine *self);
/** Where in the text the row begins. @end: (out): behind its last byte */
gsize app_text_line_get_range (AppTextLine *self, gsize *end);
/** Whether this row goes on with the line above it. */
gboolean app_text_line_is_continued (AppTextLine *self);

#define APP_TYPE_TEXT_LINES (app_text_lines_get_type ())
G_DECLARE_FINAL_TYPE (AppTextLines, app_text_lines, APP, TEXT_LINES, GObject)

/** Indexes at once. @text: any bytes, meant as UTF-8. Returns: (transfer full) */
AppTextLines *app_text_lines_new (GBytes *text);
/** Indexes in a worker where the text is large. */
void app_text_lines_new_async (GBytes             *text,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
/** Returns: (transfer full) (nullable) */
AppTextLines *app_text_lines_new_finish (GAsyncResult *result, GError **error);
/** Returns: (transfer none): the whole text */
GBytes *app_text_lines_get_text (AppTextLines *self);
/** Lines of the text; rows are at least as many. */
guint app_text_lines_get_n_lines (AppTextLines *self);
/** Returns: (transfer full): the rows as they came, without the line end of the last one; shares
 * memory with the text */
GBytes *app_text_lines_dup_rows (AppTextLines *self, guint first, guint count);
/** Returns: the row that holds the byte at @offset of the text */
guint app_text_lines_find_row (AppTextLines *self, gsize offset);
