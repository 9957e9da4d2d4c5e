/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppIcons: the icons that a session's server names, of itself and of what it offers: chosen for a
 * size and a background, and fetched as the settings and the specification allow. A feature of the
 * session.
 *
 * Signal: refused (): there is another finding
 */

#pragma once

#include "app-session-feature.h"

#define APP_TYPE_ICONS (app_icons_get_type ())
G_DECLARE_FINAL_TYPE (AppIcons, app_icons, APP, ICONS, GObject)

/** Why icons are not there, in this connection.
 * Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *app_icons_get_findings (AppIcons *self);

/**
 * @icons: the member icons of a definition or of the server
 * @pixels: how large it will be drawn
 * @dark: whether the background is
 */
void app_icons_load_async (AppIcons           *self,
                           McpJsonValue        icons,
                           guint               pixels,
                           gboolean            dark,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data);
/** Returns: (transfer full) (nullable): PNG, JPEG, WebP or an SVG that fetches nothing; %NULL with
 * MCP_ERROR, or APP_ERROR_NOT_FOUND where no icon fits */
GBytes *app_icons_load_finish (AppIcons *self, GAsyncResult *result, GError **error);
