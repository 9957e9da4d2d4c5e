/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthWaiting: while the browser is waited for: for how long yet, and what to do where it did not
 * open, did not come back, or shall not. Hides itself otherwise.
 */

#pragma once

#include "app-auth-debugger.h"

#include <gtk/gtk.h>

#define UI_TYPE_AUTH_WAITING (ui_auth_waiting_get_type ())
G_DECLARE_FINAL_TYPE (UiAuthWaiting, ui_auth_waiting, UI, AUTH_WAITING, GtkBox)

/** Once. */
void ui_auth_waiting_set_debugger (UiAuthWaiting *self, AppAuthDebugger *debugger);
