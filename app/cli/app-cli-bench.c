/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app-case-runner.h"
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
  AppCli           *cli;
  AppCliCases       cases;
  GPtrArray        *providers; /* AppCliProvider */
  GPtrArray        *variants;  /* Variant */
  GPtrArray        *sessions;  /* AppSession, borrowed */
  GPtrArray        *others;    /* (nullable): the same, with another server in place of the last */
  AppApprovedTools *approved;  /* (nullable): where it is asked about */
  AppCaseRunner    *runner;
  gboolean          is_spent; /* a limit was reached */
  AppCliStatus      status;   /* of what failed; APP_CLI_DONE: nothing did */
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
  g_clear_pointer (&self->runner, app_case_runner_free);
  g_clear_pointer (&self->variants, g_ptr_array_unref);
  g_clear_pointer (&self->providers, g_ptr_array_unref);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_clear_pointer (&self->approved, app_approved_tools_unref);
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

/* Those of the command line, else those that the file names. */
static AppCliStatus
add_servers (Bench *self, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  char                  **servers = invocation->target.servers;
  AppCliStatus            status = APP_CLI_DONE;

  if (!needs_servers (self))
    return APP_CLI_DONE;
  if (servers == NULL && (invocation->program != NULL || invocation->target.config != NULL))
    return add_server (self->cli, NULL, self->sessions, error);
  if (servers == NULL)
    servers = self->cases.suite->servers;
  for (guint i = 0; status == APP_CLI_DONE && servers != NULL && servers[i] != NULL; i++)
    status = add_server (self->cli, servers[i], self->sessions, error);
  return status;
}

/* The server that is asked about in the place of the last one. */
static AppCliStatus
add_against (Bench *self, GError **error)
{
  const char *server = self->cli->invocation->bench.against;

  if (server == NULL)
    return APP_CLI_DONE;
  if (self->sessions->len == 0)
    return app_cli_fail_usage (self->cli->invocation, "%s",
                               _ ("--against takes the place of a server, and there is none."));
  self->others = g_ptr_array_new ();
  for (guint i = 0; i + 1 < self->sessions->len; i++)
    g_ptr_array_add (self->others, self->sessions->pdata[i]);
  return add_server (self->cli, server, self->others, error);
}

/* Models, and versions of descriptions */

/* @file: (nullable): what is told of tools, in place of --overlay. @beside: (nullable): what is
 * different from the variant with index @base */
static AppCliStatus
add_variant (Bench          *self,
             const char     *typed,
             AppCliProvider *provider,
             const char     *file,
             const char     *beside,
             GPtrArray      *sessions,
             guint           base)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  double                  timeout = invocation->target.timeout;
  g_autoptr (McpModelClient) client = mcp_model_client_new (provider->provider, NULL);
  Variant         *variant = g_new0 (Variant, 1);
  AppBenchOptions *options;
  AppCliStatus     status;

  g_ptr_array_add (self->variants, variant);
  variant->provider = provider;
  variant->name = beside != NULL ? g_strdup_printf ("%s, %s", typed, beside) : g_strdup (typed);
  variant->bench = app_bench_new (client, provider->model, provider->key);
  app_case_runner_add_variant (self->runner, variant->name, variant->bench, base);
  options = app_bench_get_options (variant->bench);
  status = app_cli_chat_options_set (invocation, provider, options);
  if (status == APP_CLI_DONE && file != NULL)
    status = app_cli_chat_options_read_overlay (invocation, file, options);
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

/* @tools: as they are. Returns: APP_CLI_DONE where some of them were approved as something else:
 * the same is not asked twice */
static AppCliStatus
find_approved (Bench *self, AppBenchTools *tools)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  g_autofree char        *text = NULL;
  g_autoptr (GError) error = NULL;

  self->approved =
      app_bench_tools_create_approved (tools, app_workspace_get_book (self->cli->workspace));
  text = app_approved_tools_dup_text (self->approved);
  if (app_approved_tools_get_n_items (self->approved) > 0)
    {
      app_cli_note (invocation, "· %s", text);
      return APP_CLI_DONE;
    }
  g_set_error_literal (&error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       _ ("No tool was different when you approved it: there is nothing to "
                          "compare."));
  return app_cli_fail_input (invocation, error, *text != '\0' ? text : NULL, NULL);
}

/* @base: the index of the variant with the tools as they are */
static AppCliStatus
add_approved (Bench *self, const char *name, AppCliProvider *provider, guint base)
{
  g_autoptr (AppBenchTools) tools =
      app_bench_create_tools (((Variant *)self->variants->pdata[base])->bench);
  AppCliStatus status = self->approved == NULL ? find_approved (self, tools) : APP_CLI_DONE;
  Variant     *variant;

  if (status == APP_CLI_DONE)
    status = add_variant (self, name, provider, NULL, _ ("as approved"), self->sessions, base);
  if (status != APP_CLI_DONE)
    return status;
  variant = self->variants->pdata[self->variants->len - 1];
  app_bench_get_options (variant->bench)->approved = app_approved_tools_ref (self->approved);
  return APP_CLI_DONE;
}

/* A model, and what is compared with it: other descriptions, those that were approved, and another
 * server. Models are compared with the first one. */
static AppCliStatus
add_model (Bench *self, const char *name, AppCliProvider *provider)
{
  const AppCliBench *bench = &self->cli->invocation->bench;
  guint              base = self->variants->len;
  AppCliStatus       status = add_variant (self, name, provider, NULL, NULL, self->sessions, 0);

  if (status == APP_CLI_DONE && bench->versus != NULL)
    status = add_variant (self, name, provider, bench->versus, bench->versus, self->sessions, base);
  if (status == APP_CLI_DONE && bench->as_approved)
    status = add_approved (self, name, provider, base);
  if (status == APP_CLI_DONE && self->others != NULL)
    status = add_variant (self, name, provider, NULL, bench->against, self->others, base);
  return status;
}

