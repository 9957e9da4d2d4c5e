/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Subscriptions up to 2025-11-25: a request for each resource. */

#include "mcp-subscription-private.h"

#include "mcp-json-writer.h"

static GBytes *
write_uri (const char *uri)
{
  return mcp_json_build_bytes ("{'uri': %s}", uri);
}

static void
on_subscribed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpResourceSubscription) resource = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAnswer) answer = mcp_client_request_finish (MCP_CLIENT (source), result, &error);
  McpResourceSubscriptionState state = MCP_RESOURCE_SUBSCRIPTION_ACTIVE;

  if (mcp_client_get_state (MCP_CLIENT (source)) != MCP_CLIENT_READY)
    return;
  if (answer != NULL && mcp_answer_is_error (answer))
    {
      const char *text = mcp_message_get_error_message (mcp_answer_get_message (answer));

      error = mcp_error_new (MCP_ERROR_NOT_OFFERED, "The server refused: %s",
                             text != NULL ? text : "no reason given");
    }
  if (error != NULL)
    state = MCP_RESOURCE_SUBSCRIPTION_REFUSED;
  mcp_resource_subscription_set_state (resource, state, error);
}

void
mcp_subscription_ask_legacy (McpSubscription *self, McpResourceSubscription *resource)
{
  g_autoptr (GBytes) params = write_uri (mcp_resource_subscription_get_uri (resource));
  g_autoptr (GError) error = NULL;

  if (!mcp_server_info_offers (mcp_client_get_server_info (self->client), "resources/subscribe"))
    {
      error = mcp_error_new (MCP_ERROR_NOT_OFFERED,
                             "The server does not offer to tell of changes of resources.");
      mcp_resource_subscription_set_state (resource, MCP_RESOURCE_SUBSCRIPTION_REFUSED, error);
      return;
    }
  mcp_resource_subscription_set_state (resource, MCP_RESOURCE_SUBSCRIPTION_ASKED, NULL);
  mcp_client_request_async (self->client, "resources/subscribe", params, NULL, NULL, on_subscribed,
                            g_object_ref (resource));
}

static void
on_unsubscribed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpAnswer) answer = mcp_client_request_finish (MCP_CLIENT (source), result, NULL);

  (void)answer; /* what it said is in the log */
}

void
mcp_subscription_leave_legacy (McpSubscription *self, const char *uri)
{
  g_autoptr (GBytes) params = write_uri (uri);

  if (mcp_server_info_offers (mcp_client_get_server_info (self->client), "resources/subscribe"))
    mcp_client_request_async (self->client, "resources/unsubscribe", params, NULL, NULL,
                              on_unsubscribed, NULL);
}
