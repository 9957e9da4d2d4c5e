/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpLogMessage: one notifications/message: what a server logs. Immutable; read leniently, with
 * findings.
 *
 * Source: MCP 2025-11-25, LoggingMessageNotificationParams; levels of RFC 5424.
 */

#pragma once

#include "mcp-message.h"

typedef enum {
  MCP_LOG_DEBUG,
  MCP_LOG_INFO,
  MCP_LOG_NOTICE,
  MCP_LOG_WARNING,
  MCP_LOG_ERROR,
  MCP_LOG_CRITICAL,
  MCP_LOG_ALERT,
  MCP_LOG_EMERGENCY,
  MCP_LOG_UNKNOWN, /* none of these: see level_name */
} McpLogLevel;

#define MCP_TYPE_LOG_LEVEL (mcp_log_level_get_type ())
GType mcp_log_level_get_type (void);
/** Returns: (transfer none): as the protocol spells it; "unknown" for none */
const char *mcp_log_level_get_name (McpLogLevel level);
/** Returns: MCP_LOG_UNKNOWN where @name (nullable) is no level */
McpLogLevel mcp_log_level_from_name (const char *name);

typedef struct
{
  McpJsonSlot  slot; /* all params as they came */
  gint64       time; /* µs since the epoch, when it came */
  McpLogLevel  level;
  char        *level_name; /* as the server spelled it; empty where missing */
  char        *logger;     /* (nullable) */
  McpJsonValue data;       /* any JSON value; none where missing */
  GPtrArray   *findings;   /* (nullable) (element-type McpFinding) */
} McpLogMessage;

/** Returns: (transfer full) (nullable): of now; %NULL where @message is no log message */
McpLogMessage *mcp_log_message_read (McpMessage *message);
void           mcp_log_message_free (McpLogMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpLogMessage, mcp_log_message_free)
