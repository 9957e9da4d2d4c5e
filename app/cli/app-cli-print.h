/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the command line prints: for a person on a terminal, for a program else. Errors go to
 * standard error: in sentences on a terminal, otherwise (and with --json) as one line of JSON:
 *
 *   {"error":{"code":"unreachable","message":"…","advice":"…","evidence":"…"}}
 */

#pragma once

#include "app-cli-invocation.h"
#include "app-failure.h"
#include "app-problem.h"
#include "app-result.h"
#include "mcp-json-writer.h"

/** Standard output, in one piece: large texts are not copied. */
void app_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);
void app_cli_print_bytes (const char *data, gsize length);
/** What others wrote, several lines, each indented. @text: (nullable) */
void app_cli_print_lines (const char *text, guint indent);
/** A value as --json wants it: as it came, or on one line; with a line end. */
void app_cli_print_value (const AppCliInvocation *invocation, McpJsonValue value);
/** JSON text, or what should be that, on a line of its own; on a terminal, what it would obey or
 * nobody would see is escaped as JSON has it. */
void app_cli_print_message (const char *text, gsize length);
/** The same. @text: (transfer full) */
void app_cli_print_json (char *text);
/** Ends the array that is in @writer: with --json it is printed, else what there is to @say where
 * it is empty (nullable). @n: what is in it */
void app_cli_print_list (const AppCliInvocation *invocation,
                         McpJsonWriter          *writer,
                         guint                   n,
                         const char             *say);
/** A JSON value: for a person a window of it, elsewhere whole. */
void app_cli_print_window (const AppCliInvocation *invocation, McpJsonValue value);
/** A result: for a person shortened where it is long, elsewhere whole and without headings. See
 * app-cli-result.c. @object: (nullable): what it is kept as
 * Returns: %FALSE where data that was to be written as it is turns out to be no Base64 */
gboolean app_cli_print_result (const AppCliInvocation *invocation,
                               AppResult              *result,
                               StoreObject            *object,
                               GError                **error);
/** From now on terminals too get long texts whole: --full. */
void app_cli_print_whole (void);
/** What others wrote, fit for one line: on a terminal the beginning of what is absurdly long.
 * @text: (nullable). Returns: (transfer full) */
char *app_cli_line (const char *text);
/** Columns of the terminal, or what is usual. */
guint app_cli_get_width (void);
/** The same in bold, on a terminal that can. Returns: (transfer full) */
char *app_cli_bold (const char *text);

/** Whether standard output is a terminal that shows colours and weights. */
gboolean app_cli_print_knows_style (void);

/** Says something beside the result: one line on standard error, unless --quiet; what others wrote
 * in it is made visible. */
void app_cli_note (const AppCliInvocation *invocation, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
/** The same, also with --quiet: what may make a result worth less than it looks. */
void app_cli_warn (const char *format, ...) G_GNUC_PRINTF (1, 2);
/** A note of each thing that an import or an entry says. @notes: (element-type StoreNote) */
void app_cli_print_notes (const AppCliInvocation *invocation, GPtrArray *notes);

/** Sets an error. Returns: %FALSE, to be returned */
gboolean
app_cli_refuse (GError **error, GQuark domain, int code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
/** The status that a command exits with where @error (nullable) ends it. */
AppCliStatus app_cli_status_of (const GError *error);
/** Prints an error. @response: (nullable): the server's JSON-RPC error on one line, its secrets
 * masked. Returns: the status to exit with, from the domain and code of the problem's error */
AppCliStatus app_cli_fail_problem (const AppCliInvocation *invocation,
                                   AppProblem             *problem,
                                   const char             *response);
/** Something that was typed is refused, with what to do and why.
 * Returns: the status to exit with */
AppCliStatus app_cli_fail_input (const AppCliInvocation *invocation,
                                 const GError           *error,
                                 const char             *advice,
                                 const char             *evidence);
/** A mistake in the command line. Returns: APP_CLI_USAGE */
AppCliStatus app_cli_fail_usage (const AppCliInvocation *invocation, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
