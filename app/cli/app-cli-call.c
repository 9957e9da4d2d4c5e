/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-arguments.h"
#include "app-cli-connection.h"
#include "app-cli-interrupt.h"
#include "app-cli-log.h"
#include "app-cli-print.h"
#include "app-cli-task.h"
#include "app-findings.h"
#include "app-session-private.h"
#include "app-visible-text.h"
#include "mcp-client-tasks.h"
#include "mcp-definition-list.h"
#include "mcp-finding.h"
#include "mcp-json-writer.h"
#include "mcp-read-result.h"
#include "mcp-resource-contents.h"
#include "mcp-tool.h"

/* What fits beside the numbers. */
#define PROGRESS_CHARACTERS 60

static void
on_progress (AppCall *call, GParamSpec *pspec, gpointer user_data)
{
  double           total = app_call_get_progress_total (call);
  g_autofree char *message =
      app_visible_text_line (app_call_get_progress_message (call), PROGRESS_CHARACTERS);

  if (total > 0)
    fprintf (stderr, "\r%.0f / %.0f  %s\033[K", app_call_get_progress (call), total, message);
  else
    fprintf (stderr, "\r%.0f  %s\033[K", app_call_get_progress (call), message);
}

/* The server's JSON-RPC error on one line. Returns: (nullable) */
static char *
dup_answer (AppSession *session, AppCall *call)
{
  McpJsonValue     answer = app_call_get_error_answer (call);
  g_autofree char *compact = NULL;

  if (!mcp_json_value_exists (answer))
    return NULL;
  compact = mcp_json_value_print_compact (answer);
  return app_session_redact (session, compact);
}

/* What is off in the answer, beside it; with --json a program can look for itself. */
static void
print_findings (const AppCliInvocation *invocation, AppCall *call)
{
  GPtrArray *findings = app_call_get_findings (call);

  for (guint i = 0; findings != NULL && i < findings->len && !invocation->quiet; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);
      g_autofree char  *pointer = app_cli_line (mcp_finding_get_pointer (finding));
      g_autofree char  *text = app_cli_line (mcp_finding_get_text (finding));

      if (mcp_finding_get_level (finding) == MCP_FINDING_ERROR)
        fprintf (stderr, "%s: %s\n", pointer, text);
    }
}

static AppCliStatus
show_answer (const AppCliInvocation *invocation,
             AppCliConnection       *connection,
             AppSession             *session,
             AppCall                *call,
             const GError           *error)
{
  AppProblem      *problem = app_call_get_problem (call);
  g_autofree char *answer = dup_answer (session, call);

  if (problem != NULL && app_cli_interrupt_get_signal () == 0)
    return app_cli_fail_problem (invocation, problem, answer);
  if (error != NULL || app_call_get_blocks (call) == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  if (invocation->task && !app_call_is_task (call) && !invocation->quiet)
    fprintf (stderr, "· %s\n", _ ("The server answered at once, without a task."));
  if (invocation->json || invocation->compact)
    app_cli_print_value (invocation, app_call_get_result (call));
  else
    {
      app_cli_print_result (invocation, app_call_get_blocks (call), app_call_get_object (call));
      print_findings (invocation, call);
    }
  return app_call_is_error (call) ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}

/* A rule for the tool says that somebody has to be asked. */
static gboolean
approve (const AppCliInvocation *invocation, AppCall *call, GError **error)
{
  g_autofree char *target = app_cli_line (app_call_get_target (call));
  g_autofree char *question = NULL;

  if (!invocation->yes)
    {
      /* Translators: why the program asks, then the name of a tool */
      question = g_strdup_printf (_ ("%s Call “%s”?"), app_call_get_approval_reason (call), target);
      if (!app_cli_ask (question))
        {
          app_call_decline (call);
          g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
                       _ ("The call was not allowed. %s With --yes you agree beforehand."),
                       app_call_get_approval_reason (call));
          return FALSE;
        }
    }
  app_call_approve (call, FALSE);
  return TRUE;
}

/* A call that runs on as a task */

typedef struct
{
  const AppCliInvocation *invocation;
  AppCliConnection       *connection;
  McpTask                *task; /* (nullable): until there is one */
} Following;

static void
on_task (GListModel *tasks, guint position, guint removed, guint added, Following *self)
{
  if (added == 0 || self->task != NULL)
    return;
  self->task = g_list_model_get_item (tasks, position);
  if (!self->invocation->quiet && !self->invocation->no_wait)
    {
      app_cli_task_tell (self->task);
      g_signal_connect (self->task, "notify::status", G_CALLBACK (app_cli_task_tell), NULL);
    }
  if (self->invocation->no_wait)
    {
      /* It is all that was wanted. */
      g_autoptr (GTask) done = g_task_new (NULL, NULL, app_cli_connection_done, self->connection);

      g_task_return_boolean (done, TRUE);
    }
}

