/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether another application would reach a server: the entry that stands in its file, or the one
 * that would be written, is tried as the application would. */

#include "app-cli-config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-client-file.h"
#include "app-client-trial.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* What is in the file. Returns: (transfer full) (nullable): the entry's JSON */
static char *
read_entry (AppCli *cli, const StoreClientFormat *format, const char *name, GError **error)
{
  g_autoptr (AppClientTarget) target =
      app_cli_config_create_target (cli->invocation, format, error);
  g_autoptr (GPtrArray) entries =
      target != NULL ? app_client_file_read_entries (target, error) : NULL;

  if (entries == NULL)
    return NULL;
  for (guint i = 0; i < entries->len; i++)
    {
      const AppClientEntry *entry = entries->pdata[i];

      if (g_str_equal (entry->name, name) && *entry->json == '{')
        return g_strdup (entry->json);
    }
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
               /* Translators: %s is a name of a server, then a file's path */
               _ ("There is no server called “%s” in %s."), name,
               app_client_target_get_path (target));
  return NULL;
}

/* What would be written, secrets included. Returns: (transfer full) (nullable): the same */
static char *
write_entry (AppCli                  *cli,
             const StoreClientFormat *format,
             AppClientTrialOptions   *options,
             GError                 **error)
{
  g_autoptr (StoreProfile) profile = app_cli_dup_profile (cli, error);
  g_autoptr (AppClientChange) change = NULL;

  if (profile == NULL)
    return NULL;
  options->unconfirmed = store_profile_needs_confirmation (profile);
  /* The person is asked about the command before it runs. */
  store_profile_confirm (profile);
  change = app_cli_config_plan_entry (cli, format, profile, TRUE, error);
  return change != NULL ? g_strdup (app_client_change_get_info (change)->json) : NULL;
}

/* The person looks at what another program wrote before it runs. */
static gboolean
show (AppCli                  *cli,
      const StoreClientFormat *format,
      const char              *json,
      AppClientTrialOptions   *options)
{
  g_autofree char *written = app_client_trial_dup_command (format, json, options, FALSE);
  g_autofree char *expanded = app_client_trial_dup_command (format, json, options, TRUE);
  g_autofree char *visible = written != NULL ? app_visible_text_block (written, 0) : NULL;
  g_autofree char *real = expanded != NULL ? app_visible_text_block (expanded, 0) : NULL;

  options->shown = cli->invocation->yes;
  if (!options->unconfirmed || options->shown || visible == NULL || !app_cli_input_can_ask ())
    return TRUE;
  fprintf (stderr, _ ("This came from elsewhere and was never confirmed:\n\n%s\n\n"),
           visible);
  if (g_strcmp0 (visible, real) != 0)
    fprintf (stderr, _ ("With its variables replaced:\n\n%s\n\n"), real);
  options->shown = app_cli_input_ask (_ ("Use it once?"));
  return options->shown;
}

static void
print_json (AppClientTrialResult *result)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer,
                       "{'ok': %b, 'server': ?%s, 'version': ?%s, 'tools': ?%i, "
                       "'longest_tool': ?%s, 'output': ?%s, 'missing': [",
                       result->ok, result->server_name, result->server_version,
                       result->ok ? (int)result->n_tools : -1, result->longest_tool,
                       result->output);
  for (guint i = 0; i < result->missing->len; i++)
    mcp_json_writer_string (writer, result->missing->pdata[i]);
  mcp_json_writer_add (writer, "], 'problem': ?%s, 'advice': ?%s}",
                       result->problem != NULL ? app_problem_get_what (result->problem) : NULL,
                       result->problem != NULL ? app_problem_get_advice (result->problem) : NULL);
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

static AppCliStatus
print_result (AppCli *cli, const StoreClientFormat *format, AppClientTrialResult *result)
{
  g_autofree char *server = app_cli_line (result->server_name);
  g_autofree char *version = app_cli_line (result->server_version);

  for (guint i = 0; i < result->missing->len; i++)
    app_cli_note (cli->invocation,
                  /* Translators: %s is the name of a variable, then an application */
                  _ ("⚠ The variable %s is not set; %s needs it in its own environment."),
                  (const char *)result->missing->pdata[i], format->name);
  if (cli->invocation->output.as_json)
    print_json (result);
  if (result->problem != NULL && !cli->invocation->output.as_json)
    {
      app_cli_print_lines (result->output, 2);
      return app_cli_fail_problem (cli->invocation, result->problem, NULL);
    }
  if (result->problem != NULL)
    return app_cli_status_of (app_problem_get_error (result->problem));
  if (!cli->invocation->output.as_json)
    /* Translators: %s is an application, then a server and its version; then a number of tools */
    app_cli_print (ngettext ("%s reaches %s %s: %u tool\n", "%s reaches %s %s: %u tools\n",
                             result->n_tools),
                   format->name, server, version, result->n_tools);
  return APP_CLI_DONE;
}

static AppCliStatus
run (AppCli                  *cli,
     const StoreClientFormat *format,
     const char              *json,
     AppClientTrialOptions   *options,
     GError                 **error)
{
  g_autoptr (AppClientTrialResult) result = NULL;

  if (!isnan (cli->invocation->target.timeout))
    options->timeout = (guint)(cli->invocation->target.timeout * 1000);
  app_cli_interrupt_begin ();
  app_client_trial_run_async (format, json, options, app_cli_interrupt_get_cancellable (),
                              app_cli_done, cli);
  g_autoptr (GAsyncResult) ended = app_cli_wait (cli);
  result = ended != NULL ? app_client_trial_run_finish (ended, error) : NULL;
  return result != NULL ? print_result (cli, format, result) : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_config_test (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *client =
      invocation->arguments[0] != NULL ? invocation->arguments[1] : NULL;
  const StoreClientFormat *format = client != NULL ? store_client_format_find (client) : NULL;
  AppClientTrialOptions    options = { 0 };
  gboolean                 written =
      invocation->target.server == NULL && invocation->program == NULL;

  if (format == NULL)
    return app_cli_fail_usage (invocation, _ ("“config test” takes an application; “config list” "
                                              "names them."));
  if (written && invocation->keeping.name == NULL)
    return app_cli_fail_usage (invocation, _ ("Name the entry with --name, or a saved server with "
                                              "--server."));
  options.project = invocation->keeping.project;
  options.name = written ? invocation->keeping.name : invocation->target.server;
  if (options.name == NULL)
    options.name = invocation->program[0];
  if (!written && !app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  options.unconfirmed = written;
  g_autofree char *json = written ? read_entry (cli, format, options.name, error)
                                  : write_entry (cli, format, &options, error);
  if (json == NULL || !show (cli, format, json, &options))
    return APP_CLI_REFUSED;
  return run (cli, format, json, &options, error);
}
