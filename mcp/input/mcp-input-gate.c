/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-input-gate.h"

#include "mcp-client.h"
#include "mcp-input-round.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-source.h"

struct _McpInputGate
{
  GObject     parent_instance;
  McpClient  *client; /* (nullable): weak: to which it was added */
  McpRoots   *roots;  /* (nullable) */
  guint       n_waiting;
  double      tokens;     /* what may still come at once */
  gint64      filled;     /* µs: when the tokens were counted */
  gint64      last_flood; /* µs: when a refusal for a flood was told */
  GQueue      pages;      /* McpInputRequest: by URL, newest last */
  GHashTable *inbound;    /* McpInboundRequest that waits → its McpInputRequest */
  GPtrArray  *rounds;     /* Rounds: calls that wait for input */
};

enum {
  SIGNAL_REQUEST,
  SIGNAL_REFUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/** Takes a token out of the bucket. Returns: %FALSE where it is empty */
static gboolean
input_gate_take_token (McpInputGate *self)
{
  gint64 now = g_get_monotonic_time ();

  self->tokens += (double)(now - self->filled) / G_USEC_PER_SEC * MCP_INPUT_PER_SECOND;
  self->tokens = MIN (self->tokens, MCP_INPUT_BURST);
  self->filled = now;
  if (self->tokens < 1)
    return FALSE;
  self->tokens--;
  return TRUE;
}

static void
input_gate_refuse (McpInputGate    *self,
                   McpInputRequest *request,
                   int              code,
                   const char      *finding,
                   const char      *message)
{
  mcp_input_request_reject (request, code, finding, message);
  g_signal_emit (self, signals[SIGNAL_REFUSED], 0, request);
}

static void
input_gate_refuse_flood (McpInputGate *self, McpInputRequest *request, const char *message)
{
  gint64 now = g_get_monotonic_time ();

  mcp_input_request_reject (request, MCP_RPC_INTERNAL_ERROR, "input-flood", message);
  if (self->last_flood != 0 && now - self->last_flood < G_USEC_PER_SEC)
    return;
  self->last_flood = now;
  g_signal_emit (self, signals[SIGNAL_REFUSED], 0, request);
}

/** Returns: (nullable): why the elicitation must be refused */
static const char *
check_elicitation (McpElicitation *elicitation, McpClientCapabilityFlags declared)
{
  switch (elicitation->mode)
    {
    case MCP_ELICITATION_FORM:
      return (declared & MCP_CLIENT_ELICITATION_FORM) != 0
                 ? NULL
                 : "This client did not declare elicitation by form";
    case MCP_ELICITATION_URL:
      if ((declared & MCP_CLIENT_ELICITATION_URL) == 0)
        return "This client did not declare elicitation by URL";
      return elicitation->url != NULL ? NULL : "The URL is missing";
    case MCP_ELICITATION_UNKNOWN:
    default:
      return "The mode of the elicitation is unknown";
    }
}

/** Returns: (nullable): why the request must be refused with -32602 */
static const char *
check_request (McpInputRequest *request, McpClientCapabilityFlags declared)
{
  McpSamplingRequest *sampling = mcp_input_request_get_details (request)->sampling;

  switch (mcp_input_request_get_details (request)->kind)
    {
    case MCP_INPUT_ELICITATION:
      return check_elicitation (mcp_input_request_get_details (request)->elicitation, declared);
    case MCP_INPUT_SAMPLING:
      if (sampling->uses_tools && (declared & MCP_CLIENT_SAMPLING_TOOLS) == 0)
        return "This client did not declare sampling with tools";
      return sampling->fault;
    case MCP_INPUT_ROOTS:
    case MCP_INPUT_UNKNOWN:
    default:
      return NULL;
    }
}

static void
on_state (McpInputRequest *request, GParamSpec *pspec, McpInputGate *self)
{
  g_signal_handlers_disconnect_by_func (request, on_state, self);
  self->n_waiting--;
}

static void
input_gate_keep_page (McpInputGate *self, McpInputRequest *request)
{
  g_queue_push_tail (&self->pages, g_object_ref (request));
  if (self->pages.length > MCP_INPUT_MAX_PAGES)
    g_object_unref (g_queue_pop_head (&self->pages));
}

/** notifications/elicitation/complete, 2025-11-25 only: a page was visited to its end. One that is
 * not known any more is passed over. */
static void
input_gate_complete (McpInputGate *self, McpJsonValue params)
{
  McpJsonValue id = mcp_json_value_get_member (params, "elicitationId");

  for (GList *l = self->pages.head; l != NULL; l = l->next)
    {
      McpElicitation *elicitation = mcp_input_request_get_details (l->data)->elicitation;

      if (mcp_json_value_equal (elicitation->id, id))
        {
          g_autoptr (McpInputRequest) request = l->data;

          g_queue_delete_link (&self->pages, l);
          mcp_input_request_set_completed (request);
          return;
        }
    }
}

static void
input_gate_offer (McpInputGate *self, McpInputRequest *request)
{
  g_autofree char *reason = NULL;
  gboolean         taken = FALSE;

  if (mcp_input_request_get_details (request)->kind == MCP_INPUT_ELICITATION &&
      mcp_json_value_exists (
          mcp_input_request_get_details (request)->elicitation->id))
    input_gate_keep_page (self, request);
  self->n_waiting++;
  g_signal_connect_object (request, "notify::state", G_CALLBACK (on_state), self, 0);
  g_signal_emit (self, signals[SIGNAL_REQUEST], 0, request, &taken);
  if (taken || !mcp_input_request_is_waiting (request))
    return;

  reason =
      g_strdup_printf ("Nobody answers %s here", mcp_input_request_get_details (request)->method);
  input_gate_refuse (self, request, MCP_RPC_METHOD_NOT_FOUND, "input-not-taken", reason);
}

void
mcp_input_gate_admit (McpInputGate *self, McpInputRequest *request)
{
  const char      *method = mcp_input_request_get_details (request)->method;
  g_autofree char *reason = NULL;

  g_return_if_fail (MCP_IS_INPUT_GATE (self));
  g_return_if_fail (self->client != NULL);

  const McpClientCapabilities *capabilities = mcp_client_get_capabilities (self->client);
  McpClientCapabilityFlags     declared = mcp_client_capabilities_get_flags (capabilities);
  if (mcp_input_request_get_details (request)->kind == MCP_INPUT_UNKNOWN ||
      !mcp_client_capabilities_answer (capabilities, method))
    {
      reason = g_strdup_printf ("This client did not declare %.200s", method);
      input_gate_refuse (self, request, MCP_RPC_METHOD_NOT_FOUND, "input-not-declared", reason);
      return;
    }
  if (mcp_input_request_get_details (request)->kind == MCP_INPUT_ROOTS && self->roots != NULL)
    {
      g_autoptr (GBytes) result = mcp_roots_write (self->roots);

      mcp_input_request_answer_json (request, result, NULL);
      return;
    }

  const char *fault = check_request (request, declared);
  if (fault != NULL)
    input_gate_refuse (self, request, MCP_RPC_INVALID_PARAMS, "input-invalid", fault);
  else if (self->n_waiting >= MCP_INPUT_MAX_WAITING)
    input_gate_refuse_flood (self, request, "Too many requests wait for the user");
  else if (!input_gate_take_token (self))
    input_gate_refuse_flood (self, request, "The server asks the user too often");
  else
    input_gate_offer (self, request);
}

/* Roots */

static void
on_roots_changed (McpRoots *roots, McpInputGate *self)
{
  if (self->client != NULL && mcp_client_get_state (self->client) == MCP_CLIENT_READY &&
      mcp_client_get_era (self->client) == MCP_ERA_LEGACY &&
      (mcp_client_capabilities_get_flags (mcp_client_get_capabilities (self->client)) &
       MCP_CLIENT_ROOTS_LIST_CHANGED) != 0)
    mcp_client_notify_async (self->client, "notifications/roots/list_changed", NULL, NULL, NULL,
                             NULL);
}

void
mcp_input_gate_set_roots (McpInputGate *self, McpRoots *roots)
{
  g_return_if_fail (MCP_IS_INPUT_GATE (self));
  g_return_if_fail (roots == NULL || MCP_IS_ROOTS (roots));

  if (self->roots != NULL)
    g_signal_handlers_disconnect_by_data (self->roots, self);
  g_set_object (&self->roots, roots);
  if (roots == NULL)
    return;
  g_signal_connect (roots, "changed", G_CALLBACK (on_roots_changed), self);
  on_roots_changed (roots, self);
}

/* A call that waits for input: its result says what the server asks, which goes through the gate,
 * and the call is sent again with what was answered. It is bounded in rounds and in time, may be
 * cancelled in each, and every message of it passes the tap. It ends by itself.
 *
 * Source: MCP 2026-07-28, "Multi round-trip requests". */

typedef struct
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
} Rounds;

