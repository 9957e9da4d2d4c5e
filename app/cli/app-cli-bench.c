/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app-case-report.h"
#include "app-case-trial.h"
#include "app-cli-cases.h"
#include "app-cli-chat-options.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-cli-provider.h"
#include "mcp-error.h"

/* One model, with one version of the tools' descriptions. */
typedef struct
{
  char           *name;
  AppCliProvider *provider; /* in the list of them */
  AppBench       *bench;
} Variant;

typedef struct
{
  AppCli        *cli;
  AppCliCases    cases;
  GPtrArray     *providers; /* AppCliProvider */
  GPtrArray     *variants;  /* Variant */
  AppCaseReport *report;
  gint64         tokens; /* of all runs so far */
  AppCost        cost;
  gboolean       is_spent; /* a limit was reached */
  AppCliStatus   status;   /* of what failed; APP_CLI_DONE: nothing did */
} Bench;

static void
provider_free (gpointer data)
{
  app_cli_provider_clear (data);
  g_free (data);
}

static void
variant_free (gpointer data)
{
  Variant *self = data;

  g_free (self->name);
  g_clear_object (&self->bench);
  g_free (self);
}

static void
bench_clear (Bench *self)
{
  g_clear_pointer (&self->report, app_case_report_free);
  g_clear_pointer (&self->variants, g_ptr_array_unref);
  g_clear_pointer (&self->providers, g_ptr_array_unref);
  app_cli_cases_clear (&self->cases);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bench, bench_clear)

/* Servers */

static gboolean
needs_servers (Bench *self)
{
  for (guint i = 0; i < self->cases.suite->cases->len; i++)
    if (((AppCase *)self->cases.suite->cases->pdata[i])->tools == NULL)
      return TRUE;
  return FALSE;
}

static AppCliStatus
add_server (AppCli *cli, const char *server, GPtrArray *sessions, GError **error)
{
  if (!app_cli_connect_to (cli, server, error))
    return APP_CLI_UNREACHABLE;
  g_ptr_array_add (sessions, cli->session);
  return app_cli_load (cli, MCP_DEFINITION_TOOL, error) &&
                 app_cli_check_list (cli, MCP_DEFINITION_TOOL, error)
             ? APP_CLI_DONE
             : APP_CLI_UNREACHABLE;
}

/* Those of the command line, else those that the file names. @sessions: (element-type AppSession)
 */
static AppCliStatus
add_servers (Bench *self, GPtrArray *sessions, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  char                  **servers = invocation->target.servers;
  AppCliStatus            status = APP_CLI_DONE;

  if (!needs_servers (self))
    return APP_CLI_DONE;
  if (servers == NULL && (invocation->program != NULL || invocation->target.config != NULL))
    return add_server (self->cli, NULL, sessions, error);
  if (servers == NULL)
    servers = self->cases.suite->servers;
  for (guint i = 0; status == APP_CLI_DONE && servers != NULL && servers[i] != NULL; i++)
    status = add_server (self->cli, servers[i], sessions, error);
  return status;
}

/* Models, and versions of descriptions */

/* @versus: (nullable): what is told of tools, in place of --overlay */
static AppCliStatus
add_variant (Bench          *self,
             const char     *typed,
             AppCliProvider *provider,
             const char     *versus,
             GPtrArray      *sessions)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  double                  timeout = invocation->target.timeout;
  g_autoptr (McpModelClient) client = mcp_model_client_new (provider->provider, NULL);
  Variant         *variant = g_new0 (Variant, 1);
  AppBenchOptions *options;
  AppCliStatus     status;

  g_ptr_array_add (self->variants, variant);
  variant->provider = provider;
  variant->name = versus != NULL ? g_strdup_printf ("%s, %s", typed, versus) : g_strdup (typed);
  variant->bench = app_bench_new (client, provider->model, provider->key);
  app_case_report_add_variant (self->report, variant->name);
  options = app_bench_get_options (variant->bench);
  status = app_cli_chat_options_set (invocation, provider, options);
  if (status == APP_CLI_DONE && versus != NULL)
    status = app_cli_chat_options_read_overlay (invocation, versus, options);
  if (status != APP_CLI_DONE)
    return status;
  if (!isnan (timeout) && timeout > 0)
    mcp_model_client_set_idle_timeout (client, (guint)(timeout * 1000));
  for (guint i = 0; i < sessions->len; i++)
    app_bench_add_session (variant->bench, sessions->pdata[i]);
  app_bench_set_system (variant->bench, invocation->model.system != NULL ? invocation->model.system
                                                                         : self->cases.system);
  app_cli_chat_options_check_overlay (invocation, variant->bench);
  return APP_CLI_DONE;
}

