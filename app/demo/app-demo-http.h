/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoHttp: the streamable HTTP transport of the demo server on the loopback interface: POST,
 * GET and DELETE on /mcp, session ids, answers as JSON or as an event stream, resumption, and the
 * checks of Host and Origin that keep web pages out. Source: MCP 2025-11-25, basic/transports.
 */

#pragma once

#include "app-demo-server.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_HTTP (app_demo_http_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoHttp, app_demo_http, APP, DEMO_HTTP, GObject)

/** @path: (nullable): of a unix socket to listen on instead of the loopback interface
 * Returns: (transfer full) (nullable): a server that listens, or %NULL with @error set */
AppDemoHttp *app_demo_http_new (AppDemoServer *server, const char *path, GError **error);
/** Returns: (transfer none): the endpoint */
const char *app_demo_http_get_url (AppDemoHttp *self);

G_END_DECLS
