/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-model.h"

#include <string.h>

#include "app-form-schema.h"
#include "app-preset-match.h"
#include "mcp-json-writer.h"

/* Sub-schemas below this are copied as they are. */
#define MAX_DEPTH 100u
/* References and parts that one schema is made of. */
#define MAX_PARTS 200u

typedef struct
{
  McpJsonWriter *writer;
  McpJsonValue   root;
  GHashTable    *used; /* names of definitions to keep; NULL: all */
  guint          depth;
} Copier;

/* A value of the arguments that a schema, or a part of it, speaks of. */
typedef struct
{
  GPtrArray  *pins;   /* AppPresetEntry: what is pinned in it */
  guint       level;  /* the step of their paths that begins here */
  GHashTable *hidden; /* names of members that a model does not see */
} Place;

static void copy_schema (Copier *self, McpJsonValue schema, const Place *outer);
static void copy_part (Copier *self, McpJsonValue schema, const Place *place);

static gboolean
is_named (McpJsonValue name, const char *a, const char *b)
{
  return mcp_json_value_string_equals (name, a) || mcp_json_value_string_equals (name, b);
}

static gboolean
is_hidden (Copier *self, const Place *place, const char *key, McpJsonValue property)
{
  g_autoptr (GPtrArray) inside = app_presets_select_name (place->pins, place->level, key);

  return app_presets_find_end (inside, place->level) != NULL ||
         app_preset_detect (self->root, property);
}

/* What the parts of a schema that hold for the same value say of its members. */
static void
collect_hidden (Copier *self, McpJsonValue schema, const Place *place, guint *parts)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT || ++*parts > MAX_PARTS)
    return;
  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (key != NULL && is_hidden (self, place, key, property))
        g_hash_table_add (place->hidden, g_steal_pointer (&key));
    }
  if (mcp_json_value_exists (mcp_json_value_get_member (schema, "$ref")))
    collect_hidden (self, app_form_schema_follow (self->root, schema), place, parts);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "allOf"));
  while (mcp_json_iter_next (&iter, NULL, &property))
    collect_hidden (self, property, place, parts);
}

static void
copy_properties (Copier *self, McpJsonValue properties, const Place *place)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (self->writer);
  mcp_json_iter_init (&iter, properties);
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autoptr (GPtrArray) inside = NULL;
      Place inner = { NULL, place->level + 1, NULL };

      if (key != NULL && g_hash_table_contains (place->hidden, key))
        continue;
      inside = app_presets_select_name (place->pins, place->level, key);
      inner.pins = inside;
      mcp_json_writer_name_value (self->writer, name);
      copy_schema (self, property, &inner);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
copy_required (Copier *self, McpJsonValue required, const Place *place)
{
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_writer_begin_array (self->writer);
  mcp_json_iter_init (&iter, required);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autofree char *key = mcp_json_value_dup_string (item, NULL);

      if (key == NULL || !g_hash_table_contains (place->hidden, key))
        mcp_json_writer_value (self->writer, item);
    }
  mcp_json_writer_end_array (self->writer);
}

/* The items of an array; of a tuple each place has its own. */
static void
copy_items (Copier *self, McpJsonValue items, const Place *place, guint first)
{
  gboolean     tuple = mcp_json_value_get_kind (items) == MCP_JSON_ARRAY;
  McpJsonValue item;
  McpJsonIter  iter;

  if (!tuple)
    {
      g_autoptr (GPtrArray) inside = app_presets_select_item (place->pins, place->level, first);
      Place inner = { inside, place->level + 1, NULL };

      copy_schema (self, items, &inner);
      return;
    }
  mcp_json_writer_begin_array (self->writer);
  mcp_json_iter_init (&iter, items);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      g_autoptr (GPtrArray) inside = app_presets_select_item (place->pins, place->level, i);
      Place inner = { inside, place->level + 1, NULL };

      copy_schema (self, item, &inner);
    }
  mcp_json_writer_end_array (self->writer);
}

static void
copy_definitions (Copier *self, McpJsonValue name, McpJsonValue definitions)
{
  Place        nowhere = { NULL, 0, NULL };
  McpJsonValue key;
  McpJsonValue schema;
  McpJsonIter  iter;
  gboolean     any = FALSE;

  mcp_json_iter_init (&iter, definitions);
  while (mcp_json_iter_next (&iter, &key, &schema))
    {
      g_autofree char *text = mcp_json_value_dup_string (key, NULL);

      if (self->used != NULL && (text == NULL || !g_hash_table_contains (self->used, text)))
        continue;
      if (!any)
        {
          mcp_json_writer_name_value (self->writer, name);
          mcp_json_writer_begin_object (self->writer);
          any = TRUE;
        }
      mcp_json_writer_name_value (self->writer, key);
      copy_schema (self, schema, &nowhere);
    }
  if (any)
    mcp_json_writer_end_object (self->writer);
}

/* Whether the branches are one schema and null, which is another way to write that schema. */
static gboolean
is_nullable_union (Copier *self, McpJsonValue schema)
{
  gboolean     nullable = FALSE;
  McpJsonValue inside;

  if (mcp_json_value_exists (mcp_json_value_get_member (schema, "properties")))
    return FALSE;
  inside = app_preset_match_resolve (self->root, schema, &nullable);
  return mcp_json_value_exists (inside) && inside.node != schema.node;
}

