/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Writing a table as CSV (RFC 4180): a line of names, a line for each row in the order that is
 * shown, all of its columns. Strings are decoded, other values as written, objects and arrays as
 * compact JSON; null and what is absent are empty. Cells that a spreadsheet takes for a formula are
 * left as they are.
 */

#pragma once

#include "app-table.h"

/** Writes to @file in a worker, row by row; what was there is replaced when all is written. */
void app_table_csv_save_async (AppTable           *table,
                               GFile              *file,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
/** Returns: %FALSE with @error set: of G_IO_ERROR */
gboolean app_table_csv_save_finish (GAsyncResult *result, GError **error);
