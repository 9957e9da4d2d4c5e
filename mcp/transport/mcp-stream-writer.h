/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStreamWriter: writes lines to a non-blocking descriptor in the order in which they were given,
 * however slowly the other side reads.
 */

#pragma once

#include "mcp-error.h"

G_BEGIN_DECLS

typedef struct _McpStreamWriter McpStreamWriter;

/** The other side closed its end, or everything was written after mcp_stream_writer_finish(). */
typedef void (*McpStreamWriterFunc) (McpStreamWriter *writer, gpointer user_data);

/** @fd: (transfer full)
 * @on_broken: called once when the other side cannot be written to any more. What is queued stays
 * queued, so that the caller can find out why before it tells whoever waits. */
McpStreamWriter *mcp_stream_writer_new (int fd, McpStreamWriterFunc on_broken, gpointer user_data);

/** Writes @message and a line end at once, where nothing is queued and it is not too large for
 * that.
 * @written: (out): what of it went out; give it to mcp_stream_writer_send() with the message
 * Returns: whether that was all */
gboolean mcp_stream_writer_write (McpStreamWriter *self, GBytes *message, gsize *written);

/**
 * Queues @message and a line end. Line ends within it, which JSON text has between its tokens only,
 * become spaces.
 * @written: what mcp_stream_writer_write() wrote of it
 * @task: (transfer full) (nullable): returns %TRUE when all was written, or an error. When its
 * cancellable is cancelled it returns MCP_ERROR_CANCELLED; what was begun is still written to its
 * end.
 */
void mcp_stream_writer_send (McpStreamWriter *self, GBytes *message, gsize written, GTask *task);

/** Closes the descriptor when everything queued was written; at once when nothing is. */
void mcp_stream_writer_finish (McpStreamWriter *self);

/** Closes the descriptor, fails with @error whatever waits, and lets go of the writer. */
void mcp_stream_writer_stop (McpStreamWriter *self, const GError *error);

G_END_DECLS
