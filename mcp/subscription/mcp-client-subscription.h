/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What servers tell a client unasked: see McpSubscription. */

#pragma once

#include "mcp-subscription.h"

G_BEGIN_DECLS

/** One of its own where this is not called. One may serve all clients of one server, one after the
 * other: each new one asks for all that is wanted. */
void mcp_client_set_subscription (McpClient *self, McpSubscription *subscription);
/** Returns: (transfer none): never %NULL */
McpSubscription *mcp_client_get_subscription (McpClient *self);
/** The switch for the stream of notifications; on at first, may change at any time. */
void mcp_client_set_listening (McpClient *self, gboolean listening);

G_END_DECLS
