/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app-case-controller.h"
#include "app-case-export.h"
#include "app-cli-chat-options.h"
#include "app-cli-conversation.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-cli-provider.h"
#include "app-error.h"

typedef struct
{
  AppCli            *cli;
  AppCaseFile       *file;
  AppCaseChoices     choices;
  AppCaseTerms       terms;
  GPtrArray         *providers; /* AppCliProvider, of the models */
  AppCaseController *cases;
  AppCliStatus       status; /* of what failed; APP_CLI_DONE: nothing did */
} Cases;

static void
provider_free (gpointer data)
{
  app_model_target_clear (data);
  g_free (data);
}

static void
cases_clear (Cases *self)
{
  g_clear_pointer (&self->cases, app_case_controller_free);
  g_clear_pointer (&self->file, app_case_file_unref);
  g_clear_pointer (&self->providers, g_ptr_array_unref);
  g_clear_pointer (&self->terms.sessions, g_ptr_array_unref);
  g_clear_pointer (&self->terms.others, g_ptr_array_unref);
  g_clear_pointer (&self->terms.overlays, app_tool_overlays_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cases, cases_clear)

/* Cases */

/* What could not be taken over. */
static void
print_notes (const AppCliInvocation *invocation, GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    app_cli_note (invocation, "· %s", (const char *)notes->pdata[i]);
}

static GBytes *
read_bytes (const char *path, GError **error)
{
  gsize length;
  char *text = app_cli_input_read (path, APP_CASE_SUITE_MAX_BYTES, &length, error);

  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

static AppCaseFile *
read_conversation (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversation) conversation =
      app_cli_conversation_open (cli, cli->invocation->bench.chat, error);

  if (conversation == NULL)
    return NULL;
  g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (conversation);
  return app_case_file_new_conversation (turns, app_kept_conversation_get_title (conversation),
                                         app_kept_conversation_get_system (conversation), error);
}

static AppCliStatus
read_cases (Cases *self, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  const char             *path = invocation->arguments[0];
  g_autoptr (GError) wrong = NULL;

  if ((path != NULL) == (invocation->bench.chat != NULL))
    return app_cli_fail_usage (invocation, "%s",
                               _ ("“cases” takes a file of cases, or a --chat."));
  if (path == NULL)
    self->file = read_conversation (self->cli, error);
  else
    self->file = app_case_file_read (path, invocation->bench.answers, read_bytes, &wrong);
  if (wrong != NULL)
    {
      g_prefix_error (&wrong, "%s: ", path);
      return app_cli_fail_input (invocation, wrong, NULL, NULL);
    }
  if (self->file == NULL)
    return APP_CLI_REFUSED;
  print_notes (invocation, self->file->notes);
  return APP_CLI_DONE;
}

/* Prints them in place of asking. */
static AppCliStatus
print_cases (Cases *self)
{
  static const char *const left[] = { "promptfoo", "pytest", "curl", NULL };
  const AppCliInvocation  *invocation = self->cli->invocation;
  const char              *format_name = invocation->bench.export;
  char                   **names = invocation->model.names;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char    *text = NULL;
  AppCaseExportFormat format;

  if (g_strv_contains (left, format_name))
    return app_cli_fail_usage (invocation,
                               /* Translators: the name of a format */
                               _ ("Cases are no longer written for “%s”. --export takes “spyglass” "
                                  "or “mcpjam”."),
                               format_name);
  if (!app_case_export_format_from_text (format_name, &format))
    return app_cli_fail_usage (invocation, "%s", _ ("--export takes “spyglass” or “mcpjam”."));
  text = app_case_export (self->file->suite, format, names != NULL ? names[0] : NULL, notes);
  print_notes (invocation, notes);
  app_cli_print ("%s", text);
  return APP_CLI_DONE;
}

/* Servers */

static AppCliStatus
add_server (AppCli *cli, const char *server, GPtrArray *sessions, GError **error)
{
  if (!app_cli_connect_to (cli, server, error))
    return APP_CLI_UNREACHABLE;
  g_ptr_array_add (sessions, cli->session);
  return app_cli_load_tools_for_model (cli, error) ? APP_CLI_DONE : APP_CLI_UNREACHABLE;
}

/* Those of the command line, else those that the file names. */
static AppCliStatus
add_servers (Cases *self, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  const AppCaseSuite     *suite = self->file->suite;
  char                  **servers = invocation->target.servers;
  AppCliStatus            status = APP_CLI_DONE;

  if (!app_case_suite_needs_servers (suite))
    return APP_CLI_DONE;
  if (servers == NULL && (invocation->program != NULL || invocation->target.config != NULL))
    return add_server (self->cli, NULL, self->terms.sessions, error);
  if (servers == NULL)
    servers = suite->servers;
  if (servers == NULL)
    app_cli_note (invocation, "⚠ %s",
                  _ ("No server is named: the model gets no tools. Name servers with --server."));
  for (guint i = 0; status == APP_CLI_DONE && servers != NULL && servers[i] != NULL; i++)
    status = add_server (self->cli, servers[i], self->terms.sessions, error);
  return status;
}

/* What is compared */

/* The server that is asked about in the place of the last one. */
static AppCliStatus
add_against (Cases *self, GError **error)
{
  const char *server = self->cli->invocation->bench.against;
  GPtrArray  *sessions = self->terms.sessions;

  if (server == NULL)
    return APP_CLI_DONE;
  if (sessions->len == 0)
    return app_cli_fail_usage (self->cli->invocation, "%s",
                               _ ("--against takes the place of a server, and there is none."));
  self->terms.others = g_ptr_array_new ();
  self->terms.others_name = server;
  for (guint i = 0; i + 1 < sessions->len; i++)
    g_ptr_array_add (self->terms.others, sessions->pdata[i]);
  return add_server (self->cli, server, self->terms.others, error);
}

static AppCliStatus
choose (Cases *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  const AppCliBench      *bench = &invocation->bench;
  const AppCliModel      *model = &invocation->model;
  AppModelOptions         options;

  self->choices.allow_tools = bench->allow_tools;
  self->choices.as_approved = bench->as_approved;
  self->terms.choices = &self->choices;
  self->terms.repeat = (guint)bench->repeat;
  self->terms.max_tokens = model->max_tokens;
  self->terms.max_cost = model->max_cost != NULL ? g_ascii_strtod (model->max_cost, NULL) : 0;
  /* There is no workspace where no server is asked. */
  if (self->cli->workspace != NULL)
    self->terms.book = app_workspace_get_book (self->cli->workspace);
  if (bench->versus == NULL)
    return APP_CLI_DONE;
  app_model_options_init (&options);
  AppCliStatus status = app_cli_chat_options_read_overlay (invocation, bench->versus, &options);
  self->terms.overlays = g_steal_pointer (&options.overlays);
  self->terms.overlays_name = bench->versus;
  app_model_options_clear (&options);
  return status;
}

/* Models */

/* Returns: APP_CLI_DONE where there is a key for each model, before anything is asked */
static AppCliStatus
choose_models (Cases *self, char **names, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;

  for (guint i = 0; status == APP_CLI_DONE && names[i] != NULL; i++)
    {
      AppCliProvider *provider = g_new0 (AppCliProvider, 1);

      g_ptr_array_add (self->providers, provider);
      status = app_cli_provider_choose_text (self->cli, names[i], provider, error);
    }
  return status;
}

static AppModelConversation *
create_bench (guint model, gpointer user_data, GError **error)
{
  Cases                  *self = user_data;
  const AppCliInvocation *invocation = self->cli->invocation;
  AppCliProvider         *provider = self->providers->pdata[model];
  double                  timeout = invocation->target.timeout;
  g_autoptr (McpModelClient) client = mcp_model_client_new (provider->provider, NULL);
  g_autoptr (AppModelConversation) bench =
      app_model_conversation_new (client, provider->model, provider->key);

  self->status =
      app_cli_chat_options_set (invocation, provider, app_model_conversation_get_options (bench));
  if (self->status != APP_CLI_DONE)
    return NULL;
  if (!isnan (timeout) && timeout > 0)
    mcp_model_client_set_idle_timeout (client, (guint)(timeout * 1000));
  app_model_conversation_set_system (bench, invocation->model.system != NULL
                                                ? invocation->model.system
                                                : self->file->system);
  return g_steal_pointer (&bench);
}

static gboolean
agree (guint model, AppSession *session, gpointer user_data, GError **error)
{
  Cases *self = user_data;

  self->status =
      app_cli_provider_agree (self->cli, self->providers->pdata[model], session, error);
  return self->status == APP_CLI_DONE;
}

/* Those that are compared, with what is to be said of them before. */
static AppCliStatus
add_variants (Cases *self, char **names, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  g_autoptr (GError) wrong = NULL;
  gboolean          added = TRUE;
  AppApprovedTools *approved;
  g_autofree char  *text = NULL;

  for (guint i = 0; added && names[i] != NULL; i++)
    added = app_case_controller_add_model (self->cases, i, names[i], &wrong);
  if (self->status != APP_CLI_DONE)
    {
      /* What was printed already has none. */
      if (wrong != NULL)
        g_propagate_error (error, g_steal_pointer (&wrong));
      return self->status;
    }
  approved = app_case_controller_get_approved (self->cases);
  text = approved != NULL ? app_approved_tools_dup_text (approved) : g_strdup ("");
  if (!added)
    return app_cli_fail_input (invocation, wrong, *text != '\0' ? text : NULL, NULL);
  if (approved != NULL)
    app_cli_note (invocation, "· %s", text);
  for (guint i = 0; i < app_case_controller_count_variants (self->cases); i++)
    app_cli_chat_options_check_overlay (invocation,
                                        app_case_controller_get_bench (self->cases, i));
  return APP_CLI_DONE;
}

/* How much will be asked */

static AppCliStatus
confirm (Cases *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  guint                   rounds =
      invocation->model.rounds > 0 ? (guint)invocation->model.rounds : APP_MODEL_ROUNDS;
  AppCaseEstimate  estimate = app_case_controller_estimate (self->cases, rounds);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  /* Translators: two numbers */
  text = g_strdup_printf (_ ("About %.0f requests will be sent, %.0f at most."),
                          (double)estimate.about, (double)estimate.most);
  if (invocation->yes)
    {
      app_cli_note (invocation, "· %s", text);
      return APP_CLI_DONE;
    }
  /* Translators: %s is a sentence that says how many requests will be sent */
  g_autofree char *question = g_strdup_printf (_ ("%s Send them?"), text);
  if (app_cli_input_can_ask () && app_cli_input_ask (question))
    return APP_CLI_DONE;
  g_set_error_literal (&error, APP_ERROR, APP_ERROR_REFUSED, text);
  return app_cli_fail_input (invocation, error, _ ("Use --yes to send them without asking."), NULL);
}

/* Running */

static void
on_settled (guint variant, guint index, gpointer user_data)
{
  Cases         *self = user_data;
  const AppCase *item = self->file->suite->cases->pdata[index];

  /* Translators: the names of a case and of a model */
  app_cli_note (
      self->cli->invocation, _ ("· %s: %s"), item->id,
      app_case_report_get_name (app_case_controller_get_report (self->cases), variant));
}

static void
on_failed (guint variant, McpModelFailure *failure, const GError *error, gpointer user_data)
{
  Cases *self = user_data;

  if (self->status == APP_CLI_DONE)
    self->status = app_cli_provider_fail (self->cli->invocation, failure, error);
}

/* The end */

static gboolean
write_reports (Cases *self, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  AppCaseReport          *report = app_case_controller_get_report (self->cases);
  g_autofree char        *text = NULL;
  g_autofree char        *junit = NULL;

  if (invocation->output.as_json)
    app_cli_print_json (app_case_report_write_json (report));
  else
    {
      text = app_case_report_write_text (report);
      app_cli_print ("%s", text);
    }
  if (invocation->bench.junit == NULL)
    return TRUE;
  junit = app_case_report_write_junit (report);
  return g_file_set_contents (invocation->bench.junit, junit, -1, error);
}

static AppCliStatus
end (Cases *self, AppCaseRunsEnd ended, GError **error)
{
  g_autoptr (GError) limit = NULL;

  if (app_cli_interrupt_get_signal () != 0)
    return APP_CLI_SIGNAL;
  if (!write_reports (self, error))
    return APP_CLI_REFUSED;
  if (self->status != APP_CLI_DONE)
    return self->status;
  if (ended == APP_CASE_RUNS_SPENT)
    {
      g_set_error_literal (&limit, APP_ERROR, APP_ERROR_REFUSED,
                           _ ("The limit of what may be spent was reached: not all runs were "
                              "made."));
      return app_cli_fail_input (self->cli->invocation, limit, NULL, NULL);
    }
  return app_case_report_count (app_case_controller_get_report (self->cases), APP_CASE_WRONG) > 0
             ? APP_CLI_TOOL_ERROR
             : APP_CLI_DONE;
}

static const AppCaseFace face = {
  .create_bench = create_bench,
  .agree = agree,
  .settled = on_settled,
  .failed = on_failed,
};

AppCliStatus
app_cli_cases (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  char                  **names = invocation->model.names;
  g_auto (Cases) self = { .cli = cli };

  self.providers = g_ptr_array_new_with_free_func (provider_free);
  self.terms.sessions = g_ptr_array_new ();
  AppCliStatus status = read_cases (&self, error);
  if (status != APP_CLI_DONE)
    return status;
  if (invocation->bench.export != NULL)
    return print_cases (&self);
  if (names == NULL)
    return app_cli_fail_usage (invocation, "%s", _ ("“cases” takes a --model, or several."));
  status = choose_models (&self, names, error);
  if (status == APP_CLI_DONE)
    status = add_servers (&self, error);
  if (status == APP_CLI_DONE)
    status = add_against (&self, error);
  if (status == APP_CLI_DONE)
    status = choose (&self);
  if (status != APP_CLI_DONE)
    return status;
  self.cases = app_case_controller_new (self.file, &self.terms, &face, &self);
  status = add_variants (&self, names, error);
  if (status == APP_CLI_DONE)
    status = confirm (&self);
  if (status != APP_CLI_DONE)
    return status;
  app_cli_interrupt_begin ();
  app_case_controller_run_async (self.cases, app_cli_interrupt_get_cancellable (), app_cli_done,
                                 cli);
  /* What runs needs the controller: where it does not end, the program does. */
  return end (&self, app_case_controller_run_finish (app_cli_await (cli)), error);
}
