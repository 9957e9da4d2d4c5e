/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPrompt: a prompt as the server described it. Immutable.
 *
 * Source: MCP 2025-11-25, "Prompts", PromptArgument.
 */

#pragma once

#include "mcp-definition.h"

/** An argument that a prompt takes; its value is a string. */
typedef struct
{
  char    *name;        /* empty where it is missing */
  char    *title;       /* (nullable) */
  char    *description; /* (nullable) */
  gboolean required;
} McpPromptArgument;

#define MCP_TYPE_PROMPT (mcp_prompt_get_type ())
G_DECLARE_FINAL_TYPE (McpPrompt, mcp_prompt, MCP, PROMPT, McpDefinition)

/** Returns: (transfer none) (element-type McpPromptArgument): never %NULL */
GPtrArray *mcp_prompt_get_arguments (McpPrompt *self);
