/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLinesView: a text of any size by its lines, as it came, monospace and selectable by line; each row is bounded.n *n * Properties: lines (AppTextLines, nullable)
 */

#pragma once

#include "app-text-lines.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_LINES_VIEW (ui_lines_view_get_type ())
G_DECLARE_FINAL_TYPE (UiLinesView, ui_lines_view, UI, LINES_VIEW, GtkWidget)

GtkWidget *ui_lines_view_new (void);
/** @lines: (nullable) */
void ui_lines_view_set_lines (UiLinesView *self, AppTextLines *lines);

G_END_DECLS
