/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The pictures of the server and of what it offers: in the message itself, and over HTTP where this
 * server speaks it. Source: MCP 2025-11-25, basic/index, "Icons".
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-system.h"
#include "mcp-json-writer.h"

/** Writes the member “icons” into an open object, where there is an icon.
 * @system: (nullable): whose; %NULL for the server itself */
void
app_demo_icons_write (AppDemoServer *server, const AppDemoSystem *system, McpJsonWriter *writer);
/** Serves the pictures under /icons. @origin: of @soup */
void app_demo_icons_serve (AppDemoServer *server, SoupServer *soup, const char *origin);
