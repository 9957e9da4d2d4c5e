/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-input-request.h"

#include "mcp-error.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* Shown as plain text; ids of servers may be of any length. */
#define MAX_SHOWN_BYTES 1024

struct _McpInputRequest
{
  GObject           parent_instance;
  McpInputDetails   details;
  McpInputReply     reply;
  McpInputState     state;
  gboolean          completed;
  GPtrArray        *findings;
  McpInputReplyFunc func;
  gpointer          user_data;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_COMPLETED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (McpInputRequest, mcp_input_request, G_TYPE_OBJECT)

static const struct
{
  const char  *method;
  McpInputKind kind;
} METHODS[] = {
  { "sampling/createMessage", MCP_INPUT_SAMPLING },
  { "elicitation/create", MCP_INPUT_ELICITATION },
  { "roots/list", MCP_INPUT_ROOTS },
};

G_DEFINE_ENUM_TYPE (McpInputState,
                    mcp_input_state,
                    G_DEFINE_ENUM_VALUE (MCP_INPUT_WAITING, "waiting"),
                    G_DEFINE_ENUM_VALUE (MCP_INPUT_ANSWERED, "answered"),
                    G_DEFINE_ENUM_VALUE (MCP_INPUT_DECLINED, "declined"),
                    G_DEFINE_ENUM_VALUE (MCP_INPUT_REFUSED, "refused"),
                    G_DEFINE_ENUM_VALUE (MCP_INPUT_CANCELLED, "cancelled"),
                    G_DEFINE_ENUM_VALUE (MCP_INPUT_WITHDRAWN, "withdrawn"))

MCP_DEFINE_FINALIZE (McpInputRequest, mcp_input_request)
{
  g_free (self->details.method);
  mcp_json_slot_clear (&self->details.params);
  mcp_json_slot_clear (&self->details.key);
  g_free (self->details.task_id);
  g_clear_pointer (&self->details.elicitation, mcp_elicitation_unref);
  g_clear_pointer (&self->details.sampling, mcp_sampling_request_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->reply.result, g_bytes_unref);
  g_free (self->reply.error_message);
}

MCP_DEFINE_CLASS (McpInputRequest, mcp_input_request)
{
  const McpProperty rows[N_PROPERTIES] = {
    [PROP_STATE] = { "state", MCP_TYPE_INPUT_STATE, G_CALLBACK (mcp_input_request_get_state) },
    [PROP_COMPLETED] = { "completed", G_TYPE_BOOLEAN,
                         G_CALLBACK (mcp_input_request_is_completed) },
  };

  object_class->finalize = mcp_input_request_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPERTIES);
}

static void
mcp_input_request_init (McpInputRequest *self)
{
  self->details.kind = MCP_INPUT_UNKNOWN;
  self->details.time = g_get_real_time ();
}

static void
input_request_read (McpInputRequest *self, McpJsonValue params)
{
  McpJsonValue meta = mcp_json_value_get_member (params, "_meta");
  McpJsonValue related =
      mcp_json_value_get_member (meta, "io.modelcontextprotocol/related-task");
  GPtrArray *findings = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (METHODS); i++)
    if (g_str_equal (self->details.method, METHODS[i].method))
      self->details.kind = METHODS[i].kind;
  self->details.task_id = mcp_json_value_dup_string_prefix (
      mcp_json_value_get_member (related, "taskId"), MAX_SHOWN_BYTES, NULL);

  if (self->details.kind == MCP_INPUT_ELICITATION)
    {
      self->details.elicitation = mcp_elicitation_new (params);
      findings = self->details.elicitation->findings;
    }
  else if (self->details.kind == MCP_INPUT_SAMPLING)
    {
      self->details.sampling = mcp_sampling_request_new (params);
      findings = self->details.sampling->findings;
    }
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      mcp_finding_add (&self->findings, mcp_finding_get_level (finding),
                       mcp_finding_get_code (finding), mcp_finding_get_pointer (finding), "%s",
                       mcp_finding_get_text (finding));
    }
}

