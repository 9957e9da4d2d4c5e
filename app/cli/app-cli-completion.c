/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-completion.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-command.h"
#include "app-cli-option.h"
#include "app-auth-settings.h"
#include "app-client-list.h"
#include "app-client-name.h"
#include "app-export-format.h"
#include "app-guide.h"
#include "app-share.h"
#include "app-visible-text.h"
#include "mcp-definition.h"

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

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  g_auto (GStrv) names = g_strsplit (text, "\n", -1);
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

/* The commands, or the words of one. @name: (nullable) */
static void
propose_rows (const Completion *self, const char *name)
{
  const char *before = NULL;

  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    if (name == NULL && g_strcmp0 (before, row->name) != 0)
      {
        propose (self, row->name, _ (row->summary));
        before = row->name;
      }
    else if (name != NULL && g_str_equal (name, row->name) && row->word != NULL)
      propose (self, row->word, NULL);
}

static void
propose_commands (const Completion *self)
{
  propose_rows (self, NULL);
}

static gboolean
propose_option (const AppCliOption *option, gpointer member, gpointer data)
{
  const Completion *self = data;
  g_autofree char  *name = g_strconcat ("--", option->name, NULL);

  if (option->takes == 0 ||
      (self->command != NULL && (option->takes & self->command->takes) != 0))
    propose (self, name, _ (option->summary));
  return TRUE;
}

/* @name: const char * */
static gboolean
is_other (const AppCliOption *option, gpointer member, gpointer name)
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
  g_auto (GStrv) names = app_auth_settings_dup_names ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *word = g_strconcat (names[i], "=", NULL);

      propose (self, word, NULL);
    }
}

/* Those whose names for tools are known. */
static void
propose_namings (const Completion *self)
{
  guint                         n;
  const AppClientNaming *const *all = app_client_naming_get_all (&n);

  for (guint i = 0; i < n; i++)
    propose (self, app_client_naming_get_id (all[i]), NULL);
}

static void
propose_formats (const Completion *self)
{
  for (guint i = 0; i < APP_EXPORT_N_FORMATS; i++)
    propose (self, app_export_format_to_text ((AppExportFormat)i), NULL);
}

/* Of --format. */
static void
propose_reports (const Completion *self)
{
  gboolean is_lint = self->command != NULL && g_str_equal (self->command->name, "lint");

  propose (self, is_lint ? "text" : "tap", NULL);
  propose (self, "junit", NULL);
  propose (self, "json", NULL);
  if (is_lint)
    propose (self, "sarif", NULL);
}

static void
propose_kinds (const Completion *self)
{
  for (guint i = 0; app_share_get_kinds ()[i] != NULL; i++)
    propose (self, app_share_get_kinds ()[i]->id, NULL);
}

static void
propose_applications (const Completion *self)
{
  g_auto (GStrv) ids = app_client_list_dup_ids ();

  for (guint i = 0; ids[i] != NULL; i++)
    propose (self, ids[i], NULL);
}

static void
propose_chapters (const Completion *self)
{
  for (const char *const *chapters = app_guide_get_chapters (); *chapters != NULL; chapters++)
    propose (self, *chapters, NULL);
}

/* What the words of the tables that begin with @ stand for. */
static const struct
{
  const char *word;
  void (*propose) (const Completion *self);
} lookups[] = {
  { "@applications", propose_applications },
  { "@chapters", propose_chapters },
  { "@commands", propose_commands },
  { "@formats", propose_formats },
  { "@kinds", propose_kinds },
  { "@namings", propose_namings },
  { "@reports", propose_reports },
  { "@servers", propose_servers },
  { "@settings", propose_settings },
  { "@tools", propose_tools },
};

/* Where nothing is proposed, a shell proposes files. @choices: (nullable) */
static void
propose_choices (const Completion *self, const char *choices)
{
  g_auto (GStrv) words = g_strsplit (choices != NULL ? choices : "", " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (words[i][0] != '@' && words[i][0] != '\0')
        propose (self, words[i], NULL);
      for (guint k = 0; k < G_N_ELEMENTS (lookups); k++)
        if (g_str_equal (words[i], lookups[k].word))
          lookups[k].propose (self);
    }
}

/* @index: of the argument; those behind the last one are as that is */
static void
propose_argument (const Completion *self, guint index)
{
  const AppCliCommand *row = self->command;

  if (row->word != NULL)
    index--;
  for (guint i = 0; row->choices != NULL && row->choices[i] != NULL && index < row->max; i++)
    if (i == index || (i < index && row->choices[i + 1] == NULL))
      propose_choices (self, row->choices[i]);
}

void
app_cli_completion_print (const char *const *words)
{
  Completion          self = { "" };
  guint               n = g_strv_length ((char **)words);
  guint               n_arguments = 0;
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
            self.command = app_cli_command_find_old (words[i]);
          if (self.command == NULL)
            return;
        }
      else if (n_arguments++ == 0)
        self.command = app_cli_command_find_row (self.command->name, words[i]);
      if (self.command == NULL)
        return;
    }
  self.typed = n > 0 && !g_str_equal (words[n - 1], "=") ? words[n - 1] : "";
  if (valued != NULL)
    propose_choices (&self, valued->choices);
  else if (self.typed[0] == '-')
    {
      AppCliInvocation none = { 0 };

      app_cli_option_visit (&none, propose_option, &self);
    }
  else if (self.command == NULL)
    propose_commands (&self);
  else if (n_arguments == 0)
    {
      propose_rows (&self, self.command->name);
      if (self.command->word == NULL)
        propose_argument (&self, 0);
    }
  else
    propose_argument (&self, n_arguments);
}
