/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLint: what is better changed in what a server offers: a GListModel of AppLintFinding, in the
 * order of the definitions. Immutable; it may be made in any thread, since definitions are
 * immutable too. Bounded in time, whatever the server sent: some milliseconds for a real tool.
 */

#pragma once

#include "app-lint-finding.h"

/* Of one definition; a person begins with these. */
#define APP_LINT_MAX_FINDINGS 200u
/* Tokens of one tool, and of a server's tools together, from which on it is told. */
#define APP_LINT_TOOL_TOKENS 2000u
#define APP_LINT_SERVER_TOKENS 25000u
/* See AppExportFormat for the vendors' limits. */
#define APP_LINT_MAX_DESCRIPTION 1024u
/* Tokens of a description below which it is told. */
#define APP_LINT_MIN_DESCRIPTION 4u
/* What clients take: characters of "mcp__server__tool", and of both names together in Cursor. */
#define APP_LINT_CLIENT_NAME 64u
#define APP_LINT_CURSOR_NAME 60u
/* Tools of all servers together that Cursor tells a model of. */
#define APP_LINT_CURSOR_TOOLS 40u
/* Alternatives of one value, over all the unions inside each other. */
#define APP_LINT_MAX_ALTERNATIVES 1000u
/* Sub-schemas that are looked at in one schema; the largest real one has 1 001. */
#define APP_LINT_MAX_SCHEMAS 50000u
/* Different patterns that are tried out, some milliseconds each. */
#define APP_LINT_MAX_PATTERNS 200u

#define APP_TYPE_LINT (app_lint_get_type ())
G_DECLARE_FINAL_TYPE (AppLint, app_lint, APP, LINT, GObject)

/** @definitions: (element-type McpDefinition): of any kinds
 * @lists: (nullable) (element-type AppLintFinding): problems of the lists that they come from
 * @instructions: (nullable): what the server tells a model of itself
 * @server: (nullable): what the person calls it; without it nothing is said of the length that
 * names have in clients. Returns: (transfer full) */
AppLint *app_lint_new (GPtrArray  *definitions,
                       GPtrArray  *lists,
                       const char *instructions,
                       const char *server);

/** How many findings have @level. */
guint app_lint_count (AppLint *self, McpFindingLevel level);

/** What was looked at. Returns: (transfer none) (element-type McpDefinition) */
GPtrArray *app_lint_get_definitions (AppLint *self);
/** What it costs to describe the tools to a model, see app_token_estimate_text(). The model view of
 * each, as OpenAI's Chat Completions take it. Returns: (transfer none) (element-type
 * AppExportedTool): in the order of the definitions */
GPtrArray *app_lint_get_tools (AppLint *self);
guint      app_lint_get_tokens (AppLint *self);
