/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-type.h"

#include <glib/gi18n-lib.h>

const char *
app_preset_type_get_name (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      return "undefined";
    case MCP_JSON_BOOLEAN:
      return "boolean";
    case MCP_JSON_NUMBER:
      return "number";
    case MCP_JSON_STRING:
      return "string";
    case MCP_JSON_NULL:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      return "object";
    }
}

/* The only type that is not null. Returns: (transfer full) (nullable) */
static char *
dup_type (McpJsonValue schema)
{
  McpJsonValue     type = mcp_json_value_get_member (schema, "type");
  g_autofree char *only = NULL;
  McpJsonValue     item;
  McpJsonIter      iter;
  guint            count = 0;

  if (mcp_json_value_get_kind (type) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (type, NULL);
  mcp_json_iter_init (&iter, type);
  while (mcp_json_iter_next (&iter, NULL, &item))
    if (!mcp_json_value_string_equals (item, "null"))
      {
        g_free (only);
        only = mcp_json_value_dup_string (item, NULL);
        count++;
      }
  return count == 1 ? g_steal_pointer (&only) : NULL;
}

static gboolean
has_texts (AppPresetKind preset, McpJsonValue payload)
{
  McpJsonValue items = mcp_json_value_get_member (payload, "items");

  return preset == APP_PRESET_LIST ||
         mcp_json_value_string_equals (mcp_json_value_get_member (items, "type"), "string");
}

const char *
app_preset_type_get_wanted (AppPresetKind preset, McpJsonValue payload, McpJsonKind *kind)
{
  g_autofree char *type = dup_type (payload);

  if (preset == APP_PRESET_ENUM || g_strcmp0 (type, "string") == 0)
    {
      *kind = MCP_JSON_STRING;
      return _ ("string value");
    }
  if (g_strcmp0 (type, "number") == 0 || g_strcmp0 (type, "integer") == 0)
    {
      *kind = MCP_JSON_NUMBER;
      return _ ("number value");
    }
  if (g_strcmp0 (type, "boolean") == 0)
    {
      *kind = MCP_JSON_BOOLEAN;
      return _ ("boolean value");
    }
  if (g_strcmp0 (type, "array") == 0)
    {
      *kind = MCP_JSON_ARRAY;
      return has_texts (preset, payload) ? _ ("array of string values") : _ ("array value");
    }
  if (g_strcmp0 (type, "object") == 0)
    {
      *kind = MCP_JSON_OBJECT;
      return _ ("object value");
    }
  *kind = MCP_JSON_NONE;
  return NULL;
}
