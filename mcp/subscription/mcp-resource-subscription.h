/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResourceSubscription: one resource of whose changes the server shall tell. Belongs to an
 * McpSubscription, which changes it.
 *
 * Properties (all notify)
 *   state (McpResourceSubscriptionState; also where it is refused for another reason), n-updates
 *   (uint)
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  MCP_RESOURCE_SUBSCRIPTION_INACTIVE, /* not connected, or nothing is listened to */
  MCP_RESOURCE_SUBSCRIPTION_ASKED,
  MCP_RESOURCE_SUBSCRIPTION_ACTIVE, /* the server agreed */
  MCP_RESOURCE_SUBSCRIPTION_REFUSED,
} McpResourceSubscriptionState;

typedef struct
{
  char                        *uri;
  McpResourceSubscriptionState state;
  GError                      *error; /* (nullable): why it is refused */
  guint                        n_updates;
  gint64                       last_update; /* µs since the epoch; 0 before the first update */
} McpResourceSubscriptionInfo;

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

/** Returns: (transfer none): what became of it so far; it changes with the subscription */
const McpResourceSubscriptionInfo *
mcp_resource_subscription_get_info (McpResourceSubscription *self);

/* For McpSubscription */
/** @error: (nullable): copied */
void mcp_resource_subscription_set_state (McpResourceSubscription     *self,
                                          McpResourceSubscriptionState state,
                                          const GError                *error);
void mcp_resource_subscription_note_update (McpResourceSubscription *self);
