/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLineReader: reads lines from a non-blocking descriptor on the main loop: behind drawing, and
 * for a bounded time in each turn, so that a flood of lines does not keep anything else waiting.
 */

#pragma once

#include "mcp-line-framer.h"

G_BEGIN_DECLS

typedef struct _McpLineReader McpLineReader;

/** @kind: never MCP_LINE_NONE
 * @line: (transfer none) */
typedef void (*McpLineFunc) (McpLineReader *reader,
                             McpLineKind    kind,
                             GBytes        *line,
                             gpointer       user_data);
/** The input ended; what was left of an unfinished line was handed out before as a whole one. */
typedef void (*McpLineEndFunc) (McpLineReader *reader, gpointer user_data);

/**
 * Starts reading on the thread-default main context. The functions are called from there only, and
 * never after the reader was stopped, which they may do themselves.
 * @fd: (transfer full)
 * @limit: bytes of one line
 */
McpLineReader *mcp_line_reader_new (int            fd,
                                    gsize          limit,
                                    McpLineFunc    on_line,
                                    McpLineEndFunc on_end,
                                    gpointer       user_data);
/** Stops reading, closes the descriptor and lets go of the reader. */
void mcp_line_reader_stop (McpLineReader *self);

/** While held, nothing is read and nothing handed out. */
void mcp_line_reader_hold (McpLineReader *self, gboolean hold);
/** Bytes of the line that was dropped last. */
guint64 mcp_line_reader_get_dropped (McpLineReader *self);

G_END_DECLS
