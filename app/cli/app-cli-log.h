/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a server logs, printed as it comes.
 */

#pragma once

#include <stdio.h>

#include "app-cli.h"

/** Asks the server to log from the level of --level on, and prints it from then on.
 * @stream: standard output, or standard error beside something else; there always in words
 * Returns: %FALSE where the server does not log, or refuses: MCP_ERROR; without an error where a
 * signal came */
gboolean app_cli_log_begin (AppCli *cli, FILE *stream, GError **error);
/** After a call: waits a moment for what the server still sends on a stream of its own. */
void app_cli_log_end (AppCli *cli);
