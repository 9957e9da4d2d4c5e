/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-arguments.h"

gboolean
mcp_model_arguments_is_object (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return mcp_json_value_get_kind (mcp_json_document_get_root (document)) == MCP_JSON_OBJECT;
}

void
mcp_model_arguments_write (McpJsonWriter *writer, const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);

  if (mcp_json_value_get_kind (root) == MCP_JSON_OBJECT)
    mcp_json_writer_value (writer, root);
  else
    mcp_json_writer_add (writer, "{}");
}
