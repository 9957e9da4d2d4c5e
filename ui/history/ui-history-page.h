/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiHistoryPage: what was sent and received, of all servers: searched, filtered, shown as it was,
 * and made again.
 *
 * Property: workspace (AppWorkspace, construct only)
 * Actions: history.clear; history.export (s: "ndjson" or "har"), history.import
 * Signal: compose (const char *server, const char *text): a request is to be edited; @server is the
 * id of a profile
 */

#pragma once

#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_HISTORY_PAGE (ui_history_page_get_type ())
G_DECLARE_FINAL_TYPE (UiHistoryPage, ui_history_page, UI, HISTORY_PAGE, GtkWidget)

GtkWidget *ui_history_page_new (AppWorkspace *workspace);
