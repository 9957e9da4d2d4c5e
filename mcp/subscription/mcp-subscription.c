/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-subscription.h"

#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-source.h"

#include <string.h>

/* Streams that were let go of and may still be heard of. */
#define MAX_DROPPED 8u
#define SUBSCRIPTION_ID "io.modelcontextprotocol/subscriptionId"

static const struct
{
  const char *capability;
  const char *member;
} LISTS[] = {
  { "tools/listChanged", "toolsListChanged" },
  { "prompts/listChanged", "promptsListChanged" },
  { "resources/listChanged", "resourcesListChanged" },
};

/** One subscriptions/listen. */
typedef struct
{
  gatomicrefcount  ref_count;
  McpSubscription *subscription; /* unowned; %NULL once it is not wanted any more */
  McpRequest      *request;
  GCancellable    *cancellable;
  guint            lists;        /* a bit for each that was asked for */
  GPtrArray       *uris;         /* that were asked for */
  gint64           acknowledged; /* µs; 0 before */
} McpListen;

struct _McpSubscription
{
  GObject              parent_instance;
  gboolean             listening;
  gboolean             follows_lists;
  McpSubscriptionState state;
  GError              *error; /* (nullable) */
  GPtrArray           *findings;
  GListStore          *resources;
  GPtrArray           *task_ids; /* JSON text */

  McpClient *client;  /* (nullable): weak */
  McpListen *current; /* (nullable) */
  McpListen *old;     /* (nullable): until the current one is acknowledged */
  GPtrArray *dropped; /* McpRequestId: of the last few streams that were let go of */
  GSource   *timer;
  guint      n_failures;
  guint      n_unheard; /* failures since the last acknowledgement */
};

enum {
  PROP_0,
  PROP_LISTENING,
  PROP_STATE,
  PROP_N_FINDINGS,
  N_PROPERTIES,
};

enum {
  SIGNAL_RESOURCE_UPDATED,
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

G_DEFINE_ENUM_TYPE (McpSubscriptionState,
                    mcp_subscription_state,
                    G_DEFINE_ENUM_VALUE (MCP_SUBSCRIPTION_OFF, "off"),
                    G_DEFINE_ENUM_VALUE (MCP_SUBSCRIPTION_OPENING, "opening"),
                    G_DEFINE_ENUM_VALUE (MCP_SUBSCRIPTION_ACTIVE, "active"),
                    G_DEFINE_ENUM_VALUE (MCP_SUBSCRIPTION_WAITING, "waiting"),
                    G_DEFINE_ENUM_VALUE (MCP_SUBSCRIPTION_ENDED, "ended"),
                    G_DEFINE_ENUM_VALUE (MCP_SUBSCRIPTION_REFUSED, "refused"))

static void subscription_listen (McpSubscription *self);

/* What becomes of it */

static void
subscription_set_state (McpSubscription     *self,
                        McpSubscriptionState state,
                        const GError        *error)
{
  g_autoptr (GError) copy = error != NULL ? g_error_copy (error) : NULL;

  g_clear_error (&self->error);
  self->error = g_steal_pointer (&copy);
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
subscription_set_all (McpSubscription             *self,
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

static void
subscription_add_finding (McpSubscription *self, const char *code, const char *text)
{
  if (mcp_finding_list_has (self->findings, code))
    return;
  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, code, NULL, "%s", text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_FINDINGS]);
}

static McpResourceSubscription *
subscription_find (McpSubscription *self, const char *uri, guint *index)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->resources)); i++)
    {
      g_autoptr (McpResourceSubscription) resource =
          g_list_model_get_item (G_LIST_MODEL (self->resources), i);

      if (index != NULL)
        *index = i;
      if (g_str_equal (mcp_resource_subscription_get_info (resource)->uri, uri))
        return resource; /* the list holds it */
    }
  return NULL;
}

/* The stream of 2026-07-28: one subscriptions/listen for all that is wanted */

static McpListen *
listen_ref (McpListen *listen)
{
  g_atomic_ref_count_inc (&listen->ref_count);
  return listen;
}

static void
listen_unref (McpListen *listen)
{
  if (!g_atomic_ref_count_dec (&listen->ref_count))
    return;
  g_clear_pointer (&listen->request, mcp_request_unref);
  g_clear_object (&listen->cancellable);
  g_ptr_array_unref (listen->uris);
  g_free (listen);
}

