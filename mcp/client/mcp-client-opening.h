/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientOpening: how a client opens: the transport, then a session over it in the era that the
 * server speaks, one way after the other. Where the server may have been muted by what it was
 * asked, a second connection is tried while the first is still waited for. It lives from the
 * beginning of the opening to its end, in which it frees itself.
 */

#pragma once

#include "mcp-client.h"

typedef struct _McpClientOpening McpClientOpening;

/** The end. @info: (transfer full) (nullable); @error: (transfer full) (nullable): one of them */
typedef void (*McpClientOpenedFunc) (McpClient *client, McpServerInfo *info, GError *error);

/** Begins. It holds @client to the end.
 * @offered_version: (nullable), @sse_transport: (nullable): see the setters of McpClient
 * @cancellable: (nullable)
 * Returns: (transfer none): valid until @opened is called */
McpClientOpening *mcp_client_opening_begin (McpClient          *client,
                                            const char         *offered_version,
                                            McpTransport       *sse_transport,
                                            GCancellable       *cancellable,
                                            McpClientOpenedFunc opened);
/** Ends the opening before its time; what is left of it goes on for a moment.
 * @error: (transfer full): why */
void mcp_client_opening_abort (McpClientOpening *self, GError *error);

/* What the client does for it */

/** Speaks @era from now on. */
void mcp_client_speak (McpClient *self, McpEra *era);
/** Returns: (transfer none): what it speaks with */
McpPeer *mcp_client_get_peer (McpClient *self);
/** Hears what comes over another connection. Returns: (transfer full): for it */
McpPeer *mcp_client_listen (McpClient *self, McpTransport *transport, McpTap *tap);
/** Speaks with @peer from now on, and hears the one before no more. */
void mcp_client_use (McpClient *self, McpPeer *peer);
/** Starts over over @transport, which may be another one. */
void mcp_client_renew (McpClient *self, McpTransport *transport);
