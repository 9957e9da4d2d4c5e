/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-conversation.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-error.h"
#include "app-model-transcript.h"
#include "mcp-json-writer.h"

AppKeptConversation *
app_cli_conversation_open (AppCli *cli, const char *id, GError **error)
{
  AppKeptConversation *conversation;

  app_kept_conversation_open_async (NULL, id, NULL, app_cli_done, cli);
  conversation = app_kept_conversation_open_finish (app_cli_await (cli), error);
  if (conversation != NULL && app_kept_conversation_get_warning (conversation) != NULL)
    app_cli_note (cli->invocation, "⚠ %s", app_kept_conversation_get_warning (conversation));
  return conversation;
}

AppCliStatus
app_cli_conversation_find (AppCli *cli, AppKeptConversation **conversation, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;

  *conversation = NULL;
  if (model->resume != NULL)
    {
      *conversation = app_cli_conversation_open (cli, model->resume, error);
      return *conversation != NULL ? APP_CLI_DONE : APP_CLI_REFUSED;
    }
  if (model->again || model->from > 0)
    return app_cli_fail_usage (cli->invocation, "%s",
                               _ ("--from and --again need a conversation: --continue ID."));
  if (model->save)
    *conversation = app_kept_conversation_new (NULL);
  return APP_CLI_DONE;
}

/* A kind of provider, or an address, is named for this one run: whoever does so has said where it
 * goes. */
AppCliStatus
app_cli_conversation_agree (AppCli              *cli,
                            AppKeptConversation *conversation,
                            AppCliProvider      *provider,
                            GError             **error)
{
  const AppCliModel *model = &cli->invocation->model;
  const char        *base = provider->provider->base;
  gboolean           is_named =
      provider->entry == NULL && (model->provider != NULL || model->base_url != NULL);
  g_autofree char *question = NULL;

  if (conversation == NULL || is_named || cli->invocation->yes ||
      !app_kept_conversation_goes_elsewhere (conversation, provider->provider))
    return APP_CLI_DONE;
  /* Translators: %s is an address */
  question = g_strdup_printf (_ ("What was said in this conversation, and what tools returned in "
                                 "it, will be sent to %s. Agree?"),
                              base);
  if (app_cli_input_ask (question))
    return APP_CLI_DONE;
  app_error_advise (error, APP_ERROR_REFUSED, _ ("Agree at a terminal, or with --yes."),
                    /* Translators: %s is an address */
                    _ ("The conversation took place elsewhere, and nobody has agreed yet that %s "
                       "is told what was said in it."),
                    base);
  return APP_CLI_REFUSED;
}

static McpModelRole
get_role (AppModelConversation *bench, guint index)
{
  const McpModelTurn *turn = app_model_conversation_get_turns (bench)->pdata[index];

  return turn->role;
}

AppCliStatus
app_cli_conversation_count (AppCli               *cli,
                            AppModelConversation *bench,
                            gboolean              again,
                            guint                *n_turns)
{
  guint n = app_model_conversation_get_turns (bench)->len;
  guint from = (guint)cli->invocation->model.from;

  if (from > n)
    return app_cli_fail_usage (cli->invocation,
                               ngettext ("The conversation has %u turn.",
                                         "The conversation has %u turns.", n),
                               n);
  *n_turns = from > 0 ? from - 1 : n;
  if (!again)
    return APP_CLI_DONE;
  /* What the person or a tool said is what is answered again. */
  if (from > 0)
    *n_turns = from;
  while (*n_turns > 0 && get_role (bench, *n_turns - 1) == MCP_MODEL_ASSISTANT)
    (*n_turns)--;
  if (*n_turns > 0)
    return APP_CLI_DONE;
  return app_cli_fail_usage (cli->invocation, "%s",
                             _ ("There is nothing in it that could be answered again."));
}

static gboolean
write_script (const char *path, AppModelConversation *bench, GError **error)
{
  g_autoptr (GPtrArray) records = app_model_transcript_dup_records (
      bench, app_model_conversation_get_turns (bench));
  g_autofree char *script =
      app_model_transcript_write_script (records, app_model_conversation_get_model (bench));

  return g_file_set_contents_full (path, script, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

static gboolean
flush (AppCli *cli, AppKeptConversation *conversation, GError **error)
{

  app_kept_conversation_flush_async (conversation, NULL, app_cli_done, cli);
  return app_kept_conversation_flush_finish (conversation, app_cli_await (cli), error);
}

gboolean
app_cli_conversation_end (AppCli               *cli,
                          AppKeptConversation  *conversation,
                          AppModelConversation *bench,
                          GError              **error)
{
  const char *script = cli->invocation->model.script;

  if (conversation != NULL)
    {
      if (!flush (cli, conversation, error))
        return FALSE;
      if (cli->invocation->output.as_json)
        app_cli_print_json (mcp_json_build ("{'event': 'saved', 'id': %s}",
                                            app_kept_conversation_get_id (conversation)));
      else
        /* Translators: %s is what the conversation is named by */
        app_cli_note (cli->invocation, _ ("· Kept as %s"),
                      app_kept_conversation_get_id (conversation));
    }
  return script == NULL || write_script (script, bench, error);
}
