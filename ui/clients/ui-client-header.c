/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-header.h"
#include "ui-client-history-page.h"
#include "ui-client-row.h"
#include "ui-clients-page.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120
#define MAX_PATH 1000
#define ICON_SIZE 28 /* pixels */

struct _UiClientHeader
{
  GtkWidget parent_instance;

  AppClientTarget *target;

  GtkWidget  *button;
  GtkOverlay *overlay;
  GtkWidget  *mark;
  GtkLabel   *name;
  GtkWidget  *fix;
};

UI_DEFINE_TEMPLATE (UiClientHeader, ui_client_header, GTK_TYPE_WIDGET)

static const char *const state_classes[] = { "state-failed", "state-waiting", NULL };

static guint
count_faults (UiClientHeader *self)
{
  GPtrArray *faults = app_client_target_get_faults (self->target);

  return faults != NULL ? faults->len : 0;
}

static gboolean
is_broken (UiClientHeader *self)
{
  return app_client_target_get_state (self->target) == APP_CLIENT_BROKEN;
}

static GMenuModel *
create_menu (UiClientHeader *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) file = g_menu_new ();
  g_autoptr (GMenu) servers = g_menu_new ();

  g_menu_append (servers, _ ("_Add All Servers…"), "header.add-all");
  if (is_broken (self))
    g_menu_prepend (servers, _ ("_Fix…"), "header.fix");
  else if (count_faults (self) > 0)
    g_menu_append (servers, _ ("Show _Problems…"), "header.problems");
  g_menu_append (servers, _ ("_History of Changes…"), "header.history");
  g_menu_append (file, _ ("_Open File"), "header.open-file");
  g_menu_append (file, _ ("_Copy Path"), "header.copy-path");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (servers));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (file));
  if (app_client_target_is_other (self->target))
    {
      g_autoptr (GMenu) list = g_menu_new ();

      g_menu_append (list, _ ("Remove from _List"), "header.forget");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (list));
    }
  return G_MENU_MODEL (menu);
}

static void
update (UiClientHeader *self)
{
  guint            n = count_faults (self);
  g_autofree char *title = app_client_target_dup_title (self->target);
  g_autofree char *visible = app_visible_text_line (title, MAX_NAME);
  g_autofree char *path =
      app_visible_text_path (app_client_target_get_path (self->target), MAX_PATH);
  g_autofree char *problems =
      g_strdup_printf (ngettext ("%u problem", "%u problems", n), n);
  g_autofree char *tooltip =
      n > 0 ? g_strdup_printf ("%s\n%s", path, problems) : g_strdup (path);
  g_autofree char *spoken =
      n > 0 ? g_strdup_printf ("%s, %s", visible, problems) : g_strdup (visible);
  g_autoptr (GMenuModel) menu = create_menu (self);

  gboolean errors = app_client_target_has_errors (self->target);

  gtk_widget_set_visible (self->mark, n > 0);
  gtk_widget_set_visible (self->fix, is_broken (self));
  ui_widget_set_class (self->name, "broken", is_broken (self));
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), errors ? "dialog-error-symbolic"
                                                               : "dialog-warning-symbolic");
  ui_style_swap_class (self->mark, state_classes, errors ? "state-failed" : "state-waiting");
  gtk_widget_set_tooltip_text (self->button, tooltip);
  ui_widget_name (self->button, spoken);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->button), menu);
}

static UiClientsPage *
get_page (GtkWidget *widget)
{
  return UI_CLIENTS_PAGE (gtk_widget_get_ancestor (widget, UI_TYPE_CLIENTS_PAGE));
}

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppClientTarget *target = UI_CLIENT_HEADER (widget)->target;

  if (g_str_equal (name, "header.add-all"))
    ui_clients_page_add_all (get_page (widget), target);
  else if (g_str_equal (name, "header.problems"))
    ui_clients_page_show_problems (get_page (widget), target);
  else if (g_str_equal (name, "header.fix"))
    ui_clients_page_fix (get_page (widget), target);
  else if (g_str_equal (name, "header.history"))
    ui_client_history_page_present_for (widget, app_client_target_get_path (target));
  else if (g_str_equal (name, "header.forget"))
    ui_clients_page_forget (get_page (widget), target);
  else if (g_str_equal (name, "header.open-file"))
    ui_clients_page_open_file (widget, target);
  else
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                            app_client_target_get_path (target));
}

/* The object */

static void
ui_client_header_dispose (GObject *object)
{
  UiClientHeader *self = UI_CLIENT_HEADER (object);

  ui_clear_watched (&self->target, self);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiClientHeader, ui_client_header)
{
  static const char *const actions[] = { "header.add-all", "header.problems", "header.fix",
                                         "header.history", "header.forget", "header.open-file",
                                         "header.copy-path" };

  G_OBJECT_CLASS (klass)->dispose = ui_client_header_dispose;

  ui_template_set_bin (widget_class, "ui/clients/ui-client-header.ui");
  ui_template_bind_children (widget_class, UiClientHeader, button, overlay, mark, name, fix);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, on_action);
}

GtkWidget *
ui_client_header_new (AppClientTarget *target)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (target), NULL);

  UiClientHeader  *self = g_object_new (UI_TYPE_CLIENT_HEADER, NULL);
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_NAME);

  self->target = g_object_ref (target);
  gtk_overlay_set_child (self->overlay, ui_client_row_create_icon (target, ICON_SIZE));
  gtk_label_set_text (self->name, visible);
  ui_connect (target, "changed", update, self);
  update (self);
  return GTK_WIDGET (self);
}
