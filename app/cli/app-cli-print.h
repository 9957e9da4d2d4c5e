/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the command line prints: for a person on a terminal, for a program else. Errors go to
 * standard error: in sentences on a terminal, otherwise (and with --json) as one line of JSON:
 *
 *   {"error":{"code":"unreachable","message":"…","advice":"…","evidence":"…"}}
 */

#pragma once

#include "app-cli-invocation.h"
#include "app-problem.h"
#include "app-result.h"

G_BEGIN_DECLS

/** Standard output, in one piece: large texts are not copied. */
void app_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);
void app_cli_print_bytes (const char *data, gsize length);
/** A value as --json wants it: as it came, or on one line; with a line end. */
void app_cli_print_value (const AppCliInvocation *invocation, McpJsonValue value);
/** A value for a person: a window of it under the limits, or pretty with --full. */
void app_cli_print_window (const AppCliInvocation *invocation, McpJsonValue value);
/** A result for a person: its blocks, truncated where they are long. */
void app_cli_print_result (const AppCliInvocation *invocation,
                           AppResult              *result,
                           StoreObject            *object);
/** What others wrote, fit for one line of a terminal. @text: (nullable).
 * Returns: (transfer full) */
char *app_cli_line (const char *text);
/** The same in bold, on a terminal that can. Returns: (transfer full) */
char *app_cli_bold (const char *text);

/** Prints an error. Returns: the status to exit with, from the error's domain and code */
AppCliStatus app_cli_fail (const AppCliInvocation *invocation, const GError *error);
/** @answer: (nullable): the server's JSON-RPC error on one line, its secrets masked */
AppCliStatus app_cli_fail_problem (const AppCliInvocation *invocation,
                                   AppProblem             *problem,
                                   const char             *answer);
/** A mistake in the command line. Returns: APP_CLI_USAGE */
AppCliStatus app_cli_fail_usage (const AppCliInvocation *invocation, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/** Whether somebody can be asked: there is a terminal for the question and for the answer. */
gboolean app_cli_can_ask (void);
/** Asks; without a terminal, and without an answer, it is no. */
gboolean app_cli_ask (const char *question);

G_END_DECLS
