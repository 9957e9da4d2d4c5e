/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldList: the members of an object or the items of an array as rows, kept up to date. Rows are
 * made for a bounded number of fields; a row at the end makes more. An array's list ends with a row
 * that adds an item, that of an object with members of any name with one that adds a member.
 */

#pragma once

#include "ui-field-row.h"

/* Rows that are made at a time: more than real schemas have, and made within a frame or two. */
#define UI_FIELD_LIST_PAGE 60u

#define UI_TYPE_FIELD_LIST (ui_field_list_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldList, ui_field_list, UI, FIELD_LIST, AdwBin)

/** @field: of kind OBJECT or ARRAY */
GtkWidget *ui_field_list_new (AppForm *form, AppField *field);
/** The row of a member or item, made if need be. Returns: (transfer none) (nullable) */
UiFieldRow *ui_field_list_find_row (UiFieldList *self, AppField *field);
/** Appends the rows that can be seen, those in opened ones included, from top to bottom.
 * @rows: (element-type UiFieldRow) */
void ui_field_list_append_rows (UiFieldList *self, GPtrArray *rows);
/** Hides what does not have the words (or, being a group, any part that was made) or is optional.
 * Returns: how many rows are left */
guint ui_field_list_filter (UiFieldList *self, const char *words, gboolean only_required);
void  ui_field_list_focus_position (UiFieldList *self, guint position);
/** Moves the focus to what adds an item, where an array has none yet. Returns: whether it did */
gboolean ui_field_list_focus_add (UiFieldList *self);
/** Adds an item to an array and moves the focus there. */
void ui_field_list_add_item (UiFieldList *self);