/** What the server still says of such a stream is late, not wrong. */
static void
subscription_remember_dropped (McpSubscription *self, McpRequestId *id)
{
  if (id == NULL)
    return;
  if (self->dropped->len == MAX_DROPPED)
    g_ptr_array_remove_index (self->dropped, 0);
  g_ptr_array_add (self->dropped, mcp_request_id_ref (id));
}

static gboolean
subscription_has_dropped (McpSubscription *self, McpJsonValue id)
{
  g_autoptr (McpRequestId) typed = mcp_request_id_new_from_value (id);

  return typed != NULL && g_ptr_array_find_with_equal_func (self->dropped, typed,
                                                            mcp_request_id_equal, NULL);
}

/** It is not wanted any more; its end is nobody's concern. */
static void
listen_drop (McpListen **place)
{
  McpListen *listen = g_steal_pointer (place);

  if (listen == NULL)
    return;
  if (listen->subscription != NULL)
    subscription_remember_dropped (listen->subscription, mcp_request_get_id (listen->request));
  listen->subscription = NULL;
  g_cancellable_cancel (listen->cancellable);
  listen_unref (listen);
}

static void
subscription_stop_listening (McpSubscription *self)
{
  mcp_source_clear (&self->timer);
  listen_drop (&self->current);
  listen_drop (&self->old);
}

static gboolean
on_timer (gpointer user_data)
{
  McpSubscription *self = MCP_SUBSCRIPTION (user_data);

  g_clear_pointer (&self->timer, g_source_unref);
  subscription_listen (self);
  return G_SOURCE_REMOVE;
}

static void
subscription_listen_soon (McpSubscription *self, guint ms)
{
  mcp_source_clear (&self->timer);
  self->timer = mcp_source_new_timeout (ms, on_timer, self);
}

/* What is asked */

static void
write_strings (McpJsonWriter *writer, const char *name, GPtrArray *strings, gboolean is_json)
{
  if (strings->len == 0)
    return;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < strings->len; i++)
    if (is_json)
      mcp_json_writer_raw (writer, g_ptr_array_index (strings, i), -1);
    else
      mcp_json_writer_string (writer, g_ptr_array_index (strings, i));
  mcp_json_writer_end_array (writer);
}

static McpListen *
listen_new (McpSubscription *self)
{
  McpListen     *listen = g_new0 (McpListen, 1);
  McpServerInfo *info = mcp_client_get_server_info (self->client);
  GListModel    *resources = G_LIST_MODEL (self->resources);

  g_atomic_ref_count_init (&listen->ref_count);
  listen->subscription = self;
  listen->cancellable = g_cancellable_new ();
  listen->uris = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (LISTS); i++)
    if (self->follows_lists && mcp_server_info_offers (info, LISTS[i].capability))
      listen->lists |= 1u << i;
  for (guint i = 0; i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);

      g_ptr_array_add (listen->uris, g_strdup (mcp_resource_subscription_get_info (resource)->uri));
    }
  return listen;
}

/** Returns: (transfer full) */
static McpRequest *
listen_make_request (McpListen *listen, GPtrArray *task_ids)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpRequest        *request = mcp_request_new ("subscriptions/listen");
  McpRequestOptions *options = mcp_request_get_options (request);

  options->deadline_ms = options->total_ms = 0;
  options->lasting = TRUE;
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < G_N_ELEMENTS (LISTS); i++)
    if ((listen->lists & 1u << i) != 0)
      mcp_json_writer_member_boolean (writer, LISTS[i].member, TRUE);
  write_strings (writer, "resourceSubscriptions", listen->uris, FALSE);
  write_strings (writer, "taskIds", task_ids, TRUE);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  mcp_request_set_json (request, "notifications", text);
  return request;
}

/* How it ends */

