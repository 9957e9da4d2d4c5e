/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-clients-dialog.h"
#include "ui-client-batch-page.h"
#include "ui-client-page.h"
#include "ui-client-row.h"
#include "ui-file-chooser.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120
#define MAX_PATH 500

struct _UiClientsDialog
{
  AdwWindow parent_instance;

  AppWorkspace  *workspace;
  StoreProfile  *profile;
  AppClientList *clients;
  GPtrArray     *rows;   /* of UiClientRow, borrowed: those of the list, in its order */
  gboolean       direct; /* opened on one target: there is nothing to go back to */

  AdwLeaflet          *leaflet;
  GtkWidget           *list_page;
  AdwWindowTitle      *list_title;
  AdwPreferencesGroup *user_group;
  AdwPreferencesGroup *project_group;
  AdwPreferencesGroup *others_group;
  GtkWidget           *folder_row;
  GtkWidget           *target_page;
  AdwWindowTitle      *target_title;
  AdwBin              *bin;
  GtkWidget           *bar;
  GtkButton           *write;
};

G_DEFINE_FINAL_TYPE (UiClientsDialog, ui_clients_dialog, ADW_TYPE_WINDOW)

/* Projects are remembered as text, one folder a line: a folder's name may hold anything else. */

void
ui_clients_dialog_remember (AppClientList *clients)
{
  g_auto (GStrv) folders = app_client_list_dup_projects (clients);
  g_autofree char *text = g_strjoinv ("\n", folders);
  g_autoptr (GVariant) files = app_client_list_dup_files (clients);

  ui_settings_set_string ("client-projects", text);
  ui_settings_set_value ("client-files", files);
}

AppClientList *
ui_clients_dialog_new_list (void)
{
  AppClientList   *clients = app_client_list_new (NULL);
  g_autofree char *text = ui_settings_get_string ("client-projects", "");
  g_auto (GStrv) folders = g_strsplit (text, "\n", APP_CLIENT_LIST_MAX_PROJECTS);
  g_autoptr (GVariant) files = ui_settings_dup_value ("client-files", "a(sass)");

  for (guint i = g_strv_length (folders); i > 0; i--)
    if (g_path_is_absolute (folders[i - 1]))
      app_client_list_add_project (clients, folders[i - 1]);
  if (files != NULL)
    app_client_list_add_files (clients, files);
  return clients;
}

/* The list */

static void
on_row_activated (UiClientsDialog *self, AdwActionRow *row)
{
  ui_clients_dialog_show_target (self, ui_client_row_get_target (UI_CLIENT_ROW (row)));
}

/* Several at once */

static guint
count_chosen (UiClientsDialog *self)
{
  guint n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    n += gtk_check_button_get_active (ui_client_row_get_check (self->rows->pdata[i]));
  return n;
}

static void
update_chosen (UiClientsDialog *self)
{
  guint            n = count_chosen (self);
  g_autofree char *text =
      g_strdup_printf (ngettext ("Add to %u Application…", "Add to %u Applications…", n), n);

  gtk_button_set_label (self->write, text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "clients.write", n > 0);
  gtk_widget_set_visible (self->bar, n > 0);
}

static void
write_several (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiClientsDialog *self = UI_CLIENTS_DIALOG (widget);
  g_autoptr (AppClientBatch) batch = app_client_batch_new (
      self->workspace != NULL ? app_workspace_get_vault (self->workspace) : NULL);
  g_autofree char *visible =
      app_visible_text_line (store_profile_get_name (self->profile), MAX_NAME);

  for (guint i = 0; i < self->rows->len; i++)
    if (gtk_check_button_get_active (ui_client_row_get_check (self->rows->pdata[i])))
      app_client_batch_add (batch, ui_client_row_get_target (self->rows->pdata[i]), self->profile);
  adw_window_title_set_title (self->target_title, _ ("Add to Applications"));
  adw_window_title_set_subtitle (self->target_title, visible);
  adw_bin_set_child (self->bin, ui_client_batch_page_new (batch, FALSE));
  adw_leaflet_set_visible_child (self->leaflet, self->target_page);
}

/* The rows */

static void
remove_rows (UiClientsDialog *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      GtkWidget *group = gtk_widget_get_ancestor (row, ADW_TYPE_PREFERENCES_GROUP);

      adw_preferences_group_remove (ADW_PREFERENCES_GROUP (group), row);
    }
  g_ptr_array_set_size (self->rows, 0);
}

static void
add_row (UiClientsDialog *self, AppClientTarget *target, gboolean found)
{
  gboolean project = app_client_target_get_project (target) != NULL;

  /* Of a project only what its applications read. */
  if (project && !found)
    return;
  GtkWidget *row = ui_client_row_new (target, self->profile);
  ui_connect (row, "activated", on_row_activated, self);
  ui_connect (ui_client_row_get_check (UI_CLIENT_ROW (row)), "toggled", update_chosen, self);
  adw_preferences_group_add (!found    ? self->others_group
                             : project ? self->project_group
                                       : self->user_group,
                             row);
  g_ptr_array_add (self->rows, row);
}

static void
describe_projects (UiClientsDialog *self)
{
  g_autofree char *applications = app_client_list_dup_project_names (self->clients);
  g_autofree char *description =
      *applications != '\0'
          /* Translators: %s is a list of applications, for example "Cursor, Zed" */
          ? g_strdup_printf (_ ("Used when the project is open in %s."), applications)
          : g_strdup (_ ("No application on this computer reads project files."));

  adw_preferences_group_set_description (self->project_group, description);
}

