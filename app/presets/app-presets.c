/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-presets.h"

#include <string.h>

#include "app-form-provider.h"
#include "app-form-schema.h"
#include "app-preset-entry.h"
#include "app-preset-match.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

/* Sub-schemas below this are copied as they are. */
#define MAX_DEPTH 100u
/* References and parts that one schema is made of. */
#define MAX_PARTS 200u

struct _AppPresets
{
  GObject parent_instance;

  McpJsonSlot schema;
  GPtrArray  *entries; /* AppPresetEntry */
};

static void app_presets_list_init (GListModelInterface *iface);
static void app_presets_provider_init (AppFormProviderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (
    AppPresets,
    app_presets,
    G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_presets_list_init)
        G_IMPLEMENT_INTERFACE (APP_TYPE_FORM_PROVIDER, app_presets_provider_init))
MCP_DEFINE_CLASS_INIT (AppPresets, app_presets)

static GType
app_presets_get_item_type (GListModel *list)
{
  return APP_TYPE_PRESET;
}

static guint
app_presets_get_n_items (GListModel *list)
{
  return APP_PRESETS (list)->entries->len;
}

static gpointer
app_presets_get_item (GListModel *list, guint position)
{
  AppPresets *self = APP_PRESETS (list);

  if (position >= self->entries->len)
    return NULL;
  AppPresetEntry *entry = g_ptr_array_index (self->entries, position);
  return g_object_ref (entry->preset);
}

static void
app_presets_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_presets_get_item_type;
  iface->get_n_items = app_presets_get_n_items;
  iface->get_item = app_presets_get_item;
}

MCP_DEFINE_FINALIZE (AppPresets, app_presets)
{
  g_ptr_array_unref (self->entries);
  mcp_json_slot_clear (&self->schema);
}

static void
app_presets_init (AppPresets *self)
{
  self->entries = g_ptr_array_new_with_free_func (app_preset_entry_free);
}

AppPresets *
app_presets_new_with_pins (McpJsonValue schema, McpJsonValue pins)
{
  AppPresets *self = g_object_new (APP_TYPE_PRESETS, NULL);

  mcp_json_slot_set (&self->schema, schema);
  app_presets_find (schema, pins, self->entries);
  for (guint i = 0; i < self->entries->len; i++)
    {
      AppPreset *preset = ((AppPresetEntry *)g_ptr_array_index (self->entries, i))->preset;

      if (app_preset_get_info (preset)->kind == APP_PRESET_PINNED)
        app_preset_set_value (preset,
                              mcp_json_value_get_member (pins, app_preset_get_info (preset)->path));
    }
  return self;
}

AppPresets *
app_presets_new (McpJsonValue schema)
{
  return app_presets_new_with_pins (schema, MCP_JSON_NO_VALUE);
}

AppPresets *
app_presets_new_merged (void)
{
  return g_object_new (APP_TYPE_PRESETS, NULL);
}

/* Of two that share a value, the one that must be set says so. */
static void
merge_entry (AppPresets *self, AppPresetEntry *theirs, const char *tool)
{
  AppPreset *known = app_presets_find_path (self, app_preset_get_info (theirs->preset)->path);

  if (known != NULL)
    {
      app_preset_add_user (known, tool);
      if (app_preset_is_missing (theirs->preset))
        app_preset_require (known);
      return;
    }
  AppPresetEntry *entry = g_new0 (AppPresetEntry, 1);
  entry->preset = g_object_ref (theirs->preset);
  entry->path = g_array_ref (theirs->path);
  entry->old_path = g_strdup (theirs->old_path);
  app_preset_add_user (entry->preset, tool);
  g_ptr_array_add (self->entries, entry);
}

void
app_presets_merge (AppPresets *self, AppPresets *other, const char *tool)
{
  g_return_if_fail (APP_IS_PRESETS (self));
  g_return_if_fail (APP_IS_PRESETS (other));

  guint before = self->entries->len;
  for (guint i = 0; i < other->entries->len && self->entries->len < APP_PRESETS_MAX; i++)
    merge_entry (self, g_ptr_array_index (other->entries, i), tool);
  if (self->entries->len > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->entries->len - before);
}

