/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoSocket: the framing of stdio over a stream socket, for as many clients as come; each has a
 * session of its own. Source: MCP 2026-07-28, basic/transports, "Custom Transports".
 */

#pragma once

#include "app-demo-server.h"

G_BEGIN_DECLS

/* Connections that may wait until they are accepted: more than a client makes in one go. */
#define APP_DEMO_BACKLOG 512

#define APP_TYPE_DEMO_SOCKET (app_demo_socket_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoSocket, app_demo_socket, APP, DEMO_SOCKET, GObject)

/** Listens on a unix socket. A socket of this name that nobody listens on is replaced.
 * Returns: (transfer full) (nullable): %NULL with @error set where that fails */
AppDemoSocket *
app_demo_socket_new_unix (AppDemoServer *server, const char *path, GError **error);
/** Listens on a TCP port of the loopback interface. @port: 0 for any free one */
AppDemoSocket *app_demo_socket_new_tcp (AppDemoServer *server, guint16 port, GError **error);
/** Removes a socket that nobody listens on. Returns: %FALSE with @error set where somebody does, or
 * where @path is something else */
gboolean app_demo_socket_clear_path (const char *path, GError **error);
/** Returns: (transfer none): unix:PATH or tcp://HOST:PORT */
const char *app_demo_socket_get_url (AppDemoSocket *self);

G_END_DECLS
