/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a collection of saved calls and reports what came of them. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-check.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-output.h"
#include "app-cli-print.h"
#include "app-cli-report.h"
#include "app-saved-run.h"
#include "app-visible-text.h"

/* Collections are written by hand. */
#define MAX_BYTES (16u * 1024u * 1024u)
/* A call with its arguments, as a question shows it. */
#define MAX_QUESTION 500

typedef struct
{
  AppCli       *cli;
  AppSavedRun  *run;
  AppCliReport *report;
  AppCliStatus  status;
  char         *lost; /* (nullable): why nothing more can be called */
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
  if (all->len > 0)
    return g_steal_pointer (&chosen);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("The collection has no calls."));
  return NULL;
}

/* @tools: names. @text: (nullable): one call with its arguments. Returns: whether they may run */
static gboolean
ask_for (AppCli *cli, const char *reason, const char *tools, const char *text, GError **error)
{
  AppAdmission     admission = app_cli_settle (cli, APP_CALLER_COLLECTION);
  g_autofree char *visible = app_visible_text_line (text != NULL ? text : tools, MAX_QUESTION);
  g_autofree char *question =
      /* Translators: why the program asks, then a tool with its arguments, or names of tools */
      text != NULL ? g_strdup_printf (_ ("%s Call %s?"), reason, visible)
                   : g_strdup_printf (_ ("%s Run the calls of %s?"), reason, visible);

  if (admission == APP_ADMIT_ALLOW ||
      (admission == APP_ADMIT_ASK && app_cli_input_ask (question)))
    return TRUE;
  return app_cli_refuse (
      error, APP_ERROR, APP_ERROR_REFUSED,
      /* Translators: names of tools, then a sentence with the reason */
      _ ("%s: %s Nothing was called. Use --yes to run the collection without asking."), tools,
      reason);
}

/* Of earlier results; see AppSavedRunAsk. */
static gboolean
ask_when_due (const AppSavedCall *call,
              const char         *arguments,
              const char         *reason,
              gpointer            user_data)
{
  AppCli          *cli = user_data;
  g_autofree char *text = app_saved_run_dup_text (cli->session, call, arguments);

  return ask_for (cli, reason, call->target, text, NULL);
}

/* Those that do not say what they do are asked about together, once; each other call by itself. */
static gboolean
ask_for_all (Run *self, GPtrArray *calls, GError **error)
{
  g_autoptr (GString) together = g_string_new (NULL);
  const char *reason = NULL;

  for (guint i = 0; i < calls->len; i++)
    {
      const AppSavedCall *call = calls->pdata[i];
      AppApproval         asks = app_saved_run_ask (self->run, self->cli->session, call);
      g_autofree char    *text = NULL;

      if (asks.admission != APP_ADMIT_ASK)
        continue;
      if (asks.reach != APP_REACHES_TOOL)
        {
          text = app_saved_run_dup_text (self->cli->session, call, NULL);
          if (!ask_for (self->cli, asks.reason, call->target, text, error))
            return FALSE;
          continue;
        }
      reason = asks.reason;
      g_string_append_printf (together, "%s%s", together->len > 0 ? ", " : "", call->target);
    }
  return reason == NULL || ask_for (self->cli, reason, together->str, NULL, error);
}

/* Whether the server, or a proxy on the way, refused one request: the next may be served. */
static gboolean
is_refusal (const GError *error)
{
  AppFailure failure = app_failure_of (error);

  return failure == APP_FAILURE_HTTP_STATUS || failure == APP_FAILURE_SESSION_EXPIRED ||
         failure == APP_FAILURE_REDIRECTED;
}

/* A call without a result, and perhaps the end of all calls. */
static void
note_error (Run *self, const AppSavedOutcome *outcome)
{
  AppCliStatus status = app_cli_status_of (outcome->error);

  if ((status == APP_CLI_UNREACHABLE && !is_refusal (outcome->error)) ||
      app_session_get_client (self->cli->session) == NULL)
    self->lost = g_strdup (outcome->failure);
  if (status == APP_CLI_UNREACHABLE || status == APP_CLI_AUTHORIZATION ||
      (status == APP_CLI_TIMEOUT && self->status != APP_CLI_UNREACHABLE))
    self->status = status;
}