AppPresetsStatus
app_presets_get_status (AppPresets *self)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), APP_PRESETS_NONE);

  for (guint i = 0; i < self->entries->len; i++)
    {
      AppPreset *preset = ((AppPresetEntry *)g_ptr_array_index (self->entries, i))->preset;

      if (app_preset_get_info (preset)->kind != APP_PRESET_PINNED &&
          app_preset_needs_value (preset))
        return APP_PRESETS_REQUIRED;
    }
  return self->entries->len > 0 ? APP_PRESETS_OPTIONAL : APP_PRESETS_NONE;
}

void
app_presets_set_values (AppPresets *self, McpJsonValue values)
{
  g_return_if_fail (APP_IS_PRESETS (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      AppPresetEntry *entry = g_ptr_array_index (self->entries, i);
      McpJsonValue    value =
          mcp_json_value_get_member (values, app_preset_get_info (entry->preset)->path);

      if (app_preset_get_info (entry->preset)->kind == APP_PRESET_PINNED)
        continue;
      if (!mcp_json_value_exists (value) && entry->old_path != NULL)
        value = mcp_json_value_get_member (values, entry->old_path);
      app_preset_set_value (entry->preset, value);
    }
}

AppPreset *
app_presets_find_path (AppPresets *self, const char *path)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      AppPreset *preset = ((AppPresetEntry *)g_ptr_array_index (self->entries, i))->preset;

      if (g_strcmp0 (app_preset_get_info (preset)->path, path) == 0)
        return preset;
    }
  return NULL;
}

/* Putting what is set into arguments, and taking what is pinned out of them */

typedef struct
{
  GPtrArray *problems;
  gboolean   masks; /* secrets are not to be seen */
} Injection;

static gboolean inject_object (Injection     *self,
                               McpJsonWriter *writer,
                               McpJsonValue   object,
                               GPtrArray     *entries,
                               guint          level);

/* What JavaScript takes for true: such a value stays. */
static gboolean
is_truthy (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_BOOLEAN:
      return mcp_json_value_get_boolean (value, FALSE);
    case MCP_JSON_NUMBER:
      return mcp_json_value_get_double (value, 0) != 0;
    case MCP_JSON_STRING:
      return mcp_json_value_get_length (value) > 2;
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      return TRUE;
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    default:
      return FALSE;
    }
}

/* Whether an argument that is there goes before what is set. A parameter that is pinned may be
 * given with any value. */
static gboolean
is_given (const AppPresetEntry *entry, McpJsonValue value)
{
  return is_truthy (value) || app_preset_get_info (entry->preset)->kind == APP_PRESET_PINNED;
}

static void
inject_value (Injection     *self,
              McpJsonWriter *writer,
              McpJsonValue   value,
              GPtrArray     *entries,
              guint          level)
{
  g_autoptr (GPtrArray) any = app_presets_select_item (entries, level, G_MAXUINT);
  McpJsonValue item;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      inject_object (self, writer, value, entries, level);
      return;
    }
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY || any->len == 0)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      g_autoptr (GPtrArray) inside = app_presets_select_item (any, level, i);

      inject_value (self, writer, item, inside, level + 1);
    }
  mcp_json_writer_end_array (writer);
}

/* Whether an input must be there although the objects around it are not. */
static gboolean
is_due (const AppPresetEntry *entry, guint level, gboolean parent_exists)
{
  if (parent_exists)
    return TRUE;
  for (guint i = 0; i < level; i++)
    if (!app_preset_entry_get_step (entry, i)->required)
      return FALSE;
  return TRUE;
}

/* Returns: (nullable): what is put in for an input that the arguments lack */
static char *
dup_argument (Injection *self, const AppPresetEntry *entry, guint level, gboolean parent_exists)
{
  AppPreset  *preset = entry->preset;
  const char *error = app_preset_get_info (preset)->error;
  gboolean    due = is_due (entry, level, parent_exists);

  if (error != NULL && (due || app_preset_get_info (preset)->lexeme != NULL))
    g_ptr_array_add (self->problems, g_strdup (error));
  if (!due && !app_preset_has_value (preset))
    return NULL;
  return self->masks ? app_preset_dup_masked_argument (preset) : app_preset_dup_argument (preset);
}

