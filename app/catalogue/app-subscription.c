/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-subscription.h"

#include <glib/gi18n-lib.h>

#include "app-visible-text.h"

#define REASON_CHARACTERS 300

struct _AppSubscription
{
  GObject parent_instance;

  McpSubscription         *subscription;
  McpResourceSubscription *resource;
  guint                    n_read; /* updates that came before it was read */
  gboolean                 rereads;
};

enum {
  PROP_0,
  PROP_URI,
  PROP_STATE,
  PROP_N_UPDATES,
  PROP_STALE,
  PROP_REREADS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

GType
app_subscription_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { APP_SUBSCRIPTION_INACTIVE, "APP_SUBSCRIPTION_INACTIVE", "inactive" },
    { APP_SUBSCRIPTION_ASKED, "APP_SUBSCRIPTION_ASKED", "asked" },
    { APP_SUBSCRIPTION_ACTIVE, "APP_SUBSCRIPTION_ACTIVE", "active" },
    { APP_SUBSCRIPTION_REFUSED, "APP_SUBSCRIPTION_REFUSED", "refused" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("AppSubscriptionState", values));
  return type;
}

G_DEFINE_FINAL_TYPE (AppSubscription, app_subscription, G_TYPE_OBJECT)

static void
app_subscription_dispose (GObject *object)
{
  AppSubscription *self = APP_SUBSCRIPTION (object);

  g_clear_object (&self->subscription);
  g_clear_object (&self->resource);
  G_OBJECT_CLASS (app_subscription_parent_class)->dispose (object);
}

static void
app_subscription_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppSubscription *self = APP_SUBSCRIPTION (object);

  switch (prop_id)
    {
    case PROP_URI:
      g_value_set_string (value, app_subscription_get_uri (self));
      break;
    case PROP_STATE:
      g_value_set_enum (value, app_subscription_get_state (self));
      break;
    case PROP_N_UPDATES:
      g_value_set_uint (value, app_subscription_get_n_updates (self));
      break;
    case PROP_STALE:
      g_value_set_boolean (value, app_subscription_get_stale (self));
      break;
    case PROP_REREADS:
      g_value_set_boolean (value, self->rereads);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_subscription_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_REREADS:
      app_subscription_set_rereads (APP_SUBSCRIPTION (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_subscription_class_init (AppSubscriptionClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_subscription_dispose;
  object_class->get_property = app_subscription_get_property;
  object_class->set_property = app_subscription_set_property;
  properties[PROP_URI] = g_param_spec_string ("uri", NULL, NULL, NULL, flags);
  properties[PROP_STATE] =
      g_param_spec_enum ("state", NULL, NULL, APP_TYPE_SUBSCRIPTION_STATE,
                         APP_SUBSCRIPTION_INACTIVE, flags);
  properties[PROP_N_UPDATES] =
      g_param_spec_uint ("n-updates", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_STALE] = g_param_spec_boolean ("stale", NULL, NULL, FALSE, flags);
  properties[PROP_REREADS] =
      g_param_spec_boolean ("rereads", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_subscription_init (AppSubscription *self)
{
}

static void
on_state (AppSubscription *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
on_update (AppSubscription *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_UPDATES]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STALE]);
}

AppSubscription *
app_subscription_new (McpSubscription *subscription, McpResourceSubscription *resource)
{
  AppSubscription *self = g_object_new (APP_TYPE_SUBSCRIPTION, NULL);

  self->subscription = g_object_ref (subscription);
  self->resource = g_object_ref (resource);
  g_signal_connect_object (resource, "notify::state", G_CALLBACK (on_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (resource, "notify::n-updates", G_CALLBACK (on_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (subscription, "notify::listening", G_CALLBACK (on_state), self,
                           G_CONNECT_SWAPPED);
  return self;
}

const char *
app_subscription_get_uri (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), NULL);
  return mcp_resource_subscription_get_uri (self->resource);
}

AppSubscriptionState
app_subscription_get_state (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), APP_SUBSCRIPTION_INACTIVE);

  switch (mcp_resource_subscription_get_state (self->resource))
    {
    case MCP_RESOURCE_SUBSCRIPTION_ASKED:
      return APP_SUBSCRIPTION_ASKED;
    case MCP_RESOURCE_SUBSCRIPTION_ACTIVE:
      return APP_SUBSCRIPTION_ACTIVE;
    case MCP_RESOURCE_SUBSCRIPTION_REFUSED:
      return APP_SUBSCRIPTION_REFUSED;
    case MCP_RESOURCE_SUBSCRIPTION_INACTIVE:
    default:
      return APP_SUBSCRIPTION_INACTIVE;
    }
}

const char *
app_subscription_get_state_name (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), NULL);

  switch (app_subscription_get_state (self))
    {
    case APP_SUBSCRIPTION_ASKED:
      return C_ ("subscription", "asked the server to tell of changes");
    case APP_SUBSCRIPTION_ACTIVE:
      return C_ ("subscription", "watching");
    case APP_SUBSCRIPTION_REFUSED:
      return C_ ("subscription", "refused by the server");
    case APP_SUBSCRIPTION_INACTIVE:
    default:
      if (!mcp_subscription_get_listening (self->subscription))
        return C_ ("subscription", "the stream of notifications is switched off");
      return C_ ("subscription", "watched as soon as the server is connected");
    }
}

char *
app_subscription_dup_reason (AppSubscription *self)
{
  const GError *error;

  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), NULL);

  error = mcp_resource_subscription_get_error (self->resource);
  return error != NULL ? app_visible_text_line (error->message, REASON_CHARACTERS) : NULL;
}