static void
stop_following (Following *self, McpTaskList *tasks)
{
  g_signal_handlers_disconnect_by_data (tasks, self);
  if (self->task != NULL)
    g_signal_handlers_disconnect_by_func (self->task, app_cli_task_tell, NULL);
}

static AppCliStatus
run_call (const AppCliInvocation *invocation, AppCliConnection *connection, AppCall *call)
{
  g_autoptr (AppSession) session = APP_SESSION (app_call_dup_session (call));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) refused = NULL;
  g_autoptr (McpTaskList) tasks =
      g_object_ref (mcp_client_get_tasks (app_session_get_client (session)));
  g_autoptr (McpTask) task = NULL;
  Following following = { invocation, connection, NULL };
  gboolean  shows_progress = isatty (STDERR_FILENO) && !invocation->quiet && !invocation->json;

  app_call_set_meta (call, invocation->meta);
  if (shows_progress)
    g_signal_connect (call, "notify::progress-message", G_CALLBACK (on_progress), NULL);
  g_signal_connect (tasks, "items-changed", G_CALLBACK (on_task), &following);
  app_call_run_async (call, app_cli_interrupt_get_cancellable (), app_cli_connection_done,
                      connection);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    approve (invocation, call, &refused);
  result = app_cli_connection_wait (connection);
  stop_following (&following, tasks);
  task = following.task;
  if (shows_progress && app_call_get_progress (call) >= 0)
    fputs ("\r\033[K", stderr);
  if (task != NULL && invocation->no_wait && app_cli_interrupt_get_signal () == 0)
    {
      app_cli_task_print (invocation, task);
      return APP_CLI_DONE;
    }
  if (result != NULL)
    app_call_run_finish (call, result, &error);
  if (refused != NULL)
    return app_cli_connection_fail (connection, invocation, refused);
  return show_answer (invocation, connection, session, call, error);
}

static const char *
get_only_argument (const AppCliInvocation *invocation)
{
  char **arguments = invocation->arguments;

  return arguments[0] != NULL && arguments[1] == NULL ? arguments[0] : NULL;
}

static McpJsonValue
find_schema (AppSession *session, const char *tool)
{
  GListModel    *tools = app_session_get_list (session, APP_LIST_TOOLS);
  McpDefinition *found = mcp_definition_list_find (MCP_DEFINITION_LIST (tools), tool);

  return found != NULL ? mcp_tool_get_input_schema (MCP_TOOL (found)) : MCP_JSON_NO_VALUE;
}

/* The list is asked for only where it decides something: the types of arguments, pre-configured
 * inputs, whether a tool only reads. Without it, the call still can be tried. */
static gboolean
needs_list (const AppCliInvocation *invocation, StoreProfile *profile)
{
  return app_cli_arguments_need_schema (invocation) ||
         store_variables_get_n_items (store_profile_get_presets (profile)) > 0 ||
         store_variables_get_n_items (store_profile_get_pinned_arguments (profile)) > 0 ||
         store_profile_get_approval (profile) == STORE_APPROVAL_NEVER;
}

AppCliStatus
app_cli_call (const AppCliInvocation *invocation)
{
  const char *tool = get_only_argument (invocation);
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (AppCall) call = NULL;
  AppSession *session;

  if (tool == NULL)
    return app_cli_fail_usage (invocation, _ ("“call” takes the name of one tool."));
  if (app_cli_log_check_level (invocation) != APP_CLI_DONE)
    return APP_CLI_USAGE;
  if (!app_cli_arguments_check_meta (invocation, &error))
    return app_cli_fail_usage (invocation, "%s", error->message);
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);

  if (needs_list (invocation, app_session_get_profile (session)) &&
      !app_cli_connection_load (connection, APP_LIST_TOOLS, &error) &&
      app_cli_interrupt_get_signal () != 0)
    return app_cli_connection_fail (connection, invocation, error);
  g_clear_error (&error);
  if (!app_cli_arguments_build (invocation, find_schema (session, tool), FALSE, &arguments, &error))
    return app_cli_connection_fail (connection, invocation, error);
  if (invocation->level != NULL &&
      !app_cli_log_begin (invocation, connection, session, stderr, &error))
    return app_cli_connection_fail (connection, invocation, error);
  call = app_session_new_tool_call (session, tool, arguments);
  app_call_set_as_task (call, invocation->task);
  if (!isnan (invocation->ttl))
    app_call_set_task_ttl (call, (gint64)(invocation->ttl * 1000));
  return run_call (invocation, connection, call);
}

