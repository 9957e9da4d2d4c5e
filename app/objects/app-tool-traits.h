/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a tool says of itself and the objects of its server's store: whether its arguments may be
 * references to them, and whether its output becomes one. Functions without state.
 *
 * Source: deepset-mcp-server's @referenceable and @explorable, which write fixed sentences into the
 * description; nothing else of a definition says it.
 */

#pragma once

#include "mcp-definition.h"

typedef enum {
  APP_TOOL_TAKES_REFERENCES,
  APP_TOOL_STORES_OUTPUT,
  APP_TOOL_N_TRAITS
} AppToolTrait;

/** @tool: (nullable). Returns: %FALSE also for what is no tool */
gboolean app_tool_trait_has (McpDefinition *tool, AppToolTrait trait);
/** Returns: (transfer none): "accepts references" */
const char *app_tool_trait_get_word (AppToolTrait trait);
/** Returns: (transfer none): the same in one or two signs, where there is no room for words */
const char *app_tool_trait_get_sign (AppToolTrait trait);
/** Returns: (transfer none): a sentence */
const char *app_tool_trait_get_meaning (AppToolTrait trait);
