/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-subscription-private.h"

#include <string.h>

enum {
  PROP_0,
  PROP_LISTENING,
  PROP_STATE,
  PROP_ERROR,
  PROP_N_FINDINGS,
  N_PROPERTIES,
};

enum {
  SIGNAL_RESOURCE_UPDATED,
  SIGNAL_ACKNOWLEDGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

static void subscription_feature_init (McpClientFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpSubscription,
                               mcp_subscription,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_CLIENT_FEATURE,
                                                      subscription_feature_init))

GType
mcp_subscription_state_get_type (void)
{
  static gsize            type = 0;
  static const GEnumValue values[] = {
    { MCP_SUBSCRIPTION_OFF, "MCP_SUBSCRIPTION_OFF", "off" },
    { MCP_SUBSCRIPTION_OPENING, "MCP_SUBSCRIPTION_OPENING", "opening" },
    { MCP_SUBSCRIPTION_ACTIVE, "MCP_SUBSCRIPTION_ACTIVE", "active" },
    { MCP_SUBSCRIPTION_WAITING, "MCP_SUBSCRIPTION_WAITING", "waiting" },
    { MCP_SUBSCRIPTION_ENDED, "MCP_SUBSCRIPTION_ENDED", "ended" },
    { MCP_SUBSCRIPTION_REFUSED, "MCP_SUBSCRIPTION_REFUSED", "refused" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("McpSubscriptionState", values));
  return type;
}

static void
mcp_subscription_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpSubscription *self = MCP_SUBSCRIPTION (object);

  switch (id)
    {
    case PROP_LISTENING:
      g_value_set_boolean (value, self->listening);
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_N_FINDINGS:
      g_value_set_uint (value, self->findings != NULL ? self->findings->len : 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_subscription_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_LISTENING:
      mcp_subscription_set_listening (MCP_SUBSCRIPTION (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_subscription_dispose (GObject *object)
{
  McpSubscription *self = MCP_SUBSCRIPTION (object);

  mcp_subscription_stop_listening (self);
  g_clear_weak_pointer (&self->client);

  G_OBJECT_CLASS (mcp_subscription_parent_class)->dispose (object);
}

static void
mcp_subscription_finalize (GObject *object)
{
  McpSubscription *self = MCP_SUBSCRIPTION (object);

  g_clear_error (&self->error);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_ptr_array_unref (self->dropped);
  g_clear_object (&self->resources);
  g_clear_pointer (&self->task_ids, g_ptr_array_unref);
  g_clear_pointer (&self->context, g_main_context_unref);

  G_OBJECT_CLASS (mcp_subscription_parent_class)->finalize (object);
}

static void
mcp_subscription_class_init (McpSubscriptionClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GType             type = G_TYPE_FROM_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mcp_subscription_get_property;
  object_class->set_property = mcp_subscription_set_property;
  object_class->dispose = mcp_subscription_dispose;
  object_class->finalize = mcp_subscription_finalize;

  properties[PROP_LISTENING] = g_param_spec_boolean ("listening", NULL, NULL, TRUE,
                                                     flags | G_PARAM_WRITABLE);
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, MCP_TYPE_SUBSCRIPTION_STATE,
                                              MCP_SUBSCRIPTION_OFF, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_N_FINDINGS] =
      g_param_spec_uint ("n-findings", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_RESOURCE_UPDATED] =
      g_signal_new ("resource-updated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                    1, G_TYPE_STRING);
  signals[SIGNAL_ACKNOWLEDGED] = g_signal_new ("acknowledged", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_subscription_init (McpSubscription *self)
{
  self->listening = TRUE;
  self->dropped = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_request_id_unref);
  self->resources = g_list_store_new (MCP_TYPE_RESOURCE_SUBSCRIPTION);
  self->task_ids = g_ptr_array_new_with_free_func (g_free);
  self->context = g_main_context_ref_thread_default ();
}

McpSubscription *
mcp_subscription_new (void)
{
  return g_object_new (MCP_TYPE_SUBSCRIPTION, NULL);
}

void
mcp_subscription_set_state (McpSubscription     *self,
                            McpSubscriptionState state,
                            const GError        *error)
{
  if (self->error != NULL || error != NULL)
    {
      g_autoptr (GError) copy = error != NULL ? g_error_copy (error) : NULL;

      g_clear_error (&self->error);
      self->error = g_steal_pointer (&copy);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
    }
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_subscription_set_all (McpSubscription             *self,
                          McpResourceSubscriptionState state,
                          const GError                *error)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->resources)); i++)
    {
      g_autoptr (McpResourceSubscription) resource =
          g_list_model_get_item (G_LIST_MODEL (self->resources), i);

      mcp_resource_subscription_set_state (resource, state, error);
    }
}

void
mcp_subscription_add_finding (McpSubscription *self, const char *code, const char *text)
{
  if (mcp_finding_list_has (self->findings, code))
    return;
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, code, NULL, "%s", text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_FINDINGS]);
}

void
mcp_subscription_emit_acknowledged (McpSubscription *self)
{
  g_signal_emit (self, signals[SIGNAL_ACKNOWLEDGED], 0);
}

/* A request for each resource, up to 2025-11-25 */

static void
on_subscribed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpResourceSubscription) resource = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  McpResourceSubscriptionState state = MCP_RESOURCE_SUBSCRIPTION_ACTIVE;

  if (mcp_client_get_state (MCP_CLIENT (source)) != MCP_CLIENT_READY)
    return;
  if (response != NULL && mcp_response_is_error (response))
    {
      const char *text = mcp_message_get_error_message (mcp_response_get_message (response));

      error = mcp_error_new (MCP_ERROR_NOT_OFFERED, "The server refused: %s",
                             text != NULL ? text : "no reason given");
    }
  if (error != NULL)
    state = MCP_RESOURCE_SUBSCRIPTION_REFUSED;
  mcp_resource_subscription_set_state (resource, state, error);
}

