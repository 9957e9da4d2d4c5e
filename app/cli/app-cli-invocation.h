/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliInvocation: one command line, understood: the command, its arguments, the options that all
 * commands share, and the program behind "--". One shape for all:
 *
 *   spyglass-cli COMMAND [ARGUMENTS] [OPTIONS] [--server PROFILE-OR-URL | -- PROGRAM ARG…]
 */

#pragma once

#include "app-cli-options.h"
#include "app-failure.h"

typedef enum {
  APP_CLI_DONE = 0,
  APP_CLI_TOOL_ERROR = 1, /* the tool answered isError; or a check found an error */
  APP_CLI_USAGE = APP_FAILURE_EXIT_USAGE,
  APP_CLI_UNREACHABLE = APP_FAILURE_EXIT_UNREACHABLE,
  APP_CLI_PROTOCOL = APP_FAILURE_EXIT_PROTOCOL,
  APP_CLI_TIMEOUT = APP_FAILURE_EXIT_TIMEOUT,
  APP_CLI_REFUSED = APP_FAILURE_EXIT_REFUSED,
  APP_CLI_AUTHORIZATION = APP_FAILURE_EXIT_AUTHORIZATION,
  APP_CLI_SIGNAL = APP_FAILURE_EXIT_SIGNAL,
} AppCliStatus;

/** The value of an option is in the member that its row of options.toml names: of AppCliTarget
 * (which server, and how it is reached and spoken to; "" takes away what a kept server says),
 * AppCliSignIn (how the person signs in to it), AppCliRequest (what is sent), AppCliOutput (how its
 * outcome is shown), AppCliKeeping (what "servers" and "config" write), AppCliObject, AppCliPast
 * (which exchanges), AppCliModel (which model is asked) or AppCliBench. Texts and lists are %NULL,
 * counts 0, and seconds NaN where they were not given. Secrets are on no command line, where others
 * see them. */
typedef struct
{
  char         *command;   /* (nullable) */
  char        **arguments; /* positional, behind the command; never NULL */
  char        **program;   /* (nullable): behind "--" */
  AppCliTarget  target;
  AppCliSignIn  sign_in;
  AppCliRequest request;
  AppCliOutput  output;
  AppCliKeeping keeping;
  AppCliObject  object;
  AppCliPast    past;
  AppCliModel   model;
  AppCliBench   bench;
  gboolean      yes;
  gboolean      version;
  gboolean      help;
  gboolean      help_server;
} AppCliInvocation;

/** Returns: (transfer full) (nullable): %NULL with a GOptionError where the command line is wrong;
 * numbers that mean nothing are wrong too */
AppCliInvocation *app_cli_invocation_parse (int argc, char **argv, GError **error);
/** @name: an option or argument, for the message. Returns: whether @text is UTF-8 */
gboolean app_cli_invocation_check_text (const char *name, const char *text, GError **error);
/** @word: (nullable). Returns: which of @words it is, @fallback for %NULL, -1 for another one */
int app_cli_find_word (const char *word, const char *const *words, int fallback);
/** "30", "1.5", "90s", "250ms", "2m", "1h". */
gboolean app_cli_invocation_read_seconds (const char *text, double *seconds);
void     app_cli_invocation_free (AppCliInvocation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliInvocation, app_cli_invocation_free)

/** An option that was given though the command does not take it: it would be dropped without a
 * word. @takes: AppCliTakes. Returns: (transfer full) (nullable): its name */
char *app_cli_invocation_dup_stray (const AppCliInvocation *self, guint takes);

/** An option that was given though it says nothing to a program, or to a server on the network.
 * Returns: (transfer full) (nullable): its name */
char *app_cli_invocation_dup_misplaced (const AppCliInvocation *self, gboolean is_program);
