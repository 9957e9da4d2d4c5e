/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-note-list.h"
#include "ui-template.h"
#include "app-visible-text.h"

/* A sentence or two. */
#define MAX_TEXT 600

struct _UiNoteList
{
  GtkWidget parent_instance;

  GListModel *notes;

  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (UiNoteList, ui_note_list, GTK_TYPE_WIDGET)

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/io/github/spyglass_mcp/Spyglass/ui/clients/ui-note-row.ui");
  StoreNoteKind    kind = app_client_note_get_kind (item);
  const char      *name = kind == STORE_NOTE_ATTENTION ? "dialog-warning-symbolic"
                          : kind == STORE_NOTE_LOSS    ? "action-unavailable-symbolic"
                                                       : "dialog-information-symbolic";
  GObject         *icon = gtk_builder_get_object (builder, "icon");
  g_autofree char *text = app_visible_text_block (app_client_note_get_text (item), MAX_TEXT);

  g_object_set (icon, "icon-name", name, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (icon),
                            kind == STORE_NOTE_ATTENTION ? "state-waiting" : "secondary");
  g_object_set (gtk_builder_get_object (builder, "kind"), "label",
                app_client_note_get_kind_name (item), NULL);
  g_object_set (gtk_builder_get_object (builder, "text"), "label", text, NULL);
  return GTK_WIDGET (g_object_ref (gtk_builder_get_object (builder, "row")));
}

static void
on_notes_changed (UiNoteList *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self),
                          self->notes != NULL && g_list_model_get_n_items (self->notes) > 0);
}

static void
ui_note_list_dispose (GObject *object)
{
  UiNoteList *self = UI_NOTE_LIST (object);

  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_data (self->notes, self);
  ui_template_dispose (object);
  g_clear_object (&self->notes);
}

UI_DEFINE_CLASS (UiNoteList, ui_note_list)
{
  G_OBJECT_CLASS (klass)->dispose = ui_note_list_dispose;

  ui_template_set_bin (widget_class, "ui/clients/ui-note-list.ui");
  ui_template_bind_children (widget_class, UiNoteList, list);
}

static void
ui_note_list_init (UiNoteList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  on_notes_changed (self);
}

void
ui_note_list_set_notes (UiNoteList *self, GListModel *notes)
{
  g_return_if_fail (UI_IS_NOTE_LIST (self));
  g_return_if_fail (notes == NULL || G_IS_LIST_MODEL (notes));

  if (self->notes != NULL)
    g_signal_handlers_disconnect_by_data (self->notes, self);
  g_set_object (&self->notes, notes);
  gtk_list_box_bind_model (self->list, notes, create_row, NULL, NULL);
  if (notes != NULL)
    ui_connect (notes, "items-changed", on_notes_changed, self);
  on_notes_changed (self);
}
