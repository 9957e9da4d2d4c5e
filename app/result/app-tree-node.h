/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTreeNode: one row of a value shown as a tree, made for GtkTreeListModel and free of GTK. Rows
 * are made when they are asked for: at most 25 children at first, then a row "… 95 more" that opens
 * on demand; more than 1 000 children come as ranges. A long string shows 300 characters and opens
 * in pieces. Nothing is cut without a row or a text that says by how much.
 *
 * For a GtkTreeListModel: the root model is a GListStore with app_tree_node_new_root(); the create
 * function returns app_tree_node_create_children(). Where a row of kind APP_TREE_MORE is activated,
 * app_tree_node_reveal() puts what it hides in its place, in the same list.
 *
 * All text is fit to be shown (one line, no invisible characters;
 * only a piece of a string keeps its line ends) and never markup.
 */

#pragma once

#include <gio/gio.h>

#include "app-settings.h"
#include "mcp-json-value.h"

G_BEGIN_DECLS

/* Children that one expansion makes at most; beyond it there are ranges. */
#define APP_TREE_MAX_CHILDREN 1000u
/* Characters of one piece of a long string. */
#define APP_TREE_PIECE_CHARACTERS 4000u

typedef enum {
  APP_TREE_OBJECT,
  APP_TREE_ARRAY,
  APP_TREE_STRING,
  APP_TREE_NUMBER,
  APP_TREE_BOOLEAN,
  APP_TREE_NULL,
  APP_TREE_MORE,  /* "… 95 more", "+ 4,102 characters": app_tree_node_reveal() */
  APP_TREE_RANGE, /* "[1000 … 1999]": expands to those children */
  APP_TREE_PIECE, /* the next characters of the string above */
} AppTreeKind;

#define APP_TYPE_TREE_NODE (app_tree_node_get_type ())
G_DECLARE_FINAL_TYPE (AppTreeNode, app_tree_node, APP, TREE_NODE, GObject)

/** @name: (nullable): what stands before the root's value, such as "structured"
 * @limits: (nullable): %NULL for 25 items, 300 characters, one level. Returns: (transfer full) */
AppTreeNode *app_tree_node_new_root (McpJsonValue         value,
                                     const char          *name,
                                     const AppTreeLimits *limits);

AppTreeKind app_tree_node_get_kind (AppTreeNode *self);
/** The member's name, or the index, or "". Returns: (transfer none) */
const char *app_tree_node_get_name (AppTreeNode *self);
/** One line: the scalar as written (a string in quotes), a taste of a container's first members,
 * what a row of kind MORE hides. Returns: (transfer none) */
const char *app_tree_node_get_preview (AppTreeNode *self);
/** "object · 42", "array · 120", "+ 4,102 characters", or "". Returns: (transfer none) */
const char *app_tree_node_get_note (AppTreeNode *self);
/** Whether the row stands for a member or item that was reached by name (else by index). */
gboolean app_tree_node_is_member (AppTreeNode *self);
/** Returns: (transfer full): "name: preview", as a screen reader says it and a copy shows it */
char *app_tree_node_dup_text (AppTreeNode *self);
/** Whether a view unfolds the row at first: an object or array above AppTreeLimits.levels. */
gboolean app_tree_node_starts_unfolded (AppTreeNode *self);
/** The value; for MORE, RANGE and pieces the container or string that they belong to. */
McpJsonValue app_tree_node_get_value (AppTreeNode *self);
/** Returns: (transfer full) (nullable): of AppTreeNode; %NULL for a leaf */
GListModel *app_tree_node_create_children (AppTreeNode *self);
/** Which of @rows stands for the value that begins at the byte @offset of the document, or leads to
 * it: a row of kind MORE or RANGE too. @rows: of AppTreeNode, the children of one row
 * Returns: its position; %G_MAXUINT where there are no rows */
guint app_tree_node_find (GListModel *rows, gsize offset);
/** Whether the row stands for the value that begins at the byte @offset of the document. */
gboolean app_tree_node_is_at (AppTreeNode *self, gsize offset);
/** For a row of kind MORE: puts what it hides in its place. Does nothing for other rows. */
void app_tree_node_reveal (AppTreeNode *self);

/** The text for the clipboard, a string decoded, any other value as written; from a worker where it
 * is large. */
void app_tree_node_load_value_async (AppTreeNode        *self,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** Returns: (transfer full) (nullable): %NULL only when it was cancelled */
char *app_tree_node_load_value_finish (GAsyncResult *result, GError **error);
/** Returns: (transfer full): the path from the root: a.b[0]["k"]; "" for the root */
char *app_tree_node_dup_path (AppTreeNode *self);

G_END_DECLS
