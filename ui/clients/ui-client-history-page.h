/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientHistoryPage: what was written into other applications' files, the newest first, and what
 * became of it since. A row opens what taking it back would change, and does it.
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_CLIENT_HISTORY_PAGE (ui_client_history_page_get_type ())
G_DECLARE_FINAL_TYPE (
    UiClientHistoryPage, ui_client_history_page, UI, CLIENT_HISTORY_PAGE, GtkWidget)

/** In a window of its own. @parent: in the one that asked for it. Returns: (transfer none) */
GtkWindow *ui_client_history_page_present (GtkWidget *parent);
/** Of one file. @path: (nullable): %NULL for all of them. Returns: (transfer none) */
GtkWindow *ui_client_history_page_present_for (GtkWidget *parent, const char *path);
