/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a row puts on the clipboard. */

#include "app-tree-node.h"

#include <string.h>

#include "store-path.h"

static char *
dup_text_prefix (McpJsonValue value, gsize max_bytes, gboolean *complete)
{
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (value, &length);

  if (max_bytes > 0 && length > max_bytes)
    {
      length = max_bytes;
      while (length > 0 && ((guint8)text[length] & 0xc0) == 0x80)
        length--;
      *complete = FALSE;
    }
  return g_strndup (text, length);
}

static char *
dup_string (McpJsonValue value, gsize max_bytes, gboolean *complete)
{
  gsize length = 0;
  char *text;

  if (max_bytes > 0)
    return mcp_json_value_dup_string_prefix (value, max_bytes, complete);
  text = mcp_json_value_dup_string (value, &length);
  /* A clipboard's text ends at U+0000. */
  if (strlen (text) < length)
    *complete = FALSE;
  return text;
}

char *
app_tree_node_dup_value (AppTreeNode *self, gsize max_bytes, gboolean *complete)
{
  McpJsonValue value;
  gboolean     whole = TRUE;
  char        *text;

  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  value = app_tree_node_get_value (self);
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    text = dup_string (value, max_bytes, &whole);
  else
    text = dup_text_prefix (value, max_bytes, &whole);
  if (complete != NULL)
    *complete = whole;
  return text;
}

/* The pointer of @value, without what leads to the root of the tree. */
char *
app_tree_node_dup_pointer (AppTreeNode *self)
{
  g_autofree char *root = NULL;
  g_autofree char *pointer = NULL;

  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  root = mcp_json_value_dup_pointer (app_tree_node_get_root (self));
  pointer = mcp_json_value_dup_pointer (app_tree_node_get_value (self));
  if (g_str_has_prefix (pointer, root))
    return g_strdup (pointer + strlen (root));
  return g_steal_pointer (&pointer);
}

char *
app_tree_node_dup_path (AppTreeNode *self)
{
  g_autoptr (StorePath) root = NULL;
  g_autoptr (StorePath) path = NULL;
  g_autofree char *root_text = NULL;
  g_autofree char *text = NULL;
  const char      *rest;

  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  root = store_path_new_for_value (app_tree_node_get_root (self));
  path = store_path_new_for_value (app_tree_node_get_value (self));
  root_text = store_path_to_text (root);
  text = store_path_to_text (path);
  rest = g_str_has_prefix (text, root_text) ? text + strlen (root_text) : text;
  return g_strdup (rest[0] == '.' ? rest + 1 : rest);
}
