/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-entry.h"

#include <string.h>

#include "app-form-schema.h"
#include "app-preset-match.h"

/* Sub-schemas that are looked at for one tool, and levels in which an input may be. */
#define MAX_VISITS 20000u
#define MAX_DEPTH 64u

typedef struct
{
  McpJsonValue root;
  McpJsonValue pins;
  GPtrArray   *entries;
  GArray      *path;  /* AppPresetStep; the names are not owned */
  GArray      *nodes; /* guint32: schemas on the way, against circles */
  guint        visits;
} Finder;

static void find_inside (Finder *self, McpJsonValue schema);

static void
step_clear (gpointer data)
{
  g_free (((AppPresetStep *)data)->name);
}

void
app_preset_entry_free (gpointer data)
{
  AppPresetEntry *entry = data;

  g_object_unref (entry->preset);
  g_array_unref (entry->path);
  g_free (entry->old_path);
  g_free (entry);
}

const AppPresetStep *
app_preset_entry_get_step (const AppPresetEntry *self, guint level)
{
  return &g_array_index (self->path, AppPresetStep, level);
}

/* @old: as tuples were written before. */
static char *
dup_path_text (GArray *path, gboolean old)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < path->len; i++)
    {
      const AppPresetStep *step = &g_array_index (path, AppPresetStep, i);

      if (i > 0)
        g_string_append_c (text, '.');
      if (step->kind == APP_PRESET_STEP_NAME)
        g_string_append (text, step->name);
      else if (step->kind == APP_PRESET_STEP_ITEMS)
        g_string_append (text, "items");
      else
        g_string_append_printf (text, old ? "items[%u]" : "items.%u", step->index);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_same_path (GArray *a, GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const AppPresetStep *x = &g_array_index (a, AppPresetStep, i);
      const AppPresetStep *y = &g_array_index (b, AppPresetStep, i);

      if (x->kind != y->kind || x->index != y->index || g_strcmp0 (x->name, y->name) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Parts of an allOf may name the same property. */
static gboolean
is_known (Finder *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (is_same_path (((AppPresetEntry *)g_ptr_array_index (self->entries, i))->path, self->path))
      return TRUE;
  return FALSE;
}

static void
add_entry (Finder *self, McpJsonValue schema, const char *text)
{
  AppPresetEntry *entry = g_new0 (AppPresetEntry, 1);
  AppPresetStep  *last = &g_array_index (self->path, AppPresetStep, self->path->len - 1);

  entry->path = g_array_new (FALSE, FALSE, sizeof (AppPresetStep));
  g_array_set_clear_func (entry->path, step_clear);
  for (guint i = 0; i < self->path->len; i++)
    {
      AppPresetStep step = g_array_index (self->path, AppPresetStep, i);

      if (step.kind == APP_PRESET_STEP_INDEX && entry->old_path == NULL)
        entry->old_path = dup_path_text (self->path, TRUE);
      step.name = g_strdup (step.name);
      g_array_append_val (entry->path, step);
    }
  entry->preset = app_preset_new (self->root, schema, text, last->name, last->required);
  g_ptr_array_add (self->entries, entry);
}

static void
find_at (Finder *self, McpJsonValue schema, const AppPresetStep *step)
{
  g_autofree char *text = NULL;
  gboolean         pinned = FALSE;

  if (self->path->len >= MAX_DEPTH || ++self->visits > MAX_VISITS)
    return;
  g_array_append_val (self->path, *step);
  if (step->kind == APP_PRESET_STEP_NAME && mcp_json_value_exists (self->pins))
    {
      text = dup_path_text (self->path, FALSE);
      pinned = mcp_json_value_exists (mcp_json_value_get_member (self->pins, text));
    }
  if (step->kind == APP_PRESET_STEP_NAME &&
      (pinned || app_preset_detect (self->root, schema)))
    {
      if (text == NULL)
        text = dup_path_text (self->path, FALSE);
      if (self->entries->len < APP_PRESETS_MAX && !is_known (self))
        add_entry (self, schema, text);
    }
  else
    find_inside (self, schema);
  g_array_set_size (self->path, self->path->len - 1);
}

static gboolean
is_required (McpJsonValue required, McpJsonValue name)
{
  for (McpJsonWalk item = mcp_json_walk (required); mcp_json_walk_next (&item);)
    if (mcp_json_value_equal (item.value, name))
      return TRUE;
  return FALSE;
}

static void
find_in_properties (Finder *self, McpJsonValue schema)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");
  McpJsonValue required = mcp_json_value_get_member (schema, "required");

  if (mcp_json_value_get_kind (properties) != MCP_JSON_OBJECT)
    return;
  for (McpJsonWalk each = mcp_json_walk (properties); mcp_json_walk_next (&each);)
    {
      gsize            length = 0;
      g_autofree char *key = mcp_json_value_dup_string (each.name, &length);
      AppPresetStep    step = { APP_PRESET_STEP_NAME, 0, key, is_required (required, each.name) };

      /* A name with NUL in it is nobody's, and would be taken for another one. */
      if (key != NULL && strlen (key) == length)
        find_at (self, each.value, &step);
    }
}

/* "items" before 2020-12, and "prefixItems" from then on, may be a tuple. */
static void
find_in_items (Finder *self, McpJsonValue schema)
{
  McpJsonValue  items = mcp_json_value_get_member (schema, "items");
  McpJsonValue  tuple = mcp_json_value_get_member (schema, "prefixItems");
  AppPresetStep step = { APP_PRESET_STEP_INDEX, 0, NULL, TRUE };

  if (mcp_json_value_get_kind (items) == MCP_JSON_ARRAY)
    tuple = items;
  if (mcp_json_value_get_kind (tuple) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk item = mcp_json_walk (tuple); mcp_json_walk_next (&item);)
        {
          find_at (self, item.value, &step);
          step.index++;
        }
    }
  step.kind = APP_PRESET_STEP_ITEMS;
  if (mcp_json_value_get_kind (items) == MCP_JSON_OBJECT)
    find_at (self, items, &step);
}

/* Parts of an allOf hold for the same value, and what a reference beside properties leads to;
 * branches that are chosen between are left alone. */
static void
find_in_parts (Finder *self, McpJsonValue schema)
{
  McpJsonValue all = mcp_json_value_get_member (schema, "allOf");

  if (mcp_json_value_exists (mcp_json_value_get_member (schema, "$ref")))
    find_inside (self, app_form_schema_follow (self->root, schema));
  if (mcp_json_value_get_kind (all) != MCP_JSON_ARRAY)
    return;
  for (McpJsonWalk part = mcp_json_walk (all);
       ++self->visits < MAX_VISITS && mcp_json_walk_next (&part);)
    find_inside (self, part.value);
}

static void
find_inside (Finder *self, McpJsonValue schema)
{
  schema = app_preset_match_resolve (self->root, schema, NULL);
  if (!mcp_json_value_exists (schema))
    return;
  for (guint i = 0; i < self->nodes->len; i++)
    if (g_array_index (self->nodes, guint32, i) == schema.node)
      return;
  g_array_append_val (self->nodes, schema.node);
  find_in_properties (self, schema);
  find_in_items (self, schema);
  find_in_parts (self, schema);
  g_array_set_size (self->nodes, self->nodes->len - 1);
}

void
app_presets_find (McpJsonValue schema, McpJsonValue pins, GPtrArray *entries)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (AppPresetStep));
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  Finder      finder = { schema, pins, entries, path, nodes, 0 };
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (schema, &length);

  if (mcp_json_value_get_n_items (pins) == 0 && !app_preset_kind_may_be_in (text, length))
    return;
  find_inside (&finder, schema);
}

