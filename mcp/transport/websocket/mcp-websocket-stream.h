/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketStream: frames both ways over a connection whose handshake is done. Reads on the main
 * loop behind drawing and for a bounded time in each turn; writes in the order of the calls,
 * however slowly the other side reads. Pings are answered here, the last one only where several
 * wait (RFC 6455 §5.5.3), so that a flood of them costs no memory.
 */

#pragma once

#include "mcp-error.h"
#include "mcp-websocket-framer.h"

G_BEGIN_DECLS

typedef struct _McpWebsocketStream McpWebsocketStream;

typedef struct
{
  /** @kind: not NONE, PING or BROKEN. @data: (transfer none) */
  void (*frame) (McpWebsocketKind kind, GBytes *data, gpointer user_data);
  /** Nothing more comes. @problem: (nullable): how the server broke the protocol; %NULL where the
   * connection ended */
  void (*ended) (const char *problem, gpointer user_data);
  /** Nothing can be written any more; what is queued stays so. */
  void (*broken) (gpointer user_data);
  /** A ping was not answered in time. */
  void (*silent) (gpointer user_data);
} McpWebsocketEvents;

/**
 * Starts reading on the thread-default main context. The events are emitted from there only, never
 * after the stream was stopped, which they may do themselves.
 * @connection: (transfer none): its streams are pollable
 * @limit: bytes of one message
 * @rest: (nullable): what came behind the handshake
 * @events: static
 */
McpWebsocketStream *mcp_websocket_stream_new (GIOStream                *connection,
                                              gsize                     limit,
                                              GBytes                   *rest,
                                              const McpWebsocketEvents *events,
                                              gpointer                  user_data);
/** Stops both ways, fails with @error whatever waits, closes the connection and lets go. */
void mcp_websocket_stream_stop (McpWebsocketStream *self, const GError *error);

/**
 * @task: (transfer full) (nullable): returns %TRUE when all was written, or an error. When its
 * cancellable is cancelled it returns MCP_ERROR_CANCELLED; what was begun is still written.
 */
void mcp_websocket_stream_send (McpWebsocketStream *self,
                                McpWebsocketKind    kind,
                                GBytes             *payload,
                                GTask              *task);

/** While held, nothing is read and nothing handed out. */
void mcp_websocket_stream_hold (McpWebsocketStream *self, gboolean hold);
/** Pings the server when it said nothing for so long, and calls "silent" when nothing came in that
 * time again. What is held back is not watched. @interval: ms; 0 never */
void mcp_websocket_stream_watch (McpWebsocketStream *self, guint interval);
/** Whether the input stands within a message. */
gboolean mcp_websocket_stream_is_within (McpWebsocketStream *self);
/** Bytes of the message that was dropped last. */
guint64 mcp_websocket_stream_get_dropped (McpWebsocketStream *self);

G_END_DECLS
