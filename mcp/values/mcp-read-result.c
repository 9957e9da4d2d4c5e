/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-read-result.h"

struct _McpReadResult
{
  McpResult  parent_instance;
  GPtrArray *contents;
};

G_DEFINE_FINAL_TYPE (McpReadResult, mcp_read_result, MCP_TYPE_RESULT)

static void
mcp_read_result_read (McpResult *result, McpJsonValue value, GPtrArray **findings)
{
  McpReadResult *self = MCP_READ_RESULT (result);
  McpJsonValue   contents = mcp_json_value_get_member (value, "contents");
  McpJsonKind    kind = mcp_json_value_get_kind (contents);
  McpJsonIter    iter;
  McpJsonValue   item;

  if (kind != MCP_JSON_ARRAY)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "contents-not-array", "/contents",
                     "The contents are not an array but: %s.", mcp_json_kind_get_name (kind));
  if (kind == MCP_JSON_OBJECT)
    g_ptr_array_add (self->contents, mcp_resource_contents_new (contents));
  if (kind != MCP_JSON_ARRAY)
    return;

  mcp_json_iter_init (&iter, contents);
  while (self->contents->len < MCP_RESULT_MAX_ITEMS && mcp_json_iter_next (&iter, NULL, &item))
    g_ptr_array_add (self->contents, mcp_resource_contents_new (item));
  if (mcp_json_value_get_n_items (contents) > MCP_RESULT_MAX_ITEMS)
    mcp_finding_add (findings, MCP_FINDING_WARNING, "contents-many", "/contents",
                     "There are %u contents; those after %d are in the raw value only.",
                     mcp_json_value_get_n_items (contents), MCP_RESULT_MAX_ITEMS);
}

static void
mcp_read_result_finalize (GObject *object)
{
  g_ptr_array_unref (MCP_READ_RESULT (object)->contents);

  G_OBJECT_CLASS (mcp_read_result_parent_class)->finalize (object);
}

static void
mcp_read_result_class_init (McpReadResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_read_result_finalize;
  MCP_RESULT_CLASS (klass)->read = mcp_read_result_read;
}

static void
mcp_read_result_init (McpReadResult *self)
{
  self->contents = g_ptr_array_new_with_free_func (g_object_unref);
}

McpReadResult *
mcp_read_result_new (McpAnswer *answer)
{
  g_return_val_if_fail (answer != NULL, NULL);

  return MCP_READ_RESULT (
      mcp_result_new_of_type (MCP_TYPE_READ_RESULT, answer, MCP_JSON_NO_VALUE));
}

McpReadResult *
mcp_read_result_new_for_value (McpJsonValue value)
{
  return MCP_READ_RESULT (mcp_result_new_of_type (MCP_TYPE_READ_RESULT, NULL, value));
}

GPtrArray *
mcp_read_result_get_contents (McpReadResult *self)
{
  return self->contents;
}

gboolean
mcp_read_result_is_not_found (McpReadResult *self)
{
  McpAnswer *answer = mcp_result_get_answer (MCP_RESULT (self));
  gint64     code;

  if (!mcp_result_is_rpc_error (MCP_RESULT (self)))
    return FALSE;

  /* -32002 up to 2025-11-25, later -32602. */
  code = mcp_message_get_error_code (mcp_answer_get_message (answer));
  return code == MCP_RPC_RESOURCE_NOT_FOUND || code == MCP_RPC_INVALID_PARAMS;
}
