/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-history-page.h"
#include "ui-client-page.h"
#include "ui-client-window.h"
#include "ui-problem-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-client-history.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120
#define MAX_PATH 1000

struct _UiClientHistoryPage
{
  GtkWidget parent_instance;

  AppClientHistory *history;
  char             *path;  /* (nullable): of the file that alone is shown */
  GListModel       *items; /* those of them */

  GtkListBox    *list;
  UiProblemView *problem;
  GtkWidget     *empty;
};

UI_DEFINE_TEMPLATE (UiClientHistoryPage, ui_client_history_page, GTK_TYPE_WIDGET)

/* Its entry, or the file where it was all of it. Returns: (transfer full) */
static char *
dup_title (AppClientHistoryItem *item)
{
  const StoreClientRecord *record = app_client_history_item_get_record (item);
  g_autofree char         *file = g_path_get_basename (record->path);

  return app_visible_text_line (record->name != NULL ? record->name : file, MAX_NAME);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  const StoreClientRecord *record = app_client_history_item_get_record (item);
  GtkWidget               *row = adw_action_row_new ();
  GtkWidget               *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
  g_autofree char         *title = dup_title (item);
  g_autofree char         *time =
      app_visible_text_time (record->time * G_USEC_PER_SEC, g_get_real_time ());
  g_autofree char *state = app_client_history_item_dup_state (item);
  g_autofree char *application =
      app_visible_text_line (app_client_history_item_get_application (item), MAX_NAME);
  g_autofree char *subtitle =
      g_strdup_printf ("%s · %s · %s\n%s", application, app_client_history_item_get_action (item),
                       time, state);

  ui_widget_set_ornament (arrow);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  ui_widget_describe (row, subtitle);
  return row;
}

static void
on_row_activated (UiClientHistoryPage *self, GtkListBoxRow *row)
{
  g_autoptr (AppClientHistoryItem) item = g_list_model_get_item (
      self->items, (guint)gtk_list_box_row_get_index (row));
  g_autoptr (GError) error = NULL;
  g_autoptr (AppClientChange) change =
      item != NULL ? app_client_history_item_undo (item, &error) : NULL;

  if (item == NULL)
    return;
  g_autofree char *title = dup_title (item);
  g_autofree char *path =
      app_visible_text_path (app_client_history_item_get_record (item)->path, MAX_PATH);

  if (change != NULL)
    {
      ui_client_window_present (GTK_WIDGET (self), title, path, ui_client_page_new (change), FALSE);
      return;
    }
  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  GtkWidget *view = g_object_new (UI_TYPE_PROBLEM_VIEW, NULL);

  ui_problem_view_set_problem (UI_PROBLEM_VIEW (view), problem);
  ui_client_window_present (GTK_WIDGET (self), title, path, view, TRUE);
}

static void
update (UiClientHistoryPage *self)
{
  AppProblem *problem = app_client_history_get_problem (self->history);
  guint       n = g_list_model_get_n_items (self->items);

  ui_problem_view_set_problem (self->problem, problem);
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  gtk_widget_set_visible (self->empty, n == 0 && problem == NULL);
}

static void
refresh (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_client_history_refresh (UI_CLIENT_HISTORY_PAGE (widget)->history);
}

static void
ui_client_history_page_dispose (GObject *object)
{
  UiClientHistoryPage *self = UI_CLIENT_HISTORY_PAGE (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiClientHistoryPage, ui_client_history_page)
{
  ui_template_ensure_types (UI_TYPE_PROBLEM_VIEW);
  ui_template_set_bin (widget_class, "ui/clients/ui-client-history-page.ui");
  ui_template_bind_children (widget_class, UiClientHistoryPage, list, problem, empty);
  ui_template_bind_callbacks (widget_class, on_row_activated);
  ui_template_hold (widget_class, UiClientHistoryPage, history, items);
  ui_template_own (widget_class, UiClientHistoryPage, path, g_free);
  G_OBJECT_CLASS (klass)->dispose = ui_client_history_page_dispose;
  gtk_widget_class_install_action (widget_class, "history.refresh", NULL, refresh);
}

static gboolean
is_shown (gpointer item, gpointer data)
{
  UiClientHistoryPage *self = data;

  return self->path == NULL ||
         g_str_equal (app_client_history_item_get_record (item)->path, self->path);
}

GtkWindow *
ui_client_history_page_present (GtkWidget *parent)
{
  return ui_client_history_page_present_for (parent, NULL);
}

GtkWindow *
ui_client_history_page_present_for (GtkWidget *parent, const char *path)
{
  UiClientHistoryPage *self = g_object_new (UI_TYPE_CLIENT_HISTORY_PAGE, NULL);
  g_autofree char     *file = app_visible_text_path (path, MAX_PATH);

  self->history = app_client_history_new ();
  self->path = g_strdup (path);
  GListModel *items = g_object_ref (app_client_history_get_items (self->history));
  self->items = G_LIST_MODEL (gtk_filter_list_model_new (
      items, GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL))));
  gtk_list_box_bind_model (self->list, self->items, create_row, NULL, NULL);
  ui_problem_view_set_button (self->problem, UI_PROBLEM_PRIMARY, _ ("Retry"), "history.refresh");
  gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
  gtk_widget_set_visible (self->empty, FALSE);
  ui_connect (self->history, "changed", update, self);
  return ui_client_window_present (parent, _ ("History of Changes"),
                                   path != NULL ? file : _ ("Files of applications"),
                                   GTK_WIDGET (self), TRUE);
}
