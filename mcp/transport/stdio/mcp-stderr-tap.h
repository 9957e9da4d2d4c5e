/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStderrTap: what a server writes to its standard error: a record for each line
 * (MCP_RECORD_STDERR, made valid UTF-8, long lines cut), so many a second and no more, and the tail
 * of it all as evidence should the server fail. Everything is read, so that the server never waits.
 */

#pragma once

#include "mcp-transport.h"

typedef struct _McpStderrTap McpStderrTap;

/** The end of the server's standard error. */
typedef void (*McpStderrEndFunc) (McpStderrTap *tap, gpointer user_data);

/** @fd: (transfer full)
 * @transport: (transfer none): emits the records; borrowed until the tap is freed */
McpStderrTap *mcp_stderr_tap_new (int              fd,
                                  McpTransport    *transport,
                                  McpStderrEndFunc on_end,
                                  gpointer         user_data);
void          mcp_stderr_tap_free (McpStderrTap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpStderrTap, mcp_stderr_tap_free)

/** Returns: (transfer full) (nullable): the last MCP_EVIDENCE_LIMIT bytes; %NULL for none */
char *mcp_stderr_tap_dup_tail (McpStderrTap *self);
