/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTreeView: a value as a tree: a list over AppTreeItem of which only the rows that are seen
 * exist. What is hidden is a row that says how much and opens when it is activated (Enter, space,
 * click). Left and Right close and open, Ctrl+Shift+C copies the value of the selected row.
 *
 * Property: label (string: the list's accessible name)
 * Signal: reveal (AppTreeItem): what a row of kind MORE hides is wanted, and is not here
 * Actions: tree.copy-value, tree.copy-path, tree.copy-shown, tree.menu
 */

#pragma once

#include "app-tree-node.h"
#include "store-object.h"

#include <gtk/gtk.h>

#define UI_TYPE_TREE_VIEW (ui_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (UiTreeView, ui_tree_view, UI, TREE_VIEW, GtkWidget)

/** Shows @root, opened once. @root: (nullable) */
void ui_tree_view_set_root (UiTreeView *self, AppTreeNode *root);
/** Shows rows of another kind, and no root.
 * @items: (nullable): of AppTreeItem, the outermost
 * @server_object: (nullable): the id, without "@", of the server's object that they are of: they
 * can be used as arguments then */
void ui_tree_view_set_items (UiTreeView *self, GListModel *items, const char *server_object);
/** @item: (type AppTreeItem). Returns: the place of its row; %GTK_INVALID_LIST_POSITION where it
 * has none */
guint ui_tree_view_find (UiTreeView *self, gpointer item);
/** In a column of other things: as high as its rows, up to @height pixels; 0 fills its place. */
void ui_tree_view_set_max_height (UiTreeView *self, int height);
/** Selects the row at @position and shows it, with the focus. */
void ui_tree_view_go_to (UiTreeView *self, guint position);
/** @label: (nullable): the list's name for assistive technology */
void ui_tree_view_set_label (UiTreeView *self, const char *label);
/** The object of ours that the root's value is kept in: nodes can be used as arguments then.
 * @object: (nullable) */
void ui_tree_view_set_object (UiTreeView *self, StoreObject *object);
