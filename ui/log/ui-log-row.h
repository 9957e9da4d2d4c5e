/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogRow: one line of the log, or the titles above it. It draws its texts by itself: GTK keeps
 * 200 rows of a list ready, and nine labels in nine cells for each of them take longer than a
 * person should wait for the log.
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_LOG_ROW (ui_log_row_get_type ())
G_DECLARE_FINAL_TYPE (UiLogRow, ui_log_row, UI, LOG_ROW, GtkWidget)

GtkWidget *ui_log_row_new (void);
/** @entry: (nullable): %NULL shows the titles, as at first */
void ui_log_row_set_entry (UiLogRow *self, AppLogEntry *entry);
/** @server: whether to say which server it belongs to; @wide: whether there is room for all */
void ui_log_row_set_columns (UiLogRow *self, gboolean server, gboolean wide);

G_END_DECLS
