/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpEventFramer: bytes in, server-sent events out. Lines end with CR, LF or CR LF; comments,
 * unknown fields and a byte order mark are skipped; an event without data is dropped while its id
 * and reconnection time are kept. The data are handed out as they came, not checked to be UTF-8.
 *
 * Source: WHATWG HTML, "Server-sent events", interpretation of an event stream; but an event whose
 * data are empty is dropped also where it has a data field: MCP uses such events for priming.
 */

#pragma once

#include "mcp-byte-buffer.h"

typedef struct
{
  McpByteBuffer buffer;
  gsize         limit;
  gsize         scanned; /* bytes of the buffer that hold no line end */

  gboolean past_start;     /* no byte order mark may follow */
  gboolean swallow_lf;     /* the line ended with CR: an LF belongs to it */
  gboolean dropping_line;  /* up to its end */
  gboolean dropping_event; /* up to the next empty line */
  gboolean starved;        /* for the last line there was no memory */

  GBytes       *data;      /* of the event's first data line */
  McpByteBuffer more_data; /* of all, once there are several */
  gboolean      has_more_data;
  McpByteBuffer stray; /* lines of the event that are no fields; its beginning */
  char         *type;
  char         *next_id; /* counts when the event that brings it is whole */
  char         *last_id;
  gint64        retry;
} McpEventFramer;

typedef enum {
  MCP_EVENT_NONE,      /* more bytes are needed */
  MCP_EVENT_WHOLE,     /* an event */
  MCP_EVENT_STRAY,     /* lines before the end of an event that are no fields */
  MCP_EVENT_TOO_LARGE, /* an event beyond the limit or the memory; the rest is being dropped */
} McpEventKind;

/** @limit: bytes of data of one event */
McpEventFramer *mcp_event_framer_new (gsize limit);
void            mcp_event_framer_free (McpEventFramer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpEventFramer, mcp_event_framer_free)

/** Returns: (transfer none): where the next bytes may be read to, room for MCP_READ_SIZE; valid
 * until the next call */
guint8 *mcp_event_framer_reserve (McpEventFramer *self);
/** Takes in @size bytes that were written to the reserved place. */
void mcp_event_framer_commit (McpEventFramer *self, gsize size);
/** @type: (out) (transfer full) (nullable) (optional): the event's type, valid UTF-8; "message"
 * when it had none
 * @data: (out) (transfer full) (nullable): the event's data
 * Both are set with MCP_EVENT_WHOLE, the data with MCP_EVENT_STRAY. Call it until it returns
 * MCP_EVENT_NONE before taking in more. */
McpEventKind mcp_event_framer_next (McpEventFramer *self, char **type, GBytes **data);

/** Returns: (transfer full) (nullable): the beginning of what would be lost if the input ended now,
 * as lines of a stream */
GBytes *mcp_event_framer_dup_rest (McpEventFramer *self);
/** Ends the input. Returns: whether it ended within an event that had data: the connection
 * broke. */
gboolean mcp_event_framer_finish (McpEventFramer *self);

/** Returns: (transfer none) (nullable): the id of the last whole event that had one; %NULL before
 * the first */
const char *mcp_event_framer_get_last_id (McpEventFramer *self);
/** Returns: the reconnection time in ms, -1 when the server set none */
gint64 mcp_event_framer_get_retry (McpEventFramer *self);
