/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "app-model-count.h"
#include "app-cli-chat-options.h"
#include "app-cli-chat-output.h"
#include "app-cli-check.h"
#include "app-cli-conversation.h"
#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-cli-provider.h"
#include "app-error.h"
#include "app-model-material.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* What a person pastes into a pipe. */
#define MAX_TEXT (16u * 1024u * 1024u)
/* Characters of arguments that a person is asked about; objects may be in them. */
#define MAX_QUESTION 4000

/* What it may do */

static void
on_call_state (AppModelCall *call, GParamSpec *pspec, AppCli *cli)
{
  g_autofree char *arguments = NULL;

  if (app_model_call_get_state (call) != APP_MODEL_CALL_ASKING)
    return;
  AppAdmission admission = app_cli_settle_model (cli, call);
  if (admission != APP_ADMIT_ASK)
    {
      if (admission == APP_ADMIT_REFUSE)
        app_cli_note (cli->invocation,
                      cli->invocation->bench.allow_tools
                          ? _ ("· %s It was not called. Call it once with “call” to approve it.")
                          : _ ("· %s It was not called. Use --allow-tools to let the model call "
                               "it."),
                      app_model_call_get_reason (call));
      app_model_call_answer (call, admission == APP_ADMIT_ALLOW, FALSE);
      return;
    }
  g_autofree char *name = app_cli_line (mcp_model_block_get_name (app_model_call_get_block (call)));
  arguments = app_visible_text_line (app_model_call_get_arguments (call), MAX_QUESTION);
  /* Translators: why the program asks, then the name of a tool and its arguments */
  g_autofree char *question = g_strdup_printf (_ ("%s Let the model call “%s” with %s?"),
                                               app_model_call_get_reason (call), name, arguments);
  app_model_call_answer (call, app_cli_input_ask (question), FALSE);
}

static void
on_call (AppModelConversation *bench, AppModelCall *call, AppCli *cli)
{
  g_signal_connect (call, "notify::state", G_CALLBACK (on_call_state), cli);
}

/* Its tools */

static AppCliStatus
add_server (AppCli               *cli,
            const char           *server,
            AppCliProvider       *provider,
            AppModelConversation *bench,
            GError              **error)
{
  if (!app_cli_connect_to (cli, server, error))
    return APP_CLI_UNREACHABLE;
  AppCliStatus status = app_cli_provider_agree (cli, provider, cli->session, error);
  if (status != APP_CLI_DONE)
    return status;
  app_model_conversation_add_session (bench, cli->session);
  return app_cli_load_tools_for_model (cli, error) ? APP_CLI_DONE : APP_CLI_UNREACHABLE;
}

static AppCliStatus
add_servers (AppCli *cli, AppCliProvider *provider, AppModelConversation *bench, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  char                  **servers = invocation->target.servers;
  AppCliStatus            status = APP_CLI_DONE;

  if (servers == NULL && (invocation->program != NULL || invocation->target.config != NULL))
    return add_server (cli, NULL, provider, bench, error);
  for (guint i = 0; status == APP_CLI_DONE && servers != NULL && servers[i] != NULL; i++)
    status = add_server (cli, servers[i], provider, bench, error);
  return status;
}

/* What --prompt and --resource put into the conversation, from the server that was named last */

static gboolean
has_material (const AppCliInvocation *invocation)
{
  return invocation->model.prompt != NULL || invocation->model.resource != NULL;
}

/* The arguments of a prompt are strings, whatever they look like.
 * Returns: (transfer full) (nullable): %NULL with @error */
static char *
dup_arguments (const AppCliInvocation *invocation, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  char **arguments = invocation->model.prompt_arg;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    {
      const char *split = strchr (arguments[i], '=');

      if (split == NULL || split == arguments[i])
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: %s is what was typed */
                       _ ("--prompt-arg “%s” is not of the form KEY=VALUE."), arguments[i]);
          return NULL;
        }
      g_autofree char *name = g_strndup (arguments[i], (gsize)(split - arguments[i]));
      mcp_json_writer_member_string (writer, name, split + 1);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* @arguments: (nullable): JSON */
