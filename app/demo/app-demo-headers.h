/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The headers by which MCP 2026-07-28 repeats parts of a message for machines on the way, and
 * whether they agree with it. Source: MCP 2026-07-28, basic/transports, "Standard Headers" and
 * "Custom Headers"; RFC 4648 §4.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-server.h"
#include "mcp-json-value.h"

G_BEGIN_DECLS

/** Returns: whether the headers or the message itself say that it is of MCP 2026-07-28 or later */
gboolean app_demo_headers_are_modern (const AppDemoOptions *options,
                                      SoupServerMessage    *message,
                                      McpJsonValue          root);
/** Returns: (transfer full) (nullable): what does not agree; %NULL where all does */
char *
app_demo_headers_check (AppDemoServer *server, SoupServerMessage *message, McpJsonValue root);

G_END_DECLS
