/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-folders.h"
#include "ui-file-chooser.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiInboxFolders
{
  GtkBox parent_instance;

  AppFolderList *folders;

  GtkListBox *rows;
  GtkEntry   *path;
  GtkWidget  *add;
  GtkLabel   *error;
};

UI_DEFINE_TEMPLATE (UiInboxFolders, ui_inbox_folders, GTK_TYPE_BOX)

static void
on_remove (UiInboxFolders *self, GtkWidget *button)
{
  AppFolder *folder = g_object_get_data (G_OBJECT (button), "ui-folder");

  gtk_widget_grab_focus (GTK_WIDGET (self->path));
  app_folder_list_remove (self->folders, folder);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  AppFolder       *folder = APP_FOLDER (item);
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget       *icon = gtk_image_new_from_icon_name ("folder-symbolic");
  GtkWidget       *label = gtk_label_new (app_folder_get_label (folder));
  GtkWidget       *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  g_autofree char *name = g_strdup_printf (_ ("Remove %s"), app_folder_get_label (folder));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  ui_tooltip_set (label, app_folder_get_uri (folder));
  gtk_widget_add_css_class (button, "flat");
  ui_widget_name (button, name);
  g_object_set_data_full (G_OBJECT (button), "ui-folder", g_object_ref (folder), g_object_unref);
  ui_connect (button, "clicked", on_remove, data);
  gtk_widget_add_css_class (box, "folder-row");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  if (!app_folder_exists (folder))
    {
      GtkWidget *note = gtk_label_new (_ ("not found"));

      gtk_widget_add_css_class (note, "secondary");
      gtk_box_append (GTK_BOX (box), note);
    }
  gtk_box_append (GTK_BOX (box), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  ui_widget_name (row, app_folder_get_label (folder));
  return row;
}

static void
update_visible (UiInboxFolders *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->rows),
                          g_list_model_get_n_items (G_LIST_MODEL (self->folders)) > 0);
}

static void
add_text (UiInboxFolders *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean added = app_folder_list_add (self->folders, text, &error);

  gtk_label_set_text (self->error, added ? "" : error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->error), !added);
}

static void
on_path (UiInboxFolders *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->path)));

  if (g_strstrip (text)[0] == '\0')
    return;
  add_text (self, text);
  if (!gtk_widget_get_visible (GTK_WIDGET (self->error)))
    gtk_editable_set_text (GTK_EDITABLE (self->path), "");
}

static void
on_typed (UiInboxFolders *self)
{
  gtk_widget_set_sensitive (self->add,
                            gtk_editable_get_text (GTK_EDITABLE (self->path))[0] != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->error), FALSE);
}

static void
on_chosen (gpointer object, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  add_text (object, uri);
}

static void
on_choose (UiInboxFolders *self)
{
  ui_file_chooser_ask (GTK_WIDGET (self), _ ("Choose a Folder"),
                       GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL, on_chosen, self);
}

UI_DEFINE_CLASS (UiInboxFolders, ui_inbox_folders)
{
  ui_template_set (widget_class, "ui/inbox/ui-inbox-folders.ui");
  ui_template_hold (widget_class, UiInboxFolders, folders);
  ui_template_bind_children (widget_class, UiInboxFolders, rows, path, add, error);
  ui_template_bind_callbacks (widget_class, on_path, on_typed, on_choose);
}

GtkWidget *
ui_inbox_folders_new (AppFolderList *folders)
{
  g_return_val_if_fail (APP_IS_FOLDER_LIST (folders), NULL);

  UiInboxFolders *self = g_object_new (UI_TYPE_INBOX_FOLDERS, NULL);

  self->folders = g_object_ref (folders);
  gtk_list_box_bind_model (self->rows, G_LIST_MODEL (folders), create_row, self, NULL);
  ui_connect (folders, "items-changed", update_visible, self);
  update_visible (self);
  return GTK_WIDGET (self);
}

void
ui_inbox_folders_focus (UiInboxFolders *self)
{
  g_return_if_fail (UI_IS_INBOX_FOLDERS (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->path));
}
