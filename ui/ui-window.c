/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-window.h"
#include "ui-settings.h"
#include "ui-width-bin.h"

struct _UiWindow
{
  AdwApplicationWindow parent_instance;

  AdwLeaflet *leaflet;
};

G_DEFINE_FINAL_TYPE (UiWindow, ui_window, ADW_TYPE_APPLICATION_WINDOW)

static void
on_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  adw_leaflet_navigate (UI_WINDOW (widget)->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static void
ui_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), UI_TYPE_WINDOW);
  G_OBJECT_CLASS (ui_window_parent_class)->dispose (object);
}

static void
ui_window_class_init (UiWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_window_dispose;

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/spyglass_mcp/Spyglass/ui/ui-window.ui");
  gtk_widget_class_bind_template_child (widget_class, UiWindow, leaflet);
  gtk_widget_class_install_action (widget_class, "win.back", NULL, on_back);
}

static void
ui_window_init (UiWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  ui_settings_bind ("window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);
}

UiWindow *
ui_window_new (UiApplication *application)
{
  return g_object_new (UI_TYPE_WINDOW, "application", application, NULL);
}
