/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpByteTransport: a transport over one lasting stream of bytes: how it opens, is lost and closes,
 * with the deadlines and cancellations of that; reading, holding back and writing. Abstract; its
 * kinds know how the stream comes to be and how messages lie in it.
 *
 * The way of a connection: closed → opening → open → closing → closed. One that is lost (its server
 * went away, or takes nothing any more) is lost for a moment before it is closed, in which the
 * server's last words are read.
 */

#pragma once

#include "mcp-framer.h"
#include "mcp-stream-writer.h"
#include "mcp-transport.h"

typedef enum {
  MCP_BYTES_CLOSED,
  MCP_BYTES_OPENING,
  MCP_BYTES_OPEN,
  MCP_BYTES_LOST,
  MCP_BYTES_CLOSING,
} McpByteState;

#define MCP_TYPE_BYTE_TRANSPORT (mcp_byte_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpByteTransport, mcp_byte_transport, MCP, BYTE_TRANSPORT, McpTransport)

struct _McpByteTransportClass
{
  McpTransportClass parent_class;

  /* What a person is told */
  const char *text_open;      /* who opens what is open already */
  const char *text_cancelled; /* whose opening was cancelled */
  const char *text_closed;    /* who sends while it is not open */
  const char *text_unit;      /* what a message lies in: "line", "message" */

  /* Whether messages that wait fail with the reason of a loss; else they are just not connected. */
  gboolean sends_fail_alike;

  /* Begins to connect; mcp_byte_transport_connected() or mcp_byte_transport_fail() ends that, also
   * when @cancellable is cancelled. Returns: %FALSE where it cannot even be tried */
  gboolean (*connect) (McpByteTransport *self, GCancellable *cancellable, GError **error);
  /* (nullable): opening was cancelled, where @cancellable alone does not end it. */
  void (*abort) (McpByteTransport *self);
  /* Returns: (transfer full): that the connection did not stand in time */
  GError *(*new_timeout_error) (McpByteTransport *self);

  /* (nullable): Returns: (transfer full): what goes before a message in the stream */
  GBytes *(*make_head) (McpByteTransport *self, GBytes *message);
  /* (nullable): Returns: whether the frame was handled, and is no message */
  gboolean (*frame) (McpByteTransport *self, McpFrameKind kind, GBytes *data);
  /* The input ended. */
  void (*ended) (McpByteTransport *self, McpByteState state);
  /* Nothing can be written any more; the connection was open. */
  void (*broken) (McpByteTransport *self);
  /* (nullable): everything was written after mcp_stream_writer_finish(). */
  void (*written) (McpByteTransport *self);
  /* Returns: (transfer full): why it is lost, when the moment for last words is over */
  GError *(*explain_loss) (McpByteTransport *self);

  /* Begins to close in good order. @lost: it was lost before */
  void (*close) (McpByteTransport *self, gboolean lost);
  /* Closing takes too long, or was cancelled (@at_once); by default it is over then. */
  void (*close_faster) (McpByteTransport *self, gboolean at_once);
  /* (nullable): for the record of an end. @error: (nullable): why it was lost */
  void (*record_end) (McpByteTransport *self, const GError *error);
  /* Lets go of whatever it connected. */
  void (*disconnect) (McpByteTransport *self);
};

/** What a connection consists of. */
typedef struct
{
  GIOStream      *stream; /* (nullable): both ends, for frames */
  McpStreamFilter filter; /* of frames */
  int             input;  /* (transfer full): both ends, for lines */
  int             output;
  McpFramer      *framer; /* (transfer full) */
} McpByteEnds;

/** The connection stands; reading begins. Where opening was cancelled meanwhile, it is disconnected
 * instead. Returns: whether it is open */
gboolean mcp_byte_transport_connected (McpByteTransport *self, const McpByteEnds *ends);

/** There is no connection. @error: (transfer full) */
void mcp_byte_transport_fail (McpByteTransport *self, GError *error);

/** It is lost; @grace ms are left for what the server wrote last.
 * @error: (nullable) (transfer full): why, where that is known already */
void mcp_byte_transport_lose (McpByteTransport *self, GError *error, guint grace);

/** The connection is over: everything is let go of, "closed" is emitted and whoever waits is told.
 * @error: (nullable) (transfer full): why, if it was not closed by us */
void mcp_byte_transport_finish (McpByteTransport *self, GError *error);

/** Calls McpByteTransportClass.close_faster in so many ms, if it is still closing then. */
void mcp_byte_transport_close_in (McpByteTransport *self, guint milliseconds);

McpByteState mcp_byte_transport_get_state (McpByteTransport *self);
gboolean     mcp_byte_transport_is_held (McpByteTransport *self);

/** Returns: (transfer none) (nullable): %NULL while there is no connection */
McpStreamWriter *mcp_byte_transport_get_writer (McpByteTransport *self);

/** Returns: when something came last: µs of g_get_monotonic_time(); 0 without a connection */
gint64 mcp_byte_transport_get_last_read (McpByteTransport *self);
