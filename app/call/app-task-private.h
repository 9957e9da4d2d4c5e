/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What only a list does with its tasks.
 */

#pragma once

#include "app-session.h"
#include "app-task.h"
#include "mcp-task.h"

G_BEGIN_DECLS

/** @session: (nullable): held weakly. Returns: (transfer full) */
AppTask *app_task_new (AppSession *session, McpTask *task);
/** Whether it means that the task is gone: not merely the connection, after which it is asked for
 * again. @error: (nullable) */
gboolean app_task_is_final (const GError *error);
/** Returns: (transfer none) */
McpTask *app_task_get_task (AppTask *self);
/** Nobody will follow it any more. */
void app_task_abandon (AppTask *self);
/** The call that became this task. */
void app_task_set_call (AppTask *self, AppCall *call);

G_END_DECLS
