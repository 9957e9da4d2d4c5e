/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpProcess: a server's process and everything that it starts, watched over by a supervisor
 * (mcp-supervisor.h). Letting go of the last reference ends them all: SIGTERM, a second later
 * SIGKILL, without us waiting for it.
 *
 * Signals, on the thread-default main context of mcp_process_start():
 *   started ()               the program runs
 *   failed (GError *error)   it could not be run; nothing more comes
 *   exited (int status)      the server ended: its exit status, or -signal; others of its group may
 *                            live on
 *   gone ()                  nothing is left of it; nothing more comes
 */

#pragma once

#include "mcp-command.h"

#define MCP_TYPE_PROCESS (mcp_process_get_type ())
G_DECLARE_FINAL_TYPE (McpProcess, mcp_process, MCP, PROCESS, GObject)

/** Returns: (transfer full) */
McpProcess *mcp_process_new (void);

/**
 * Starts @command; to be called once.
 * @command: (transfer full)
 * Returns: %FALSE when there was not even a fork: COMMAND_NOT_EXECUTABLE
 */
gboolean mcp_process_start (McpProcess *self, McpCommand *command, GError **error);

/** Returns: (transfer full): our end of the pipe, non-blocking; -1 when it was taken before */
int mcp_process_take_input (McpProcess *self);
int mcp_process_take_output (McpProcess *self);
int mcp_process_take_error (McpProcess *self);

/** Returns: the server's pid, which is also its session and group; 0 before "started" */
int mcp_process_get_pid (McpProcess *self);

/** Whether it was the supervisor that was ended, by whoever, and the server only with it. */
gboolean mcp_process_lost_supervisor (McpProcess *self);

/** SIGTERM to the server's group. */
void mcp_process_terminate (McpProcess *self);
/** SIGKILL to everything that the server started. */
void mcp_process_kill (McpProcess *self);
