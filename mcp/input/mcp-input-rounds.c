/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-input-rounds.h"

#include "mcp-client-private.h"
#include "mcp-input-request-private.h"
#include "mcp-input-round.h"

typedef struct
{
  char             *method;
  GBytes           *params; /* (nullable): of the call */
  McpRequestOptions options;
  gint64            started; /* µs */
  guint             total_ms;
  guint             n_rounds;

  /* While a round waits */
  GTask         *task; /* (nullable): holds itself */
  McpInputRound *round;
  GPtrArray     *inputs; /* McpInputRequest */
  guint          n_open;
  GSource       *pace;
  GSource       *deadline;
  GSource       *cancel;
  gulong         state_handler;
} Rounds;

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
rounds_free (Rounds *rounds)
{
  g_free (rounds->method);
  g_clear_pointer (&rounds->params, g_bytes_unref);
  g_clear_pointer (&rounds->round, mcp_input_round_free);
  g_ptr_array_unref (rounds->inputs);
  g_free (rounds);
}

gboolean
mcp_input_rounds_apply (const char *method)
{
  return g_str_equal (method, "tools/call") || g_str_equal (method, "prompts/get") ||
         g_str_equal (method, "resources/read");
}

static void ask (GTask *task, GBytes *params);

/** Nothing waits any more. Returns: (transfer full) (nullable): the task, where it did */
static GTask *
rounds_stop_waiting (Rounds *rounds, McpClient *client)
{
  g_autoptr (GPtrArray) inputs = g_steal_pointer (&rounds->inputs);

  rounds->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  clear_source (&rounds->pace);
  clear_source (&rounds->deadline);
  clear_source (&rounds->cancel);
  g_clear_signal_handler (&rounds->state_handler, client);
  for (guint i = 0; i < inputs->len; i++)
    mcp_input_request_end (g_ptr_array_index (inputs, i), MCP_INPUT_WITHDRAWN);
  return g_steal_pointer (&rounds->task);
}

/** @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Rounds *rounds = g_task_get_task_data (task);
  g_autoptr (GTask) waiting = rounds_stop_waiting (rounds, g_task_get_source_object (task));

  if (waiting != NULL)
    g_task_return_error (waiting, error);
  else
    g_error_free (error);
}

static void
repeat (GTask *task)
{
  Rounds *rounds = g_task_get_task_data (task);
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  g_autoptr (GPtrArray) inputs = g_ptr_array_ref (rounds->inputs);
  g_autoptr (McpInputRound) round = g_steal_pointer (&rounds->round);
  g_autoptr (GTask) waiting = rounds_stop_waiting (rounds, g_task_get_source_object (task));
  g_autoptr (GBytes) params = NULL;

  for (guint i = 0; i < inputs->len; i++)
    g_ptr_array_add (results, mcp_input_request_get_result (g_ptr_array_index (inputs, i)));
  params = mcp_input_round_write_params (round, rounds->params, results);
  ask (waiting, params);
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
  GTask  *task = user_data;
  Rounds *rounds = g_task_get_task_data (task);

  rounds->n_open--;
  if (mcp_input_request_get_result (input) == NULL)
    fail (task, make_refusal (input));
  else if (rounds->n_open == 0)
    repeat (task);
}

static gboolean
on_paced (gpointer user_data)
{
  repeat (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
on_deadline (gpointer user_data)
{
  Rounds *rounds = g_task_get_task_data (user_data);

  fail (user_data, mcp_error_new (MCP_ERROR_TIMED_OUT,
                                  "No answer to %s within %.3g seconds: input was still missing.",
                                  rounds->method, rounds->total_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  Rounds *rounds = g_task_get_task_data (user_data);

  fail (user_data,
        mcp_error_new (MCP_ERROR_CANCELLED, "The request %s was cancelled.", rounds->method));
  return G_SOURCE_REMOVE;
}

static void
on_client_state (McpClient *client, GParamSpec *pspec, gpointer user_data)
{
  const GError *why = mcp_client_get_error (client);

  if (mcp_client_get_state (client) == MCP_CLIENT_READY)
    return;
  fail (user_data, why != NULL
                       ? g_error_copy (why)
                       : mcp_error_new (MCP_ERROR_CANCELLED,
                                        "The connection was closed before the answer came."));
}

/** @func: with the task. Returns: (transfer full): attached */
static GSource *
add_timer (GTask *task, guint ms, GSourceFunc func)
{
  GSource *source = g_timeout_source_new (ms);

  g_source_set_callback (source, func, task, NULL);
  g_source_attach (source, g_task_get_context (task));
  return source;
}

/** Returns: ms; G_MAXUINT for no end */
static guint
rounds_get_left (Rounds *rounds)
{
  gint64 gone = (g_get_monotonic_time () - rounds->started) / 1000;

  if (rounds->total_ms == 0)
    return G_MAXUINT;
  return gone < rounds->total_ms ? rounds->total_ms - (guint)gone : 0;
}

