/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiWindow: the shell. Beside each other (or, when narrow, one at a time) the sidebar and the place
 * that was chosen in it, below them the log. It knows where things are shown and little of what
 * they are. Its actions are win.* for the window and server.* for the server that is shown.
 *
 * Properties: workspace (AppWorkspace, construct only)
 */

#pragma once

#include "app-workspace.h"
#include "ui-place.h"

#include <adwaita.h>

#define UI_TYPE_WINDOW (ui_window_get_type ())
G_DECLARE_FINAL_TYPE (UiWindow, ui_window, UI, WINDOW, AdwApplicationWindow)

/** @application: (nullable). Returns: (transfer none): owned by GTK, as windows are */
UiWindow *ui_window_new (GtkApplication *application, AppWorkspace *workspace);

/** Goes to a page of a server. @session: (nullable): %NULL for places that belong to no server */
void ui_window_show_place (UiWindow *self, AppSession *session, UiPlaceKind kind);
/** Returns: (transfer none): the id of the place that is shown, "home" where there is none */
const char *ui_window_get_page (UiWindow *self);
/** Connects a server that was added or chosen to be worked with, and goes to its tools. */
void ui_window_open_server (UiWindow *self, AppSession *session);
/** Shows a file or a spyglass: link that a person opened with the program, to be added or not. */
void ui_window_take (UiWindow *self, GFile *file);
/** Goes to the composer with messages for the server. */
void ui_window_compose (UiWindow *self, AppSession *session);
/** Says in passing what succeeded. */
void ui_window_say (UiWindow *self, const char *text);
/** Says that something went wrong that has no place of its own to say it; stays until read. */
void ui_window_show_problem (UiWindow *self, const char *heading, AppProblem *problem);
/** The same for an error. */
void ui_window_show_error (UiWindow *self, const char *heading, const GError *error);
