/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogRow: one line of the log, within an UiLogView.
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

#define UI_TYPE_LOG_ROW (ui_log_row_get_type ())
G_DECLARE_FINAL_TYPE (UiLogRow, ui_log_row, UI, LOG_ROW, GtkWidget)
