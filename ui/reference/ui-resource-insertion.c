/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-resource-insertion.h"
#include "ui-field-editor.h"
#include "ui-resource-dialog.h"
#include "ui-template.h"
#include "app-field-format.h"
#include "app-form-references.h"
#include "app-resource-text.h"

#include <glib/gi18n.h>

/* Where the dialog keeps what is replaced. */
#define PLACE_DATA "place"

/* What is selected in the control, in characters; start and end are the same without. */
typedef struct
{
  glong start;
  glong end;
} Place;

/* Returns: (transfer none) (nullable): %NULL where no resource's text can go */
static AppResourceText *
get_texts (AppField *field)
{
  AppForm     *form = app_field_get_place (field)->form;
  AppFieldKind kind = app_field_get_info (field)->kind;

  if (form == NULL || app_field_get_info (field)->secret ||
      (kind != APP_FIELD_TEXT &&
       (kind != APP_FIELD_STRING || app_field_format_get (field) != APP_FORMAT_NONE)))
    return NULL;
  return app_form_get_helper (form, APP_TYPE_RESOURCE_TEXT);
}

static void
add_items (GMenu *menu, AppField *field)
{
  AppResourceText *texts = get_texts (field);

  if (texts != NULL && app_resource_text_is_offered (texts))
    g_menu_append (menu, _ ("Insert _Text of Resource…"), "field.insert-resource");
}

/* Returns: (transfer none) (nullable) */
static GtkWidget *
get_control (UiFieldRow *row)
{
  GtkWidget *editor = ui_field_row_get_editor (row);

  return editor != NULL ? ui_field_editor_get_control (UI_FIELD_EDITOR (editor)) : NULL;
}

/* The whole value, where the control shows something else or only a part of it. */
static Place
find_place (UiFieldRow *row)
{
  AppField   *field = ui_field_row_get_field (row);
  GtkWidget  *control = get_control (row);
  glong       length = g_utf8_strlen (app_field_get_text (field), -1);
  Place       place = { 0, length };
  GtkTextIter from, to;
  int         start, end;

  if (!app_field_get_state (field)->exact || app_form_references_get (field) != NULL)
    return place;
  if (GTK_IS_EDITABLE (control))
    {
      if (!gtk_editable_get_selection_bounds (GTK_EDITABLE (control), &start, &end))
        start = end = gtk_editable_get_position (GTK_EDITABLE (control));
    }
  else if (GTK_IS_TEXT_VIEW (control) && gtk_text_view_get_editable (GTK_TEXT_VIEW (control)))
    {
      gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (control)),
                                            &from, &to);
      start = gtk_text_iter_get_offset (&from);
      end = gtk_text_iter_get_offset (&to);
    }
  else
    return place;
  place.start = MIN (start, length);
  place.end = CLAMP (end, place.start, length);
  return place;
}

/* The cursor goes behind what was put in. */
static void
move_cursor (UiFieldRow *row, glong offset)
{
  GtkWidget *control = get_control (row);

  ui_field_row_focus (row);
  if (GTK_IS_EDITABLE (control))
    gtk_editable_set_position (GTK_EDITABLE (control), (int)offset);
  else if (GTK_IS_TEXT_VIEW (control))
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (control));
      GtkTextIter    cursor;

      gtk_text_buffer_get_iter_at_offset (buffer, &cursor, (int)offset);
      gtk_text_buffer_place_cursor (buffer, &cursor);
      gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (control),
                                          gtk_text_buffer_get_insert (buffer));
    }
}

static void
on_chosen (UiFieldRow *row, const char *text, UiResourceDialog *dialog)
{
  AppField        *field = ui_field_row_get_field (row);
  const char      *old = app_field_get_text (field);
  Place           *place = g_object_get_data (G_OBJECT (dialog), PLACE_DATA);
  glong            length = g_utf8_strlen (old, -1);
  glong            start = MIN (place->start, length);
  const char      *after = g_utf8_offset_to_pointer (old, MIN (place->end, length));
  g_autofree char *before = g_utf8_substring (old, 0, start);
  g_autofree char *all = g_strconcat (before, text, after, NULL);

  /* An empty text, that was one before, stays one. */
  if (all[0] == '\0')
    app_field_set_empty (field);
  else
    app_field_set_text (field, all);
  move_cursor (row, start + g_utf8_strlen (text, -1));
}

static void
on_insert (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiFieldRow       *row = UI_FIELD_ROW (widget);
  AppField         *field = ui_field_row_get_field (row);
  AppResourceText  *texts = get_texts (field);
  GtkRoot          *root = gtk_widget_get_root (widget);
  UiResourceDialog *dialog;

  if (texts == NULL || !app_resource_text_is_offered (texts))
    return;
  Place *place = g_new (Place, 1);
  *place = find_place (row);
  dialog = ui_resource_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, texts,
                                   app_field_get_place (field)->label);
  g_object_set_data_full (G_OBJECT (dialog), PLACE_DATA, place, g_free);
  ui_connect (dialog, "chosen", on_chosen, row);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
install (GtkWidgetClass *row_class)
{
  gtk_widget_class_install_action (row_class, "field.insert-resource", NULL, on_insert);
}

const UiFieldFeature ui_resource_feature = { install, NULL, add_items, NULL };
