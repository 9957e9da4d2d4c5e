/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Sorting a table by one of its columns, in a worker. Numbers come before strings, strings before
 * the rest; numbers are compared exactly as they are written, strings as the locale orders them.
 * What is null or absent is last, whatever the direction; rows that are equal stay as in the array.
 */

#pragma once

#include "app-table.h"

/* Not a column: the places of the rows in the array. */
#define APP_TABLE_ORDER_INDEX G_MAXUINT

/** What the table's own order is meanwhile makes no difference. */
void app_table_order_find_async (AppTable           *table,
                                 guint               column,
                                 gboolean            descending,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
/** Returns: (transfer full) (nullable) (element-type guint32): for app_table_set_order(); %NULL
 * only when it was cancelled */
GArray *app_table_order_find_finish (GAsyncResult *result, GError **error);
