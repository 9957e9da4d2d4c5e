/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSubscriptionList: the resources of a server that are watched, as a GListModel of
 * AppSubscription. It outlives connections: what is in it is asked for again by each. A
 * feature of the session.
 *
 * Property (notifies): stream-name (string, translated)
 * Signal: changed: something of any item changed, or the list did; a flood of updates is told a few
 * times a second.
 *
 * Source: MCP 2025-11-25, "Resources / Subscriptions"; 2026-07-28, "Subscriptions".
 */

#pragma once

#include "app-session-feature.h"
#include "mcp-subscription.h"

/* Pause between two "changed", whatever the server says meanwhile. */
#define APP_SUBSCRIPTION_LIST_PAUSE_MS 100

/**
 * AppSubscription: one resource of whose changes the server shall tell, and whether what was read
 * of it is older than the last of them.
 *
 * Signal: changed ()
 */
#define APP_TYPE_SUBSCRIPTION (app_subscription_get_type ())
G_DECLARE_FINAL_TYPE (AppSubscription, app_subscription, APP, SUBSCRIPTION, GObject)

/** What became of the wish, and what the server told. Returns: (transfer none) */
const McpResourceSubscriptionInfo *app_subscription_get_info (AppSubscription *self);
/** The state, how many updates there were, and how long ago the last was.
 * Returns: (transfer full): translated, one line */
char *app_subscription_dup_text (AppSubscription *self);
/** Whether it changed since it was read last. */
gboolean app_subscription_get_stale (AppSubscription *self);
/** It is read, now: what the server tells from here on is newer. */
void app_subscription_mark_read (AppSubscription *self);
/** Whether what is shown of it is read again by itself. */
gboolean app_subscription_get_rereads (AppSubscription *self);
void     app_subscription_set_rereads (AppSubscription *self, gboolean rereads);

/** How long ago, in words: "3 s". @time: µs since the epoch.
 * Returns: (transfer full): translated */
char *app_subscription_dup_age (gint64 time);

#define APP_TYPE_SUBSCRIPTION_LIST (app_subscription_list_get_type ())
G_DECLARE_FINAL_TYPE (AppSubscriptionList,
                      app_subscription_list,
                      APP,
                      SUBSCRIPTION_LIST,
                      GObject)

/** Begins to watch, if it is not watched already.
 * Returns: (transfer none) (nullable): %NULL with an error where there is no room for more */
AppSubscription *app_subscription_list_add (AppSubscriptionList *self,
                                            const char          *uri,
                                            GError             **error);
/** Returns: (transfer none) (nullable) */
AppSubscription *app_subscription_list_find (AppSubscriptionList *self, const char *uri);
/** The server is asked to say no more of it. */
void app_subscription_list_remove (AppSubscriptionList *self, const char *uri);

/** Whether the server shall tell anything unasked; kept with the profile, holds at once. */
void app_subscription_list_set_listening (AppSubscriptionList *self, gboolean listening);
/** What became of the stream of notifications. Returns: (transfer none): a translated word */
const char *app_subscription_list_get_stream_name (AppSubscriptionList *self);