/* Returns: APP_CLI_DONE where there is a key for each model, before anything is asked */
static AppCliStatus
choose_models (Bench *self, char **names, GError **error)
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

static AppCliStatus
add_variants (Bench *self, char **names, GPtrArray *sessions, GError **error)
{
  const char  *versus = self->cli->invocation->bench.versus;
  AppCliStatus status = APP_CLI_DONE;

  for (guint i = 0; status == APP_CLI_DONE && names[i] != NULL; i++)
    {
      AppCliProvider *provider = self->providers->pdata[i];

      for (guint j = 0; status == APP_CLI_DONE && j < sessions->len; j++)
        status = app_cli_provider_agree (self->cli, provider, sessions->pdata[j], error);
      if (status == APP_CLI_DONE)
        status = add_variant (self, names[i], provider, NULL, sessions);
      if (status == APP_CLI_DONE && versus != NULL)
        status = add_variant (self, names[i], provider, versus, sessions);
    }
  return status;
}

/* How much will be asked */

/* Requests of one run of a case: about, and at most. */
static void
estimate_case (const AppCase *item, guint rounds, guint64 *about, guint64 *most)
{
  for (guint i = 0; i < item->turns->len; i++)
    {
      const AppCaseTurn *turn = item->turns->pdata[i];
      gboolean           calls = turn->expect == NULL ||
                       app_case_expectation_count_calls (turn->expect) > 0;

      if (item->results == APP_CASE_NO_RESULTS)
        {
          *about += 1;
          *most += 1;
          continue;
        }
      *about += calls ? 2 : 1;
      *most += (item->rounds > 0 ? item->rounds : rounds) + 1;
    }
}

static AppCliStatus
confirm (Bench *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  guint                   rounds =
      invocation->model.rounds > 0 ? (guint)invocation->model.rounds : APP_BENCH_ROUNDS;
  guint64          about = 0;
  guint64          most = 0;
  g_autofree char *told = NULL;
  g_autofree char *question = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->cases.suite->cases->len; i++)
    {
      guint64 runs =
          (guint64)app_case_report_count_runs (self->report, i) * self->variants->len;
      guint64 case_about = 0;
      guint64 case_most = 0;

      estimate_case (self->cases.suite->cases->pdata[i], rounds, &case_about, &case_most);
      about += runs * case_about;
      most += runs * case_most;
    }
  /* Translators: two numbers */
  told = g_strdup_printf (_ ("About %.0f requests will be sent, %.0f at most."), (double)about,
                          (double)most);
  if (invocation->yes)
    {
      app_cli_note (invocation, "· %s", told);
      return APP_CLI_DONE;
    }
  /* Translators: %s is a sentence that says how many requests will be sent */
  question = g_strdup_printf (_ ("%s Send them?"), told);
  if (app_cli_input_can_ask () && app_cli_input_ask (question))
    return APP_CLI_DONE;
  g_set_error_literal (&error, APP_ERROR, APP_ERROR_REFUSED, told);
  return app_cli_fail_input (invocation, error, _ ("Use --yes to send them without asking."), NULL);
}

/* Running */

/* What is left of the limits goes to the next run. Returns: %FALSE where nothing is */
static gboolean
set_limits (Bench *self, AppBenchOptions *options, gint64 max_tokens, double max_cost)
{
  if (max_tokens > 0)
    options->max_tokens = max_tokens - self->tokens;
  if (max_cost > 0)
    options->max_cost = max_cost - self->cost.amount;
  self->is_spent = (max_tokens > 0 && options->max_tokens <= 0) ||
                   (max_cost > 0 && (options->max_cost <= 0 || self->cost.n_unknown > 0));
  return !self->is_spent;
}

/* Returns: whether to go on with this model */
static gboolean
take_record (Bench           *self,
             guint            variant,
             guint            index,
             AppCaseRecord   *record,
             AppBenchEnd      end,
             McpModelFailure *failure,
             const GError    *error)
{
  self->tokens += record->outcome->tokens;
  app_cost_add (&self->cost, &record->cost);
  switch (end)
    {
    case APP_BENCH_OUT_OF_TOKENS:
    case APP_BENCH_OUT_OF_MONEY:
      /* It is no fault of the model: the run counts as not made. */
      self->is_spent = TRUE;
      return FALSE;
    case APP_BENCH_STOPPED:
      return FALSE;
    case APP_BENCH_FAILED:
      app_case_report_add (self->report, variant, index, record);
      if (self->status == APP_CLI_DONE)
        self->status = app_cli_provider_fail (self->cli->invocation, failure, error);
      return FALSE;
    default:
      app_case_report_add (self->report, variant, index, record);
      return TRUE;
    }
}