/* A member that the arguments lack. Returns: whether it was written */
static gboolean
inject_missing (Injection     *self,
                McpJsonWriter *writer,
                const char    *name,
                GPtrArray     *entries,
                guint          level,
                gboolean       parent_exists)
{
  const AppPresetEntry *end = app_presets_find_end (entries, level);
  g_autofree char      *text = NULL;

  if (end != NULL)
    text = dup_argument (self, end, level, parent_exists);
  else
    {
      g_autoptr (McpJsonWriter) inner = mcp_json_writer_new ();
      gboolean any = inject_object (self, inner, MCP_JSON_NO_VALUE, entries, level + 1);

      text = mcp_json_writer_finish_text (inner);
      if (!any)
        g_clear_pointer (&text, g_free);
    }
  if (text == NULL)
    return FALSE;
  mcp_json_writer_add (writer, "%s: %r", name, text);
  return TRUE;
}

static void
inject_member (Injection     *self,
               McpJsonWriter *writer,
               McpJsonValue   name,
               McpJsonValue   value,
               GPtrArray     *entries,
               guint          level)
{
  const AppPresetEntry *end = app_presets_find_end (entries, level);

  if (end == NULL)
    {
      mcp_json_writer_name_value (writer, name);
      inject_value (self, writer, value, entries, level + 1);
    }
  else if (is_given (end, value) ||
           !inject_missing (self,
                            writer,
                            app_preset_entry_get_step (end, level)->name,
                            entries,
                            level,
                            TRUE))
    mcp_json_writer_add (writer, "%v: %v", name, value);
}

/* @object: none where it is made for the inputs. Returns: whether it has a member */
static gboolean
inject_object (Injection     *self,
               McpJsonWriter *writer,
               McpJsonValue   object,
               GPtrArray     *entries,
               guint          level)
{
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean any = FALSE;

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      g_autoptr (GPtrArray) inside = app_presets_select_name (entries, level, key);

      if (inside->len > 0)
        inject_member (self, writer, each.name, each.value, inside, level);
      else
        mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
      any = TRUE;
    }
  for (guint i = 0; i < entries->len; i++)
    {
      const AppPresetEntry *entry = g_ptr_array_index (entries, i);
      const char           *key =
          level < entry->path->len ? app_preset_entry_get_step (entry, level)->name : NULL;

      if (key == NULL || !g_hash_table_add (done, (gpointer)key) ||
          mcp_json_value_exists (mcp_json_value_get_member (object, key)))
        continue;
      g_autoptr (GPtrArray) inside = app_presets_select_name (entries, level, key);
      any |= inject_missing (self,
                             writer,
                             key,
                             inside,
                             level,
                             level == 0 || mcp_json_value_exists (object));
    }
  mcp_json_writer_end_object (writer);
  return any;
}

/* @masks: secrets are not to be seen */
static char *
inject (GPtrArray   *entries,
        McpJsonValue arguments,
        gboolean     masks,
        GPtrArray  **problems)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  Injection        injection = { found, masks };
  g_autofree char *text = NULL;

  if (mcp_json_value_exists (arguments) &&
      mcp_json_value_get_kind (arguments) != MCP_JSON_OBJECT)
    mcp_json_writer_value (writer, arguments);
  else
    inject_object (&injection, writer, arguments, entries, 0);
  if (problems != NULL)
    *problems = found->len > 0 ? g_steal_pointer (&found) : NULL;
  text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return g_steal_pointer (&text);
  return mcp_json_value_print_compact (mcp_json_document_get_root (document));
}

static gboolean
is_pinned (GPtrArray *entries, guint level)
{
  const AppPresetEntry *end = app_presets_find_end (entries, level);

  return end != NULL && app_preset_get_info (end->preset)->kind == APP_PRESET_PINNED;
}

