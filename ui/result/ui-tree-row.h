/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTreeRow: one row of a UiTreeView: the name, what it is, and the value as far as it is shown.
 * Where it hides something it looks like a link.
 */

#pragma once

#include "app-tree-node.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_TREE_ROW (ui_tree_row_get_type ())
G_DECLARE_FINAL_TYPE (UiTreeRow, ui_tree_row, UI, TREE_ROW, GtkWidget)

GtkWidget *ui_tree_row_new (void);
/** @row: (nullable): whose item is an AppTreeNode; %NULL lets go */
void ui_tree_row_bind (UiTreeRow *self, GtkTreeListRow *row);
/** Returns: the row's place in the list; %GTK_INVALID_LIST_POSITION while it has none */
guint ui_tree_row_get_position (UiTreeRow *self);
/** Whether one click on it shows more: a row that hides something. */
gboolean ui_tree_row_is_link (UiTreeRow *self);
/** Returns: (transfer full): "name: preview", as a screen reader says it and a copy shows it */
char *ui_tree_row_dup_text (AppTreeNode *node);

G_END_DECLS
