/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-extension-group.h"
#include "app-visible-text.h"
#include "store-variables.h"
#include "app-connection.h"
#include "ui-template.h"

#include <glib/gi18n.h>

#define MAX_NAME 200
#define MAX_SETTINGS 400
#define MAX_ROWS 40

struct _UiExtensionGroup
{
  AdwBin parent_instance;

  AppSession          *session;
  AdwPreferencesGroup *group; /* borrowed */
  GPtrArray           *rows;  /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiExtensionGroup, ui_extension_group, ADW_TYPE_BIN)

/* Returns: (transfer full): one line for each side that says more than the name */
static char *
dup_settings (const char *of_server, const char *of_ours)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (of_server != NULL && !g_str_equal (of_server, "{}"))
    /* Translators: settings of an extension, as the server declares them */
    g_string_append_printf (text, _ ("Server: %s"), of_server);
  if (of_ours != NULL && !g_str_equal (of_ours, "{}"))
    {
      g_string_append (text, text->len > 0 ? "\n" : "");
      /* Translators: settings of an extension, as this program declares them */
      g_string_append_printf (text, _ ("Spyglass: %s"), of_ours);
    }
  return app_visible_text_block (text->str, MAX_SETTINGS);
}

static void
add_row (UiExtensionGroup *self, const char *name, const char *of_server, const char *of_ours)
{
  if (self->rows->len == MAX_ROWS)
    return;
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *title = app_visible_text_line (name, MAX_NAME);
  g_autofree char *settings = dup_settings (of_server, of_ours);
  GtkWidget       *who = gtk_label_new (of_server == NULL ? _ ("client only")
                                        : of_ours == NULL ? _ ("server only")
                                                          : _ ("negotiated"));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_title_selectable (ADW_PREFERENCES_ROW (row), TRUE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), settings);
  gtk_widget_add_css_class (who, "secondary");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), who);
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
}

static void
update (UiExtensionGroup *self)
{
  g_autoptr (StoreVariables) of_server = app_connection_dup_extensions (
      app_session_get_feature (self->session, APP_TYPE_CONNECTION), FALSE);
  g_autoptr (StoreVariables) of_ours = app_connection_dup_extensions (
      app_session_get_feature (self->session, APP_TYPE_CONNECTION), TRUE);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < store_variables_get_n_items (of_server); i++)
    {
      const char *name = store_variables_get_name (of_server, i);

      add_row (self, name, store_variables_get_value (of_server, i),
               store_variables_lookup (of_ours, name));
    }
  for (guint i = 0; i < store_variables_get_n_items (of_ours); i++)
    {
      const char *name = store_variables_get_name (of_ours, i);

      if (!store_variables_find (of_server, name, NULL))
        add_row (self, name, NULL, store_variables_get_value (of_ours, i));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->rows->len > 0);
}

MCP_DEFINE_DISPOSE (UiExtensionGroup, ui_extension_group)
{
  ui_clear_watched (&self->session, self);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

static void
ui_extension_group_class_init (UiExtensionGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_extension_group_dispose;
}

static void
ui_extension_group_init (UiExtensionGroup *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->rows = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (group);
  adw_preferences_group_set_title (self->group, _ ("Extensions"));
  adw_preferences_group_set_description (
      self->group, _ ("Declared by the server and the client"));
  adw_bin_set_child (ADW_BIN (self), group);
}

GtkWidget *
ui_extension_group_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiExtensionGroup *self = g_object_new (UI_TYPE_EXTENSION_GROUP, NULL);
  self->session = g_object_ref (session);
  ui_connect (session, "notify::state", update, self);
  ui_connect (session, "notify::server", update, self);
  update (self);
  return GTK_WIDGET (self);
}
