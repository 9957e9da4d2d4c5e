/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStdioTransport: a server that runs as a process of ours and speaks newline-delimited JSON-RPC
 * over its standard input and output. Its standard error is recorded line by line
 * (MCP_RECORD_STDERR). Source: MCP 2025-11-25, "Transports", stdio.
 *
 * The process has a session and process group of its own, and a supervisor (mcp-supervisor.h) that
 * ends all of its descendants when this transport is closed or disposed of and when our own process
 * goes away, however it goes away.
 *
 * Its environment is HOME, LOGNAME, PATH, SHELL, TERM and USER of ours plus @environment.
 *
 * Errors of opening: COMMAND_NOT_FOUND, COMMAND_NOT_EXECUTABLE (also for a missing working
 * directory), INVALID_TARGET (nothing to run, a malformed variable). A process that ends by itself
 * is told by "closed" with PROCESS_EXITED, the tail of stderr as evidence; sends then fail alike.
 */

#pragma once

#include "mcp-byte-transport.h"

#define MCP_TYPE_STDIO_TRANSPORT (mcp_stdio_transport_get_type ())
G_DECLARE_FINAL_TYPE (
    McpStdioTransport, mcp_stdio_transport, MCP, STDIO_TRANSPORT, McpByteTransport)

/**
 * @command: a path, or a name that is looked up in the server's PATH
 * @arguments: (nullable): without the command
 *
 * Of its limits, close_timeout is the time between the end of stdin and SIGTERM.
 *
 * Returns: (transfer full)
 */
McpTransport *mcp_stdio_transport_new (const char *command, const char *const *arguments);

/** For the next opening.
 * @environment: (nullable): NAME=VALUE
 * @working_directory: (nullable): ours when %NULL */
void mcp_stdio_transport_set_surroundings (McpStdioTransport *self,
                                           const char *const *environment,
                                           const char        *working_directory);
