/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-tasks.h"

#include "mcp-client-private.h"
#include "mcp-json-writer.h"
#include "mcp-modern-era.h"

void
mcp_client_set_tasks (McpClient *self, McpTaskList *tasks)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (MCP_IS_TASK_LIST (tasks));

  mcp_client_features_set_tasks (self->features, tasks);
}

McpTaskList *
mcp_client_get_tasks (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return mcp_client_features_get_tasks (self->features);
}

gboolean
mcp_client_offers_tasks (McpClient *self)
{
  McpServerInfo *info;

  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);

  info = mcp_client_get_server_info (self);
  if (info == NULL)
    return FALSE;
  if (mcp_client_get_era (self) == MCP_ERA_LEGACY)
    return mcp_server_info_offers (info, "tasks/requests/tools/call");
  return mcp_json_value_exists (mcp_json_value_get_member (
             mcp_json_value_get_member (mcp_server_info_get_capabilities (info), "extensions"),
             MCP_EXTENSION_TASKS)) &&
         mcp_client_capabilities_has_extension (mcp_client_get_capabilities (self),
                                                MCP_EXTENSION_TASKS);
}

GBytes *
mcp_client_tasks_dress (GBytes *params, gint64 ttl_ms)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root = MCP_JSON_NO_VALUE;
  McpJsonIter  iter;
  McpJsonValue name, value;

  if (params != NULL)
    document = mcp_json_document_parse (params, NULL, NULL, NULL);
  if (document != NULL)
    root = mcp_json_document_get_root (document);
  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, root);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  if (!mcp_json_value_exists (mcp_json_value_get_member (root, "task")))
    {
      mcp_json_writer_name (writer, "task");
      mcp_json_writer_begin_object (writer);
      if (ttl_ms >= 0)
        mcp_json_writer_member_int64 (writer, "ttl", ttl_ms);
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}
