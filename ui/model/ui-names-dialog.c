/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-names-dialog.h"
#include "ui-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* Longer than any application's name of a tool, but for those that are not bounded. */
#define MAX_NAME 300
/* Rows are all made at once; the command line has all. */
#define MAX_ROWS 500

struct _UiNamesDialog
{
  AdwWindow parent_instance;

  AppModelController *controller;

  GtkDropDown *applications;
  GtkLabel    *summary;
  GtkListBox  *names;
};

G_DEFINE_FINAL_TYPE (UiNamesDialog, ui_names_dialog, ADW_TYPE_WINDOW)

/* "echo · demo · 15 characters", and below it what there is to know */
static char *
dup_subtitle (AppClientName *name)
{
  const char *const *remarks = app_client_name_get_remarks (name);
  guint              length = app_client_name_get_length (name);
  g_autofree char   *tool = app_visible_text_line (app_client_name_get_tool (name), MAX_NAME);
  g_autofree char   *server = app_visible_text_line (app_client_name_get_server (name), MAX_NAME);
  g_autofree char   *count =
      g_strdup_printf (ngettext ("%u character", "%u characters", length), length);
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%s · %s · %s", tool, server, count);
  for (guint i = 0; remarks[i] != NULL; i++)
    {
      g_autofree char *line = app_visible_text_line (remarks[i], MAX_NAME);

      g_string_append_printf (text, "\n%s", line);
    }
  return g_string_free (text, FALSE);
}

static GtkWidget *
create_row (AppClientName *name)
{
  g_autofree char *subtitle = dup_subtitle (name);
  GtkWidget       *row = ui_row_new (app_client_name_get_text (name), subtitle, NULL);

  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (app_client_name_is_bad (name))
    adw_action_row_set_icon_name (ADW_ACTION_ROW (row), "dialog-warning-symbolic");
  return row;
}

/* Those with something wrong first. Returns: how many these are */
static guint
add_rows (UiNamesDialog *self, GListModel *names)
{
  guint n_bad = 0;
  guint n_rows = 0;

  for (guint bad = 2; bad-- > 0;)
    for (guint i = 0; i < g_list_model_get_n_items (names); i++)
      {
        g_autoptr (AppClientName) name = g_list_model_get_item (names, i);

        if (app_client_name_is_bad (name) != (bad == 1))
          continue;
        n_bad += bad;
        if (n_rows++ < MAX_ROWS)
          gtk_list_box_append (self->names, create_row (name));
      }
  return n_bad;
}

static void
show_names (UiNamesDialog *self)
{
  guint                         n = 0;
  const AppClientNaming *const *all = app_client_naming_get_all (&n);
  guint                         selected = gtk_drop_down_get_selected (self->applications);
  g_autoptr (GListModel) names = NULL;
  g_autofree char *text = NULL;

  if (self->controller == NULL || selected >= n)
    return;
  names = app_model_controller_create_names (self->controller, all[selected]);
  ui_widget_clear (self->names);
  guint            n_bad = add_rows (self, names);
  g_autofree char *wrong = n_bad == 0 ? g_strdup (_ ("Each tool can be called by its name."))
                                      : g_strdup_printf (ngettext ("%u name does not work.",
                                                                   "%u names do not work.", n_bad),
                                                         n_bad);
  text = g_list_model_get_n_items (names) > 0
             ? g_strdup_printf ("%s · %s", app_client_naming_get_pattern (all[selected]), wrong)
             : g_strdup (app_client_naming_get_pattern (all[selected]));
  gtk_label_set_text (self->summary, text);
}

UI_DEFINE_CLASS (UiNamesDialog, ui_names_dialog)
{
  ui_template_set_dialog (widget_class, "ui/model/ui-names-dialog.ui");
  ui_template_hold (widget_class, UiNamesDialog, controller);
  ui_template_bind_children (widget_class, UiNamesDialog, applications, summary, names);
  ui_template_bind_callbacks (widget_class, show_names);
}

static void
ui_names_dialog_init (UiNamesDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
}

/* Returns: (transfer full): of strings */
static GListModel *
create_titles (void)
{
  guint                         n = 0;
  const AppClientNaming *const *all = app_client_naming_get_all (&n);
  GtkStringList                *titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, app_client_naming_get_title (all[i]));
  return G_LIST_MODEL (titles);
}

GtkWindow *
ui_names_dialog_present (GtkWidget *near, AppModelController *controller)
{
  UiNamesDialog *self;
  g_autoptr (GListModel) titles = create_titles ();

  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (controller), NULL);

  self = g_object_new (UI_TYPE_NAMES_DIALOG, "transient-for", gtk_widget_get_root (near), NULL);
  self->controller = g_object_ref (controller);
  gtk_drop_down_set_model (self->applications, titles);
  show_names (self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
