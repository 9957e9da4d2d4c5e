/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What stands between a call that was typed and its being sent: its arguments are held against the
 * tool's schema, and a tool that may destroy something is asked about.
 */

#pragma once

#include "app-cli.h"
#include "mcp-tool.h"

G_BEGIN_DECLS

/** Says what is odd about the arguments; with --force that is all.
 * @tool: (nullable): %NULL where the server did not list it. @arguments: (nullable): JSON text
 * Returns: APP_CLI_DONE where they may be sent; else the status to exit with, and the problems were
 * printed */
AppCliStatus app_cli_check_arguments (AppCli *cli, McpTool *tool, const char *arguments);
/** Asks at the terminal before a tool that is declared destructive, or named so, unless --yes or
 * a rule of the list has decided. @tool: (nullable)
 * Returns: %FALSE with APP_ERROR_REFUSED */
gboolean app_cli_check_consent (AppCli *cli, McpTool *tool, const char *name, GError **error);
/** Why a call of a tool is to be asked about, where no rule of the list has decided. @tool:
 * (nullable). Returns: (transfer none) (nullable): a translated sentence; %NULL where it may run */
const char *app_cli_check_find_reason (AppSession *session, McpTool *tool, const char *name);

G_END_DECLS
