/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthListener: where the browser comes back to: a port on this machine, open as long as the
 * object lives, with one path. It tells nobody but whoever made it what came.
 *
 * Sources: RFC 8252 §7.3, §8.3
 *
 * Signals
 *   called (const char *query) → gboolean: the browser came with this query; %FALSE: it is not
 * ours, and the page says so
 *   left: the last page, which a browser that was taken is led to, was sent
 */

#pragma once

#include <gio/gio.h>

#define MCP_TYPE_AUTH_LISTENER (mcp_auth_listener_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthListener, mcp_auth_listener, MCP, AUTH_LISTENER, GObject)

/** @host: "127.0.0.1" or "localhost": what the address says; both families are listened on.
 * @port: 0 for a free one. @path: with its "/"
 * Returns: (transfer full) (nullable): %NULL with MCP_ERROR_CONNECTION_FAILED: the port is taken */
McpAuthListener *
mcp_auth_listener_new (const char *host, guint port, const char *path, GError **error);

/** Returns: (transfer none): the redirect URI */
const char *mcp_auth_listener_get_uri (McpAuthListener *self);
