/* SPDX-License-Identifier: GPL-3.0-or-later */

/** spyglass-demo, from the build folder, as a server for a test. */

#pragma once

#include "mcp-transport.h"

/** @server: (out): the process to kill in the end, over HTTP; else set to %NULL
 * Returns: (transfer full): not opened yet */
McpTransport *test_demo_start (GSubprocess **server, gboolean http, const char *const *arguments);
void          test_demo_stop (GSubprocess **server);
