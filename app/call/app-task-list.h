/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTaskList: the tasks of one server, the newest first, over all of its connections: a GListModel
 * of AppTask. Calls that become tasks add themselves; up to 2025-11-25 a server can be asked for
 * those that it has. A feature of the session.
 *
 * Source: MCP 2025-11-25, "Tasks"; extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "app-session.h"
#include "mcp-task.h"
#include "mcp-tool.h"

/**
 * AppTask: an McpTask as a person sees it, and the call that became it. It outlives connections:
 * after a reconnect it is followed again by its id.
 *
 * Signals
 *   changed (): it is in another state, or says something else
 *   call-replaced (): see app_task_get_call()
 */
#define APP_TYPE_TASK (app_task_get_type ())
G_DECLARE_FINAL_TYPE (AppTask, app_task, APP, TASK, GObject)

/** What the server says of it. Returns: (transfer none) */
const McpTaskState *app_task_get_state (AppTask *self);
/** Returns: (transfer none): the tool that was called, or the id where that is not known */
const char *app_task_get_title (AppTask *self);
/** Whether nothing will change any more, or nobody would tell. */
gboolean app_task_is_finished (AppTask *self);
/** Whether it is not finished, and the server does not know it or does not answer. */
gboolean app_task_is_lost (AppTask *self);
/** Returns: (transfer none): a translated word */
const char *app_task_get_state_name (AppTask *self);
/** The server's words, or why it is not followed.
 * Returns: (transfer none) (nullable): plain text */
const char *app_task_get_message (AppTask *self);
/** Returns: from 0 to 1; -1 unknown */
double app_task_get_progress (AppTask *self);
/** µs since the epoch; 0 where the server did not say. */
gint64 app_task_get_created (AppTask *self);
/** The call that it is the answer to: it runs as long as the task, and has its result.
 * Returns: (transfer none): never %NULL; made where the call is not known */
AppCall *app_task_get_call (AppTask *self);

typedef enum {
  APP_TASK_CHOICE_NONE,     /* a call is a call, or the server decides */
  APP_TASK_CHOICE_OPTIONAL, /* the person may have it run as a task */
  APP_TASK_CHOICE_REQUIRED, /* the tool runs in no other way */
} AppTaskChoice;

#define APP_TYPE_TASK_LIST (app_task_list_get_type ())
G_DECLARE_FINAL_TYPE (AppTaskList, app_task_list, APP, TASK_LIST, GObject)

/** Whether a call of this tool can be run as a task, up to 2025-11-25. */
AppTaskChoice app_task_list_get_choice (AppTaskList *self, McpTool *tool);
/** Whether the server goes on with @call as a task: it survives the connection. */
gboolean app_task_list_has_call (AppTaskList *self, AppCall *call);
guint    app_task_list_count_unfinished (AppTaskList *self);
void     app_task_list_clear_finished (AppTaskList *self);

/** Asks the server for all of its tasks. Errors: APP_ERROR_NOT_CONNECTED; MCP_ERROR, of them
 * NOT_OFFERED where the server does not tell */
void     app_task_list_refresh_async (AppTaskList        *self,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean app_task_list_refresh_finish (AppTaskList *self, GAsyncResult *result, GError **error);

/** A task that is known by its id from an earlier run; it is followed as soon as there is a
 * client. */
void app_task_list_recall (AppTaskList *self, const char *id);
