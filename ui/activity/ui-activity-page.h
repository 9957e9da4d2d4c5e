/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiActivityPage: the calls of all servers with their results, of now and of earlier, and every
 * message: searched, filtered, shown as they were, and made again.
 *
 * Property: workspace (AppWorkspace, construct only)
 * Actions: history.clear; history.export (s: "ndjson" or "har"), history.import
 * Signals
 *   compose (server: string, text: string): a request is to be edited; @server: a profile's id
 *   not-listed (StoreObjectEntry): the result that is to be shown is of no call that is known, or a
 *     person keeps it
 */

#pragma once

#include "app-object-cache.h"
#include "app-workspace.h"
#include "ui-list-frame.h"

#define UI_TYPE_ACTIVITY_PAGE (ui_activity_page_get_type ())
G_DECLARE_FINAL_TYPE (UiActivityPage, ui_activity_page, UI, ACTIVITY_PAGE, UiListFrame)

GtkWidget *ui_activity_page_new (AppWorkspace *workspace);
/** Shows the call that a result is of, whatever filter is set. @name: the object, with its store */
void ui_activity_page_show_result (UiActivityPage *self, const char *name);
