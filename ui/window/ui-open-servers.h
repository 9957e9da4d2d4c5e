/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiOpenServers: keeps which servers are connected, and connects them again at the next start where
 * the person wants that. A server that fails or goes away stays among them; one that the person
 * disconnects does not.
 */

#pragma once

#include "app-workspace.h"

#define UI_TYPE_OPEN_SERVERS (ui_open_servers_get_type ())
G_DECLARE_FINAL_TYPE (UiOpenServers, ui_open_servers, UI, OPEN_SERVERS, GObject)

/** Returns: (transfer full) */
UiOpenServers *ui_open_servers_new (AppWorkspace *workspace);
/** Connects what was connected when the program ended, and keeps account from now on. */
void ui_open_servers_begin (UiOpenServers *self);
/** Before the program closes the connections: what is connected now is what was open. */
void ui_open_servers_end (UiOpenServers *self);
