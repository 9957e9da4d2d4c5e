/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The tool with which a server searches its own things, such as search_tools, find_documents or
 * just search: what a filter points to when it finds nothing. Names alone decide; nothing is called
 * here.
 */

#pragma once

#include "mcp-definition.h"
#include "mcp-tool.h"

#include <gio/gio.h>

/** @tools: of McpTool; @wanted: of what kind the things are that were not found
 * @argument: (out) (transfer full): what takes the words that are searched for
 * Returns: (transfer full) (nullable): a tool that searches these things, or everything, or the
 * only one that searches */
McpTool *app_server_search_find (GListModel *tools, McpDefinitionKind wanted, char **argument);