/** Whether the response requires input, and the specification lets it. */
static gboolean
is_input_required (McpRequest *request, McpResponse *response)
{
  static const char *const METHODS[] = { "tools/call", "prompts/get", "resources/read", NULL };

  return g_strv_contains (METHODS, mcp_request_get_method (request)) &&
         mcp_json_value_string_equals (
             mcp_json_value_get_member (mcp_response_get_result (response), "resultType"),
             "input_required");
}

/** Nothing waits any more. Returns: (transfer full): the task */
static GTask *
rounds_end (Rounds *self)
{
  GTask *task = self->task;

  g_ptr_array_remove (self->list, self);
  mcp_source_clear (&self->pace);
  mcp_source_clear (&self->deadline);
  mcp_source_clear (&self->cancel);
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

static void
rounds_fail (Rounds *self, GError *error)
{
  g_autoptr (GTask) task = rounds_end (self);

  g_task_return_error (task, error);
}

/** Says in the call, which is repeated, what was answered: inputResponses and requestState, each
 * only where the server sent its counterpart. */
static void
rounds_fill (Rounds *self)
{
  McpInputRound *round = self->round;
  McpRequest    *request = self->request;

  /* What stands there belonged to the question before. */
  mcp_request_remove (request, "inputResponses");
  mcp_request_remove (request, "requestState");
  if (round->has_requests)
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

      mcp_json_writer_begin_object (writer);
      for (guint i = 0; i < self->inputs->len; i++)
        {
          McpInputRequest *input = self->inputs->pdata[i];

          mcp_json_writer_name_value (writer, mcp_input_request_get_details (input)->key.value);
          mcp_json_writer_add (writer, "%y", mcp_input_request_get_reply (input)->result);
        }
      mcp_json_writer_end_object (writer);
      g_autofree char *text = mcp_json_writer_finish_text (writer);
      mcp_request_set_json (request, "inputResponses", text);
    }
  if (mcp_json_value_exists (round->state))
    mcp_request_set_value (request, "requestState", round->state);
}

