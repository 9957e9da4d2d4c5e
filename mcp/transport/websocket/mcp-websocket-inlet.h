/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketInlet: what a server's frames mean to a transport: emits its "received", its
 * "oversized", and the records of what is no message.
 */

#pragma once

#include "mcp-transport.h"
#include "mcp-websocket-framer.h"

G_BEGIN_DECLS

typedef struct _McpWebsocketInlet McpWebsocketInlet;

/** @transport: (transfer none): borrowed
 * @limit: bytes of one message */
McpWebsocketInlet *mcp_websocket_inlet_new (McpTransport *transport, guint64 limit);
void               mcp_websocket_inlet_free (McpWebsocketInlet *self);

/** @kind: of a message; others are nothing
 * @dropped: bytes of the message that was dropped last
 * It may be freed by whoever listens to the transport. */
void mcp_websocket_inlet_take (McpWebsocketInlet *self,
                               McpWebsocketKind   kind,
                               GBytes            *data,
                               guint64            dropped);

/** Returns: (transfer full): why the server closes: CONNECTION_LOST */
GError *mcp_websocket_inlet_explain_close (GBytes *payload, const char *url);

G_END_DECLS
