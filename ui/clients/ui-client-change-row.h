/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientChangeRow: one change among several: whose file, what happens to it in a sentence and in
 * numbers, and, opened, the notes and the difference line by line. Afterwards what became of it,
 * and what to do so that the application sees it.
 */

#pragma once

#include "app-client-change.h"

#include <adwaita.h>

#define UI_TYPE_CLIENT_CHANGE_ROW (ui_client_change_row_get_type ())
G_DECLARE_FINAL_TYPE (
    UiClientChangeRow, ui_client_change_row, UI, CLIENT_CHANGE_ROW, AdwExpanderRow)

/** @by_server: called after the server, and not after the application */
GtkWidget *ui_client_change_row_new (AppClientChange *change, gboolean by_server);
/** How many lines of the file change, in a label. */
void ui_client_change_row_show_counts (gpointer label, const AppClientChangeInfo *info);