GPtrArray *
app_presets_select_name (GPtrArray *entries, guint level, const char *name)
{
  GPtrArray *selected = g_ptr_array_new ();

  for (guint i = 0; entries != NULL && name != NULL && i < entries->len; i++)
    {
      AppPresetEntry *entry = g_ptr_array_index (entries, i);

      if (level < entry->path->len &&
          app_preset_entry_get_step (entry, level)->kind == APP_PRESET_STEP_NAME &&
          strcmp (app_preset_entry_get_step (entry, level)->name, name) == 0)
        g_ptr_array_add (selected, entry);
    }
  return selected;
}

GPtrArray *
app_presets_select_item (GPtrArray *entries, guint level, guint index)
{
  GPtrArray *selected = g_ptr_array_new ();

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      AppPresetEntry *entry = g_ptr_array_index (entries, i);

      if (level >= entry->path->len)
        continue;
      const AppPresetStep *step = app_preset_entry_get_step (entry, level);
      if (step->kind != APP_PRESET_STEP_NAME &&
          (index == G_MAXUINT || step->index == index ||
           (step->kind == APP_PRESET_STEP_ITEMS && index >= step->index)))
        g_ptr_array_add (selected, entry);
    }
  return selected;
}

const AppPresetEntry *
app_presets_find_end (GPtrArray *entries, guint level)
{
  for (guint i = 0; i < entries->len; i++)
    {
      AppPresetEntry *entry = g_ptr_array_index (entries, i);

      if (entry->path->len == level + 1)
        return entry;
    }
  return NULL;
}
