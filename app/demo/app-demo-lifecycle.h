/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How a client learns what this server is: initialize up to MCP 2025-11-25, server/discover from
 * 2026-07-28 on. Source: MCP 2025-11-25, basic/lifecycle; MCP 2026-07-28, server/discover.
 */

#pragma once

#include "app-demo-request.h"

G_BEGIN_DECLS

void app_demo_lifecycle_initialize (AppDemoRequest *request, McpJsonValue params);
void app_demo_lifecycle_discover (AppDemoRequest *request, McpJsonValue params);
/** @whole: with icons and description, which need not go with every result
 * Returns: (transfer full): the server's Implementation as JSON text */
char *app_demo_lifecycle_dup_server_info (AppDemoServer *server, gboolean whole);

G_END_DECLS
