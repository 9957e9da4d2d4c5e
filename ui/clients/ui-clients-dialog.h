/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiClientsDialog: writes one server into other applications: a list of their files, a page for the
 * one that was chosen, and one for several together.
 */

#pragma once

#include "app-client-change.h"
#include "app-client-list.h"
#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_CLIENTS_DIALOG (ui_clients_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiClientsDialog, ui_clients_dialog, UI, CLIENTS_DIALOG, AdwWindow)

/** @parent: (nullable); @clients: (nullable): shared with others, else a list of its own.
 * Returns: (transfer none): owned by GTK, as windows are */
UiClientsDialog *ui_clients_dialog_new (GtkWindow     *parent,
                                        AppWorkspace  *workspace,
                                        StoreProfile  *profile,
                                        AppClientList *clients);

/** Goes to the page of @target. */
void ui_clients_dialog_show_target (UiClientsDialog *self, AppClientTarget *target);
/** The same for something else than writing the server. */
void ui_clients_dialog_show_aim (UiClientsDialog *self, AppClientTarget *target, AppChangeAim aim);

/** The list of applications with the projects that the person added before; what is added to it is
 * remembered. Returns: (transfer full) */
AppClientList *ui_clients_dialog_new_list (void);
/** Keeps which projects and other files are in the list. */
void ui_clients_dialog_remember (AppClientList *clients);
/** Asks for the folder of a project, whose files @clients gets. */
void ui_clients_dialog_choose_folder (GtkWidget *near, AppClientList *clients);
