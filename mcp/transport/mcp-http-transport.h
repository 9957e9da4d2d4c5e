/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpTransport: a server at a URL, spoken to as "streamable HTTP": each message is a POST of
 * its own, answered by nothing, one JSON text, or a stream of events that carry one each. Source:
 * MCP 2025-11-25, "Transports", Streamable HTTP.
 *
 * Each send is one exchange with a number that links its records (MCP_RECORD_EXCHANGE_*) and its
 * messages. Redirects are followed only within the origin and only where they keep the method (307,
 * 308); nothing of ours is ever sent to another origin. The session id that a server hands out is
 * captured, sent along, and deleted on close. Cookies are not kept, dialogs never appear.
 *
 * Errors of opening: INVALID_TARGET. Of sending: CONNECTION_FAILED, CONNECTION_LOST, TIMED_OUT
 * (only the connect deadline), HTTP_STATUS, AUTHORIZATION_REQUIRED, SESSION_EXPIRED, REDIRECTED,
 * MESSAGE_TOO_LARGE, INVALID_MESSAGE (an answer that is neither JSON nor events), CANCELLED,
 * NOT_CONNECTED. A JSON-RPC error that answers with the request's id is "received", whatever the
 * HTTP status. After SESSION_EXPIRED the session id is forgotten, so that the next initialize opens
 * a new session.
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_HTTP_TRANSPORT (mcp_http_transport_get_type ())
G_DECLARE_FINAL_TYPE (McpHttpTransport, mcp_http_transport, MCP, HTTP_TRANSPORT, McpTransport)

/**
 * Properties:
 *   url (string)               construct only
 *   message-limit (uint64)     bytes of one message; MCP_MESSAGE_LIMIT
 *   connect-timeout (uint)     ms until a connection must stand; 0 never; MCP_HTTP_CONNECT_TIMEOUT
 *   close-timeout (uint)       ms that ending the session may take; MCP_HTTP_CLOSE_TIMEOUT
 *   session-id (string, nullable, read only)  a secret
 *
 * Returns: (transfer full)
 */
McpTransport *mcp_http_transport_new (const char *url);

/**
 * Headers to send with every later request, Authorization included; they replace ours of the same
 * name. Replaces what was set before.
 * @headers: (nullable) (array zero-terminated=1): "Name: value"
 * Returns: %FALSE, with nothing changed, when one cannot be sent: INVALID_TARGET
 */
gboolean mcp_http_transport_set_headers (McpHttpTransport  *self,
                                         const char *const *headers,
                                         GError           **error);

/** Returns: (transfer full): the value of an Authorization header (RFC 7617, UTF-8) */
char *mcp_http_basic_authorization (const char *user, const char *password);

G_END_DECLS
