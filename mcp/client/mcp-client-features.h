/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientFeatures: the long-lived features of a client: what servers ask of the person,
 * tasks, subscriptions. It belongs to its client.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-input-gate.h"

G_BEGIN_DECLS

typedef struct _McpClientFeatures McpClientFeatures;
typedef struct _McpSubscription   McpSubscription;
typedef struct _McpTaskList       McpTaskList;

/** @client: which owns it. Returns: (transfer full) */
McpClientFeatures *mcp_client_features_new (McpClient *client);
void               mcp_client_features_free (McpClientFeatures *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpClientFeatures, mcp_client_features_free)

/** Returns: (transfer none) */
McpInputGate *mcp_client_features_get_gate (McpClientFeatures *self);

/** A request of the server's for what we declared. Returns: whether it was or will be answered */
gboolean mcp_client_features_take_request (McpClientFeatures *self, McpInboundRequest *request);

/** An answer to a request of ours. @params: (nullable): of the request */
void mcp_client_features_take_answer (McpClientFeatures *self, McpAnswer *answer, GBytes *params);

void mcp_client_features_set_tasks (McpClientFeatures *self, McpTaskList *tasks);
/** Returns: (transfer none) */
McpTaskList *mcp_client_features_get_tasks (McpClientFeatures *self);
void         mcp_client_features_set_subscription (McpClientFeatures *self,
                                                   McpSubscription   *subscription);
/** Returns: (transfer none) */
McpSubscription *mcp_client_features_get_subscription (McpClientFeatures *self);

G_END_DECLS
