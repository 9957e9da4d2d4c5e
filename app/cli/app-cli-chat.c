/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-chat-options.h"
#include "app-cli-chat-output.h"
#include "app-cli-check.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-cli-sign-in.h"
#include "app-visible-text.h"
#include "mcp-error.h"
#include "mcp-uri.h"

/* What a person pastes into a pipe. */
#define MAX_TEXT (16u * 1024u * 1024u)
/* Characters of arguments that a person is asked about; objects may be in them. */
#define MAX_QUESTION 4000

/* Who is asked */

/* Returns: (transfer full) (nullable): the template called so, or the first of that dialect */
static McpModelProvider *
find_template (const char *kind)
{
  const McpModelDialect *dialect = mcp_model_dialect_find (kind);
  g_autoptr (McpModelProvider) found = NULL;

  for (guint i = 0;; i++)
    {
      g_autoptr (McpModelProvider) provider = mcp_model_provider_new_template (i);

      if (provider == NULL)
        return g_steal_pointer (&found);
      if (g_str_equal (provider->id, kind))
        return g_steal_pointer (&provider);
      if (found == NULL && dialect != NULL && provider->dialect == dialect)
        found = g_steal_pointer (&provider);
    }
}

static char *
dup_kinds (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; mcp_model_dialect_get (i) != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", mcp_model_dialect_get (i)->id);
  for (guint i = 0;; i++)
    {
      g_autoptr (McpModelProvider) provider = mcp_model_provider_new_template (i);

      if (provider == NULL)
        return g_string_free (text, FALSE);
      if (mcp_model_dialect_find (provider->id) == NULL && *provider->base != '\0')
        g_string_append_printf (text, ", %s", provider->id);
    }
}

/* What holds for the vendor itself need not hold for whoever speaks its language elsewhere, and the
 * vendor's key is not sent there unasked. */
static McpModelProvider *
create_provider (const AppCliModel *model, McpModelProvider *template)
{
  const McpModelDialect *dialect = mcp_model_dialect_find (model->provider);
  McpModelProvider      *provider;

  if (model->base_url == NULL)
    {
      if (model->key_variable == NULL)
        return mcp_model_provider_ref (template);
      provider = find_template (model->provider);
      g_free (provider->variable);
    }
  else
    {
      provider = mcp_model_provider_new (
          model->provider, dialect != NULL ? dialect : template->dialect, model->base_url);
      if (dialect == NULL)
        {
          provider->switches = template->switches;
          provider->key_place = template->key_place;
        }
      g_free (provider->variable);
    }
  provider->variable = g_strdup (model->key_variable);
  return provider;
}

/* Whether it is asked over HTTP, of this machine or of another one. */
static gboolean
is_usable (const char *url, gboolean *is_loopback)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);

  *is_loopback = uri != NULL && mcp_uri_is_loopback (uri);
  return uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         (g_str_equal (g_uri_get_scheme (uri), "http") ||
          g_str_equal (g_uri_get_scheme (uri), "https"));
}

/* Returns: APP_CLI_DONE; else the status to exit with, and it was said why */
static AppCliStatus
choose_provider (const AppCliInvocation *invocation, McpModelProvider **provider)
{
  const AppCliModel *model = &invocation->model;
  g_autoptr (McpModelProvider) template =
      model->provider != NULL ? find_template (model->provider) : NULL;
  gboolean is_loopback;

  if (template == NULL)
    {
      g_autofree char *kinds = dup_kinds ();

      return app_cli_fail_usage (invocation, _ ("“chat” takes a --provider, one of %s."), kinds);
    }
  if (model->name == NULL || *model->name == '\0')
    return app_cli_fail_usage (invocation, "%s", _ ("“chat” takes a --model, by its name."));
  *provider = create_provider (model, template);
  if (is_usable ((*provider)->base, &is_loopback))
    return APP_CLI_DONE;
  return app_cli_fail_usage (invocation, _ ("“chat” takes a --base-url that begins with http: or "
                                            "https:, not “%s”."),
                             (*provider)->base);
}

static AppCliStatus
fail_key (const AppCliInvocation *invocation, const char *variable)
{
  g_autoptr (GError) error = NULL;

  g_set_error (&error, APP_ERROR, APP_ERROR_SECRET,
               /* Translators: %s is the name of an environment variable */
               _ ("There is no key for the provider: the environment variable “%s” is not set."),
               variable);
  return app_cli_fail_input (invocation, error,
                             _ ("Set it, or name another one with --key-variable."), NULL);
}

/* A model on this machine wants none, unless one is named.
 * @key: (out) (transfer full) (nullable) */
