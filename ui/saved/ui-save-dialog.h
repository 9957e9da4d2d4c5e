/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSaveDialog: what a saved call says: its name, group and arguments, and what it is expected to
 * come to.
 */

#pragma once

#include "app-saved-calls.h"

#include <adwaita.h>

#define UI_TYPE_SAVE_DIALOG (ui_save_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiSaveDialog, ui_save_dialog, UI, SAVE_DIALOG, AdwWindow)

/** @parent: the window that it belongs to
 * @item: (nullable): the call that changes; %NULL for a new one
 * @text: what it says now
 * @result: (nullable): JSON text, what a call of the tool came to, to be expected again */
GtkWindow *ui_save_dialog_new (GtkWindow          *parent,
                               AppSavedCalls      *calls,
                               AppSavedItem       *item,
                               const AppSavedText *text,
                               const char         *result);
