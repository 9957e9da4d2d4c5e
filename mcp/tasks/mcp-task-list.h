/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTaskList: a feature of a client: the tasks of one server, newest last, across connections: a
 * GListModel of McpTask. Add the same list to each client of that server and tasks that are not
 * finished are followed on the new one as soon as it is ready. It is bounded: where it is full, the
 * oldest finished one goes, else the oldest.
 *
 * With as_task in McpRequestOptions a tool is run as a task (up to 2025-11-25, where the server
 * offers it); from 2026-07-28 on the server decides, if we declared the extension
 * MCP_EXTENSION_TASKS. Either way the call ends at once, mcp_result_is_task() says so, and the
 * task is in the list. What a server asks of the person as a task, up to 2025-11-25, is kept here
 * too: see McpTaskReceiver.
 */

#pragma once

#include "mcp-task.h"

/* More than a person follows; each that is not finished costs a request every second. */
#define MCP_TASK_LIST_MAX 256

#define MCP_TYPE_TASK_LIST (mcp_task_list_get_type ())
G_DECLARE_FINAL_TYPE (McpTaskList, mcp_task_list, MCP, TASK_LIST, GObject)

/** Returns: (transfer full) */
McpTaskList *mcp_task_list_new (void);
/** @id: as JSON text: the id_text of McpTaskState. Returns: (transfer none) (nullable) */
McpTask *mcp_task_list_find (McpTaskList *self, const char *id_text);
/** A task that is known by its id, from an earlier run, say; it is followed where there is a
 * client.
 * Returns: (transfer none): the task; the one that is there already, where there is one */
McpTask *mcp_task_list_add (McpTaskList *self, const char *id);
/** Forgets it here; the server goes on with it. */
void mcp_task_list_remove_finished (McpTaskList *self);

/** Up to 2025-11-25: asks the server for all of its tasks and adds those that are not here, as far
 * as there is room. Errors: MCP_ERROR: NOT_CONNECTED, NOT_OFFERED, INVALID_MESSAGE */
void     mcp_task_list_refresh_async (McpTaskList        *self,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean mcp_task_list_refresh_finish (McpTaskList *self, GAsyncResult *result, GError **error);

/** Whether tools can be run as tasks with this server; a tool may forbid or require it. */
gboolean mcp_task_list_is_offered_by (McpClient *client);
