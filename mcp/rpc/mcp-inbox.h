/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpInbox: the queue between a transport and a peer. Texts come out as messages, in the order in
 * which they went in: small ones are read in place, large ones in a worker while the others wait
 * and the transport is held. It works in slices, so that a flood never keeps the main loop.
 */

#pragma once

#include "mcp-message.h"
#include "mcp-transport.h"

/* A slice of work, so that a frame of 16 ms stays possible. */
#define MCP_INBOX_SLICE_US 4000
/* What may wait before the transport is held. */
#define MCP_INBOX_HOLD_BYTES (4u * 1024u * 1024u)
#define MCP_INBOX_HOLD_ITEMS 4096

#define MCP_TYPE_INBOX (mcp_inbox_get_type ())
G_DECLARE_FINAL_TYPE (McpInbox, mcp_inbox, MCP, INBOX, GObject)

/** @record: of the arrival; its kind is MCP_RECORD_MALFORMED where the message is invalid
 * @batched: whether it is a member of the batch that was delivered last */
typedef void (*McpInboxFunc) (McpMessage *message,
                              McpRecord  *record,
                              gboolean    batched,
                              gpointer    user_data);
typedef void (*McpInboxMarkFunc) (gpointer user_data);

/** Returns: (transfer full) */
McpInbox *mcp_inbox_new (McpTransport *transport, McpInboxFunc func, gpointer user_data);
void      mcp_inbox_push (McpInbox *self, GBytes *text, guint64 exchange);
/** Calls @func when all that was pushed before is delivered; never at once. */
void     mcp_inbox_mark (McpInbox        *self,
                         McpInboxMarkFunc func,
                         gpointer         user_data,
                         GDestroyNotify   destroy);
gboolean mcp_inbox_is_empty (McpInbox *self);
/** Drops everything, marks uncalled; nothing is delivered any more. */
void mcp_inbox_stop (McpInbox *self);
