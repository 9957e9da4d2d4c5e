/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-pin.h"
#include "ui-form-view.h"

/* The value moves from the form to the server: its other tools get it too. */
static void
on_pin (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm         *form = ui_form_view_get_form (UI_FORM_VIEW (widget));
  const char      *pointer = g_variant_get_string (parameter, NULL);
  AppField        *field = form != NULL ? app_form_find_field (form, pointer) : NULL;
  g_autofree char *path = field != NULL ? app_form_dup_key_path (form, field) : NULL;
  g_autofree char *lexeme =
      field != NULL ? mcp_json_value_dup_text (app_field_get_value (field)) : NULL;

  if (path == NULL || lexeme == NULL)
    return;
  gboolean secret = app_field_is_secret (field);
  app_field_clear (field);
  g_signal_emit_by_name (widget, "pin-changed", path, lexeme, secret);
}

/* And back, where the form has nothing there. */
static void
on_unpin (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm         *form = ui_form_view_get_form (UI_FORM_VIEW (widget));
  AppPresets      *presets = form != NULL ? app_form_get_presets (form) : NULL;
  const char      *path = g_variant_get_string (parameter, NULL);
  AppPreset       *preset = presets != NULL ? app_presets_find_path (presets, path) : NULL;
  g_autofree char *lexeme =
      preset != NULL ? g_strdup (app_preset_get_lexeme (preset)) : NULL;
  AppField *field = form != NULL ? app_form_find_key_path (form, path) : NULL;

  g_signal_emit_by_name (widget, "pin-changed", path, NULL, FALSE);
  if (field == NULL || app_field_get_presence (field) != APP_PRESENCE_ABSENT)
    return;
  if (lexeme != NULL)
    app_field_set_lexeme (field, lexeme);
  g_autofree char *pointer = app_field_dup_pointer (field);
  ui_form_view_focus_field (UI_FORM_VIEW (widget), pointer);
}

static void
on_show_presets (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "show-presets");
}

void
ui_form_pin_install_actions (GtkWidgetClass *view_class)
{
  GType type = G_TYPE_FROM_CLASS (view_class);

  g_signal_new ("pin-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
  g_signal_new ("show-presets", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (view_class, "form.pin", "s", on_pin);
  gtk_widget_class_install_action (view_class, "form.unpin", "s", on_unpin);
  gtk_widget_class_install_action (view_class, "form.show-presets", NULL, on_show_presets);
}