static void
strip_value (McpJsonWriter *writer, McpJsonValue value, GPtrArray *entries, guint level)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT || entries->len == 0)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);
      g_autoptr (GPtrArray) inside = app_presets_select_name (entries, level, key);

      if (is_pinned (inside, level))
        continue;
      mcp_json_writer_name_value (writer, member.name);
      strip_value (writer, member.value, inside, level + 1);
    }
  mcp_json_writer_end_object (writer);
}

static char *
strip_pinned (GPtrArray *entries, McpJsonValue arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  strip_value (writer, arguments, entries, 0);
  return mcp_json_writer_finish_text (writer);
}

/* The schema without the inputs, as a model is shown it */

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
  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT || ++*parts > MAX_PARTS)
    return;
  for (McpJsonWalk property = mcp_json_walk (mcp_json_value_get_member (schema, "properties"));
       mcp_json_walk_next (&property);)
    {
      g_autofree char *key = mcp_json_value_dup_string (property.name, NULL);

      if (key != NULL && is_hidden (self, place, key, property.value))
        g_hash_table_add (place->hidden, g_steal_pointer (&key));
    }
  if (mcp_json_value_exists (mcp_json_value_get_member (schema, "$ref")))
    collect_hidden (self, app_form_schema_follow (self->root, schema), place, parts);
  for (McpJsonWalk property = mcp_json_walk (mcp_json_value_get_member (schema, "allOf"));
       mcp_json_walk_next (&property);)
    collect_hidden (self, property.value, place, parts);
}

static void
copy_properties (Copier *self, McpJsonValue properties, const Place *place)
{
  mcp_json_writer_begin_object (self->writer);
  for (McpJsonWalk property = mcp_json_walk (properties); mcp_json_walk_next (&property);)
    {
      g_autofree char *key = mcp_json_value_dup_string (property.name, NULL);
      Place            inner = { NULL, place->level + 1, NULL };

      if (key != NULL && g_hash_table_contains (place->hidden, key))
        continue;
      g_autoptr (GPtrArray) inside = app_presets_select_name (place->pins, place->level, key);
      inner.pins = inside;
      mcp_json_writer_name_value (self->writer, property.name);
      copy_schema (self, property.value, &inner);
    }
  mcp_json_writer_end_object (self->writer);
}

static void
copy_required (Copier *self, McpJsonValue required, const Place *place)
{
  mcp_json_writer_begin_array (self->writer);
  for (McpJsonWalk item = mcp_json_walk (required); mcp_json_walk_next (&item);)
    {
      g_autofree char *key = mcp_json_value_dup_string (item.value, NULL);

      if (key == NULL || !g_hash_table_contains (place->hidden, key))
        mcp_json_writer_value (self->writer, item.value);
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
  Place    nowhere = { NULL, 0, NULL };
  gboolean any = FALSE;

  for (McpJsonWalk schema = mcp_json_walk (definitions); mcp_json_walk_next (&schema);)
    {
      g_autofree char *text = mcp_json_value_dup_string (schema.name, NULL);

      if (self->used != NULL && (text == NULL || !g_hash_table_contains (self->used, text)))
        continue;
      if (!any)
        {
          mcp_json_writer_name_value (self->writer, name);
          mcp_json_writer_begin_object (self->writer);
          any = TRUE;
        }
      mcp_json_writer_name_value (self->writer, schema.name);
      copy_schema (self, schema.value, &nowhere);
    }
  if (any)
    mcp_json_writer_end_object (self->writer);
}

/* Whether the branches are one schema and null, which is another way to write that schema. */
static gboolean
is_nullable_union (Copier *self, McpJsonValue schema)
{
  gboolean nullable = FALSE;

  if (mcp_json_value_exists (mcp_json_value_get_member (schema, "properties")))
    return FALSE;
  McpJsonValue inside = app_preset_match_resolve (self->root, schema, &nullable);
  return mcp_json_value_exists (inside) && inside.node != schema.node;
}

static void
copy_parts (Copier *self, McpJsonValue parts, const Place *place)
{
  mcp_json_writer_begin_array (self->writer);
  for (McpJsonWalk part = mcp_json_walk (parts); mcp_json_walk_next (&part);)
    copy_part (self, part.value, place);
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

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT || self->depth >= MAX_DEPTH)
    {
      mcp_json_writer_value (self->writer, schema);
      return;
    }
  self->depth++;
  mcp_json_writer_begin_object (self->writer);
  if (must_unfold (self, schema, place))
    target = app_form_schema_follow (self->root, schema);
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    if (!mcp_json_value_exists (target) || !mcp_json_value_string_equals (each.name, "$ref"))
      copy_member (self, schema, each.name, each.value, place);
  for (McpJsonWalk member = mcp_json_walk (target); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (schema, key)))
        copy_member (self, target, member.name, member.value, place);
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

  if (self->depth >= MAX_DEPTH)
    return;
  self->depth++;
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      if (skip_definitions && is_named (member.name, "$defs", "definitions"))
        continue;
      collect (self, member.value, FALSE);
      if (!mcp_json_value_string_equals (member.name, "$ref"))
        continue;
      g_autofree char *text = mcp_json_value_dup_string (member.value, NULL);
      for (guint i = 0; text != NULL && i < G_N_ELEMENTS (prefixes); i++)
        if (g_str_has_prefix (text, prefixes[i]))
          note_definition (self, text + strlen (prefixes[i]));
    }
  self->depth--;
}

