/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpTap: the one place by which everything between us and one server passes, in order: messages
 * both ways, HTTP exchanges, stderr, process life, malformed bytes. It keeps nothing itself.
 *
 * Signals
 *   entry (McpTapEntry *entry)
 *     Emitted on the thread of the connection, before a message is acted upon. Take a reference to
 *     keep the entry.
 */

#pragma once

#include "mcp-tap-entry.h"

#define MCP_TYPE_TAP (mcp_tap_get_type ())
G_DECLARE_FINAL_TYPE (McpTap, mcp_tap, MCP, TAP, GObject)

McpTap *mcp_tap_new (void);
/** Once a revision is agreed on: what the entries from here on are of. */
void mcp_tap_set_revision (McpTap *self, const char *revision);
/** One that passes everything on to @trunk, which numbers it: for another connection to the same
 * server. @flags: added to each entry. Returns: (transfer full) */
McpTap *mcp_tap_new_branch (McpTap *trunk, McpTapFlags flags);
void    mcp_tap_set_flags (McpTap *self, McpTapFlags flags);
/** Returns: the sequence number of the newest entry; 0 before the first */
guint64 mcp_tap_get_sequence (McpTap *self);

/** For the peer: a new entry to fill in. Its sequence number is set by mcp_tap_emit().
 * @record: (transfer full)
 * @message: (nullable) (transfer none). Returns: (transfer full) */
McpTapEntry *mcp_tap_entry_new (McpRecord *record, McpMessage *message);
/** Whether anybody listens to "entry". */
gboolean mcp_tap_is_heard (McpTap *self);
/** For the peer: counts what nobody hears. Returns: the sequence number it would have had */
guint64 mcp_tap_skip (McpTap *self);
/** For the peer: numbers and emits. @entry: (transfer full). Returns: its sequence number */
guint64 mcp_tap_emit (McpTap *self, McpTapEntry *entry);
