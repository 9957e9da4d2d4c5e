/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientRenewal: another session over the same connection, in the place of one that the server
 * no longer knows, and the requests that wait for it. It lives until it is open or cannot be
 * opened, in which it frees itself.
 *
 * Source: MCP 2025-11-25, Transports, Session Management: a client that receives 404 for a request
 * with a session id starts a new session.
 */

#pragma once

#include "mcp-client.h"

typedef struct _McpClientRenewal McpClientRenewal;

/** The end. @info: (transfer full) (nullable); @error: (transfer full) (nullable): one of them
 * @waiting: (element-type GTask): those that mcp_client_renewal_wait() was given */
typedef void (*McpClientRenewedFunc) (McpClient     *client,
                                      McpServerInfo *info,
                                      GError        *error,
                                      GPtrArray     *waiting);

/** Begins. It holds @client to the end. Returns: (transfer none): valid until @renewed is called */
McpClientRenewal *mcp_client_renewal_begin (McpClient           *client,
                                            McpEra              *era,
                                            McpPeer             *peer,
                                            McpClientRenewedFunc renewed);
void              mcp_client_renewal_wait (McpClientRenewal *self, GTask *task);
