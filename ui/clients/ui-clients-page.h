/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientsPage: which servers are in which application: a row a server, also one that only an
 * application has; a column an application that was found; where there is no room for columns, each
 * server says in how many it is.
 *
 * Signals:
 *   "opened" (StoreProfile *profile, AppClientTarget *target): a cell was chosen; %NULL for target:
 *     the list of all applications
 *
 *   "import" (StoreProfile *profile, AppClientTarget *target): a server that only the target has is
 *     to be imported
 */

#pragma once

#include "ui-client-cell.h"

#include "app-client-list.h"
#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_CLIENTS_PAGE (ui_clients_page_get_type ())
G_DECLARE_FINAL_TYPE (UiClientsPage, ui_clients_page, UI, CLIENTS_PAGE, GtkWidget)

GtkWidget *ui_clients_page_new (AppWorkspace *workspace, AppClientList *clients);

/** What was chosen of the menu of a cell. @source: (nullable): whose entry is copied */
void ui_clients_page_act (UiClientsPage   *self,
                          UiClientVerb     verb,
                          StoreProfile    *profile,
                          AppClientTarget *target,
                          AppClientTarget *source);
/* What was chosen of the menu of a column. */
void ui_clients_page_add_all (UiClientsPage *self, AppClientTarget *target);
void ui_clients_page_show_problems (UiClientsPage *self, AppClientTarget *target);
/** Shows what is wrong with a file that cannot be read, and how it would be put right. */
void ui_clients_page_fix (UiClientsPage *self, AppClientTarget *target);
void ui_clients_page_forget (UiClientsPage *self, AppClientTarget *target);
/** In the person's editor. */
void ui_clients_page_open_file (GtkWidget *near, AppClientTarget *target);

/** Returns: (transfer none) */
AppClientList *ui_clients_page_get_clients (UiClientsPage *self);
