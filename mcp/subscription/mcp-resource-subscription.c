/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource-subscription.h"

#include "mcp-object.h"
#include "mcp-property.h"

struct _McpResourceSubscription
{
  GObject                     parent_instance;
  McpResourceSubscriptionInfo info;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_N_UPDATES,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

MCP_DEFINE_ZEROED_TYPE (McpResourceSubscription, mcp_resource_subscription, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (McpResourceSubscriptionState,
                    mcp_resource_subscription_state,
                    G_DEFINE_ENUM_VALUE (MCP_RESOURCE_SUBSCRIPTION_INACTIVE, "inactive"),
                    G_DEFINE_ENUM_VALUE (MCP_RESOURCE_SUBSCRIPTION_ASKED, "asked"),
                    G_DEFINE_ENUM_VALUE (MCP_RESOURCE_SUBSCRIPTION_ACTIVE, "active"),
                    G_DEFINE_ENUM_VALUE (MCP_RESOURCE_SUBSCRIPTION_REFUSED, "refused"))

MCP_DEFINE_FINALIZE (McpResourceSubscription, mcp_resource_subscription)
{
  g_free (self->info.uri);
  g_clear_error (&self->info.error);
}

static void
mcp_resource_subscription_class_init (McpResourceSubscriptionClass *klass)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_STATE] = { "state", MCP_TYPE_RESOURCE_SUBSCRIPTION_STATE,
                     .offset = G_STRUCT_OFFSET (McpResourceSubscription, info.state) },
    [PROP_N_UPDATES] = { "n-updates", G_TYPE_UINT,
                         .offset = G_STRUCT_OFFSET (McpResourceSubscription, info.n_updates) },
  };

  G_OBJECT_CLASS (klass)->finalize = mcp_resource_subscription_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPERTIES);
}

McpResourceSubscription *
mcp_resource_subscription_new (const char *uri)
{
  McpResourceSubscription *self = g_object_new (MCP_TYPE_RESOURCE_SUBSCRIPTION, NULL);

  self->info.uri = g_strdup (uri);
  return self;
}

const McpResourceSubscriptionInfo *
mcp_resource_subscription_get_info (McpResourceSubscription *self)
{
  return &self->info;
}

void
mcp_resource_subscription_set_state (McpResourceSubscription     *self,
                                     McpResourceSubscriptionState state,
                                     const GError                *error)
{
  if (self->info.state == state && self->info.error == NULL && error == NULL)
    return;
  g_clear_error (&self->info.error);
  self->info.error = error != NULL ? g_error_copy (error) : NULL;
  self->info.state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_resource_subscription_note_update (McpResourceSubscription *self)
{
  self->info.n_updates++;
  self->info.last_update = g_get_real_time ();
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_UPDATES]);
}
