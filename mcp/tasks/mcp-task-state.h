/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTaskState: a task as the server reports it, in either era's spelling, and what it came to. A
 * plain struct; it belongs to an McpTask, which follows the task.
 *
 * Source: MCP 2025-11-25, "Tasks"; extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-result.h"

/* Where the server does not say how often it wants to be asked, ms; and the limits for what it
 * says: faster is an attack on itself, slower would never notice the end. */
#define MCP_TASK_POLL_MS 1000
#define MCP_TASK_MIN_POLL_MS 100
#define MCP_TASK_MAX_POLL_MS 600000

typedef enum {
  MCP_TASK_WORKING,
  MCP_TASK_INPUT_REQUIRED,
  MCP_TASK_COMPLETED,
  MCP_TASK_FAILED,
  MCP_TASK_CANCELLED,
  MCP_TASK_UNKNOWN, /* not asked yet, or none of these */
} McpTaskStatus;

typedef struct
{
  char         *id;      /* decoded, for showing */
  char         *id_text; /* the id as JSON text, byte for byte: what finds the task again */
  McpTaskStatus status;
  char         *status_name; /* as the server spelled it; empty before the first report */
  char         *message;     /* (nullable): plain text */
  char         *created;     /* (nullable): ISO 8601 as the server wrote it */
  gint64        ttl_ms;      /* from the creation on; -1 unlimited or unknown */
  guint         poll_ms;
  McpJsonSlot   value;    /* the task as the server wrote it last; none before */
  GPtrArray    *findings; /* (nullable) (element-type McpFinding) */

  double progress; /* -1 unknown, as the total */
  double progress_total;
  char  *progress_message; /* (nullable) */

  McpResult  *result;    /* (nullable): what the call came to */
  McpJsonSlot rpc_error; /* the JSON-RPC error to which it came; none where it did not */
} McpTaskState;

/** @id, @id_text: (transfer full): the fields of that name */
void mcp_task_state_init (McpTaskState *self, char *id, char *id_text);
void mcp_task_state_clear (McpTaskState *self);

/** Reads what the server says of the task. Returns: whether the status is another one */
gboolean mcp_task_state_read (McpTaskState *self, McpJsonValue value);
/** Reads the params of a progress notification. */
void mcp_task_state_read_progress (McpTaskState *self, McpJsonValue params);
/** @result: (nullable) */
void mcp_task_state_set_outcome (McpTaskState *self, McpResult *result, McpJsonValue rpc_error);
/** Adds a finding once. @code, @text: static */
void mcp_task_state_add_finding (McpTaskState *self, const char *code, const char *text);
/** Whether the status is one after which nothing changes. */
gboolean mcp_task_state_is_terminal (const McpTaskState *self);
