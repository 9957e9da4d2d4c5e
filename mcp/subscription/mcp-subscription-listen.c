/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stream of 2026-07-28: one subscriptions/listen for all that is wanted. */

#include "mcp-subscription-private.h"

#include "mcp-json-writer.h"

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
listen_clear_timer (McpSubscription *self)
{
  if (self->timer != NULL)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

void
mcp_subscription_stop_listening (McpSubscription *self)
{
  listen_clear_timer (self);
  listen_drop (&self->current);
  listen_drop (&self->old);
}

static gboolean
on_timer (gpointer user_data)
{
  McpSubscription *self = MCP_SUBSCRIPTION (user_data);

  g_clear_pointer (&self->timer, g_source_unref);
  mcp_subscription_listen (self);
  return G_SOURCE_REMOVE;
}

void
mcp_subscription_listen_soon (McpSubscription *self, guint ms)
{
  listen_clear_timer (self);
  self->timer = g_timeout_source_new (ms);
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, self->context);
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
    if (mcp_server_info_offers (info, LISTS[i].capability))
      listen->lists |= 1u << i;
  for (guint i = 0; i < g_list_model_get_n_items (resources); i++)
    {
      g_autoptr (McpResourceSubscription) resource = g_list_model_get_item (resources, i);

      g_ptr_array_add (listen->uris, g_strdup (mcp_resource_subscription_get_uri (resource)));
    }
  return listen;
}

/** Returns: (transfer full) */
static McpRequest *
listen_make_request (McpListen *listen, GPtrArray *task_ids)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char   *text = NULL;
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
  text = mcp_json_writer_finish_text (writer);
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
      mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_REFUSED, error);
      mcp_subscription_set_state (self, MCP_SUBSCRIPTION_REFUSED, error);
      return;
    }
  mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
  mcp_subscription_set_state (self, MCP_SUBSCRIPTION_WAITING, error);
  mcp_subscription_listen_soon (self, MIN (pause, MCP_SUBSCRIPTION_MAX_PAUSE_MS));
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
  mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_REFUSED, error);
  mcp_subscription_set_state (self, MCP_SUBSCRIPTION_REFUSED, error);
}

static void
subscription_end (McpSubscription *self)
{
  mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
  mcp_subscription_set_state (self, MCP_SUBSCRIPTION_ENDED, NULL);
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
        mcp_subscription_add_finding (self, "listen-change-refused",
                                      "The server refused to listen for something else.");
      mcp_subscription_set_state (self, MCP_SUBSCRIPTION_ACTIVE, error);
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

void
mcp_subscription_listen (McpSubscription *self)
{
  McpListen *listen;

  listen_clear_timer (self);
  if (self->client == NULL || mcp_client_get_state (self->client) != MCP_CLIENT_READY)
    return;
  listen = listen_new (self);
  if (!self->listening ||
      (listen->lists == 0 && listen->uris->len == 0 && self->task_ids->len == 0))
    {
      listen_unref (listen);
      mcp_subscription_stop_listening (self);
      mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_INACTIVE, NULL);
      mcp_subscription_set_state (self, MCP_SUBSCRIPTION_OFF, NULL);
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
      mcp_subscription_set_all (self, MCP_RESOURCE_SUBSCRIPTION_ASKED, NULL);
      mcp_subscription_set_state (self, MCP_SUBSCRIPTION_OPENING, NULL);
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

void
mcp_subscription_check_id (McpSubscription *self, McpJsonValue params)
{
  McpJsonValue id = get_id (params);

  if (subscription_find_listen (self, id) == NULL && !subscription_has_dropped (self, id))
    mcp_subscription_add_finding (self, "listen-unknown-id",
                                  "The server told of a change without the id of the stream that "
                                  "asked for it.");
}

static gboolean
has_string (McpJsonValue array, const char *text)
{
  McpJsonIter  iter;
  McpJsonValue item;

  mcp_json_iter_init (&iter, array);
  while (mcp_json_iter_next (&iter, NULL, &item))
    if (mcp_json_value_string_equals (item, text))
      return TRUE;
  return FALSE;
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
      McpResourceSubscription *resource = mcp_subscription_find (self, uri);
      gboolean                 given = has_string (uris, uri);
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
    mcp_subscription_add_finding (self, "listen-ack-other",
                                  "The server acknowledged what was not asked for.");
}

void
mcp_subscription_take_acknowledged (McpSubscription *self, McpJsonValue params)
{
  McpListen *listen = subscription_find_listen (self, get_id (params));

  if (listen == NULL)
    {
      if (!subscription_has_dropped (self, get_id (params)))
        mcp_subscription_add_finding (self, "listen-ack-unknown",
                                      "The server acknowledged a stream that was not asked for.");
      return;
    }
  if (listen->acknowledged != 0)
    {
      mcp_subscription_add_finding (self, "listen-ack-again",
                                    "The server acknowledged one stream twice.");
      return;
    }
  listen->acknowledged = g_get_monotonic_time ();
  self->n_unheard = 0;
  if (listen != self->current)
    return;
  listen_drop (&self->old);
  subscription_compare (self, listen, mcp_json_value_get_member (params, "notifications"));
  mcp_subscription_set_state (self, MCP_SUBSCRIPTION_ACTIVE, NULL);
  mcp_subscription_emit_acknowledged (self);
}

void
mcp_subscription_take_cancelled (McpSubscription *self, McpJsonValue params)
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
