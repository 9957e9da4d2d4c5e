/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketTransport: a server at a WebSocket, with the subprotocol "mcp": one message is one
 * text frame (or what its fragments make). No revision of MCP has it, but SDKs do. Source: RFC
 * 6455; MCP 2025-11-25, "Custom Transports".
 *
 * A binary frame is no message: it is recorded as malformed. A server that
 * says nothing for a while is pinged; one that does not answer that is lost.
 *
 * Errors of opening: INVALID_TARGET, CONNECTION_FAILED, CERTIFICATE_REFUSED, CONNECTION_LOST,
 * TIMED_OUT, HTTP_STATUS, AUTHORIZATION_REQUIRED, REDIRECTED, INVALID_MESSAGE (no WebSocket
 * answers), CANCELLED. Of closing by the server: CONNECTION_LOST, with its close code explained.
 */

#pragma once

#include "mcp-http-options.h"
#include "mcp-byte-transport.h"

#define MCP_TYPE_WEBSOCKET_TRANSPORT (mcp_websocket_transport_get_type ())
G_DECLARE_FINAL_TYPE (
    McpWebsocketTransport, mcp_websocket_transport, MCP, WEBSOCKET_TRANSPORT, McpByteTransport)

/**
 * @url: ws or wss; a user and password in it become an Authorization header
 * @options: (nullable): how the server is reached
 *
 * Returns: (transfer full)
 */
McpTransport *mcp_websocket_transport_new (const char *url, McpHttpOptions *options);

/** See mcp_http_connection_set_headers(). */
gboolean mcp_websocket_transport_set_headers (McpWebsocketTransport *self,
                                              const char *const     *headers,
                                              GError               **error);

/** An address that begins with ws or wss, as mcp_http_address_parse() does.
 * Returns: (transfer full) (nullable) */
GUri *mcp_websocket_address_parse (const char *url, char **authorization, GError **error);
