/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthWindow: the authorization of one server, step by step: the steps at one side, what the
 * chosen one asked, found and can be told at the other; above both what is overridden, and what the
 * browser is waited for. Beside the main window, not in front of it: its log shows the requests of
 * the server meanwhile.
 */

#pragma once

#include "app-session.h"

#include <adwaita.h>

#define UI_TYPE_AUTH_WINDOW (ui_auth_window_get_type ())
G_DECLARE_FINAL_TYPE (UiAuthWindow, ui_auth_window, UI, AUTH_WINDOW, AdwWindow)

/** The one of @session, in front: new where there is none yet. @parent: (nullable)
 * Returns: (transfer none): as long as it is open */
UiAuthWindow *ui_auth_window_present (GtkWindow *parent, AppSession *session);

/** Whether its server can have an authorization: it is reached by HTTP. */
gboolean ui_auth_window_is_fit (AppSession *session);
