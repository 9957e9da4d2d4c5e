/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTool: a tool as the server described it. Immutable. What annotations claim is the server's
 * word, not a fact.
 *
 * Source: MCP 2025-11-25, "Tools", ToolAnnotations.
 */

#pragma once

#include "mcp-definition.h"
#include "mcp-header-rules.h"

#define MCP_TYPE_TOOL (mcp_tool_get_type ())
G_DECLARE_FINAL_TYPE (McpTool, mcp_tool, MCP, TOOL, McpDefinition)

typedef enum {
  MCP_TOOL_HINT_READ_ONLY,   /* readOnlyHint, else false */
  MCP_TOOL_HINT_DESTRUCTIVE, /* destructiveHint, else true; means nothing on a read-only tool */
  MCP_TOOL_HINT_IDEMPOTENT,  /* idempotentHint, else false; means nothing on a read-only tool */
  MCP_TOOL_HINT_OPEN_WORLD,  /* openWorldHint, else true */
} McpToolHint;

typedef enum {
  MCP_TOOL_TASK_FORBIDDEN,
  MCP_TOOL_TASK_OPTIONAL,
  MCP_TOOL_TASK_REQUIRED,
} McpToolTaskSupport;

/** Returns: the hint, or its default where the server did not say (or said no boolean) */
gboolean mcp_tool_get_hint (McpTool *self, McpToolHint hint);
/** Whether the server said it. */
gboolean mcp_tool_has_hint (McpTool *self, McpToolHint hint);
/** Whether a call may change or destroy something, as far as one can tell: neither said to be
 * read-only nor said not to be destructive. */
gboolean mcp_tool_may_destroy (McpTool *self);
/** Whether a call that was perhaps made may be made again, as the server says: it only reads, or
 * made twice it does no more than once. */
gboolean mcp_tool_may_repeat (McpTool *self);
/** Returns: the schema verbatim, whatever its shape; none where absent */
McpJsonValue mcp_tool_get_input_schema (McpTool *self);
/** Returns: the schema verbatim, whatever its shape; none where absent */
McpJsonValue mcp_tool_get_output_schema (McpTool *self);
/** Adds a finding where the output schema is not one of objects, as all had to be up to 2025-11-25.
 * For whoever knows that the tool was listed by such a revision, before anybody else sees it. */
void mcp_tool_check_output_type (McpTool *self);
/** execution.taskSupport, as of 2025-11-25. */
McpToolTaskSupport mcp_tool_get_task_support (McpTool *self);
/** Which arguments HTTP headers repeat, from 2026-07-28 on. Returns: (transfer none) (nullable) */
McpHeaderRules *mcp_tool_get_header_rules (McpTool *self);
/** Why the tool must not be called over HTTP from 2026-07-28 on: it wants headers that cannot be.
 * Over other transports, and in earlier revisions, that does not matter.
 * Returns: (transfer none) (nullable): a sentence for a person, which may quote the server */
const char *mcp_tool_get_exclusion (McpTool *self);
