/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTableView: an array of objects as a table: a row for each of them, a column for each member
 * that they have, of which only the cells that are seen exist. A click on a column's title sorts,
 * as the menu "Sort By" does; Ctrl+C copies the row as JSON; Ctrl+F looks for a text.
 *
 * Actions: table.copy-row, table.copy-cell, table.menu, table.sort (uint32: column, G_MAXUINT32 for
 * the order of the array; the same again turns the direction), table.save
 */

#pragma once

#include "app-table.h"

#include <gtk/gtk.h>

#define UI_TYPE_TABLE_VIEW (ui_table_view_get_type ())
G_DECLARE_FINAL_TYPE (UiTableView, ui_table_view, UI, TABLE_VIEW, GtkWidget)

/** @shape: its values are held; one without rows shows nothing */
void ui_table_view_set_shape (UiTableView *self, const AppTableShape *shape);
/** Whether "table.save" writes the whole. */
gboolean ui_table_view_can_save (UiTableView *self);