static void
rounds_repeat (Rounds *self)
{
  g_autoptr (McpClient) client = g_object_ref (self->client);

  rounds_fill (self);
  g_autoptr (GTask) task = rounds_end (self);
  mcp_client_repeat (client, task);
}

static GError *
make_refusal (McpInputRequest *input)
{
  const char *reason = mcp_input_request_get_reply (input)->error_message;

  if (mcp_input_request_get_state (input) == MCP_INPUT_REFUSED)
    return mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                          "The server needs an answer to %s that it cannot have: %s.",
                          mcp_input_request_get_details (input)->method, reason);
  return mcp_error_new (MCP_ERROR_CANCELLED,
                        "The server's request %s was declined.",
                        mcp_input_request_get_details (input)->method);
}

static void
on_reply (McpInputRequest *input, gpointer user_data)
{
  Rounds *self = user_data;

  self->n_open--;
  if (mcp_input_request_get_reply (input)->result == NULL)
    rounds_fail (self, make_refusal (input));
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
  Rounds *self = user_data;

  rounds_fail (
      self, mcp_error_new (MCP_ERROR_TIMED_OUT,
                           "No answer to %s within %.3g seconds: input was still missing.",
                           mcp_request_get_method (self->request),
                           mcp_request_get_options (self->request)->total_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  Rounds *self = user_data;

  rounds_fail (self, mcp_error_new (MCP_ERROR_CANCELLED, "The request %s was cancelled.",
                                    mcp_request_get_method (self->request)));
  return G_SOURCE_REMOVE;
}

static GSource *
rounds_add_timer (Rounds *self, guint ms, GSourceFunc func)
{
  GSource *source = g_timeout_source_new (ms);

  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_task_get_context (self->task));
  return source;
}

static void
rounds_watch (Rounds *self)
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
rounds_offer (Rounds *self, McpInputGate *gate, McpResponse *response)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_ref (self->inputs);
  g_autoptr (McpInputGate) held = g_object_ref (gate);

  for (guint i = 0; i < self->round->requests->len; i++)
    {
      const McpInputRoundRequest *asked =
          &g_array_index (self->round->requests, McpInputRoundRequest, i);
      McpInputRequest *input = mcp_input_request_new (MCP_INPUT_FROM_ROUND, asked->method,
                                                      asked->params, asked->key, on_reply, self);

      mcp_input_request_set_sequences (input, mcp_response_get_sequence (response),
                                       mcp_response_get_request_sequence (response));
      g_ptr_array_add (inputs, input);
    }
  self->n_open = inputs->len;
  for (guint i = 0; i < inputs->len; i++)
    if (mcp_input_request_is_waiting (inputs->pdata[i]))
      mcp_input_gate_admit (held, inputs->pdata[i]);
}

