/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-features.h"

#include "mcp-client-private.h"
#include "mcp-client-subscription.h"
#include "mcp-client-tasks.h"
#include "mcp-input-request-private.h"
#include "mcp-task-receiver.h"

struct _McpClientFeatures
{
  McpClient       *client; /* unowned */
  McpInputGate    *gate;
  McpRoots        *watched; /* (nullable): whose changes are told */
  McpTaskList     *tasks;
  McpSubscription *subscription;
  McpTaskReceiver *receiver;
};

/* Roots */

static void
on_roots_changed (McpRoots *roots, McpClientFeatures *self)
{
  McpClient               *client = self->client;
  McpClientCapabilityFlags declared =
      mcp_client_capabilities_get_flags (mcp_client_get_capabilities (client));

  if (mcp_client_get_state (client) == MCP_CLIENT_READY &&
      mcp_client_get_era (client) == MCP_ERA_LEGACY &&
      (declared & MCP_CLIENT_ROOTS_LIST_CHANGED) != 0)
    mcp_client_notify_async (client, "notifications/roots/list_changed", NULL, NULL, NULL, NULL);
}

static void
client_features_watch_roots (McpClientFeatures *self, McpRoots *roots)
{
  if (self->watched != NULL)
    g_signal_handlers_disconnect_by_data (self->watched, self);
  g_set_object (&self->watched, roots);
  if (roots != NULL)
    g_signal_connect (roots, "changed", G_CALLBACK (on_roots_changed), self);
}

void
mcp_client_set_roots (McpClient *self, McpRoots *roots)
{
  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (roots == NULL || MCP_IS_ROOTS (roots));

  mcp_input_gate_set_roots (self->features->gate, roots);
  client_features_watch_roots (self->features, roots);
  if (roots != NULL)
    on_roots_changed (roots, self->features);
}

McpRoots *
mcp_client_get_roots (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), NULL);

  return mcp_input_gate_get_roots (self->features->gate);
}

/* Requests of the server's, up to 2025-11-25 */

static void
on_input_answered (McpInputRequest *input, gpointer user_data)
{
  McpInboundRequest *request = user_data;
  GBytes            *result = mcp_input_request_get_result (input);

  if (result != NULL)
    mcp_inbound_request_answer (request, result);
  else
    mcp_inbound_request_refuse (request, mcp_input_request_get_error_code (input),
                                mcp_input_request_get_error_message (input),
                                mcp_input_request_get_error_data (input));
}

/** It ended otherwise than by our answer: the server does not want one any more, or the connection
 * ends, for which the peer has refused it. */
static void
on_inbound_state (McpInboundRequest *request, GParamSpec *pspec, McpInputRequest *input)
{
  gboolean by_server = mcp_inbound_request_get_state (request) == MCP_INBOUND_CANCELLED &&
                       !mcp_inbound_request_is_orphaned (request);

  mcp_input_request_end (input, by_server ? MCP_INPUT_CANCELLED : MCP_INPUT_WITHDRAWN);
}

static void
admit (McpInputRequest *input, gpointer user_data)
{
  McpClientFeatures *self = user_data;

  mcp_input_gate_admit (self->gate, input, mcp_client_get_capabilities (self->client));
}

static void
tell_status (GBytes *params, gpointer user_data)
{
  McpClientFeatures *self = user_data;

  if (mcp_client_get_state (self->client) == MCP_CLIENT_READY)
    mcp_client_notify_async (self->client, "notifications/tasks/status", params, NULL, NULL, NULL);
}

/** Whether the server wants a task to be made of it, and we declared that. */
static gboolean
wants_task (McpClientFeatures *self, McpInboundRequest *request)
{
  McpJsonValue task =
      mcp_json_value_get_member (mcp_inbound_request_get_params (request), "task");
  McpClientCapabilityFlags declared =
      mcp_client_capabilities_get_flags (mcp_client_get_capabilities (self->client));
  const char *method = mcp_inbound_request_get_method (request);

  if (mcp_json_value_get_kind (task) != MCP_JSON_OBJECT)
    return FALSE;
  if (g_str_equal (method, "sampling/createMessage"))
    return (declared & MCP_CLIENT_TASKS_SAMPLING) != 0;
  return g_str_equal (method, "elicitation/create") &&
         (declared & MCP_CLIENT_TASKS_ELICITATION) != 0;
}

gboolean
mcp_client_features_take_request (McpClientFeatures *self, McpInboundRequest *request)
{
  guint64 question =
      mcp_peer_find_question (self->client->peer, mcp_inbound_request_get_exchange (request));
  McpInputRequest *input;

  if (mcp_task_receiver_answer (self->receiver, request))
    return TRUE;
  if (wants_task (self, request))
    {
      mcp_task_receiver_begin (self->receiver, request, question);
      return TRUE;
    }
  input = mcp_input_request_new (MCP_INPUT_FROM_REQUEST, mcp_inbound_request_get_method (request),
                                 mcp_inbound_request_get_params (request), MCP_JSON_NO_VALUE,
                                 on_input_answered, request);
  mcp_input_request_set_place (input, mcp_inbound_request_get_sequence (request), question);

  /* The request lives as long as it waits, and the input with it. */
  g_object_set_data_full (G_OBJECT (request), "mcp-input", input, g_object_unref);
  g_signal_connect_object (request, "notify::state", G_CALLBACK (on_inbound_state), input, 0);
  admit (input, self);
  return TRUE;
}

