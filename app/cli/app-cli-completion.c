/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-completion.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-command.h"
#include "app-cli-option.h"
#include "app-client-name.h"
#include "app-export-format.h"
#include "app-share.h"
#include "app-visible-text.h"
#include "mcp-auth-settings.h"
#include "mcp-definition.h"
#include "store-client-format.h"

/* A server may list more; nobody finds anything among them. */
#define MAX_TOOLS 2000u
/* A name that is longer is no name. */
#define MAX_NAME 200u

typedef struct
{
  const char          *typed; /* the beginning of the word */
  const AppCliCommand *command;
  const char          *server; /* (nullable): of --server */
} Completion;

static void
propose (const Completion *self, const char *word, const char *about)
{
  if (g_str_has_prefix (word, self->typed))
    printf ("%s%s%s\n", word, about != NULL ? "\t" : "", about != NULL ? about : "");
}

static void
propose_words (const Completion *self, const char *words)
{
  g_auto (GStrv) split = g_strsplit_set (words, " |", -1);

  for (guint i = 0; split[i] != NULL; i++)
    propose (self, split[i], NULL);
}

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "spyglass", "tool-names", NULL);
}

static char *
dup_path (const char *server)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *name = g_uri_escape_string (server, " ", TRUE);

  return g_build_filename (folder, name, NULL);
}

void
app_cli_completion_remember (const char *server, GListModel *tools)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *path = dup_path (server);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (g_list_model_get_n_items (tools), MAX_TOOLS); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      const char      *key = mcp_definition_get_key (tool);
      g_autofree char *visible = app_visible_text_line (key, 0);

      /* What cannot be typed is not proposed. */
      if (strlen (key) <= MAX_NAME && g_str_equal (key, visible) && strpbrk (key, " \t") == NULL)
        g_string_append_printf (text, "%s\n", key);
    }
  /* It only helps with typing: where it cannot be written, nothing is lost. */
  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents (path, text->str, (gssize)text->len, NULL);
}

static void
propose_tools_of (const Completion *self, const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) names = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  names = g_strsplit (text, "\n", -1);
  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] != '\0')
      propose (self, names[i], NULL);
}

/* Of the server that is named, or of all. */
static void
propose_tools (const Completion *self)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *path = self->server != NULL ? dup_path (self->server) : NULL;
  g_autoptr (GDir) files = path == NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  if (path != NULL)
    propose_tools_of (self, path);
  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      propose_tools_of (self, file);
    }
}

static void
propose_servers (const Completion *self)
{
  g_autoptr (StoreProfileList) book = store_profile_list_new (NULL);

  if (!store_profile_list_load (book, NULL))
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (book)); i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (book), i);

      propose (self, store_profile_get_name (profile), NULL);
    }
}

static void
propose_commands (const Completion *self)
{
  guint                n;
  const AppCliCommand *commands = app_cli_command_get_all (&n);

  for (guint i = 0; i < n; i++)
    if (i == 0 || !g_str_equal (commands[i].name, commands[i - 1].name))
      propose (self, commands[i].name, app_cli_command_get_summary (&commands[i]));
}

static gboolean
propose_option (const AppCliOption *option, guint takes, gpointer member, gpointer data)
{
  const Completion *self = data;
  g_autofree char  *name = g_strconcat ("--", option->name, NULL);

  if (takes == 0 || (self->command != NULL && (takes & self->command->takes) != 0))
    propose (self, name, app_cli_option_get_about (option));
  return TRUE;
}

/* @name: const char * */
static gboolean
is_other (const AppCliOption *option, guint takes, gpointer member, gpointer name)
{
  const char *word = name;

  return !(word[1] == '-' ? g_str_equal (word + 2, option->name)
                          : word[1] == option->letter && word[2] == '\0');
}

/* The option that @word is, where it has a value. */
static const AppCliOption *
find_valued (const char *word)
{
  AppCliInvocation    none = { 0 };
  const AppCliOption *option =
      word[0] == '-' && word[1] != '\0' ? app_cli_option_visit (&none, is_other, (gpointer)word)
                                        : NULL;

  return option != NULL && option->kind != G_OPTION_ARG_NONE ? option : NULL;
}

/* Of a sign-in; secrets are on no command line. */
static void
propose_settings (const Completion *self)
{
  for (guint i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      const McpAuthSettingInfo *info = mcp_auth_setting_get_info (i);
      g_autofree char          *word = g_strconcat (info->name, "=", NULL);

      if (!info->is_secret)
        propose (self, word, NULL);
    }
}

/* Of the tools that a model may call. */
static void
propose_choices (const Completion *self)
{
  propose_words (self, "auto none required");
  propose_tools (self);
}

