/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpCompletion: what a server proposes for one argument. Immutable.
 *
 * Source: MCP 2025-11-25, CompleteResult.
 */

#pragma once

#include "mcp-result.h"

G_BEGIN_DECLS

/* The specification's own limit for one answer; those beyond are in the raw value only. */
#define MCP_COMPLETION_MAX_VALUES 100

#define MCP_TYPE_COMPLETION (mcp_completion_get_type ())
G_DECLARE_FINAL_TYPE (McpCompletion, mcp_completion, MCP, COMPLETION, McpResult)

/** Returns: (transfer full) */
McpCompletion *mcp_completion_new (McpAnswer *answer);

/** Returns: (transfer none) (array zero-terminated=1): never %NULL */
const char *const *mcp_completion_get_values (McpCompletion *self);
guint              mcp_completion_get_n_values (McpCompletion *self);
/** Returns: how many there are in all; -1 where the server did not say */
gint64 mcp_completion_get_total (McpCompletion *self);
/** Whether there are more than these. */
gboolean mcp_completion_get_has_more (McpCompletion *self);

G_END_DECLS
