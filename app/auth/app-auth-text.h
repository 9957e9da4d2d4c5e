/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The steps of an authorization as text that may leave the program: exchanges as they were on the
 * way, and the report for whoever runs the servers, with every secret masked: those that the
 * redactor knows, and whatever stands under the name of a parameter, a member or a header that
 * carries one.
 */

#pragma once

#include "app-redactor.h"
#include "mcp-auth-step.h"

/** "POST https://…/token". Returns: (transfer full) */
char *app_auth_text_dup_title (AppRedactor *redactor, McpAuthExchange *exchange);
/** Headers and body. Returns: (transfer full) */
char *app_auth_text_dup_request (AppRedactor *redactor, McpAuthExchange *exchange);
/** The same; why there is none where there is none. Returns: (transfer full) */
char *app_auth_text_dup_response (AppRedactor *redactor, McpAuthExchange *exchange);
/** What was seen, which rule that breaks, who mends it and how, and the exchanges.
 * @url: of the server. @steps: of McpAuthStep. @step: (nullable): that one alone
 * Returns: (transfer full): Markdown */
char *app_auth_text_dup_report (AppRedactor *redactor,
                                const char  *url,
                                GListModel  *steps,
                                McpAuthStep *step);

/* In lines, for the command line */

/** Adds a text for each finding of a step: what was seen, the rule, who mends it and how.
 * @told: (nullable): the ID of one that an error tells already */
void app_auth_text_add_findings (GStrvBuilder *into,
                                 AppRedactor  *redactor,
                                 McpAuthStep  *step,
                                 const char   *told);
/** A line of the step, then a text for each thing that was found; with @full also what was asked
 * and said. Returns: (transfer full) */
GStrv app_auth_text_dup_lines (AppRedactor *redactor, McpAuthStep *step, gboolean full);
/** @names: gets the names that there are. Returns: whether a step is called @name */
gboolean app_auth_text_parse_step (GListModel      *steps,
                                   const char      *name,
                                   McpAuthStepKind *kind,
                                   GString         *names);
/** Returns: (transfer full): JSON of an array */
char *app_auth_text_dup_json (AppRedactor *redactor, GListModel *steps);
