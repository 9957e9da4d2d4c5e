/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpMisread: for which call a line was meant that came and is no response. A call ends with it
 * where it cannot be read whole and either names the call's id, or begins as JSON while that call
 * is the only one that it can be meant for; or where it is a JSON-RPC message whose id fits no call
 * while only one can be meant. A program's own log line, JSON or not, ends nothing, and neither
 * does a request or notification of the server's.
 */

#pragma once

#include "mcp-message.h"

typedef enum {
  MCP_CALL_UNKNOWN,
  MCP_CALL_AWAITED,
  MCP_CALL_ENDED, /* lately */
} McpCallState;

/** Returns: what is known of the request of ours that has this id */
typedef McpCallState (*McpCallStateFunc) (McpRequestId *id, gpointer user_data);

/** Whose calls end with a line. Looks at nothing but its parameters.
 * @message: (nullable): what was read; %NULL of a message that was too large
 * @head: (nullable): the beginning of one that was too large; @tail: (nullable): its end
 * @only: (nullable): the only call that it can be meant for
 * Returns: (transfer full) (element-type McpRequestId): none where it is merely a finding */
GPtrArray *mcp_misread_find_calls (McpMessage      *message,
                                   GBytes          *head,
                                   GBytes          *tail,
                                   McpRequestId    *only,
                                   McpCallStateFunc state_of,
                                   gpointer         user_data);

/** What is wrong with it, and what to do. @asked: the id of the call that it ends
 * Returns: (transfer full): sentences for a person */
char *mcp_misread_explain (McpMessage *message, McpRequestId *asked);
/** The error of a call that it ends; its evidence has the bytes around what is wrong.
 * @method: of the call; @status: of HTTP, 0 unknown. Returns: (transfer full) */
GError *
mcp_misread_new_error (McpMessage *message, McpRequestId *asked, const char *method, guint status);
/** What is neither text nor a line end is written as \xNN. Returns: (transfer full) */
char *mcp_misread_dup_visible (const char *data, gsize size);
