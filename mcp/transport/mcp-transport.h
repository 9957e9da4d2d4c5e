/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTransport: carries whole JSON-RPC messages to one server and back. Abstract; it knows framing
 * and connections, but not what a message means.
 *
 * Signals
 *   received (GBytes *message, guint64 exchange)
 *     One message's text, as it came. @exchange is the HTTP exchange that carried it, 0 on others.
 *   record (McpRecord *record)
 *     What happened beside messages: HTTP exchanges, stderr, process life; for the tap.
 *   oversized (GBytes *head, GBytes *tail, GError *error)
 *     A message of the server's was beyond the limit and was dropped while the connection goes on
 *     (byte streams; over HTTP the send fails instead), or was no text. Its first and last bytes
 *     (@tail: nullable) may tell whose answer it was; @error is what that one is told.
 *   closed (GError *error)
 *     The connection is gone and will not come back by itself; @error is %NULL when we asked
 *     for it. Emitted once for each successful opening.
 *
 * All on the thread-default main context of the caller. Source: MCP 2025-11-25, "Transports".
 */

#pragma once

#include "mcp-record.h"

/** The headers that one message needs beside the transport's own.
 * Returns: (transfer full) (nullable) (array zero-terminated=1): "Name: value", fit to be sent */
typedef char **(*McpTransportMirrorFunc) (GBytes *message, gpointer user_data);

/** What a transport may take, in bytes and ms. A time of 0 ms is over at once where a connection
 * ends, and never where one begins or is kept. */
typedef struct
{
  gsize message_limit;     /* one message; MCP_MESSAGE_LIMIT */
  guint connect_timeout;   /* until the connection must stand */
  guint close_timeout;     /* that ending it in good order may take */
  guint terminate_timeout; /* of processes: between SIGTERM and SIGKILL */
  guint ping_interval;     /* of WebSockets: silence until a ping, and then until it is lost */
} McpTransportLimits;

#define MCP_TYPE_TRANSPORT (mcp_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpTransport, mcp_transport, MCP, TRANSPORT, GObject)

struct _McpTransportClass
{
  GObjectClass parent_class;

  void (*open_async) (McpTransport       *self,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  gboolean (*send_now) (McpTransport *self, GBytes *message);
  void (*send_async) (McpTransport       *self,
                      GBytes             *message,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  void (*close_async) (McpTransport       *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data);
  void (*set_protocol_version) (McpTransport *self, const char *version);
  void (*hold) (McpTransport *self, gboolean hold);
  gboolean (*responds_in_exchange) (McpTransport *self);
  gboolean (*is_ending) (McpTransport *self);
  void (*show_rest) (McpTransport *self, guint64 exchange);
  gboolean (*set_mirror) (McpTransport          *self,
                          McpTransportMirrorFunc mirror,
                          gpointer               user_data);
  void (*set_listening) (McpTransport *self, gboolean listens);
  void (*initialized) (McpTransport *self);
};

/** Returns: (transfer none): to be changed before opening; each transport has its own defaults */
McpTransportLimits *mcp_transport_get_limits (McpTransport *self);

/** Another connection to the same server, such as a second process of it: it is used instead where
 * this one may have been muted by what was asked over it.
 * @spare: (nullable): not opened yet; nobody else uses it */
void mcp_transport_set_spare (McpTransport *self, McpTransport *spare);
/** Returns: (transfer none) (nullable) */
McpTransport *mcp_transport_get_spare (McpTransport *self);

/** Connects: starts the process, or only checks the address where a protocol has no connection. */
void     mcp_transport_open_async (McpTransport       *self,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
gboolean mcp_transport_open_finish (McpTransport *self, GAsyncResult *result, GError **error);

/**
 * Sends one message. Ends when the transport has done all that it will do for this message: on a
 * byte stream when it is written; over HTTP when the response's body or event stream has ended, all
 * of its messages having been emitted as "received" before. Messages are sent in the order of the
 * calls. Cancelling closes the exchange (HTTP) or takes the message back if it was not begun
 * (stream). Errors: MCP_ERROR.
 */
void     mcp_transport_send_async (McpTransport       *self,
                                   GBytes             *message,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
gboolean mcp_transport_send_finish (McpTransport *self, GAsyncResult *result, GError **error);

/**
 * Sends one message without waiting, behind all that was sent before: it cannot be taken back, and
 * where the connection breaks, "closed" says so.
 * Returns: %FALSE where that cannot be (messages wait, the other side reads slowly, or the protocol
 * has an exchange for each), and nothing of it was sent: use mcp_transport_send_async()
 */
gboolean mcp_transport_send_now (McpTransport *self, GBytes *message);

/** Ends the connection in good order, within a bounded time; afterwards no process or stream of it
 * is left. Cancelling means: at once. */
void     mcp_transport_close_async (McpTransport       *self,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean mcp_transport_close_finish (McpTransport *self, GAsyncResult *result, GError **error);

/** The negotiated revision, for transports that say it with every message. */
void mcp_transport_set_protocol_version (McpTransport *self, const char *version);

/** While held, nothing more is read from the server (backpressure); what is already framed may
 * still be emitted. */
void mcp_transport_hold (McpTransport *self, gboolean hold);

/** Whether a request's response arrives before its send ends (HTTP), so that an ended send without
 * one means that none will come. */
gboolean mcp_transport_responds_in_exchange (McpTransport *self);

/** Records (MCP_RECORD_MALFORMED) what came of a message that has not ended.
 * @exchange: 0 for any */
void mcp_transport_show_rest (McpTransport *self, guint64 exchange);

/** Whether nothing more can come, and "closed" follows shortly: what came last may be cut. */
gboolean mcp_transport_is_ending (McpTransport *self);

/**
 * Lets each message stand alone, as from 2026-07-28 on: no session, no revision that was
 * negotiated, no stream beside the responses, nothing resumed and nothing to say at the end; what
 * the headers say
 * follows from each message. %NULL goes back.
 * @mirror: (nullable); @user_data: must live until another one is set
 * Returns: whether this transport has headers; else @mirror is never called
 */
gboolean mcp_transport_set_mirror (McpTransport          *self,
                                   McpTransportMirrorFunc mirror,
                                   gpointer               user_data);

/** Whether a stream is kept open for what the server says unasked, where that needs one of its own
 * (streamable HTTP up to 2025-11-25); it is from the beginning. May change at any time. */
void mcp_transport_set_listening (McpTransport *self, gboolean listens);
/** A session stands: initialize was answered and notifications/initialized was sent. */
void mcp_transport_initialized (McpTransport *self);

/* For implementations */

/** A message for which there is no memory is said to be oversized instead. */
void mcp_transport_emit_received (McpTransport *self, GBytes *message, guint64 exchange);
/** Returns: (transfer full): what is said of it */
GError *mcp_transport_new_memory_error (guint64 size);
void    mcp_transport_emit_record (McpTransport *self, McpRecord *record);
void    mcp_transport_emit_oversized (McpTransport *self,
                                      GBytes       *head,
                                      GBytes       *tail,
                                      const GError *error);
void    mcp_transport_emit_closed (McpTransport *self, const GError *error);
