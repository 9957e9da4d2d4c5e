/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliCommand: the commands, one row for each and for each word of one: what it is given, what it
 * takes, and what runs it. The rows are in commands.toml.
 */

#pragma once

#include "app-cli.h"

/** What is there before a command runs. */
typedef enum {
  APP_CLI_NEEDS_NOTHING,
  APP_CLI_NEEDS_BOOK,    /* the workspace with the list of servers */
  APP_CLI_NEEDS_PROFILE, /* the same, and the server of the list that its first argument names */
  APP_CLI_NEEDS_SESSION,
  APP_CLI_NEEDS_OBJECTS, /* the stored objects, with their lists */
  APP_CLI_NEEDS_HISTORY, /* the same, without lists */
} AppCliNeeds;

typedef struct
{
  int         status;  /* AppCliStatus */
  const char *summary; /* where it is so; to be translated */
} AppCliExit;

typedef struct
{
  const char        *name;
  const char        *word;       /* (nullable) */
  gboolean           is_default; /* its word is meant where none is given */
  const char        *old;        /* (nullable): what the command was called before */
  const char *const *others;     /* (nullable): what other programs call it */
  const char        *arguments;
  const char        *summary;                        /* to be translated */
  AppCliStatus (*run) (AppCli *cli, GError **error); /* (nullable): the frame does it */
  AppCliNeeds        needs;
  guint              takes; /* AppCliTakes */
  guint              min;   /* arguments, its word apart */
  guint              max;
  const char        *wrong;    /* (nullable): where there are fewer; to be translated */
  const char *const *choices;  /* (nullable): what a shell proposes for each argument */
  const AppCliExit  *exits;    /* (nullable): what a status says of it; 0 ends them */
  const char *const *examples; /* (nullable) */
} AppCliCommand;

/** Ends with a row that has no name; the rows of a command follow each other. */
extern const AppCliCommand app_cli_command_table[];

/** Returns: (transfer none) (nullable): the first row of a command */
const AppCliCommand *app_cli_command_find (const char *name);
/** Returns: (transfer none) (nullable): the row of a command that was called so before */
const AppCliCommand *app_cli_command_find_old (const char *name);
/** @first: (nullable): the first argument, which may be a word of the command
 * Returns: (transfer none) (nullable): the row that is meant; %NULL where the command has words and
 * this is none of them */
const AppCliCommand *app_cli_command_find_row (const char *name, const char *first);
/** The command, and its word. Returns: (transfer full) */
char *app_cli_command_dup_name (const AppCliCommand *self);
