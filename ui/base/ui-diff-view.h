/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDiffView: what differs between a file and what it will be: signs, line numbers and text, one
 * row a line, never by colour alone. As high as its lines, up to a bound, then it scrolls.
 */

#pragma once

#include "app-diff-line.h"

#include <gtk/gtk.h>

#define UI_TYPE_DIFF_VIEW (ui_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (UiDiffView, ui_diff_view, UI, DIFF_VIEW, GtkWidget)

GtkWidget *ui_diff_view_new (void);

/** @lines: (nullable): of AppDiffLine */
void ui_diff_view_set_lines (UiDiffView *self, GListModel *lines);

/** For rows of a GtkListBox, which get no more than they need: it needs all that it would like. */
void ui_diff_view_set_whole (UiDiffView *self, gboolean whole);
