/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTask: work that a server goes on with after it has answered, as a person sees it. It outlives
 * connections: after a reconnect it is followed again by its id.
 *
 * Properties (all notify): state (AppTaskState), state-name (string, translated), message (string,
 *   nullable, the server's words), progress (double, of 1; -1 unknown), finished (boolean),
 *   following (boolean: its state is asked for),
 *   call (AppCall: see app_task_get_call())
 * and constant: id (string), tool (string, nullable)
 *
 * Source: MCP 2025-11-25, "Tasks"; extension io.modelcontextprotocol/tasks.
 */

#pragma once

#include "app-session.h"
#include "mcp-task.h"

G_BEGIN_DECLS

typedef enum {
  APP_TASK_WORKING,
  APP_TASK_INPUT_REQUIRED, /* what it asks is in the inbox */
  APP_TASK_COMPLETED,
  APP_TASK_FAILED,
  APP_TASK_CANCELLED,
  APP_TASK_UNKNOWN, /* not asked yet, or the server says something else */
  APP_TASK_LOST,    /* not finished, and the server does not know it or does not answer */
} AppTaskState;

#define APP_TYPE_TASK_STATE (app_task_state_get_type ())
GType app_task_state_get_type (void);

#define APP_TYPE_TASK (app_task_get_type ())
G_DECLARE_FINAL_TYPE (AppTask, app_task, APP, TASK, GObject)

/** @session: (nullable): held weakly. Returns: (transfer full) */
AppTask *app_task_new (AppSession *session, McpTask *task);
/** Returns: (transfer none) */
McpTask *app_task_get_task (AppTask *self);
/** Nobody will follow it any more. */
void app_task_abandon (AppTask *self);
/** Whether @call became this task. */
gboolean app_task_has_call (AppTask *self, AppCall *call);
/** The call that became this task: from now on it has the task's progress and its end. */
void app_task_set_call (AppTask *self, AppCall *call);

/** Decoded, for showing. Returns: (transfer none) */
const char *app_task_get_id (AppTask *self);
/** Returns: (transfer none) (nullable): of the call that began it, where that is known */
const char  *app_task_get_tool (AppTask *self);
AppTaskState app_task_get_state (AppTask *self);
/** Returns: (transfer none): a translated word */
const char *app_task_get_state_name (AppTask *self);
/** Returns: (transfer none) (nullable): plain text */
const char *app_task_get_message (AppTask *self);
/** Returns: from 0 to 1; -1 unknown */
double   app_task_get_progress (AppTask *self);
gboolean app_task_is_finished (AppTask *self);
/** µs since the epoch; 0 where the server did not say. */
gint64 app_task_get_created (AppTask *self);

/** The call that it is the answer to: it runs as long as the task, and has its result.
 * Returns: (transfer none): never %NULL; made where the call is not known */
AppCall *app_task_get_call (AppTask *self);

G_END_DECLS
