/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-clients-page.h"
#include "ui-client-batch-page.h"
#include "ui-client-file-dialog.h"
#include "ui-client-grid.h"
#include "ui-client-name.h"
#include "ui-client-window.h"
#include "ui-clients-dialog.h"
#include "ui-diff-view.h"
#include "ui-file-chooser.h"
#include "ui-note-list.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-client-comparison.h"
#include "app-client-matrix.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_NAME 120
#define MAX_PATH 1000
/* Pixels: a page is at least as wide. */
#define MIN_WIDTH 860

struct _UiClientsPage
{
  GtkWidget parent_instance;

  AppWorkspace    *workspace;
  AppClientMatrix *matrix;
  AppClientList   *clients;

  UiWidthBin   *width_bin;
  GtkStack     *stack;
  AdwClamp     *clamp;
  UiClientGrid *grid;
  GtkListBox   *list;

  AdwStatusPage *empty;
  GtkWidget     *choose_file;
  GtkWidget     *add_server;
};

UI_DEFINE_TEMPLATE (UiClientsPage, ui_clients_page, GTK_TYPE_WIDGET)

/* What is done with a server and a file */

static void
show_aim (UiClientsPage *self, StoreProfile *profile, AppClientTarget *target, AppChangeAim aim)
{
  GtkRoot         *root = gtk_widget_get_root (GTK_WIDGET (self));
  UiClientsDialog *dialog =
      ui_clients_dialog_new (GTK_WINDOW (root), self->workspace, profile, self->clients);

  ui_clients_dialog_show_aim (dialog, target, aim);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
compare (UiClientsPage *self, StoreProfile *profile, AppClientTarget *target)
{
  StoreProfile *theirs;

  app_client_target_find (target, profile, &theirs);
  if (theirs == NULL)
    return;
  g_autoptr (GListModel) lines = app_client_comparison_list (target, theirs, profile);
  gboolean         any = g_list_model_get_n_items (lines) > 0;
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
  g_autofree char *text =
      /* Translators: %s is an application */
      any ? g_strdup_printf (_ ("− in %s, + in Spyglass. Secrets are hidden."), visible)
          : g_strdup (_ ("Only a secret or a setting of the application differs."));
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), text);
  if (any)
    {
      GtkWidget *view = ui_diff_view_new ();

      ui_diff_view_set_lines (UI_DIFF_VIEW (view), lines);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), view);
    }
  ui_client_window_present (GTK_WIDGET (self), name, visible, group, TRUE);
}

static void
copy (UiClientsPage *self, StoreProfile *profile, AppClientTarget *target, AppClientTarget *source)
{
  StoreProfile *theirs;

  app_client_target_find (source, profile, &theirs);
  if (theirs != NULL)
    show_aim (self, theirs, target, APP_CHANGE_TO_WRITE);
}

void
ui_clients_page_act (UiClientsPage   *self,
                     UiClientVerb     verb,
                     StoreProfile    *profile,
                     AppClientTarget *target,
                     AppClientTarget *source)
{
  g_return_if_fail (UI_IS_CLIENTS_PAGE (self));

  switch (verb)
    {
    case UI_CLIENT_OPEN:
      g_signal_emit_by_name (self, "opened", profile, target);
      break;
    case UI_CLIENT_REMOVE:
      show_aim (self, profile, target, APP_CHANGE_TO_REMOVE);
      break;
    case UI_CLIENT_ENABLE:
      show_aim (self, profile, target, APP_CHANGE_TO_ENABLE);
      break;
    case UI_CLIENT_DISABLE:
      show_aim (self, profile, target, APP_CHANGE_TO_DISABLE);
      break;
    case UI_CLIENT_COMPARE:
      compare (self, profile, target);
      break;
    case UI_CLIENT_COPY:
      copy (self, profile, target, source);
      break;
    default:
      g_return_if_reached ();
    }
}

/* What is done with a file */

void
ui_clients_page_open_file (GtkWidget *near, AppClientTarget *target)
{
  g_autofree char *uri = g_filename_to_uri (app_client_target_get_path (target), NULL, NULL);

  if (uri != NULL)
    gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (near)), uri, GDK_CURRENT_TIME);
}

void
ui_clients_page_add_all (UiClientsPage *self, AppClientTarget *target)
{
  g_return_if_fail (UI_IS_CLIENTS_PAGE (self));

  GListModel *book = G_LIST_MODEL (app_workspace_get_book (self->workspace));
  g_autoptr (AppClientBatch) batch =
      app_client_batch_new (app_workspace_get_vault (self->workspace));
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
  g_autofree char *path = app_visible_text_path (app_client_target_get_path (target), MAX_PATH);

  for (guint i = 0; i < g_list_model_get_n_items (book); i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (book, i);

      app_client_batch_add (batch, target, profile);
    }
  ui_client_window_present (GTK_WIDGET (self), visible, path,
                            ui_client_batch_page_new (batch, TRUE), FALSE);
}

void
ui_clients_page_show_problems (UiClientsPage *self, AppClientTarget *target)
{
  g_return_if_fail (UI_IS_CLIENTS_PAGE (self));

  GPtrArray       *faults = app_client_target_get_faults (target);
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
  g_autofree char *path = app_visible_text_path (app_client_target_get_path (target), MAX_PATH);
  g_autoptr (GListStore) notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  GtkWidget *list = g_object_new (UI_TYPE_NOTE_LIST, NULL);

  if (faults != NULL)
    g_list_store_splice (notes, 0, 0, faults->pdata, faults->len);
  ui_note_list_set_notes (UI_NOTE_LIST (list), G_LIST_MODEL (notes));
  ui_client_window_present (GTK_WIDGET (self), visible, path, list, TRUE);
}

