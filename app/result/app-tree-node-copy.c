/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a row puts on the clipboard. */

#include "app-tree-node.h"

#include <string.h>

#include "store-path.h"

/* Decoding this much takes no time that is seen; more goes to a worker. */
#define COPY_IN_PLACE (256u * 1024u)

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

static char *
dup_text (McpJsonValue value, gsize max_bytes, gboolean *complete)
{
  *complete = TRUE;
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    return dup_string (value, max_bytes, complete);
  return dup_text_prefix (value, max_bytes, complete);
}

char *
app_tree_node_dup_value (AppTreeNode *self, gsize max_bytes, gboolean *complete)
{
  gboolean whole = TRUE;
  char    *text;

  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  text = dup_text (app_tree_node_get_value (self), max_bytes, &whole);
  if (complete != NULL)
    *complete = whole;
  return text;
}

static void
slot_free (gpointer data)
{
  mcp_json_slot_clear (data);
  g_free (data);
}

static void
load_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  gboolean whole;

  g_task_return_pointer (task, dup_text (((McpJsonSlot *)data)->value, 0, &whole), g_free);
}

void
app_tree_node_load_value_async (AppTreeNode        *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  McpJsonSlot *slot = g_new0 (McpJsonSlot, 1);
  gsize        length = 0;

  g_return_if_fail (APP_IS_TREE_NODE (self));

  /* The worker holds the value and not the row: rows belong to the main thread. */
  g_task_set_source_tag (task, app_tree_node_load_value_async);
  mcp_json_slot_set (slot, app_tree_node_get_value (self));
  g_task_set_task_data (task, slot, slot_free);
  mcp_json_value_get_text (slot->value, &length);
  if (length <= COPY_IN_PLACE)
    load_in_worker (task, NULL, slot, cancellable);
  else
    g_task_run_in_thread (task, load_in_worker);
}

char *
app_tree_node_load_value_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
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
