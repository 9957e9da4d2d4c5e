/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpCommand: a program that can be run: found, with its arguments and its whole environment. What
 * can be told to be wrong before running it is told here, in words for a person.
 */

#pragma once

#include "mcp-error.h"

typedef struct
{
  char  *program;         /* a path */
  char **arguments;       /* (array zero-terminated=1): the command first */
  char **shell_arguments; /* (array zero-terminated=1): the same as a script for /bin/sh */
  char **environment;     /* (array zero-terminated=1): NAME=VALUE */
  char  *directory;       /* (nullable) */
} McpCommand;

/**
 * Looks @command up as a shell would: a name in the PATH of the environment that it gets, a path
 * relative to the directory that it starts in.
 * @arguments: (nullable)
 * @environment: (nullable): NAME=VALUE, beside HOME LOGNAME PATH SHELL TERM USER of ours
 * @directory: (nullable)
 * Returns: (transfer full) (nullable): %NULL with COMMAND_NOT_FOUND, COMMAND_NOT_EXECUTABLE or
 * INVALID_TARGET
 */
McpCommand *mcp_command_new (const char        *command,
                             const char *const *arguments,
                             const char *const *environment,
                             const char        *directory,
                             GError           **error);
void        mcp_command_free (McpCommand *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpCommand, mcp_command_free)

/** Returns: (transfer full): what failed after all when it was to be run
 * @in_directory: while entering the directory */
GError *mcp_command_explain (McpCommand *self, gboolean in_directory, int error_number);

/** Returns: (transfer full): the command line as one would type it in a shell */
char *mcp_command_describe (McpCommand *self);
