/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-file-chooser.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define NAME_CHARACTERS 60
/* Where the widget keeps its dialog, and the dialog whom to tell. */
#define CHOOSER_DATA "file-chooser"
#define CHOSEN_DATA "chosen"

static void
chooser_free (gpointer chooser)
{
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (chooser));
  g_object_unref (chooser);
}

static void
on_response (gpointer object, int response, GtkFileChooser *chooser)
{
  UiFileChosenFunc chosen = (UiFileChosenFunc)g_object_get_data (G_OBJECT (chooser), CHOSEN_DATA);
  g_autoptr (GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;

  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (chooser));
  if (file != NULL)
    chosen (object, file);
}

static void
add_filters (GtkFileChooser *chooser, const char *media_type)
{
  g_autoptr (GtkFileFilter) wanted = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_autofree char *name = app_visible_text_line (media_type, NAME_CHARACTERS);

  gtk_file_filter_add_mime_type (wanted, media_type);
  gtk_file_filter_set_name (wanted, name);
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_chooser_add_filter (chooser, wanted);
  gtk_file_chooser_add_filter (chooser, all);
}

void
ui_file_chooser_ask (GtkWidget           *near,
                     const char          *title,
                     GtkFileChooserAction action,
                     GFile               *start,
                     const char          *media_type,
                     UiFileChosenFunc     chosen,
                     gpointer             object)
{
  GtkRoot *root = gtk_widget_get_root (near);

  g_return_if_fail (chosen != NULL);

  GtkFileChooserNative *native = gtk_file_chooser_native_new (
      title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, action, _ ("_Choose"), _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  if (start != NULL)
    gtk_file_chooser_set_file (chooser, start, NULL);
  if (media_type != NULL && strchr (media_type, '/') != NULL)
    add_filters (chooser, media_type);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_object_set_data (G_OBJECT (native), CHOSEN_DATA, (gpointer)chosen);
  ui_connect (native, "response", on_response, object);
  g_object_set_data_full (G_OBJECT (near), CHOOSER_DATA, native, chooser_free);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}