/* A resource may carry a schema, which no revision of the protocol knows */

static gboolean
looks_like_json (McpReadResult *result)
{
  GPtrArray *contents = mcp_read_result_get_contents (result);

  for (guint i = 0; i < contents->len; i++)
    {
      const char      *type = mcp_resource_contents_get_mime_type (contents->pdata[i]);
      g_autofree char *text =
          mcp_json_value_dup_string (mcp_resource_contents_get_text (contents->pdata[i]), NULL);

      if ((type != NULL && strstr (type, "json") != NULL) ||
          (text != NULL && strchr ("{[", *g_strchug (text)) != NULL))
        return TRUE;
    }
  return FALSE;
}

static void
print_misfits (McpResult *result, McpDefinition *resource)
{
  g_autoptr (GPtrArray) findings = app_findings_of_result (result, resource);
  guint n = 0;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);
      g_autofree char  *text = app_cli_line (mcp_finding_get_text (finding));

      if (!g_str_has_prefix (mcp_finding_get_code (finding), "resource-"))
        continue;
      fprintf (stderr, "%s: %s\n", mcp_finding_get_pointer (finding), text);
      n++;
    }
  if (n == 0)
    fprintf (stderr, "· %s\n", _ ("It fits the schema that the list of resources has for it."));
}

/* The list is asked for only where what was read may be JSON and a person reads on. */
static void
hold_against_schema (const AppCliInvocation *invocation,
                     AppCliConnection       *connection,
                     AppSession             *session,
                     AppCall                *call,
                     const char             *uri)
{
  g_autoptr (McpResult) result = NULL;
  GListModel    *resources = app_session_get_list (session, APP_LIST_RESOURCES);
  McpDefinition *found;

  if (invocation->quiet || invocation->json || invocation->compact)
    return;
  result = mcp_result_new_of_type (MCP_TYPE_READ_RESULT, NULL, app_call_get_result (call));
  if (!looks_like_json (MCP_READ_RESULT (result)) ||
      !app_cli_connection_load (connection, APP_LIST_RESOURCES, NULL))
    return;
  found = mcp_definition_list_find (MCP_DEFINITION_LIST (resources), uri);
  if (found != NULL &&
      mcp_json_value_get_kind (mcp_json_value_get_member (mcp_definition_get_value (found),
                                                          "schema")) == MCP_JSON_OBJECT)
    print_misfits (result, found);
}

AppCliStatus
app_cli_read (const AppCliInvocation *invocation)
{
  const char *uri = get_only_argument (invocation);
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCall) call = NULL;
  AppSession  *session;
  AppCliStatus status;

  if (uri == NULL)
    return app_cli_fail_usage (invocation, _ ("“read” takes the URI of one resource."));
  if (!app_cli_arguments_check_meta (invocation, &error))
    return app_cli_fail_usage (invocation, "%s", error->message);
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  call = app_session_new_read (session, uri);
  status = run_call (invocation, connection, call);
  if (status == APP_CLI_DONE)
    hold_against_schema (invocation, connection, session, call, uri);
  return status;
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
  if (!app_cli_arguments_check_meta (invocation, &error))
    return app_cli_fail_usage (invocation, "%s", error->message);
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  /* The arguments of a prompt are strings, whatever they look like. */
  if (session == NULL ||
      !app_cli_arguments_build (invocation, MCP_JSON_NO_VALUE, TRUE, &arguments, &error))
    return app_cli_connection_fail (connection, invocation, error);
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
    return app_cli_connection_fail (connection, invocation, error);
  app_session_ping_async (session, app_cli_interrupt_get_cancellable (), app_cli_connection_done,
                          connection);
  result = app_cli_connection_wait (connection);
  if (result == NULL || !app_session_ping_finish (session, result, &milliseconds, &error))
    return app_cli_connection_fail (connection, invocation, error);
  if (invocation->json || invocation->compact)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      app_cli_print ("{\"milliseconds\":%s}\n",
                     g_ascii_formatd (number, sizeof number, "%.3f", milliseconds));
    }
  else
    {
      g_autofree char *title = app_cli_line (app_session_get_server_title (session));
      g_autofree char *version = app_cli_line (app_session_get_server_version (session));
      g_autofree char *protocol = app_cli_line (app_session_get_protocol_version (session));

      /* Translators: the server's name and version, a duration, its protocol revision */
      app_cli_print (_ ("%s %s answered in %.1f ms (protocol %s)\n"), title, version, milliseconds,
                     protocol);
    }
  return APP_CLI_DONE;
}
