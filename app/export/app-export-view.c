/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-view.h"

#include "app-export-schema.h"

static guint
read_type (McpJsonValue word)
{
  static const struct
  {
    const char *name;
    guint       bits;
  } types[] = {
    { "null", MCP_SCHEMA_TYPE_NULL },
    { "boolean", MCP_SCHEMA_TYPE_BOOLEAN },
    { "integer", MCP_SCHEMA_TYPE_INTEGER },
    { "number", MCP_SCHEMA_TYPE_NUMBER },
    { "string", MCP_SCHEMA_TYPE_STRING },
    { "array", MCP_SCHEMA_TYPE_ARRAY },
    { "object", MCP_SCHEMA_TYPE_OBJECT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (word, types[i].name))
      return types[i].bits;
  return 0;
}

static guint
read_types (McpJsonValue type)
{
  guint        bits = read_type (type);
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, type);
  while (mcp_json_iter_next (&iter, NULL, &item))
    bits |= read_type (item);
  return bits;
}

static void
add_type (AppExportView *self, McpJsonValue type)
{
  guint bits = read_types (type);

  if (bits & MCP_SCHEMA_TYPE_NULL)
    self->nullable = TRUE;
  bits &= ~(guint)MCP_SCHEMA_TYPE_NULL;
  if (bits & MCP_SCHEMA_TYPE_NUMBER)
    bits &= ~(guint)MCP_SCHEMA_TYPE_INTEGER;
  if (self->types == 0)
    self->types = bits;
}

static void
add_properties (AppExportView *self, McpJsonValue properties)
{
  McpJsonValue name, schema;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, properties);
  while (mcp_json_iter_next (&iter, &name, &schema))
    {
      AppExportProperty *property;
      gboolean           known = FALSE;

      for (guint i = 0; i < self->properties->len && !known; i++)
        {
          property = self->properties->pdata[i];
          known = mcp_json_value_equal (property->name, name);
        }
      if (known)
        continue;
      property = g_new (AppExportProperty, 1);
      property->name = name;
      property->schema = schema;
      g_ptr_array_add (self->properties, property);
    }
}

static void
add_required (AppExportView *self, McpJsonValue required)
{
  McpJsonValue name;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, required);
  while (mcp_json_iter_next (&iter, NULL, &name))
    g_array_append_val (self->required, name);
}

static void gather (AppExportView *self, McpJsonValue schema, GArray *stack, guint depth);

static gboolean
is_only_null (McpJsonValue schema)
{
  McpJsonValue only = mcp_json_value_get_member (schema, "const");

  return mcp_json_value_get_kind (only) == MCP_JSON_NULL ||
         read_types (mcp_json_value_get_member (schema, "type")) == MCP_SCHEMA_TYPE_NULL;
}

static void
add_union (AppExportView   *self,
           McpSchemaKeyword keyword,
           McpJsonValue     branches,
           GArray          *stack,
           guint            depth)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  McpJsonValue branch;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, branches);
  while (mcp_json_iter_next (&iter, NULL, &branch))
    if (is_only_null (branch))
      self->nullable = TRUE;
    else
      g_array_append_val (left, branch);
  if (left->len == 1)
    gather (self, g_array_index (left, McpJsonValue, 0), stack, depth + 1);
  else if (self->branches->len > 0)
    g_array_append_val (self->dropped, keyword);
  else
    g_array_append_vals (self->branches, left->data, left->len);
}

static void
follow (AppExportView *self, McpJsonValue schema, GArray *stack, guint depth)
{
  McpJsonValue target = app_export_schema_resolve (self->root, schema);

  if (!mcp_json_value_exists (target))
    return;
  for (guint i = 0; i < stack->len; i++)
    if (g_array_index (stack, guint32, i) == target.node)
      {
        self->circular = TRUE;
        return;
      }
  g_array_append_val (stack, target.node);
  gather (self, target, stack, depth + 1);
}

