/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoWebsocket: one JSON-RPC message a text frame, with the subprotocol “mcp”. No revision of
 * MCP has this transport; several SDKs do. Source: RFC 6455; the TypeScript and Python SDKs 1.x.
 */

#pragma once

#include "app-demo-server.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_WEBSOCKET (app_demo_websocket_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoWebsocket, app_demo_websocket, APP, DEMO_WEBSOCKET, GObject)

/** Returns: (transfer full) (nullable): a server that listens, or %NULL with @error set */
AppDemoWebsocket *app_demo_websocket_new (AppDemoServer *server, GError **error);
/** Returns: (transfer none): ws://HOST:PORT/mcp, or wss: */
const char *app_demo_websocket_get_url (AppDemoWebsocket *self);

G_END_DECLS