static void
subscription_fail (McpSubscription *self, const GError *error)
{
  guint pause = MCP_SUBSCRIPTION_PAUSE_MS << MIN (self->n_failures, 10u);

  self->n_failures++;
  if (++self->n_unheard >= MCP_SUBSCRIPTION_MAX_FAILURES)
    {
      subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_REFUSED, error);
      subscription_set_state (self, MCP_SUBSCRIPTION_REFUSED, error);
      return;
    }
  subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
  subscription_set_state (self, MCP_SUBSCRIPTION_WAITING, error);
  subscription_listen_soon (self, MIN (pause, MCP_SUBSCRIPTION_MAX_PAUSE_MS));
}

static void
subscription_refuse (McpSubscription *self, McpMessage *message)
{
  const char *text = mcp_message_get_error_message (message);
  g_autoptr (GError) error = NULL;

  error = mcp_error_new (MCP_ERROR_NOT_OFFERED,
                         "The server does not let us listen: %s (%" G_GINT64_FORMAT ")",
                         text != NULL ? text : "no reason given",
                         mcp_message_get_error_code (message));
  subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_REFUSED, error);
  subscription_set_state (self, MCP_SUBSCRIPTION_REFUSED, error);
}

static void
subscription_end (McpSubscription *self)
{
  subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
  subscription_set_state (self, MCP_SUBSCRIPTION_ENDED, NULL);
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpListen *listen = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  McpSubscription *self = listen->subscription;
  gint64           now = g_get_monotonic_time ();

  if (self == NULL || self->current != listen)
    {
      if (self != NULL && self->old == listen)
        listen_drop (&self->old);
      listen_unref (listen);
      return;
    }

  g_object_ref (self);
  if (listen->acknowledged != 0 &&
      now - listen->acknowledged > MCP_SUBSCRIPTION_MAX_PAUSE_MS * G_GINT64_CONSTANT (1000))
    self->n_failures = 0;
  listen_drop (&self->current);
  if (self->old != NULL)
    {
      /* The one before still stands. */
      self->current = g_steal_pointer (&self->old);
      if (response != NULL && mcp_response_is_error (response))
        subscription_add_finding (self, "listen-change-refused",
                                  "The server refused to listen for something else.");
      subscription_set_state (self, MCP_SUBSCRIPTION_ACTIVE, error);
    }
  else if (response == NULL)
    subscription_fail (self, error);
  else if (mcp_response_is_error (response))
    subscription_refuse (self, mcp_response_get_message (response));
  else
    subscription_end (self);
  g_object_unref (self);
  listen_unref (listen);
}

static void
subscription_listen (McpSubscription *self)
{
  mcp_source_clear (&self->timer);
  if (self->client == NULL || mcp_client_get_state (self->client) != MCP_CLIENT_READY)
    return;
  McpListen *listen = listen_new (self);
  if (!self->listening ||
      (listen->lists == 0 && listen->uris->len == 0 && self->task_ids->len == 0))
    {
      listen_unref (listen);
      subscription_stop_listening (self);
      subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
      subscription_set_state (self, MCP_SUBSCRIPTION_OFF, NULL);
      return;
    }

  /* What is told now goes on until the server has agreed to the new list. */
  if (self->current != NULL && self->current->acknowledged != 0)
    {
      listen_drop (&self->old);
      self->old = g_steal_pointer (&self->current);
    }
  listen_drop (&self->current);
  self->current = listen;

  listen->request = listen_make_request (listen, self->task_ids);
  mcp_client_send_async (self->client, listen->request, listen->cancellable, on_ended,
                         listen_ref (listen));
  if (self->old == NULL)
    {
      subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_ASKED, NULL);
      subscription_set_state (self, MCP_SUBSCRIPTION_OPENING, NULL);
    }
}

/* What the server says of it */

/** @listen: (nullable) */
static gboolean
listen_has_id (McpListen *listen, McpRequestId *id)
{
  McpRequestId *own = listen != NULL ? mcp_request_get_id (listen->request) : NULL;

  return own != NULL && mcp_request_id_equal (own, id);
}

static McpListen *
subscription_find_listen (McpSubscription *self, McpJsonValue id)
{
  g_autoptr (McpRequestId) typed = mcp_request_id_new_from_value (id);

  if (typed == NULL)
    return NULL;
  if (listen_has_id (self->current, typed))
    return self->current;
  return listen_has_id (self->old, typed) ? self->old : NULL;
}

