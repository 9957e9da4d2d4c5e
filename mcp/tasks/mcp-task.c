/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-task.h"

#include "mcp-async.h"
#include "mcp-input-gate.h"
#include "mcp-input-round.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-source.h"

/* The longest pause after polls that failed, ms. */
#define MAX_PAUSE_MS 60000

/* What the response to tasks/result may take once the task has ended, ms. */
#define RESULT_GRACE_MS 2000

struct _McpTask
{
  GObject       parent_instance;
  McpTaskState  state;
  char         *tool_name; /* (nullable) */
  McpRequestId *token;     /* (nullable): of the request that began it, for progress */
  gboolean      finished;
  GError       *error; /* (nullable) */

  McpClient    *client; /* (nullable): weak */
  gulong        state_handler;
  GSource      *timer;
  GCancellable *cancellable; /* (nullable): of what is asked while attached */
  gboolean      polling;
  gboolean      poll_again;
  gboolean      fetching; /* tasks/result */
  McpTaskStatus fetched;  /* the status when it was asked for last */
  gboolean      overdue;  /* the task has ended, and tasks/result is still not answered */
  guint         n_failures;
  guint         n_attachments;

  GHashTable *inputs; /* keys that were let in, as JSON text → McpInputRequest */
  guint       n_inputs;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (McpTask, mcp_task, G_TYPE_OBJECT)

static void task_schedule (McpTask *self, guint ms);
static void task_poll (McpTask *self);

static McpRequest *
task_make_request (McpTask *self, const char *method)
{
  McpRequest *request = mcp_request_new (method);

  mcp_request_set_json (request, "taskId", self->state.id_text);
  return request;
}

/** A request about the task, as long as it is attached as it is now. */
static void
task_send (McpTask *self, McpRequest *request, GAsyncReadyCallback callback)
{
  mcp_client_send_async (self->client, request, self->cancellable, callback, g_object_ref (self));
}

/** Whether the task is still attached as it was when it sent this. */
static gboolean
task_is_waiting_for (McpTask *self, GAsyncResult *result)
{
  return self->cancellable == g_task_get_cancellable (G_TASK (result));
}

static gboolean
task_is_modern (McpTask *self)
{
  return mcp_client_get_era (self->client) == MCP_ERA_MODERN;
}

static void
task_emit_changed (McpTask *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
task_add_finding (McpTask *self, const char *code, const char *text)
{
  mcp_task_state_add_finding (&self->state, code, text);
}

/** Takes over what the server says of the task. */
static void
task_read (McpTask *self, McpJsonValue value)
{
  g_autofree char *message = g_strdup (self->state.message);
  g_autofree char *created = g_strdup (self->state.created);
  gboolean         status = mcp_task_state_read (&self->state, value);

  /* A poll that says nothing new is no change, whatever the time of the last update is. */
  if (status || g_strcmp0 (message, self->state.message) != 0 ||
      g_strcmp0 (created, self->state.created) != 0)
    g_signal_emit (self, changed_signal,
                   status ? g_quark_from_static_string ("status") : 0);
}

static void
task_set_outcome (McpTask *self, McpResult *result, McpJsonValue rpc_error)
{
  mcp_task_state_set_outcome (&self->state, result, rpc_error);
  task_emit_changed (self);
}

/** It is over, or nothing more can be learned of it. @error: (nullable) */
static void
task_end (McpTask *self, const GError *error)
{
  g_object_ref (self);
  mcp_task_detach (self);
  g_clear_error (&self->error);
  if (error != NULL)
    self->error = g_error_copy (error);
  else
    self->finished = TRUE;
  task_emit_changed (self);
  g_object_unref (self);
}

/* What a task asks on its way, from 2026-07-28 on: in its state, answered by tasks/update */

static void
on_updated (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpTask) self = user_data;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, NULL);

  if (response != NULL && mcp_response_is_error (response))
    task_add_finding (self, "task-update-refused", "The server refused an answer to the task.");
  if (self->client == MCP_CLIENT (source))
    task_poll (self);
}

static void
on_input_reply (McpInputRequest *input, gpointer user_data)
{
  McpTask         *self = MCP_TASK (user_data);
  g_autofree char *responses = NULL;

  if (self->client == NULL)
    return;
  if (mcp_input_request_get_reply (input)->result == NULL)
    {
      task_add_finding (self, "task-input-declined",
                        "What the task asked was declined, which cannot be said to the "
                        "server; it may wait for ever.");
      return;
    }
  g_autoptr (McpRequest) request = task_make_request (self, "tasks/update");
  responses = mcp_json_build ("{%v: %y}", mcp_input_request_get_details (input)->key.value,
                              mcp_input_request_get_reply (input)->result);
  mcp_request_set_json (request, "inputResponses", responses);
  task_send (self, request, on_updated);
}

