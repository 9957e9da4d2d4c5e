/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPromptMessage: one message of a prompt: who says it, and what. Immutable. The specification
 * has one content block a message; servers that send a string or several are borne, with a finding.
 *
 * Properties (read only, constant)
 *   role (string)
 *
 * Source: MCP 2025-11-25, PromptMessage.
 */

#pragma once

#include "mcp-content.h"

G_BEGIN_DECLS

#define MCP_TYPE_PROMPT_MESSAGE (mcp_prompt_message_get_type ())
G_DECLARE_FINAL_TYPE (McpPromptMessage, mcp_prompt_message, MCP, PROMPT_MESSAGE, GObject)

/** @value: the message as it came. Returns: (transfer full) */
McpPromptMessage *mcp_prompt_message_new (McpJsonValue value);

/** Returns: (transfer none): as the server spelled it ("user", "assistant"); empty where missing */
const char *mcp_prompt_message_get_role (McpPromptMessage *self);
/** Returns: (transfer none) (element-type McpContent): never %NULL */
GPtrArray *mcp_prompt_message_get_contents (McpPromptMessage *self);
/** Returns: the whole message as it came */
McpJsonValue mcp_prompt_message_get_value (McpPromptMessage *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_prompt_message_get_findings (McpPromptMessage *self);

G_END_DECLS
