/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTaskList: the tasks of one server, the newest first, over all of its connections: a GListModel
 * of AppTask. Calls that become tasks add themselves; up to 2025-11-25 a server can be asked for
 * those that it has. A feature of the session.
 */

#pragma once

#include "app-session.h"
#include "app-task.h"
#include "mcp-client.h"
#include "mcp-task.h"
#include "mcp-tool.h"

G_BEGIN_DECLS

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
G_END_DECLS