static McpJsonValue
get_id (McpJsonValue params)
{
  return mcp_json_value_get_member (mcp_json_value_get_member (params, "_meta"), SUBSCRIPTION_ID);
}

static void
subscription_check_id (McpSubscription *self, McpJsonValue params)
{
  McpJsonValue id = get_id (params);

  if (subscription_find_listen (self, id) == NULL && !subscription_has_dropped (self, id))
    subscription_add_finding (self, "listen-unknown-id",
                              "The server told of a change without the id of the stream that "
                              "asked for it.");
}

/** Compares what was acknowledged with what was asked. */
static void
subscription_compare (McpSubscription *self, McpListen *listen, McpJsonValue accepted)
{
  McpJsonValue uris = mcp_json_value_get_member (accepted, "resourceSubscriptions");
  gboolean     other = mcp_json_value_get_n_items (uris) > listen->uris->len;

  for (guint i = 0; i < G_N_ELEMENTS (LISTS); i++)
    {
      gboolean asked = (listen->lists & 1u << i) != 0;
      gboolean given = mcp_json_value_get_member_boolean (accepted, LISTS[i].member, FALSE);

      other |= given && !asked;
    }
  for (guint i = 0; i < listen->uris->len; i++)
    {
      const char              *uri = g_ptr_array_index (listen->uris, i);
      McpResourceSubscription *resource = subscription_find (self, uri, NULL);
      gboolean                 given = mcp_json_value_lists (uris, uri);
      g_autoptr (GError) error = NULL;

      if (!given)
        error = mcp_error_new (MCP_ERROR_NOT_OFFERED,
                               "The server did not agree to tell of this resource.");
      if (resource != NULL)
        mcp_resource_subscription_set_state (resource,
                                             given ? MCP_RESOURCE_SUBSCRIPTION_ACTIVE
                                                   : MCP_RESOURCE_SUBSCRIPTION_REFUSED,
                                             error);
    }
  if (other)
    subscription_add_finding (self, "listen-ack-other",
                              "The server acknowledged what was not asked for.");
}

static void
subscription_receive_acknowledged (McpSubscription *self, McpJsonValue params)
{
  McpListen *listen = subscription_find_listen (self, get_id (params));

  if (listen == NULL)
    {
      if (!subscription_has_dropped (self, get_id (params)))
        subscription_add_finding (self, "listen-ack-unknown",
                                  "The server acknowledged a stream that was not asked for.");
      return;
    }
  if (listen->acknowledged != 0)
    {
      subscription_add_finding (self, "listen-ack-again",
                                "The server acknowledged one stream twice.");
      return;
    }
  listen->acknowledged = g_get_monotonic_time ();
  self->n_unheard = 0;
  if (listen != self->current)
    return;
  listen_drop (&self->old);
  subscription_compare (self, listen, mcp_json_value_get_member (params, "notifications"));
  subscription_set_state (self, MCP_SUBSCRIPTION_ACTIVE, NULL);
}

static void
subscription_receive_cancelled (McpSubscription *self, McpJsonValue params)
{
  McpListen *listen =
      subscription_find_listen (self, mcp_json_value_get_member (params, "requestId"));

  if (listen == NULL)
    return;
  if (listen == self->old)
    {
      listen_drop (&self->old);
      return;
    }
  listen_drop (&self->current);
  listen_drop (&self->old);
  subscription_end (self);
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
    error = mcp_response_make_error (response);
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
  mcp_request_set_string (request, "uri", mcp_resource_subscription_get_info (resource)->uri);
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
      subscription_listen (self);
      return;
    }
  mcp_transport_set_listening (mcp_client_get_transport (self->client), self->listening);
  subscription_set_state (
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
mcp_subscription_set_follows_lists (McpSubscription *self, gboolean follows)
{
  g_return_if_fail (MCP_IS_SUBSCRIPTION (self));

  if (self->follows_lists == follows)
    return;
  self->follows_lists = follows;
  if (subscription_is_modern (self))
    subscription_listen_soon (self, 0);
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
    subscription_listen_soon (self, 0);
}

/** @client: (nullable): ready */
static void
subscription_follow (McpSubscription *self, McpClient *client)
{
  GListModel *resources;

  if (self->client == client)
    return;
  subscription_stop_listening (self);
  subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
  subscription_set_state (self, MCP_SUBSCRIPTION_OFF, NULL);
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

McpResourceSubscription *
mcp_subscription_add (McpSubscription *self, const char *uri, GError **error)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);
  g_return_val_if_fail (uri != NULL, NULL);

  McpResourceSubscription *found = subscription_find (self, uri, NULL);
  if (found != NULL)
    return found;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->resources)) >= MCP_SUBSCRIPTION_MAX_RESOURCES)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "No more than %d resources can be watched.",
                                               MCP_SUBSCRIPTION_MAX_RESOURCES));
      return NULL;
    }
  g_autoptr (McpResourceSubscription) resource = mcp_resource_subscription_new (uri);
  g_list_store_append (self->resources, resource);
  if (subscription_is_modern (self))
    subscription_listen_soon (self, 0);
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
    subscription_listen_soon (self, 0);
  else if (self->client != NULL)
    subscription_leave_legacy (self, copy);
  return TRUE;
}

