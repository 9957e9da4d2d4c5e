/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a server logs, printed as it comes.
 */

#pragma once

#include <stdio.h>

#include "app-cli-connection.h"

G_BEGIN_DECLS

/** Asks the server to log from the level of --level on, and prints it from then on.
 * @stream: standard output, or standard error beside something else; there always in words
 * Returns: %FALSE where the server does not log, or refuses: MCP_ERROR */
gboolean app_cli_log_begin (const AppCliInvocation *invocation,
                            AppCliConnection       *connection,
                            AppSession             *session,
                            FILE                   *stream,
                            GError                **error);

/** Whether --level is one, if it is there. Returns: APP_CLI_DONE, or the status of a failure that
 * was printed */
AppCliStatus app_cli_log_check_level (const AppCliInvocation *invocation);

G_END_DECLS
