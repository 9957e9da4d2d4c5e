/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Runs an AppBridge between standard input and output and a server.
 */

#pragma once

#include "app-cli.h"
#include "app-preparation.h"

/** Runs until standard input ends or the connection is lost.
 * Returns: %FALSE with MCP_ERROR where it could not connect, or lost the connection */
gboolean app_cli_bridge_run (AppCli *cli, AppPreparation *preparation, GError **error);