/** Keeps @task until the input is there. The total of its options is one of all rounds.
 * Errors of the task: CANCELLED where the person gave no response that can be sent, INVALID_MESSAGE
 * where the server asks what it may not, or never ends, TIMED_OUT. */
static void
rounds_begin (McpInputGate *gate,
              GPtrArray    *list,
              McpClient    *client,
              McpRequest   *request,
              McpResponse  *response,
              GTask        *task)
{
  g_autoptr (McpInputRound) round = NULL;
  GError *error = NULL;

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

  Rounds *self = g_new0 (Rounds, 1);
  self->list = g_ptr_array_ref (list);
  self->client = g_object_ref (client);
  self->request = mcp_request_ref (request);
  self->task = g_object_ref (task);
  self->round = g_steal_pointer (&round);
  self->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (list, self);
  rounds_watch (self);
  if (self->round->requests->len == 0)
    self->pace = rounds_add_timer (self, MCP_INPUT_ROUNDS_PACE_MS, on_paced);
  else
    rounds_offer (self, gate, response);
}

/* Requests of the server's, up to 2025-11-25 */

static void
on_input_answered (McpInputRequest *input, gpointer user_data)
{
  McpInboundRequest *request = user_data;
  GBytes            *result = mcp_input_request_get_reply (input)->result;

  if (result != NULL)
    mcp_inbound_request_respond (request, result);
  else
    mcp_inbound_request_refuse (request, mcp_input_request_get_reply (input)->error_code,
                                mcp_input_request_get_reply (input)->error_message, NULL);
}

/** It has ended; where that was not by our answer, the server does not want one any more, or the
 * connection ends, for which the peer has refused it. */
static void
on_inbound_state (McpInboundRequest *request, GParamSpec *pspec, McpInputGate *self)
{
  gboolean by_server = mcp_inbound_request_get_state (request) == MCP_INBOUND_CANCELLED &&
                       !mcp_inbound_request_is_orphaned (request);
  g_autoptr (McpInputRequest) input = g_hash_table_lookup (self->inbound, request);

  g_signal_handlers_disconnect_by_data (request, self);
  if (input == NULL)
    return;
  g_object_ref (input);
  g_hash_table_remove (self->inbound, request);
  mcp_input_request_end (input, by_server ? MCP_INPUT_CANCELLED : MCP_INPUT_WITHDRAWN);
}

