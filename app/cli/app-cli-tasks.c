/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tasks of a server: what runs on after the call that began it. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "app-cli-task.h"
#include "app-session-private.h"
#include "mcp-client-tasks.h"

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

      app_cli_task_print (invocation, task);
    }
  if (n == 0 && !invocation->quiet && !invocation->json && !invocation->compact)
    fprintf (stderr, "%s\n", _ ("The server has no tasks."));
  return APP_CLI_DONE;
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
           app_cli_task_follow (invocation, connection, session, task, FALSE, &error);
  else
    done = app_cli_task_follow (invocation, connection, session, task, for_result, &error);
  if (!done)
    return app_cli_connection_fail (connection, invocation, error);
  if (for_result)
    return app_cli_task_show_result (invocation, connection, session, task);
  app_cli_task_print (invocation, task);
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
