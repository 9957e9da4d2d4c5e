/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthBar: above the pages of a server: the browser that is waited for, and why more access,
 * which was requested, was not granted. Opens the browser for whatever signs in to this server.
 */

#pragma once

#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_AUTH_BAR (ui_auth_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiAuthBar, ui_auth_bar, UI, AUTH_BAR, GtkWidget)

/** Once. */
void ui_auth_bar_set_session (UiAuthBar *self, AppSession *session);
/** Whether the page itself says so already. */
void ui_auth_bar_set_hidden (UiAuthBar *self, gboolean hidden);
