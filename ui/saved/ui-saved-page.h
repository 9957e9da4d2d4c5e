/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSavedPage: the saved calls of all servers, in the order in which they run, by groups; what came
 * of each; and the ways to run one, a group's that a filter leaves, or all of them.
 *
 * Property: workspace (AppWorkspace, construct only)
 * Actions: saved.run-all, saved.stop, saved.undo-delete
 */

#pragma once

#include "app-workspace.h"

#include <gtk/gtk.h>

#define UI_TYPE_SAVED_PAGE (ui_saved_page_get_type ())
G_DECLARE_FINAL_TYPE (UiSavedPage, ui_saved_page, UI, SAVED_PAGE, GtkWidget)

GtkWidget *ui_saved_page_new (AppWorkspace *workspace);
/** Asks for the name of a call that is to be saved, in a dialog over @near.
 * @server: the id of a profile; @arguments: JSON text */
void ui_saved_page_save (UiSavedPage *self,
                         GtkWindow   *near,
                         const char  *server,
                         const char  *tool,
                         const char  *arguments);