static gboolean
run_once (Bench *self, guint variant, guint index)
{
  const Variant *asked = self->variants->pdata[variant];
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (AppCaseRecord) record = NULL;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) error = NULL;
  AppBenchEnd end;

  app_case_trial_run_async (self->cases.suite->cases->pdata[index], asked->bench,
                            self->cli->invocation->bench.allow_tools,
                            app_cli_interrupt_get_cancellable (), app_cli_done, self->cli);
  result = app_cli_wait (self->cli);
  if (result == NULL)
    return FALSE;
  record = app_case_trial_run_finish (result, &end, &failure, &error);
  return take_record (self, variant, index, record, end, failure, error);
}

/* Returns: whether to go on with this model */
static gboolean
run_case (Bench *self, guint variant, guint index)
{
  const Variant     *asked = self->variants->pdata[variant];
  const AppCliModel *model = &self->cli->invocation->model;
  const AppCase     *item = self->cases.suite->cases->pdata[index];
  AppBenchOptions   *options = app_bench_get_options (asked->bench);
  guint32            seed = options->seed;
  double             max_cost =
      model->max_cost != NULL ? g_ascii_strtod (model->max_cost, NULL) : 0;
  guint    n = app_case_report_count_runs (self->report, index);
  gboolean goes_on = TRUE;

  for (guint i = 0; goes_on && i < n; i++)
    {
      /* Each run has another order, and the same seed the same ones. */
      options->seed = seed + i;
      goes_on = set_limits (self, options, model->max_tokens, max_cost) &&
                run_once (self, variant, index);
    }
  options->seed = seed;
  if (goes_on)
    /* Translators: the names of a case and of a model */
    app_cli_note (self->cli->invocation, _ ("· %s: %s"), item->id, asked->name);
  return goes_on;
}

static void
run_all (Bench *self)
{
  for (guint i = 0; i < self->variants->len && !self->is_spent; i++)
    for (guint j = 0; j < self->cases.suite->cases->len; j++)
      if (app_cli_interrupt_get_signal () != 0 || !run_case (self, i, j))
        break;
}

/* The end */

static gboolean
write_reports (Bench *self, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  g_autofree char        *junit = NULL;

  if (invocation->output.as_json)
    app_cli_print_json (app_case_report_write_json (self->report));
  else
    {
      g_autofree char *text = app_case_report_write_text (self->report);

      app_cli_print ("%s", text);
    }
  if (invocation->bench.junit == NULL)
    return TRUE;
  junit = app_case_report_write_junit (self->report);
  return g_file_set_contents (invocation->bench.junit, junit, -1, error);
}

static AppCliStatus
end (Bench *self, GError **error)
{
  g_autoptr (GError) limit = NULL;

  if (app_cli_interrupt_get_signal () != 0)
    return APP_CLI_SIGNAL;
  if (!write_reports (self, error))
    return APP_CLI_REFUSED;
  if (self->status != APP_CLI_DONE)
    return self->status;
  if (self->is_spent)
    {
      g_set_error_literal (&limit, APP_ERROR, APP_ERROR_REFUSED,
                           _ ("The limit of what may be spent was reached: not all runs were "
                              "made."));
      return app_cli_fail_input (self->cli->invocation, limit, NULL, NULL);
    }
  return app_case_report_count (self->report, APP_CASE_WRONG) > 0 ? APP_CLI_TOOL_ERROR
                                                                  : APP_CLI_DONE;
}

AppCliStatus
app_cli_bench (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  char                  **names = invocation->model.names;
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();
  g_auto (Bench) self = { .cli = cli, .cost = APP_COST_NONE };
  AppCliStatus status = app_cli_cases_read (cli, &self.cases, error);

  if (status != APP_CLI_DONE)
    return status;
  if (names == NULL)
    return app_cli_fail_usage (invocation, "%s", _ ("“bench” takes a --model, or several."));
  self.providers = g_ptr_array_new_with_free_func (provider_free);
  self.variants = g_ptr_array_new_with_free_func (variant_free);
  self.report = app_case_report_new (self.cases.suite, (guint)invocation->bench.repeat);
  status = choose_models (&self, names, error);
  if (status == APP_CLI_DONE)
    status = add_servers (&self, sessions, error);
  if (status == APP_CLI_DONE)
    status = add_variants (&self, names, sessions, error);
  if (status == APP_CLI_DONE)
    status = confirm (&self);
  if (status != APP_CLI_DONE)
    return status;
  app_cli_interrupt_begin ();
  run_all (&self);
  return end (&self, error);
}
