/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResult: what came of a call, a read or a prompt: the answer, read as far as it can be.
 * Abstract. Immutable, so it may be made and read in any thread. A JSON-RPC error is a result too:
 * mcp_result_is_rpc_error(). What is off the specification is kept, with findings.
 */

#pragma once

#include "mcp-answer.h"

G_BEGIN_DECLS

#define MCP_TYPE_RESULT (mcp_result_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpResult, mcp_result, MCP, RESULT, GObject)

struct _McpResultClass
{
  GObjectClass parent_class;

  /* For the classes below: reads @value, which exists; findings go to @findings. */
  void (*read) (McpResult *self, McpJsonValue value, GPtrArray **findings);
};

/* Blocks that become objects; the rest of a longer list is in the raw value only, and a finding
 * says so. A list of a million blocks is an attack or an accident. */
#define MCP_RESULT_MAX_ITEMS 10000

/** Returns: (transfer none) (nullable): %NULL where the result was made of a mere value */
McpAnswer *mcp_result_get_answer (McpResult *self);
/** Returns: the result member as it came; none when the answer is a JSON-RPC error */
McpJsonValue mcp_result_get_value (McpResult *self);
/** Whether the answer is a JSON-RPC error: its message has code, message and data. */
gboolean mcp_result_is_rpc_error (McpResult *self);
/** Returns: the member _meta; none where absent */
McpJsonValue mcp_result_get_meta (McpResult *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_result_get_findings (McpResult *self);

/** For the classes below. @answer: (nullable): else @value */
McpResult *mcp_result_new_of_type (GType type, McpAnswer *answer, McpJsonValue value);

G_END_DECLS
