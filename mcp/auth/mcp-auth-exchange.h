/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthExchange: one request of an authorization and its response, or why none came. Holds raw
 * values, secrets among them: whoever shows or keeps it masks them. Immutable.
 */

#pragma once

#include "mcp-http-fetch.h"

#define MCP_TYPE_AUTH_EXCHANGE (mcp_auth_exchange_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthExchange, mcp_auth_exchange, MCP, AUTH_EXCHANGE, GObject)

/** @request: copied. @fetched: (nullable): %NULL with @error. Returns: (transfer full) */
McpAuthExchange *mcp_auth_exchange_new (const McpHttpFetchRequest *request,
                                        McpHttpFetched            *fetched,
                                        const GError              *error);

const char        *mcp_auth_exchange_get_method (McpAuthExchange *self);
const char        *mcp_auth_exchange_get_url (McpAuthExchange *self);
const char *const *mcp_auth_exchange_get_request_headers (McpAuthExchange *self);
/** Returns: (transfer none) (nullable) */
GBytes *mcp_auth_exchange_get_request_body (McpAuthExchange *self);
/** Returns: (transfer none) (nullable): %NULL where no response came */
McpHttpFetched *mcp_auth_exchange_get_response (McpAuthExchange *self);
/** Returns: 0 where no response came */
guint mcp_auth_exchange_get_status (McpAuthExchange *self);
/** Returns: (transfer none) (nullable): MCP_ERROR: why no response came */
const GError *mcp_auth_exchange_get_error (McpAuthExchange *self);
/** Returns: (transfer full): one line for a person: "404 Not Found, text/html", "no response: …" */
char *mcp_auth_exchange_dup_outcome (McpAuthExchange *self);
