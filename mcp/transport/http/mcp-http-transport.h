/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpTransport: a server at a URL, spoken to as "streamable HTTP": each message is a POST of
 * its own, answered by nothing, one JSON text, or a stream of events that carry one each. Source:
 * MCP 2025-11-25, "Transports", Streamable HTTP.
 *
 * Each send is one exchange with a number that links its records (MCP_RECORD_EXCHANGE_*) and its
 * messages, and further ones where its stream is resumed. The session id that a server hands out is
 * captured, sent along, and deleted on close. While it listens, a GET is open for what the server
 * says unasked. Where each message stands alone (mcp_transport_set_mirror()) there is none of that:
 * no session, no resuming, no GET, no DELETE.
 *
 * Errors of sending: CONNECTION_FAILED, CONNECTION_LOST, CERTIFICATE_REFUSED, TIMED_OUT (only the
 * connect deadline), HTTP_STATUS, AUTHORIZATION_REQUIRED, SESSION_EXPIRED, REDIRECTED,
 * MESSAGE_TOO_LARGE, INVALID_MESSAGE (a response that is neither JSON nor events), CANCELLED,
 * NOT_CONNECTED. A JSON-RPC error that answers with the request's id is "received", whatever the
 * HTTP status. After SESSION_EXPIRED the session id is forgotten, so that the next initialize opens
 * a new session.
 */

#pragma once

#include "mcp-http-connection.h"

/** What became of the stream for what a server says unasked. */
typedef enum {
  MCP_HTTP_LISTENING_OFF,         /* not wanted, or no session stands */
  MCP_HTTP_LISTENING_CONNECTING,  /* also while it is opened again */
  MCP_HTTP_LISTENING_OPEN,        /* the server may speak */
  MCP_HTTP_LISTENING_NOT_OFFERED, /* the server refused it: 405 and the like */
  MCP_HTTP_LISTENING_LOST,        /* it broke and could not be had again */
} McpHttpListening;

#define MCP_TYPE_HTTP_LISTENING (mcp_http_listening_get_type ())
GType mcp_http_listening_get_type (void);

#define MCP_TYPE_HTTP_TRANSPORT (mcp_http_transport_get_type ())
G_DECLARE_FINAL_TYPE (McpHttpTransport, mcp_http_transport, MCP, HTTP_TRANSPORT, McpHttpConnection)

/**
 * @options: (nullable): how the server is reached
 *
 * Properties:
 *   session-id (string, nullable, read only)     a secret
 *   listening (McpHttpListening, read only)
 *
 * Returns: (transfer full)
 */
McpTransport *mcp_http_transport_new (const char *url, McpHttpOptions *options);

/* What both transports over HTTP take */

/**
 * Headers to send with every later request, Authorization included; they replace ours of the same
 * name. Replaces what was set before.
 * @headers: (nullable) (array zero-terminated=1): "Name: value"
 * Returns: %FALSE, with nothing changed, when one cannot be sent: INVALID_TARGET
 */
gboolean mcp_http_connection_set_headers (McpHttpConnection *self,
                                          const char *const *headers,
                                          GError           **error);

/** By whom requests are signed, unless the person's headers or the address have an Authorization of
 * their own. Before it is opened. @authorizer: (nullable) */
void mcp_http_connection_set_authorizer (McpHttpConnection *self, McpHttpAuthorizer *authorizer);