static gboolean
add (AppCli               *cli,
     AppModelConversation *bench,
     AppCallKind           kind,
     const char           *target,
     const char           *arguments,
     GError              **error)
{
  g_autoptr (AppCall) call = app_session_new_call (cli->session, kind, target, arguments);
  g_autoptr (GPtrArray) turns = NULL;

  app_call_run_async (call, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  if (app_call_run_finish (call, app_cli_await (cli), error))
    turns = app_model_material_read_call (call, error);
  for (guint i = 0; turns != NULL && i < turns->len; i++)
    app_model_conversation_add_turn (bench, mcp_model_turn_ref (turns->pdata[i]));
  return turns != NULL;
}

static AppCliStatus
add_material (AppCli *cli, AppModelConversation *bench, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;
  gboolean           added = TRUE;
  g_autofree char   *arguments = NULL;

  if (model->prompt == NULL && model->prompt_arg != NULL)
    return app_cli_fail_usage (cli->invocation, "%s", _ ("--prompt-arg needs a --prompt."));
  if (has_material (cli->invocation) && cli->session == NULL)
    return app_cli_fail_usage (cli->invocation, "%s",
                               _ ("--prompt and --resource need a server: name one."));
  for (guint i = 0; added && model->resource != NULL && model->resource[i] != NULL; i++)
    added = add (cli, bench, APP_CALL_READ, model->resource[i], NULL, error);
  if (added && model->prompt != NULL)
    {
      arguments = dup_arguments (cli->invocation, error);
      added = arguments != NULL &&
              add (cli, bench, APP_CALL_PROMPT, model->prompt, arguments, error);
    }
  return added ? APP_CLI_DONE : APP_CLI_PROTOCOL;
}

/* The conversation */

/* Who talks, with whom, and where it is kept. */
typedef struct
{
  AppCli               *cli;
  AppModelConversation *bench;
  AppKeptConversation  *conversation; /* (nullable) */
  AppCliChatOutput     *output;
  AppModelEnd           end;
} Chat;

static AppCliStatus
end_run (Chat *chat, McpModelFailure *failure, const GError *failed, GError **error)
{
  static const char *const reasons[] = {
    [APP_MODEL_OUT_OF_ROUNDS] = N_ ("The model keeps calling tools instead of answering."),
    [APP_MODEL_OUT_OF_TOKENS] = N_ ("The conversation took as many tokens as --max-tokens "
                                    "allows."),
    [APP_MODEL_OUT_OF_MONEY] = N_ ("The conversation cost as much as --max-cost allows."),
    [APP_MODEL_REPEATED] = N_ ("The model makes the same call again and again."),
  };
  AppCost     cost;
  const char *reason = chat->end < G_N_ELEMENTS (reasons) ? reasons[chat->end] : NULL;
  g_autoptr (GError) limit = NULL;

  if (chat->end == APP_MODEL_ANSWERED)
    return APP_CLI_DONE;
  if (chat->end == APP_MODEL_STOPPED)
    {
      g_propagate_error (error, g_error_copy (failed));
      return APP_CLI_SIGNAL;
    }
  if (reason == NULL)
    return app_cli_provider_fail (chat->cli->invocation, failure, failed);
  app_model_conversation_count_cost (chat->bench, &cost);
  if (chat->end == APP_MODEL_OUT_OF_MONEY && cost.n_unknown > 0)
    reason = N_ ("It is not known what an answer cost: there is no price for all of it, and "
                 "--max-cost cannot be kept.");
  g_set_error_literal (&limit, APP_ERROR, APP_ERROR_REFUSED, _ (reason));
  return app_cli_fail_input (chat->cli->invocation, limit, NULL, NULL);
}

static AppCliStatus
wait_for_run (Chat *chat, GError **error)
{
  g_autoptr (GAsyncResult) result = app_cli_wait (chat->cli);
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) failed = NULL;

  if (result == NULL)
    return APP_CLI_SIGNAL;
  chat->end = app_model_conversation_send_finish (chat->bench, result, &failure, &failed);
  app_cli_chat_output_end_run (chat->output, chat->end, failure, failed);
  return end_run (chat, failure, failed, error);
}

