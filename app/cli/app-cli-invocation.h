/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliInvocation: one command line, understood: the command, its arguments, the options that all
 * commands share, and the program behind "--". One shape for all:
 *
 *   spyglass-cli COMMAND [ARGUMENTS] [OPTIONS] [--server PROFILE-OR-URL | -- PROGRAM ARG…]
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  APP_CLI_DONE = 0,
  APP_CLI_TOOL_ERROR = 1,    /* the tool answered isError */
  APP_CLI_USAGE = 2,         /* the command line is wrong */
  APP_CLI_UNREACHABLE = 3,   /* could not connect */
  APP_CLI_PROTOCOL = 4,      /* a JSON-RPC error, or the server broke the protocol */
  APP_CLI_TIMEOUT = 5,       /* a deadline passed */
  APP_CLI_REFUSED = 6,       /* input that we refuse: not JSON, a broken file, a rule that says no */
  APP_CLI_AUTHORIZATION = 7, /* the server wants authorization */
} AppCliStatus;

typedef struct
{
  char  *command;   /* (nullable) */
  char **arguments; /* positional, behind the command; never NULL */
  char **program;   /* (nullable): behind "--" */

  /* Which server */
  char  *server; /* (nullable): a profile's name or a URL */
  char **env;    /* (nullable): NAME=VALUE */
  char  *cwd;    /* (nullable) */
  char **header; /* (nullable): "Name: value" */

  /* What is sent */
  char **arg;  /* (nullable): key=value */
  char  *args; /* (nullable): JSON text */

  /* How it is shown */
  gboolean json;
  gboolean compact;
  gboolean full;
  gboolean quiet;
  gboolean show_stderr;
  int      items;
  int      depth;
  int      characters;

  /* Deadlines, seconds; negative where not given */
  double timeout;
  double connect_timeout;
  double total_timeout;

  /* servers and config */
  char    *name;
  char    *url;
  char    *rename;
  char    *project;
  char    *home;
  char    *approval;
  char   **secret; /* (nullable): names whose values go to the keyring */
  char    *bearer;
  char    *basic;
  gboolean yes;
  gboolean dry_run;
  gboolean with_secrets;
  gboolean absolute;

  gboolean version;
  gboolean help;
} AppCliInvocation;

/** Returns: (transfer full) (nullable): %NULL with a GOptionError where the command line is wrong */
AppCliInvocation *app_cli_invocation_parse (int argc, char **argv, GError **error);
void              app_cli_invocation_free (AppCliInvocation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliInvocation, app_cli_invocation_free)

/** Returns: (transfer full): the text of --help. @commands: the table of commands, as text */
char *app_cli_invocation_dup_help (const char *commands);

G_END_DECLS
