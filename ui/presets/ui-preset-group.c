/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-preset-group.h"
#include "ui-field-list.h"
#include "ui-preset-pins.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-presets-form.h"

#include <glib/gi18n.h>

struct _UiPresetGroup
{
  GtkBox parent_instance;

  AppPresets *presets;
  AppForm    *form; /* the same inputs as fields */
  gboolean    syncing;
  gboolean    always_open;

  UiPresetPins *pins;
  GtkWidget    *header;
  GtkWidget    *arrow;
  GtkWidget    *all;
  GtkLabel     *state;
  GtkRevealer  *revealer;
  GtkWidget    *list; /* borrowed */
};

UI_DEFINE_TEMPLATE (UiPresetGroup, ui_preset_group, GTK_TYPE_BOX)

/* The form has a member for each preset that is not pinned, by its path. */
static AppField *
find_field (UiPresetGroup *self, AppPreset *preset)
{
  GListModel *fields = app_field_get_children (app_form_get_root (self->form));

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);

      /* The form holds it. */
      if (g_strcmp0 (app_field_get_place (field)->key, app_preset_get_info (preset)->path) == 0)
        return field;
    }
  return NULL;
}

static guint
count_fields (UiPresetGroup *self)
{
  return g_list_model_get_n_items (app_field_get_children (app_form_get_root (self->form)));
}

static void
update_state (UiPresetGroup *self)
{
  guint            n_problems = ui_preset_group_count_problems (self->presets);
  guint            n_fields = count_fields (self);
  g_autofree char *text =
      n_problems > 0
          ? g_strdup_printf (ngettext ("%u required", "%u required", n_problems), n_problems)
          : g_strdup_printf (ngettext ("%u value", "%u values", n_fields), n_fields);

  gtk_label_set_text (self->state, text);
}

static void
set_open (UiPresetGroup *self, gboolean open)
{
  gtk_revealer_set_reveal_child (self->revealer, open);
  ui_widget_set_class (self->arrow, "open", open);
  ui_widget_set_expanded (self->header, open);
}

static void
on_header (UiPresetGroup *self)
{
  set_open (self, !gtk_revealer_get_reveal_child (self->revealer));
}

/* What is set for the server → the fields. */
static void
sync_fields (UiPresetGroup *self)
{
  if (self->syncing)
    return;
  self->syncing = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (self->presets), i);
      AppField        *field = find_field (self, preset);
      const char      *lexeme = app_preset_get_info (preset)->lexeme;
      g_autofree char *shown =
          field != NULL ? mcp_json_value_dup_text (app_field_get_value (field)) : NULL;

      if (field == NULL || g_strcmp0 (lexeme, shown) == 0)
        continue;
      if (lexeme == NULL)
        app_field_clear (field);
      else
        app_field_set_lexeme (field, lexeme);
    }
  self->syncing = FALSE;
  update_state (self);
}

/* The fields → what is to be set. */
static void
on_form_changed (UiPresetGroup *self)
{
  if (self->syncing)
    return;
  self->syncing = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (self->presets), i);
      AppField        *field = find_field (self, preset);
      g_autofree char *lexeme =
          field != NULL ? mcp_json_value_dup_text (app_field_get_value (field)) : NULL;

      if (field == NULL || g_strcmp0 (lexeme, app_preset_get_info (preset)->lexeme) == 0)
        continue;
      app_preset_set_value (preset, app_field_get_value (field));
      g_signal_emit_by_name (self, "preset-changed", app_preset_get_info (preset)->path, lexeme,
                             app_preset_get_info (preset)->secret);
    }
  self->syncing = FALSE;
  update_state (self);
}

static void
let_go (UiPresetGroup *self)
{
  for (guint i = 0;
       self->presets != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (self->presets), i);
      g_signal_handlers_disconnect_by_data (preset, self);
    }
  ui_clear_watched (&self->form, self);
  g_clear_object (&self->presets);
}

UI_DEFINE_DISPOSE (UiPresetGroup, ui_preset_group)
{
  let_go (self);
}

UI_DEFINE_CLASS (UiPresetGroup, ui_preset_group)
{
  G_OBJECT_CLASS (klass)->dispose = ui_preset_group_dispose;

  mcp_signal_new (klass, "preset-changed", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);

  g_type_ensure (UI_TYPE_PRESET_PINS);
  ui_template_set (widget_class, "ui/presets/ui-preset-group.ui");
  ui_template_bind_children (widget_class, UiPresetGroup, pins, header, arrow, all, state,
                             revealer);
  ui_template_bind_callbacks (widget_class, on_header);
}

static void
show_presets (UiPresetGroup *self)
{
  self->form = app_presets_create_form (self->presets);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (self->presets), i);
      ui_connect (preset, "notify::lexeme", sync_fields, self);
    }
  sync_fields (self);
  ui_connect (self->form, "changed", on_form_changed, self);
  gtk_widget_set_visible (self->header, count_fields (self) > 0);
  if (count_fields (self) == 0)
    return;
  self->list = ui_field_list_new (self->form, app_form_get_root (self->form));
  gtk_revealer_set_child (self->revealer, self->list);
  set_open (self, self->always_open || ui_preset_group_count_problems (self->presets) > 0);
}

void
ui_preset_group_set_always_open (UiPresetGroup *self)
{
  g_return_if_fail (UI_IS_PRESET_GROUP (self));

  self->always_open = TRUE;
  gtk_widget_set_visible (self->all, FALSE);
}

void
ui_preset_group_set_presets (UiPresetGroup *self, AppPresets *presets)
{
  g_return_if_fail (UI_IS_PRESET_GROUP (self));
  g_return_if_fail (presets == NULL || APP_IS_PRESETS (presets));

  if (self->presets == presets)
    return;
  let_go (self);
  self->list = NULL;
  gtk_revealer_set_child (self->revealer, NULL);
  g_set_object (&self->presets, presets);
  ui_preset_pins_set_presets (self->pins, presets);
  gboolean any = presets != NULL && app_presets_get_status (presets) != APP_PRESETS_NONE;
  gtk_widget_set_visible (GTK_WIDGET (self), any);
  if (any)
    show_presets (self);
}

guint
ui_preset_group_count_problems (AppPresets *presets)
{
  guint n_problems = 0;
  guint n_presets = presets != NULL ? g_list_model_get_n_items (G_LIST_MODEL (presets)) : 0;

  for (guint i = 0; i < n_presets; i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (presets), i);
      n_problems += app_preset_get_info (preset)->error != NULL ? 1 : 0;
    }
  return n_problems;
}

void
ui_preset_group_focus (UiPresetGroup *self)
{
  g_return_if_fail (UI_IS_PRESET_GROUP (self));

  if (self->list == NULL)
    return;
  set_open (self, TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (self->presets), i);
      AppField   *field = find_field (self, preset);
      UiFieldRow *row = app_preset_get_info (preset)->error != NULL && field != NULL
                            ? ui_field_list_find_row (UI_FIELD_LIST (self->list), field)
                            : NULL;

      if (row != NULL)
        {
          ui_field_row_focus (row);
          return;
        }
    }
  ui_field_list_focus_position (UI_FIELD_LIST (self->list), 0);
}
