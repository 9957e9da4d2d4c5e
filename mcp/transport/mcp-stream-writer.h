/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStreamWriter: writes messages in the order in which they were given, however slowly the other
 * side reads: as lines to a descriptor, or as frames to a stream where TLS may lie between. A
 * message is never copied as a whole.
 */

#pragma once

#include "mcp-error.h"

typedef struct _McpStreamWriter McpStreamWriter;

typedef struct
{
  /** Nothing can be written any more. What is queued stays queued, so that the caller can find out
   * why before it tells whoever waits. */
  void (*broken) (gpointer user_data);
  /** (nullable): everything was written after mcp_stream_writer_finish(). */
  void (*finished) (gpointer user_data);
} McpStreamWriterEvents;

/** Changes a piece of a message, which begins @offset bytes behind the message's beginning, into
 * what is written. @head: of the frame */
typedef void (*McpStreamFilter) (guint8 *piece, gsize size, gsize offset, GBytes *head);

/** Writes a line for each message. Line ends within it, which JSON text has between its tokens
 * only, become spaces.
 * @fd: (transfer full): non-blocking
 * @events: static
 * Returns: (transfer full) */
McpStreamWriter *mcp_stream_writer_new_for_lines (int                          fd,
                                                  const McpStreamWriterEvents *events,
                                                  gpointer                     user_data);

/** Writes for each message its head, and then the message through @filter.
 * @stream: held; nobody closes it here
 * Returns: (transfer full) */
McpStreamWriter *mcp_stream_writer_new_for_frames (GPollableOutputStream       *stream,
                                                   McpStreamFilter              filter,
                                                   const McpStreamWriterEvents *events,
                                                   gpointer                     user_data);

/** Writes @message at once, where nothing is queued and it is not too large for that; what the
 * other side does not take yet follows.
 * @head: (nullable): of a frame
 * Returns: %FALSE where that cannot be, and nothing of it was written */
gboolean mcp_stream_writer_write_now (McpStreamWriter *self, GBytes *head, GBytes *message);

/**
 * Queues @message.
 * @head: (nullable): of a frame
 * @task: (transfer full) (nullable): returns %TRUE when all was written, or an error. When its
 * cancellable is cancelled it returns MCP_ERROR_CANCELLED; what was begun is still written to its
 * end.
 */
void
mcp_stream_writer_send (McpStreamWriter *self, GBytes *head, GBytes *message, GTask *task);

/** Drops a message that was queued without a task, if it is still queued and not begun. */
void mcp_stream_writer_take_back (McpStreamWriter *self, GBytes *message);

/** Closes the descriptor when everything queued was written; at once when nothing is. */
void mcp_stream_writer_finish (McpStreamWriter *self);

/** Closes the descriptor, fails with @error whatever waits, and lets go of the writer. */
void mcp_stream_writer_stop (McpStreamWriter *self, const GError *error);
