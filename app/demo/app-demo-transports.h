/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How the demo server is reached. What listens does so as long as the object lives that its
 * function returns.
 * @url: (out) (transfer full): where
 * Returns: (transfer full) (nullable): %NULL with @error set where it cannot listen
 */

#pragma once

#include "app-demo-server.h"

/** Streamable HTTP. @path: (nullable): of a unix socket to listen on instead of the loopback
 * interface. Returns: (transfer full) (nullable) */
GObject *app_demo_http_new (AppDemoServer *server, const char *path, char **url, GError **error);
/** The HTTP transport of MCP 2024-11-05. Returns: (transfer full) (nullable) */
GObject *app_demo_sse_new (AppDemoServer *server, char **url, GError **error);
/** The framing of stdio for as many clients as come, each with a session of its own.
 * @path: (nullable): of a unix socket. A socket of this name that no one listens on is replaced
 * @port: of the loopback interface where there is no @path; 0 for any free one
 * Returns: (transfer full) (nullable) */
GObject *app_demo_lines_listen (
    AppDemoServer *server, const char *path, int port, char **url, GError **error);
/** One JSON-RPC message a line on standard input and output, until standard input ends. Everything
 * that was answered is written when this returns. */
void app_demo_stdio_run (AppDemoServer *server);
