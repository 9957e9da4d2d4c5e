/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSamplingBlock: one content block of a sampling message: content as tools return it, the wish
 * of a model to use a tool, or what that tool returned. Immutable.
 *
 * Source: MCP 2025-11-25, SamplingMessageContentBlock, ToolUseContent, ToolResultContent.
 */

#pragma once

#include "mcp-content.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SAMPLING_CONTENT,
  MCP_SAMPLING_TOOL_USE,
  MCP_SAMPLING_TOOL_RESULT,
} McpSamplingBlockKind;

#define MCP_TYPE_SAMPLING_BLOCK (mcp_sampling_block_get_type ())
G_DECLARE_FINAL_TYPE (McpSamplingBlock, mcp_sampling_block, MCP, SAMPLING_BLOCK, GObject)

/** @value: the block as it came. Returns: (transfer full) */
McpSamplingBlock *mcp_sampling_block_new (McpJsonValue value);

McpSamplingBlockKind mcp_sampling_block_get_kind (McpSamplingBlock *self);
/** Returns: (transfer none) (nullable): of the kind MCP_SAMPLING_CONTENT */
McpContent *mcp_sampling_block_get_content (McpSamplingBlock *self);
/** The id that pairs a use with its result: id of the one, toolUseId of the other.
 * Returns: the string; none on content, or where it is missing */
McpJsonValue mcp_sampling_block_get_tool_use_id (McpSamplingBlock *self);
/** Use. Returns: (transfer none) (nullable): the tool's name */
const char *mcp_sampling_block_get_tool_name (McpSamplingBlock *self);
/** Use. Returns: the arguments as they came; none on others */
McpJsonValue mcp_sampling_block_get_input (McpSamplingBlock *self);
/** Result. Returns: (transfer none) (element-type McpContent): never %NULL, empty on others */
GPtrArray *mcp_sampling_block_get_contents (McpSamplingBlock *self);
/** Result: whether the tool failed. */
gboolean mcp_sampling_block_get_is_error (McpSamplingBlock *self);
/** Returns: the whole block as it came */
McpJsonValue mcp_sampling_block_get_value (McpSamplingBlock *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_sampling_block_get_findings (McpSamplingBlock *self);

G_END_DECLS
