/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tasks of a server: what runs on after the call that began it. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "app-cli-watch.h"
#include "app-session-private.h"
#include "mcp-client-tasks.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

static void
print_task (const AppCliInvocation *invocation, McpTask *task)
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

static gboolean
refresh (AppCliConnection *connection, McpTaskList *tasks, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_task_list_refresh_async (tasks, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  return result != NULL && mcp_task_list_refresh_finish (tasks, result, error);
}

static AppCliStatus
list_tasks (const AppCliInvocation *invocation, AppCliConnection *connection, McpTaskList *tasks)
{
  g_autoptr (GError) error = NULL;
  guint n;

  if (!refresh (connection, tasks, &error))
    return app_cli_connection_fail (connection, invocation, error);
  n = g_list_model_get_n_items (G_LIST_MODEL (tasks));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (G_LIST_MODEL (tasks), i);

      print_task (invocation, task);
    }
  if (n == 0 && !invocation->quiet && !invocation->json && !invocation->compact)
    fprintf (stderr, "%s\n", _ ("The server has no tasks."));
  return APP_CLI_DONE;
}

/* Following one task */

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

/* Returns: whether the task came as far as was wanted */
static gboolean
follow (const AppCliInvocation *invocation,
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

static AppCliStatus
show_task_result (const AppCliInvocation *invocation, AppCliConnection *connection, McpTask *task)
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
      return app_cli_connection_fail (connection, invocation, error);
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

static gboolean
cancel (AppCliConnection *connection, McpTask *task, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_task_cancel_async (task, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  return result != NULL && mcp_task_cancel_finish (task, result, error);
}

static AppCliStatus
with_task (const AppCliInvocation *invocation,
           AppCliConnection       *connection,
           AppSession             *session,
           McpTaskList            *tasks)
{
  const char *word = invocation->arguments[0];
  McpTask    *task = mcp_task_list_add (tasks, invocation->arguments[1]);
  gboolean    for_result = g_str_equal (word, "result");
  g_autoptr (GError) error = NULL;
  gboolean done;

  if (task == NULL)
    return app_cli_fail_usage (invocation, _ ("“%s” cannot be the id of a task."),
                               invocation->arguments[1]);
  if (g_str_equal (word, "cancel"))
    done = cancel (connection, task, &error) &&
           follow (invocation, connection, session, task, FALSE, &error);
  else
    done = follow (invocation, connection, session, task, for_result, &error);
  if (!done)
    return app_cli_connection_fail (connection, invocation, error);
  if (for_result)
    return show_task_result (invocation, connection, task);
  print_task (invocation, task);
  return APP_CLI_DONE;
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
app_cli_tasks (const AppCliInvocation *invocation)
{
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  AppSession  *session;
  McpTaskList *tasks;

  if (!is_understood (invocation->arguments))
    return app_cli_fail_usage (invocation,
                               _ ("“tasks” takes nothing, or get, result or cancel and an id."));
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  tasks = mcp_client_get_tasks (app_session_get_client (session));
  if (invocation->arguments[0] == NULL || invocation->arguments[1] == NULL)
    return list_tasks (invocation, connection, tasks);
  return with_task (invocation, connection, session, tasks);
}
