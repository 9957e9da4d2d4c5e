/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTreeRow: one row of a tree: the name, what it is, and the value as far as it is shown. Where it
 * hides something it looks like a link.
 *
 * Property: row (GtkTreeListRow, write-only: whose item is an AppTreeItem; %NULL lets go)
 * Its view has the action tree.unfolded (u): the row at that place was unfolded.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_TREE_ROW (ui_tree_row_get_type ())
G_DECLARE_FINAL_TYPE (UiTreeRow, ui_tree_row, UI, TREE_ROW, GtkWidget)

/** Returns: the row's place in the list; %GTK_INVALID_LIST_POSITION while it has none */
guint ui_tree_row_get_position (UiTreeRow *self);
/** Whether one click shows more: on a row that hides something, or on the words behind a value that
 * is not shown whole. @at: (nullable): the widget that was clicked on */
gboolean ui_tree_row_is_link (UiTreeRow *self, GtkWidget *at);
/** Marks what the bar above the view looks for. */
void ui_tree_row_mark (UiTreeRow *self);