static void
watch (GTask *task)
{
  Rounds       *rounds = g_task_get_task_data (task);
  McpClient    *client = g_task_get_source_object (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  rounds->task = g_object_ref (task);
  rounds->state_handler =
      g_signal_connect (client, "notify::state", G_CALLBACK (on_client_state), task);
  if (rounds->total_ms > 0)
    rounds->deadline = add_timer (task, rounds_get_left (rounds), on_deadline);
  if (cancellable != NULL)
    {
      rounds->cancel = g_cancellable_source_new (cancellable);
      g_source_set_callback (rounds->cancel, G_SOURCE_FUNC (on_cancelled), task, NULL);
      g_source_attach (rounds->cancel, g_task_get_context (task));
    }
}

/** Lets the requests of a round in. Any of them may be answered, and all of it be over, at once. */
static void
offer (GTask *task, McpAnswer *answer)
{
  Rounds    *rounds = g_task_get_task_data (task);
  McpClient *client = g_task_get_source_object (task);
  g_autoptr (GPtrArray) inputs = g_ptr_array_ref (rounds->inputs);
  McpInputRound *round = rounds->round;

  for (guint i = 0; i < mcp_input_round_get_n_requests (round); i++)
    {
      McpInputRequest *input =
          mcp_input_request_new (MCP_INPUT_FROM_ROUND, mcp_input_round_get_method (round, i),
                                 mcp_input_round_get_params (round, i),
                                 mcp_input_round_get_key (round, i), on_input_answered, task);

      mcp_input_request_set_place (input, mcp_answer_get_answer_sequence (answer),
                                   mcp_answer_get_question_sequence (answer));
      g_ptr_array_add (inputs, input);
    }
  rounds->n_open = inputs->len;
  for (guint i = 0; i < inputs->len; i++)
    if (mcp_input_request_is_waiting (g_ptr_array_index (inputs, i)))
      mcp_input_gate_admit (mcp_client_features_get_gate (client->features),
                            g_ptr_array_index (inputs, i), mcp_client_get_capabilities (client));
}

static void
begin_round (GTask *task, McpAnswer *answer)
{
  Rounds *rounds = g_task_get_task_data (task);
  GError *error = NULL;

  if (++rounds->n_rounds > MCP_INPUT_ROUNDS_MAX)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                "The server has asked for input %d times and still "
                                                "does not answer %s.",
                                                MCP_INPUT_ROUNDS_MAX, rounds->method));
      return;
    }
  rounds->round = mcp_input_round_new (mcp_answer_get_result (answer), &error);
  if (rounds->round == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  watch (task);
  if (mcp_input_round_get_n_requests (rounds->round) == 0)
    rounds->pace = add_timer (task, MCP_INPUT_ROUNDS_PACE_MS, on_paced);
  else
    offer (task, answer);
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (McpAnswer) answer = NULL;
  GError *error = NULL;

  answer = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  if (answer == NULL)
    g_task_return_error (task, error);
  else if (mcp_input_round_is_asked (mcp_answer_get_result (answer)))
    begin_round (task, answer);
  else
    g_task_return_pointer (task, g_steal_pointer (&answer), (GDestroyNotify)mcp_answer_unref);
}

static void
ask (GTask *task, GBytes *params)
{
  Rounds           *rounds = g_task_get_task_data (task);
  McpRequestOptions options = rounds->options;
  guint             left = rounds_get_left (rounds);

  /* Not 0, which is none. */
  options.total_ms = left == G_MAXUINT ? 0 : MAX (left, 1);
  mcp_client_send_async (g_task_get_source_object (task), rounds->method, params, &options,
                         g_task_get_cancellable (task), on_answered, g_object_ref (task));
}

void
mcp_input_rounds_run_async (McpClient               *client,
                            const char              *method,
                            GBytes                  *params,
                            const McpRequestOptions *options,
                            GCancellable            *cancellable,
                            GAsyncReadyCallback      callback,
                            gpointer                 user_data)
{
  static const McpRequestOptions DEFAULT = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GTask) task = g_task_new (client, cancellable, callback, user_data);
  Rounds *rounds = g_new0 (Rounds, 1);

  g_task_set_source_tag (task, mcp_input_rounds_run_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, rounds, (GDestroyNotify)rounds_free);
  rounds->method = g_strdup (method);
  rounds->params = params != NULL ? g_bytes_ref (params) : NULL;
  rounds->options = options != NULL ? *options : DEFAULT;
  rounds->options.meta = NULL; /* it is in the params */
  rounds->started = g_get_monotonic_time ();
  rounds->total_ms = rounds->options.total_ms == MCP_DEADLINE_DEFAULT
                         ? mcp_peer_get_total (client->peer)
                         : rounds->options.total_ms;
  rounds->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  ask (task, params);
}

McpAnswer *
mcp_input_rounds_run_finish (McpClient *client, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, client), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
