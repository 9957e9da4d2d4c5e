/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-template.h"

#include <adwaita.h>

#define RESOURCES "/io/github/spyglass_mcp/Spyglass/"

void
ui_template_dispose (GObject *object)
{
  GtkWidget *widget = GTK_WIDGET (object);
  GType      type = G_OBJECT_TYPE (object);
  GType      parent = g_type_parent (type);
  GtkWidget *child;

  gtk_widget_dispose_template (widget, type);
  /* A widget that derives from GtkWidget itself has nobody else who unparents the rest. */
  while (parent == GTK_TYPE_WIDGET && (child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (g_type_class_peek (parent))->dispose (object);
}

void
ui_template_init_dialog (GtkWidget *dialog)
{
  g_object_set (dialog, "accessible-role", GTK_ACCESSIBLE_ROLE_DIALOG, NULL);
  gtk_widget_init_template (dialog);
}

void
ui_template_set (GtkWidgetClass *widget_class, const char *file)
{
  GObjectClass    *object_class = G_OBJECT_CLASS (widget_class);
  GObjectClass    *parent_class = g_type_class_peek_parent (widget_class);
  g_autofree char *resource = g_strconcat (RESOURCES, file, NULL);

  gtk_widget_class_set_template_from_resource (widget_class, resource);
  /* Without one, a screen reader hears of a group of widgets. */
  if (g_type_is_a (G_OBJECT_CLASS_TYPE (object_class), ADW_TYPE_WINDOW))
    gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  if (object_class->dispose == parent_class->dispose)
    object_class->dispose = ui_template_dispose;
}

void
ui_template_set_bin (GtkWidgetClass *widget_class, const char *file)
{
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, file);
}

void
ui_clear_watched (gpointer field, gpointer watcher)
{
  GObject **object = field;

  if (*object != NULL)
    g_signal_handlers_disconnect_by_data (*object, watcher);
  g_clear_object (object);
}

void
ui_signal_new (gpointer klass, const char *name, guint n_types, ...)
{
  va_list types;

  va_start (types, n_types);
  g_signal_new_valist (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
                       G_TYPE_NONE, n_types, types);
  va_end (types);
}
