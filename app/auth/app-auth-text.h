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

G_BEGIN_DECLS

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

G_END_DECLS