static void
subscription_ask_legacy (McpSubscription *self, McpResourceSubscription *resource)
{
  g_autoptr (McpRequest) request = mcp_request_new ("resources/subscribe");
  g_autoptr (GError) error = NULL;

  if (!mcp_server_info_offers (mcp_client_get_server_info (self->client), "resources/subscribe"))
    {
      error = mcp_error_new (MCP_ERROR_NOT_OFFERED,
                             "The server does not offer to tell of changes of resources.");
      mcp_resource_subscription_set_state (resource, MCP_RESOURCE_SUBSCRIPTION_REFUSED, error);
      return;
    }
  mcp_resource_subscription_set_state (resource, MCP_RESOURCE_SUBSCRIPTION_ASKED, NULL);
  mcp_request_set_string (request, "uri", mcp_resource_subscription_get_uri (resource));
  mcp_client_send_async (self->client, request, NULL, on_subscribed, g_object_ref (resource));
}

static void
subscription_leave_legacy (McpSubscription *self, const char *uri)
{
  g_autoptr (McpRequest) request = mcp_request_new ("resources/unsubscribe");

  mcp_request_set_string (request, "uri", uri);
  /* What the server says to that is in the log. */
  if (mcp_server_info_offers (mcp_client_get_server_info (self->client), "resources/subscribe"))
    mcp_client_send_async (self->client, request, NULL, NULL, NULL);
}

/* What is wanted */

static gboolean
subscription_is_modern (McpSubscription *self)
{
  return self->client != NULL && mcp_client_get_era (self->client) == MCP_ERA_MODERN;
}

/** Makes what the server tells what is wanted. */
static void
subscription_update (McpSubscription *self)
{
  if (self->client == NULL)
    return;
  if (subscription_is_modern (self))
    {
      mcp_subscription_listen (self);
      return;
    }
  mcp_transport_set_listening (mcp_client_get_transport (self->client), self->listening);
  mcp_subscription_set_state (
      self, self->listening ? MCP_SUBSCRIPTION_ACTIVE : MCP_SUBSCRIPTION_OFF, NULL);
}

void
mcp_subscription_set_listening (McpSubscription *self, gboolean listening)
{
  g_return_if_fail (MCP_IS_SUBSCRIPTION (self));

  if (self->listening == listening)
    return;
  self->listening = listening;
  self->n_failures = self->n_unheard = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTENING]);
  subscription_update (self);
}

void
mcp_subscription_set_task_ids (McpSubscription *self, GPtrArray *ids)
{
  gboolean same = ids != NULL ? ids->len == self->task_ids->len : self->task_ids->len == 0;

  for (guint i = 0; same && ids != NULL && i < ids->len; i++)
    same = g_str_equal (g_ptr_array_index (ids, i), g_ptr_array_index (self->task_ids, i));
  if (same)
    return;
  g_ptr_array_set_size (self->task_ids, 0);
  for (guint i = 0; ids != NULL && i < ids->len; i++)
    g_ptr_array_add (self->task_ids, g_strdup (g_ptr_array_index (ids, i)));
  if (subscription_is_modern (self))
    mcp_subscription_listen_soon (self, 0);
}

/** @client: (nullable): ready */
static void
subscription_follow (McpSubscription *self, McpClient *client)
{
  GListModel *resources;

  if (self->client == client)
    return;
  mcp_subscription_stop_listening (self);
  mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
  mcp_subscription_set_state (self, MCP_SUBSCRIPTION_OFF, NULL);
  g_set_weak_pointer (&self->client, client);
  self->n_failures = self->n_unheard = 0;
  if (client == NULL)
    return;

  subscription_update (self);
  resources = G_LIST_MODEL (self->resources);
  for (guint i = 0; !subscription_is_modern (self) && i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);

      subscription_ask_legacy (self, resource);
    }
}

/* Resources */

