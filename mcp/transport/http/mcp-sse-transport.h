/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSseTransport: a server at a URL, spoken to as "HTTP with SSE": a GET opens a stream of events;
 * its first, "endpoint", says where messages are posted, and all of the server's messages come as
 * events of that stream. Source: MCP 2024-11-05, "Transports", HTTP with SSE; deprecated since.
 *
 * The endpoint, relative or absolute, must be of the URL's origin: what is sent has credentials in
 * it. The stream is the session: its end is the end of the connection.
 *
 * Errors of opening: INVALID_TARGET, CONNECTION_FAILED, CONNECTION_LOST, CERTIFICATE_REFUSED,
 * TIMED_OUT, HTTP_STATUS, AUTHORIZATION_REQUIRED, REDIRECTED (also an endpoint of another origin),
 * INVALID_MESSAGE (no stream of events, or no endpoint in it), CANCELLED. Of sending: the same and
 * SESSION_EXPIRED, NOT_CONNECTED.
 */

#pragma once

#include "mcp-http-connection.h"

#define MCP_TYPE_SSE_TRANSPORT (mcp_sse_transport_get_type ())
G_DECLARE_FINAL_TYPE (McpSseTransport, mcp_sse_transport, MCP, SSE_TRANSPORT, McpHttpConnection)

/**
 * Its connect_timeout covers the endpoint as well.
 * @options: (nullable): how the server is reached
 * @message_url: (nullable): where messages are posted instead, for servers whose endpoint resolves
 *   wrongly; absolute, or relative to the URL; without a query it takes the endpoint's, in which
 *   the session is named. May be of another origin: a person wrote it
 *
 * Property:
 *   endpoint (string, nullable, read only) where messages are posted; a secret, since it names the
 *                                          session
 *
 * Returns: (transfer full)
 */
McpTransport *
mcp_sse_transport_new (const char *url, McpHttpOptions *options, const char *message_url);