/* Where nothing is proposed, a shell proposes files. */
static void
propose_value (const Completion *self, const AppCliOption *option)
{
  if (g_str_equal (option->name, "server"))
    propose_servers (self);
  else if (g_str_equal (option->name, "era"))
    propose_words (self, "auto modern legacy");
  else if (g_str_equal (option->name, "transport"))
    propose_words (self, "auto stdio http sse websocket unix tcp http+unix");
  else if (g_str_equal (option->name, "level"))
    propose_words (self, "debug info notice warning error critical alert emergency");
  else if (g_str_equal (option->name, "approval"))
    propose_words (self, "ask auto never default");
  else if (g_str_equal (option->name, "provider"))
    propose_words (self, "openai-chat openai-responses anthropic gemini ollama llama-cpp lm-studio "
                         "vllm scripted");
  else if (g_str_equal (option->name, "tool-choice"))
    propose_choices (self);
  else if (g_str_equal (option->name, "results"))
    propose_words (self, "raw compact preview path: template:");
  else if (g_str_equal (option->name, "results-of"))
    propose_tools (self);
  else if (g_str_equal (option->name, "object-tools"))
    propose_words (self, "needed always");
  else if (g_str_equal (option->name, "cache"))
    propose_words (self, "read-only all");
  else if (g_str_equal (option->name, "tool-order"))
    propose_words (self, "sorted server shuffled");
  else if (g_str_equal (option->name, "store"))
    propose_words (self, "sqlite redis");
  else if (g_str_equal (option->name, "browser"))
    propose_words (self, "system none");
  else if (g_str_equal (option->name, "set"))
    propose_settings (self);
  else if (g_str_equal (option->name, "protocol-version"))
    propose_words (self, "2024-11-05 2025-03-26 2025-06-18 2025-11-25 2026-07-28");
}

/* Those whose names for tools are known. */
static void
propose_applications (const Completion *self)
{
  guint                         n;
  const AppClientNaming *const *all = app_client_naming_get_all (&n);

  for (guint i = 0; i < n; i++)
    propose (self, app_client_naming_get_id (all[i]), NULL);
}

/* @index: of the word among those of the command; @first: the first of them, where there is one */
static void
propose_argument (const Completion *self, guint index, const char *first)
{
  const char *name = self->command->name;

  if (g_str_equal (name, "help") && index == 0)
    propose_commands (self);
  else if ((g_str_equal (name, "call") || g_str_equal (name, "tools")) && index == 0)
    propose_tools (self);
  else if (g_str_equal (name, "names"))
    propose_applications (self);
  else if (g_str_equal (name, "export") && index > 0)
    propose_tools (self);
  else if (g_str_equal (name, "export"))
    for (guint i = 0; i < APP_EXPORT_N_FORMATS; i++)
      propose (self, app_export_format_to_text ((AppExportFormat)i), NULL);
  else if (g_str_equal (name, "tasks") && index == 0)
    propose_words (self, "list get result cancel");
  else if (g_str_equal (name, "servers") && index == 0)
    propose_words (self, "list add edit remove import confirm enable disable preset pin");
  else if (g_str_equal (name, "servers") && index == 1 && !g_str_equal (first, "add"))
    propose_servers (self);
  else if (g_str_equal (name, "config") && index == 0)
    propose_words (
        self, "clients list show diff write remove enable disable sync import export test lint "
              "history undo backups restore");
  else if (g_str_equal (name, "config") && index == 1 && g_str_equal (first, "export"))
    for (guint i = 0; app_share_get_kinds ()[i] != NULL; i++)
      propose (self, app_share_get_kinds ()[i]->id, NULL);
  else if (g_str_equal (name, "config") && index == 1 && g_strcmp0 (first, "undo") != 0)
    for (guint i = 0; store_client_format_get_all ()[i] != NULL; i++)
      propose (self, store_client_format_get_all ()[i]->id, NULL);
  else if (g_str_equal (name, "auth") && index == 0)
    propose_words (self, "status login steps refresh revoke forget list");
  else if (g_str_equal (name, "auth") && index == 1 && g_str_equal (first, "steps"))
    propose_words (self, "request challenge resource issuer server client scopes authorize browser "
                         "callback token use");
  else if (g_str_equal (name, "auth") && index == 1 && g_str_equal (first, "forget"))
    propose_servers (self);
  else if (g_str_equal (name, "chats") && index == 0)
    propose_words (self, "list show script rename delete clear");
  else if (g_str_equal (name, "models") && index == 0)
    propose_words (self, "list add remove show test default find");
  else if (g_str_equal (name, "objects") && index == 0)
    propose_words (self, "list show put save edit compare delete");
}

void
app_cli_completion_print (const char *const *words)
{
  Completion          self = { "" };
  guint               n = g_strv_length ((char **)words);
  guint               n_arguments = 0;
  const char         *first = "";
  const AppCliOption *valued = NULL;

  for (guint i = 0; i + 1 < n; i++)
    {
      if (g_str_equal (words[i], "--"))
        return;
      /* Bash takes the sign for a word of its own. */
      if (g_str_equal (words[i], "="))
        continue;
      if (valued != NULL)
        {
          if (g_str_equal (valued->name, "server"))
            self.server = words[i];
          valued = NULL;
          continue;
        }
      valued = find_valued (words[i]);
      if (words[i][0] == '-')
        continue;
      if (self.command == NULL)
        {
          self.command = app_cli_command_find (words[i]);
          if (self.command == NULL)
            return;
        }
      else if (n_arguments++ == 0)
        first = words[i];
    }
  self.typed = n > 0 && !g_str_equal (words[n - 1], "=") ? words[n - 1] : "";
  if (valued != NULL)
    propose_value (&self, valued);
  else if (self.typed[0] == '-')
    {
      AppCliInvocation none = { 0 };

      app_cli_option_visit (&none, propose_option, &self);
    }
  else if (self.command == NULL)
    propose_commands (&self);
  else
    propose_argument (&self, n_arguments, first);
}
