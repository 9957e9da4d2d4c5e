/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-arguments.h"
#include "app-cli-connection.h"
#include "app-cli-print.h"
#include "mcp-definition-list.h"
#include "mcp-tool.h"

static void
on_progress (AppCall *call, GParamSpec *pspec, gpointer user_data)
{
  const char *message = app_call_get_progress_message (call);
  double      total = app_call_get_progress_total (call);

  if (total > 0)
    fprintf (stderr, "\r%.0f / %.0f  %s\033[K", app_call_get_progress (call), total,
             message != NULL ? message : "");
  else
    fprintf (stderr, "\r%.0f  %s\033[K", app_call_get_progress (call),
             message != NULL ? message : "");
}

static AppCliStatus
show_answer (const AppCliInvocation *invocation, AppCall *call, const GError *error)
{
  AppProblem *problem = app_call_get_problem (call);

  if (problem != NULL)
    return app_cli_fail_problem (invocation, problem, app_call_get_error_answer (call));
  if (error != NULL)
    return app_cli_fail (invocation, error);
  if (invocation->json || invocation->compact)
    app_cli_print_value (invocation, app_call_get_result (call));
  else
    app_cli_print_result (invocation, app_call_get_blocks (call), app_call_get_object (call));
  return app_call_is_error (call) ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}

static AppCliStatus
run_call (const AppCliInvocation *invocation, AppCliConnection *connection, AppCall *call)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean shows_progress = isatty (STDERR_FILENO) && !invocation->quiet && !invocation->json;

  if (shows_progress)
    g_signal_connect (call, "notify::progress-message", G_CALLBACK (on_progress), NULL);
  app_call_run_async (call, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  if (shows_progress && app_call_get_progress (call) >= 0)
    fputs ("\r\033[K", stderr);
  app_call_run_finish (call, result, &error);
  return show_answer (invocation, call, error);
}

static const char *
get_only_argument (const AppCliInvocation *invocation)
{
  char **arguments = invocation->arguments;

  return arguments[0] != NULL && arguments[1] == NULL ? arguments[0] : NULL;
}

static gboolean
load (AppCliConnection *connection, AppSession *session, AppListKind kind, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_refresh_async (session, kind, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  return app_session_refresh_finish (session, result, error);
}

static McpJsonValue
find_schema (AppSession *session, const char *tool)
{
  GListModel    *tools = app_session_get_list (session, APP_LIST_TOOLS);
  McpDefinition *found = mcp_definition_list_find (MCP_DEFINITION_LIST (tools), tool);

  return found != NULL ? mcp_tool_get_input_schema (MCP_TOOL (found)) : MCP_JSON_NO_VALUE;
}

AppCliStatus
app_cli_call (const AppCliInvocation *invocation)
{
  const char *tool = get_only_argument (invocation);
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (AppCall) call = NULL;
  AppSession   *session;
  StoreProfile *profile;

  if (tool == NULL)
    return app_cli_fail_usage (invocation, _ ("“call” takes the name of one tool."));
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_fail (invocation, error);

  /* The schema is asked for only where it decides something. */
  profile = app_session_get_profile (session);
  if (app_cli_arguments_need_schema (invocation) ||
      store_variables_get_n_items (store_profile_get_presets (profile)) > 0)
    load (connection, session, APP_LIST_TOOLS, NULL);
  if (!app_cli_arguments_build (invocation, find_schema (session, tool), FALSE, &arguments, &error))
    return app_cli_fail (invocation, error);
  call = app_session_new_tool_call (session, tool, arguments);
  return run_call (invocation, connection, call);
}

AppCliStatus
app_cli_read (const AppCliInvocation *invocation)
{
  const char *uri = get_only_argument (invocation);
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCall) call = NULL;
  AppSession *session;

  if (uri == NULL)
    return app_cli_fail_usage (invocation, _ ("“read” takes the URI of one resource."));
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_fail (invocation, error);
  call = app_session_new_read (session, uri);
  return run_call (invocation, connection, call);
}

AppCliStatus
app_cli_prompt (const AppCliInvocation *invocation)
{
  const char *name = get_only_argument (invocation);
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (AppCall) call = NULL;
  AppSession *session;

  if (name == NULL)
    return app_cli_fail_usage (invocation, _ ("“prompt” takes the name of one prompt."));
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  /* The arguments of a prompt are strings, whatever they look like. */
  if (session == NULL ||
      !app_cli_arguments_build (invocation, MCP_JSON_NO_VALUE, TRUE, &arguments, &error))
    return app_cli_fail (invocation, error);
  call = app_session_new_prompt_get (session, name, arguments);
  return run_call (invocation, connection, call);
}

AppCliStatus
app_cli_ping (const AppCliInvocation *invocation)
{
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  AppSession *session;
  double      milliseconds;

  if (invocation->arguments[0] != NULL)
    return app_cli_fail_usage (invocation, _ ("“%s” is one word too many."),
                               invocation->arguments[0]);
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_fail (invocation, error);
  app_session_ping_async (session, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  if (!app_session_ping_finish (session, result, &milliseconds, &error))
    return app_cli_fail (invocation, error);
  if (invocation->json)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      app_cli_print ("{\"milliseconds\":%s}\n",
                     g_ascii_formatd (number, sizeof number, "%.3f", milliseconds));
    }
  else
    /* Translators: the server's name and version, its protocol revision, a duration */
    app_cli_print (_ ("%s %s answered in %.1f ms (protocol %s)\n"),
                   app_session_get_server_title (session),
                   app_session_get_server_version (session) != NULL
                       ? app_session_get_server_version (session)
                       : "",
                   milliseconds, app_session_get_protocol_version (session));
  return APP_CLI_DONE;
}