static McpResourceSubscription *
subscription_find (McpSubscription *self, const char *uri, guint *index)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->resources)); i++)
    {
      g_autoptr (McpResourceSubscription) resource =
          g_list_model_get_item (G_LIST_MODEL (self->resources), i);

      *index = i;
      if (g_str_equal (mcp_resource_subscription_get_uri (resource), uri))
        return resource; /* the list holds it */
    }
  return NULL;
}

McpResourceSubscription *
mcp_subscription_find (McpSubscription *self, const char *uri)
{
  guint index;

  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);

  return subscription_find (self, uri, &index);
}

McpResourceSubscription *
mcp_subscription_add (McpSubscription *self, const char *uri, GError **error)
{
  g_autoptr (McpResourceSubscription) resource = NULL;
  McpResourceSubscription *found;

  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);
  g_return_val_if_fail (uri != NULL, NULL);

  found = mcp_subscription_find (self, uri);
  if (found != NULL)
    return found;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->resources)) >= MCP_SUBSCRIPTION_MAX_RESOURCES)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "No more than %d resources can be watched.",
                                               MCP_SUBSCRIPTION_MAX_RESOURCES));
      return NULL;
    }
  resource = mcp_resource_subscription_new (uri);
  g_list_store_append (self->resources, resource);
  if (subscription_is_modern (self))
    mcp_subscription_listen_soon (self, 0);
  else if (self->client != NULL)
    subscription_ask_legacy (self, resource);
  return resource;
}

gboolean
mcp_subscription_remove (McpSubscription *self, const char *uri)
{
  g_autofree char *copy = g_strdup (uri);
  guint            index;

  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), FALSE);

  if (subscription_find (self, uri, &index) == NULL)
    return FALSE;
  g_list_store_remove (self->resources, index);
  if (subscription_is_modern (self))
    mcp_subscription_listen_soon (self, 0);
  else if (self->client != NULL)
    subscription_leave_legacy (self, copy);
  return TRUE;
}

/** The resource that was asked for, or that @uri is a part of. */
static McpResourceSubscription *
subscription_find_above (McpSubscription *self, const char *uri)
{
  McpResourceSubscription *found = mcp_subscription_find (self, uri);
  GListModel              *resources = G_LIST_MODEL (self->resources);

  for (guint i = 0; found == NULL && i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);
      const char *above = mcp_resource_subscription_get_uri (resource);
      gsize       length = strlen (above);

      if (length > 0 && g_str_has_prefix (uri, above) &&
          (above[length - 1] == '/' || strchr ("/?#", uri[length]) != NULL))
        found = resource;
    }
  return found;
}

/* The feature */

static void
subscription_notified (McpClientFeature *feature, McpClient *client, McpMessage *message)
{
  McpSubscription *self = MCP_SUBSCRIPTION (feature);
  const char      *method = mcp_message_get_method (message);
  McpJsonValue     params = mcp_message_get_params (message);

  if (self->client != client)
    return;
  if (subscription_is_modern (self))
    {
      if (g_str_equal (method, "notifications/subscriptions/acknowledged"))
        mcp_subscription_take_acknowledged (self, params);
      else if (g_str_equal (method, "notifications/cancelled"))
        mcp_subscription_take_cancelled (self, params);
      else if (g_str_has_suffix (method, "/list_changed") ||
               g_str_equal (method, "notifications/resources/updated"))
        mcp_subscription_check_id (self, params);
    }
  if (g_str_equal (method, "notifications/resources/updated"))
    {
      g_autofree char         *uri = mcp_json_value_dup_member_string (params, "uri");
      McpResourceSubscription *resource = uri != NULL ? subscription_find_above (self, uri) : NULL;

      if (resource != NULL)
        mcp_resource_subscription_note_update (resource);
      if (uri != NULL)
        g_signal_emit (self, signals[SIGNAL_RESOURCE_UPDATED], 0, uri);
    }
}

static void
subscription_opened (McpClientFeature *feature, McpClient *client)
{
  subscription_follow (MCP_SUBSCRIPTION (feature), client);
}

static void
subscription_closed (McpClientFeature *feature, McpClient *client)
{
  McpSubscription *self = MCP_SUBSCRIPTION (feature);

  if (self->client == client)
    subscription_follow (self, NULL);
}

static void
subscription_feature_init (McpClientFeatureInterface *iface)
{
  iface->opened = subscription_opened;
  iface->closed = subscription_closed;
  iface->notified = subscription_notified;
}

gboolean
mcp_subscription_get_listening (McpSubscription *self)
{
  return self->listening;
}

McpSubscriptionState
mcp_subscription_get_state (McpSubscription *self)
{
  return self->state;
}

const GError *
mcp_subscription_get_error (McpSubscription *self)
{
  return self->error;
}

GPtrArray *
mcp_subscription_get_findings (McpSubscription *self)
{
  return self->findings;
}

GListModel *
mcp_subscription_get_resources (McpSubscription *self)
{
  return G_LIST_MODEL (self->resources);
}
