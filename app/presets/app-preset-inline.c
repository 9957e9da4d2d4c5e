/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-inline.h"

#include "app-form-schema.h"

typedef struct
{
  McpJsonWriter *writer;
  McpJsonValue   root;
  GArray        *path; /* guint32: schemas that are being copied, against circles */
  guint          schemas;
} Copier;

static void copy_schema (Copier *self, McpJsonValue schema, gboolean bare);

static gboolean
is_one_of (McpJsonValue name, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (mcp_json_value_string_equals (name, names[i]))
      return TRUE;
  return FALSE;
}

static void
copy_map (Copier *self, McpJsonValue map)
{
  McpJsonValue name;
  McpJsonValue schema;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (self->writer);
  mcp_json_iter_init (&iter, map);
  while (mcp_json_iter_next (&iter, &name, &schema))
    {
      mcp_json_writer_name_value (self->writer, name);
      copy_schema (self, schema, FALSE);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
copy_list (Copier *self, McpJsonValue list)
{
  McpJsonValue schema;
  McpJsonIter  iter;

  mcp_json_writer_begin_array (self->writer);
  mcp_json_iter_init (&iter, list);
  while (mcp_json_iter_next (&iter, NULL, &schema))
    copy_schema (self, schema, FALSE);
  mcp_json_writer_end_array (self->writer);
}

/* Keywords with schemas below them; whatever else there is may look like a schema and be none. */
static void
copy_keyword (Copier *self, McpJsonValue name, McpJsonValue value)
{
  static const char *const maps[] = { "properties", "patternProperties", "dependentSchemas",
                                      NULL };
  static const char *const lists[] = { "anyOf", "oneOf", "allOf", "prefixItems", "items", NULL };
  static const char *const schemas[] = { "items", "additionalProperties", "additionalItems",
                                         "contains", "propertyNames", "not", "if", "then", "else",
                                         "unevaluatedItems", "unevaluatedProperties", NULL };
  McpJsonKind              kind = mcp_json_value_get_kind (value);

  mcp_json_writer_name_value (self->writer, name);
  if (kind == MCP_JSON_OBJECT && is_one_of (name, maps))
    copy_map (self, value);
  else if (kind == MCP_JSON_ARRAY && is_one_of (name, lists))
    copy_list (self, value);
  else if (kind == MCP_JSON_OBJECT && is_one_of (name, schemas))
    copy_schema (self, value, FALSE);
  else
    mcp_json_writer_value (self->writer, value);
}

static gboolean
is_on_path (Copier *self, McpJsonValue schema)
{
  for (guint i = 0; i < self->path->len; i++)
    if (g_array_index (self->path, guint32, i) == schema.node)
      return TRUE;
  return FALSE;
}

/* @beside: the schema that refers to this one; what it says itself goes first. */
static void
copy_members (Copier *self, McpJsonValue schema, McpJsonValue beside, gboolean bare)
{
  static const char *const left_out[] = { "$ref", "$defs", "definitions", "$id", "$schema", NULL };
  static const char *const words[] = { "title", "description", "default", NULL };
  McpJsonValue             name;
  McpJsonValue             value;
  McpJsonIter              iter;

  mcp_json_iter_init (&iter, schema);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (is_one_of (name, left_out) || (bare && is_one_of (name, words)) ||
          mcp_json_value_exists (mcp_json_value_get_member (beside, key)))
        continue;
      copy_keyword (self, name, value);
    }
}

static void
copy_schema (Copier *self, McpJsonValue schema, gboolean bare)
{
  McpJsonValue target = app_form_schema_follow (self->root, schema);

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
    {
      mcp_json_writer_value (self->writer, schema);
      return;
    }
  mcp_json_writer_begin_object (self->writer);
  if (++self->schemas <= APP_PRESET_INLINE_MAX_SCHEMAS &&
      self->path->len < APP_PRESET_INLINE_MAX_DEPTH && !is_on_path (self, schema) &&
      !is_on_path (self, target))
    {
      g_array_append_val (self->path, schema.node);
      if (target.node != schema.node && mcp_json_value_get_kind (target) == MCP_JSON_OBJECT)
        {
          g_array_append_val (self->path, target.node);
          copy_members (self, schema, MCP_JSON_NO_VALUE, bare);
          copy_members (self, target, schema, bare);
          g_array_set_size (self->path, self->path->len - 1);
        }
      else
        copy_members (self, schema, MCP_JSON_NO_VALUE, bare);
      g_array_set_size (self->path, self->path->len - 1);
    }
  mcp_json_writer_end_object (self->writer);
}

void
app_preset_inline_write (McpJsonWriter *writer,
                         McpJsonValue   root,
                         McpJsonValue   schema,
                         gboolean       bare)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Copier copier = { writer, root, path, 0 };

  copy_schema (&copier, schema, bare);
}
