/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpPending: one request of ours that waits for its response, with its deadlines and cancelling.
 * McpPendingTable: all of them by typed id, and what lately ended, so that a late or second
 * response is known for what it is. Both belong to the peer.
 */

#pragma once

#include "mcp-response.h"
#include "mcp-peer.h"

#include <gio/gio.h>

/* Ended requests that are remembered; beyond, a response is merely unmatched. */
#define MCP_PENDING_REMEMBERED 1024
/* What a server may still say in the exchange of an answered request; many never close it. */
#define MCP_PENDING_LINGER_MS 5000

typedef enum {
  MCP_PENDING_WAITING,
  MCP_PENDING_RESPONDED,
  MCP_PENDING_GIVEN_UP, /* cancelled, timed out, or its sending failed */
} McpPendingState;

typedef struct _McpPending McpPending;

/** @reason: MCP_ERROR_TIMED_OUT or MCP_ERROR_CANCELLED, with the text for a person */
typedef void (*McpPendingExpireFunc) (McpPending *pending, GError *reason, gpointer user_data);

struct _McpPending
{
  gatomicrefcount ref_count;
  McpPendingState state;
  McpRequestId   *id;
  const char     *method; /* interned: entries of the tap have it */
  McpRequest     *request;
  GBytes         *text;
  McpResponseFunc func;
  gpointer        func_data;
  GCancellable   *cancellable; /* (nullable) */
  guint64         sequence;    /* in the tap */
  guint64         exchange;    /* 0 unknown */
  guint           status;      /* of HTTP, in its exchange; 0 unknown */
  gint64          started;     /* µs */
  gint64          restarted;   /* µs: the sending, or the last progress */
  double          progress;    /* the last report; NaN before */
  gboolean        unframed;    /* the fault: of a stream whose bytes are no event */
  char           *fault;       /* (nullable): what came in the response's place */
  gboolean        cut;         /* the stream that was to bring the response ended without it */
  gboolean        sent;        /* its sending has ended */
  gboolean        withdrawn;   /* given up before its sending had ended */
  GCancellable   *sending;     /* (nullable): of a sending that takes its time */

  GSource             *timer;
  GSource             *cancel_source;
  McpPendingExpireFunc expire;
  gpointer             expire_data;
};

/** @request: as it was written; its deadlines are final. Returns: (transfer full) */
McpPending *mcp_pending_new (McpRequest     *request,
                             GBytes         *text,
                             GCancellable   *cancellable,
                             McpResponseFunc func,
                             gpointer        user_data);
McpPending *mcp_pending_ref (McpPending *self);
void        mcp_pending_unref (McpPending *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpPending, mcp_pending_unref)

/** Starts the clocks, and listens to the cancellable, on @context. */
void mcp_pending_watch (McpPending          *self,
                        GMainContext        *context,
                        McpPendingExpireFunc expire,
                        gpointer             user_data);
/** The server reported progress. */
void mcp_pending_restart (McpPending *self);
/** Its deadline begins again. Returns: %FALSE where the total is used up */
gboolean mcp_pending_extend (McpPending *self);
/** An exchange whose request is answered is closed after a while, where the server does not. */
void mcp_pending_linger (McpPending *self, GMainContext *context);
/** Keeps the first of what came in the response's place. @fault: a sentence, for a person */
void mcp_pending_blame (McpPending *self, const char *fault);
/** What to say of one that was blamed. Returns: (transfer full): MCP_ERROR_INVALID_MESSAGE */
GError *mcp_pending_explain (McpPending *self);
/** Its sending has ended. */
void mcp_pending_sent (McpPending *self);
/** Stops the clocks. @state: how it ended */
void mcp_pending_end (McpPending *self, McpPendingState state);

typedef struct _McpPendingTable McpPendingTable;

McpPendingTable *mcp_pending_table_new (void);
void             mcp_pending_table_free (McpPendingTable *self);

void mcp_pending_table_add (McpPendingTable *self, McpPending *pending);
/** Takes an ended one out of those that wait, and remembers it for a while. */
void mcp_pending_table_retire (McpPendingTable *self, McpPending *pending);
/** Returns: (transfer none) (nullable): waiting, or ended lately: see its state */
McpPending *mcp_pending_table_lookup (McpPendingTable *self, McpRequestId *id);
/** The one that waits on this exchange; else, the only one that waits where @exchange is 0.
 * Returns: (transfer none) (nullable) */
McpPending *mcp_pending_table_find_by_exchange (McpPendingTable *self, guint64 exchange);
/** Returns: (transfer none) (nullable): the one that sent this very text */
McpPending *mcp_pending_table_find_by_text (McpPendingTable *self, GBytes *text);
/** Returns: (transfer full) (element-type McpPending): all that wait, oldest first */
GPtrArray *mcp_pending_table_list (McpPendingTable *self);
