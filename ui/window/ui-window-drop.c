/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-window-drop.h"

/* What is dragged within the program is a value for an argument, and meant for a field. */
static gboolean
on_accept (GtkDropTarget *target, GdkDrop *drop, gpointer data)
{
  GdkContentFormats *formats = gdk_drop_get_formats (drop);

  return gdk_drop_get_drag (drop) == NULL &&
         (gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST) ||
          gdk_content_formats_contain_gtype (formats, G_TYPE_STRING) ||
          gdk_content_formats_contain_mime_type (formats, "text/uri-list") ||
          gdk_content_formats_contain_mime_type (formats, "text/plain") ||
          gdk_content_formats_contain_mime_type (formats, "text/plain;charset=utf-8"));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, UiServerActions *actions)
{
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    {
      GSList          *files = gdk_file_list_get_files (g_value_get_boxed (value));
      g_autofree char *path = files != NULL ? g_file_get_path (files->data) : NULL;
      g_autofree char *uri = files != NULL ? g_file_get_uri (files->data) : NULL;

      g_slist_free (files);
      if (path != NULL)
        ui_server_actions_import (actions, path, NULL);
      else if (uri != NULL) /* a link of a browser's */
        ui_server_actions_add (actions, uri);
      return uri != NULL;
    }
  const char *text = g_value_get_string (value);
  if (text == NULL || text[0] == '\0')
    return FALSE;
  ui_server_actions_add (actions, text);
  return TRUE;
}

void
ui_window_drop_add (UiWindow *window, UiServerActions *actions)
{
  GType          types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (on_accept), NULL);
  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), actions, 0);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (target));
}
