/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the files of AppTreeNode share; no other file includes this. */

#pragma once

#include "app-tree-node.h"

G_BEGIN_DECLS

struct _AppTreeNode
{
  GObject parent_instance;

  AppTreeNode  *parent; /* strong: rows hold the way up, never the way down */
  GListStore   *list;   /* weak: where the row stands */
  McpJsonSlot   slot;
  AppTreeKind   kind;
  AppTreeLimits limits;
  char         *name;
  char         *preview; /* made when first asked for */
  char         *note;
  gboolean      member;
  guint         index;
  guint         depth;
  McpJsonIter   iter;     /* MORE, RANGE: stands before the first hidden child */
  guint         first;    /* MORE, RANGE: its index */
  guint         count;    /* MORE, RANGE: children */
  gsize         position; /* MORE of a string, PIECE */
};

/** Whether the row stands for the rest of a string (else of a container). */
gboolean app_tree_node_is_string_rest (AppTreeNode *self);
/** A string that may hold U+0000 made fit to be shown. @text: (transfer full) (nullable)
 * @lines: whether line ends stay. Returns: (transfer full) */
char *app_tree_node_dup_visible (char *text, gsize length, gboolean lines);

G_END_DECLS
