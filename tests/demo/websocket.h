/* SPDX-License-Identifier: GPL-3.0-or-later */

/** MCP over WebSocket, which no revision has and several SDKs do. */

#pragma once

#include "app-demo-server.h"

/** @port: 0 for any free one
 * @binary: whether frames are binary, which no client expects
 * @silent: whether the subprotocol is not confirmed
 * @url: (out) (transfer full): where it listens
 * Returns: (transfer full) (nullable): what listens as long as it lives; %NULL with @error set */
GObject *websocket_new (
    AppDemoServer *server, int port, gboolean binary, gboolean silent, char **url, GError **error);
