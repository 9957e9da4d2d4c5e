/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPrompt: a prompt as the server described it. Immutable.
 *
 * Properties beside those of McpDefinition (read only, constant)
 *   n-arguments (uint)
 *
 * Source: MCP 2025-11-25, "Prompts".
 */

#pragma once

#include "mcp-definition.h"
#include "mcp-prompt-argument.h"

G_BEGIN_DECLS

#define MCP_TYPE_PROMPT (mcp_prompt_get_type ())
G_DECLARE_FINAL_TYPE (McpPrompt, mcp_prompt, MCP, PROMPT, McpDefinition)

/** Returns: (transfer none) (element-type McpPromptArgument): never %NULL */
GPtrArray *mcp_prompt_get_arguments (McpPrompt *self);

G_END_DECLS