/** Returns: (transfer full) (element-type McpInputRequest) */
static GPtrArray *
task_list_inputs (McpTask *self)
{
  GPtrArray     *inputs = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer       input;

  g_hash_table_iter_init (&iter, self->inputs);
  while (g_hash_table_iter_next (&iter, NULL, &input))
    g_ptr_array_add (inputs, g_object_ref (input));
  return inputs;
}

/** What the server does not ask any more is not wanted any more. */
static void
task_drop_unasked (McpTask *self, McpJsonValue requests)
{
  g_autoptr (GPtrArray) inputs = task_list_inputs (self);

  for (guint i = 0; i < inputs->len; i++)
    {
      McpInputRequest *input = g_ptr_array_index (inputs, i);
      McpJsonValue     key = mcp_input_request_get_details (input)->key.value;
      g_autofree char *name = mcp_json_value_dup_string (key, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (requests, name)))
        mcp_input_request_end (input, MCP_INPUT_CANCELLED);
    }
}

static gboolean
task_admit_input (McpTask *self, const McpInputRoundRequest *asked)
{
  g_autofree char *text = mcp_json_value_dup_text (asked->key);
  McpInputGate    *gate = mcp_client_get_feature (self->client, MCP_TYPE_INPUT_GATE);
  McpInputRequest *input;

  if (gate == NULL)
    return FALSE;
  if (g_hash_table_contains (self->inputs, text))
    return TRUE;
  if (self->n_inputs >= MCP_TASK_MAX_INPUTS)
    {
      task_add_finding (self, "task-inputs-many", "The task asks more than one task may.");
      return FALSE;
    }
  self->n_inputs++;
  input = mcp_input_request_new (MCP_INPUT_FROM_TASK, asked->method, asked->params, asked->key,
                                 on_input_reply, self);
  mcp_input_request_set_task_id (input, self->state.id);
  g_hash_table_insert (self->inputs, g_steal_pointer (&text), input);
  mcp_input_gate_admit (gate, input);
  return self->client != NULL;
}

static void
task_admit_inputs (McpTask *self)
{
  McpJsonValue requests = mcp_json_value_get_member (self->state.value.value, "inputRequests");

  task_drop_unasked (self, requests);
  if (self->state.status != MCP_TASK_INPUT_REQUIRED || mcp_json_value_get_n_items (requests) == 0)
    return;

  g_autoptr (McpInputRound) round = mcp_input_round_new (self->state.value.value, NULL);
  if (round == NULL)
    {
      task_add_finding (self, "task-inputs-invalid", "What the task asks cannot be read.");
      return;
    }
  for (guint i = 0; i < round->requests->len; i++)
    if (!task_admit_input (self, &g_array_index (round->requests, McpInputRoundRequest, i)))
      return;
}

static gboolean
was_waiting (gpointer key, gpointer value, gpointer user_data)
{
  return mcp_input_request_get_state (value) == MCP_INPUT_WITHDRAWN;
}

static void
task_withdraw_inputs (McpTask *self)
{
  g_autoptr (GPtrArray) inputs = task_list_inputs (self);

  for (guint i = 0; i < inputs->len; i++)
    mcp_input_request_end (g_ptr_array_index (inputs, i), MCP_INPUT_WITHDRAWN);
  /* On another connection they are asked again. */
  g_hash_table_foreach_remove (self->inputs, was_waiting, NULL);
}

/* The result, up to 2025-11-25 */

static void
on_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  g_autoptr (McpTask) self = user_data;
  g_autoptr (McpResult) outcome = NULL;

  if (!task_is_waiting_for (self, result))
    return;
  self->fetching = FALSE;
  if (response != NULL && !mcp_response_is_error (response))
    {
      outcome = mcp_result_new (MCP_RESULT_CALL, response);
      task_set_outcome (self, outcome, MCP_JSON_NO_VALUE);
    }
  else if (response != NULL && mcp_task_state_is_terminal (&self->state))
    task_set_outcome (self, NULL, mcp_message_get_error (mcp_response_get_message (response)));

  if (mcp_task_state_is_terminal (&self->state) && response != NULL)
    task_end (self, NULL);
  else if (mcp_task_state_is_terminal (&self->state))
    task_end (self, error);
  else
    task_poll (self);
}

