/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpByteTransport: what transports over one lasting stream of bytes have in common: who waits for
 * its opening or its end, what cancels that, one timer, and sending into a queue. Abstract; its
 * kinds know how the stream comes to be and how messages lie in it.
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_BYTE_TRANSPORT (mcp_byte_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpByteTransport, mcp_byte_transport, MCP, BYTE_TRANSPORT, McpTransport)

struct _McpByteTransportClass
{
  McpTransportClass parent_class;

  const char *closed_text; /* what a person is told who sends while it is not open */

  gboolean (*is_open) (McpByteTransport *self);
  /** @task: (transfer full): returns %TRUE when all of @message is written */
  void (*write) (McpByteTransport *self, GBytes *message, GTask *task);
  /** Holds back the stream, where there is one. */
  void (*hold_stream) (McpByteTransport *self, gboolean hold);
};

/** Returns: (transfer full): a task of ours that its cancellable does not end by itself */
GTask *mcp_byte_transport_begin_task (McpByteTransport   *self,
                                      gpointer            tag,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);

/** Calls @function on the main loop when @cancellable (nullable) is cancelled, with @self, until
 * mcp_byte_transport_unwatch(). */
void mcp_byte_transport_watch (McpByteTransport      *self,
                               GCancellable          *cancellable,
                               GCancellableSourceFunc function);
void mcp_byte_transport_unwatch (McpByteTransport *self);

/** Calls @function with @self after so many ms, in the place of what was to be called before. */
void mcp_byte_transport_start_timer (McpByteTransport *self,
                                     guint             milliseconds,
                                     GSourceFunc       function);
void mcp_byte_transport_stop_timer (McpByteTransport *self);

/** Keeps @task (transfer full) until the end. */
void mcp_byte_transport_await_end (McpByteTransport *self, GTask *task);
/** Says that the connection is gone, and returns the tasks that waited for that. They may let go of
 * @self. @error: (nullable): see McpTransport::closed */
void mcp_byte_transport_end (McpByteTransport *self, const GError *error);
/** Returns those tasks where there was no connection that could be gone. */
void mcp_byte_transport_return_closing (McpByteTransport *self);

gboolean mcp_byte_transport_is_held (McpByteTransport *self);

G_END_DECLS
