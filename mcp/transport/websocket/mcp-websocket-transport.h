/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketTransport: a server at a WebSocket, with the subprotocol "mcp": one message is one
 * text frame (or what its fragments make). No revision of MCP has it, but SDKs do. Source: RFC
 * 6455; MCP 2025-11-25, "Custom Transports".
 *
 * The frames are ours, not libsoup's, whose connection can neither be held back nor bounds what
 * fragments add up to. A binary frame is no message: it is recorded as malformed. A server that
 * says nothing for a while is pinged; one that does not answer that is lost.
 *
 * Errors of opening: INVALID_TARGET, CONNECTION_FAILED, CERTIFICATE_REFUSED, CONNECTION_LOST,
 * TIMED_OUT, HTTP_STATUS, AUTHORIZATION_REQUIRED, REDIRECTED, INVALID_MESSAGE (no WebSocket
 * answers), CANCELLED. Of closing by the server: CONNECTION_LOST, with its close code explained.
 */

#pragma once

#include "mcp-http-options.h"
#include "mcp-byte-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_WEBSOCKET_TRANSPORT (mcp_websocket_transport_get_type ())
G_DECLARE_FINAL_TYPE (
    McpWebsocketTransport, mcp_websocket_transport, MCP, WEBSOCKET_TRANSPORT, McpByteTransport)

/**
 * @url: ws or wss; a user and password in it become an Authorization header
 *
 * Properties:
 *   url (string)               construct only
 *   options (McpHttpOptions)   (nullable): how the server is reached; for the next opening
 *   message-limit (uint64)     bytes of one message; MCP_MESSAGE_LIMIT
 *   connect-timeout (uint)     ms until it must be open; 0 never; MCP_HTTP_CONNECT_TIMEOUT
 *   close-timeout (uint)       ms that the server has to close as well; MCP_HTTP_CLOSE_TIMEOUT
 *   ping-interval (uint)       ms of silence until a ping, and then until it is lost; 0 never;
 *                              MCP_WEBSOCKET_PING_INTERVAL
 *
 * Returns: (transfer full)
 */
McpTransport *mcp_websocket_transport_new (const char *url);

/** See mcp_http_carrier_set_headers(). */
gboolean mcp_websocket_transport_set_headers (McpWebsocketTransport *self,
                                              const char *const     *headers,
                                              GError               **error);

G_END_DECLS
