/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Tasks of a client: calls that the server goes on with after it has answered. With as_task in
 * McpRequestOptions a tool is run as a task (up to 2025-11-25, where the server offers it); from
 * 2026-07-28 on the server decides, if we declared
 * the extension MCP_EXTENSION_TASKS. Either way the call ends at once,
 * mcp_result_is_task() says so, and the task is in the list.
 */

#pragma once

#include "mcp-task-list.h"

G_BEGIN_DECLS

/** The list to which tasks are added and whose tasks are followed; one of its own where this is not
 * called. One list may serve all clients of one server, one after the other. */
void mcp_client_set_tasks (McpClient *self, McpTaskList *tasks);
/** Returns: (transfer none): never %NULL */
McpTaskList *mcp_client_get_tasks (McpClient *self);
/** Whether tools can be run as tasks with this server; a tool may forbid or require it. */
gboolean mcp_client_offers_tasks (McpClient *self);

/** For requests. @params: (nullable): of tools/call. Returns: (transfer full): with the member
 * task, where there is none yet. @ttl_ms: -1 leaves it to the server */
GBytes *mcp_client_tasks_dress (GBytes *params, gint64 ttl_ms);

G_END_DECLS
