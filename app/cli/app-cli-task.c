/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-task.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "app-cli-watch.h"
#include "app-session-private.h"
#include "mcp-client-tasks.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

void
app_cli_task_print (const AppCliInvocation *invocation, McpTask *task)
{
  g_autofree char *id = app_cli_line (mcp_task_get_id (task));
  g_autofree char *bold = app_cli_bold (id);
  g_autofree char *status = app_cli_line (mcp_task_get_status_name (task));
  g_autofree char *tool = app_cli_line (mcp_task_get_tool_name (task));
  g_autofree char *message = app_cli_line (mcp_task_get_message (task));
  g_autofree char *created = app_cli_line (mcp_task_get_created (task));

  if (invocation->json || invocation->compact)
    {
      app_cli_print_value (invocation, mcp_task_get_value (task));
      return;
    }
  app_cli_print ("%s  %s%s%s%s%s\n", bold, status, *tool != '\0' ? "  " : "", tool,
                 *created != '\0' ? "  " : "", created);
  if (*message != '\0')
    app_cli_print ("    %s\n", message);
}

typedef struct
{
  AppCliWatch *watch;
  gboolean     to_the_end; /* else until its state is known */
} Following;

static void
on_task_changed (McpTask *task, GParamSpec *pspec, Following *self)
{
  const GError *error = mcp_task_get_error (task);

  if (error != NULL)
    app_cli_watch_end (self->watch, g_error_copy (error));
  else if (mcp_task_is_finished (task) ||
           (!self->to_the_end && mcp_task_get_status (task) != MCP_TASK_UNKNOWN))
    app_cli_watch_end (self->watch, NULL);
}

gboolean
app_cli_task_follow (const AppCliInvocation *invocation,
                     AppCliConnection       *connection,
                     AppSession             *session,
                     McpTask                *task,
                     gboolean                to_the_end,
                     GError                **error)
{
  g_autoptr (AppCliWatch) watch = app_cli_watch_new (connection, session);
  Following self = { watch, to_the_end };
  gboolean  ended;

  g_signal_connect (task, "notify", G_CALLBACK (on_task_changed), &self);
  on_task_changed (task, NULL, &self);
  ended = app_cli_watch_run (watch, invocation->wait, error);
  g_signal_handlers_disconnect_by_data (task, &self);
  if (ended && to_the_end && !mcp_task_is_finished (task))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_TIMED_OUT, "%s",
                                               _ ("The task is not finished yet.")));
      return FALSE;
    }
  return ended;
}

/* It came to a JSON-RPC error, or to nothing. */
static AppCliStatus
fail_with_answer (const AppCliInvocation *invocation,
                  AppCliConnection       *connection,
                  AppSession             *session,
                  McpTask                *task,
                  const GError           *error)
{
  McpJsonValue     answer = mcp_task_get_rpc_error (task);
  g_autofree char *compact = NULL;
  g_autofree char *text = NULL;
  g_autoptr (AppProblem) problem = NULL;

  if (!mcp_json_value_exists (answer))
    return app_cli_connection_fail (connection, invocation, error);
  compact = mcp_json_value_print_compact (answer);
  text = app_session_redact (session, compact);
  problem = app_session_explain (session, error);
  return app_cli_fail_problem (invocation, problem, text);
}

AppCliStatus
app_cli_task_show_result (const AppCliInvocation *invocation,
                          AppCliConnection       *connection,
                          AppSession             *session,
                          McpTask                *task)
{
  McpCallResult *result = mcp_task_get_result (task);
  g_autoptr (AppResult) blocks = NULL;
  g_autoptr (GError) error = NULL;

  if (result == NULL)
    {
      g_autofree char *status = app_cli_line (mcp_task_get_status_name (task));
      g_autofree char *message = app_cli_line (mcp_task_get_message (task));

      error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE, _ ("The task has no result: %s %s"), status,
                             message);
      return fail_with_answer (invocation, connection, session, task, error);
    }
  if (invocation->json || invocation->compact)
    app_cli_print_value (invocation, mcp_result_get_value (MCP_RESULT (result)));
  else
    {
      blocks = app_result_new (APP_RESULT_CALL, mcp_result_get_value (MCP_RESULT (result)));
      app_cli_print_result (invocation, blocks, NULL);
    }
  return mcp_call_result_get_is_error (result) ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}

void
app_cli_task_tell (McpTask *task)
{
  g_autofree char *id = app_cli_line (mcp_task_get_id (task));
  g_autofree char *status = app_cli_line (mcp_task_get_status_name (task));
  g_autofree char *message = app_cli_line (mcp_task_get_message (task));

  fprintf (stderr, "· %s  %s%s%s\n", id, status, *message != '\0' ? "  " : "", message);
}
