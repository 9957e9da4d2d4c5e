/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A tool's schema without its pre-configured inputs, as a model is shown it. */

#include "app-presets.h"

#include <string.h>

#include "app-form-schema.h"
#include "app-presets-private.h"
#include "mcp-json-writer.h"

/* Sub-schemas below this are copied as they are. */
#define MAX_DEPTH 100u

typedef struct
{
  McpJsonWriter *writer;
  McpJsonValue   root;
  GHashTable    *used; /* names of definitions to keep; NULL: all */
  guint          depth;
} Copier;

static void copy_schema (Copier *self, McpJsonValue schema);

static gboolean
is_named (McpJsonValue name, const char *a, const char *b)
{
  return mcp_json_value_string_equals (name, a) || mcp_json_value_string_equals (name, b);
}

/* The properties, or the items of a tuple, that stay. */
static void
copy_properties (Copier *self, McpJsonValue properties, gboolean hide)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (self->writer);
  mcp_json_iter_init (&iter, properties);
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      if (hide && app_preset_detect (self->root, property, NULL, NULL))
        continue;
      mcp_json_writer_name_value (self->writer, name);
      copy_schema (self, property);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
copy_required (Copier *self, McpJsonValue required, McpJsonValue properties)
{
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_writer_begin_array (self->writer);
  mcp_json_iter_init (&iter, required);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char *key = mcp_json_value_dup_string (item, NULL);

      if (key == NULL || !app_preset_detect (self->root,
                                             mcp_json_value_get_member (properties, key),
                                             NULL,
                                             NULL))
        mcp_json_writer_value (self->writer, item);
    }
  mcp_json_writer_end_array (self->writer);
}

static void
copy_tuple (Copier *self, McpJsonValue items)
{
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_writer_begin_array (self->writer);
  mcp_json_iter_init (&iter, items);
  while (mcp_json_iter_next (&iter, NULL, &item))
    copy_schema (self, item);
  mcp_json_writer_end_array (self->writer);
}

static void
copy_definitions (Copier *self, McpJsonValue name, McpJsonValue definitions)
{
  McpJsonValue key;
  McpJsonValue schema;
  McpJsonIter  iter;
  gboolean     any = FALSE;

  mcp_json_iter_init (&iter, definitions);
  while (mcp_json_iter_next (&iter, &key, &schema))
    {
      g_autofree char *text = mcp_json_value_dup_string (key, NULL);

      if (self->used != NULL && !g_hash_table_contains (self->used, text))
        continue;
      if (!any)
        {
          mcp_json_writer_name_value (self->writer, name);
          mcp_json_writer_begin_object (self->writer);
          any = TRUE;
        }
      mcp_json_writer_name_value (self->writer, key);
      copy_schema (self, schema);
    }
  if (any)
    mcp_json_writer_end_object (self->writer);
}

static void
copy_member (Copier *self, McpJsonValue schema, McpJsonValue name, McpJsonValue value)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");
  McpJsonKind  kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_OBJECT && self->depth == 1 && is_named (name, "$defs", "definitions"))
    {
      copy_definitions (self, name, value);
      return;
    }
  mcp_json_writer_name_value (self->writer, name);
  if (kind == MCP_JSON_OBJECT && mcp_json_value_string_equals (name, "properties"))
    copy_properties (self, value, TRUE);
  else if (kind == MCP_JSON_ARRAY && mcp_json_value_string_equals (name, "required"))
    copy_required (self, value, properties);
  else if (kind == MCP_JSON_OBJECT && mcp_json_value_string_equals (name, "items"))
    copy_schema (self, value);
  else if (kind == MCP_JSON_ARRAY && is_named (name, "items", "prefixItems"))
    copy_tuple (self, value);
  else
    mcp_json_writer_value (self->writer, value);
}

static void
copy_schema (Copier *self, McpJsonValue schema)
{
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT || self->depth >= MAX_DEPTH)
    {
      mcp_json_writer_value (self->writer, schema);
      return;
    }
  self->depth++;
  mcp_json_writer_begin_object (self->writer);
  mcp_json_iter_init (&iter, schema);
  while (mcp_json_iter_next (&iter, &name, &value))
    copy_member (self, schema, name, value);
  mcp_json_writer_end_object (self->writer);
  self->depth--;
}

static char *
copy (McpJsonValue root, GHashTable *used)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Copier copier = { writer, root, used, 0 };

  copy_schema (&copier, root);
  return mcp_json_writer_finish_text (writer);
}

typedef struct
{
  McpJsonValue root;
  GHashTable  *used;
  GPtrArray   *waiting; /* names whose definitions were not looked through yet */
  guint        depth;
} Collector;

/* Notes the definitions that references in @value name. */
static void
collect (Collector *self, McpJsonValue value, gboolean skip_definitions)
{
  static const char *const prefixes[] = { "#/$defs/", "#/definitions/" };
  McpJsonValue             name;
  McpJsonValue             member;
  McpJsonIter              iter;

  if (self->depth >= MAX_DEPTH)
    return;
  self->depth++;
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, &member))
    {
      g_autofree char *text = NULL;

      if (skip_definitions && is_named (name, "$defs", "definitions"))
        continue;
      collect (self, member, FALSE);
      if (!mcp_json_value_string_equals (name, "$ref"))
        continue;
      text = mcp_json_value_dup_string (member, NULL);
      for (guint i = 0; text != NULL && i < G_N_ELEMENTS (prefixes); i++)
        if (g_str_has_prefix (text, prefixes[i]))
          {
            const char *rest = text + strlen (prefixes[i]);
            char       *key = g_strndup (rest, strcspn (rest, "/"));

            if (!g_hash_table_contains (self->used, key))
              g_ptr_array_add (self->waiting, g_strdup (key));
            g_hash_table_add (self->used, key);
          }
    }
  self->depth--;
}

char *
app_presets_dup_model_schema (AppPresets *self)
{
  McpJsonValue root;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);
  Collector        collector;
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);

  root = app_presets_get_schema (self);
  if (!mcp_json_value_exists (root))
    return g_strdup ("{}");
  text = copy (root, NULL);
  if (g_list_model_get_n_items (G_LIST_MODEL (self)) == 0)
    return g_steal_pointer (&text);

  /* Definitions that only the inputs used go too. */
  document = mcp_json_document_parse_text (text, -1, NULL);
  collector = (Collector){ mcp_json_document_get_root (document), used, waiting, 0 };
  collect (&collector, collector.root, TRUE);
  while (waiting->len > 0)
    {
      g_autofree char *key = g_ptr_array_steal_index (waiting, waiting->len - 1);
      McpJsonValue     defs = mcp_json_value_get_member (collector.root, "$defs");
      McpJsonValue     old = mcp_json_value_get_member (collector.root, "definitions");

      collect (&collector, mcp_json_value_get_member (defs, key), FALSE);
      collect (&collector, mcp_json_value_get_member (old, key), FALSE);
    }
  return copy (root, used);
}
