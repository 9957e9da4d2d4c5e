/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLinesView: a text of any size by its lines, as it came, monospace and selectable by line; only
 * the rows that are seen exist, and each is bounded. Ctrl+C copies the lines that are selected,
 * Ctrl+Shift+C the whole text.
 *
 * Property: label (string: the list's accessible name)
 * Actions: lines.copy, lines.copy-all, lines.menu
 */

#pragma once

#include "app-text-lines.h"

#include <gtk/gtk.h>

#define UI_TYPE_LINES_VIEW (ui_lines_view_get_type ())
G_DECLARE_FINAL_TYPE (UiLinesView, ui_lines_view, UI, LINES_VIEW, GtkWidget)

GtkWidget *ui_lines_view_new (void);
/** @lines: (nullable) */
void ui_lines_view_set_lines (UiLinesView *self, AppTextLines *lines);
/** Finds the lines of @text, in a worker where it is large: they appear when they are known.
 * @text: (nullable): any bytes, meant as UTF-8; kept by reference */
void ui_lines_view_set_text (UiLinesView *self, GBytes *text);
/** @label: (nullable): the list's name for assistive technology */
void ui_lines_view_set_label (UiLinesView *self, const char *label);
/** Whether the parts of XML and HTML are told apart by colours, each row on its own. */
void ui_lines_view_set_markup (UiLinesView *self, gboolean markup);
/** In a column of other things: as high as its rows, up to @height pixels; 0 fills its place. */
void ui_lines_view_set_max_height (UiLinesView *self, int height);
