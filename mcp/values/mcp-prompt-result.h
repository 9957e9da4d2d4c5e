/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPromptResult: what a prompt came to: a description and messages. Immutable.
 *
 * Source: MCP 2025-11-25, GetPromptResult.
 */

#pragma once

#include "mcp-prompt-message.h"
#include "mcp-result.h"

G_BEGIN_DECLS

#define MCP_TYPE_PROMPT_RESULT (mcp_prompt_result_get_type ())
G_DECLARE_FINAL_TYPE (McpPromptResult, mcp_prompt_result, MCP, PROMPT_RESULT, McpResult)

/** Returns: (transfer full) */
McpPromptResult *mcp_prompt_result_new (McpAnswer *answer);
/** @value: the result member. Returns: (transfer full) */
McpPromptResult *mcp_prompt_result_new_for_value (McpJsonValue value);

/** Returns: (transfer none) (nullable) */
const char *mcp_prompt_result_get_description (McpPromptResult *self);
/** Returns: (transfer none) (element-type McpPromptMessage): never %NULL */
GPtrArray *mcp_prompt_result_get_messages (McpPromptResult *self);

G_END_DECLS
