/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Conversations with models that are kept: listing, showing, renaming and deleting them. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-kept-conversations.h"
#include "app-model-transcript.h"
#include "app-cli-conversation.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-error.h"
#include "mcp-json-writer.h"

/* All of them */

static gboolean
finish (AppCli *cli, AppKeptConversations *chats, GError **error)
{
  return app_kept_conversations_finish (chats, app_cli_await (cli), error);
}

static AppKeptConversations *
read_chats (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversations) chats = app_kept_conversations_new (NULL);

  app_kept_conversations_load_async (chats, NULL, app_cli_done, cli);
  return finish (cli, chats, error) ? g_steal_pointer (&chats) : NULL;
}

static void
print_entry (const AppModelFacts *facts)
{
  g_autofree char *bold = app_cli_bold (facts->id);
  g_autofree char *title = app_cli_line (facts->title);
  g_autofree char *model = app_cli_line (facts->model);
  g_autofree char *size = g_format_size (facts->size);
  g_autoptr (GDateTime) changed = g_date_time_new_from_unix_local (facts->changed / G_USEC_PER_SEC);
  g_autofree char *time = g_date_time_format (changed, "%Y-%m-%d %H:%M");

  app_cli_print ("%s  %s · %s · %s%s%s\n", bold, time, size, model,
                 *title != '\0' ? " · " : "", title);
}

static void
write_entry (McpJsonWriter *writer, const AppModelFacts *facts)
{
  mcp_json_writer_add (writer,
                       "{'id': %s, 'title': ?%s, 'provider': ?%s, 'model': ?%s, 'changed': %x, "
                       "'size': %x}",
                       facts->id, facts->title, facts->provider, facts->model,
                       facts->changed / 1000, (gint64)facts->size);
}

AppCliStatus
app_cli_chats_list (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversations) chats = read_chats (cli, error);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (chats == NULL)
    return APP_CLI_REFUSED;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (chats));
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppKeptEntry) entry = g_list_model_get_item (G_LIST_MODEL (chats), i);

      if (cli->invocation->output.as_json)
        write_entry (writer, app_kept_entry_get_facts (entry));
      else
        print_entry (app_kept_entry_get_facts (entry));
    }
  app_cli_print_list (cli->invocation, writer, n,
                      _ ("No conversation is kept. “chat --save” keeps one."));
  return APP_CLI_DONE;
}

/* One */

AppCliStatus
app_cli_chats_show (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversation) chat =
      app_cli_conversation_open (cli, cli->invocation->arguments[1], error);

  if (chat == NULL)
    return APP_CLI_REFUSED;
  g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (chat);
  const char *title = app_kept_conversation_get_title (chat);
  if (cli->invocation->output.as_json)
    {
      app_cli_print_json (app_model_transcript_write_json (turns, title));
      return APP_CLI_DONE;
    }
  g_autofree char *markdown = app_model_transcript_write_markdown (turns, title);
  app_cli_print_lines (markdown, 0);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_chats_script (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversation) chat =
      app_cli_conversation_open (cli, cli->invocation->arguments[1], error);

  if (chat == NULL)
    return APP_CLI_REFUSED;
  g_autoptr (GPtrArray) turns = app_kept_conversation_dup_turns (chat);
  app_cli_print_json (
      app_model_transcript_write_script (turns, app_kept_conversation_get_model (chat)));
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_chats_rename (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversations) chats = app_kept_conversations_new (NULL);

  app_kept_conversations_rename_async (chats, cli->invocation->arguments[1],
                                       cli->invocation->arguments[2], NULL, app_cli_done, cli);
  return finish (cli, chats, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_chats_delete (AppCli *cli, GError **error)
{
  char **ids = cli->invocation->arguments + 1;
  g_autoptr (AppKeptConversations) chats = app_kept_conversations_new (NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      app_kept_conversations_remove_async (chats, ids[i], NULL, app_cli_done, cli);
      if (!finish (cli, chats, error))
        return APP_CLI_REFUSED;
    }
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_chats_clear (AppCli *cli, GError **error)
{
  g_autoptr (AppKeptConversations) chats = read_chats (cli, error);
  g_autofree char *question = NULL;

  if (chats == NULL)
    return APP_CLI_REFUSED;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (chats));
  question = g_strdup_printf (ngettext ("Delete %u conversation?", "Delete %u conversations?", n),
                              n);
  if (n > 0 && !cli->invocation->yes && !app_cli_input_ask (question))
    {
      app_error_advise (error, APP_ERROR_REFUSED,
                        _ ("Use --yes to delete all conversations without asking."), "%s",
                        _ ("Nothing was deleted."));
      return APP_CLI_REFUSED;
    }
  app_kept_conversations_remove_async (chats, NULL, NULL, app_cli_done, cli);
  return finish (cli, chats, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}