/** Its response comes when the task ends; on the way the server asks what it needs. */
static void
task_fetch (McpTask *self)
{
  /* Once for each status, so that a server that refuses is not asked in a circle; again where the
   * task has ended and the response to the first question still does not come. */
  if (self->fetched == self->state.status || (self->fetching && !self->overdue))
    return;

  self->fetching = TRUE;
  self->fetched = self->state.status;
  g_autoptr (McpRequest) request = task_make_request (self, "tasks/result");
  if (!mcp_task_state_is_terminal (&self->state))
    {
      McpRequestOptions *options = mcp_request_get_options (request);

      options->deadline_ms = options->total_ms = 0;
    }
  task_send (self, request, on_result);
}

/* The state */

static void
task_read_outcome (McpTask *self)
{
  McpJsonValue value = self->state.value.value;
  McpJsonValue result = mcp_json_value_get_member (value, "result");
  McpJsonValue error = mcp_json_value_get_member (value, "error");
  g_autoptr (McpResult) outcome = NULL;

  if (mcp_json_value_exists (result))
    outcome = mcp_result_new_for_value (MCP_RESULT_CALL, result);
  else if (self->state.status == MCP_TASK_COMPLETED)
    task_add_finding (self, "task-result-missing", "The task was completed without a result.");
  task_set_outcome (self, outcome, error);
}

static void
task_act (McpTask *self)
{
  gboolean terminal = mcp_task_state_is_terminal (&self->state);

  if (self->client == NULL)
    return;
  if (terminal && task_is_modern (self))
    {
      task_read_outcome (self);
      task_end (self, NULL);
      return;
    }
  if (terminal && (self->state.status == MCP_TASK_CANCELLED || self->state.result != NULL))
    {
      task_end (self, NULL);
      return;
    }

  if (task_is_modern (self))
    task_admit_inputs (self);
  else if (terminal || self->state.status == MCP_TASK_INPUT_REQUIRED)
    task_fetch (self);
  else
    self->fetched = self->state.status;
  if (self->client == NULL || (terminal && self->fetched == self->state.status))
    return;
  self->overdue = terminal;
  task_schedule (self, terminal ? RESULT_GRACE_MS : self->state.poll_ms);
}

static void
task_retry (McpTask *self, const GError *error)
{
  guint pause = self->state.poll_ms << MIN (++self->n_failures, 10u);

  if (self->n_failures >= MCP_TASK_MAX_FAILURES)
    task_end (self, error);
  else
    task_schedule (self, MIN (pause, MAX_PAUSE_MS));
}

static void
on_state (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  g_autoptr (McpTask) self = user_data;

  if (!task_is_waiting_for (self, result))
    return;
  self->polling = FALSE;
  if (response == NULL)
    {
      task_retry (self, error);
      return;
    }
  if (mcp_response_is_error (response))
    {
      error = mcp_response_make_error (response);
      task_end (self, error);
      return;
    }

  self->n_failures = 0;
  McpJsonValue value = mcp_response_get_result (response);
  McpJsonValue inner = mcp_json_value_get_member (value, "task");
  if (!mcp_json_value_exists (mcp_json_value_get_member (value, "status")) &&
      mcp_json_value_get_kind (inner) == MCP_JSON_OBJECT)
    value = inner;
  task_read (self, value);
  if (self->poll_again && !mcp_task_state_is_terminal (&self->state))
    {
      self->poll_again = FALSE;
      task_poll (self);
    }
  task_act (self);
}

static void
task_poll (McpTask *self)
{
  if (self->client == NULL)
    return;
  if (self->polling)
    {
      self->poll_again = TRUE;
      return;
    }
  mcp_source_clear (&self->timer);
  self->polling = TRUE;
  self->poll_again = FALSE;
  g_autoptr (McpRequest) request = task_make_request (self, "tasks/get");
  task_send (self, request, on_state);
}

static gboolean
on_timer (gpointer user_data)
{
  McpTask *self = MCP_TASK (user_data);

  g_clear_pointer (&self->timer, g_source_unref);
  task_poll (self);
  return G_SOURCE_REMOVE;
}

static void
task_schedule (McpTask *self, guint ms)
{
  mcp_source_clear (&self->timer);
  if (self->polling)
    return;
  self->timer = mcp_source_new_timeout (ms, on_timer, self);
}

/* Attaching */

static void
on_client_state (McpClient *client, GParamSpec *pspec, McpTask *self)
{
  const GError *why = mcp_client_get_error (client);
  g_autoptr (GError) closed = NULL;

  if (mcp_client_get_state (client) == MCP_CLIENT_READY)
    return;
  if (why == NULL)
    closed = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed.");
  task_end (self, why != NULL ? why : closed);
}

