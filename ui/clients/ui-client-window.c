/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-window.h"

#define TEMPLATE "/io/github/spyglass_mcp/Spyglass/ui/clients/ui-client-window.ui"

GtkWindow *
ui_client_window_present (GtkWidget  *parent,
                          const char *title,
                          const char *subtitle,
                          GtkWidget  *child,
                          gboolean    padded)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource (TEMPLATE);
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  GtkRoot   *root = gtk_widget_get_root (parent);

  gtk_window_set_title (window, title);
  g_object_set (gtk_builder_get_object (builder, "title"), "title", title, "subtitle", subtitle,
                NULL);
  g_object_set (gtk_builder_get_object (builder, "scroller"), "visible", padded, NULL);
  gtk_box_append (GTK_BOX (gtk_builder_get_object (builder, padded ? "padding" : "box")), child);
  gtk_widget_set_vexpand (child, !padded);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (window, GTK_WINDOW (root));
  gtk_window_present (window);
  return window;
}
