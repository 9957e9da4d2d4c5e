/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The two parts of the subscription: the object and the requests of revisions up to 2025-11-25
 * (mcp-subscription.c), the stream of 2026-07-28 (mcp-subscription-listen.c). */

#pragma once

#include "mcp-subscription.h"

G_BEGIN_DECLS

/** One subscriptions/listen. */
typedef struct
{
  gatomicrefcount  ref_count;
  McpSubscription *subscription; /* unowned; %NULL once it is not wanted any more */
  McpRequest      *request;
  GCancellable    *cancellable;
  guint            lists;        /* a bit for each that was asked for */
  GPtrArray       *uris;         /* that were asked for */
  gint64           acknowledged; /* µs; 0 before */
} McpListen;

struct _McpSubscription
{
  GObject              parent_instance;
  gboolean             listening;
  McpSubscriptionState state;
  GError              *error; /* (nullable) */
  GPtrArray           *findings;
  GListStore          *resources;
  GPtrArray           *task_ids; /* JSON text */

  McpClient    *client; /* (nullable): weak */
  GMainContext *context;
  McpListen    *current; /* (nullable) */
  McpListen    *old;     /* (nullable): until the current one is acknowledged */
  GPtrArray    *dropped; /* McpRequestId: of the last few streams that were let go of */
  GSource      *timer;
  guint         n_failures;
  guint         n_unheard; /* failures since the last acknowledgement */
};

/** Asks for what is wanted now, or for nothing. */
void mcp_subscription_listen (McpSubscription *self);
void mcp_subscription_listen_soon (McpSubscription *self, guint ms);
/** Nothing is wanted any more. */
void mcp_subscription_stop_listening (McpSubscription *self);
/** An acknowledgement, or the end of the stream as stdio has it. */
void mcp_subscription_take_acknowledged (McpSubscription *self, McpJsonValue params);
void mcp_subscription_take_cancelled (McpSubscription *self, McpJsonValue params);
/** Whether @params name the stream that is open; finds fault where they do not. */
void mcp_subscription_check_id (McpSubscription *self, McpJsonValue params);

/** @error: (nullable) */
void mcp_subscription_set_state (McpSubscription     *self,
                                 McpSubscriptionState state,
                                 const GError        *error);
void mcp_subscription_set_all (McpSubscription             *self,
                               McpResourceSubscriptionState state,
                               const GError                *error);
void mcp_subscription_add_finding (McpSubscription *self, const char *code, const char *text);
void mcp_subscription_emit_acknowledged (McpSubscription *self);

G_END_DECLS
