/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-subscription.h"

#include "mcp-client-private.h"

void
mcp_client_set_subscription (McpClient *self, McpSubscription *subscription)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (MCP_IS_SUBSCRIPTION (subscription));

  mcp_client_features_set_subscription (self->features, subscription);
}

McpSubscription *
mcp_client_get_subscription (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return mcp_client_features_get_subscription (self->features);
}

void
mcp_client_set_listening (McpClient *self, gboolean listening)
{
  g_return_if_fail (MCP_IS_CLIENT (self));

  mcp_subscription_set_listening (mcp_client_get_subscription (self), listening);
}
