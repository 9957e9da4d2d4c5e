/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-layers.h"

#include "mcp-json-document.h"
#include "mcp-json-writer.h"
#include "store-client-text.h"
#include "store-file.h"

struct _StoreClientLayers
{
  StoreClientMerge rule;
  GPtrArray       *places;
  GPtrArray       *texts;  /* of StoreClientText, one for each place */
  McpJsonDocument *merged; /* (nullable): the last */
};

StoreClientLayers *
store_client_layers_new (StoreClientPlace *place)
{
  StoreClientLayers *self = g_new0 (StoreClientLayers, 1);

  self->rule = store_client_place_get_format (place)->places.merge;
  self->places = store_client_place_list_below (place);
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_text_free);
  for (guint i = 0; i < self->places->len; i++)
    {
      const char *path = store_client_place_get_path (self->places->pdata[i]);
      g_autoptr (StoreFile) file = store_file_read (path, STORE_CLIENT_MAX_BYTES, NULL);
      StoreClientText *text = NULL;

      if (file != NULL && store_file_exists (file))
        text = store_client_text_new (store_file_get_bytes (file),
                                      store_client_place_get_format (place), NULL);
      if (text != NULL)
        g_ptr_array_add (self->texts, text);
      else
        g_ptr_array_remove_index (self->places, i--);
    }
  return self;
}

void
store_client_layers_free (StoreClientLayers *self)
{
  g_ptr_array_unref (self->places);
  g_ptr_array_unref (self->texts);
  g_clear_pointer (&self->merged, mcp_json_document_unref);
  g_free (self);
}

static void
write_merged (StoreClientMerge rule, McpJsonValue below, McpJsonValue value, McpJsonWriter *writer)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind != mcp_json_value_get_kind (below) ||
      (kind != MCP_JSON_OBJECT && (kind != MCP_JSON_ARRAY || rule != STORE_MERGE_ITEMS)))
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_begin_object (writer);
  else
    mcp_json_writer_begin_array (writer);
  for (McpJsonWalk each = mcp_json_walk (below); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (each.name, NULL)
                                                     : NULL;
      McpJsonValue     over =
          key != NULL ? mcp_json_value_get_member (value, key) : MCP_JSON_NO_VALUE;

      if (kind == MCP_JSON_OBJECT)
        mcp_json_writer_name_value (writer, each.name);
      if (mcp_json_value_exists (over))
        write_merged (rule, each.value, over, writer);
      else
        mcp_json_writer_value (writer, each.value);
    }
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (each.name, NULL)
                                                     : NULL;

      if (key != NULL && mcp_json_value_exists (mcp_json_value_get_member (below, key)))
        continue;
      if (kind == MCP_JSON_OBJECT)
        mcp_json_writer_name_value (writer, each.name);
      mcp_json_writer_value (writer, each.value);
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_end_object (writer);
  else
    mcp_json_writer_end_array (writer);
}

McpJsonValue
store_client_layers_merge (StoreClientLayers *self, const char *name, McpJsonValue entry)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      g_auto (GStrv) path = store_client_place_dup_entry_path (self->places->pdata[i], name);
      McpJsonValue below = store_client_text_get (self->texts->pdata[i], (const char *const *)path);

      if (!mcp_json_value_exists (below))
        continue;
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
      write_merged (self->rule, below, entry, writer);
      g_autofree char *json = mcp_json_writer_finish_text (writer);
      g_clear_pointer (&self->merged, mcp_json_document_unref);
      self->merged = mcp_json_document_parse_text (json, -1, NULL);
      entry = mcp_json_document_get_root (self->merged);
    }
  return entry;
}
