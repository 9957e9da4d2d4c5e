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

G_BEGIN_DECLS

#define MCP_TYPE_STDIO_TRANSPORT (mcp_stdio_transport_get_type ())
G_DECLARE_FINAL_TYPE (
    McpStdioTransport, mcp_stdio_transport, MCP, STDIO_TRANSPORT, McpByteTransport)

/**
 * Properties (to be set before opening):
 *   command (string)             a path, or a name that is looked up in the server's PATH
 *   arguments (strv, nullable)   without the command
 *   environment (strv, nullable) NAME=VALUE
 *   working-directory (string, nullable) ours when %NULL
 *   message-limit (uint64)       bytes of one message; MCP_MESSAGE_LIMIT
 *   exit-grace (uint)            ms between the end of stdin and SIGTERM; MCP_STDIO_EXIT_GRACE
 *   terminate-grace (uint)       ms between SIGTERM and SIGKILL; MCP_STDIO_TERMINATE_GRACE
 *   pid (int, read only)         of the server; 0 when none runs
 *
 * @arguments: (nullable)
 * Returns: (transfer full)
 */
McpTransport *mcp_stdio_transport_new (const char *command, const char *const *arguments);

G_END_DECLS
