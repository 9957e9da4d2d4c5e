/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * One task of a server on the command line: what is printed of it, and how it is followed.
 */

#pragma once

#include "app-cli-connection.h"
#include "mcp-task.h"

G_BEGIN_DECLS

/** Its id, state, tool and message; with --json as the server wrote it. */
void app_cli_task_print (const AppCliInvocation *invocation, McpTask *task);

/** Waits until its state is known, or to its end; at most for the seconds of --wait.
 * Returns: whether it came so far */
gboolean app_cli_task_follow (const AppCliInvocation *invocation,
                              AppCliConnection       *connection,
                              AppSession             *session,
                              McpTask                *task,
                              gboolean                to_the_end,
                              GError                **error);

/** What a finished task came to. Returns: the status to exit with */
AppCliStatus app_cli_task_show_result (const AppCliInvocation *invocation,
                                       AppCliConnection       *connection,
                                       AppSession             *session,
                                       McpTask                *task);

/** Its id, state and message on one line of standard error, for a person who waits. */
void app_cli_task_tell (McpTask *task);

G_END_DECLS
