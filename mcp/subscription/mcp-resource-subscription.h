/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResourceSubscription: one resource of whose changes the server shall tell. Belongs to an
 * McpSubscription, which changes it.
 *
 * Properties (all notify)
 *   state (McpResourceSubscriptionState), error (GError, nullable: why it is refused), n-updates
 *   (uint)
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  MCP_RESOURCE_SUBSCRIPTION_INACTIVE, /* not connected, or nothing is listened to */
  MCP_RESOURCE_SUBSCRIPTION_ASKED,
  MCP_RESOURCE_SUBSCRIPTION_ACTIVE, /* the server agreed */
  MCP_RESOURCE_SUBSCRIPTION_REFUSED,
} McpResourceSubscriptionState;

#define MCP_TYPE_RESOURCE_SUBSCRIPTION_STATE (mcp_resource_subscription_state_get_type ())
GType mcp_resource_subscription_state_get_type (void);

#define MCP_TYPE_RESOURCE_SUBSCRIPTION (mcp_resource_subscription_get_type ())
G_DECLARE_FINAL_TYPE (McpResourceSubscription,
                      mcp_resource_subscription,
                      MCP,
                      RESOURCE_SUBSCRIPTION,
                      GObject)

/** Returns: (transfer full) */
McpResourceSubscription *mcp_resource_subscription_new (const char *uri);

/** Returns: (transfer none) */
const char *mcp_resource_subscription_get_uri (McpResourceSubscription *self);
McpResourceSubscriptionState
mcp_resource_subscription_get_state (McpResourceSubscription *self);
/** Returns: (transfer none) (nullable) */
const GError *mcp_resource_subscription_get_error (McpResourceSubscription *self);
guint         mcp_resource_subscription_get_n_updates (McpResourceSubscription *self);
/** Returns: µs since the epoch; 0 before the first update */
gint64 mcp_resource_subscription_get_last_update (McpResourceSubscription *self);

/* For McpSubscription */
/** @error: (nullable): copied */
void mcp_resource_subscription_set_state (McpResourceSubscription     *self,
                                          McpResourceSubscriptionState state,
                                          const GError                *error);
void mcp_resource_subscription_note_update (McpResourceSubscription *self);

G_END_DECLS
