/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-tasks.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-commands.h"
#include "app-cli-print.h"
#include "app-session.h"
#include "mcp-task-list.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

void
app_cli_task_print (const AppCliInvocation *invocation, McpTask *task)
{
  g_autofree char *id = app_cli_line (mcp_task_get_state (task)->id);
  g_autofree char *bold = app_cli_bold (id);
  g_autofree char *status = app_cli_line (mcp_task_get_state (task)->status_name);
  g_autofree char *tool = app_cli_line (mcp_task_get_tool_name (task));
  g_autofree char *message = app_cli_line (mcp_task_get_state (task)->message);
  g_autofree char *created = app_cli_line (mcp_task_get_state (task)->created);

  if (invocation->output.as_json)
    {
      app_cli_print_value (invocation, mcp_task_get_state (task)->value.value);
      return;
    }
  app_cli_print ("%s  %s%s%s%s%s\n", bold, status, *tool != '\0' ? "  " : "", tool,
                 *created != '\0' ? "  " : "", created);
  if (*message != '\0')
    app_cli_print ("    %s\n", message);
}

void
app_cli_task_note (McpTask *task)
{
  g_autofree char *id = app_cli_line (mcp_task_get_state (task)->id);
  g_autofree char *status = app_cli_line (mcp_task_get_state (task)->status_name);
  g_autofree char *message = app_cli_line (mcp_task_get_state (task)->message);

  fprintf (stderr, "· %s  %s%s%s\n", id, status, *message != '\0' ? "  " : "", message);
}

/* It came to a JSON-RPC error, or to nothing. */
static AppCliStatus
fail_without_result (AppCli *cli, McpTask *task, GError **error)
{
  McpJsonValue     response = mcp_task_get_state (task)->rpc_error.value;
  g_autofree char *status = app_cli_line (mcp_task_get_state (task)->status_name);
  g_autofree char *message = app_cli_line (mcp_task_get_state (task)->message);
  g_autofree char *compact = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) reason =
      mcp_error_new (MCP_ERROR_INVALID_MESSAGE, _ ("The task has no result: %s %s"), status,
                     message);
  g_autoptr (AppProblem) problem = NULL;

  if (!mcp_json_value_exists (response))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return APP_CLI_PROTOCOL;
    }
  compact = mcp_json_value_print_compact (response);
  text = app_redactor_redact_text (app_session_get_redactor (cli->session), compact);
  problem = app_problem_new_redacted (reason, app_session_get_redactor (cli->session));
  return app_cli_fail_problem (cli->invocation, problem, text);
}

static AppCliStatus
show_result (AppCli *cli, McpTask *task, GError **error)
{
  McpResult   *result = mcp_task_get_state (task)->result;
  McpJsonValue value;

  if (result == NULL)
    return fail_without_result (cli, task, error);
  value = result->slot.value;
  if (cli->invocation->output.as_json)
    app_cli_print_value (cli->invocation, value);
  else
    {
      g_autoptr (AppResult) blocks = app_result_new (APP_RESULT_CALL, value);

      app_cli_print_result (cli->invocation, blocks, NULL);
    }
  return result->is_error ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}

/* The command */

typedef struct
{
  AppCli  *cli;
  gboolean to_the_end; /* else until its state is known */
} Following;

static void
on_task_changed (McpTask *task, Following *self)
{
  const GError *error = mcp_task_get_error (task);

  if (error != NULL)
    app_cli_end_watch (self->cli, g_error_copy (error));
  else if (mcp_task_is_finished (task) ||
           (!self->to_the_end && mcp_task_get_state (task)->status != MCP_TASK_UNKNOWN))
    app_cli_end_watch (self->cli, NULL);
}

/* Waits until the state of the task is known, or to its end; at most for the seconds of --wait. */
static gboolean
follow (AppCli *cli, McpTask *task, gboolean to_the_end, GError **error)
{
  Following self = { cli, to_the_end };
  gboolean  ended;

  g_signal_connect (task, "changed", G_CALLBACK (on_task_changed), &self);
  on_task_changed (task, &self);
  ended = app_cli_watch (cli, cli->invocation->request.wait, error);
  g_signal_handlers_disconnect_by_data (task, &self);
  if (ended && to_the_end && !mcp_task_is_finished (task))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_TIMED_OUT, "%s",
                                               _ ("The task is not finished yet.")));
      return FALSE;
    }
  return ended;
}

static AppCliStatus
list_tasks (AppCli *cli, McpTaskList *tasks, GError **error)
{
  GListModel *list = G_LIST_MODEL (tasks);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_task_list_refresh_async (tasks, NULL, app_cli_done, cli);
  result = app_cli_wait (cli);
  if (result == NULL || !mcp_task_list_refresh_finish (tasks, result, error))
    return APP_CLI_PROTOCOL;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (list, i);

      app_cli_task_print (cli->invocation, task);
    }
  if (g_list_model_get_n_items (list) == 0 && !cli->invocation->output.as_json)
    app_cli_note (cli->invocation, "%s", _ ("The server has no tasks."));
  return APP_CLI_DONE;
}

static gboolean
cancel (AppCli *cli, McpTask *task, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_task_cancel_async (task, NULL, app_cli_done, cli);
  result = app_cli_wait (cli);
  return result != NULL && mcp_task_cancel_finish (task, result, error);
}

static gboolean
is_understood (char **words)
{
  static const char *const with_id[] = { "get", "result", "cancel", NULL };

  if (words[0] == NULL)
    return TRUE;
  if (g_str_equal (words[0], "list"))
    return words[1] == NULL;
  return g_strv_contains (with_id, words[0]) && words[1] != NULL && words[2] == NULL;
}

AppCliStatus
app_cli_tasks (AppCli *cli, GError **error)
{
  char       **words = cli->invocation->arguments;
  McpTaskList *tasks;
  McpTask     *task;
  gboolean     for_result;

  if (!is_understood (words))
    return app_cli_fail_usage (cli->invocation,
                               _ ("“tasks” takes nothing, or get, result or cancel and an id."));
  if (!app_cli_connect (cli, error))
    return APP_CLI_UNREACHABLE;
  tasks = mcp_client_get_feature (app_session_get_client (cli->session), MCP_TYPE_TASK_LIST);
  if (words[0] == NULL || words[1] == NULL)
    return list_tasks (cli, tasks, error);
  task = mcp_task_list_add (tasks, words[1]);
  if (task == NULL)
    return app_cli_fail_usage (cli->invocation, _ ("“%s” cannot be the id of a task."), words[1]);
  for_result = g_str_equal (words[0], "result");
  if (g_str_equal (words[0], "cancel") && !cancel (cli, task, error))
    return APP_CLI_PROTOCOL;
  if (!follow (cli, task, for_result, error))
    return APP_CLI_PROTOCOL;
  if (for_result)
    return show_result (cli, task, error);
  app_cli_task_print (cli->invocation, task);
  return APP_CLI_DONE;
}
