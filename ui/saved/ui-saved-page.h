/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSavedPage: the saved calls of all servers, in the order in which they run, by groups; what came
 * of each; and the ways to run one, a group's that a filter leaves, or all of them.
 *
 * Property: workspace (AppWorkspace, construct only)
 * Actions: saved.run-all, saved.stop, saved.undo-delete
 */

#pragma once

#include "app-saved-calls.h"
#include "ui-list-frame.h"

#define UI_TYPE_SAVED_PAGE (ui_saved_page_get_type ())
G_DECLARE_FINAL_TYPE (UiSavedPage, ui_saved_page, UI, SAVED_PAGE, UiListFrame)

GtkWidget *ui_saved_page_new (AppWorkspace *workspace);
/** Saves a call, and shows it. Returns: whether it could be saved; if not, the page says why */
gboolean ui_saved_page_save (UiSavedPage *self, const AppSavedText *text);