static AppCliStatus
read_key (const AppCliInvocation *invocation,
          McpModelProvider       *provider,
          char                  **key,
          GError                **error)
{
  const AppCliModel *model = &invocation->model;
  const char        *text;
  gboolean           is_loopback;

  is_usable (provider->base, &is_loopback);
  if (model->key_fd != 0)
    {
      *key = app_cli_sign_in_read_descriptor ("--key-fd", model->key_fd, error);
      return *key != NULL ? APP_CLI_DONE : APP_CLI_USAGE;
    }
  if (provider->variable == NULL || (model->key_variable == NULL && is_loopback))
    return APP_CLI_DONE;
  text = g_getenv (provider->variable);
  if (text == NULL || *text == '\0')
    return fail_key (invocation, provider->variable);
  *key = g_strdup (text);
  return APP_CLI_DONE;
}

/* What it may do */

/* A person asked, but not for this call: what may destroy something is asked about, as in
 * “call”. */
static AppAdmission
admit (AppBenchCall *call, const char **reason, gpointer user_data)
{
  AppCli             *cli = user_data;
  const AppBenchTool *tool = app_bench_call_get_tool (call);

  if (cli->invocation->yes)
    return APP_ADMIT_ALLOW;
  *reason = app_cli_check_find_reason (tool->session, tool->tool,
                                       mcp_definition_get_key (MCP_DEFINITION (tool->tool)));
  return *reason != NULL ? APP_ADMIT_ASK : APP_ADMIT_ALLOW;
}

static void
on_call_state (AppBenchCall *call, GParamSpec *pspec, AppCli *cli)
{
  g_autofree char *name = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *question = NULL;

  if (app_bench_call_get_state (call) != APP_BENCH_CALL_ASKING)
    return;
  if (cli->invocation->yes)
    {
      app_bench_call_answer (call, TRUE, FALSE);
      return;
    }
  name = app_cli_line (mcp_model_block_get_name (app_bench_call_get_block (call)));
  if (!app_cli_input_can_ask ())
    app_cli_note (cli->invocation,
                  _ ("· %s It was not called. Use --yes to call it without asking."),
                  app_bench_call_get_reason (call));
  arguments = app_visible_text_line (app_bench_call_get_arguments (call), MAX_QUESTION);
  /* Translators: why the program asks, then the name of a tool and its arguments */
  question = g_strdup_printf (_ ("%s Let the model call “%s” with %s?"),
                              app_bench_call_get_reason (call), name, arguments);
  app_bench_call_answer (call, app_cli_input_ask (question), FALSE);
}

static void
on_call (AppBench *bench, AppBenchCall *call, AppCli *cli)
{
  app_bench_call_set_admit (call, admit, cli);
  g_signal_connect (call, "notify::state", G_CALLBACK (on_call_state), cli);
}

/* Its tools */

static gboolean
add_server (AppCli *cli, const char *server, AppBench *bench, GError **error)
{
  if (!app_cli_connect_to (cli, server, error))
    return FALSE;
  app_bench_add_session (bench, cli->session);
  return app_cli_load (cli, MCP_DEFINITION_TOOL, error) &&
         app_cli_check_list (cli, MCP_DEFINITION_TOOL, error);
}

static gboolean
add_servers (AppCli *cli, AppBench *bench, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  char                  **servers = invocation->target.servers;

  if (servers == NULL && (invocation->program != NULL || invocation->target.config != NULL))
    return add_server (cli, NULL, bench, error);
  for (guint i = 0; servers != NULL && servers[i] != NULL; i++)
    if (!add_server (cli, servers[i], bench, error))
      return FALSE;
  return TRUE;
}

/* The conversation */

static AppCliStatus
fail_model (const AppCliInvocation *invocation, McpModelFailure *failure, const GError *error)
{
  static const int codes[] = {
    [MCP_MODEL_FAULT_KEY] = MCP_ERROR_AUTHORIZATION_REQUIRED,
    [MCP_MODEL_FAULT_QUOTA] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_RATE] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_SERVER] = MCP_ERROR_HTTP_STATUS,
    [MCP_MODEL_FAULT_OTHER] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_CONTEXT] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_PARAMETER] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_TOOLS] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_MODEL] = MCP_ERROR_RESPONSE,
    [MCP_MODEL_FAULT_REQUEST] = MCP_ERROR_RESPONSE,
  };
  g_autoptr (GError) told = NULL;

  if (failure == NULL)
    return app_cli_fail_input (
        invocation, error,
        g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED)
            ? _ ("Check that something listens there, and --base-url.")
            : NULL,
        NULL);
  told = mcp_error_new (codes[failure->fault], "%s", error->message);
  return app_cli_fail_input (invocation, told, failure->advice, NULL);
}

