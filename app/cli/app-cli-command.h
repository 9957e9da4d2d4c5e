/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliCommand: the commands, one row for each form that one has; what it is given, what it takes,
 * and what runs it.
 */

#pragma once

#include "app-cli.h"

G_BEGIN_DECLS

/** What is there before a command runs. */
typedef enum {
  APP_CLI_NEEDS_NOTHING,
  APP_CLI_NEEDS_BOOK, /* the workspace with the list of servers */
  APP_CLI_NEEDS_SESSION,
} AppCliNeeds;

typedef struct
{
  const char *name;
  const char *arguments;
  const char *summary; /* to be translated */
  /* The rest is in the first row of a command alone. */
  AppCliStatus (*run) (AppCli *cli, GError **error); /* (nullable): the frame does it */
  AppCliNeeds needs;
  guint       takes; /* AppCliTakes */
  guint       min;   /* words behind it */
  guint       max;
  const char *wrong; /* (nullable): what is said where there are fewer; to be translated */
} AppCliCommand;

/** Returns: (transfer none): static; those of one name follow each other */
const AppCliCommand *app_cli_command_get_all (guint *n_commands);
/** Translated. Returns: (transfer none) */
const char *app_cli_command_get_summary (const AppCliCommand *self);
/** What is said where too few words stand behind it, translated. Returns: (transfer none)
 * (nullable) */
const char *app_cli_command_get_wrong (const AppCliCommand *self);
/** Returns: (transfer none) (nullable): the first row of a command */
const AppCliCommand *app_cli_command_find (const char *name);

G_END_DECLS
