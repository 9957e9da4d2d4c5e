/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClientFeatures: the features of one client, walked hook by hook; see McpClientFeature for what
 * the hooks mean. It belongs to its client.
 */

#pragma once

#include "mcp-client-feature.h"

typedef struct _McpClientFeatures McpClientFeatures;

/** @client: which owns it. Returns: (transfer full) */
McpClientFeatures *mcp_client_features_new (McpClient *client);
/** Detaches them all. */
void mcp_client_features_free (McpClientFeatures *self);

/** Adds one, in the place of one of the same type. */
void mcp_client_features_add (McpClientFeatures *self, McpClientFeature *feature);
/** Returns: (transfer none) (nullable): the one of this type */
gpointer mcp_client_features_find (McpClientFeatures *self, GType type);

/** The client has become ready, or is not ready any more. */
void mcp_client_features_set_ready (McpClientFeatures *self, gboolean ready);
void mcp_client_features_notify (McpClientFeatures *self, McpMessage *message);
/** Returns: whether one of them answers it, now or later */
gboolean mcp_client_features_ask (McpClientFeatures *self, McpInboundRequest *request);
/** Returns: %FALSE where one of them says that it cannot be sent */
gboolean
mcp_client_features_prepare (McpClientFeatures *self, McpRequest *request, GError **error);
/** Returns: (transfer full) (nullable) */
McpResponse *mcp_client_features_recall (McpClientFeatures *self, McpRequest *request);
/** Returns: whether one of them keeps @task */
gboolean mcp_client_features_respond (McpClientFeatures *self,
                                      McpRequest        *request,
                                      McpResponse       *response,
                                      GTask             *task);
void     mcp_client_features_forget (McpClientFeatures *self, const char *method);