/* The object */

static gboolean
on_gate_request (McpInputGate *gate, McpInputRequest *request, McpClientFeatures *self)
{
  return mcp_client_emit_input_request (self->client, request);
}

static void
on_gate_refused (McpInputGate *gate, McpInputRequest *request, McpClientFeatures *self)
{
  mcp_client_emit_input_refused (self->client, request);
}

/** From 2026-07-28 on the server tells of tasks, where it is asked to. */
static void
client_features_listen_for_tasks (McpClientFeatures *self)
{
  GListModel *tasks = G_LIST_MODEL (self->tasks);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (McpTask) task = g_list_model_get_item (tasks, i);

      if (!mcp_task_is_finished (task))
        g_ptr_array_add (ids, g_strdup (mcp_task_get_id_text (task)));
    }
  mcp_subscription_set_task_ids (self->subscription, ids);
}

static void
on_tasks_changed (GListModel        *tasks,
                  guint              position,
                  guint              removed,
                  guint              added,
                  McpClientFeatures *self)
{
  if (mcp_client_get_state (self->client) == MCP_CLIENT_READY &&
      mcp_client_get_era (self->client) == MCP_ERA_MODERN &&
      mcp_client_offers_tasks (self->client))
    client_features_listen_for_tasks (self);
}

static void
on_client_state (McpClient *client, GParamSpec *pspec, McpClientFeatures *self)
{
  gboolean ready = mcp_client_get_state (client) == MCP_CLIENT_READY;

  if (!ready)
    {
      mcp_task_receiver_clear (self->receiver);
      mcp_subscription_attach (self->subscription, NULL);
      return;
    }
  mcp_subscription_attach (self->subscription, client);
  mcp_task_list_attach (self->tasks, client);
  on_tasks_changed (G_LIST_MODEL (self->tasks), 0, 0, 0, self);
}

static void
on_notification (McpClient *client, McpMessage *message, McpClientFeatures *self)
{
  if (g_str_equal (mcp_message_get_method (message), "notifications/elicitation/complete"))
    mcp_input_gate_take_complete (self->gate, mcp_message_get_params (message));
  mcp_task_list_take_notification (self->tasks, message);
  mcp_subscription_take_notification (self->subscription, message);
}

void
mcp_client_features_take_answer (McpClientFeatures *self, McpAnswer *answer, GBytes *params)
{
  if (!mcp_answer_is_error (answer) && g_str_equal (mcp_answer_get_method (answer), "tools/call"))
    mcp_task_list_take_answer (self->tasks, answer, params);
}

void
mcp_client_features_set_tasks (McpClientFeatures *self, McpTaskList *tasks)
{
  if (self->tasks != NULL)
    g_signal_handlers_disconnect_by_data (self->tasks, self);
  g_set_object (&self->tasks, tasks);
  if (tasks == NULL)
    return;
  g_signal_connect (tasks, "items-changed", G_CALLBACK (on_tasks_changed), self);
  if (mcp_client_get_state (self->client) == MCP_CLIENT_READY)
    mcp_task_list_attach (tasks, self->client);
}

void
mcp_client_features_set_subscription (McpClientFeatures *self, McpSubscription *subscription)
{
  if (!g_set_object (&self->subscription, subscription))
    return;
  if (mcp_client_get_state (self->client) == MCP_CLIENT_READY)
    mcp_subscription_attach (subscription, self->client);
}

McpSubscription *
mcp_client_features_get_subscription (McpClientFeatures *self)
{
  return self->subscription;
}

McpTaskList *
mcp_client_features_get_tasks (McpClientFeatures *self)
{
  return self->tasks;
}

McpClientFeatures *
mcp_client_features_new (McpClient *client)
{
  McpClientFeatures *self = g_new0 (McpClientFeatures, 1);

  self->client = client;
  self->gate = mcp_input_gate_new ();
  self->tasks = mcp_task_list_new ();
  self->subscription = mcp_subscription_new ();
  self->receiver = mcp_task_receiver_new (admit, tell_status, self);
  g_signal_connect (self->tasks, "items-changed", G_CALLBACK (on_tasks_changed), self);
  g_signal_connect (self->gate, "request", G_CALLBACK (on_gate_request), self);
  g_signal_connect (self->gate, "refused", G_CALLBACK (on_gate_refused), self);
  g_signal_connect (client, "notify::state", G_CALLBACK (on_client_state), self);
  g_signal_connect (client, "notification", G_CALLBACK (on_notification), self);
  return self;
}

void
mcp_client_features_free (McpClientFeatures *self)
{
  g_signal_handlers_disconnect_by_data (self->client, self);
  client_features_watch_roots (self, NULL);
  g_signal_handlers_disconnect_by_data (self->gate, self);
  mcp_task_receiver_free (self->receiver);
  g_object_unref (self->gate);
  mcp_client_features_set_tasks (self, NULL);
  g_object_unref (self->subscription);
  g_free (self);
}

McpInputGate *
mcp_client_features_get_gate (McpClientFeatures *self)
{
  return self->gate;
}
