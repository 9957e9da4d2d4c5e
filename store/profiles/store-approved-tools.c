/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-approved-tools.h"

#include "mcp-json-writer.h"
#include "store-server-file.h"

#include <string.h>

struct _StoreApprovedTools
{
  GObject parent_instance;

  StoreServerFile *file;
  GHashTable      *tools; /* (nullable): until it is read; name → McpJsonDocument */
};

G_DEFINE_FINAL_TYPE (StoreApprovedTools, store_approved_tools, G_TYPE_OBJECT)

static void
store_approved_tools_finalize (GObject *object)
{
  StoreApprovedTools *self = STORE_APPROVED_TOOLS (object);

  store_server_file_flush (self->file);
  g_object_unref (self->file);
  g_clear_pointer (&self->tools, g_hash_table_unref);
  G_OBJECT_CLASS (store_approved_tools_parent_class)->finalize (object);
}

static void
store_approved_tools_class_init (StoreApprovedToolsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = store_approved_tools_finalize;
}

static void
store_approved_tools_init (StoreApprovedTools *self)
{
}

StoreApprovedTools *
store_approved_tools_new (const char *folder, const char *id)
{
  StoreApprovedTools *self = g_object_new (STORE_TYPE_APPROVED_TOOLS, NULL);

  self->file = store_server_file_new (folder, "approved", id);
  return self;
}

static void
ensure_read (StoreApprovedTools *self)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue name, value;
  McpJsonIter  iter;

  if (self->tools != NULL)
    return;
  self->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify)mcp_json_document_unref);
  document = store_server_file_read (self->file, STORE_APPROVED_MAX_BYTES);
  if (document == NULL)
    return;
  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = mcp_json_value_dup_text (value);
      McpJsonDocument *tool = mcp_json_document_parse_text (text, -1, NULL);

      if (tool != NULL)
        g_hash_table_replace (self->tools, mcp_json_value_dup_string (name, NULL), tool);
    }
}

McpJsonValue
store_approved_tools_lookup (StoreApprovedTools *self, const char *tool)
{
  McpJsonDocument *found;

  g_return_val_if_fail (STORE_IS_APPROVED_TOOLS (self), MCP_JSON_NO_VALUE);
  g_return_val_if_fail (tool != NULL, MCP_JSON_NO_VALUE);

  ensure_read (self);
  found = g_hash_table_lookup (self->tools, tool);
  return found != NULL ? mcp_json_document_get_root (found) : MCP_JSON_NO_VALUE;
}

static char *
dup_checksum (const char *text)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strdup_printf ("\"sha256:%s\"", sum);
}

gboolean
store_approved_tools_matches (StoreApprovedTools *self, const char *tool, const char *text)
{
  McpJsonValue     kept = store_approved_tools_lookup (self, tool);
  g_autofree char *sum = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  if (mcp_json_value_get_kind (kept) == MCP_JSON_STRING)
    {
      g_autofree char *old = mcp_json_value_dup_text (kept);

      sum = dup_checksum (text);
      return g_str_equal (old, sum);
    }
  document = mcp_json_document_parse_text (text, -1, NULL);
  return document != NULL && mcp_json_value_equal (kept, mcp_json_document_get_root (document));
}

static char *
print_all (StoreApprovedTools *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  GHashTableIter iter;
  gpointer       name;
  gpointer       document;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "tools");
  mcp_json_writer_begin_object (writer);
  g_hash_table_iter_init (&iter, self->tools);
  while (g_hash_table_iter_next (&iter, &name, &document))
    {
      mcp_json_writer_name (writer, name);
      mcp_json_writer_value (writer, mcp_json_document_get_root (document));
    }
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

void
store_approved_tools_set (StoreApprovedTools *self, const char *tool, const char *text)
{
  g_autofree char *sum = NULL;
  McpJsonDocument *document;

  g_return_if_fail (STORE_IS_APPROVED_TOOLS (self));
  g_return_if_fail (tool != NULL);
  g_return_if_fail (text != NULL);

  ensure_read (self);
  if (strlen (text) > STORE_APPROVED_TOOL_BYTES)
    text = sum = dup_checksum (text);
  document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return;
  g_hash_table_replace (self->tools, g_strdup (tool), document);
  store_server_file_write (self->file, print_all (self));
}
