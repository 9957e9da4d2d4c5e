/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-overlay-dialog.h"
#include "ui-overlay-page.h"
#include "ui-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-overlay-list.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120
/* Rows are all made at once; who has more tools searches. */
#define MAX_ROWS 500

struct _UiOverlayDialog
{
  AdwWindow parent_instance;

  AppOverlayList *list;
  AppOverlayTool *shown; /* (nullable): borrowed: the page is about it */

  AdwLeaflet     *leaflet;
  GtkWidget      *list_page;
  GtkSearchEntry *search;
  GtkLabel       *problem;
  GtkListBox     *tools;
  GtkLabel       *nothing;
  GtkWidget      *tool_page;
  AdwWindowTitle *tool_title;
  AdwBin         *bin;
};

G_DEFINE_FINAL_TYPE (UiOverlayDialog, ui_overlay_dialog, ADW_TYPE_WINDOW)

/* The pages */

static void
go_back (UiOverlayDialog *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->list_page);
  adw_bin_set_child (self->bin, NULL);
  self->shown = NULL;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "overlays.reset", FALSE);
}

static void
show_reset (UiOverlayDialog *self, GParamSpec *pspec, AppOverlayTool *tool)
{
  if (self->shown == tool)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "overlays.reset",
                                   app_overlay_tool_is_changed (tool));
}

static void
show_tool (UiOverlayDialog *self, AppOverlayTool *tool)
{
  g_autofree char *name = app_visible_text_line (app_overlay_tool_get_name (tool), MAX_NAME);
  g_autofree char *server = app_visible_text_line (app_overlay_tool_get_server (tool), MAX_NAME);
  GtkWidget       *page = ui_overlay_page_new (tool);

  adw_window_title_set_title (self->tool_title, name);
  adw_window_title_set_subtitle (self->tool_title, server);
  self->shown = tool;
  adw_bin_set_child (self->bin, page);
  show_reset (self, NULL, tool);
  adw_leaflet_set_visible_child (self->leaflet, self->tool_page);
  gtk_widget_grab_focus (page);
}

static void
on_row (UiOverlayDialog *self, GtkListBoxRow *row)
{
  show_tool (self, ui_row_get_item (row));
}

static void
back (GtkWidget *widget, const char *action, GVariant *parameter)
{
  go_back (UI_OVERLAY_DIALOG (widget));
}

/* Escape goes back before it closes. */
static void
leave (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiOverlayDialog *self = UI_OVERLAY_DIALOG (widget);

  if (adw_leaflet_get_visible_child (self->leaflet) == self->tool_page)
    go_back (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
reset (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AppOverlayTool *tool = UI_OVERLAY_DIALOG (widget)->shown;

  if (tool != NULL)
    app_overlay_tool_reset (tool);
}

/* The list */

/* "Changed · everything", or what is wrong */
static void
update_row (AdwActionRow *row)
{
  AppOverlayTool  *tool = ui_row_get_item (row);
  const char      *problem = app_overlay_tool_get_problem (tool);
  g_autofree char *server = app_visible_text_line (app_overlay_tool_get_server (tool), MAX_NAME);
  g_autofree char *wrong = app_visible_text_line (problem, MAX_NAME);
  g_autofree char *changed =
      /* Translators: the model is told something else of a tool; %s is the name of its server */
      app_overlay_tool_is_changed (tool) ? g_strdup_printf (_ ("Changed · %s"), server) : NULL;
  g_autofree char *keywords = app_overlay_tool_dup_left_out (tool);
  g_autofree char *left_out = app_visible_text_line (keywords, MAX_NAME);

  g_autoptr (GString) subtitle = g_string_new (problem != NULL ? wrong : changed != NULL ? changed
                                                                                         : server);
  if (*left_out != '\0')
    g_string_append_printf (subtitle, "\n%s", left_out);
  adw_action_row_set_subtitle (row, subtitle->str);
  adw_action_row_set_icon_name (row, problem != NULL   ? "dialog-warning-symbolic"
                                     : changed != NULL ? "document-edit-symbolic"
                                                       : NULL);
}

static GtkWidget *
create_row (AppOverlayTool *tool)
{
  GtkWidget *row = ui_row_new (app_overlay_tool_get_name (tool), NULL, tool);

  ui_row_add_icon (row, "go-next-symbolic");
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 4);
  update_row (ADW_ACTION_ROW (row));
  ui_connect (tool, "notify::changed", update_row, row);
  return row;
}

static gboolean
is_shown (GtkListBoxRow *row, gpointer user_data)
{
  UiOverlayDialog *self = user_data;
  const char      *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  const char      *name = app_overlay_tool_get_name (ui_row_get_item (row));

  return *text == '\0' || strcasestr (name, text) != NULL;
}

static void
on_searched (UiOverlayDialog *self)
{
  gtk_list_box_invalidate_filter (self->tools);
  if (gtk_list_box_get_row_at_index (self->tools, 0) != NULL)
    gtk_label_set_label (self->nothing, _ ("No tool has this in its name."));
}

/* @server: (nullable): whose tools they are; %NULL for all */
static void
add_tools (UiOverlayDialog *self, const char *server)
{
  GListModel *list = G_LIST_MODEL (self->list);
  guint       n_rows = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list) && n_rows < MAX_ROWS; i++)
    {
      g_autoptr (AppOverlayTool) tool = g_list_model_get_item (list, i);

      if (server != NULL && !g_str_equal (server, app_overlay_tool_get_server (tool)))
        continue;
      gtk_list_box_append (self->tools, create_row (tool));
      ui_connect (tool, "notify::changed", show_reset, self);
      n_rows++;
    }
}

static void
show_problem (UiOverlayDialog *self)
{
  const char      *problem = app_overlay_list_get_problem (self->list);
  g_autofree char *shown = app_visible_text_line (problem, 300);
  g_autofree char *line =
      problem != NULL
          /* Translators: %s says what is wrong */
          ? g_strdup_printf (
                _ ("The JSON in the options is not understood, and is replaced by what "
                   "you change here. %s"),
                shown)
          : NULL;

  ui_widget_show_text (self->problem, line);
}

UI_DEFINE_CLASS (UiOverlayDialog, ui_overlay_dialog)
{
  ui_template_set (widget_class, "ui/model/ui-overlay-dialog.ui");
  ui_template_hold (widget_class, UiOverlayDialog, list);
  ui_template_bind_children (widget_class, UiOverlayDialog, leaflet, list_page, search, problem,
                             tools, nothing, tool_page, tool_title, bin);
  ui_template_bind_callbacks (widget_class, on_row, on_searched);
  gtk_widget_class_install_action (widget_class, "overlays.back", NULL, back);
  gtk_widget_class_install_action (widget_class, "overlays.leave", NULL, leave);
  gtk_widget_class_install_action (widget_class, "overlays.reset", NULL, reset);
}

static void
ui_overlay_dialog_init (UiOverlayDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->tools, is_shown, self, NULL);
}

GtkWindow *
ui_overlay_dialog_present (GtkWidget *near, AppModelController *controller, const char *server)
{
  UiOverlayDialog *self;

  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (controller), NULL);

  self = g_object_new (UI_TYPE_OVERLAY_DIALOG, "transient-for", gtk_widget_get_root (near), NULL);
  self->list = app_model_controller_create_overlays (controller);
  ui_connect (self->list, "notify::problem", show_problem, self);
  add_tools (self, server);
  show_problem (self);
  go_back (self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
