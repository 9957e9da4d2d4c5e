/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-setting-row.h"
#include "app-auth-words.h"
#include "ui-template.h"
#include "ui-switch-row.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* What a row remembers: where its change goes. */
typedef struct
{
  AppAuthDebugger *debugger;
  McpAuthSetting   setting;
  gboolean         updating;
} Target;

static void
target_free (gpointer data)
{
  Target *target = data;

  g_object_unref (target->debugger);
  g_free (target);
}

static Target *
get_target (gpointer row)
{
  return g_object_get_data (row, "ui-target");
}

static const char *
get_value (Target *target)
{
  const char *value = app_auth_debugger_get_setting (target->debugger, target->setting);

  return value != NULL ? value : "";
}

/* Lists */

static void
on_selected (AdwComboRow *row)
{
  Target             *target = get_target (row);
  AppAuthSettingWords look = app_auth_words_get_setting (target->setting);
  const char         *value = look.values[adw_combo_row_get_selected (row)];

  if (g_strcmp0 (value, get_value (target)) != 0)
    app_auth_debugger_set_setting (target->debugger, target->setting,
                                   value[0] != '\0' ? value : NULL);
}

static void
update_list (AdwComboRow *row)
{
  Target             *target = get_target (row);
  AppAuthSettingWords look = app_auth_words_get_setting (target->setting);

  for (guint i = 0; look.values[i] != NULL; i++)
    if (g_str_equal (look.values[i], get_value (target)))
      adw_combo_row_set_selected (row, i);
}

static GtkWidget *
create_list (McpAuthSetting setting, const AppAuthSettingWords *look)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkWidget *row = adw_combo_row_new ();

  for (guint i = 0; look->labels[i] != NULL; i++)
    gtk_string_list_append (names, app_auth_words_get_label (setting, i));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (names));
  return row;
}

/* Switches */

static void
on_switched (UiSwitchRow *row)
{
  Target *target = get_target (row);

  if (!target->updating)
    app_auth_debugger_set_setting (target->debugger, target->setting,
                                   ui_switch_row_is_active (row) ? "yes" : NULL);
}

static void
update_switch (UiSwitchRow *row)
{
  Target *target = get_target (row);

  target->updating = TRUE;
  ui_switch_row_set_active (row, g_str_equal (get_value (target), "yes"));
  target->updating = FALSE;
}

static GtkWidget *
create_switch (const AppAuthSettingWords *look)
{
  GtkWidget *row = g_object_new (UI_TYPE_SWITCH_ROW, "subtitle", look->subtitle, NULL);

  g_signal_connect (row, "notify::active", G_CALLBACK (on_switched), NULL);
  return row;
}

/* Texts */

static gboolean
is_secret (Target *target)
{
  return mcp_auth_setting_get_info (target->setting)->is_secret;
}

static void
on_applied (AdwEntryRow *row)
{
  Target     *target = get_target (row);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));

  app_auth_debugger_set_setting (target->debugger, target->setting, text[0] != '\0' ? text : NULL);
}

static void
update_text (AdwEntryRow *row)
{
  Target     *target = get_target (row);
  const char *value = get_value (target);

  if (is_secret (target))
    gtk_widget_set_tooltip_text (GTK_WIDGET (row),
                                 value[0] != '\0' ? _ ("Stored; type to replace") : NULL);
  else if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (row)), value))
    {
      /* What is set from outside needs nothing to be applied. */
      adw_entry_row_set_show_apply_button (row, FALSE);
      gtk_editable_set_text (GTK_EDITABLE (row), value);
      adw_entry_row_set_show_apply_button (row, TRUE);
    }
}

static GtkWidget *
create_text (gboolean secret)
{
  GtkWidget *row = secret ? adw_password_entry_row_new () : adw_entry_row_new ();

  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  return row;
}

GtkWidget *
ui_auth_setting_row_new (AppAuthDebugger *debugger, McpAuthSetting setting)
{
  AppAuthSettingWords look = app_auth_words_get_setting (setting);
  Target             *target = g_new0 (Target, 1);

  target->debugger = g_object_ref (debugger);
  target->setting = setting;
  GtkWidget *row = look.values != NULL ? create_list (setting, &look)
                   : look.is_switch    ? create_switch (&look)
                                       : create_text (is_secret (target));
  GCallback  update = look.values != NULL ? G_CALLBACK (update_list)
                      : look.is_switch    ? G_CALLBACK (update_switch)
                                          : G_CALLBACK (update_text);
  g_object_set_data_full (G_OBJECT (row), "ui-target", target, target_free);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), look.title);
  g_signal_connect_object (debugger, "settings-changed", update, row, G_CONNECT_SWAPPED);
  if (look.values != NULL)
    {
      update_list (ADW_COMBO_ROW (row));
      g_signal_connect (row, "notify::selected", G_CALLBACK (on_selected), NULL);
    }
  else if (look.is_switch)
    update_switch (UI_SWITCH_ROW (row));
  else
    {
      update_text (ADW_ENTRY_ROW (row));
      g_signal_connect (row, "apply", G_CALLBACK (on_applied), NULL);
    }
  return row;
}
