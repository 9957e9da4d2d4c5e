/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-schema.h"

McpJsonValue
app_form_schema_follow (McpJsonValue root, McpJsonValue schema)
{
  for (guint hop = 0; hop < APP_FORM_SCHEMA_MAX_HOPS; hop++)
    {
      McpJsonValue     reference = mcp_json_value_get_member (schema, "$ref");
      g_autofree char *text = mcp_json_value_dup_string (reference, NULL);

      if (text == NULL)
        return schema;
      if (text[0] != '#' || (text[1] != '\0' && text[1] != '/'))
        return MCP_JSON_NO_VALUE;
      g_autofree char *pointer = g_uri_unescape_string (text + 1, NULL);
      if (pointer == NULL)
        return MCP_JSON_NO_VALUE;
      schema = mcp_json_value_resolve_pointer (root, pointer);
    }
  return MCP_JSON_NO_VALUE;
}

McpJsonValue
app_form_schema_get_constant (McpJsonValue branch)
{
  McpJsonValue value = mcp_json_value_get_member (branch, "const");
  McpJsonValue choices = mcp_json_value_get_member (branch, "enum");

  if (mcp_json_value_exists (value))
    return value;
  if (mcp_json_value_get_kind (choices) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (choices) == 1)
    return mcp_json_value_get_item (choices, 0);
  return MCP_JSON_NO_VALUE;
}

gboolean
app_form_schema_is_null (McpJsonValue branch)
{
  McpJsonValue type = mcp_json_value_get_member (branch, "type");

  return mcp_json_value_string_equals (type, "null") ||
         mcp_json_value_get_kind (app_form_schema_get_constant (branch)) == MCP_JSON_NULL;
}

McpJsonValue
app_form_schema_get_union (McpJsonValue schema)
{
  McpJsonValue branches = mcp_json_value_get_member (schema, "anyOf");

  if (mcp_json_value_get_kind (branches) != MCP_JSON_ARRAY)
    branches = mcp_json_value_get_member (schema, "oneOf");
  return mcp_json_value_get_kind (branches) == MCP_JSON_ARRAY ? branches : MCP_JSON_NO_VALUE;
}
