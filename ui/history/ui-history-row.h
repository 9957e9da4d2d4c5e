/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiHistoryRow: one exchange in the list of the history.
 */

#pragma once

#include "app-past-entry.h"

#include <adwaita.h>

#define UI_TYPE_HISTORY_ROW (ui_history_row_get_type ())
G_DECLARE_FINAL_TYPE (UiHistoryRow, ui_history_row, UI, HISTORY_ROW, AdwBin)

GtkWidget *ui_history_row_new (void);
void       ui_history_row_set_entry (UiHistoryRow *self, AppPastEntry *entry);
