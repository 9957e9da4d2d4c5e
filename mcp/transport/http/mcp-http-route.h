/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpRoute: how requests reach one server: the libsoup session with its connections, the proxy
 * or the socket, and whom we trust on the way.
 */

#pragma once

#include "mcp-http-trust.h"

typedef struct _McpHttpRoute McpHttpRoute;

/** @options: (nullable)
 * Returns: (transfer full) (nullable): %NULL with INVALID_TARGET */
McpHttpRoute *mcp_http_route_new (GUri *uri, McpHttpOptions *options, GError **error);
McpHttpRoute *mcp_http_route_ref (McpHttpRoute *self);
void          mcp_http_route_unref (McpHttpRoute *self);
/** Closes its connections and drops the reference.
 * @self: (transfer full) */
void mcp_http_route_close (McpHttpRoute *self);

/** Sends a message as soup_session_send_async() does. @cancellable is cancelled where the server
 * announces its answer (1xx) for ever. */
void mcp_http_route_send_async (McpHttpRoute       *self,
                                SoupMessage        *message,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** @source: what the callback got. Returns: (transfer full) (nullable) */
GInputStream *mcp_http_route_send_finish (GObject *source, GAsyncResult *result, GError **error);

/** Returns: (transfer full): why no response came, in words for a person
 * @connected: whether a connection stood
 * @error: (transfer none): what GIO and libsoup say */
GError *mcp_http_route_explain (McpHttpRoute *self,
                                SoupMessage  *message,
                                gboolean      connected,
                                const GError *error);

/** Whether a server at the end of @self may be no HTTP server, as far as is known: it has never
 * answered, and nothing is between. */
gboolean mcp_http_route_is_doubtful (McpHttpRoute *self);

/** Whether its connections lead to the server itself: no proxy that we know of, no socket. */
gboolean mcp_http_route_is_direct (McpHttpRoute *self);

/** Returns: (transfer full): that the proxy did not lead to the server, as its status says */
GError *mcp_http_route_explain_proxy (McpHttpRoute *self, SoupMessage *message);
