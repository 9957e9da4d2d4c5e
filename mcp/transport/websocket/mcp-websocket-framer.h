/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketFramer: the client's side of WebSocket's framing: bytes in, messages and control
 * frames out; fragments are put together. What breaks the protocol ends it. Ours and not libsoup's,
 * because SoupWebsocketConnection (3.2) bounds each frame but not what fragments add up to, and
 * cannot be kept from reading.
 *
 * No extension is understood, since none is offered. Text that is no UTF-8 breaks the protocol
 * (§8.1), as does a frame that is announced to be larger than any message; what is larger than a
 * smaller limit is dropped. Source: RFC 6455.
 */

#pragma once

#include "mcp-framer.h"

typedef struct
{
  McpFramer   base;
  const char *problem;    /* (nullable): how the input is broken, in words */
  guint       close_code; /* what the server is told of that */

  /* The frame whose header was read */
  gboolean in_frame;
  gboolean final;
  guint    opcode;
  guint64  remaining; /* of its payload */

  /* The message that its fragments make */
  guint         message_opcode; /* 0 outside of one */
  McpByteBuffer message;
  gsize         n_checked; /* bytes of it that are known to be UTF-8 */
} McpWebsocketFramer;

/** @limit: bytes of one message, all of its fragments together
 * Returns: (transfer full): to be freed by mcp_framer_free() */
McpWebsocketFramer *mcp_websocket_framer_new (gsize limit);

/** Whether the input stands within a message or a frame. */
gboolean mcp_websocket_framer_is_within (McpWebsocketFramer *self);

/**
 * What goes before @payload in a frame as a client sends it (RFC 6455 §5.3).
 * @kind: MESSAGE, PING, PONG or CLOSE; the payload of the last three has at most 125 bytes
 * @mask: unpredictable for whoever wrote @payload
 * Returns: (transfer full): ends with the mask
 */
GBytes *mcp_websocket_make_head (McpFrameKind kind, GBytes *payload, const guint8 mask[4]);

/** A McpStreamFilter: masks a piece of a payload. */
void
mcp_websocket_mask (guint8 *piece, gsize size, gsize offset, GBytes *head);

/** Reads the payload of a close frame. @code: (out): 1005 where it has none
 * Returns: (transfer full): the reason, made valid UTF-8; "" where there is none */
char *mcp_websocket_parse_close (GBytes *payload, guint *code);
/** Returns: (transfer none) (nullable): what a close code says (RFC 6455 §7.4, IANA), for a person;
 * %NULL for those that only the two sides know */
const char *mcp_websocket_explain_close (guint code);
