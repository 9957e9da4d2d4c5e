/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTableCell: a cell of a UiTableView: one line, cut at its end where the column is narrow. It
 * draws by itself, as a list makes 200 rows before it shows one: a label for each of their cells
 * would take longer than a frame by far.
 */

#pragma once

#include "app-find.h"
#include "app-table.h"

#include <gtk/gtk.h>

#define UI_TYPE_TABLE_CELL (ui_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (UiTableCell, ui_table_cell, UI, TABLE_CELL, GtkWidget)

/** @column: APP_TABLE_ORDER_INDEX for the numbers of the rows. @title: of the column */
GtkWidget *ui_table_cell_new (guint column, const char *title, gboolean to_the_right);
/** @row: (nullable). @position: where the list has it. @find: (nullable): whose matches show */
void ui_table_cell_set_row (UiTableCell *self, AppTableRow *row, guint position, AppFind *find);
/** The matches are others. */
void  ui_table_cell_find_again (UiTableCell *self);
guint ui_table_cell_get_position (UiTableCell *self);
/** Returns: (transfer full): what a copy has: a string decoded, other values as written */
char *ui_table_cell_dup_value (UiTableCell *self);
