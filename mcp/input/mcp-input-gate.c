/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-input-gate.h"

#include "mcp-input-request-private.h"
#include "mcp-message.h"

struct _McpInputGate
{
  GObject   parent_instance;
  McpRoots *roots; /* (nullable) */
  guint     n_waiting;
  double    tokens;     /* what may still come at once */
  gint64    filled;     /* µs: when the tokens were counted */
  gint64    last_flood; /* µs: when a refusal for a flood was told */
  GQueue    pages;      /* McpInputRequest: by URL, newest last */
};

enum {
  SIGNAL_REQUEST,
  SIGNAL_REFUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpInputGate, mcp_input_gate, G_TYPE_OBJECT)

static void
mcp_input_gate_finalize (GObject *object)
{
  McpInputGate *self = MCP_INPUT_GATE (object);

  g_clear_object (&self->roots);
  g_queue_clear_full (&self->pages, g_object_unref);

  G_OBJECT_CLASS (mcp_input_gate_parent_class)->finalize (object);
}

static void
mcp_input_gate_class_init (McpInputGateClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_input_gate_finalize;

  signals[SIGNAL_REQUEST] =
      g_signal_new ("request", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                    NULL, G_TYPE_BOOLEAN, 1, MCP_TYPE_INPUT_REQUEST);
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, MCP_TYPE_INPUT_REQUEST);
}

static void
mcp_input_gate_init (McpInputGate *self)
{
  self->tokens = MCP_INPUT_BURST;
  self->filled = g_get_monotonic_time ();
}

McpInputGate *
mcp_input_gate_new (void)
{
  return g_object_new (MCP_TYPE_INPUT_GATE, NULL);
}

void
mcp_input_gate_set_roots (McpInputGate *self, McpRoots *roots)
{
  g_set_object (&self->roots, roots);
}

McpRoots *
mcp_input_gate_get_roots (McpInputGate *self)
{
  return self->roots;
}

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
  McpSamplingRequest *sampling = mcp_input_request_get_sampling (request);

  switch (mcp_input_request_get_kind (request))
    {
    case MCP_INPUT_ELICITATION:
      return check_elicitation (mcp_input_request_get_elicitation (request), declared);
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

void
mcp_input_gate_take_complete (McpInputGate *self, McpJsonValue params)
{
  McpJsonValue id = mcp_json_value_get_member (params, "elicitationId");

  g_return_if_fail (MCP_IS_INPUT_GATE (self));

  for (GList *l = self->pages.head; l != NULL; l = l->next)
    {
      McpElicitation *elicitation = mcp_input_request_get_elicitation (l->data);

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

  if (mcp_input_request_get_kind (request) == MCP_INPUT_ELICITATION &&
      mcp_json_value_exists (
          mcp_input_request_get_elicitation (request)->id))
    input_gate_keep_page (self, request);
  self->n_waiting++;
  g_signal_connect_object (request, "notify::state", G_CALLBACK (on_state), self, 0);
  g_signal_emit (self, signals[SIGNAL_REQUEST], 0, request, &taken);
  if (taken || !mcp_input_request_is_waiting (request))
    return;

  reason = g_strdup_printf ("Nobody answers %s here", mcp_input_request_get_method (request));
  input_gate_refuse (self, request, MCP_RPC_METHOD_NOT_FOUND, "input-not-taken", reason);
}

void
mcp_input_gate_admit (McpInputGate                *self,
                      McpInputRequest             *request,
                      const McpClientCapabilities *capabilities)
{
  McpClientCapabilityFlags declared = mcp_client_capabilities_get_flags (capabilities);
  const char              *method = mcp_input_request_get_method (request);
  g_autofree char         *reason = NULL;
  const char              *fault;

  g_return_if_fail (MCP_IS_INPUT_GATE (self));

  if (mcp_input_request_get_kind (request) == MCP_INPUT_UNKNOWN ||
      !mcp_client_capabilities_answer (capabilities, method))
    {
      reason = g_strdup_printf ("This client did not declare %.200s", method);
      input_gate_refuse (self, request, MCP_RPC_METHOD_NOT_FOUND, "input-not-declared", reason);
      return;
    }
  if (mcp_input_request_get_kind (request) == MCP_INPUT_ROOTS && self->roots != NULL)
    {
      g_autoptr (GBytes) result = mcp_roots_write (self->roots);

      mcp_input_request_answer_json (request, result, NULL);
      return;
    }

  fault = check_request (request, declared);
  if (fault != NULL)
    input_gate_refuse (self, request, MCP_RPC_INVALID_PARAMS, "input-invalid", fault);
  else if (self->n_waiting >= MCP_INPUT_MAX_WAITING)
    input_gate_refuse_flood (self, request, "Too many requests wait for the user");
  else if (!input_gate_take_token (self))
    input_gate_refuse_flood (self, request, "The server asks the user too often");
  else
    input_gate_offer (self, request);
}