static void
fill_rows (UiClientsDialog *self)
{
  GListModel *clients = G_LIST_MODEL (self->clients);

  remove_rows (self);
  /* The row that adds a folder comes last. */
  g_object_ref (self->folder_row);
  adw_preferences_group_remove (self->project_group, self->folder_row);
  for (guint i = 0; i < g_list_model_get_n_items (clients); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (clients, i);
      AppClientState state = app_client_target_get_state (target);

      if (state != APP_CLIENT_UNKNOWN)
        add_row (self, target, state != APP_CLIENT_ABSENT);
    }
  adw_preferences_group_add (self->project_group, self->folder_row);
  g_object_unref (self->folder_row);
  gtk_widget_set_visible (GTK_WIDGET (self->others_group),
                          app_client_list_get_n_absent (self->clients) > 0);
  describe_projects (self);
  update_chosen (self);
}

static void
on_folder_chosen (gpointer object, GFile *file)
{
  if (g_file_peek_path (file) != NULL &&
      app_client_list_add_project (object, g_file_peek_path (file)) != NULL)
    ui_clients_dialog_remember (object);
}

void
ui_clients_dialog_choose_folder (GtkWidget *near, AppClientList *clients)
{
  g_return_if_fail (APP_IS_CLIENT_LIST (clients));

  ui_file_chooser_ask (near, _ ("Project Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL,
                       NULL, on_folder_chosen, clients);
}

static void
choose_folder (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_clients_dialog_choose_folder (widget, UI_CLIENTS_DIALOG (widget)->clients);
}

/* The page of one target */

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiClientsDialog *self = UI_CLIENTS_DIALOG (widget);

  if (adw_leaflet_get_visible_child (self->leaflet) == self->list_page)
    gtk_window_close (GTK_WINDOW (self));
  else
    adw_leaflet_set_visible_child (self->leaflet, self->list_page);
}

static void
escape (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (UI_CLIENTS_DIALOG (widget)->direct)
    gtk_window_close (GTK_WINDOW (widget));
  else
    go_back (widget, name, parameter);
}

void
ui_clients_dialog_show_target (UiClientsDialog *self, AppClientTarget *target)
{
  ui_clients_dialog_show_aim (self, target, APP_CHANGE_TO_WRITE);
}

void
ui_clients_dialog_show_aim (UiClientsDialog *self, AppClientTarget *target, AppChangeAim aim)
{
  g_return_if_fail (UI_IS_CLIENTS_DIALOG (self));
  g_return_if_fail (APP_IS_CLIENT_TARGET (target));

  g_autoptr (AppClientChange) change = app_client_change_new (
      target, self->profile,
      self->workspace != NULL ? app_workspace_get_vault (self->workspace) : NULL);
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
  g_autofree char *path =
      app_visible_text_path (app_client_target_get_path (target), MAX_PATH);

  app_client_change_set_aim (change, aim);
  adw_window_title_set_title (self->target_title, visible);
  adw_window_title_set_subtitle (self->target_title, path);
  adw_bin_set_child (self->bin, ui_client_page_new (change));
  self->direct = !gtk_widget_get_mapped (GTK_WIDGET (self));
  adw_leaflet_set_visible_child (self->leaflet, self->target_page);
}

/* The object */

static void
ui_clients_dialog_dispose (GObject *object)
{
  UiClientsDialog *self = UI_CLIENTS_DIALOG (object);

  if (self->clients != NULL)
    g_signal_handlers_disconnect_by_data (self->clients, self);
  ui_template_dispose (object);
  g_clear_object (&self->workspace);
  g_clear_object (&self->profile);
  g_clear_object (&self->clients);
}

static void
ui_clients_dialog_finalize (GObject *object)
{
  g_ptr_array_unref (UI_CLIENTS_DIALOG (object)->rows);
  G_OBJECT_CLASS (ui_clients_dialog_parent_class)->finalize (object);
}

UI_DEFINE_CLASS (UiClientsDialog, ui_clients_dialog)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_clients_dialog_dispose;
  object_class->finalize = ui_clients_dialog_finalize;

  ui_template_set (widget_class, "ui/clients/ui-clients-dialog.ui");
  ui_template_bind_children (widget_class, UiClientsDialog, leaflet, list_page, list_title,
                             user_group, others_group, project_group, folder_row, target_page,
                             target_title, bin, bar, write);
  gtk_widget_class_install_action (widget_class, "clients.choose-folder", NULL, choose_folder);
  gtk_widget_class_install_action (widget_class, "clients.write", NULL, write_several);
  gtk_widget_class_install_action (widget_class, "clients.back", NULL, go_back);
  gtk_widget_class_install_action (widget_class, "clients.escape", NULL, escape);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "clients.escape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "clients.back",
                                       NULL);
}

static void
ui_clients_dialog_init (UiClientsDialog *self)
{
  self->rows = g_ptr_array_new ();
  ui_template_init_dialog (GTK_WIDGET (self));
}

UiClientsDialog *
ui_clients_dialog_new (GtkWindow     *parent,
                       AppWorkspace  *workspace,
                       StoreProfile  *profile,
                       AppClientList *clients)
{
  g_return_val_if_fail (workspace == NULL || APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  UiClientsDialog *self = g_object_new (UI_TYPE_CLIENTS_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);

  self->workspace = workspace != NULL ? g_object_ref (workspace) : NULL;
  self->profile = g_object_ref (profile);
  self->clients = clients != NULL ? g_object_ref (clients) : ui_clients_dialog_new_list ();
  adw_window_title_set_subtitle (self->list_title, name);
  fill_rows (self);
  ui_connect (self->clients, "arranged", fill_rows, self);
  return self;
}
