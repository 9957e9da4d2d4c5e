/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-note-list.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <adwaita.h>

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
  StoreNoteKind    kind = app_client_note_get_kind (item);
  const char      *name = kind == STORE_NOTE_ATTENTION ? "dialog-warning-symbolic"
                          : kind == STORE_NOTE_LOSS    ? "action-unavailable-symbolic"
                                                       : "dialog-information-symbolic";
  GtkWidget       *icon = gtk_image_new_from_icon_name (name);
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *text = app_visible_text_block (app_client_note_get_text (item), MAX_TEXT);

  gtk_widget_add_css_class (icon, kind == STORE_NOTE_ATTENTION ? "state-waiting" : "secondary");
  ui_widget_set_ornament (icon);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), app_client_note_get_kind_name (item));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), text);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  ui_widget_describe (row, text);
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

UI_DEFINE_CLASS (UiNoteList, ui_note_list)
{
  G_OBJECT_CLASS (klass)->dispose = ui_note_list_dispose;

  ui_template_set_bin (widget_class, "ui/clients/ui-note-list.ui");
  ui_template_bind_children (widget_class, UiNoteList, list);
}

static void
ui_note_list_init (UiNoteList *self)
{
  ui_template_init (self);
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
