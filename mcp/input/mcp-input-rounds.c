/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-input-rounds.h"

#include "mcp-input-request-private.h"
#include "mcp-input-round.h"

struct _McpInputRounds
{
  GPtrArray     *list;
  McpClient     *client;
  McpRequest    *request;
  GTask         *task;
  McpInputRound *round;
  GPtrArray     *inputs; /* McpInputRequest */
  guint          n_open;
  GSource       *pace;     /* (nullable) */
  GSource       *deadline; /* (nullable) */
  GSource       *cancel;   /* (nullable) */
};

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

gboolean
mcp_input_rounds_are_needed (McpRequest *request, McpResponse *response)
{
  static const char *const METHODS[] = { "tools/call", "prompts/get", "resources/read", NULL };

  return g_strv_contains (METHODS, mcp_request_get_method (request)) &&
         mcp_input_round_is_asked (mcp_response_get_result (response));
}

/** Nothing waits any more. Returns: (transfer full): the task */
static GTask *
rounds_end (McpInputRounds *self)
{
  GTask *task = self->task;

  g_ptr_array_remove (self->list, self);
  clear_source (&self->pace);
  clear_source (&self->deadline);
  clear_source (&self->cancel);
  for (guint i = 0; i < self->inputs->len; i++)
    mcp_input_request_end (self->inputs->pdata[i], MCP_INPUT_WITHDRAWN);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->list);
  g_clear_pointer (&self->round, mcp_input_round_free);
  mcp_request_unref (self->request);
  g_object_unref (self->client);
  g_free (self);
  return task;
}

void
mcp_input_rounds_fail (McpInputRounds *self, GError *error)
{
  g_autoptr (GTask) task = rounds_end (self);

  g_task_return_error (task, error);
}

static void
rounds_repeat (McpInputRounds *self)
{
  g_autoptr (McpClient) client = g_object_ref (self->client);
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autoptr (GTask) task = NULL;

  for (guint i = 0; i < self->inputs->len; i++)
    g_ptr_array_add (results, mcp_input_request_get_result (self->inputs->pdata[i]));
  mcp_input_round_fill (self->round, self->request, results);
  task = rounds_end (self);
  mcp_client_repeat (client, task);
}

static GError *
make_refusal (McpInputRequest *input)
{
  const char *reason = mcp_input_request_get_error_message (input);

  if (mcp_input_request_get_state (input) == MCP_INPUT_REFUSED)
    return mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                          "The server needs an answer to %s that it cannot have: %s.",
                          mcp_input_request_get_method (input), reason);
  return mcp_error_new (MCP_ERROR_CANCELLED,
                        "The server needs an answer to %s, which was declined.",
                        mcp_input_request_get_method (input));
}

static void
on_input_answered (McpInputRequest *input, gpointer user_data)
{
  McpInputRounds *self = user_data;

  self->n_open--;
  if (mcp_input_request_get_result (input) == NULL)
    mcp_input_rounds_fail (self, make_refusal (input));
  else if (self->n_open == 0)
    rounds_repeat (self);
}

static gboolean
on_paced (gpointer user_data)
{
  rounds_repeat (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
on_deadline (gpointer user_data)
{
  McpInputRounds *self = user_data;

  mcp_input_rounds_fail (
      self, mcp_error_new (MCP_ERROR_TIMED_OUT,
                           "No answer to %s within %.3g seconds: input was still missing.",
                           mcp_request_get_method (self->request),
                           mcp_request_get_options (self->request)->total_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  McpInputRounds *self = user_data;

  mcp_input_rounds_fail (self, mcp_error_new (MCP_ERROR_CANCELLED, "The request %s was cancelled.",
                                              mcp_request_get_method (self->request)));
  return G_SOURCE_REMOVE;
}

static GSource *
rounds_add_timer (McpInputRounds *self, guint ms, GSourceFunc func)
{
  GSource *source = g_timeout_source_new (ms);

  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_task_get_context (self->task));
  return source;
}

static void
rounds_watch (McpInputRounds *self)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);
  guint         total_ms = mcp_request_get_options (self->request)->total_ms;
  gint64        gone = (g_get_monotonic_time () - mcp_request_get_begun (self->request)) / 1000;

  if (total_ms > 0)
    self->deadline =
        rounds_add_timer (self, gone < total_ms ? total_ms - (guint)gone : 0, on_deadline);
  if (cancellable != NULL)
    {
      self->cancel = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancel, G_SOURCE_FUNC (on_cancelled), self, NULL);
      g_source_attach (self->cancel, g_task_get_context (self->task));
    }
}

/** Lets the requests of a round in. Any of them may be answered, and all of it be over, at once. */
static void
rounds_offer (McpInputRounds *self, McpInputGate *gate, McpResponse *response)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_ref (self->inputs);
  g_autoptr (McpInputGate) held = g_object_ref (gate);

  for (guint i = 0; i < mcp_input_round_get_n_requests (self->round); i++)
    {
      McpInputRequest *input =
          mcp_input_request_new (MCP_INPUT_FROM_ROUND, mcp_input_round_get_method (self->round, i),
                                 mcp_input_round_get_params (self->round, i),
                                 mcp_input_round_get_key (self->round, i), on_input_answered, self);

      mcp_input_request_set_place (input, mcp_response_get_sequence (response),
                                   mcp_response_get_request_sequence (response));
      g_ptr_array_add (inputs, input);
    }
  self->n_open = inputs->len;
  for (guint i = 0; i < inputs->len; i++)
    if (mcp_input_request_is_waiting (inputs->pdata[i]))
      mcp_input_gate_admit (held, inputs->pdata[i]);
}

void
mcp_input_rounds_begin (McpInputGate *gate,
                        GPtrArray    *list,
                        McpClient    *client,
                        McpRequest   *request,
                        McpResponse  *response,
                        GTask        *task)
{
  g_autoptr (McpInputRound) round = NULL;
  McpInputRounds *self;
  GError         *error = NULL;

  if (mcp_request_add_round (request) > MCP_INPUT_ROUNDS_MAX)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                "The server has asked for input %d times and still "
                                                "does not answer %s.",
                                                MCP_INPUT_ROUNDS_MAX,
                                                mcp_request_get_method (request)));
      return;
    }
  round = mcp_input_round_new (mcp_response_get_result (response), &error);
  if (round == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  self = g_new0 (McpInputRounds, 1);
  self->list = g_ptr_array_ref (list);
  self->client = g_object_ref (client);
  self->request = mcp_request_ref (request);
  self->task = g_object_ref (task);
  self->round = g_steal_pointer (&round);
  self->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (list, self);
  rounds_watch (self);
  if (mcp_input_round_get_n_requests (self->round) == 0)
    self->pace = rounds_add_timer (self, MCP_INPUT_ROUNDS_PACE_MS, on_paced);
  else
    rounds_offer (self, gate, response);
}
