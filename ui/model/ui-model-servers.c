/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-servers.h"
#include "ui-popover-fit.h"
#include "ui-row.h"
#include "ui-switch-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_NAME 80

struct _UiModelServers
{
  GtkPopover parent_instance;

  GtkListBox *list;
  GtkButton  *edit;
};

G_DEFINE_FINAL_TYPE (UiModelServers, ui_model_servers, GTK_TYPE_POPOVER)

static void
update_row (UiSwitchRow *row)
{
  AppModelServer  *server = ui_row_get_item (row);
  guint            n = app_model_server_get_n_tools (server);
  g_autofree char *count = g_strdup_printf (ngettext ("%u tool", "%u tools", n), n);
  g_autofree char *name = app_visible_text_line (app_model_server_get_name (server), MAX_NAME);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), app_model_server_needs_consent (server)
                                                         ? _ ("Asks before use")
                                                         : count);
  ui_switch_row_set_active (row, app_model_server_is_used (server));
}

/* Where consent is needed it is off again until somebody agreed. */
static void
on_switched (UiSwitchRow *row)
{
  AppModelServer *server = ui_row_get_item (row);
  gboolean        wanted = ui_switch_row_is_active (row);

  if (wanted == app_model_server_is_used (server))
    return;
  app_model_server_set_used (server, wanted);
  if (wanted && !app_model_server_is_used (server))
    {
      ui_switch_row_set_active (row, FALSE);
      gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (row),
                                                                 UI_TYPE_MODEL_SERVERS)));
    }
}

/* Opens what a model is told of the server's tools. */
static void
add_edit_button (GtkWidget *row, AppModelServer *server)
{
  GtkWidget *on = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));
  GtkWidget *button =
      ui_row_add_button (row, "document-edit-symbolic", _ ("Edit Tool Descriptions"));
  g_autofree char *name = app_visible_text_line (app_model_server_get_name (server), MAX_NAME);
  /* Translators: %s is the name of a server */
  g_autofree char *spoken = g_strdup_printf (_ ("Edit tool descriptions of %s"), name);

  ui_widget_name (button, spoken);
  gtk_widget_insert_before (button, gtk_widget_get_parent (on), on);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "bench.edit-overlays");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s",
                                    app_model_server_get_name (server));
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  GtkWidget *row = g_object_new (UI_TYPE_SWITCH_ROW, "use-markup", FALSE, NULL);

  ui_row_hold_item (row, item);
  add_edit_button (row, item);
  update_row (UI_SWITCH_ROW (row));
  ui_connect (item, "notify", update_row, row);
  g_signal_connect (row, "notify::active", G_CALLBACK (on_switched), NULL);
  return row;
}

UI_DEFINE_CLASS (UiModelServers, ui_model_servers)
{
  ui_template_set (widget_class, "ui/model/ui-model-servers.ui");
  ui_template_bind_children (widget_class, UiModelServers, list, edit);
}

static void
ui_model_servers_init (UiModelServers *self)
{
  ui_template_init (self);
  gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (self->edit)), TRUE);
  gtk_label_set_justify (GTK_LABEL (gtk_button_get_child (self->edit)), GTK_JUSTIFY_CENTER);
  ui_popover_fit (GTK_POPOVER (self), 300, 400);
}

void
ui_model_servers_set_servers (UiModelServers *self, GListModel *servers)
{
  g_return_if_fail (UI_IS_MODEL_SERVERS (self));
  gtk_list_box_bind_model (self->list, servers, create_row,
                           NULL, NULL);
}

char *
ui_model_servers_dup_summary (GListModel *servers)
{
  g_autofree char *name = NULL;
  guint            n = 0;
  guint            n_tools = 0;

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (servers, i);

      if (!app_model_server_is_used (server))
        continue;
      n++;
      g_free (name);
      name = app_visible_text_line (app_model_server_get_name (server), MAX_NAME);
      n_tools += app_model_server_get_n_tools (server);
    }
  if (n == 0)
    return g_strdup (_ ("No tools"));
  g_autofree char *tools = g_strdup_printf (ngettext ("%'u tool", "%'u tools", n_tools), n_tools);
  if (n == 1)
    /* Translators: “55 tools”, then the name of their server */
    return g_strdup_printf (_ ("%s of %s"), tools, name);
  /* Translators: %s is “55 tools”; then how many servers they are of */
  return g_strdup_printf (ngettext ("%s of %u server", "%s of %u servers", n), tools, n);
}
