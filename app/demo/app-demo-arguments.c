/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-methods.h"

#include <string.h>

static gboolean
type_fits (const char *type, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gint64      integer;

  if (strcmp (type, "integer") == 0)
    return mcp_json_value_get_int64 (value, &integer);
  return strcmp (type, mcp_json_kind_get_name (kind)) == 0;
}

static char *
describe_missing (McpJsonValue tool, const char *name, gboolean pydantic)
{
  g_autofree char *tool_name = mcp_json_value_dup_member_string (tool, "name");

  if (pydantic)
    return g_strdup_printf ("Error executing tool %s: 1 validation error for %sArguments\n%s\n"
                            "  Field required [type=missing, input_value={}, input_type=dict]",
                            tool_name, tool_name, name);
  return g_strdup_printf ("Argument “%s” is required.", name);
}

static char *
describe_mismatch (McpJsonValue tool, const char *name, const char *type, gboolean pydantic)
{
  g_autofree char *tool_name = mcp_json_value_dup_member_string (tool, "name");

  if (pydantic)
    return g_strdup_printf ("Error executing tool %s: 1 validation error for %sArguments\n%s\n"
                            "  Input should be a valid %s [type=%s_type]",
                            tool_name, tool_name, name, type, type);
  return g_strdup_printf ("Argument “%s” must be of type %s.", name, type);
}

char *
app_demo_arguments_check (McpJsonValue tool, McpJsonValue arguments, gboolean pydantic)
{
  McpJsonValue schema = mcp_json_value_get_member (tool, "inputSchema");
  McpJsonValue name, property;
  McpJsonIter  iter;

  if (mcp_json_value_exists (arguments) && mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT)
    return g_strdup ("The arguments must be an object.");

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "required"));
  while (mcp_json_iter_next (&iter, NULL, &name))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (arguments, text)))
        return describe_missing (tool, text, pydantic);
    }

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *text = mcp_json_value_dup_string (name, NULL);
      g_autofree char *type = mcp_json_value_dup_member_string (property, "type");
      McpJsonValue     value = mcp_json_value_get_member (arguments, text);

      if (type != NULL && mcp_json_value_exists (value) && !type_fits (type, value))
        return describe_mismatch (tool, text, type, pydantic);
    }
  return NULL;
}
