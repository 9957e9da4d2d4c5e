/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What was meant by a typical mistake on the command line, with the command as it should be, to be
 * copied. A hint is (transfer full): " Did you mean …? Try: …", or "" where nothing is known. */

#pragma once

#include "app-cli-command.h"

/** What is typed, for the commands that are shown. @argv: (transfer none): held */
void app_cli_hint_begin (char **argv);

/** A word that the command does not take, or that stands where a server should. */
char *app_cli_hint_dup_word (const AppCliInvocation *invocation, const char *word);
/** An option that does not exist. @name: with its "--" and perhaps "=VALUE" */
char *app_cli_hint_dup_option (const char *name);
/** A command that does not exist. */
char *app_cli_hint_dup_command (const char *name);
/** A file in place of JSON. @option: what it was given with */
char *app_cli_hint_dup_file (const char *option, const char *text);
/** The command that was typed, with @instead in place of @word. Returns: (transfer full)
 * (nullable): %NULL where that was not typed, or is not to be shown */
char *app_cli_hint_dup_instead (const char *word, const char *const *instead);
/** The same server as now, with other @words: a command to be copied. Returns: (transfer full) */
char *app_cli_hint_dup_with_server (const AppCliInvocation *invocation, const char *const *words);
/** A word for the shell, which is shown as it is. Returns: (transfer full) */
char *app_cli_hint_quote (const char *word);
/** The value of --server, where no server is called so. */
char *app_cli_hint_dup_server (const char *name);
