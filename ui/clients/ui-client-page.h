/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientPage: one server and one file of another application: what to write, what to know about
 * it, the difference line by line, and one button that writes exactly that. After writing it says
 * what was written where, where the backup is, and what to do so that the application sees it.
 *
 * Actions for widgets around it: "client.write", "client.undo", "client.copy", "client.remove"
 * (toggles between writing the entry and taking it out), "client.look-again", "client.repair",
 * "client.open-file".
 */

#pragma once

#include "app-client-change.h"

#include <adwaita.h>

#define UI_TYPE_CLIENT_PAGE (ui_client_page_get_type ())
G_DECLARE_FINAL_TYPE (UiClientPage, ui_client_page, UI, CLIENT_PAGE, GtkWidget)

/** @change: (transfer none) */
GtkWidget *ui_client_page_new (AppClientChange *change);
