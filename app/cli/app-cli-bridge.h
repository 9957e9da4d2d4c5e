/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A bridge between standard input and output, where an application speaks with a program that it
 * started, and a server that is reached by another transport: messages go to and fro as they are,
 * byte for byte. Nothing of what they say is ours but what the transport has to know: the revision
 * that was agreed on, and that the session stands. A request that gets no answer gets an error.
 */

#pragma once

#include "app-cli.h"
#include "app-preparation.h"

G_BEGIN_DECLS

/** Runs until standard input ends or the connection is lost.
 * Returns: %FALSE with MCP_ERROR where it could not connect, or lost the connection */
gboolean app_cli_bridge_run (AppCli *cli, AppPreparation *preparation, GError **error);

G_END_DECLS
