/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketFramer: the client's side of WebSocket's framing: bytes in, messages and control
 * frames out; fragments are put together. A message longer than the limit is reported once and
 * dropped up to its end, after which framing goes on. What breaks the protocol ends it.
 *
 * No extension is understood, since none is offered. Text is handed out as it came, not checked to
 * be UTF-8: judging it is the business of who reads the message. Source: RFC 6455.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _McpWebsocketFramer McpWebsocketFramer;

typedef enum {
  MCP_WEBSOCKET_NONE, /* more bytes are needed */
  MCP_WEBSOCKET_TEXT,
  MCP_WEBSOCKET_BINARY,
  MCP_WEBSOCKET_PING,
  MCP_WEBSOCKET_PONG,
  MCP_WEBSOCKET_CLOSE,     /* its payload: a code and a reason, or nothing */
  MCP_WEBSOCKET_TOO_LARGE, /* the beginning of a message beyond the limit; the rest is dropped */
  MCP_WEBSOCKET_DROPPED,   /* the end of that message was met; its last bytes */
  MCP_WEBSOCKET_BROKEN,    /* nothing more comes: see mcp_websocket_framer_get_problem() */
} McpWebsocketKind;

/** @limit: bytes of one message, all of its fragments together */
McpWebsocketFramer *mcp_websocket_framer_new (gsize limit);
void                mcp_websocket_framer_free (McpWebsocketFramer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpWebsocketFramer, mcp_websocket_framer_free)

/** Returns: (transfer none): where the next bytes may be read to, room for MCP_READ_SIZE; valid
 * until the next call */
guint8 *mcp_websocket_framer_reserve (McpWebsocketFramer *self);
/** Takes in @size bytes that were written to the reserved place. */
void mcp_websocket_framer_commit (McpWebsocketFramer *self, gsize size);
/** Takes in a copy of @data. */
void mcp_websocket_framer_push (McpWebsocketFramer *self, const void *data, gsize size);

/** @data: (out) (transfer full) (nullable): set unless MCP_WEBSOCKET_NONE or _BROKEN; for
 * _TOO_LARGE and _DROPPED at most MCP_OVERSIZED_SAMPLE bytes
 * Call it until it returns MCP_WEBSOCKET_NONE before taking in more. */
McpWebsocketKind mcp_websocket_framer_next (McpWebsocketFramer *self, GBytes **data);

/** Returns: (transfer none) (nullable): what was broken, in words */
const char *mcp_websocket_framer_get_problem (McpWebsocketFramer *self);
/** Whether the input stands within a message or a frame. */
gboolean mcp_websocket_framer_is_within (McpWebsocketFramer *self);
/** Returns: bytes of the message that was dropped last, so far */
guint64 mcp_websocket_framer_get_dropped (McpWebsocketFramer *self);
/** Returns: bytes of memory that are held */
gsize mcp_websocket_framer_get_footprint (McpWebsocketFramer *self);

/**
 * One whole frame as a client sends it (RFC 6455 §5.3).
 * @kind: TEXT, BINARY, PING, PONG or CLOSE; of the last three at most 125 bytes
 * @mask: unpredictable for whoever wrote @data
 * Returns: (transfer full)
 */
GBytes *
mcp_websocket_frame (McpWebsocketKind kind, const void *data, gsize size, const guint8 mask[4]);

/** Reads the payload of a close frame. @code: (out): 1005 where it has none
 * Returns: (transfer full): the reason, made valid UTF-8; "" where there is none */
char *mcp_websocket_parse_close (GBytes *payload, guint *code);
/** Returns: (transfer none) (nullable): what a close code says (RFC 6455 §7.4, IANA), for a person;
 * %NULL for those that only the two sides know */
const char *mcp_websocket_explain_close (guint code);

G_END_DECLS
