/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResult: what came of a call, a read, a prompt or a completion: a handle on the result as it
 * came, and what is read of it as far as it can be. Immutable and atomically refcounted, so it may
 * be made and read in any thread. A JSON-RPC error is a result too: mcp_result_is_rpc_error(). What
 * is off the specification is kept, with findings.
 *
 * Source: MCP 2025-11-25, CallToolResult, CreateTaskResult, ReadResourceResult, GetPromptResult,
 * PromptMessage, CompleteResult; extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "mcp-response.h"
#include "mcp-content.h"

/* Blocks that are read; the rest of a longer list is in the raw value only, and a finding says so.
 * A list of a million blocks is an attack or an accident. */
#define MCP_RESULT_MAX_ITEMS 10000
/* The specification's own limit for proposals in one completion; those beyond are in the raw value
 * only. */
#define MCP_COMPLETION_MAX_VALUES 100

typedef enum {
  MCP_RESULT_CALL,
  MCP_RESULT_RESOURCE,
  MCP_RESULT_PROMPT,
  MCP_RESULT_COMPLETION,
} McpResultKind;

/** One message of a prompt. The specification has one content block a message; servers that send a
 * string or several are borne, with a finding. */
typedef struct
{
  McpJsonSlot slot;     /* the whole message as it came */
  char       *role;     /* as the server spelled it ("user", "assistant"); empty where missing */
  GPtrArray  *contents; /* (element-type McpContent) */
  GPtrArray  *findings; /* (nullable) (element-type McpFinding) */
} McpPromptMessage;

typedef struct
{
  McpResultKind kind;
  McpResponse  *response; /* (nullable): %NULL where the result was made of a mere value */
  McpJsonSlot   slot;     /* the result member as it came; none when the response is an error */
  GPtrArray    *findings; /* (nullable) (element-type McpFinding) */
  GPtrArray    *parts;    /* of a call McpContent, of a resource McpResourceContents, of a prompt
                           * McpPromptMessage; never %NULL */

  /* Of a call */
  McpJsonValue structured; /* structuredContent, which may be null: ask whether it exists */
  McpJsonValue task_id;    /* a string, where the server began a task instead */
  gboolean     is_error;   /* the tool said that it failed */

  guint max_parts; /* how many are read */

  /* Of a completion */
  char   **values; /* (array zero-terminated=1) */
  guint    n_values;
  gint64   total;    /* how many there are in all; -1 where the server did not say */
  gboolean has_more; /* there are more than these */
} McpResult;

#define MCP_TYPE_RESULT (mcp_result_get_type ())
GType mcp_result_get_type (void);

/** Returns: (transfer full) */
McpResult *mcp_result_new (McpResultKind kind, McpResponse *response);
/** @value: the result member. Returns: (transfer full) */
McpResult *mcp_result_new_for_value (McpResultKind kind, McpJsonValue value);
/** The same with all its blocks, however many: for what writes them one after the other. */
McpResult *mcp_result_new_whole (McpResultKind kind, McpJsonValue value);
/** Returns: (transfer full) */
McpResult *mcp_result_ref (McpResult *self);
void       mcp_result_unref (McpResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpResult, mcp_result_unref)

/** Whether the response is a JSON-RPC error: its message has code, message and data. */
gboolean mcp_result_is_rpc_error (const McpResult *self);
/** Whether a finding of a result says that there is none: what came has nothing of its kind. */
gboolean mcp_result_failed_by (const McpFinding *finding);
/** Whether there is no result yet, but what the server wants to know first (since 2026-07-28). */
gboolean mcp_result_asks_for_input (const McpResult *self);
/** Whether a call has no result yet, but a task that the server began: see McpTask. */
gboolean mcp_result_is_task (const McpResult *self);
