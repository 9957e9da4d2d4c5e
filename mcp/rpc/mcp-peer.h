/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPeer: speaks JSON-RPC over one transport. Pairs responses with requests by typed id, waits
 * no longer than a deadline, cancels, hands out progress, answers pings at once and everything that
 * nobody handles with -32601. Messages are delivered in the order in which they came; large ones
 * are read in a worker while delivery waits and the transport is held. Whatever passes, malformed
 * and unmatched messages included, goes to the tap first.
 *
 * Signals
 *   request (McpInboundRequest *request) → gboolean
 *     A request of the server's other than ping. Return %TRUE to answer it, now or later.
 *   notification (McpMessage *message)
 *     Every notification, after the peer has done its own part for progress and cancelled.
 *   closed (GError *error)
 *     The transport is gone, and everything that came before was delivered; @error is %NULL when we
 *     asked for it. Requests that were waiting have failed already.
 *
 * Lives on the thread-default main context in which it was made.
 */

#pragma once

#include "mcp-response.h"
#include "mcp-inbound-request.h"
#include "mcp-request.h"
#include "mcp-tap.h"
#include "mcp-transport.h"

#define MCP_TYPE_PEER (mcp_peer_get_type ())
G_DECLARE_FINAL_TYPE (McpPeer, mcp_peer, MCP, PEER, GObject)

McpPeer *mcp_peer_new (McpTransport *transport, McpTap *tap);
/** Returns: (transfer none) */
McpTransport *mcp_peer_get_transport (McpPeer *self);

/** Which revision is spoken. From 2026-07-28 on servers do not ask: what they ask all the same is
 * dropped, with a finding in the tap, and never answered; and over a transport where each response
 * comes in its own exchange, ending that is how we cancel. @revision: (nullable): not known */
void mcp_peer_set_revision (McpPeer *self, const char *revision);

/** @response: the response, which may be a JSON-RPC error; or @error: why there is none */
typedef void (*McpResponseFunc) (McpResponse *response, const GError *error, gpointer user_data);

/**
 * Writes @request, sends it and waits for the response, for as long as its options say. @func is
 * called once, perhaps before this returns.
 * Errors: MCP_ERROR: TIMED_OUT, CANCELLED, CONNECTION_LOST, INVALID_MESSAGE and what sending gives.
 */
void mcp_peer_send (McpPeer        *self,
                    McpRequest     *request,
                    GCancellable   *cancellable,
                    McpResponseFunc func,
                    gpointer        user_data);
/** Returns: (transfer none) (nullable): the request that waits and was written as this very text */
McpRequest *mcp_peer_find_request (McpPeer *self, GBytes *text);

/** Sends a notification. Ends when it is sent. @params: (nullable): JSON text */
void     mcp_peer_notify_async (McpPeer            *self,
                                const char         *method,
                                GBytes             *params,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean mcp_peer_notify_finish (McpPeer *self, GAsyncResult *result, GError **error);

/** Sends any text as it is. Nothing waits for a response; what comes back is linked to it in the
 * tap. Returns: its sequence number in the tap; 0 where the connection is gone */
guint64 mcp_peer_send_text (McpPeer *self, GBytes *text);
/** An id that no request of ours has or will have, for a text to send. Returns: (transfer full) */
McpRequestId *mcp_peer_take_id (McpPeer *self);
/** Whether a request of ours with this id has no response yet. */
gboolean mcp_peer_is_waiting_for (McpPeer *self, McpRequestId *id);

/** Fails every request that waits with @error, refuses every request of the server's that was not
 * answered, and ends when those refusals are sent or after a short time. */
void mcp_peer_settle_async (McpPeer            *self,
                            const GError       *error,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
void mcp_peer_settle_finish (McpPeer *self, GAsyncResult *result);
