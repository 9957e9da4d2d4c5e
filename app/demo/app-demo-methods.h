/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the demo server does for each method of the protocol. Source: MCP 2025-11-25, server/ and
 * basic/.
 */

#pragma once

#include "app-demo-request.h"

/** Answers @request, at once or later. */
void app_demo_methods_handle (AppDemoRequest *request);

/** @whole: with icons and description, which need not go with every result
 * Returns: (transfer full): the server's Implementation as JSON text */
char *app_demo_methods_dup_server_info (AppDemoServer *server, gboolean whole);
