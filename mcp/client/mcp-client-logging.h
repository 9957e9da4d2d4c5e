/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientLogging: a feature of a client: the level from which on the server logs. What they log
 * comes as notifications, of which mcp_log_message_read() makes objects. Up to 2025-11-25
 * the level is set by a request; from 2026-07-28 on each request carries it, and a server says
 * nothing where there is none.
 *
 * Source: MCP 2025-11-25, "Logging"; 2026-07-28, io.modelcontextprotocol/logLevel.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-log-message.h"

#define MCP_TYPE_CLIENT_LOGGING (mcp_client_logging_get_type ())
G_DECLARE_FINAL_TYPE (McpClientLogging, mcp_client_logging, MCP, CLIENT_LOGGING, GObject)

/** Whether the server offers to log. */
gboolean mcp_client_offers_logging (McpClient *self);

/** Gives the client the feature where it has none. @level: MCP_LOG_UNKNOWN for none, which only
 * later revisions have: up to 2025-11-25 the least talkative one is set then. Errors: those of a
 * request; NOT_OFFERED; INVALID_MESSAGE where the server refuses */
void     mcp_client_set_log_level_async (McpClient          *self,
                                         McpLogLevel         level,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean mcp_client_set_log_level_finish (McpClient *self, GAsyncResult *result, GError **error);
