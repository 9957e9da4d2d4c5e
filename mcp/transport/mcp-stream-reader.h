/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStreamReader: reads frames from a descriptor, or from a stream where TLS may lie between, on
 * the main loop: behind drawing, and for a bounded time in each turn, so that a flood of frames
 * does not keep anything else waiting.
 */

#pragma once

#include "mcp-framer.h"

#include <gio/gio.h>

typedef struct _McpStreamReader McpStreamReader;

typedef struct
{
  /** @kind: never MCP_FRAME_NONE or _BROKEN
   * @data: (transfer none) */
  void (*frame) (McpFrameKind kind, GBytes *data, gpointer user_data);
  /** The input ended, or was broken. What was left of an unfinished line was handed out before as a
   * whole one. */
  void (*ended) (gpointer user_data);
} McpStreamReaderEvents;

/**
 * Starts reading on the thread-default main context. The events are emitted from there only, and
 * never after the reader was stopped, which they may do themselves.
 * @fd: (transfer full): non-blocking; -1 where @stream is read
 * @stream: (nullable): held
 * @framer: (transfer full)
 * @events: static
 */
McpStreamReader *mcp_stream_reader_new (int                          fd,
                                        GPollableInputStream        *stream,
                                        McpFramer                   *framer,
                                        const McpStreamReaderEvents *events,
                                        gpointer                     user_data);
/** Stops reading, closes the descriptor and lets go of the reader. */
void mcp_stream_reader_stop (McpStreamReader *self);

/** While held, nothing is read and nothing handed out. */
void mcp_stream_reader_hold (McpStreamReader *self, gboolean hold);

/** Returns: (transfer none) */
McpFramer *mcp_stream_reader_get_framer (McpStreamReader *self);

/** Returns: when something came last, or since when it reads: µs of g_get_monotonic_time() */
gint64 mcp_stream_reader_get_last_read (McpStreamReader *self);
