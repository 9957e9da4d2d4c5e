/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the demo server does for each method of the protocol. Lists, with their pages, are in
 * app-demo-lists.c. Source: MCP 2025-11-25, server/ and basic/.
 */

#pragma once

#include "app-demo-request.h"

G_BEGIN_DECLS

/** Answers @request, at once or later. */
void app_demo_methods_handle (AppDemoRequest *request);

/** Answers a list request, @kind being "tools", "resources", "resourceTemplates" or "prompts". */
void app_demo_lists_handle (AppDemoRequest *request, const char *kind);

/** Checks @arguments against the members that @tool's input schema requires, and their types.
 * Returns: (transfer full) (nullable): what is wrong, for a person; %NULL when nothing is */
char *app_demo_arguments_check (McpJsonValue tool, McpJsonValue arguments, gboolean pydantic);

G_END_DECLS
