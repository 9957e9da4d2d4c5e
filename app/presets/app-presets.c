/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-presets.h"

#include "app-form-provider.h"
#include "app-preset-entry.h"
#include "app-preset-injection.h"
#include "app-preset-model.h"

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
  AppPresets     *self = APP_PRESETS (list);
  AppPresetEntry *entry;

  if (position >= self->entries->len)
    return NULL;
  entry = g_ptr_array_index (self->entries, position);
  return g_object_ref (entry->preset);
}

static void
app_presets_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_presets_get_item_type;
  iface->get_n_items = app_presets_get_n_items;
  iface->get_item = app_presets_get_item;
}

static void
app_presets_finalize (GObject *object)
{
  AppPresets *self = APP_PRESETS (object);

  g_ptr_array_unref (self->entries);
  mcp_json_slot_clear (&self->schema);
  G_OBJECT_CLASS (app_presets_parent_class)->finalize (object);
}

static void
app_presets_class_init (AppPresetsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_presets_finalize;
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
  AppPreset      *known = app_presets_find_path (self, app_preset_get_info (theirs->preset)->path);
  AppPresetEntry *entry;

  if (known != NULL)
    {
      app_preset_add_user (known, tool);
      if (app_preset_is_missing (theirs->preset))
        app_preset_require (known);
      return;
    }
  entry = g_new0 (AppPresetEntry, 1);
  entry->preset = g_object_ref (theirs->preset);
  entry->path = g_array_ref (theirs->path);
  entry->old_path = g_strdup (theirs->old_path);
  app_preset_add_user (entry->preset, tool);
  g_ptr_array_add (self->entries, entry);
}

void
app_presets_merge (AppPresets *self, AppPresets *other, const char *tool)
{
  guint before;

  g_return_if_fail (APP_IS_PRESETS (self));
  g_return_if_fail (APP_IS_PRESETS (other));

  before = self->entries->len;
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
  g_auto (GStrv) tokens = NULL;
  g_autoptr (GPtrArray) entries = g_ptr_array_ref (APP_PRESETS (provider)->entries);

  if (pointer[0] != '/')
    return pointer[0] == '\0' && entries->len > 0;
  tokens = g_strsplit (pointer + 1, "/", -1);
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
  return app_preset_strip (APP_PRESETS (provider)->entries, arguments);
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
  return app_preset_dup_model_schema (self->schema.value, self->entries);
}

char *
app_presets_inject (AppPresets *self, McpJsonValue arguments, GPtrArray **problems)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);
  return app_preset_inject (self->entries, arguments, FALSE, problems);
}

char *
app_presets_inject_masked (AppPresets *self, McpJsonValue arguments)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);
  return app_preset_inject (self->entries, arguments, TRUE, NULL);
}
