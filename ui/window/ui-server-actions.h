/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerActions: what can be done with one server, as the actions server.* of a window or a menu:
 * connect and disconnect, edit, duplicate, remove and diagnose it, and write it into other
 * applications. They are about one session at a time and are enabled as its state allows.
 */

#pragma once

#include "ui-window.h"

#define UI_TYPE_SERVER_ACTIONS (ui_server_actions_get_type ())
G_DECLARE_FINAL_TYPE (UiServerActions, ui_server_actions, UI, SERVER_ACTIONS, GSimpleActionGroup)

/** @window: outlives them. Returns: (transfer full) */
UiServerActions *ui_server_actions_new (UiWindow *window, AppWorkspace *workspace);

/** @session: (nullable): whom the actions are about from now on; @place: the page that is shown */
void ui_server_actions_set_place (UiServerActions *self, AppSession *session, UiPlaceKind place);
/** The menu of a server, with these actions. Returns: (transfer floating): a GtkPopover */
GtkWidget *ui_server_actions_create_menu (UiServerActions *self);
/** Connects, where that is not under way. What comes of it is the session's state. */
void ui_server_actions_connect (AppSession *session);
/** Opens the dialog for a server that is new. @text: (nullable): what was pasted or dropped */
void ui_server_actions_add (UiServerActions *self, const char *text);
/** Shows a file or a spyglass: link that was opened with the program, to be added or not. */
void ui_server_actions_take (UiServerActions *self, GFile *file);
/** Opens the demo server, which is added where it is not there yet. */
void ui_server_actions_try_demo (UiServerActions *self);
/** Opens the dialog for servers of other applications. @path: (nullable): a file to be read too;
 * @name: (nullable): the one server of that file to be selected */
void
ui_server_actions_import (UiServerActions *self, const char *path, const char *name);