void
ui_clients_page_fix (UiClientsPage *self, AppClientTarget *target)
{
  g_return_if_fail (UI_IS_CLIENTS_PAGE (self));

  g_autoptr (AppClientMatrixRow) row = g_list_model_get_item (G_LIST_MODEL (self->matrix), 0);
  if (row != NULL)
    show_aim (self, app_client_matrix_row_get_profile (row), target, APP_CHANGE_TO_REPAIR);
}

void
ui_clients_page_forget (UiClientsPage *self, AppClientTarget *target)
{
  g_return_if_fail (UI_IS_CLIENTS_PAGE (self));

  app_client_list_remove_file (self->clients, target);
  ui_clients_dialog_remember (self->clients);
}

/* More columns */

static void
add_project (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_clients_dialog_choose_folder (widget, UI_CLIENTS_PAGE (widget)->clients);
}

static void
on_file (gpointer object, GFile *file)
{
  UiClientsPage *self = object;

  if (g_file_peek_path (file) != NULL)
    ui_client_file_dialog_present (GTK_WIDGET (self), self->clients, g_file_peek_path (file));
}

static void
add_file (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_file_chooser_ask (widget, _ ("Configuration File"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL,
                       on_file, widget);
}

/* The object */

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  UiClientsPage *self = data;
  GtkWidget     *row = gtk_list_box_row_new ();
  GtkWidget     *name = ui_client_name_new (item);

  g_autofree char *text = app_visible_text_line (
      store_profile_get_name (app_client_matrix_row_get_profile (item)), MAX_NAME);

  ui_client_name_summarize (UI_CLIENT_NAME (name), self->clients);
  ui_widget_name (row, text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), name);
  return row;
}

static void
on_row_activated (UiClientsPage *self, GtkListBoxRow *row)
{
  g_autoptr (AppClientMatrixRow) item = g_list_model_get_item (
      G_LIST_MODEL (self->matrix), (guint)gtk_list_box_row_get_index (row));

  if (item != NULL)
    g_signal_emit_by_name (self, "opened", app_client_matrix_row_get_profile (item), NULL);
}

static void
on_rows_changed (UiClientsPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->matrix));
  /* Until they were looked for, none is missing either. */
  gboolean none = app_client_list_get_n_absent (self->clients) > 0 &&
                  g_list_model_get_n_items (app_client_list_get_found (self->clients)) == 0;

  gtk_stack_set_visible_child_name (self->stack, n > 0 && !none ? "matrix" : "empty");
  adw_status_page_set_title (self->empty, none ? _ ("No Applications Found")
                                               : _ ("No Servers Yet"));
  adw_status_page_set_description (
      self->empty, none ? _ ("Choose the file in which an application keeps its servers.")
                        : _ ("Servers of Spyglass and of applications appear here."));
  gtk_widget_set_visible (self->choose_file, none);
  gtk_widget_set_visible (self->add_server, !none);
}

static void
on_arranged (UiClientsPage *self)
{
  int width = MAX (MIN_WIDTH, ui_client_grid_get_full_width (self->grid));

  adw_clamp_set_maximum_size (self->clamp, width);
  /* A column more is better than a margin. */
  adw_clamp_set_tightening_threshold (self->clamp, width);
  on_rows_changed (self);
}

static void
ui_clients_page_dispose (GObject *object)
{
  UiClientsPage *self = UI_CLIENTS_PAGE (object);

  if (self->matrix != NULL)
    g_signal_handlers_disconnect_by_data (self->matrix, self);
  if (self->clients != NULL)
    g_signal_handlers_disconnect_by_data (self->clients, self);
  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  ui_template_dispose (object);
  g_clear_object (&self->workspace);
  g_clear_object (&self->matrix);
  g_clear_object (&self->clients);
}

UI_DEFINE_CLASS (UiClientsPage, ui_clients_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_clients_page_dispose;

  mcp_signal_new (klass, "opened", 2, STORE_TYPE_PROFILE, APP_TYPE_CLIENT_TARGET);
  mcp_signal_new (klass, "import", 2, STORE_TYPE_PROFILE, APP_TYPE_CLIENT_TARGET);

  ui_template_ensure_types (UI_TYPE_CLIENT_GRID, UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/clients/ui-clients-page.ui");
  ui_template_bind_children (widget_class, UiClientsPage, width_bin, stack, clamp, grid, list,
                             empty, choose_file, add_server);
  ui_template_bind_callbacks (widget_class, on_row_activated);
  gtk_widget_class_install_action (widget_class, "clients.add-project", NULL, add_project);
  gtk_widget_class_install_action (widget_class, "clients.add-file", NULL, add_file);
}

GtkWidget *
ui_clients_page_new (AppWorkspace *workspace, AppClientList *clients)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (APP_IS_CLIENT_LIST (clients), NULL);

  UiClientsPage *self = g_object_new (UI_TYPE_CLIENTS_PAGE, NULL);

  self->workspace = g_object_ref (workspace);
  self->matrix = app_client_matrix_new (workspace, clients);
  self->clients = g_object_ref (clients);
  ui_connect (self->matrix, "items-changed", on_rows_changed, self);
  ui_client_grid_set (self->grid, self->matrix, clients);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->matrix), create_row, self, NULL);
  ui_connect (clients, "arranged", on_arranged, self);
  on_arranged (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppClientList *, UiClientsPage, ui_clients_page, clients)
