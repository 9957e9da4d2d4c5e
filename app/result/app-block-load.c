/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a block holds, decoded: small things in place, large ones in a worker. */

#include <string.h>

#include "app-block-private.h"
#include "mcp-json-writer.h"

char *
app_block_dup_text (AppBlock *self, gsize max_bytes, gboolean *complete)
{
  gboolean whole = FALSE;
  char    *text;

  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);

  text = mcp_json_value_dup_string_prefix (self->text, max_bytes, &whole);
  if (complete != NULL)
    *complete = text != NULL && whole;
  return text;
}

static GBytes *
decode_text (AppBlock *self)
{
  gsize length = 0;
  char *text = mcp_json_value_dup_string (self->text, &length);

  return text ? g_bytes_new_take (text, length) : NULL;
}

static void
decode_text_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, decode_text (source), (GDestroyNotify)g_bytes_unref);
}

void
app_block_load_text_async (AppBlock           *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (APP_IS_BLOCK (self));

  g_task_set_source_tag (task, app_block_load_text_async);
  if (!mcp_json_value_exists (self->text))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "This block has no text");
  else if (mcp_json_value_get_length (self->text) <= APP_BLOCK_IN_PLACE)
    g_task_return_pointer (task, decode_text (self), (GDestroyNotify)g_bytes_unref);
  else
    g_task_run_in_thread (task, decode_text_in_worker);
}

GBytes *
app_block_load_text_finish (AppBlock *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
decode_data_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AppBlock *self = source;
  GError   *error = NULL;
  GBytes   *data = mcp_content_decode_base64 (self->data, &error);

  if (data != NULL)
    g_task_return_pointer (task, data, (GDestroyNotify)g_bytes_unref);
  else
    {
      g_task_return_new_error (task,
                               G_IO_ERROR,
                               G_IO_ERROR_INVALID_DATA,
                               "%s",
                               error ? error->message : "The data is not Base64");
      g_clear_error (&error);
    }
}

void
app_block_load_data_async (AppBlock           *self,
                           gsize               max_bytes,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (APP_IS_BLOCK (self));

  g_task_set_source_tag (task, app_block_load_data_async);
  if (!mcp_json_value_exists (self->data))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "This block has no data");
  else if (max_bytes > 0 && self->size > max_bytes)
    g_task_return_new_error (task,
                             G_IO_ERROR,
                             G_IO_ERROR_NO_SPACE,
                             "The data has %" G_GUINT64_FORMAT " bytes: too many to be shown",
                             self->size);
  else
    g_task_run_in_thread (task, decode_data_in_worker);
}

GBytes *
app_block_load_data_finish (AppBlock *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The text of a block, read as JSON. */
static McpJsonDocument *
parse_text (AppBlock *self, GError **error)
{
  g_autoptr (GBytes) text = decode_text (self);

  return mcp_json_document_parse (text, NULL, NULL, error);
}

static void
parse_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError          *error = NULL;
  McpJsonDocument *document = parse_text (source, &error);

  if (document != NULL)
    g_task_return_pointer (task, document, (GDestroyNotify)mcp_json_document_unref);
  else
    g_task_return_error (task, error);
}

void
app_block_load_tree_async (AppBlock            *self,
                           const AppTreeLimits *limits,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (APP_IS_BLOCK (self));

  g_task_set_source_tag (task, app_block_load_tree_async);
  if (limits != NULL)
    g_task_set_task_data (task, g_memdup2 (limits, sizeof *limits), g_free);
  if (!mcp_json_value_exists (self->text))
    g_task_return_pointer (task,
                           mcp_json_document_ref (self->slot.value.document),
                           (GDestroyNotify)mcp_json_document_unref);
  else if (mcp_json_value_get_length (self->text) <= APP_BLOCK_IN_PLACE)
    parse_in_worker (task, self, NULL, cancellable);
  else
    g_task_run_in_thread (task, parse_in_worker);
}

AppTreeNode *
app_block_load_tree_finish (AppBlock *self, GAsyncResult *result, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  const AppTreeLimits *limits;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  limits = g_task_get_task_data (G_TASK (result));
  document = g_task_propagate_pointer (G_TASK (result), error);
  if (document == NULL)
    return NULL;
  if (!mcp_json_value_exists (self->text))
    return app_tree_node_new_root (self->slot.value, NULL, limits);
  return app_tree_node_new_root (mcp_json_document_get_root (document), NULL, limits);
}

char *
app_block_dup_annotations (AppBlock *self)
{
  McpJsonValue annotations;
  GString     *text;
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);

  annotations = mcp_json_value_get_member (self->slot.value, "annotations");
  if (mcp_json_value_get_n_items (annotations) == 0)
    return NULL;
  text = g_string_new (NULL);
  mcp_json_iter_init (&iter, annotations);
  while (text->len < APP_BLOCK_MAX_ANNOTATIONS && mcp_json_iter_next (&iter, &name, &value))
    {
      gboolean         list = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
      g_autofree char *key = mcp_json_value_dup_string_prefix (name, 80, NULL);
      McpJsonValue     item = value;
      McpJsonIter      items;

      g_string_append_printf (text, "%s%s:", text->len > 0 ? " · " : "", key);
      mcp_json_iter_init (&items, value);
      while (text->len < APP_BLOCK_MAX_ANNOTATIONS &&
             (list ? mcp_json_iter_next (&items, NULL, &item) : mcp_json_value_exists (item)))
        {
          g_autofree char *word = mcp_json_value_dup_string_prefix (item, 80, NULL);

          if (word == NULL && mcp_json_value_get_length (item) <= 80)
            word = mcp_json_value_dup_text (item);
          g_string_append_printf (text, " %s", word ? word : "…");
          if (!list)
            break;
        }
    }
  return g_string_free (text, FALSE);
}
