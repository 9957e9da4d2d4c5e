/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogPane: what passed between the program and its servers, one line an exchange in aligned
 * columns; beside it, the selected exchange raw and laid out. Filtered by words, followed or
 * paused, cleared, copied.
 *
 * Properties: log (AppLog, construct only), session-name (string, nullable: only this server's)
 */

#pragma once

#include "app-log.h"

#include <gtk/gtk.h>

#define UI_TYPE_LOG_PANE (ui_log_pane_get_type ())
G_DECLARE_FINAL_TYPE (UiLogPane, ui_log_pane, UI, LOG_PANE, GtkBox)

/** @session_name: (nullable): %NULL for all servers */
GtkWidget *ui_log_pane_new (AppLog *log, const char *session_name);
/** Selects an entry, where no filter hides it. */
void ui_log_pane_select (UiLogPane *self, AppLogEntry *entry);
