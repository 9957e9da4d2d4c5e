/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiServerIcon: an icon that a server names, of its own or of something that it offers. Invisible
 * until there is one; what could not be loaded takes no room and says nothing. Where
 * drawing it takes too long, or nothing can draw it, a sign says so.
 *
 * Properties
 *   pixel-size (int): of its longer side; 32
 */

#pragma once

#include <gtk/gtk.h>

#include "app-session.h"

#define UI_TYPE_SERVER_ICON (ui_server_icon_get_type ())
G_DECLARE_FINAL_TYPE (UiServerIcon, ui_server_icon, UI, SERVER_ICON, GtkWidget)

/** @pixels: of its longer side */
GtkWidget *ui_server_icon_new (int pixels);

/** @session: (nullable): %NULL shows nothing
 * @icons: the member icons, as the server sent it; held */
void ui_server_icon_show (UiServerIcon *self, AppSession *session, McpJsonValue icons);
