/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpCallResult: what a tool call came to. Immutable.
 *
 * Source: MCP 2025-11-25, CallToolResult, CreateTaskResult; extension
 * io.modelcontextprotocol/tasks.
 */

#pragma once

#include "mcp-content.h"
#include "mcp-result.h"

G_BEGIN_DECLS

#define MCP_TYPE_CALL_RESULT (mcp_call_result_get_type ())
G_DECLARE_FINAL_TYPE (McpCallResult, mcp_call_result, MCP, CALL_RESULT, McpResult)

/** Returns: (transfer full) */
McpCallResult *mcp_call_result_new (McpAnswer *answer);
/** @value: the result member. Returns: (transfer full) */
McpCallResult *mcp_call_result_new_for_value (McpJsonValue value);

/** Returns: (transfer none) (element-type McpContent): never %NULL */
GPtrArray *mcp_call_result_get_contents (McpCallResult *self);
/** Whether there is structuredContent, which may be null: ask this, not for its kind. */
gboolean     mcp_call_result_has_structured (McpCallResult *self);
McpJsonValue mcp_call_result_get_structured (McpCallResult *self);
/** Whether it is no result yet, but a task that the server began: see McpTask. */
gboolean mcp_call_result_is_task (McpCallResult *self);
/** Returns: the task's id, a string; none where it is none */
McpJsonValue mcp_call_result_get_task_id (McpCallResult *self);
/** Whether the tool said that it failed (isError). */
gboolean mcp_call_result_get_is_error (McpCallResult *self);

G_END_DECLS
