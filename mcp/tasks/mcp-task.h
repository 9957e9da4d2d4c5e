/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTask: work that a server goes on with after it has answered. The object outlives connections:
 * attached to a client it is followed (polled, at the pace that the server asks for) until it is
 * finished; after a reconnect it is attached to the next client, as one known by its id only is.
 * What the server asks on the way comes out of the client as input requests.
 *
 * Properties (all notify)
 *   status (McpTaskStatus), status-name (string, as the server spelled it), message (string,
 *     nullable), created, updated (strings, nullable: ISO 8601 as the server wrote them)
 *   ttl (int64, ms from the creation on; -1 unlimited or unknown)
 *   poll-interval (uint, ms)
 *   finished (boolean): nothing will change any more; the result, if there is one, is here
 *   following (boolean): attached and polled
 *   error (GError, nullable): why it is not followed any more although it is not finished
 *   result (McpResult, nullable)
 *   progress, progress-total (double; -1 unknown), progress-message (string, nullable)
 * and constant: id (string), tool-name (string, nullable)
 *
 * Source: MCP 2025-11-25, "Tasks"; extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "mcp-result.h"
#include "mcp-client.h"

G_BEGIN_DECLS

/* Where the server does not say how often it wants to be asked, ms; and the limits for what it
 * says: faster is an attack on itself, slower would never notice the end. */
#define MCP_TASK_POLL_MS 1000
#define MCP_TASK_MIN_POLL_MS 100
#define MCP_TASK_MAX_POLL_MS 600000
/* Polls that fail one after the other before a task is given up; the pause doubles each time. */
#define MCP_TASK_MAX_FAILURES 5
/* What one task may ask in its life; a person answers each. */
#define MCP_TASK_MAX_INPUTS 256

typedef enum {
  MCP_TASK_WORKING,
  MCP_TASK_INPUT_REQUIRED,
  MCP_TASK_COMPLETED,
  MCP_TASK_FAILED,
  MCP_TASK_CANCELLED,
  MCP_TASK_UNKNOWN, /* not asked yet, or none of these */
} McpTaskStatus;

#define MCP_TYPE_TASK_STATUS (mcp_task_status_get_type ())
GType mcp_task_status_get_type (void);

#define MCP_TYPE_TASK (mcp_task_get_type ())
G_DECLARE_FINAL_TYPE (McpTask, mcp_task, MCP, TASK, GObject)

/** A task that is known by its id. Returns: (transfer full) */
McpTask *mcp_task_new (const char *id);
/** @id: a string value, kept byte for byte: ids are opaque. Returns: (transfer full) */
McpTask *mcp_task_new_for_id_value (McpJsonValue id);

/** Follows it on @client, which must be ready; leaves the client that it was on. */
void mcp_task_attach (McpTask *self, McpClient *client);
/** Stops following. The task itself goes on at the server. */
void mcp_task_detach (McpTask *self);
/** Asks for its state now, if it is attached. */
void mcp_task_poll (McpTask *self);

/** Asks the server to cancel it; the server may finish it all the same.
 * Errors: MCP_ERROR: NOT_CONNECTED, NOT_OFFERED, INVALID_MESSAGE where the server refuses */
void     mcp_task_cancel_async (McpTask            *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean mcp_task_cancel_finish (McpTask *self, GAsyncResult *result, GError **error);

/** Decoded, for showing. Returns: (transfer none) */
const char *mcp_task_get_id (McpTask *self);
/** Returns: (transfer none): the id as JSON text: what has to be kept to find it again */
const char *mcp_task_get_id_text (McpTask *self);
/** Returns: (transfer none) (nullable): of the call that began it, where that is known */
const char   *mcp_task_get_tool_name (McpTask *self);
McpTaskStatus mcp_task_get_status (McpTask *self);
/** Returns: (transfer none): as the server spelled it; empty before the first response */
const char *mcp_task_get_status_name (McpTask *self);
/** Returns: (transfer none) (nullable): plain text */
const char *mcp_task_get_message (McpTask *self);
/** Returns: (transfer none) (nullable) */
const char *mcp_task_get_created (McpTask *self);
/** Returns: (transfer none) (nullable) */
gint64   mcp_task_get_ttl (McpTask *self);
guint    mcp_task_get_poll_interval (McpTask *self);
gboolean mcp_task_is_finished (McpTask *self);
gboolean mcp_task_is_following (McpTask *self);
/** Returns: (transfer none) (nullable) */
const GError *mcp_task_get_error (McpTask *self);
/** What the call came to. Returns: (transfer none) (nullable) */
McpResult *mcp_task_get_result (McpTask *self);
/** Returns: the JSON-RPC error to which the call came, an object; none where it did not */
McpJsonValue mcp_task_get_rpc_error (McpTask *self);
/** Returns: the task as the server wrote it last; none before */
McpJsonValue mcp_task_get_value (McpTask *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_task_get_findings (McpTask *self);

G_END_DECLS