void
mcp_task_attach (McpTask *self, McpClient *client)
{
  g_return_if_fail (MCP_IS_TASK (self));
  g_return_if_fail (mcp_client_get_state (client) == MCP_CLIENT_READY);

  if (self->client == client || self->finished)
    return;
  mcp_task_detach (self);
  g_clear_error (&self->error);
  self->n_failures = 0;
  self->fetched = MCP_TASK_UNKNOWN;
  self->cancellable = g_cancellable_new ();
  g_set_weak_pointer (&self->client, client);
  self->state_handler = g_signal_connect_object (client, "notify::state",
                                                 G_CALLBACK (on_client_state), self, 0);
  task_emit_changed (self);
  if (self->n_attachments++ > 0 || self->state.status == MCP_TASK_UNKNOWN)
    task_poll (self);
  else
    task_act (self);
}

void
mcp_task_detach (McpTask *self)
{
  g_return_if_fail (MCP_IS_TASK (self));

  if (self->client == NULL && self->cancellable == NULL)
    return;
  mcp_source_clear (&self->timer);
  g_autoptr (GCancellable) asked = g_steal_pointer (&self->cancellable);
  if (self->client != NULL)
    g_clear_signal_handler (&self->state_handler, self->client);
  g_clear_weak_pointer (&self->client);
  self->polling = self->poll_again = self->fetching = self->overdue = FALSE;
  task_withdraw_inputs (self);
  g_cancellable_cancel (asked);
  task_emit_changed (self);
}

/* Cancelling */

static void
on_cancel_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  McpTask *self = g_task_get_source_object (task);
  GError  *error = NULL;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);

  if (response == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (mcp_response_is_error (response))
    {
      g_task_return_error (task, mcp_response_make_error (response));
      return;
    }

  if (self->client == MCP_CLIENT (source) && !task_is_modern (self))
    {
      task_read (self, mcp_response_get_result (response));
      task_act (self);
    }
  task_poll (self);
  g_task_return_boolean (task, TRUE);
}

void
mcp_task_cancel_async (McpTask            *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_TASK (self));

  task = mcp_async_begin (self, mcp_task_cancel_async, cancellable, callback, user_data);
  if (self->client == NULL)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED,
                                                "The task is not followed on any connection."));
      return;
    }
  if (!task_is_modern (self) &&
      !mcp_server_info_offers (mcp_client_get_server_info (self->client), "tasks/cancel"))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                                "The server does not let tasks be cancelled."));
      return;
    }
  g_autoptr (McpRequest) request = task_make_request (self, "tasks/cancel");
  mcp_client_send_async (self->client, request, cancellable, on_cancel_answered,
                         g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (mcp_task_cancel_finish, McpTask)

/* The object */

void
mcp_task_report (McpTask *self, McpJsonValue value)
{
  g_return_if_fail (MCP_IS_TASK (self));

  task_read (self, value);
  task_act (self);
}

void
mcp_task_report_progress (McpTask *self, McpRequestId *token, McpJsonValue params)
{
  g_return_if_fail (MCP_IS_TASK (self));

  if (self->token == NULL || self->client == NULL || !mcp_request_id_equal (self->token, token))
    return;
  mcp_task_state_read_progress (&self->state, params);
  task_emit_changed (self);
}

const McpTaskState *
mcp_task_get_state (McpTask *self)
{
  g_return_val_if_fail (MCP_IS_TASK (self), NULL);

  return &self->state;
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpTask, mcp_task, tool_name)

gboolean
mcp_task_is_finished (McpTask *self)
{
  return self->finished;
}

gboolean
mcp_task_is_following (McpTask *self)
{
  return self->client != NULL;
}

MCP_DEFINE_PLAIN_GETTER (const GError *, McpTask, mcp_task, error)

MCP_DEFINE_DISPOSE (McpTask, mcp_task)
{
  mcp_task_detach (self);
}

MCP_DEFINE_FINALIZE (McpTask, mcp_task)
{
  mcp_task_state_clear (&self->state);
  g_free (self->tool_name);
  g_clear_pointer (&self->token, mcp_request_id_unref);
  g_clear_error (&self->error);
  g_hash_table_unref (self->inputs);
}

static void
mcp_task_class_init (McpTaskClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mcp_task_dispose;
  G_OBJECT_CLASS (klass)->finalize = mcp_task_finalize;

  changed_signal =
      g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0,
                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_task_init (McpTask *self)
{
  self->fetched = MCP_TASK_UNKNOWN;
  self->inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

McpTask *
mcp_task_new (char *id, char *id_text, const char *tool_name, McpRequestId *token)
{
  McpTask *self = g_object_new (MCP_TYPE_TASK, NULL);

  mcp_task_state_init (&self->state, id, id_text);
  self->tool_name = g_strdup (tool_name);
  self->token = token != NULL ? mcp_request_id_ref (token) : NULL;
  return self;
}
