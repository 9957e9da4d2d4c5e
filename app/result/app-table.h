/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTable: an array of objects that have most of their members in common, as a GListModel of
 * AppTableRow with columns. Rows are made when they are asked for. The columns are the names of all
 * members, in the order in which they are first met; the items that are no objects have a column of
 * their own. Or an array of lists, see AppTableShape.
 *
 * A table never changes, but for the order of its rows: what it says of rows by their index and of
 * columns may be asked in any thread, the model and the order belong to the main thread.
 */

#pragma once

#include "app-table-shape.h"

#include <gio/gio.h>

/* Characters of a cell that are shown. */
#define APP_TABLE_CELL_CHARACTERS 120u

#define APP_TYPE_TABLE (app_table_get_type ())
G_DECLARE_FINAL_TYPE (AppTable, app_table, APP, TABLE, GObject)

#define APP_TYPE_TABLE_ROW (app_table_row_get_type ())
G_DECLARE_FINAL_TYPE (AppTableRow, app_table_row, APP, TABLE_ROW, GObject)

/** Reads the names of all members, in a worker where they are many. @shape: its values are held */
void app_table_load_async (const AppTableShape *shape,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data);
/** Returns: (transfer full) (nullable): %NULL only when it was cancelled */
AppTable *app_table_load_finish (GAsyncResult *result, GError **error);

/** Returns: what it was read from */
McpJsonValue app_table_get_array (AppTable *self);
guint        app_table_get_n_rows (AppTable *self);
guint        app_table_get_n_columns (AppTable *self);
/** Names of members that are not among the columns. */
guint app_table_get_n_more (AppTable *self);
/** Returns: (transfer none): the name as it came; translated where the column has the items that
 * are no objects */
const char *app_table_get_name (AppTable *self, guint column);
/** Whether the first rows have numbers there and nothing else. */
gboolean app_table_is_numeric (AppTable *self, guint column);
/** How many characters the name and the first cells are long, within bounds. */
guint app_table_get_width (AppTable *self, guint column);
/** @row: its index in the array. Returns: the value; none where the object has no such member */
McpJsonValue app_table_get_cell (AppTable *self, guint row, guint column);
/** Returns: where the model has the row that holds the byte at @offset of the document;
 * %G_MAXUINT where there is none */
guint app_table_find_position (AppTable *self, gsize offset);

/** @order: (transfer full) (nullable) (element-type guint32): the index of every row, once; %NULL
 * for that of the array */
void app_table_set_order (AppTable *self, GArray *order);
/** Returns: (transfer full) (nullable) (element-type guint32): the order that was set */
GArray *app_table_dup_order (AppTable *self);

/** From 0 on, as in the array. */
guint app_table_row_get_index (AppTableRow *self);
/** Returns: the value, none where there is no such member */
McpJsonValue app_table_row_get_cell (AppTableRow *self, guint column);
/** Returns: (transfer full): the cell on one line, fit to be shown: numbers as written, a string
 * without quotes unless it would be read as something else; "" where there is no such member */
char *app_table_row_dup_text (AppTableRow *self, guint column);
/** Returns: (transfer full): the item as compact JSON */
char *app_table_row_dup_json (AppTableRow *self);
