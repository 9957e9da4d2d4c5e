/* SPDX-License-Identifier: GPL-3.0-or-later */

/** How AppSubscriptionList makes its items. */

#pragma once

#include "app-subscription.h"
#include "mcp-subscription.h"

G_BEGIN_DECLS

/** Both are held. Returns: (transfer full) */
AppSubscription *app_subscription_new (McpSubscription         *subscription,
                                       McpResourceSubscription *resource);

G_END_DECLS
