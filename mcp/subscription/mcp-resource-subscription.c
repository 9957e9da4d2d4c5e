/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-resource-subscription.h"

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
  PROP_URI,
  PROP_STATE,
  PROP_ERROR,
  PROP_N_UPDATES,
  PROP_LAST_UPDATE,
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
mcp_resource_subscription_get_property (GObject    *object,
                                        guint       id,
                                        GValue     *value,
                                        GParamSpec *pspec)
{
  McpResourceSubscription *self = MCP_RESOURCE_SUBSCRIPTION (object);

  switch (id)
    {
    case PROP_URI:
      g_value_set_string (value, self->uri);
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_N_UPDATES:
      g_value_set_uint (value, self->n_updates);
      break;
    case PROP_LAST_UPDATE:
      g_value_set_int64 (value, self->last_update);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_resource_subscription_get_property;
  object_class->finalize = mcp_resource_subscription_finalize;

  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  properties[PROP_STATE] =
      g_param_spec_enum ("state", NULL, NULL, MCP_TYPE_RESOURCE_SUBSCRIPTION_STATE,
                         MCP_RESOURCE_SUBSCRIPTION_INACTIVE, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_N_UPDATES] =
      g_param_spec_uint ("n-updates", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_LAST_UPDATE] =
      g_param_spec_int64 ("last-update", NULL, NULL, 0, G_MAXINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAST_UPDATE]);
}
