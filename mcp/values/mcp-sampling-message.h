/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSamplingMessage: one message of a conversation that a server wants a model to continue.
 * Immutable; one block and a list of blocks are read alike.
 *
 * Source: MCP 2025-11-25, SamplingMessage.
 */

#pragma once

#include "mcp-sampling-block.h"

G_BEGIN_DECLS

#define MCP_TYPE_SAMPLING_MESSAGE (mcp_sampling_message_get_type ())
G_DECLARE_FINAL_TYPE (McpSamplingMessage, mcp_sampling_message, MCP, SAMPLING_MESSAGE, GObject)

/** @value: the message as it came. Returns: (transfer full) */
McpSamplingMessage *mcp_sampling_message_new (McpJsonValue value);

/** Returns: (transfer none): as the server spelled it ("user", "assistant"); empty where missing */
const char *mcp_sampling_message_get_role (McpSamplingMessage *self);
/** Returns: (transfer none) (element-type McpSamplingBlock): never %NULL */
GPtrArray *mcp_sampling_message_get_blocks (McpSamplingMessage *self);
/** Blocks of this kind. */
guint mcp_sampling_message_count (McpSamplingMessage *self, McpSamplingBlockKind kind);
/** The blocks' included. Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_sampling_message_get_findings (McpSamplingMessage *self);

G_END_DECLS
