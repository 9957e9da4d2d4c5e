/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLineFramer: bytes in, lines out. A line ends with LF or CR LF, which are not part of it; half
 * a line waits for the rest. Each byte is looked at once. A line longer than the limit is reported
 * once and dropped up to its end, after which framing goes on.
 *
 * Long lines are handed out without copying; the memory that they needed is given back.
 * Source: MCP 2025-11-25, "Transports", stdio.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _McpLineFramer McpLineFramer;

typedef enum {
  MCP_LINE_NONE,      /* more bytes are needed */
  MCP_LINE_WHOLE,     /* a line */
  MCP_LINE_TOO_LARGE, /* the beginning of a line beyond the limit; the rest is being dropped */
  MCP_LINE_DROPPED,   /* the end of that line was met; its last bytes */
} McpLineKind;

/** @limit: bytes of one line without its end */
McpLineFramer *mcp_line_framer_new (gsize limit);
void           mcp_line_framer_free (McpLineFramer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpLineFramer, mcp_line_framer_free)

/** Returns: (transfer none): where the next bytes may be read to, room for MCP_READ_SIZE; valid
 * until the next call */
guint8 *mcp_line_framer_reserve (McpLineFramer *self);
/** Takes in @size bytes that were written to the reserved place. */
void mcp_line_framer_commit (McpLineFramer *self, gsize size);
/** Takes in a copy of @data. */
void mcp_line_framer_push (McpLineFramer *self, const void *data, gsize size);

/** @line: (out) (transfer full) (nullable): set unless MCP_LINE_NONE; for MCP_LINE_TOO_LARGE and
 * MCP_LINE_DROPPED at most MCP_OVERSIZED_SAMPLE bytes
 * Call it until it returns MCP_LINE_NONE before taking in more. */
McpLineKind mcp_line_framer_next (McpLineFramer *self, GBytes **line);

/** Ends the input: what is left of an unfinished line. Returns: (transfer full) (nullable) */
GBytes *mcp_line_framer_finish (McpLineFramer *self);

/** Returns: bytes of the line that was dropped last, so far */
guint64 mcp_line_framer_get_dropped (McpLineFramer *self);
/** Returns: bytes of memory that are held */
gsize mcp_line_framer_get_footprint (McpLineFramer *self);

G_END_DECLS