/** The resource that was asked for, or that @uri is a part of. */
static McpResourceSubscription *
subscription_find_above (McpSubscription *self, const char *uri)
{
  McpResourceSubscription *found = subscription_find (self, uri, NULL);
  GListModel              *resources = G_LIST_MODEL (self->resources);

  for (guint i = 0; found == NULL && i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);
      const char *above = mcp_resource_subscription_get_info (resource)->uri;
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
        subscription_receive_acknowledged (self, params);
      else if (g_str_equal (method, "notifications/cancelled"))
        subscription_receive_cancelled (self, params);
      else if (g_str_has_suffix (method, "/list_changed") ||
               g_str_equal (method, "notifications/resources/updated"))
        subscription_check_id (self, params);
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

MCP_DEFINE_PLAIN_GETTER (gboolean, McpSubscription, mcp_subscription, listening)
MCP_DEFINE_PLAIN_GETTER (McpSubscriptionState, McpSubscription, mcp_subscription, state)
MCP_DEFINE_PLAIN_GETTER (const GError *, McpSubscription, mcp_subscription, error)
MCP_DEFINE_PLAIN_GETTER (GPtrArray *, McpSubscription, mcp_subscription, findings)

GListModel *
mcp_subscription_get_resources (McpSubscription *self)
{
  return G_LIST_MODEL (self->resources);
}

/* The object */

static guint
subscription_count_findings (McpSubscription *self)
{
  return self->findings != NULL ? self->findings->len : 0;
}

MCP_DEFINE_DISPOSE (McpSubscription, mcp_subscription)
{
  subscription_stop_listening (self);
  g_clear_weak_pointer (&self->client);
}

MCP_DEFINE_FINALIZE (McpSubscription, mcp_subscription)
{
  g_clear_error (&self->error);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_ptr_array_unref (self->dropped);
  g_clear_object (&self->resources);
  g_clear_pointer (&self->task_ids, g_ptr_array_unref);
}

MCP_DEFINE_CLASS (McpSubscription, mcp_subscription)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_LISTENING] = { "listening", G_TYPE_BOOLEAN,
                         G_CALLBACK (mcp_subscription_get_listening) },
    [PROP_STATE] = { "state", MCP_TYPE_SUBSCRIPTION_STATE,
                     G_CALLBACK (mcp_subscription_get_state) },
    [PROP_N_FINDINGS] = { "n-findings", G_TYPE_UINT,
                          G_CALLBACK (subscription_count_findings) },
  };

  object_class->dispose = mcp_subscription_dispose;
  object_class->finalize = mcp_subscription_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPERTIES);

  signals[SIGNAL_RESOURCE_UPDATED] = mcp_signal_new (klass, "resource-updated", 1, G_TYPE_STRING);
}

static void
mcp_subscription_init (McpSubscription *self)
{
  self->listening = TRUE;
  self->follows_lists = TRUE;
  self->dropped = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_request_id_unref);
  self->resources = g_list_store_new (MCP_TYPE_RESOURCE_SUBSCRIPTION);
  self->task_ids = g_ptr_array_new_with_free_func (g_free);
}

McpSubscription *
mcp_subscription_new (void)
{
  return g_object_new (MCP_TYPE_SUBSCRIPTION, NULL);
}
