/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientsPage: which servers are in which application: a row a server, also one that only an
 * application has; a column an application that was found; where there is no room for columns, the
 * applications stand below each server.
 *
 * Signals:
 *   "opened" (StoreProfile *profile, AppClientTarget *target): a cell was chosen; %NULL for target:
 *     the list of all applications
 *
 *   "import" (StoreProfile *profile, AppClientTarget *target): a server that only the target has is
 *     to be imported
 */

#pragma once

#include "app-client-list.h"
#include "app-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_CLIENTS_PAGE (ui_clients_page_get_type ())
G_DECLARE_FINAL_TYPE (UiClientsPage, ui_clients_page, UI, CLIENTS_PAGE, GtkWidget)

GtkWidget *ui_clients_page_new (AppWorkspace *workspace, AppClientList *clients);

/** Returns: (transfer none) */
AppClientList *ui_clients_page_get_clients (UiClientsPage *self);

G_END_DECLS
