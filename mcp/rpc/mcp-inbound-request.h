/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInboundRequest: a request of the server's, until it is answered. It must be answered once;
 * answering again, or after it was cancelled or the connection closed, does nothing.
 *
 * Properties
 *   state: McpInboundState; notify
 */

#pragma once

#include "mcp-message.h"

#include <gio/gio.h>

typedef enum {
  MCP_INBOUND_PENDING,
  MCP_INBOUND_RESPONDED,
  MCP_INBOUND_CANCELLED, /* by the server, or the connection is gone: no response is wanted */
} McpInboundState;

#define MCP_TYPE_INBOUND_REQUEST (mcp_inbound_request_get_type ())
G_DECLARE_FINAL_TYPE (McpInboundRequest, mcp_inbound_request, MCP, INBOUND_REQUEST, GObject)

McpInboundState mcp_inbound_request_get_state (McpInboundRequest *self);
/** Returns: (transfer none) */
McpMessage *mcp_inbound_request_get_message (McpInboundRequest *self);
/** Returns: (transfer none) */
const char  *mcp_inbound_request_get_method (McpInboundRequest *self);
McpJsonValue mcp_inbound_request_get_params (McpInboundRequest *self);
/** Returns: its number in the tap */
guint64 mcp_inbound_request_get_sequence (McpInboundRequest *self);
/** Returns: the tap's number of our request that made the server ask; 0 where that is not known */
guint64 mcp_inbound_request_get_request_sequence (McpInboundRequest *self);
/** Whether it was cancelled by the end of the connection, not by the server. */
gboolean mcp_inbound_request_is_orphaned (McpInboundRequest *self);
/** @result: (nullable): JSON text of the result; %NULL is {} */
void mcp_inbound_request_respond (McpInboundRequest *self, GBytes *result);
/** @data: (nullable): JSON text */
void mcp_inbound_request_refuse (McpInboundRequest *self,
                                 int                code,
                                 const char        *message,
                                 GBytes            *data);

/* For the peer, which makes them and sends the responses */

/** @text: the whole response */
typedef void (*McpInboundResponseFunc) (McpInboundRequest *request,
                                        GBytes            *text,
                                        gpointer           user_data);

/** @sequence: of the request in the tap
 * @request_sequence: that of our request that made the server ask; 0 where that is not known
 * @arrived: µs, monotonic. Returns: (transfer full) */
McpInboundRequest *mcp_inbound_request_new (McpMessage            *message,
                                            guint64                sequence,
                                            guint64                request_sequence,
                                            gint64                 arrived,
                                            McpInboundResponseFunc func,
                                            gpointer               user_data);
gint64             mcp_inbound_request_get_arrived (McpInboundRequest *self);
/** No response is wanted any more. @orphaned: because the connection is gone */
void mcp_inbound_request_cancel (McpInboundRequest *self, gboolean orphaned);