McpInputRequest *
mcp_input_request_new (McpInputOrigin    origin,
                       const char       *method,
                       McpJsonValue      params,
                       McpJsonValue      key,
                       McpInputReplyFunc func,
                       gpointer          user_data)
{
  McpInputRequest *self = g_object_new (MCP_TYPE_INPUT_REQUEST, NULL);

  self->details.origin = origin;
  self->details.method = g_strdup (method);
  self->func = func;
  self->user_data = user_data;
  mcp_json_slot_set (&self->details.params, params);
  mcp_json_slot_set (&self->details.key, key);
  input_request_read (self, params);
  return self;
}

void
mcp_input_request_set_sequences (McpInputRequest *self,
                                 guint64          sequence,
                                 guint64          request_sequence)
{
  self->details.sequence = sequence;
  self->details.request_sequence = request_sequence;
}

void
mcp_input_request_set_task_id (McpInputRequest *self, const char *task_id)
{
  g_free (self->details.task_id);
  self->details.task_id = g_strdup (task_id);
}

static void
input_request_finish (McpInputRequest *self, McpInputState state)
{
  McpInputReplyFunc func = self->func;

  g_object_ref (self);
  self->state = state;
  self->func = NULL;
  if (func != NULL && state != MCP_INPUT_CANCELLED && state != MCP_INPUT_WITHDRAWN)
    func (self, self->user_data);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_unref (self);
}

void
mcp_input_request_set_completed (McpInputRequest *self)
{
  if (self->completed)
    return;
  self->completed = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPLETED]);
}

/* How it is answered */

static gboolean
input_request_check (McpInputRequest *self, GError **error)
{
  if (self->state == MCP_INPUT_WAITING)
    return TRUE;

  g_propagate_error (error, mcp_error_new (MCP_ERROR_CANCELLED,
                                           "The server does not wait for this answer any more."));
  return FALSE;
}

/** Returns: (transfer full) (nullable): @text where it is JSON */
static McpJsonDocument *
read_json (GBytes *text, GError **error)
{
  g_autoptr (GError) reason = NULL;
  McpJsonDocument *document = mcp_json_document_parse (text, NULL, NULL, &reason);

  if (document == NULL)
    g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                             "The answer is not JSON: %s", reason->message));
  return document;
}

void
mcp_input_request_end (McpInputRequest *self, McpInputState state)
{
  if (self->state == MCP_INPUT_WAITING)
    input_request_finish (self, state);
}

/** @result: (transfer full) */
static void
input_request_answer (McpInputRequest *self, McpInputState state, GBytes *result)
{
  self->reply.result = result;
  input_request_finish (self, state);
}

static GBytes *
write_action (const char *action, GBytes *content)
{
  return mcp_json_build_bytes ("{'action': %s, 'content': ?%y}", action, content);
}

static gboolean
input_request_accept_elicitation (McpInputRequest *self, GBytes *content, GError **error)
{
  gboolean by_form = self->details.elicitation->mode == MCP_ELICITATION_FORM;

  if (by_form != (content != NULL))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               by_form ? "The form's fields are missing."
                                                       : "Opening a page gives no fields."));
      return FALSE;
    }
  if (content != NULL)
    {
      g_autoptr (McpJsonDocument) document = read_json (content, error);

      if (document == NULL)
        return FALSE;
      if (mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
        {
          g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                   "The form's fields must be an object."));
          return FALSE;
        }
    }
  input_request_answer (self, MCP_INPUT_ANSWERED, write_action ("accept", content));
  return TRUE;
}

/** Whether @value has what the specification requires of the result. */
static gboolean
has_shape (McpInputKind kind, McpJsonValue value)
{
  McpJsonValue roots = mcp_json_value_get_member (value, "roots");

  if (kind == MCP_INPUT_ROOTS)
    return mcp_json_value_get_kind (roots) == MCP_JSON_ARRAY;
  return mcp_json_value_exists (mcp_json_value_get_member (value, "role")) &&
         mcp_json_value_exists (mcp_json_value_get_member (value, "content")) &&
         mcp_json_value_exists (mcp_json_value_get_member (value, "model"));
}