/* Standard output has the numbers, for programs too. */
static void
print_count (Chat *chat, const AppModelCount *count)
{
  if (!chat->cli->invocation->output.as_json)
    {
      app_cli_print (
          /* Translators: numbers of tokens */
          ngettext ("%'lld token, %'lld of the tools\n", "%'lld tokens, %'lld of the tools\n",
                    (gulong)count->total),
          (long long)count->total, (long long)count->tools);
      if (count->stands_in)
        app_cli_note (chat->cli->invocation, "· %s",
                      _ ("A message of one character stands for what you would say."));
      return;
    }
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer,
                       "{'event': 'count', 'provider': %s, 'model': %s, 'tokens': %x, 'tools': %x, "
                       "'stands_in': %b}",
                       app_model_conversation_get_provider (chat->bench)->id,
                       app_model_conversation_get_model (chat->bench), count->total, count->tools,
                       count->stands_in);
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

static AppCliStatus
count_tokens (Chat *chat)
{
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) failed = NULL;
  AppModelCount count;

  app_model_count_async (chat->bench, app_cli_interrupt_get_cancellable (), app_cli_done,
                         chat->cli);
  if (!app_model_count_finish (chat->bench, app_cli_await (chat->cli), &count, &failure, &failed))
    return app_cli_provider_fail (chat->cli->invocation, failure, failed);
  print_count (chat, &count);
  return APP_CLI_DONE;
}

static void
add_text (AppModelConversation *bench, const char *text)
{
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_USER);

  mcp_model_turn_take_block (turn, mcp_model_block_new (MCP_MODEL_TEXT, text, -1));
  app_model_conversation_add_turn (bench, turn);
}

static AppCliStatus
say (Chat *chat, const char *text, GError **error)
{
  if (chat->cli->invocation->model.count)
    {
      add_text (chat->bench, text);
      return count_tokens (chat);
    }
  app_model_conversation_send_async (chat->bench, text, app_cli_interrupt_get_cancellable (),
                                     app_cli_done, chat->cli);
  return wait_for_run (chat, error);
}

