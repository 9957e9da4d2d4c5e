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
#include "app-tool-names.h"

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

/* Returns: (transfer full) (nullable) */
static StoreProfileList *
load_book (void)
{
  g_autoptr (StoreProfileList) book = store_profile_list_new (NULL);

  return store_profile_list_load (book, NULL) ? g_steal_pointer (&book) : NULL;
}

/* Of the server that is named, or of all. */
static void
propose_tools (const Completion *self)
{
  g_autoptr (StoreProfileList) book = load_book ();
  StoreProfile *named = book != NULL && self->server != NULL
                            ? store_profile_list_find_by_name (book, self->server)
                            : NULL;

  for (guint i = 0; book != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (book)); i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (book), i);

      if (self->server != NULL && profile != named)
        continue;
      g_auto (GStrv) names = app_tool_names_read (store_profile_get_id (profile));
      for (guint k = 0; names[k] != NULL; k++)
        if (*names[k] != '\0')
          propose (self, names[k], NULL);
    }
}

static void
propose_servers (const Completion *self)
{
  g_autoptr (StoreProfileList) book = load_book ();

  for (guint i = 0; book != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (book)); i++)
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
