/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogPage: the log of one server or of all, and behind it what a server's process prints, where
 * it has one.
 */

#pragma once

#include "app-console.h"
#include "app-log.h"

#include <gtk/gtk.h>

#define UI_TYPE_LOG_PAGE (ui_log_page_get_type ())
G_DECLARE_FINAL_TYPE (UiLogPage, ui_log_page, UI, LOG_PAGE, GtkBox)

/** @session_name: (nullable): %NULL for all servers. Returns: (transfer floating) */
GtkWidget *ui_log_page_new (AppLog *log, const char *session_name);
/** @console: (nullable): of a server that is a process of ours. Whoever looked at one before looks
 * at this one now. */
void ui_log_page_set_console (UiLogPage *self, AppConsole *console);
/** Selects an entry, where no filter hides it, and moves the focus there. */
void ui_log_page_select (UiLogPage *self, AppLogEntry *entry);
