/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLineInlet: the receiving side of a transport whose messages are lines: reads a descriptor and
 * emits the transport's "received", its "oversized" with the sample of a line beyond the limit, and
 * the record of that.
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

typedef struct _McpLineInlet McpLineInlet;

/** The input ended; an unfinished line was handed on before as a whole one. */
typedef void (*McpLineInletFunc) (gpointer user_data);

/** Starts reading on the thread-default main context.
 * @transport: (transfer none): borrowed; it lives as long as this or longer
 * @fd: (transfer full): non-blocking
 * @limit: bytes of one message
 * @on_end: called at most once, never after the inlet was stopped, which it may do itself */
McpLineInlet *mcp_line_inlet_new (McpTransport    *transport,
                                  int              fd,
                                  gsize            limit,
                                  McpLineInletFunc on_end,
                                  gpointer         user_data);
/** Stops reading, closes the descriptor and lets go of the inlet. */
void mcp_line_inlet_stop (McpLineInlet *self);
/** While held, nothing is read and nothing emitted. */
void mcp_line_inlet_hold (McpLineInlet *self, gboolean hold);

G_END_DECLS
