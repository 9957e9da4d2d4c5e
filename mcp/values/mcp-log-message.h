/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLogMessage: one notifications/message: what a server logs. Immutable; read leniently, with
 * findings.
 *
 * Properties (read only, constant)
 *   level (McpLogLevel), logger (string, nullable)
 *
 * Source: MCP 2025-11-25, LoggingMessageNotificationParams; levels of RFC 5424.
 */

#pragma once

#include "mcp-message.h"

G_BEGIN_DECLS

typedef enum {
  MCP_LOG_DEBUG,
  MCP_LOG_INFO,
  MCP_LOG_NOTICE,
  MCP_LOG_WARNING,
  MCP_LOG_ERROR,
  MCP_LOG_CRITICAL,
  MCP_LOG_ALERT,
  MCP_LOG_EMERGENCY,
  MCP_LOG_UNKNOWN, /* none of these: see mcp_log_message_get_level_name() */
} McpLogLevel;

#define MCP_TYPE_LOG_LEVEL (mcp_log_level_get_type ())
GType mcp_log_level_get_type (void);
/** Returns: (transfer none): as the protocol spells it; "unknown" for none */
const char *mcp_log_level_get_name (McpLogLevel level);
/** Returns: MCP_LOG_UNKNOWN where @name (nullable) is no level */
McpLogLevel mcp_log_level_from_name (const char *name);

#define MCP_TYPE_LOG_MESSAGE (mcp_log_message_get_type ())
G_DECLARE_FINAL_TYPE (McpLogMessage, mcp_log_message, MCP, LOG_MESSAGE, GObject)

/** @params: of the notification, as they came. Returns: (transfer full): of now */
McpLogMessage *mcp_log_message_new (McpJsonValue params);

McpLogLevel mcp_log_message_get_level (McpLogMessage *self);
/** Returns: (transfer none): as the server spelled it; empty where missing */
const char *mcp_log_message_get_level_name (McpLogMessage *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_log_message_get_logger (McpLogMessage *self);
/** Any JSON value. Returns: none where missing */
McpJsonValue mcp_log_message_get_data (McpLogMessage *self);
/** µs since the epoch, when it came. */
gint64 mcp_log_message_get_time (McpLogMessage *self);
/** Returns: all params as they came */
McpJsonValue mcp_log_message_get_value (McpLogMessage *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_log_message_get_findings (McpLogMessage *self);

G_END_DECLS
