/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs saved calls, one after the other, and checks their results. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-catalogue.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-output.h"
#include "app-cli-print.h"
#include "app-cli-report.h"
#include "app-collection.h"
#include "app-draft.h"
#include "app-placeholders.h"
#include "mcp-error.h"
#include "mcp-tool.h"

/* Collections are written by hand. */
#define MAX_BYTES (16u * 1024u * 1024u)

typedef struct
{
  AppCli          *cli;
  AppPlaceholders *placeholders;
  AppCliReport    *report;
  AppCliStatus     status;
  char            *lost; /* (nullable): why nothing more can be called */
} Run;

static AppCollection *
read_collection (const char *path, GError **error)
{
  gsize length = 0;
  char *text = app_cli_input_read (path, MAX_BYTES, &length, error);
  g_autoptr (GBytes) bytes = text != NULL ? g_bytes_new_take (text, length) : NULL;

  return bytes != NULL ? app_collection_parse (bytes, error) : NULL;
}

static gboolean
is_chosen (const AppSavedCall *call, char **names)
{
  if (names[0] == NULL)
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    if (app_saved_call_is (call, names[i]))
      return TRUE;
  return FALSE;
}

/* Those of the names that were given, or all. Returns: (nullable) */
static GPtrArray *
choose (AppCollection *collection, char **names, GError **error)
{
  GPtrArray *all = app_collection_get_calls (collection);
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  for (guint i = 0; names[0] != NULL && names[i] != NULL; i++)
    {
      gboolean known = FALSE;

      for (guint k = 0; k < all->len && !known; k++)
        known = app_saved_call_is (all->pdata[k], names[i]);
      if (!known)
        {
          g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       _ ("The collection has no call or group “%s”."), names[i]);
          return NULL;
        }
    }
  for (guint k = 0; k < all->len; k++)
    if (is_chosen (all->pdata[k], names))
      g_ptr_array_add (chosen, all->pdata[k]);
  return g_steal_pointer (&chosen);
}

/* Nobody looks at each call of a collection, so that the rule holds for all that may change
 * something: what a person allows is said once, by --yes, by a rule of the list or at the terminal.
 */
static gboolean
ask_for (AppCli *cli, const char *tool_name)
{
  McpTool *tool = app_catalogue_find_tool (
      app_session_get_feature (cli->session, APP_TYPE_CATALOGUE), tool_name);
  StoreProfile    *profile = app_session_get_profile (cli->session);
  g_autofree char *visible = app_cli_line (tool_name);
  g_autofree char *question = NULL;

  if (cli->invocation->yes || (tool != NULL && !mcp_tool_may_destroy (tool)) ||
      store_profile_get_approval_for_tool (profile, tool_name) != STORE_APPROVAL_ASK)
    return TRUE;
  /* Translators: the name of a tool */
  question = g_strdup_printf (_ ("“%s” may change or destroy something. Run its calls?"), visible);
  return app_cli_input_ask (question);
}

/* Returns: (nullable): the tool that may not be called */
static const char *
find_refused (AppCli *cli, GPtrArray *calls)
{
  g_autoptr (GHashTable) asked = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < calls->len; i++)
    {
      const AppSavedCall *call = calls->pdata[i];

      if (g_hash_table_add (asked, call->tool) && !ask_for (cli, call->tool))
        return call->tool;
    }
  return NULL;
}

/* A call without a result. Returns: (transfer full): why */
static char *
note_problem (Run *self, AppProblem *problem)
{
  const GError *error = app_problem_get_error (problem);
  AppCliStatus  status = app_cli_status_of (error);

  if (status == APP_CLI_UNREACHABLE || status == APP_CLI_AUTHORIZATION)
    self->lost = g_strdup (app_problem_get_what (problem));
  if (status == APP_CLI_UNREACHABLE || status == APP_CLI_AUTHORIZATION ||
      (status == APP_CLI_TIMEOUT && self->status != APP_CLI_UNREACHABLE))
    self->status = status;
  return g_strdup (app_problem_get_what (problem));
}

