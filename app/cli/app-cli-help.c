/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-help.h"

#include <glib/gi18n.h>

#include "app-cli-command.h"
#include "app-cli-option.h"
#include "app-guide.h"

/* Columns of a line, and where what is explained on it begins. */
#define WIDTH 80
#define COLUMN 34

/* Fills a paragraph from a column on. */
static void
append_filled (GString *out, const char *text, int column)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  glong at = column;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && at + 1 + length > WIDTH)
        {
          g_string_append_printf (out, "\n%*s", column, "");
          at = column;
        }
      else if (i > 0)
        {
          g_string_append_c (out, ' ');
          at++;
        }
      g_string_append (out, words[i]);
      at += length;
    }
  g_string_append_c (out, '\n');
}

/* What is too long for its column stands on a line of its own. */
static void
append_row (GString *out, const char *term, const char *about)
{
  glong length = g_utf8_strlen (term, -1);

  g_string_append_printf (out, "  %s", term);
  if (length + 4 > COLUMN)
    g_string_append_printf (out, "\n%*s", COLUMN, "");
  else
    g_string_append_printf (out, "%*s", (int)(COLUMN - 2 - length), "");
  append_filled (out, about, COLUMN);
}

static void
append_command (GString *out, const char *program, const AppCliCommand *row)
{
  g_autofree char *name = app_cli_command_dup_name (row);
  g_autofree char *usage =
      row->is_default ? g_strdup_printf ("%s%s [%s]%s%s", program, row->name, row->word,
                                         *row->arguments != '\0' ? " " : "", row->arguments)
                      : g_strdup_printf ("%s%s%s%s", program, name,
                                         *row->arguments != '\0' ? " " : "", row->arguments);

  append_row (out, usage, _ (row->summary));
}

static void
append_option (GString *out, const AppCliOption *option)
{
  g_autofree char *letter =
      option->letter != '\0' ? g_strdup_printf ("-%c, ", option->letter) : g_strdup ("");
  g_autofree char *term =
      g_strdup_printf ("%s--%s%s%s", letter, option->name, option->value != NULL ? "=" : "",
                       option->value != NULL ? _ (option->value) : "");

  append_row (out, term, _ (option->summary));
}

/* The options that a command with @takes has, those that are folded or the others. */
static void
append_options (GString *out, guint takes, gboolean folded)
{
  for (const AppCliOptionGroup *group = app_cli_option_table; group->name != NULL; group++)
    {
      gboolean titled = FALSE;

      if (group->is_folded != folded)
        continue;
      for (const AppCliOption *option = group->options; option->name != NULL; option++)
        {
          if (option->takes != 0 && (option->takes & takes) == 0)
            continue;
          if (!titled)
            g_string_append_printf (out, "\n%s\n", _ (group->title));
          titled = TRUE;
          append_option (out, option);
        }
    }
}

static void
append_examples (GString *out, const char *command)
{
  g_string_append_printf (out, "\n%s\n", _ ("Examples:"));
  for (const AppCliCommand *row = app_cli_command_find (command);
       row->name != NULL && g_str_equal (row->name, command); row++)
    for (guint i = 0; row->examples != NULL && row->examples[i] != NULL; i++)
      g_string_append_printf (out, "  spyglass-cli %s\n", row->examples[i]);
}

static void
append_exits (GString *out, const char *command)
{
  gboolean titled = FALSE;

  for (const AppCliCommand *row = app_cli_command_find (command);
       row->name != NULL && g_str_equal (row->name, command); row++)
    for (const AppCliExit *exit = row->exits; exit != NULL && exit->status != 0; exit++)
      {
        g_autofree char *name = app_cli_command_dup_name (row);
        g_autofree char *term = g_strdup_printf ("%d  %s", exit->status, name);

        if (!titled)
          g_string_append_printf (out, "\n%s\n", _ ("Exit status:"));
        titled = TRUE;
        append_row (out, term, _ (exit->summary));
      }
}

static void
append_chapters (GString *out)
{
  g_autofree char *chapters = g_strjoinv (", ", (char **)app_guide_get_chapters ());

  g_string_append_printf (out, "\n%s\n", _ ("Guide:"));
  append_row (out, "spyglass-cli help CHAPTER", chapters);
}

static void
append_general (GString *out, gboolean folded)
{
  g_string_append_printf (out, "  spyglass-cli %s\n",
                          _ ("COMMAND [ARGUMENTS] [OPTIONS] [--server NAME-OR-URL | "
                             "-- PROGRAM…]"));
  if (!folded)
    g_string_append_printf (out, "\n%s\n", _ ("Commands:"));
  for (const AppCliCommand *row = app_cli_command_table; !folded && row->name != NULL; row++)
    append_command (out, "", row);
  append_options (out, folded ? APP_CLI_TAKES_SERVER : 0, folded);
  if (!folded)
    append_chapters (out);
  g_string_append_printf (out, "\n%s\n",
                          _ ("“spyglass-cli COMMAND --help” shows the options of a command, "
                             "with examples."));
}

char *
app_cli_help_dup_text (const char *command, gboolean folded)
{
  GString *out = g_string_new (NULL);
  guint    takes = 0;

  g_string_append_printf (out, "%s\n", _ ("Usage:"));
  if (command == NULL)
    {
      append_general (out, folded);
      return g_string_free (out, FALSE);
    }
  for (const AppCliCommand *row = app_cli_command_find (command);
       row->name != NULL && g_str_equal (row->name, command); row++)
    {
      append_command (out, "spyglass-cli ", row);
      takes |= row->takes;
    }
  if (!folded)
    {
      append_examples (out, command);
      append_exits (out, command);
    }
  append_options (out, takes, folded);
  return g_string_free (out, FALSE);
}