/* Line by line at a terminal, until an empty one or the end; else all of standard input at once. */
static AppCliStatus
converse (Chat *chat, GError **error)
{
  const char      *typed = chat->cli->invocation->arguments[0];
  g_autofree char *read = NULL;
  AppCliStatus     status = APP_CLI_DONE;
  gsize            length;

  if (typed != NULL && !g_str_equal (typed, "-"))
    return say (chat, typed, error);
  if (typed == NULL && chat->cli->invocation->model.count)
    return count_tokens (chat);
  if (typed != NULL || !app_cli_input_can_ask ())
    {
      read = app_cli_input_read ("-", MAX_TEXT, &length, error);
      if (read != NULL && !g_utf8_validate (read, (gssize)length, NULL))
        g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                             _ ("Standard input is not UTF-8."));
      else if (read != NULL)
        return say (chat, g_strchomp (read), error);
      return APP_CLI_REFUSED;
    }
  while (status == APP_CLI_DONE)
    {
      g_autofree char *line = app_cli_input_read_line ("> ", FALSE, NULL, NULL);

      if (line == NULL || *g_strstrip (line) == '\0')
        break;
      status = say (chat, line, error);
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

/* With the branch of a conversation that is kept, or from the beginning. */
static AppCliStatus
talk (Chat *chat, GError **error)
{
  const AppCliInvocation *invocation = chat->cli->invocation;
  gboolean                again = invocation->model.again;
  guint                   n_turns;

  if (again && (invocation->arguments[0] != NULL || has_material (invocation)))
    return app_cli_fail_usage (invocation, "%s",
                               _ ("With --again nothing else is said: leave out the text."));
  AppCliStatus status = app_cli_conversation_count (chat->cli, chat->bench, again, &n_turns);
  if (status != APP_CLI_DONE)
    return status;
  if (!again)
    {
      app_model_conversation_rewind (chat->bench, n_turns);
      status = add_material (chat->cli, chat->bench, error);
      if (status != APP_CLI_DONE)
        return status;
      /* A prompt says all that there is to say. */
      n_turns = app_model_conversation_find_question (chat->bench);
      if (invocation->model.prompt == NULL || invocation->arguments[0] != NULL ||
          n_turns < app_model_conversation_get_turns (chat->bench)->len)
        return converse (chat, error);
    }
  if (invocation->model.count)
    {
      app_model_conversation_rewind (chat->bench, n_turns);
      return count_tokens (chat);
    }
  app_model_conversation_repeat_async (chat->bench, n_turns, app_cli_interrupt_get_cancellable (),
                                       app_cli_done, chat->cli);
  return wait_for_run (chat, error);
}

static void
set_system (Chat *chat)
{
  const char *system = chat->cli->invocation->model.system;

  if (system == NULL && chat->conversation != NULL)
    system = app_kept_conversation_get_system (chat->conversation);
  app_model_conversation_set_system (chat->bench, system);
}

/* Those of the conversation, where none are given. What somebody else wrote into its file may not
 * be of that kind. */
static void
set_overlays (Chat *chat)
{
  AppModelOptions *options = app_model_conversation_get_options (chat->bench);
  const char      *text = chat->conversation != NULL
                              ? app_kept_conversation_get_overlays (chat->conversation)
                              : NULL;

  if (options->overlays != NULL || text == NULL)
    return;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  if (document != NULL)
    options->overlays = app_tool_overlays_new (mcp_json_document_get_root (document), NULL);
}

/* Some servers cut off the beginning without a word. */
static void
note_context (Chat *chat)
{
  g_autoptr (AppModelUsage) meter = app_model_conversation_create_meter (chat->bench);

  if (meter->context > 0 && meter->tools > meter->context)
    app_cli_note (chat->cli->invocation,
                  /* Translators: numbers of tokens */
                  _ ("⚠ The tools take some %'lld tokens, and the model’s context has %'lld."),
                  (long long)meter->tools, (long long)meter->context);
}

static AppCliStatus
run (AppCli *cli, AppCliProvider *provider, AppKeptConversation *conversation, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (McpModelClient) client = mcp_model_client_new (provider->provider, NULL);
  g_autoptr (AppModelConversation) bench =
      app_model_conversation_new (client, provider->model, provider->key);
  AppCliChatOutput output;
  AppModelOptions *options = app_model_conversation_get_options (bench);
  Chat             chat = { cli, bench, conversation, &output, APP_MODEL_NOT_ENDED };
  AppCliStatus     status = app_cli_chat_options_set (invocation, provider, options);

  if (status != APP_CLI_DONE)
    return status;
  if (!isnan (invocation->target.timeout) && invocation->target.timeout > 0)
    mcp_model_client_set_idle_timeout (client, (guint)(invocation->target.timeout * 1000));
  status = add_servers (cli, provider, bench, error);
  if (status != APP_CLI_DONE)
    return status;
  set_system (&chat);
  set_overlays (&chat);
  app_cli_chat_options_check_overlay (invocation, bench);
  app_token_factors_free (options->factors);
  options->factors = app_token_factors_read (NULL);
  note_context (&chat);
  app_cli_interrupt_begin ();
  if (conversation != NULL)
    app_kept_conversation_follow (conversation, bench);
  app_cli_chat_output_follow (&output, invocation, bench);
  g_signal_connect (bench, "call", G_CALLBACK (on_call), cli);
  status = talk (&chat, error);
  /* It may still be running where it was too slow to stop; there is nobody left to tell. */
  app_cli_chat_output_leave (&output);
  if (chat.end == APP_MODEL_NOT_ENDED)
    return status;
  /* What went wrong in the end is told first. */
  if (!app_cli_conversation_end (cli, conversation, bench,
                                 error != NULL && *error == NULL ? error : NULL) &&
      status == APP_CLI_DONE)
    status = APP_CLI_REFUSED;
  app_cli_chat_output_end (&output, provider->provider, chat.end);
  keep_factors (options->factors);
  return status;
}

AppCliStatus
app_cli_chat (AppCli *cli, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;
  g_auto (AppModelTarget) provider = { NULL };
  g_autoptr (AppKeptConversation) conversation = NULL;
  const char  *asked = model->provider;
  const char  *name = model->name != NULL && *model->name != '\0' ? model->name : NULL;
  AppCliStatus status = app_cli_conversation_find (cli, &conversation, error);

  if (status != APP_CLI_DONE)
    return status;
  /* Who was asked before is asked again, where nobody else is named. */
  if (conversation != NULL && asked == NULL)
    asked = app_kept_conversation_get_provider (conversation);
  if (conversation != NULL && name == NULL &&
      g_strcmp0 (asked, app_kept_conversation_get_provider (conversation)) == 0)
    name = app_kept_conversation_get_model (conversation);
  status = app_cli_provider_choose (cli, asked, name, &provider, error);
  if (status == APP_CLI_DONE)
    status = app_cli_conversation_agree (cli, conversation, &provider, error);
  return status == APP_CLI_DONE ? run (cli, &provider, conversation, error) : status;
}