static void
gather (AppExportView *self, McpJsonValue schema, GArray *stack, guint depth)
{
  McpJsonValue name, value, branch;
  McpJsonIter  iter, branches;

  if (depth > APP_EXPORT_MAX_DEPTH)
    return;
  mcp_json_iter_init (&iter, schema);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      McpSchemaKeyword keyword = mcp_schema_keyword_find (name);

      if (keyword == MCP_SCHEMA_PROPERTIES)
        add_properties (self, value);
      else if (keyword == MCP_SCHEMA_REQUIRED)
        add_required (self, value);
      else if (keyword == MCP_SCHEMA_TYPE)
        add_type (self, value);
      else if (!mcp_json_value_exists (self->keywords[keyword]))
        self->keywords[keyword] = value;
    }
  follow (self, schema, stack, depth);
  mcp_json_iter_init (&branches, mcp_json_value_get_member (schema, "allOf"));
  while (mcp_json_iter_next (&branches, NULL, &branch))
    gather (self, branch, stack, depth + 1);
  add_union (self, MCP_SCHEMA_ANY_OF, mcp_json_value_get_member (schema, "anyOf"), stack, depth);
  add_union (self, MCP_SCHEMA_ONE_OF, mcp_json_value_get_member (schema, "oneOf"), stack, depth);
}

/* The type that values mean where no word says it. */
static guint
infer_type (const AppExportView *self)
{
  McpJsonValue value = self->keywords[MCP_SCHEMA_CONST];
  McpJsonValue item;
  McpJsonIter  iter;
  guint        bits = 0;

  if (self->properties->len > 0)
    return MCP_SCHEMA_TYPE_OBJECT;
  if (mcp_json_value_exists (self->keywords[MCP_SCHEMA_ITEMS]) ||
      mcp_json_value_exists (self->keywords[MCP_SCHEMA_PREFIX_ITEMS]))
    return MCP_SCHEMA_TYPE_ARRAY;
  mcp_json_iter_init (&iter, self->keywords[MCP_SCHEMA_ENUM]);
  while (mcp_json_value_exists (value) || mcp_json_iter_next (&iter, NULL, &item))
    {
      McpJsonKind kind =
          mcp_json_value_get_kind (mcp_json_value_exists (value) ? value : item);

      bits |= kind == MCP_JSON_STRING    ? MCP_SCHEMA_TYPE_STRING
              : kind == MCP_JSON_NUMBER  ? MCP_SCHEMA_TYPE_NUMBER
              : kind == MCP_JSON_BOOLEAN ? MCP_SCHEMA_TYPE_BOOLEAN
              : kind == MCP_JSON_OBJECT  ? MCP_SCHEMA_TYPE_OBJECT
              : kind == MCP_JSON_ARRAY   ? MCP_SCHEMA_TYPE_ARRAY
                                         : 0u;
      if (mcp_json_value_exists (value))
        break;
    }
  if (bits == 0 && (mcp_json_value_exists (self->keywords[MCP_SCHEMA_PATTERN]) ||
                    mcp_json_value_exists (self->keywords[MCP_SCHEMA_FORMAT])))
    bits = MCP_SCHEMA_TYPE_STRING;
  return bits;
}

void
app_export_view_init (AppExportView *self, McpJsonValue root, McpJsonValue schema, GArray *stack)
{
  McpJsonValue value;
  McpJsonIter  iter;

  *self = (AppExportView){ .root = root };
  self->properties = g_ptr_array_new_with_free_func (g_free);
  self->required = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  self->branches = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  self->dropped = g_array_new (FALSE, FALSE, sizeof (McpSchemaKeyword));
  gather (self, schema, stack, 0);
  mcp_json_iter_init (&iter, self->keywords[MCP_SCHEMA_ENUM]);
  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_json_value_get_kind (value) == MCP_JSON_NULL)
      self->nullable = TRUE;
  if (self->types == 0)
    self->types = infer_type (self);
}

void
app_export_view_clear (AppExportView *self)
{
  g_clear_pointer (&self->properties, g_ptr_array_unref);
  g_clear_pointer (&self->required, g_array_unref);
  g_clear_pointer (&self->branches, g_array_unref);
  g_clear_pointer (&self->dropped, g_array_unref);
}
