/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The text of messages that we send. What a caller passes as JSON text goes in verbatim: not one
 * number, string or member changes; only line ends between tokens become spaces, because a message
 * on a byte stream may not have any.
 */

#pragma once

#include "mcp-message.h"

/* What each request carries in params._meta from 2026-07-28 on. */
#define MCP_META_PROTOCOL_VERSION "io.modelcontextprotocol/protocolVersion"
#define MCP_META_CLIENT_INFO "io.modelcontextprotocol/clientInfo"
#define MCP_META_CLIENT_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define MCP_META_LOG_LEVEL "io.modelcontextprotocol/logLevel"
/* And what a result or a notification may. */
#define MCP_META_SERVER_INFO "io.modelcontextprotocol/serverInfo"
#define MCP_META_SUBSCRIPTION_ID "io.modelcontextprotocol/subscriptionId"

/** @params: (nullable): JSON text. Returns: (transfer full) */
GBytes *mcp_envelope_notification (const char *method, GBytes *params);
/** @result: (nullable): JSON text; %NULL is {}. Returns: (transfer full) */
GBytes *mcp_envelope_result (McpRequestId *id, GBytes *result);
/** @id: (nullable): %NULL is null
 * @data: (nullable): JSON text. Returns: (transfer full) */
GBytes *mcp_envelope_error (McpRequestId *id, int code, const char *message, GBytes *data);

/**
 * Adds members to params._meta, without touching what is there: a member that the caller wrote
 * already wins.
 * @params: (nullable): JSON text; anything but an object is returned as it is
 * @members: JSON text of an object
 * Returns: (transfer full)
 */
GBytes *mcp_envelope_add_meta (GBytes *params, GBytes *members);
