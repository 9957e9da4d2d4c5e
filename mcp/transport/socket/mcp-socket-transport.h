/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSocketTransport: a server that listens at a unix socket or a TCP port and speaks as over
 * stdio: one message a line. No specification has it, but servers do. Source: MCP 2025-11-25,
 * "Transports", stdio, for the framing, and "Custom Transports".
 *
 * Closing: what is queued is written, our side ends, the server may finish its last words and close
 * its side; when it does not, the connection is cut.
 *
 * Errors of opening: INVALID_TARGET, CONNECTION_FAILED, TIMED_OUT, CANCELLED. Of closing by the
 * server: CONNECTION_LOST.
 */

#pragma once

#include "mcp-byte-transport.h"

#define MCP_TYPE_SOCKET_TRANSPORT (mcp_socket_transport_get_type ())
G_DECLARE_FINAL_TYPE (
    McpSocketTransport, mcp_socket_transport, MCP, SOCKET_TRANSPORT, McpByteTransport)

/**
 * @address: see mcp_socket_address_parse()
 * @proxy: (nullable): the way to a TCP port: as of McpHttpOptions, a URL; %NULL for the direct one
 * Returns: (transfer full)
 */
McpTransport *mcp_socket_transport_new (const char *address, const char *proxy);
