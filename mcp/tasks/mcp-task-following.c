/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a task is followed on a client: polled, its result fetched, cancelled. */

#include "mcp-task-private.h"

/* The longest pause after polls that failed, ms. */
#define MAX_PAUSE_MS 60000

/* What the response to tasks/result may take once the task has ended, ms. */
#define RESULT_GRACE_MS 2000

static void task_schedule (McpTask *self, guint ms);

static void
task_clear_timer (McpTask *self)
{
  if (self->timer != NULL)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

McpRequest *
mcp_task_make_request (McpTask *self, const char *method)
{
  McpRequest *request = mcp_request_new (method);

  mcp_request_set_json (request, "taskId", self->id_text);
  return request;
}

static gboolean
task_is_modern (McpTask *self)
{
  return mcp_client_get_era (self->client) == MCP_ERA_MODERN;
}

/** It is over, or nothing more can be learned of it. @error: (nullable) */
static void
task_end (McpTask *self, const GError *error)
{
  g_object_ref (self);
  mcp_task_detach (self);
  if (error != NULL)
    mcp_task_set_error (self, error);
  else
    mcp_task_set_finished (self);
  g_object_unref (self);
}

/** A request of ours while the task is attached: when it ends, the task may be gone from the client
 * that was asked. */
typedef struct
{
  McpTask      *task;
  GCancellable *attachment;
} Question;

static Question *
question_new (McpTask *task)
{
  Question *question = g_new0 (Question, 1);

  question->task = g_object_ref (task);
  question->attachment = g_object_ref (task->cancellable);
  return question;
}

/** Returns: (transfer full) (nullable): the task, where it is still attached as it was */
static McpTask *
question_end (Question *question)
{
  McpTask *task = question->task;
  gboolean same = task->cancellable == question->attachment;

  g_object_unref (question->attachment);
  g_free (question);
  if (same)
    return task;
  g_object_unref (task);
  return NULL;
}

/* The result, up to 2025-11-25 */

static void
on_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  g_autoptr (McpTask) self = question_end (user_data);
  g_autoptr (McpResult) outcome = NULL;

  if (self == NULL)
    return;
  self->fetching = FALSE;
  if (response != NULL && !mcp_response_is_error (response))
    {
      outcome = mcp_result_new (MCP_RESULT_CALL, response);
      mcp_task_set_outcome (self, outcome, MCP_JSON_NO_VALUE);
    }
  else if (response != NULL && mcp_task_is_terminal (self))
    mcp_task_set_outcome (self, NULL, mcp_message_get_error (mcp_response_get_message (response)));

  if (mcp_task_is_terminal (self) && response != NULL)
    task_end (self, NULL);
  else if (mcp_task_is_terminal (self))
    task_end (self, error);
  else
    mcp_task_poll (self);
}

/** Its response comes when the task ends; on the way the server asks what it needs. */
static void
task_fetch (McpTask *self)
{
  g_autoptr (McpRequest) request = NULL;

  /* Once for each status, so that a server that refuses is not asked in a circle; again where the
   * task has ended and the response to the first question still does not come. */
  if (self->fetched == self->status || (self->fetching && !self->overdue))
    return;

  self->fetching = TRUE;
  self->fetched = self->status;
  request = mcp_task_make_request (self, "tasks/result");
  if (!mcp_task_is_terminal (self))
    {
      McpRequestOptions *options = mcp_request_get_options (request);

      options->deadline_ms = options->total_ms = 0;
    }
  mcp_client_send_async (self->client, request, self->cancellable, on_result, question_new (self));
}

/* The state */

static void
task_take_outcome (McpTask *self)
{
  McpJsonValue value = self->value.value;
  McpJsonValue result = mcp_json_value_get_member (value, "result");
  McpJsonValue error = mcp_json_value_get_member (value, "error");
  g_autoptr (McpResult) outcome = NULL;

  if (mcp_json_value_exists (result))
    outcome = mcp_result_new_for_value (MCP_RESULT_CALL, result);
  else if (self->status == MCP_TASK_COMPLETED)
    mcp_task_add_finding (self, "task-result-missing", "The task was completed without a result.");
  mcp_task_set_outcome (self, outcome, error);
}

void
mcp_task_act (McpTask *self)
{
  gboolean terminal = mcp_task_is_terminal (self);

  if (self->client == NULL)
    return;
  if (terminal && task_is_modern (self))
    {
      task_take_outcome (self);
      task_end (self, NULL);
      return;
    }
  if (terminal && (self->status == MCP_TASK_CANCELLED || self->result != NULL))
    {
      task_end (self, NULL);
      return;
    }

  if (task_is_modern (self))
    mcp_task_take_inputs (self);
  else if (terminal || self->status == MCP_TASK_INPUT_REQUIRED)
    task_fetch (self);
  else
    self->fetched = self->status;
  if (self->client == NULL || (terminal && self->fetched == self->status))
    return;
  self->overdue = terminal;
  task_schedule (self, terminal ? RESULT_GRACE_MS : self->poll_ms);
}