static char *
dup_model_schema (McpJsonValue root, GPtrArray *entries)
{
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);

  if (!mcp_json_value_exists (root))
    return g_strdup ("{}");
  g_autoptr (GPtrArray) pins = list_pins (entries);
  g_autofree char *text = copy (root, pins, NULL);
  if (entries->len == 0)
    return g_steal_pointer (&text);

  /* Definitions that only the inputs used go too. */
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  Collector collector = (Collector){ mcp_json_document_get_root (document), used, waiting, 0 };
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

/* As the provider of a form */

/* Of the entries, those that go through one token of a pointer. */
static GPtrArray *
select_token (GPtrArray *entries, guint level, const char *token)
{
  g_auto (GStrv) parts = g_strsplit (token, "~1", -1);
  g_autofree char *slashes = g_strjoinv ("/", parts);
  g_auto (GStrv) halves = g_strsplit (slashes, "~0", -1);
  g_autofree char *name = g_strjoinv ("~", halves);
  g_autoptr (GPtrArray) selected = app_presets_select_name (entries, level, name);
  guint64 index;

  if (selected->len == 0 && g_ascii_string_to_unsigned (token, 10, 0, G_MAXUINT - 1, &index, NULL))
    return app_presets_select_item (entries, level, (guint)index);
  return g_steal_pointer (&selected);
}

static gboolean
provides (AppFormProvider *provider, const char *pointer)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_ref (APP_PRESETS (provider)->entries);

  if (pointer[0] != '/')
    return pointer[0] == '\0' && entries->len > 0;
  g_auto (GStrv) tokens = g_strsplit (pointer + 1, "/", -1);
  for (guint i = 0; tokens[i] != NULL && entries->len > 0; i++)
    {
      GPtrArray *inside = select_token (entries, i, tokens[i]);

      g_ptr_array_unref (entries);
      entries = inside;
    }
  return entries->len > 0;
}

static gboolean
hides (AppFormProvider *provider, McpJsonValue root, McpJsonValue schema)
{
  return app_preset_detect (root, schema);
}

static char *
strip (AppFormProvider *provider, McpJsonValue arguments)
{
  return strip_pinned (APP_PRESETS (provider)->entries, arguments);
}

static void
app_presets_provider_init (AppFormProviderInterface *iface)
{
  iface->hides = hides;
  iface->provides = provides;
  iface->strip = strip;
}

McpJsonValue
app_presets_get_schema (AppPresets *self)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), MCP_JSON_NO_VALUE);
  return self->schema.value;
}

char *
app_presets_dup_model_schema (AppPresets *self)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);
  return dup_model_schema (self->schema.value, self->entries);
}

char *
app_presets_inject (AppPresets *self, McpJsonValue arguments, GPtrArray **problems)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);
  return inject (self->entries, arguments, FALSE, problems);
}

char *
app_presets_inject_masked (AppPresets *self, McpJsonValue arguments)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);
  return inject (self->entries, arguments, TRUE, NULL);
}
