/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoSse: the HTTP transport of MCP 2024-11-05: a GET on /sse stays open and says first where
 * messages are to be posted; answers come as events. Source: MCP 2024-11-05, basic/transports.
 */

#pragma once

#include "app-demo-server.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_SSE (app_demo_sse_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoSse, app_demo_sse, APP, DEMO_SSE, GObject)

/** Returns: (transfer full) (nullable): a server that listens, or %NULL with @error set */
AppDemoSse *app_demo_sse_new (AppDemoServer *server, GError **error);
/** Returns: (transfer none): the URL of the event stream */
const char *app_demo_sse_get_url (AppDemoSse *self);

G_END_DECLS
