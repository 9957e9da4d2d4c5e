/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTreeItem: one row of a tree: of a value that is here (AppTreeNode), or of a value of which a
 * server showed a part (AppCardItem). Free of GTK; made for GtkTreeListModel.
 *
 * All text is fit to be shown (one line, no invisible characters; only a piece of a string and a
 * note keep their line ends) and never markup.
 *
 * Signal: changed, where the row says something else than before.
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  APP_TREE_OBJECT,
  APP_TREE_ARRAY,
  APP_TREE_STRING,
  APP_TREE_NUMBER,
  APP_TREE_BOOLEAN,
  APP_TREE_NULL,
  APP_TREE_MORE,    /* "… 95 more", "+ 4,102 characters": app_tree_item_reveal() */
  APP_TREE_RANGE,   /* "[1000 … 1999]": expands to those children */
  APP_TREE_PIECE,   /* the next characters of the string above */
  APP_TREE_NOTE,    /* says why something is not shown */
  APP_TREE_PROBLEM, /* says why something could not be shown */
} AppTreeKind;

#define APP_TYPE_TREE_ITEM (app_tree_item_get_type ())
G_DECLARE_INTERFACE (AppTreeItem, app_tree_item, APP, TREE_ITEM, GObject)

struct _AppTreeItemInterface
{
  GTypeInterface parent_iface;

  AppTreeKind (*get_kind) (AppTreeItem *self);
  const char *(*get_name) (AppTreeItem *self);
  const char *(*get_preview) (AppTreeItem *self);
  const char *(*get_note) (AppTreeItem *self);
  gboolean (*is_member) (AppTreeItem *self);
  gboolean (*starts_unfolded) (AppTreeItem *self);
  GListModel *(*create_children) (AppTreeItem *self);
  gboolean (*reveal) (AppTreeItem *self); /* (nullable) */
  char *(*dup_path) (AppTreeItem *self);
};

AppTreeKind app_tree_item_get_kind (AppTreeItem *self);
/** Whether it is of kind OBJECT or ARRAY. */
gboolean app_tree_item_is_container (AppTreeItem *self);
/** The member's name, or the index, or "". Returns: (transfer none) */
const char *app_tree_item_get_name (AppTreeItem *self);
/** One line: the scalar as written (a string in quotes), a taste of a container's first members,
 * what a row of kind MORE hides. Returns: (transfer none) */
const char *app_tree_item_get_preview (AppTreeItem *self);
/** "object · 42", "array · 120", "+ 4,102 characters", or "". Returns: (transfer none) */
const char *app_tree_item_get_note (AppTreeItem *self);
/** Whether the row stands for a member or item that was reached by name (else by index). */
gboolean app_tree_item_is_member (AppTreeItem *self);
/** Returns: (transfer full): "name: preview", as a screen reader says it and a copy shows it */
char *app_tree_item_dup_text (AppTreeItem *self);
/** Whether a view unfolds the row at first. */
gboolean app_tree_item_starts_unfolded (AppTreeItem *self);
/** Returns: (transfer full) (nullable): of AppTreeItem; %NULL for a leaf */
GListModel *app_tree_item_create_children (AppTreeItem *self);
/** For a row of kind MORE: puts what it hides in its place, in the same list.
 * Returns: %FALSE where what it hides is not here */
gboolean app_tree_item_reveal (AppTreeItem *self);
/** Returns: (transfer full) (nullable): the path from the root: a.b[0]["k"]; "" for the root; %NULL
 * where no path leads there */
char *app_tree_item_dup_path (AppTreeItem *self);
/** Tells that the row says something else; for what implements it. */
void app_tree_item_changed (AppTreeItem *self);
