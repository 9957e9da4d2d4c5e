/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Rows of lists, whose words somebody else may have written: they are cut to a line, and never
 * markup.
 */

#pragma once

#include <adwaita.h>

/** @title: as it came. @subtitle: (nullable): fit to be shown. @item: (nullable): an object that it
 * is about, which it holds. Returns: (transfer floating): an AdwActionRow */
GtkWidget *ui_row_new (const char *title, const char *subtitle, gpointer item);
/** The same for a row of another class. */
void ui_row_hold_item (GtkWidget *row, gpointer item);
/** Returns: (transfer none) (nullable) */
gpointer ui_row_get_item (gpointer row);
/** Says at its end what comes of it, and lets a person activate it. */
void ui_row_add_icon (GtkWidget *row, const char *icon_name);
/** @name: what the button does. Returns: (transfer none): a button at its end */
GtkWidget *ui_row_add_button (GtkWidget *row, const char *icon_name, const char *name);

/** A row of something that can be chosen. @detail: what else is known of it, in a line of its own;
 * "" for nothing. Returns: (transfer floating): a GtkListBoxRow, not chosen */
GtkWidget *ui_row_new_choice (const char *title, const char *detail, gpointer item);
/** @row: of ui_row_new_choice() */
void ui_row_set_chosen (gpointer row, gboolean chosen);
