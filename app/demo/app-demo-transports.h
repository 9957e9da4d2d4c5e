/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How the demo server is reached. What listens does so as long as the object lives that its
 * function returns.
 * @url: (out) (transfer full): where
 * Returns: (transfer full) (nullable): %NULL with @error set where it cannot listen
 */

#pragma once

#include "app-demo-server.h"

G_BEGIN_DECLS

/* Connections that may wait until they are accepted: more than a client makes in one go. */
#define APP_DEMO_BACKLOG 512

/** Streamable HTTP. @path: (nullable): of a unix socket to listen on instead of the loopback
 * interface. Returns: (transfer full) (nullable) */
GObject *app_demo_http_new (AppDemoServer *server, const char *path, char **url, GError **error);
/** The HTTP transport of MCP 2024-11-05. Returns: (transfer full) (nullable) */
GObject *app_demo_sse_new (AppDemoServer *server, char **url, GError **error);
/** Returns: (transfer full) (nullable) */
GObject *app_demo_websocket_new (AppDemoServer *server, char **url, GError **error);
/** A unix socket. A socket of this name that nobody listens on is replaced.
 * Returns: (transfer full) (nullable) */
GObject *
app_demo_socket_new_unix (AppDemoServer *server, const char *path, char **url, GError **error);
/** A TCP port of the loopback interface. @port: 0 for any free one.
 * Returns: (transfer full) (nullable) */
GObject *app_demo_socket_new_tcp (AppDemoServer *server, guint16 port, char **url, GError **error);
/** One JSON-RPC message a line on standard input and output, until standard input ends. Everything
 * that was answered is written when this returns. */
void app_demo_stdio_run (AppDemoServer *server);
/** Removes a socket that nobody listens on. Returns: %FALSE with @error set where somebody does, or
 * where @path is something else */
gboolean app_demo_socket_clear_path (const char *path, GError **error);

G_END_DECLS
