/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The steps of a sign-in as text and as JSON, whatever is secret in them masked. */

#pragma once

#include "app-cli-invocation.h"
#include "app-redactor.h"
#include "mcp-auth-flow.h"

G_BEGIN_DECLS

/** Prints the steps, each with what was found; with @full also what was asked and said. */
void app_cli_auth_steps_print (McpAuthFlow *flow, AppRedactor *redactor, gboolean full);
/** What went wrong, on standard error: the step that failed and its findings. */
void app_cli_auth_steps_note (const AppCliInvocation *invocation,
                              McpAuthFlow            *flow,
                              AppRedactor            *redactor);
/** Returns: (transfer full): JSON of an array */
char *app_cli_auth_steps_dup_json (McpAuthFlow *flow, AppRedactor *redactor);

/** Says what a finding tells, beside what is printed. */
void app_cli_auth_finding_note (const AppCliInvocation *invocation,
                                McpAuthFinding         *finding,
                                AppRedactor            *redactor);

G_END_DECLS
