/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-import-drop.h"

/* What a person can mean by one drop. */
#define MAX_FILES 20u

typedef struct
{
  GWeakRef         object;
  UiImportDropFunc dropped;
} Drop;

static void
drop_free (gpointer data, GClosure *closure)
{
  Drop *drop = data;

  g_weak_ref_clear (&drop->object);
  g_free (drop);
}

/* What is dragged about within the window, such as a selected text, is not meant. */
static gboolean
on_accept (GtkDropTarget *target, GdkDrop *offered, gpointer unused)
{
  return gdk_drop_get_drag (offered) == NULL &&
         gdk_content_formats_match (gdk_drop_get_formats (offered),
                                    gtk_drop_target_get_formats (target));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  Drop *drop = data;
  g_autoptr (GObject) object = g_weak_ref_get (&drop->object);
  guint n = 0;

  if (object == NULL)
    return FALSE;
  if (G_VALUE_HOLDS_STRING (value))
    {
      drop->dropped (object, NULL, g_value_get_string (value));
      return TRUE;
    }
  GSList *files = g_value_get_boxed (value);
  for (GSList *each = files; each != NULL && n < MAX_FILES; each = each->next, n++)
    {
      const char      *path = g_file_peek_path (each->data);
      g_autofree char *uri = path == NULL ? g_file_get_uri (each->data) : NULL;

      drop->dropped (object, path, uri);
    }
  return n > 0;
}

void
ui_import_drop_accept (GtkWidget *widget, gpointer object, UiImportDropFunc dropped)
{
  GType          types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  Drop          *drop = g_new0 (Drop, 1);

  g_weak_ref_init (&drop->object, object);
  drop->dropped = dropped;
  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (on_accept), NULL);
  g_signal_connect_data (target, "drop", G_CALLBACK (on_drop), drop, drop_free, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}
