/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTask: work that a server goes on with after it has answered. The object outlives connections:
 * attached to a client it is followed (polled, at the pace that the server asks for) until it is
 * finished; after a reconnect it is attached to the next client, as one known by its id only is.
 * What the server asks on the way comes out of the client as input requests.
 *
 * Signals
 *   changed::status, changed
 *     Anything of the task is not as it was; the detail says that the status is among it.
 *
 * Source: MCP 2025-11-25, "Tasks"; extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-task-state.h"

/* Polls that fail one after the other before a task is given up; the pause doubles each time. */
#define MCP_TASK_MAX_FAILURES 5
/* What one task may ask in its life; a person answers each. */
#define MCP_TASK_MAX_INPUTS 256

#define MCP_TYPE_TASK (mcp_task_get_type ())
G_DECLARE_FINAL_TYPE (McpTask, mcp_task, MCP, TASK, GObject)

/** @id, @id_text: (transfer full): see McpTaskState. @tool_name, @token: (nullable): of the request
 * that began it; progress is reported for @token. Returns: (transfer full) */
McpTask *mcp_task_new (char *id, char *id_text, const char *tool_name, McpRequestId *token);

/** Follows it on @client, which must be ready; leaves the client that it was on. */
void mcp_task_attach (McpTask *self, McpClient *client);
/** Stops following. The task itself goes on at the server. */
void mcp_task_detach (McpTask *self);
/** The server has said @value of the task, in a response or a notification; acts upon it where the
 * task is followed. */
void mcp_task_report (McpTask *self, McpJsonValue value);
/** A progress notification with the token @token; passed over where it is another task's. */
void mcp_task_report_progress (McpTask *self, McpRequestId *token, McpJsonValue params);

/** Asks the server to cancel it; the server may finish it all the same.
 * Errors: MCP_ERROR: NOT_CONNECTED, NOT_OFFERED, INVALID_MESSAGE where the server refuses */
void     mcp_task_cancel_async (McpTask            *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean mcp_task_cancel_finish (McpTask *self, GAsyncResult *result, GError **error);

/** Returns: what the server has said so far; it changes with the task */
const McpTaskState *mcp_task_get_state (McpTask *self);
/** Returns: (transfer none) (nullable): of the call that began it, where that is known */
const char *mcp_task_get_tool_name (McpTask *self);
/** Whether nothing will change any more; the result, if there is one, is here. */
gboolean mcp_task_is_finished (McpTask *self);
/** Whether it is attached and polled. */
gboolean mcp_task_is_following (McpTask *self);
/** Returns: (transfer none) (nullable): why it is not followed any more although it is not
 * finished */
const GError *mcp_task_get_error (McpTask *self);