static gboolean
input_gate_asked (McpClientFeature *feature, McpClient *client, McpInboundRequest *request)
{
  McpInputGate *self = MCP_INPUT_GATE (feature);
  g_autoptr (McpInputRequest) input =
      mcp_input_request_new (MCP_INPUT_FROM_REQUEST, mcp_inbound_request_get_method (request),
                             mcp_inbound_request_get_params (request), MCP_JSON_NO_VALUE,
                             on_input_answered, request);

  mcp_input_request_set_sequences (input, mcp_inbound_request_get_sequence (request),
                                   mcp_inbound_request_get_request_sequence (request));
  g_hash_table_insert (self->inbound, g_object_ref (request), g_object_ref (input));
  g_signal_connect_object (request, "notify::state", G_CALLBACK (on_inbound_state), self, 0);
  mcp_input_gate_admit (self, input);
  return TRUE;
}

/* The feature */

static void
input_gate_attach (McpClientFeature *feature, McpClient *client)
{
  g_set_weak_pointer (&MCP_INPUT_GATE (feature)->client, client);
}

static void
input_gate_detach (McpClientFeature *feature, McpClient *client)
{
  g_clear_weak_pointer (&MCP_INPUT_GATE (feature)->client);
}

static void
input_gate_closed (McpClientFeature *feature, McpClient *client)
{
  McpInputGate *self = MCP_INPUT_GATE (feature);
  const GError *why = mcp_client_get_error (client);

  while (self->rounds->len > 0)
    rounds_fail (self->rounds->pdata[self->rounds->len - 1],
                 why != NULL
                     ? g_error_copy (why)
                     : mcp_error_new (MCP_ERROR_CANCELLED,
                                      "The connection was closed before the answer "
                                      "came."));
}

static void
input_gate_notified (McpClientFeature *feature, McpClient *client, McpMessage *message)
{
  if (g_str_equal (mcp_message_get_method (message), "notifications/elicitation/complete"))
    input_gate_complete (MCP_INPUT_GATE (feature), mcp_message_get_params (message));
}

static gboolean
input_gate_responded (McpClientFeature *feature,
                      McpClient        *client,
                      McpRequest       *request,
                      McpResponse      *response,
                      GTask            *task)
{
  McpInputGate *self = MCP_INPUT_GATE (feature);

  if (mcp_client_get_era (client) != MCP_ERA_MODERN ||
      !is_input_required (request, response))
    return FALSE;
  rounds_begin (self, self->rounds, client, request, response, task);
  return TRUE;
}

static void
input_gate_feature_init (McpClientFeatureInterface *iface)
{
  iface->attach = input_gate_attach;
  iface->detach = input_gate_detach;
  iface->closed = input_gate_closed;
  iface->notified = input_gate_notified;
  iface->asked = input_gate_asked;
  iface->responded = input_gate_responded;
}

/* The object */

G_DEFINE_FINAL_TYPE_WITH_CODE (McpInputGate,
                               mcp_input_gate,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_CLIENT_FEATURE,
                                                      input_gate_feature_init))

MCP_DEFINE_DISPOSE (McpInputGate, mcp_input_gate)
{
  mcp_input_gate_set_roots (self, NULL);
  g_clear_weak_pointer (&self->client);
}

MCP_DEFINE_FINALIZE (McpInputGate, mcp_input_gate)
{
  g_queue_clear_full (&self->pages, g_object_unref);
  g_hash_table_unref (self->inbound);
  g_ptr_array_unref (self->rounds);
}

static void
mcp_input_gate_class_init (McpInputGateClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mcp_input_gate_dispose;
  G_OBJECT_CLASS (klass)->finalize = mcp_input_gate_finalize;

  signals[SIGNAL_REQUEST] =
      g_signal_new ("request", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                    NULL, G_TYPE_BOOLEAN, 1, MCP_TYPE_INPUT_REQUEST);
  signals[SIGNAL_REFUSED] = mcp_signal_new (klass, "refused", 1, MCP_TYPE_INPUT_REQUEST);
}

static void
mcp_input_gate_init (McpInputGate *self)
{
  self->tokens = MCP_INPUT_BURST;
  self->filled = g_get_monotonic_time ();
  self->inbound = g_hash_table_new_full (NULL, NULL, g_object_unref, g_object_unref);
  self->rounds = g_ptr_array_new ();
}

McpInputGate *
mcp_input_gate_new (void)
{
  return g_object_new (MCP_TYPE_INPUT_GATE, NULL);
}
