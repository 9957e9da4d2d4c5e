/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-note-list.h"
#include "ui-template.h"
#include "ui-widget.h"
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
create_icon (StoreNoteKind kind)
{
  const char *name = kind == STORE_NOTE_ATTENTION ? "dialog-warning-symbolic"
                     : kind == STORE_NOTE_LOSS    ? "action-unavailable-symbolic"
                                                  : "dialog-information-symbolic";
  GtkWidget  *icon = gtk_image_new_from_icon_name (name);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_margin_top (icon, 3);
  gtk_widget_add_css_class (icon, kind == STORE_NOTE_ATTENTION ? "state-waiting" : "secondary");
  /* The kind stands beside it in words. */
  ui_widget_set_ornament (icon);
  return icon;
}

static GtkWidget *
create_label (const char *text, const char *class_name)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (class_name != NULL)
    gtk_widget_add_css_class (label, class_name);
  return label;
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  AppClientNote   *note = APP_CLIENT_NOTE (item);
  GtkWidget       *row = gtk_list_box_row_new ();
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget       *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *text = app_visible_text_block (app_client_note_get_text (note), MAX_TEXT);
  GtkWidget       *label = create_label (text, NULL);

  gtk_box_append (GTK_BOX (words),
                  create_label (app_client_note_get_kind_name (note), "note-kind"));
  gtk_box_append (GTK_BOX (words), label);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), create_icon (app_client_note_get_kind (note)));
  gtk_box_append (GTK_BOX (box), words);
  gtk_widget_add_css_class (box, "card-text");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                  NULL, -1);
  return row;
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

static void
ui_note_list_class_init (UiNoteListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

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
