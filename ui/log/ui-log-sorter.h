/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogSorter: the order of the log's lines. As they happened, unless a column is chosen or the
 * lines of a call are to stand together.
 */

#pragma once

#include "ui-log-columns.h"

#define UI_TYPE_LOG_SORTER (ui_log_sorter_get_type ())
G_DECLARE_FINAL_TYPE (UiLogSorter, ui_log_sorter, UI, LOG_SORTER, GtkSorter)

/** Returns: (transfer full) */
UiLogSorter *ui_log_sorter_new (void);
void         ui_log_sorter_set (UiLogSorter *self, UiLogColumn column, gboolean descending);
void         ui_log_sorter_set_grouped (UiLogSorter *self, gboolean grouped);
UiLogColumn  ui_log_sorter_get_column (UiLogSorter *self);
gboolean     ui_log_sorter_get_descending (UiLogSorter *self);
