/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-command.h"

const AppCliCommand *
app_cli_command_find (const char *name)
{
  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    if (g_str_equal (name, row->name))
      return row;
  return NULL;
}

const AppCliCommand *
app_cli_command_find_old (const char *name)
{
  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    if (g_strcmp0 (name, row->old) == 0)
      return row;
  return NULL;
}

const AppCliCommand *
app_cli_command_find_row (const char *name, const char *first)
{
  const AppCliCommand *without_word = NULL;

  for (const AppCliCommand *row = app_cli_command_table; row->name != NULL; row++)
    {
      if (!g_str_equal (name, row->name))
        continue;
      if (first != NULL && g_strcmp0 (first, row->word) == 0)
        return row;
      if (row->word == NULL || (row->is_default && first == NULL))
        without_word = row;
    }
  return without_word;
}

char *
app_cli_command_dup_name (const AppCliCommand *self)
{
  return g_strconcat (self->name, self->word != NULL ? " " : NULL, self->word, NULL);
}
