/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The icons that a session's server names, of itself and of what it offers: chosen for a size and a
 * background, and fetched as the settings and the specification allow.
 */

#pragma once

#include "app-session.h"

G_BEGIN_DECLS

/** The server's own icons, as it sent them; none while not connected. */
McpJsonValue app_session_get_icons (AppSession *self);

/**
 * @icons: the member icons of a definition or of the server
 * @pixels: how large it will be drawn
 * @dark: whether the background is
 */
void app_session_load_icon_async (AppSession         *self,
                                  McpJsonValue        icons,
                                  guint               pixels,
                                  gboolean            dark,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
/** Returns: (transfer full) (nullable): PNG, JPEG, WebP or an SVG that fetches nothing; %NULL with
 * MCP_ERROR, or APP_ERROR_NOT_FOUND where no icon fits */
GBytes *app_session_load_icon_finish (AppSession *self, GAsyncResult *result, GError **error);

G_END_DECLS