gboolean
mcp_input_request_accept (McpInputRequest *self, GBytes *content, GError **error)
{
  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);

  if (!input_request_check (self, error))
    return FALSE;
  if (self->details.kind == MCP_INPUT_ELICITATION)
    return input_request_accept_elicitation (self, content, error);

  g_autoptr (McpJsonDocument) document = content != NULL ? read_json (content, error) : NULL;
  if (content != NULL && document == NULL)
    return FALSE;
  if (document == NULL || !has_shape (self->details.kind, mcp_json_document_get_root (document)))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               self->details.kind == MCP_INPUT_ROOTS
                                                   ? "The answer has no list of roots."
                                                   : "The answer lacks role, content or model."));
      return FALSE;
    }
  input_request_answer (self, MCP_INPUT_ANSWERED, g_bytes_ref (content));
  return TRUE;
}

static void
input_request_set_error (McpInputRequest *self, int code, const char *message)
{
  self->reply.error_code = code;
  self->reply.error_message = g_strdup (message);
}

static gboolean
input_request_say_no (McpInputRequest *self, const char *action, GError **error)
{
  if (!input_request_check (self, error))
    return FALSE;

  switch (self->details.kind)
    {
    case MCP_INPUT_ELICITATION:
      self->reply.result = write_action (action, NULL);
      break;
    case MCP_INPUT_SAMPLING:
      input_request_set_error (self, MCP_RPC_USER_REJECTED, "User rejected sampling request");
      break;
    case MCP_INPUT_ROOTS:
    case MCP_INPUT_UNKNOWN:
    default:
      input_request_set_error (self, MCP_RPC_USER_REJECTED, "User rejected the request");
      break;
    }
  input_request_finish (self, MCP_INPUT_DECLINED);
  return TRUE;
}

gboolean
mcp_input_request_decline (McpInputRequest *self, GError **error)
{
  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);

  return input_request_say_no (self, "decline", error);
}

gboolean
mcp_input_request_cancel (McpInputRequest *self, GError **error)
{
  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);

  return input_request_say_no (self, "cancel", error);
}

gboolean
mcp_input_request_answer_json (McpInputRequest *self, GBytes *result, GError **error)
{
  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);
  g_return_val_if_fail (result != NULL, FALSE);

  if (!input_request_check (self, error))
    return FALSE;
  g_autoptr (McpJsonDocument) document = read_json (result, error);
  if (document == NULL)
    return FALSE;
  input_request_answer (self, MCP_INPUT_ANSWERED, g_bytes_ref (result));
  return TRUE;
}

void
mcp_input_request_reject (McpInputRequest *self,
                          int              code,
                          const char      *finding,
                          const char      *message)
{
  if (self->state != MCP_INPUT_WAITING)
    return;

  mcp_finding_add (&self->findings, MCP_FINDING_ERROR, finding, NULL, "%s.", message);
  input_request_set_error (self, code, message);
  input_request_finish (self, MCP_INPUT_REFUSED);
}

/* What it is */

gboolean
mcp_input_request_is_completed (McpInputRequest *self)
{
  return self->completed;
}

MCP_DEFINE_PLAIN_GETTER (McpInputState, McpInputRequest, mcp_input_request, state)

gboolean
mcp_input_request_is_waiting (McpInputRequest *self)
{
  return self->state == MCP_INPUT_WAITING;
}

const McpInputDetails *
mcp_input_request_get_details (McpInputRequest *self)
{
  return &self->details;
}

const McpInputReply *
mcp_input_request_get_reply (McpInputRequest *self)
{
  return &self->reply;
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, McpInputRequest, mcp_input_request, findings)
