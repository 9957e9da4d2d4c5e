/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource-subscription.h"

#include "mcp-property.h"

struct _McpResourceSubscription
{
  GObject                      parent_instance;
  char                        *uri;
  McpResourceSubscriptionState state;
  GError                      *error; /* (nullable) */
  guint                        n_updates;
  gint64                       last_update;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_ERROR,
  PROP_N_UPDATES,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpResourceSubscription, mcp_resource_subscription, G_TYPE_OBJECT)

GType
mcp_resource_subscription_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { MCP_RESOURCE_SUBSCRIPTION_INACTIVE, "MCP_RESOURCE_SUBSCRIPTION_INACTIVE", "inactive" },
    { MCP_RESOURCE_SUBSCRIPTION_ASKED, "MCP_RESOURCE_SUBSCRIPTION_ASKED", "asked" },
    { MCP_RESOURCE_SUBSCRIPTION_ACTIVE, "MCP_RESOURCE_SUBSCRIPTION_ACTIVE", "active" },
    { MCP_RESOURCE_SUBSCRIPTION_REFUSED, "MCP_RESOURCE_SUBSCRIPTION_REFUSED", "refused" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("McpResourceSubscriptionState", values));
  return type;
}

static void
mcp_resource_subscription_finalize (GObject *object)
{
  McpResourceSubscription *self = MCP_RESOURCE_SUBSCRIPTION (object);

  g_free (self->uri);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (mcp_resource_subscription_parent_class)->finalize (object);
}

static void
mcp_resource_subscription_class_init (McpResourceSubscriptionClass *klass)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_STATE] = { "state", MCP_TYPE_RESOURCE_SUBSCRIPTION_STATE,
                     G_CALLBACK (mcp_resource_subscription_get_state) },
    [PROP_ERROR] = { "error", G_TYPE_ERROR, G_CALLBACK (mcp_resource_subscription_get_error) },
    [PROP_N_UPDATES] = { "n-updates", G_TYPE_UINT,
                         G_CALLBACK (mcp_resource_subscription_get_n_updates) },
  };

  G_OBJECT_CLASS (klass)->finalize = mcp_resource_subscription_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPERTIES);
}

static void
mcp_resource_subscription_init (McpResourceSubscription *self)
{
}

McpResourceSubscription *
mcp_resource_subscription_new (const char *uri)
{
  McpResourceSubscription *self = g_object_new (MCP_TYPE_RESOURCE_SUBSCRIPTION, NULL);

  self->uri = g_strdup (uri);
  return self;
}

const char *
mcp_resource_subscription_get_uri (McpResourceSubscription *self)
{
  return self->uri;
}

McpResourceSubscriptionState
mcp_resource_subscription_get_state (McpResourceSubscription *self)
{
  return self->state;
}

const GError *
mcp_resource_subscription_get_error (McpResourceSubscription *self)
{
  return self->error;
}

guint
mcp_resource_subscription_get_n_updates (McpResourceSubscription *self)
{
  return self->n_updates;
}

gint64
mcp_resource_subscription_get_last_update (McpResourceSubscription *self)
{
  return self->last_update;
}

void
mcp_resource_subscription_set_state (McpResourceSubscription     *self,
                                     McpResourceSubscriptionState state,
                                     const GError                *error)
{
  if (self->error != NULL || error != NULL)
    {
      g_clear_error (&self->error);
      self->error = error != NULL ? g_error_copy (error) : NULL;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
    }
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_resource_subscription_note_update (McpResourceSubscription *self)
{
  self->n_updates++;
  self->last_update = g_get_real_time ();
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_UPDATES]);
}
