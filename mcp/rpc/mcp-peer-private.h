/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The two parts of the peer: what goes out and the life of the connection (mcp-peer.c), what comes
 * in (mcp-peer-inbound.c). */

#pragma once

#include "mcp-inbox.h"
#include "mcp-peer.h"
#include "mcp-pending.h"
#include "mcp-posted.h"

/* Requests of the server's that may wait for a response; a person answers one at a time. */
#define MCP_PEER_MAX_INBOUND 256
/* Responses of ours that are on their way at once. Over HTTP each is a request of its own, and a
 * server that asks without end would get a thousand connections. */
#define MCP_PEER_REPLIES_AT_ONCE 16
/* Those that wait behind them: a server that asks and never reads gets no more. */
#define MCP_PEER_MAX_REPLIES 4096
/* What refusals may take when the connection is being closed, ms. */
#define MCP_PEER_SETTLE_MS 500

/* Revisions are dates, so that their order is that of text. */
#define MCP_PEER_FIRST_MODERN "2026-07-28"
/* The only one that has batches. */
#define MCP_PEER_BATCHES "2025-03-26"

struct _McpPeer
{
  GObject          parent_instance;
  McpTransport    *transport;
  McpTap          *tap;
  GMainContext    *context;
  McpInbox        *inbox;
  McpPendingTable *pending;
  McpPostedTable  *posted;  /* what a person wrote */
  GPtrArray       *inbound; /* McpInboundRequest that wait for a response */
  guint64          batch;   /* sequence of the batch that is being delivered */
  McpMessage      *cut;     /* (nullable): what came last, where its text ends too early */
  gint64           last_id;
  GQueue           replies;   /* of Reply: that wait */
  guint            n_replies; /* on their way */
  guint            n_refused; /* for which there was no room, and of which nothing was said */
  gboolean         closed;
  const char      *revision; /* (nullable): interned; as far as it is known */
  GTask           *settling; /* (nullable) */
  GSource         *settle_timer;
};

/** McpInboxFunc: acts on what came. */
void mcp_peer_deliver (McpMessage *message,
                       McpRecord  *record,
                       gboolean    batched,
                       gpointer    user_data);
/** Whose calls end with what came and is no response that fits. @message, @head, @tail: see
 * mcp_misread_find_calls(). Returns: (transfer full) (element-type McpRequestId) */
GPtrArray *mcp_peer_find_meant (McpPeer    *self,
                                McpMessage *message,
                                GBytes     *head,
                                GBytes     *tail,
                                guint64     exchange);
/** Ends a request with @answer's message. */
void mcp_peer_complete (McpPeer    *self,
                        McpPending *pending,
                        McpMessage *message,
                        gint64      ended,
                        guint64     sequence);
/** Ends a request without a response. @reason: (nullable): what the server is told, if it is */
void mcp_peer_give_up (McpPeer *self, McpPending *pending, const GError *error, const char *reason);
/** Sends our response to the request that the tap has as @question and that came at @asked. */
void mcp_peer_reply (McpPeer *self, GBytes *text, guint64 question, gint64 asked);
/** Refuses what the server asked because of a request of ours that is not waited for any more.
 * @question: its number in the tap */
void     mcp_peer_withdraw (McpPeer *self, guint64 question);
gboolean mcp_peer_emit_request (McpPeer *self, McpInboundRequest *request);
void     mcp_peer_emit_notification (McpPeer *self, McpMessage *message);
/** Whether the revision that is spoken is one in which servers do not ask. */
gboolean mcp_peer_is_modern (McpPeer *self);
