/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpFramer: bytes in, frames out; the base of McpLineFramer and McpWebsocketFramer. Bytes are
 * appended to @input, and mcp_framer_next() is called until it returns MCP_FRAME_NONE. A message
 * longer than the limit is reported once and dropped up to its end, after which framing goes on.
 */

#pragma once

#include "mcp-byte-buffer.h"

typedef enum {
  MCP_FRAME_NONE,    /* more bytes are needed */
  MCP_FRAME_MESSAGE, /* a line, or the text of a WebSocket's message */
  MCP_FRAME_BINARY,  /* this and the next three: WebSocket only */
  MCP_FRAME_PING,
  MCP_FRAME_PONG,
  MCP_FRAME_CLOSE,     /* its payload: a code and a reason, or nothing */
  MCP_FRAME_TOO_LARGE, /* the beginning of a message beyond the limit; the rest is dropped */
  MCP_FRAME_DROPPED,   /* the end of that message was met; its last bytes */
  MCP_FRAME_BROKEN,    /* the input cannot be understood; nothing more comes of it */
} McpFrameKind;

typedef struct _McpFramer McpFramer;

typedef struct
{
  McpFrameKind (*next) (McpFramer *self, GBytes **data);
  /* What is left at the end of the input. Returns: (transfer full) (nullable) */
  GBytes *(*finish) (McpFramer *self);
  void (*free) (McpFramer *self);
} McpFramerClass;

struct _McpFramer
{
  const McpFramerClass *klass;
  McpByteBuffer         input;
  gsize                 limit;    /* bytes of one message */
  gboolean              finished; /* no more is read */
  gboolean              starved;  /* no memory was left for the message that comes or was dropped */
  gboolean              dropping;
  guint64               dropped; /* bytes of the message that was dropped last */
};

/** @data: (out) (transfer full) (nullable): set unless MCP_FRAME_NONE or _BROKEN; for _TOO_LARGE
 * and _DROPPED at most MCP_OVERSIZED_SAMPLE bytes */
static inline McpFrameKind
mcp_framer_next (McpFramer *self, GBytes **data)
{
  return self->klass->next (self, data);
}

/** Ends the input. Returns: (transfer full) (nullable): an unfinished line */
static inline GBytes *
mcp_framer_finish (McpFramer *self)
{
  self->finished = TRUE;
  return self->klass->finish (self);
}

static inline void
mcp_framer_free (McpFramer *self)
{
  self->klass->free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpFramer, mcp_framer_free)
