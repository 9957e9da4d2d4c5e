/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSubscription: a feature of a client: what a server shall tell unasked: changes of its lists,
 * of resources, of tasks. It is one object in both eras, and outlives connections: add the same one
 * to each client of a server and it asks again for all that is wanted. Up to 2025-11-25 it
 * subscribes to resources one by one and keeps the transport's stream open; from 2026-07-28 on it
 * keeps one subscriptions/listen open for everything, and opens another one when that breaks.
 *
 * Properties (all notify)
 *   listening (boolean): the switch; on at first
 *   state (McpSubscriptionState)
 *   n-findings (uint): see mcp_subscription_get_findings()
 *
 * Signals
 *   resource-updated (string uri)
 *     A resource has changed; perhaps one below a resource that was asked for.
 *
 * Source: MCP 2025-11-25, "Resources / Subscriptions"; 2026-07-28, "Subscriptions".
 */

#pragma once

#include "mcp-client.h"
#include "mcp-resource-subscription.h"

/* Each is a member of a message, or a request; nobody watches more by hand. */
#define MCP_SUBSCRIPTION_MAX_RESOURCES 1000
/* The pause before listening again, doubled each time; after a stream that lived as long as the
 * longest pause it is the first again. */
#define MCP_SUBSCRIPTION_PAUSE_MS 500
#define MCP_SUBSCRIPTION_MAX_PAUSE_MS 60000
/* Failures one after the other, without any acknowledgement, after which it is given up. */
#define MCP_SUBSCRIPTION_MAX_FAILURES 5

typedef enum {
  MCP_SUBSCRIPTION_OFF,     /* not connected, switched off, or there is nothing to listen for */
  MCP_SUBSCRIPTION_OPENING, /* asked and not acknowledged yet */
  MCP_SUBSCRIPTION_ACTIVE,
  MCP_SUBSCRIPTION_WAITING, /* it broke, and is opened again in a moment */
  MCP_SUBSCRIPTION_ENDED,   /* by the server, in good order; switch it off and on to ask again */
  MCP_SUBSCRIPTION_REFUSED,
} McpSubscriptionState;

#define MCP_TYPE_SUBSCRIPTION_STATE (mcp_subscription_state_get_type ())
GType mcp_subscription_state_get_type (void);

#define MCP_TYPE_SUBSCRIPTION (mcp_subscription_get_type ())
G_DECLARE_FINAL_TYPE (McpSubscription, mcp_subscription, MCP, SUBSCRIPTION, GObject)

/** Returns: (transfer full) */
McpSubscription *mcp_subscription_new (void);

/** The switch for all that the server says unasked on a stream of its own. */
void                 mcp_subscription_set_listening (McpSubscription *self, gboolean listening);
gboolean             mcp_subscription_get_listening (McpSubscription *self);
McpSubscriptionState mcp_subscription_get_state (McpSubscription *self);
/** Returns: (transfer none) (nullable): why it is refused or waits */
const GError *mcp_subscription_get_error (McpSubscription *self);
/** Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_subscription_get_findings (McpSubscription *self);

/** Resources. Returns: (transfer none): a GListModel of McpResourceSubscription */
GListModel *mcp_subscription_get_resources (McpSubscription *self);
/** Returns: (transfer none) (nullable): the resource, new or not; %NULL with
 * MCP_ERROR_INVALID_TARGET where there is no room */
McpResourceSubscription *mcp_subscription_add (McpSubscription *self,
                                               const char      *uri,
                                               GError         **error);
/** Returns: whether it was there */
gboolean mcp_subscription_remove (McpSubscription *self, const char *uri);

/** Of which tasks the server shall tell. @ids: (nullable) (element-type utf8): JSON text */
void mcp_subscription_set_task_ids (McpSubscription *self, GPtrArray *ids);

/** Whether it also asks to be told of changes of lists, as it does at first. From 2026-07-28 on
 * nothing else comes unasked, and no stream is opened where nothing is wanted; before, questions
 * and log messages come on the stream too. */
void mcp_subscription_set_follows_lists (McpSubscription *self, gboolean follows);
