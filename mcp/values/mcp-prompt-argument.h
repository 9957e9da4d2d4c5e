/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPromptArgument: an argument that a prompt takes; its value is a string. Immutable.
 *
 * Properties (read only, constant)
 *   name (string), title (string, nullable), description (string, nullable), required (boolean)
 *
 * Source: MCP 2025-11-25, "Prompts", PromptArgument.
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

#define MCP_TYPE_PROMPT_ARGUMENT (mcp_prompt_argument_get_type ())
G_DECLARE_FINAL_TYPE (McpPromptArgument, mcp_prompt_argument, MCP, PROMPT_ARGUMENT, GObject)

/** @value: the entry as it came. Returns: (transfer full) */
McpPromptArgument *mcp_prompt_argument_new (McpJsonValue value);

/** Returns: (transfer none): empty where it is missing */
const char *mcp_prompt_argument_get_name (McpPromptArgument *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_prompt_argument_get_title (McpPromptArgument *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_prompt_argument_get_description (McpPromptArgument *self);
gboolean    mcp_prompt_argument_get_required (McpPromptArgument *self);
/** Returns: the whole entry as it came */
McpJsonValue mcp_prompt_argument_get_value (McpPromptArgument *self);

G_END_DECLS