/* Returns: (transfer full) (nullable): why it failed */
static char *
check (Run *self, const AppSavedCall *saved, AppCall *call, gint64 duration)
{
  g_auto (McpJsonSlot) slot = { MCP_JSON_NO_VALUE };
  AppProblem *problem = app_call_get_problem (call);
  AppOutcome  outcome = { MCP_JSON_NO_VALUE, app_call_is_error (call), duration };

  if (problem != NULL)
    return note_problem (self, problem);
  if (app_call_get_object (call) != NULL)
    store_object_read (app_call_get_object (call), &slot);
  outcome.value = slot.value;
  if (!outcome.is_error)
    app_placeholders_set (self->placeholders, saved->name, outcome.value);
  return app_saved_call_check (saved, &outcome);
}

static void
run_one (Run *self, const AppSavedCall *saved)
{
  AppCli *cli = self->cli;
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments =
      app_placeholders_fill (self->placeholders, saved->arguments, &error);
  g_autoptr (AppDraft) draft = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *failure = NULL;
  gint64           started = g_get_monotonic_time ();
  gint64           duration = 0;
  AppCall         *call;

  if (arguments != NULL)
    {
      draft = app_draft_new_for_target (cli->session, APP_CALL_TOOL, saved->tool, arguments);
      call = app_draft_prepare (draft);
      app_call_run_async (call, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
      /* The person has agreed before the first call. */
      if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
        app_call_approve (call, FALSE);
      result = app_cli_wait (cli);
      duration = g_get_monotonic_time () - started;
      if (result != NULL)
        app_call_run_finish (call, result, NULL);
      if (app_cli_interrupt_get_signal () != 0)
        return;
      failure = check (self, saved, call, duration);
    }
  else
    failure = g_strdup (error->message);
  if (failure != NULL && self->status == APP_CLI_DONE)
    self->status = APP_CLI_TOOL_ERROR;
  g_autofree char *masked =
      failure != NULL
          ? app_redactor_redact_text (app_session_get_redactor (cli->session), failure)
          : NULL;
  app_cli_report_add (self->report, saved->group, saved->name, masked, duration);
}

static AppCliStatus
run_all (Run *self, GPtrArray *calls)
{
  for (guint i = 0; i < calls->len; i++)
    {
      const AppSavedCall *call = calls->pdata[i];

      if (self->lost != NULL)
        app_cli_report_skip (self->report, call->group, call->name, self->lost);
      else
        run_one (self, call);
      if (app_cli_interrupt_get_signal () != 0)
        return APP_CLI_SIGNAL;
    }
  app_cli_report_end (self->report);
  return self->status;
}

static gboolean
read_format (const AppCliInvocation *invocation, gboolean *junit)
{
  const char *format = invocation->output.format;

  *junit = g_strcmp0 (format, "junit") == 0;
  return format == NULL || *junit || g_str_equal (format, "tap");
}

AppCliStatus
app_cli_run (AppCli *cli, GError **error)
{
  char **words = cli->invocation->arguments;
  g_autoptr (AppCollection) collection = NULL;
  g_autoptr (GPtrArray) calls = NULL;
  g_autoptr (AppPlaceholders) placeholders = app_placeholders_new ();
  g_autoptr (AppCliReport) report = NULL;
  g_autofree char *title = NULL;
  gboolean         junit;
  const char      *refused;
  AppCliStatus     status;

  if (!read_format (cli->invocation, &junit))
    return app_cli_fail_usage (cli->invocation, "%s", _ ("--format takes tap or junit."));
  collection = read_collection (words[0], error);
  calls = collection != NULL ? choose (collection, words + 1, error) : NULL;
  if (calls == NULL)
    return APP_CLI_REFUSED;
  if (!app_cli_connect (cli, error))
    return APP_CLI_UNREACHABLE;
  /* Without a list every tool counts as one that may change something. */
  app_cli_load (cli, MCP_DEFINITION_TOOL, NULL);
  refused = find_refused (cli, calls);
  if (refused != NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
                   _ ("“%s” may change or destroy something. Nothing was called. Use --yes to run "
                      "the collection without asking."),
                   refused);
      return APP_CLI_REFUSED;
    }
  title = g_path_get_basename (words[0]);
  report = app_cli_report_new (junit, title, calls->len);
  Run run = { cli, placeholders, report, APP_CLI_DONE, NULL };
  status = run_all (&run, calls);
  if (status != APP_CLI_SIGNAL)
    app_cli_output_keep ();
  g_free (run.lost);
  return status;
}
