/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldRow: one field of a form as a row: its name, "required" in words, what the server says of
 * it, the control, a menu for the states that a control has no gesture for (null, empty text, the
 * default, not sent), and what is wrong with the value. A field with members or items opens to a
 * UiFieldList, which is made when it is opened first. An item of an array is one line.
 *
 * Errors are shown once the person has been in the field, or tried to send the form.
 *
 * Actions: field.clear, field.set-null, field.set-empty, field.use-default, field.remove,
 * field.duplicate, field.move-up, field.move-down, field.add-lines, field.add-line,
 * field.format-json. Shift+F10 and the menu key open the menu, which Tab passes by.
 */

#pragma once

#include "app-form.h"

#include <adwaita.h>

#define UI_TYPE_FIELD_ROW (ui_field_row_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldRow, ui_field_row, UI, FIELD_ROW, AdwPreferencesRow)

/** What a room above this one adds to every row. */
typedef struct
{
  void (*install) (GtkWidgetClass *row_class);      /* actions of the row, and their keys */
  void (*attach) (UiFieldRow *row);                 /* (nullable): a row was made */
  void (*add_items) (GMenu *menu, AppField *field); /* what the row's menu says of it */
  gboolean (*focus) (UiFieldRow *row);              /* (nullable): instead of the control */
} UiFieldFeature;

/** Adds @feature, which is never freed, to the rows that are made from now on. */
void ui_field_row_add_feature (const UiFieldFeature *feature);

GtkWidget *ui_field_row_new (AppForm *form, AppField *field);
/** Returns: (transfer none) */
AppField *ui_field_row_get_field (UiFieldRow *self);
/** Whether name, key or description has the words; %NULL and "" match. */
gboolean ui_field_row_matches (UiFieldRow *self, const char *words);
/** Opens a field that has members or items. */
void     ui_field_row_set_expanded (UiFieldRow *self, gboolean expanded);
gboolean ui_field_row_get_expanded (UiFieldRow *self);
/** The list below, made if need be: a UiFieldList.
 * Returns: (transfer none) (nullable): %NULL where the field has no members or items */
GtkWidget *ui_field_row_get_list (UiFieldRow *self);
/** Beside the row's menu: for the buttons of other modes of a field, such as a reference.
 * Returns: (transfer none) */
GtkBox *ui_field_row_get_tools (UiFieldRow *self);
/** Shows something else in the place of the control, which stays as it is.
 * @content: (nullable): %NULL brings the control back */
void ui_field_row_show_instead (UiFieldRow *self, GtkWidget *content);
/** Returns: (transfer none) (nullable): a UiFieldEditor; %NULL where there are rows instead */
GtkWidget *ui_field_row_get_editor (UiFieldRow *self);
/** Moves the focus into the control. */
void ui_field_row_focus (UiFieldRow *self);