static AppCliStatus
agree (Bench *self, AppCliProvider *provider, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;

  for (guint i = 0; status == APP_CLI_DONE && i < self->sessions->len; i++)
    status = app_cli_provider_agree (self->cli, provider, self->sessions->pdata[i], error);
  if (status == APP_CLI_DONE && self->others != NULL)
    status = app_cli_provider_agree (self->cli, provider,
                                     self->others->pdata[self->others->len - 1], error);
  return status;
}

static AppCliStatus
add_variants (Bench *self, char **names, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;

  for (guint i = 0; status == APP_CLI_DONE && names[i] != NULL; i++)
    {
      AppCliProvider *provider = self->providers->pdata[i];

      status = agree (self, provider, error);
      if (status == APP_CLI_DONE)
        status = add_model (self, names[i], provider);
    }
  return status;
}

/* How much will be asked */

static AppCliStatus
confirm (Bench *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  guint                   rounds =
      invocation->model.rounds > 0 ? (guint)invocation->model.rounds : APP_BENCH_ROUNDS;
  AppCaseEstimate  estimate = app_case_runner_estimate (self->runner, rounds);
  g_autofree char *told = NULL;
  g_autofree char *question = NULL;
  g_autoptr (GError) error = NULL;

  /* Translators: two numbers */
  told = g_strdup_printf (_ ("About %.0f requests will be sent, %.0f at most."),
                          (double)estimate.about, (double)estimate.most);
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

static void
on_settled (guint variant, guint index, gpointer user_data)
{
  Bench         *self = user_data;
  const AppCase *item = self->cases.suite->cases->pdata[index];

  /* Translators: the names of a case and of a model */
  app_cli_note (self->cli->invocation, _ ("· %s: %s"), item->id,
                ((const Variant *)self->variants->pdata[variant])->name);
}

static void
on_failed (guint variant, McpModelFailure *failure, const GError *error, gpointer user_data)
{
  Bench *self = user_data;

  if (self->status == APP_CLI_DONE)
    self->status = app_cli_provider_fail (self->cli->invocation, failure, error);
}

static void
create_runner (Bench *self)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  const AppCliModel      *model = &invocation->model;
  const AppCaseRules      rules = {
         .repeat = (guint)invocation->bench.repeat,
         .allow_tools = invocation->bench.allow_tools,
         .max_tokens = model->max_tokens,
         .max_cost = model->max_cost != NULL ? g_ascii_strtod (model->max_cost, NULL) : 0,
  };
  const AppCaseWatch watch = {
    .settled = on_settled,
    .failed = on_failed,
    .user_data = self,
  };

  self->runner = app_case_runner_new (self->cases.suite, &rules, &watch);
}

static void
run_all (Bench *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_case_runner_run_async (self->runner, app_cli_interrupt_get_cancellable (), app_cli_done,
                             self->cli);
  result = app_cli_wait (self->cli);
  self->is_spent =
      result != NULL && app_case_runner_run_finish (result) == APP_CASE_RUNS_SPENT;
}

/* The end */

static gboolean
write_reports (Bench *self, GError **error)
{
  const AppCliInvocation *invocation = self->cli->invocation;
  g_autofree char        *junit = NULL;

  if (invocation->output.as_json)
    app_cli_print_json (app_case_report_write_json (app_case_runner_get_report (self->runner)));
  else
    {
      g_autofree char *text =
          app_case_report_write_text (app_case_runner_get_report (self->runner));

      app_cli_print ("%s", text);
    }
  if (invocation->bench.junit == NULL)
    return TRUE;
  junit = app_case_report_write_junit (app_case_runner_get_report (self->runner));
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
  return app_case_report_count (app_case_runner_get_report (self->runner), APP_CASE_WRONG) > 0
             ? APP_CLI_TOOL_ERROR
             : APP_CLI_DONE;
}

AppCliStatus
app_cli_bench (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  char                  **names = invocation->model.names;
  g_auto (Bench) self = { .cli = cli };
  AppCaseExportFormat format = APP_CASE_EXPORT_OWN;
  AppCliStatus        status = app_cli_cases_read (cli, &self.cases, error);

  if (status == APP_CLI_DONE && invocation->bench.export != NULL)
    status = app_cli_cases_find_export (cli, &format);
  if (status != APP_CLI_DONE)
    return status;
  if (invocation->bench.export != NULL)
    return app_cli_cases_export (cli, &self.cases, format);
  if (names == NULL)
    return app_cli_fail_usage (invocation, "%s", _ ("“bench” takes a --model, or several."));
  self.providers = g_ptr_array_new_with_free_func (provider_free);
  self.variants = g_ptr_array_new_with_free_func (variant_free);
  self.sessions = g_ptr_array_new ();
  create_runner (&self);
  status = choose_models (&self, names, error);
  if (status == APP_CLI_DONE)
    status = add_servers (&self, error);
  if (status == APP_CLI_DONE)
    status = add_against (&self, error);
  if (status == APP_CLI_DONE)
    status = add_variants (&self, names, error);
  if (status == APP_CLI_DONE)
    status = confirm (&self);
  if (status != APP_CLI_DONE)
    return status;
  app_cli_interrupt_begin ();
  run_all (&self);
  return end (&self, error);
}
