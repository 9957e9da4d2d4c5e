/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogPage: the log of one server, and beside it what its process prints, where it has one.
 */

#pragma once

#include "app-console.h"
#include "app-log.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_LOG_PAGE (ui_log_page_get_type ())
G_DECLARE_FINAL_TYPE (UiLogPage, ui_log_page, UI, LOG_PAGE, GtkWidget)

/** @console: (nullable): of a server that is a process of ours. Returns: (transfer floating) */
GtkWidget *ui_log_page_new (AppLog *log, const char *session_name, AppConsole *console);

G_END_DECLS
