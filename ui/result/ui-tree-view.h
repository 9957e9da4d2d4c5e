/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTreeView: a JSON value as a tree: a list over AppTreeNode that opens on demand, with the keys and the menu to copy a value or its path.n *n * Properties: root (AppTreeNode, nullable)
 */

#pragma once

#include "app-tree-node.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_TREE_VIEW (ui_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (UiTreeView, ui_tree_view, UI, TREE_VIEW, GtkWidget)

GtkWidget *ui_tree_view_new (void);
/** @root: (nullable) */
void ui_tree_view_set_root (UiTreeView *self, AppTreeNode *root);

G_END_DECLS