static void
run_one (Run *self, const AppSavedCall *saved)
{
  AppCli *cli = self->cli;

  app_saved_run_call_async (self->run, cli->session, saved, app_cli_interrupt_get_cancellable (),
                            app_cli_done, cli);
  g_autoptr (GAsyncResult) result = app_cli_wait (cli);
  if (result == NULL || app_cli_interrupt_get_signal () != 0)
    return;
  g_autoptr (AppSavedOutcome) outcome = app_saved_run_call_finish (self->run, result);
  if (outcome->error != NULL)
    note_error (self, outcome);
  if (outcome->failure != NULL && self->status == APP_CLI_DONE)
    self->status = APP_CLI_TOOL_ERROR;
  app_cli_report_add (self->report, saved->group, saved->name, outcome->failure,
                      outcome->duration);
}

/* Returns: (transfer full) (nullable): why the call is not for this server */
static char *
find_reason_to_skip (Run *self, const AppSavedCall *call)
{
  const char *id = store_profile_get_id (app_session_get_profile (self->cli->session));

  if (self->lost != NULL)
    return g_strdup (self->lost);
  return id != NULL && call->server != NULL && !g_str_equal (call->server, id)
             /* Translators: %s is the id of a server */
             ? g_strdup_printf (_ ("This call is for the server “%s”."), call->server)
             : NULL;
}

static AppCliStatus
run_all (Run *self, GPtrArray *calls)
{
  for (guint i = 0; i < calls->len; i++)
    {
      const AppSavedCall *call = calls->pdata[i];
      g_autofree char    *reason = find_reason_to_skip (self, call);

      if (reason != NULL)
        app_cli_report_skip (self->report, call->group, call->name, reason);
      else
        run_one (self, call);
      if (app_cli_interrupt_get_signal () != 0)
        return APP_CLI_SIGNAL;
    }
  app_cli_report_end (self->report);
  return self->status;
}

/* What there is to run against, or why not. */
static AppCliStatus
prepare (Run *self, GPtrArray *calls, GError **error)
{
  if (!app_cli_connect (self->cli, error))
    return APP_CLI_UNREACHABLE;
  /* Without a list no tool says that it only reads. */
  app_cli_load (self->cli, MCP_DEFINITION_TOOL, NULL);
  return ask_for_all (self, calls, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_run (AppCli *cli, GError **error)
{
  static const char *const formats[] = { "tap", "junit", "json", NULL };
  const AppCliOutput      *output = &cli->invocation->output;
  char                   **words = cli->invocation->arguments;
  int                      format = app_cli_find_word (output->format, formats,
                                  output->as_json ? APP_CLI_REPORT_JSON : APP_CLI_REPORT_TAP);
  g_autoptr (AppSavedRun) saved_run = app_saved_run_new (ask_when_due, cli);
  g_autoptr (AppCliReport) report = NULL;

  if (format < 0)
    return app_cli_fail_usage (cli->invocation, "%s", _ ("--format takes tap, junit or json."));
  g_autoptr (AppCollection) collection = read_collection (words[0], error);
  g_autoptr (GPtrArray) calls = collection != NULL ? choose (collection, words + 1, error) : NULL;
  if (calls == NULL)
    return APP_CLI_REFUSED;
  Run          run = { cli, saved_run, NULL, APP_CLI_DONE, NULL };
  AppCliStatus status = prepare (&run, calls, error);
  /* Lines of TAP are of calls; a report is written whatever there is in it. */
  if (status != APP_CLI_DONE && format == APP_CLI_REPORT_TAP)
    return status;
  g_autofree char *title = g_path_get_basename (words[0]);
  report = app_cli_report_new ((AppCliReportFormat)format, title, calls->len);
  run.report = report;
  if (status == APP_CLI_DONE)
    status = run_all (&run, calls);
  else
    {
      app_cli_report_fail (report, error != NULL && *error != NULL ? (*error)->message
                                                                   : _ ("Not connected."));
      app_cli_report_end (report);
    }
  if (status != APP_CLI_SIGNAL)
    app_cli_output_keep ();
  g_free (run.lost);
  return status;
}