static AppCliStatus
end_run (AppCli          *cli,
         AppBenchEnd      end,
         McpModelFailure *failure,
         const GError    *failed,
         GError         **error)
{
  static const char *const reasons[] = {
    [APP_BENCH_OUT_OF_ROUNDS] = N_ ("The model goes on calling tools instead of answering."),
    [APP_BENCH_OUT_OF_TOKENS] = N_ ("The answer took as many tokens as --max-tokens allows."),
    [APP_BENCH_OUT_OF_MONEY] = N_ ("The conversation cost as much as --max-cost allows."),
    [APP_BENCH_REPEATED] = N_ ("The model makes the same call again and again."),
  };

  g_autoptr (GError) limit = NULL;

  switch (end)
    {
    case APP_BENCH_ANSWERED:
      return APP_CLI_DONE;
    case APP_BENCH_OUT_OF_ROUNDS:
    case APP_BENCH_OUT_OF_TOKENS:
    case APP_BENCH_OUT_OF_MONEY:
    case APP_BENCH_REPEATED:
      g_set_error_literal (&limit, APP_ERROR, APP_ERROR_REFUSED, _ (reasons[end]));
      return app_cli_fail_input (cli->invocation, limit, NULL, NULL);
    case APP_BENCH_STOPPED:
      g_propagate_error (error, g_error_copy (failed));
      return APP_CLI_SIGNAL;
    default:
      return fail_model (cli->invocation, failure, failed);
    }
}

static AppCliStatus
say (AppCli           *cli,
     AppBench         *bench,
     AppCliChatOutput *output,
     const char       *text,
     AppBenchEnd      *end,
     GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) failed = NULL;

  app_bench_send_async (bench, text, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  result = app_cli_wait (cli);
  if (result == NULL)
    return APP_CLI_SIGNAL;
  *end = app_bench_send_finish (bench, result, &failure, &failed);
  app_cli_chat_output_end_run (output, *end, failure, failed);
  return end_run (cli, *end, failure, failed, error);
}

static gboolean
go_on (gpointer user_data)
{
  return TRUE;
}

/* Line by line at a terminal, until an empty one or the end; else all of standard input at once. */
static AppCliStatus
converse (AppCli *cli, AppBench *bench, AppCliChatOutput *output, AppBenchEnd *end, GError **error)
{
  const char      *typed = cli->invocation->arguments[0];
  g_autofree char *read = NULL;
  AppCliStatus     status = APP_CLI_DONE;
  gsize            length;

  if (typed != NULL && !g_str_equal (typed, "-"))
    return say (cli, bench, output, typed, end, error);
  if (typed != NULL || !app_cli_input_can_ask ())
    {
      read = app_cli_input_read ("-", MAX_TEXT, &length, error);
      if (read != NULL && !g_utf8_validate (read, (gssize)length, NULL))
        g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                             _ ("Standard input is not UTF-8."));
      else if (read != NULL)
        return say (cli, bench, output, g_strchomp (read), end, error);
      return APP_CLI_REFUSED;
    }
  while (status == APP_CLI_DONE)
    {
      g_autofree char *line = app_cli_input_read_line ("> ", FALSE, go_on, NULL);

      if (line == NULL || *g_strstrip (line) == '\0')
        break;
      status = say (cli, bench, output, line, end, error);
    }
  return status;
}

/* They only make estimates better. */
static void
keep_factors (AppTokenFactors *factors)
{
  g_autoptr (GError) error = NULL;

  if (!app_token_factors_write (factors, NULL, &error))
    g_info ("How tokens are estimated was not kept: %s", error->message);
}

static AppCliStatus
run (AppCli *cli, McpModelProvider *provider, const char *key, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (McpModelClient) client = mcp_model_client_new (provider, NULL);
  g_autoptr (AppBench) bench = app_bench_new (client, invocation->model.name, key);
  AppCliChatOutput output;
  AppBenchEnd      end = APP_BENCH_NOT_ENDED;
  AppBenchOptions *options = app_bench_get_options (bench);
  AppCliStatus     status = app_cli_chat_options_set (invocation, provider, options);

  app_bench_set_system (bench, invocation->model.system);
  if (status != APP_CLI_DONE)
    return status;
  if (!isnan (invocation->target.timeout) && invocation->target.timeout > 0)
    mcp_model_client_set_idle_timeout (client, (guint)(invocation->target.timeout * 1000));
  if (!add_servers (cli, bench, error))
    return APP_CLI_UNREACHABLE;
  app_cli_chat_options_check_overlay (invocation, bench);
  app_token_factors_free (options->factors);
  options->factors = app_token_factors_read (NULL);
  app_cli_interrupt_begin ();
  app_cli_chat_output_follow (&output, invocation, bench);
  g_signal_connect (bench, "call", G_CALLBACK (on_call), cli);
  status = converse (cli, bench, &output, &end, error);
  if (end != APP_BENCH_NOT_ENDED)
    {
      app_cli_chat_output_end (&output, provider, end);
      keep_factors (options->factors);
    }
  return status;
}

AppCliStatus
app_cli_chat (AppCli *cli, GError **error)
{
  g_autoptr (McpModelProvider) provider = NULL;
  char        *key = NULL;
  AppCliStatus status = choose_provider (cli->invocation, &provider);

  if (status == APP_CLI_DONE)
    status = read_key (cli->invocation, provider, &key, error);
  if (status == APP_CLI_DONE)
    status = run (cli, provider, key, error);
  if (key != NULL)
    explicit_bzero (key, strlen (key));
  g_free (key);
  return status;
}
