/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is printed of a task of a server.
 */

#pragma once

#include "app-cli-invocation.h"
#include "mcp-task.h"

G_BEGIN_DECLS

/** Its id, state, tool and message; with --json as the server wrote it. */
void app_cli_task_print (const AppCliInvocation *invocation, McpTask *task);
/** Its id, state and message on one line of standard error, for a person who waits. */
void app_cli_task_note (McpTask *task);

G_END_DECLS
