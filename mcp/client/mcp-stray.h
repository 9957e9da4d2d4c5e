/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpStray: what a server sends while it is opened that is no message, or answers nothing that was
 * asked: log lines on standard output, JSON over several lines, headers of another protocol. It
 * keeps the beginning as evidence and guesses at the cause.
 */

#pragma once

#include "mcp-finding.h"
#include "mcp-tap.h"

typedef struct _McpStray McpStray;

/** Listens to @tap until it is freed.
 * @hopeless: called with @user_data when a process has begun with headers of another protocol, to
 * which an answer that fits hardly follows; its return value means nothing. It may not free the
 * McpStray. Returns: (transfer full) */
McpStray *mcp_stray_new (McpTap *tap, GSourceFunc hopeless, gpointer user_data);
void      mcp_stray_free (McpStray *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpStray, mcp_stray_free)

/** Forgets what came: another process is started. */
void mcp_stray_clear (McpStray *self);
/** Nothing is waited for any more: an answer that still comes was held up by its missing end. */
void mcp_stray_expect_end (McpStray *self);
/** Says in @error, why no session was opened, what came instead.
 * @error: (transfer full). Returns: (transfer full) */
GError *mcp_stray_explain (McpStray *self, GError *error);
/** The session was opened all the same. @findings: (inout), see mcp_finding_add() */
void mcp_stray_report (McpStray *self, GPtrArray **findings);
