/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTreeNode: one row of a value that is here, shown as a tree. Rows are made when they are asked
 * for: at most 25 children at first, then a row "… 95 more" that opens on demand; more than 1 000
 * children come as ranges. A long string shows 300 characters and opens in pieces. Nothing is cut
 * without a row or a text that says by how much. A row is unfolded at first where it is above
 * AppTreeLimits.levels.
 *
 * For a GtkTreeListModel: the root model is a GListStore with app_tree_node_new_root(); the create
 * function returns app_tree_item_create_children().
 */

#pragma once

#include "app-settings.h"
#include "app-tree-item.h"
#include "mcp-json-value.h"

/* Children that one expansion makes at most; beyond it there are ranges. */
#define APP_TREE_MAX_CHILDREN 1000u
/* Characters of one piece of a long string. */
#define APP_TREE_PIECE_CHARACTERS 4000u

#define APP_TYPE_TREE_NODE (app_tree_node_get_type ())
G_DECLARE_FINAL_TYPE (AppTreeNode, app_tree_node, APP, TREE_NODE, GObject)

/** @name: (nullable): what stands before the root's value, such as "structured"
 * @limits: (nullable): %NULL for 25 items, 300 characters, one level. Returns: (transfer full) */
AppTreeNode *app_tree_node_new_root (McpJsonValue         value,
                                     const char          *name,
                                     const AppTreeLimits *limits);

/** The value; for MORE, RANGE and pieces the container or string that they belong to. */
McpJsonValue app_tree_node_get_value (AppTreeNode *self);
/** Which of @rows stands for the value that begins at the byte @offset of the document, or leads to
 * it: a row of kind MORE or RANGE too. @rows: of AppTreeNode, the children of one row
 * Returns: its position; %G_MAXUINT where there are no rows */
guint app_tree_node_find (GListModel *rows, gsize offset);
/** Whether the row stands for the value that begins at the byte @offset of the document. */
gboolean app_tree_node_is_at (AppTreeNode *self, gsize offset);
/** The text for the clipboard, a string decoded, any other value as written; from a worker where it
 * is large. */
void app_tree_node_load_value_async (AppTreeNode        *self,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** Returns: (transfer full) (nullable): %NULL only when it was cancelled */
char *app_tree_node_load_value_finish (GAsyncResult *result, GError **error);