static void
copy_parts (Copier *self, McpJsonValue parts, const Place *place)
{
  McpJsonValue part;
  McpJsonIter  iter;

  mcp_json_writer_begin_array (self->writer);
  mcp_json_iter_init (&iter, parts);
  while (mcp_json_iter_next (&iter, NULL, &part))
    copy_part (self, part, place);
  mcp_json_writer_end_array (self->writer);
}

static void
copy_member (
    Copier *self, McpJsonValue schema, McpJsonValue name, McpJsonValue value, const Place *place)
{
  McpJsonValue tuple = mcp_json_value_get_member (schema, "prefixItems");
  McpJsonKind  kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_OBJECT && self->depth == 1 && is_named (name, "$defs", "definitions"))
    {
      copy_definitions (self, name, value);
      return;
    }
  mcp_json_writer_name_value (self->writer, name);
  if (kind == MCP_JSON_OBJECT && mcp_json_value_string_equals (name, "properties"))
    copy_properties (self, value, place);
  else if (kind == MCP_JSON_ARRAY && mcp_json_value_string_equals (name, "required"))
    copy_required (self, value, place);
  else if (kind == MCP_JSON_OBJECT && mcp_json_value_string_equals (name, "items"))
    copy_items (self, value, place, mcp_json_value_get_n_items (tuple));
  else if (kind == MCP_JSON_ARRAY && is_named (name, "items", "prefixItems"))
    copy_items (self, value, place, 0);
  else if (kind == MCP_JSON_ARRAY &&
           (mcp_json_value_string_equals (name, "allOf") ||
            (is_named (name, "anyOf", "oneOf") && is_nullable_union (self, schema))))
    copy_parts (self, value, place);
  else
    mcp_json_writer_value (self->writer, value);
}

/* Something is pinned in what the reference leads to: others that refer to it still have it. */
static gboolean
must_unfold (Copier *self, McpJsonValue schema, const Place *place)
{
  return place->pins != NULL && place->pins->len > 0 &&
         mcp_json_value_exists (mcp_json_value_get_member (schema, "$ref")) &&
         mcp_json_value_get_kind (app_form_schema_follow (self->root, schema)) == MCP_JSON_OBJECT;
}

/* A schema, or a part of one, that speaks of the value at @place. */
static void
copy_part (Copier *self, McpJsonValue schema, const Place *place)
{
  McpJsonValue target = MCP_JSON_NO_VALUE;
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
  if (must_unfold (self, schema, place))
    target = app_form_schema_follow (self->root, schema);
  mcp_json_iter_init (&iter, schema);
  while (mcp_json_iter_next (&iter, &name, &value))
    if (!mcp_json_value_exists (target) || !mcp_json_value_string_equals (name, "$ref"))
      copy_member (self, schema, name, value, place);
  mcp_json_iter_init (&iter, target);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (schema, key)))
        copy_member (self, target, name, value, place);
    }
  mcp_json_writer_end_object (self->writer);
  self->depth--;
}

static void
copy_schema (Copier *self, McpJsonValue schema, const Place *outer)
{
  g_autoptr (GHashTable) hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Place place = { outer->pins, outer->level, hidden };
  guint parts = 0;

  collect_hidden (self, schema, &place, &parts);
  copy_part (self, schema, &place);
}

static char *
copy (McpJsonValue root, GPtrArray *pins, GHashTable *used)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Copier copier = { writer, root, used, 0 };
  Place  place = { pins, 0, NULL };

  copy_schema (&copier, root, &place);
  return mcp_json_writer_finish_text (writer);
}

static GPtrArray *
list_pins (GPtrArray *entries)
{
  GPtrArray *pins = g_ptr_array_new ();

  for (guint i = 0; i < entries->len; i++)
    {
      AppPresetEntry *entry = g_ptr_array_index (entries, i);

      if (app_preset_get_info (entry->preset)->kind == APP_PRESET_PINNED)
        g_ptr_array_add (pins, entry);
    }
  return pins;
}

typedef struct
{
  McpJsonValue root;
  GHashTable  *used;
  GPtrArray   *waiting; /* names whose definitions were not looked through yet */
  guint        depth;
} Collector;

/* @token: the token of a pointer, percent-encoded as in a URI, and what follows it. */
static void
note_definition (Collector *self, const char *token)
{
  g_autofree char *first = g_strndup (token, strcspn (token, "/"));
  g_autofree char *plain = g_uri_unescape_string (first, NULL);
  g_auto (GStrv) parts = g_strsplit (plain != NULL ? plain : first, "~1", -1);
  g_autofree char *slashes = g_strjoinv ("/", parts);
  g_auto (GStrv) halves = g_strsplit (slashes, "~0", -1);
  char *key = g_strjoinv ("~", halves);

  if (!g_hash_table_contains (self->used, key))
    g_ptr_array_add (self->waiting, g_strdup (key));
  g_hash_table_add (self->used, key);
}

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
          note_definition (self, text + strlen (prefixes[i]));
    }
  self->depth--;
}

char *
app_preset_dup_model_schema (McpJsonValue root, GPtrArray *entries)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);
  Collector        collector;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) pins = NULL;

  if (!mcp_json_value_exists (root))
    return g_strdup ("{}");
  pins = list_pins (entries);
  text = copy (root, pins, NULL);
  if (entries->len == 0)
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
  return copy (root, pins, used);
}
