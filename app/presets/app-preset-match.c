/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-match.h"

#include "app-form-schema.h"

/* Whether a schema admits null beside its other type: type: ["object", "null"]. */
static gboolean
lists_null (McpJsonValue schema)
{
  return mcp_json_value_lists (mcp_json_value_get_member (schema, "type"), "null");
}

/* The one branch that is not null. */
static McpJsonValue
find_branch (McpJsonValue branches, gboolean *nullable)
{
  McpJsonValue only = MCP_JSON_NO_VALUE;
  guint        n_others = 0;
  gboolean     null = FALSE;

  if (mcp_json_value_get_kind (branches) != MCP_JSON_ARRAY)
    return MCP_JSON_NO_VALUE;
  for (McpJsonWalk branch = mcp_json_walk (branches); n_others < 2 && mcp_json_walk_next (&branch);)
    {
      if (app_form_schema_is_null (branch.value))
        {
          null = TRUE;
          continue;
        }
      only = branch.value;
      n_others++;
    }
  if (n_others != 1)
    return MCP_JSON_NO_VALUE;
  if (null && nullable != NULL)
    *nullable = TRUE;
  return only;
}

static McpJsonValue
find_wrapped (McpJsonValue schema)
{
  McpJsonValue all = mcp_json_value_get_member (schema, "allOf");

  if (mcp_json_value_get_kind (all) != MCP_JSON_ARRAY || mcp_json_value_get_n_items (all) != 1)
    return MCP_JSON_NO_VALUE;
  return mcp_json_value_get_item (all, 0);
}

McpJsonValue
app_preset_match_resolve (McpJsonValue root, McpJsonValue schema, gboolean *nullable)
{
  for (guint hop = 0; hop < APP_FORM_SCHEMA_MAX_HOPS; hop++)
    {
      McpJsonValue next = MCP_JSON_NO_VALUE;

      if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
        return MCP_JSON_NO_VALUE;
      if (mcp_json_value_exists (mcp_json_value_get_member (schema, "properties")))
        return schema;
      if (mcp_json_value_exists (mcp_json_value_get_member (schema, "$ref")))
        {
          schema = app_form_schema_follow (root, schema);
          continue;
        }
      next = find_branch (mcp_json_value_get_member (schema, "anyOf"), nullable);
      if (!mcp_json_value_exists (next))
        next = find_branch (mcp_json_value_get_member (schema, "oneOf"), nullable);
      if (!mcp_json_value_exists (next))
        next = find_wrapped (schema);
      if (!mcp_json_value_exists (next))
        return schema;
      schema = next;
    }
  return MCP_JSON_NO_VALUE;
}

static gboolean
read_mark (McpJsonValue root, McpJsonValue object, McpJsonValue *mark, AppPresetKind *kind)
{
  McpJsonValue properties = mcp_json_value_get_member (object, "properties");
  McpJsonValue marker = mcp_json_value_get_member (properties, "mimeType");

  if (!mcp_json_value_exists (marker))
    return FALSE;
  marker = app_form_schema_get_constant (app_preset_match_resolve (root, marker, NULL));
  g_autofree char *text = mcp_json_value_dup_string (marker, NULL);
  if (!app_preset_kind_from_mime_type (text, kind))
    return FALSE;
  *mark = marker;
  return TRUE;
}

gboolean
app_preset_match_read (AppPresetMatch *self, McpJsonValue root, McpJsonValue schema)
{
  AppPresetMatch match = { .root = root, .outer = schema };
  McpJsonValue   items;

  match.object = app_preset_match_resolve (root, schema, &match.nullable);
  if (!mcp_json_value_exists (match.object))
    return FALSE;
  match.nullable |= lists_null (match.object);
  if (!read_mark (root, match.object, &match.mark, &match.kind))
    {
      items = mcp_json_value_get_member (match.object, "items");
      if (mcp_json_value_get_kind (items) != MCP_JSON_OBJECT)
        return FALSE;
      match.array = match.object;
      match.object = app_preset_match_resolve (root, items, NULL);
      if (!read_mark (root, match.object, &match.mark, &match.kind))
        return FALSE;
    }
  *self = match;
  return TRUE;
}

gboolean
app_preset_match_admits_null (McpJsonValue root, McpJsonValue schema)
{
  gboolean     nullable = FALSE;
  McpJsonValue inside = app_preset_match_resolve (root, schema, &nullable);

  return nullable || lists_null (inside) || app_form_schema_is_null (inside);
}
