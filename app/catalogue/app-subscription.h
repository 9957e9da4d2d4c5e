/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSubscription: one resource of whose changes the server shall tell, as the window shows it:
 * what became of the wish, how often and when the resource changed, and whether what was read of it
 * is older than that. Belongs to an AppSubscriptionList.
 *
 * Properties (all notify)
 *   uri (string, constant), state (AppSubscriptionState), n-updates (uint)
 *   stale (boolean): it changed since it was read last
 *   rereads (boolean, writable): what is shown of it is read again by itself
 *
 * Source: MCP 2025-11-25, "Resources / Subscriptions"; 2026-07-28, "Subscriptions".
 */

#pragma once

#include "mcp-subscription.h"

G_BEGIN_DECLS

typedef enum {
  APP_SUBSCRIPTION_INACTIVE, /* not connected, or nothing is listened to */
  APP_SUBSCRIPTION_ASKED,
  APP_SUBSCRIPTION_ACTIVE,
  APP_SUBSCRIPTION_REFUSED,
} AppSubscriptionState;

#define APP_TYPE_SUBSCRIPTION_STATE (app_subscription_state_get_type ())
GType app_subscription_state_get_type (void);

#define APP_TYPE_SUBSCRIPTION (app_subscription_get_type ())
G_DECLARE_FINAL_TYPE (AppSubscription, app_subscription, APP, SUBSCRIPTION, GObject)

/** Both are held. Returns: (transfer full) */
AppSubscription *app_subscription_new (McpSubscription         *subscription,
                                       McpResourceSubscription *resource);

/** Returns: (transfer none) */
const char          *app_subscription_get_uri (AppSubscription *self);
AppSubscriptionState app_subscription_get_state (AppSubscription *self);
/** Returns: (transfer none): translated; "watching", "refused" */
const char *app_subscription_get_state_name (AppSubscription *self);
/** Why it is refused. Returns: (transfer full) (nullable): one line */
char *app_subscription_dup_reason (AppSubscription *self);
guint app_subscription_get_n_updates (AppSubscription *self);
/** µs since the epoch; 0 before the first. */
gint64 app_subscription_get_last_update (AppSubscription *self);
/** The state, how many updates there were, and how long ago the last was.
 * Returns: (transfer full): translated, one line */
char *app_subscription_dup_text (AppSubscription *self);

gboolean app_subscription_get_stale (AppSubscription *self);
/** It is read, now: what the server tells from here on is newer. */
void     app_subscription_mark_read (AppSubscription *self);
gboolean app_subscription_get_rereads (AppSubscription *self);
void     app_subscription_set_rereads (AppSubscription *self, gboolean rereads);

/** How long ago, in words: "3 s". @time: µs since the epoch.
 * Returns: (transfer full): translated */
char *app_subscription_dup_age (gint64 time);

G_END_DECLS
