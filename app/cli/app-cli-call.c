/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app-catalogue.h"
#include "app-cli-arguments.h"
#include "app-cli-check.h"
#include "app-cli-hint.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-invocation.h"
#include "app-cli-log.h"
#include "app-cli-print.h"
#include "app-cli-trace.h"
#include "app-draft.h"
#include "app-findings.h"
#include "app-session.h"
#include "mcp-content.h"
#include "mcp-json-writer.h"
#include "mcp-result.h"
#include "mcp-task-list.h"
#include "mcp-tool.h"

/*
 * What is printed of a task of a server.
 */

/* Its id, state, tool and message; with --json as the server wrote it. */
static void
print_task (const AppCliInvocation *invocation, McpTask *task)
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

/* Its id, state and message on one line of standard error, for a person who waits. */
static void
note_task (McpTask *task)
{
  g_autofree char *id = app_cli_line (mcp_task_get_state (task)->id);
  g_autofree char *status = app_cli_line (mcp_task_get_state (task)->status_name);
  g_autofree char *message = app_cli_line (mcp_task_get_state (task)->message);

  fprintf (stderr, "· %s  %s%s%s\n", id, status, *message != '\0' ? "  " : "", message);
}

/* What to do about a tool's error. */
static void
note_advice (const AppCliInvocation *invocation, AppResult *result)
{
  const char *advice = app_result_get_advice (result);

  if (advice != NULL)
    app_cli_note (invocation, "%s", advice);
}

/* It came to a JSON-RPC error, or to nothing. */
static AppCliStatus
fail_without_result (AppCli *cli, McpTask *task, GError **error)
{
  McpJsonValue     response = mcp_task_get_state (task)->rpc_error.value;
  g_autofree char *status = app_cli_line (mcp_task_get_state (task)->status_name);
  g_autofree char *message = app_cli_line (mcp_task_get_state (task)->message);
  g_autofree char *text = NULL;
  g_autoptr (GError) reason =
      app_failure_new (APP_FAILURE_INVALID_MESSAGE, _ ("The task has no result: %s %s"), status,
                       message);
  g_autoptr (AppProblem) problem = NULL;

  if (!mcp_json_value_exists (response))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return APP_CLI_PROTOCOL;
    }
  g_autofree char *compact = mcp_json_value_print_compact (response);
  text = app_redactor_redact_text (app_session_get_redactor (cli->session), compact);
  problem = app_problem_new_redacted (reason, app_session_get_redactor (cli->session));
  return app_cli_fail_problem (cli->invocation, problem, text);
}

/* What is off in the answer, beside it. What is no result was printed as it came. */
static AppCliStatus
conclude (AppCli *cli, AppResult *result, GError **error)
{
  GPtrArray  *findings = app_result_get_findings (result);
  const char *fault = app_result_get_fault (result);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);
      const char       *pointer = mcp_finding_get_pointer (finding);

      if (mcp_finding_get_level (finding) == MCP_FINDING_ERROR &&
          mcp_finding_get_text (finding) != fault)
        app_cli_note (cli->invocation, "%s: %s", pointer != NULL ? pointer : "",
                      mcp_finding_get_text (finding));
    }
  if (!cli->invocation->output.as_json)
    note_advice (cli->invocation, result);
  if (fault != NULL)
    {
      g_propagate_error (error, app_failure_new (APP_FAILURE_INVALID_MESSAGE, "%s", fault));
      return APP_CLI_PROTOCOL;
    }
  return app_result_is_error (result) ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}

static AppCliStatus
show_result (AppCli *cli, McpTask *task, GError **error)
{
  McpResult *result = mcp_task_get_state (task)->result;
  gboolean   printed = TRUE;

  if (result == NULL)
    return fail_without_result (cli, task, error);
  g_autoptr (AppResult) blocks = app_result_new (APP_RESULT_CALL, result->slot.value);
  app_result_take_findings (blocks, app_findings_of_result (result, NULL));
  if (cli->invocation->output.as_json)
    app_cli_print_value (cli->invocation, result->slot.value);
  else
    printed = app_cli_print_result (cli->invocation, blocks, NULL, error);
  return printed ? conclude (cli, blocks, error) : APP_CLI_PROTOCOL;
}

/* The command */

typedef struct
{
  AppCli  *cli;
  gboolean to_the_end; /* else until its state is known */
} Waiting;

static void
on_task_changed (McpTask *task, Waiting *self)
{
  const GError *error = mcp_task_get_error (task);

  if (error != NULL)
    app_cli_end_watch (self->cli, g_error_copy (error));
  else if (mcp_task_is_finished (task) ||
           (!self->to_the_end && mcp_task_get_state (task)->status != MCP_TASK_UNKNOWN))
    app_cli_end_watch (self->cli, NULL);
}

