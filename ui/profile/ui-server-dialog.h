/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerDialog: how to reach a server. One entry takes a command line, a URL or a JSON snippet
 * and fills everything below it; what exactly would run is shown as it is typed.
 *
 * Signals: "saved" (StoreProfile *profile, gboolean added): the book's own profile
 */

#pragma once

#include "app-profile-draft.h"

#include <adwaita.h>

#define UI_TYPE_SERVER_DIALOG (ui_server_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiServerDialog, ui_server_dialog, UI, SERVER_DIALOG, AdwWindow)

/** @parent: (nullable). Returns: (transfer none): owned by GTK, as windows are */
UiServerDialog *ui_server_dialog_new (GtkWindow *parent, AppProfileDraft *draft);
/** Takes text that was dropped on the window, or pasted into it, for the command or URL. */
void ui_server_dialog_paste (UiServerDialog *self, const char *text);
