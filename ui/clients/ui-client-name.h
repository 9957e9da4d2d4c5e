/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientName: a server at the beginning of its row of the matrix: its name, which applications
 * have it if Spyglass has not, and what can be done with it in all of them.
 */

#pragma once

#include "app-client-list.h"
#include "app-client-matrix.h"

#include <gtk/gtk.h>

#define UI_TYPE_CLIENT_NAME (ui_client_name_get_type ())
G_DECLARE_FINAL_TYPE (UiClientName, ui_client_name, UI, CLIENT_NAME, GtkWidget)

GtkWidget *ui_client_name_new (AppClientMatrixRow *item);
/** Says where the server is, as an application of @clients has it, and follows that. */
void ui_client_name_summarize (UiClientName *self, AppClientList *clients);