static GError *
make_refusal (McpResponse *response, const char *what)
{
  McpMessage *message = mcp_response_get_message (response);
  const char *text = mcp_message_get_error_message (message);

  return mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s: %s (%" G_GINT64_FORMAT ")", what,
                        text != NULL ? text : "no reason given",
                        mcp_message_get_error_code (message));
}

static void
task_take_failure (McpTask *self, const GError *error)
{
  guint pause = self->poll_ms << MIN (++self->n_failures, 10u);

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
  g_autoptr (McpTask) self = question_end (user_data);
  McpJsonValue value, inner;

  if (self == NULL)
    return;
  self->polling = FALSE;
  if (response == NULL)
    {
      task_take_failure (self, error);
      return;
    }
  if (mcp_response_is_error (response))
    {
      error = make_refusal (response, "The server does not know the task any more");
      task_end (self, error);
      return;
    }

  self->n_failures = 0;
  value = mcp_response_get_result (response);
  inner = mcp_json_value_get_member (value, "task");
  if (!mcp_json_value_exists (mcp_json_value_get_member (value, "status")) &&
      mcp_json_value_get_kind (inner) == MCP_JSON_OBJECT)
    value = inner;
  mcp_task_apply (self, value);
  if (self->poll_again && !mcp_task_is_terminal (self))
    {
      self->poll_again = FALSE;
      mcp_task_poll (self);
    }
  mcp_task_act (self);
}

void
mcp_task_poll (McpTask *self)
{
  g_autoptr (McpRequest) request = NULL;

  g_return_if_fail (MCP_IS_TASK (self));

  if (self->client == NULL)
    return;
  if (self->polling)
    {
      self->poll_again = TRUE;
      return;
    }
  task_clear_timer (self);
  self->polling = TRUE;
  self->poll_again = FALSE;
  request = mcp_task_make_request (self, "tasks/get");
  mcp_client_send_async (self->client, request, self->cancellable, on_state, question_new (self));
}

static gboolean
on_timer (gpointer user_data)
{
  McpTask *self = MCP_TASK (user_data);

  g_clear_pointer (&self->timer, g_source_unref);
  mcp_task_poll (self);
  return G_SOURCE_REMOVE;
}

static void
task_schedule (McpTask *self, guint ms)
{
  task_clear_timer (self);
  if (self->polling)
    return;
  self->timer = g_timeout_source_new (ms);
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, self->context);
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
  mcp_task_set_error (self, NULL);
  self->n_failures = 0;
  self->fetched = MCP_TASK_UNKNOWN;
  self->cancellable = g_cancellable_new ();
  g_set_weak_pointer (&self->client, client);
  self->state_handler = g_signal_connect_object (client, "notify::state",
                                                 G_CALLBACK (on_client_state), self, 0);
  mcp_task_notify_following (self);
  if (self->n_attachments++ > 0 || self->status == MCP_TASK_UNKNOWN)
    mcp_task_poll (self);
  else
    mcp_task_act (self);
}

void
mcp_task_detach (McpTask *self)
{
  g_autoptr (GCancellable) asked = NULL;

  g_return_if_fail (MCP_IS_TASK (self));

  if (self->client == NULL && self->cancellable == NULL)
    return;
  task_clear_timer (self);
  asked = g_steal_pointer (&self->cancellable);
  if (self->client != NULL)
    g_clear_signal_handler (&self->state_handler, self->client);
  g_clear_weak_pointer (&self->client);
  self->polling = self->poll_again = self->fetching = self->overdue = FALSE;
  mcp_task_withdraw_inputs (self);
  g_cancellable_cancel (asked);
  mcp_task_notify_following (self);
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
      g_task_return_error (task, make_refusal (response, "The server does not cancel the task"));
      return;
    }

  if (self->client == MCP_CLIENT (source) && !task_is_modern (self))
    {
      mcp_task_apply (self, mcp_response_get_result (response));
      mcp_task_act (self);
    }
  mcp_task_poll (self);
  g_task_return_boolean (task, TRUE);
}

void
mcp_task_cancel_async (McpTask            *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (McpRequest) request = NULL;

  g_return_if_fail (MCP_IS_TASK (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_task_cancel_async);
  g_task_set_check_cancellable (task, FALSE);
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
  request = mcp_task_make_request (self, "tasks/cancel");
  mcp_client_send_async (self->client, request, cancellable, on_cancel_answered,
                         g_steal_pointer (&task));
}

gboolean
mcp_task_cancel_finish (McpTask *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