/* Waits until the state of the task is known, or to its end; at most for the seconds of --wait
 * and --total-timeout. */
static gboolean
follow (AppCli *cli, McpTask *task, gboolean to_the_end, GError **error)
{
  Waiting self = { cli, to_the_end };

  g_signal_connect (task, "changed", G_CALLBACK (on_task_changed), &self);
  on_task_changed (task, &self);
  gboolean ended = app_cli_watch (cli, app_cli_limit (cli, cli->invocation->request.wait), error);
  g_signal_handlers_disconnect_by_data (task, &self);
  if (ended && !mcp_task_is_finished (task) &&
      (to_the_end || mcp_task_get_state (task)->status == MCP_TASK_UNKNOWN))
    {
      g_propagate_error (error, app_failure_new (APP_FAILURE_TIMED_OUT, "%s",
                                                 _ ("The task has not finished yet.")));
      return FALSE;
    }
  return ended;
}

/* Returns: (transfer none) (nullable) */
static McpTaskList *
get_tasks (AppCli *cli, GError **error)
{
  McpClient *client = app_cli_get_client (cli, error);

  return client != NULL ? mcp_client_get_feature (client, MCP_TYPE_TASK_LIST) : NULL;
}

AppCliStatus
app_cli_tasks_list (AppCli *cli, GError **error)
{
  McpTaskList *tasks = get_tasks (cli, error);
  GListModel  *list = G_LIST_MODEL (tasks);

  if (tasks == NULL)
    return APP_CLI_UNREACHABLE;
  mcp_task_list_refresh_async (tasks, NULL, app_cli_done, cli);
  if (!mcp_task_list_refresh_finish (tasks, app_cli_await (cli), error))
    return APP_CLI_PROTOCOL;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (list, i);

      print_task (cli->invocation, task);
    }
  if (g_list_model_get_n_items (list) == 0 && !cli->invocation->output.as_json)
    app_cli_note (cli->invocation, "%s", _ ("The server has no tasks."));
  return APP_CLI_DONE;
}

static gboolean
cancel (AppCli *cli, McpTask *task, GError **error)
{

  mcp_task_cancel_async (task, NULL, app_cli_done, cli);
  return mcp_task_cancel_finish (task, app_cli_await (cli), error);
}

