/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The arguments of a call, put together from --args, --arg and --ref. How what is typed for one
 * argument is read is said in app-typed-argument.h. A reference is a string.
 */

#pragma once

#include "app-cli-invocation.h"
#include "mcp-json-value.h"

/** @option: such as "--meta". @text: what was given with it
 * Returns: (transfer full) (nullable): an object; %NULL with APP_ERROR_INVALID_INPUT */
McpJsonDocument *
app_cli_arguments_parse_object (const char *option, const char *text, GError **error);
/** @schema: the tool's inputSchema; none where it is not known. @strings: every value is a string
 * (a prompt's arguments). @text: (out) (transfer full) (nullable): JSON text of an object; %NULL
 * where nothing was given. Returns: %FALSE with APP_ERROR_INVALID_INPUT */
gboolean app_cli_arguments_build (const AppCliInvocation *invocation,
                                  McpJsonValue            schema,
                                  gboolean                strings,
                                  char                  **text,
                                  GError                **error);
