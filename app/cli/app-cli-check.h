/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What stands between a call that was typed and its being sent: its arguments are held against the
 * tool's schema, and the person is asked where the approval rule says so.
 */

#pragma once

#include "app-model-call.h"
#include "app-cli.h"
#include "mcp-tool.h"

/** Says what is odd about the arguments; with --force that is all. @definition: (nullable): a tool
 * or a prompt; %NULL where the server did not list it. @arguments: (nullable): JSON text
 * Returns: APP_CLI_DONE where they may be sent; else the status to exit with, and the problems were
 * printed */
AppCliStatus
app_cli_check_arguments (AppCli *cli, McpDefinition *definition, const char *arguments);
/** What comes of a call that somebody is to be asked about, with the options of the command and the
 * terminal that there is; see app_approval_settle(). */
AppAdmission app_cli_settle (AppCli *cli, AppCaller caller);
/** The same for what a model calls. */
AppAdmission app_cli_settle_model (AppCli *cli, AppModelCall *call);