static AppCliStatus
run_task (AppCli *cli, gboolean cancels, gboolean for_result, GError **error)
{
  const char  *id = cli->invocation->arguments[1];
  McpTaskList *tasks = get_tasks (cli, error);
  McpTask     *task = tasks != NULL ? mcp_task_list_add (tasks, id) : NULL;

  if (tasks == NULL)
    return APP_CLI_UNREACHABLE;
  if (task == NULL)
    return app_cli_fail_usage (cli->invocation, _ ("“%s” is not a valid task ID."), id);
  if ((cancels && !cancel (cli, task, error)) || !follow (cli, task, for_result, error))
    return APP_CLI_PROTOCOL;
  if (for_result)
    return show_result (cli, task, error);
  print_task (cli->invocation, task);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_tasks_get (AppCli *cli, GError **error)
{
  return run_task (cli, FALSE, FALSE, error);
}

AppCliStatus
app_cli_tasks_result (AppCli *cli, GError **error)
{
  return run_task (cli, FALSE, TRUE, error);
}

AppCliStatus
app_cli_tasks_cancel (AppCli *cli, GError **error)
{
  return run_task (cli, TRUE, FALSE, error);
}

/* The server's JSON-RPC error on one line. Returns: (nullable) */
static char *
dup_error_response (AppSession *session, AppCall *call)
{
  McpJsonValue response = app_call_get_error (call);

  if (!mcp_json_value_exists (response))
    return NULL;
  g_autofree char *compact = mcp_json_value_print_compact (response);
  return app_redactor_redact_text (app_session_get_redactor (session), compact);
}

static AppCliStatus
show_response (AppCli *cli, AppCall *call, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  gboolean                printed = TRUE;

  if (invocation->request.task &&
      !app_task_list_has_call (app_session_get_feature (cli->session, APP_TYPE_TASK_LIST), call))
    app_cli_note (invocation, "· %s", _ ("The server responded at once, without a task."));
  if (invocation->output.as_json)
    app_cli_print_value (invocation, app_call_get_result (call));
  else
    printed = app_cli_print_result (invocation, app_call_get_blocks (call),
                                    app_call_get_object (call), error);
  return printed ? conclude (cli, app_call_get_blocks (call), error) : APP_CLI_PROTOCOL;
}

static gboolean
approve (AppCli *cli, AppCall *call, GError **error)
{
  g_autofree char *target = app_cli_line (app_call_get_target (call));
  const char      *reason = app_call_get_approval_reason (call);
  /* Translators: why the program asks, then the name of a tool */
  g_autofree char *question = g_strdup_printf (_ ("%s Call “%s”?"), reason, target);
  AppAdmission     admission = app_cli_settle (cli, APP_CALLER_PERSON);

  if (admission == APP_ADMIT_ASK && app_cli_input_ask (question))
    admission = APP_ADMIT_ALLOW;
  if (admission == APP_ADMIT_ALLOW)
    {
      app_call_approve (call, FALSE);
      return TRUE;
    }
  app_call_cancel (call);
  /* Translators: %s is a sentence with the reason */
  return app_cli_refuse (error, APP_ERROR, APP_ERROR_REFUSED,
                         _ ("%s It was not called. Use --yes to call it without asking."), reason);
}

/* A call that runs on as a task */

typedef struct
{
  AppCli  *cli;
  McpTask *task; /* (nullable): until there is one */
  gboolean over; /* the time of --wait is */
} Following;

static void
on_task (GListModel *tasks, guint position, guint removed, guint added, Following *self)
{
  if (added == 0 || self->task != NULL)
    return;
  self->task = g_list_model_get_item (tasks, position);
  if (!self->cli->invocation->output.quiet && !self->cli->invocation->request.no_wait)
    {
      note_task (self->task);
      g_signal_connect (self->task, "changed::status", G_CALLBACK (note_task), NULL);
    }
  if (self->cli->invocation->request.no_wait)
    {
      /* It is all that was wanted. */
      g_autoptr (GTask) done = g_task_new (NULL, NULL, app_cli_done, self->cli);

      g_task_return_boolean (done, TRUE);
    }
}

/* It goes on without us: what it is called is all that can be told. */
static gboolean
on_wait_over (gpointer user_data)
{
  Following *self = user_data;
  g_autoptr (GTask) done = g_task_new (NULL, NULL, app_cli_done, self->cli);

  self->over = TRUE;
  g_task_return_boolean (done, TRUE);
  return G_SOURCE_CONTINUE;
}

/* Returns: (transfer full) */
static GError *
new_wait_error (Following *self, AppCall *call)
{
  const char      *words[] = { "spyglass-cli", "tasks", "result", NULL, NULL };
  g_autofree char *id = NULL;

  if (self->task == NULL)
    {
      app_call_cancel (call);
      return app_failure_new (APP_FAILURE_TIMED_OUT,
                              _ ("The tool has not answered within %g seconds."),
                              self->cli->invocation->request.wait);
    }
  id = app_cli_line (mcp_task_get_state (self->task)->id);
  words[3] = mcp_task_get_state (self->task)->id;
  g_autofree char *command = app_cli_hint_dup_with_server (self->cli->invocation, words);
  return app_failure_new (APP_FAILURE_TIMED_OUT,
                          /* Translators: the id of a task, a number, a command */
                          _ ("The task “%s” has not finished within %g seconds. If the server "
                             "goes on with it, “%s” waits for its result."),
                          id, self->cli->invocation->request.wait, command);
}

static void
stop_following (Following *self, McpTaskList *tasks)
{
  g_signal_handlers_disconnect_by_data (tasks, self);
  if (self->task != NULL)
    g_signal_handlers_disconnect_by_func (self->task, note_task, NULL);
}

static AppCliStatus
run_call (AppCli *cli, AppDraft *draft, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (GError) refused = NULL;
  g_autoptr (GError) failed = NULL;
  g_autoptr (McpTaskList) tasks = NULL;
  g_autoptr (McpTask) task = NULL;
  McpClient *client = app_cli_get_client (cli, error);
  Following  following = { cli, NULL, FALSE };
  guint      timer = 0;

  if (client == NULL)
    return APP_CLI_UNREACHABLE;
  tasks = g_object_ref (mcp_client_get_feature (client, MCP_TYPE_TASK_LIST));
  app_draft_set_meta (draft, invocation->request.meta);
  app_draft_set_as_task (draft, invocation->request.task);
  AppCall *call = app_draft_prepare (draft);
  if (!isnan (invocation->request.ttl))
    app_call_get_options (call)->task_ttl_ms = (gint64)(invocation->request.ttl * 1000);
  /* Given by name it holds for the whole call, also where that becomes a task. */
  if (!isnan (invocation->target.total_timeout))
    app_call_get_options (call)->total_ms = (guint)(invocation->target.total_timeout * 1000);
  g_signal_connect (tasks, "items-changed", G_CALLBACK (on_task), &following);
  app_call_run_async (call, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    approve (cli, call, &refused);
  if (!isnan (invocation->request.wait))
    timer = g_timeout_add ((guint)(invocation->request.wait * 1000), on_wait_over, &following);
  g_autoptr (GAsyncResult) result = app_cli_wait (cli);
  g_clear_handle_id (&timer, g_source_remove);
  stop_following (&following, tasks);
  task = following.task;
  app_cli_trace_end_progress (call);
  if (task != NULL && invocation->request.no_wait && app_cli_interrupt_get_signal () == 0)
    {
      print_task (invocation, task);
      return APP_CLI_DONE;
    }
  if (following.over)
    {
      g_propagate_error (error, new_wait_error (&following, call));
      return APP_CLI_TIMEOUT;
    }
  if (result != NULL)
    app_call_run_finish (call, result, &failed);
  if (refused != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return APP_CLI_REFUSED;
    }
  AppProblem *problem = app_call_get_problem (call);
  if (problem != NULL && app_cli_interrupt_get_signal () == 0)
    {
      g_autofree char *response = dup_error_response (cli->session, call);

      return app_cli_fail_problem (invocation, problem, response);
    }
  if (failed == NULL && app_call_get_blocks (call) != NULL)
    return show_response (cli, call, error);
  if (failed != NULL)
    g_propagate_error (error, g_steal_pointer (&failed));
  return APP_CLI_SIGNAL;
}

/* A server may have tools that it does not list. */
static void
note_unlisted (AppCli *cli, const char *name)
{
  g_autoptr (GError) error = NULL;

  if (!app_cli_check_whole (cli, MCP_DEFINITION_TOOL, NULL))
    return;
  app_cli_fail_unknown (cli, MCP_DEFINITION_TOOL, name, &error);
  app_cli_note (cli->invocation, "⚠ %s", error->message);
}

/* There is nobody to ask for anything else. */
static gboolean
is_loss (const GError *error)
{
  switch (app_failure_of (error))
    {
    case APP_FAILURE_PROCESS_EXITED:
    case APP_FAILURE_CONNECTION_FAILED:
    case APP_FAILURE_CONNECTION_LOST:
    case APP_FAILURE_SESSION_EXPIRED:
    case APP_FAILURE_NOT_CONNECTED:
    case APP_FAILURE_CANCELLED:
      return TRUE;
    default:
      return FALSE;
    }
}

/* The list says what the arguments have to be, what is set for the server, and what the tool does.
 * Where it cannot be had, the call still can be tried. */
AppCliStatus
app_cli_call (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *name = invocation->arguments[0];
  g_autofree char        *arguments = NULL;
  g_autoptr (AppDraft) draft = NULL;
  g_autoptr (GError) unlisted = NULL;
  gboolean listed = app_cli_load (cli, MCP_DEFINITION_TOOL, &unlisted);
  McpTool *tool = app_catalogue_find_tool (
      app_session_get_feature (cli->session, APP_TYPE_CATALOGUE), name);

  if (!listed && (unlisted == NULL || is_loss (unlisted)))
    {
      if (unlisted != NULL)
        g_propagate_error (error, g_steal_pointer (&unlisted));
      return APP_CLI_UNREACHABLE;
    }
  if (!app_cli_arguments_build (invocation,
                                tool != NULL ? mcp_tool_get_input_schema (tool) : MCP_JSON_NO_VALUE,
                                FALSE, &arguments, error))
    return APP_CLI_REFUSED;
  if (listed && tool == NULL)
    note_unlisted (cli, name);
  AppCliStatus status = app_cli_check_arguments (cli, MCP_DEFINITION (tool), arguments);
  if (status != APP_CLI_DONE)
    return status;
  if (invocation->request.level != NULL && !app_cli_log_begin (cli, stderr, error))
    return APP_CLI_REFUSED;
  draft = app_draft_new_for_target (cli->session, APP_CALL_TOOL, name, arguments);
  status = run_call (cli, draft, error);
  if (invocation->request.level != NULL)
    app_cli_log_end (cli);
  return status;
}

/* A resource may carry a schema, which no revision of the protocol knows */

static gboolean
looks_like_json (McpResult *result)
{
  GPtrArray *contents = result->parts;

  for (guint i = 0; i < contents->len; i++)
    {
      const char      *type = ((McpResourceContents *)contents->pdata[i])->mime_type;
      g_autofree char *text =
          mcp_json_value_dup_string (((McpResourceContents *)contents->pdata[i])->text, NULL);

      if ((type != NULL && strstr (type, "json") != NULL) ||
          (text != NULL && strchr ("{[", *g_strchug (text)) != NULL))
        return TRUE;
    }
  return FALSE;
}

static void
note_misfits (const AppCliInvocation *invocation, McpResult *result, McpDefinition *resource)
{
  g_autoptr (GPtrArray) findings = app_findings_of_result (result, resource);
  guint n = 0;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      if (!g_str_has_prefix (mcp_finding_get_code (finding), "resource-"))
        continue;
      app_cli_note (invocation, "%s: %s", mcp_finding_get_pointer (finding),
                    mcp_finding_get_text (finding));
      n++;
    }
  if (n == 0)
    app_cli_note (invocation, "· %s",
                  _ ("It matches the schema in the list of resources."));
}

/* The list is asked for only where what was read may be JSON and a person reads on. */
static void
hold_against_schema (AppCli *cli, AppCall *call, const char *uri)
{
  g_autoptr (McpResult) result = NULL;
  McpDefinition *found;

  if (cli->invocation->output.quiet || cli->invocation->output.as_json)
    return;
  result = mcp_result_new_for_value (MCP_RESULT_RESOURCE, app_call_get_result (call));
  if (!looks_like_json (result) ||
      !app_cli_load (cli, MCP_DEFINITION_RESOURCE, NULL))
    return;
  found = app_catalogue_find (app_session_get_feature (cli->session, APP_TYPE_CATALOGUE),
                              MCP_DEFINITION_RESOURCE, uri);
  if (found != NULL &&
      mcp_json_value_get_kind (mcp_json_value_get_member (mcp_definition_get_value (found),
                                                          "schema")) == MCP_JSON_OBJECT)
    note_misfits (cli->invocation, result, found);
}

AppCliStatus
app_cli_read (AppCli *cli, GError **error)
{
  const char *uri = cli->invocation->arguments[0];
  g_autoptr (AppDraft) draft =
      app_draft_new_for_target (cli->session, APP_CALL_READ, uri, NULL);
  AppCliStatus status = run_call (cli, draft, error);

  if (status == APP_CLI_DONE)
    hold_against_schema (cli, app_draft_get_call (draft), uri);
  return status;
}

AppCliStatus
app_cli_prompt (AppCli *cli, GError **error)
{
  const char      *name = cli->invocation->arguments[0];
  AppCatalogue    *catalogue = app_session_get_feature (cli->session, APP_TYPE_CATALOGUE);
  g_autofree char *arguments = NULL;
  g_autoptr (AppDraft) draft = NULL;
  AppCliStatus status = APP_CLI_DONE;

  /* The arguments of a prompt are strings, whatever they look like. */
  if (!app_cli_arguments_build (cli->invocation, MCP_JSON_NO_VALUE, TRUE, &arguments, error))
    return APP_CLI_REFUSED;
  if (!cli->invocation->request.force && app_cli_load (cli, MCP_DEFINITION_PROMPT, NULL))
    status = app_cli_check_arguments (
        cli, app_catalogue_find (catalogue, MCP_DEFINITION_PROMPT, name), arguments);
  if (status != APP_CLI_DONE)
    return status;
  draft = app_draft_new_for_target (cli->session, APP_CALL_PROMPT, name, arguments);
  return run_call (cli, draft, error);
}

AppCliStatus
app_cli_ping (AppCli *cli, GError **error)
{
  McpClient *client = app_cli_get_client (cli, error);

  if (client == NULL)
    return APP_CLI_UNREACHABLE;
  mcp_client_ping_async (client, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  gint64 latency = mcp_client_ping_finish (client, app_cli_await (cli), error);
  if (latency < 0)
    return APP_CLI_UNREACHABLE;
  double milliseconds = latency / 1000.0;
  if (cli->invocation->output.as_json)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      app_cli_print ("{\"milliseconds\":%s}\n",
                     g_ascii_formatd (number, sizeof number, "%.3f", milliseconds));
    }
  else
    {
      McpServerInfo   *server = mcp_client_get_server_info (client);
      g_autofree char *title = app_cli_line (mcp_server_info_get_display_name (server));
      g_autofree char *version = app_cli_line (mcp_server_info_get_version (server));
      g_autofree char *protocol = app_cli_line (mcp_server_info_get_protocol_version (server));

      /* Translators: the server's name and version, a duration, its protocol revision */
      app_cli_print (_ ("%s %s answered in %.1f ms (protocol %s)\n"), title, version, milliseconds,
                     protocol);
    }
  return APP_CLI_DONE;
}
