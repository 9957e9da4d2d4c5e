/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-object-dialog.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"
#include "app-object-name.h"
#include "app-objects.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is typed is looked at while one types, up to this much. */
#define LOOK_BYTES (256u * 1024u)

struct _UiObjectDialog
{
  AdwWindow parent_instance;

  UiTextArea *text; /* borrowed */

  AdwEntryRow *name;
  AdwBin      *bin;
  GtkLabel    *kind;
};

G_DEFINE_FINAL_TYPE (UiObjectDialog, ui_object_dialog, ADW_TYPE_WINDOW)

/* As what it would be kept. */
static void
update (UiObjectDialog *self)
{
  g_autofree char *text = ui_text_area_dup_text (self->text);
  gsize            length = strlen (text);
  g_autofree char *size = app_visible_text_size (length);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);
  g_autofree char *line = g_strdup (size);

  if (length > 0 && length <= LOOK_BYTES)
    {
      g_autoptr (StoreObject) object = app_objects_new_object (bytes);
      g_autofree char *type = store_object_get_kind (object) == STORE_OBJECT_JSON
                                  ? app_object_name_dup_type (object)
                                  : g_strdup (_ ("text"));

      g_free (line);
      line = g_strdup_printf ("%s · %s", type, size);
    }
  gtk_label_set_text (self->kind, length > 0 ? line : "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "dialog.accept", length > 0);
}

static void
accept (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiObjectDialog  *self = UI_OBJECT_DIALOG (widget);
  g_autofree char *text = ui_text_area_dup_text (self->text);
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name)));

  g_strstrip (name);
  g_signal_emit_by_name (self, "accepted", name[0] != '\0' ? name : NULL, text);
  gtk_window_destroy (GTK_WINDOW (self));
}

UI_DEFINE_CLASS (UiObjectDialog, ui_object_dialog)
{
  ui_template_set_dialog (widget_class, "ui/objects/ui-object-dialog.ui");
  ui_template_bind_children (widget_class, UiObjectDialog, name, bin, kind);
  gtk_widget_class_install_action (widget_class, "dialog.accept", NULL, accept);
  mcp_signal_new (klass, "accepted", 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
ui_object_dialog_init (UiObjectDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  self->text = UI_TEXT_AREA (ui_text_area_new ("json"));
  ui_text_area_set_note (self->text, _ ("JSON or any text"));
  ui_text_area_set_line_numbers (self->text, TRUE);
  ui_widget_name (ui_text_area_get_view (self->text), _ ("Value"));
  adw_bin_set_child (self->bin, GTK_WIDGET (self->text));
  ui_connect (self->text, "edited", update, self);
}

GtkWindow *
ui_object_dialog_new (GtkWidget *near, const char *text)
{
  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  UiObjectDialog *self = g_object_new (UI_TYPE_OBJECT_DIALOG, "transient-for",
                                       gtk_widget_get_root (near), NULL);

  ui_text_area_set_text (self->text, text);
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->text)));
  return GTK_WINDOW (self);
}