guint
app_subscription_get_n_updates (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), 0);
  return mcp_resource_subscription_get_n_updates (self->resource);
}

gint64
app_subscription_get_last_update (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), 0);
  return mcp_resource_subscription_get_last_update (self->resource);
}

char *
app_subscription_dup_age (gint64 time)
{
  gint64 seconds = MAX (0, g_get_real_time () - time) / G_USEC_PER_SEC;

  return app_visible_text_seconds (MAX (1, seconds));
}

char *
app_subscription_dup_text (AppSubscription *self)
{
  GString         *text;
  guint            n;
  g_autofree char *reason = NULL;

  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), NULL);

  text = g_string_new (app_subscription_get_state_name (self));
  n = app_subscription_get_n_updates (self);
  reason = app_subscription_dup_reason (self);
  if (app_subscription_get_state (self) == APP_SUBSCRIPTION_REFUSED && reason != NULL)
    g_string_append_printf (text, ": %s", reason);
  if (n > 0)
    {
      g_autofree char *age = app_subscription_dup_age (app_subscription_get_last_update (self));

      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%'u update", "%'u updates", n), n);
      g_string_append (text, " · ");
      /* Translators: %s is a duration, such as "3 s" */
      g_string_append_printf (text, _ ("the last %s ago"), age);
    }
  return g_string_free (text, FALSE);
}

gboolean
app_subscription_get_stale (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), FALSE);
  return app_subscription_get_n_updates (self) != self->n_read;
}

void
app_subscription_mark_read (AppSubscription *self)
{
  g_return_if_fail (APP_IS_SUBSCRIPTION (self));

  if (!app_subscription_get_stale (self))
    return;
  self->n_read = app_subscription_get_n_updates (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STALE]);
}

gboolean
app_subscription_get_rereads (AppSubscription *self)
{
  g_return_val_if_fail (APP_IS_SUBSCRIPTION (self), FALSE);
  return self->rereads;
}

void
app_subscription_set_rereads (AppSubscription *self, gboolean rereads)
{
  g_return_if_fail (APP_IS_SUBSCRIPTION (self));

  if (self->rereads == rereads)
    return;
  self->rereads = rereads;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REREADS]);
}
