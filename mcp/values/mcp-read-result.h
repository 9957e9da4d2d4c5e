/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpReadResult: what reading a resource came to. Immutable.
 *
 * Source: MCP 2025-11-25, ReadResourceResult.
 */

#pragma once

#include "mcp-resource-contents.h"
#include "mcp-result.h"

G_BEGIN_DECLS

#define MCP_TYPE_READ_RESULT (mcp_read_result_get_type ())
G_DECLARE_FINAL_TYPE (McpReadResult, mcp_read_result, MCP, READ_RESULT, McpResult)

/** Returns: (transfer full) */
McpReadResult *mcp_read_result_new (McpAnswer *answer);
/** @value: the result member. Returns: (transfer full) */
McpReadResult *mcp_read_result_new_for_value (McpJsonValue value);

/** Returns: (transfer none) (element-type McpResourceContents): never %NULL */
GPtrArray *mcp_read_result_get_contents (McpReadResult *self);
/** Whether the answer is the error that means "no such resource". */
gboolean mcp_read_result_is_not_found (McpReadResult *self);

G_END_DECLS
