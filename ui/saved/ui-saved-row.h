/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSavedRow: one saved call: what it calls, what came of it the last time, and what can be done
 * with it.
 *
 * Actions: saved.run, saved.open, saved.edit, saved.move-up, saved.move-down, saved.delete
 * Signal: act (string), one of these was activated
 */

#pragma once

#include "app-saved-item.h"
#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_SAVED_ROW (ui_saved_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSavedRow, ui_saved_row, UI, SAVED_ROW, GtkListBoxRow)

/** @workspace: for the names of servers */
GtkWidget *ui_saved_row_new (AppSavedItem *item, AppWorkspace *workspace);
/** Returns: (transfer none) */
AppSavedItem *ui_saved_row_get_item (UiSavedRow *self);
