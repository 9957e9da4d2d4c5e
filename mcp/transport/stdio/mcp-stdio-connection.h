/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStdioConnection: one run of a server's process: its three pipes, its life, and the ladder down
 * which it is ended: close stdin, wait, SIGTERM to its group, wait, SIGKILL. Messages and records
 * are emitted by the transport that it serves.
 *
 * Signals
 *   opened ()                the server runs
 *   failed (GError *error)   it could not be run; nothing more comes
 *   closed (GError *error)   it is over: %NULL when it was closed; once after "opened"
 */

#pragma once

#include "mcp-command.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

#define MCP_TYPE_STDIO_CONNECTION (mcp_stdio_connection_get_type ())
G_DECLARE_FINAL_TYPE (McpStdioConnection, mcp_stdio_connection, MCP, STDIO_CONNECTION, GObject)

/** @transport: (transfer none): borrowed; it lives as long as this or longer
 * @message_limit: bytes
 * Returns: (transfer full) */
McpStdioConnection *mcp_stdio_connection_new (McpTransport *transport, gsize message_limit);

/** @command: (transfer full)
 * Returns: %FALSE when it could not even be tried: COMMAND_NOT_EXECUTABLE */
gboolean mcp_stdio_connection_start (McpStdioConnection *self, McpCommand *command, GError **error);

/** Writes @message at once. Returns: %FALSE where that cannot be, and nothing of it is written */
gboolean mcp_stdio_connection_write (McpStdioConnection *self, GBytes *message);
/** @task: (transfer full): see mcp_stream_writer_send() */
void mcp_stdio_connection_send (McpStdioConnection *self, GBytes *message, GTask *task);
void mcp_stdio_connection_hold (McpStdioConnection *self, gboolean hold);

/** Starts down the ladder; "closed" comes when nothing is left. Graces in ms. */
void mcp_stdio_connection_close (McpStdioConnection *self, guint exit_grace, guint terminate_grace);
/** Goes to the end of the ladder at once; also before "opened", when neither that nor anything else
 * follows. */
void mcp_stdio_connection_kill (McpStdioConnection *self);

/** Returns: whether it was opened and neither closed nor told to */
gboolean mcp_stdio_connection_is_open (McpStdioConnection *self);
/** Returns: the server's pid, 0 when it does not run */
int mcp_stdio_connection_get_pid (McpStdioConnection *self);

G_END_DECLS
