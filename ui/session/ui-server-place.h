/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The pages of a server, made when they are looked at first. What they ask for goes to the page of
 * the server, or on to the window by its actions.
 */

#pragma once

#include "ui-server-page.h"

G_BEGIN_DECLS

/** Returns: (transfer floating) */
GtkWidget *
ui_server_place_create (UiServerPage *self, AppWorkspace *workspace, UiPlaceKind place);

G_END_DECLS
