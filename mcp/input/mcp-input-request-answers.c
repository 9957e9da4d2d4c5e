/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How an input request is answered. */

#include "mcp-input-request-private.h"

#include "mcp-error.h"
#include "mcp-json-writer.h"

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
    mcp_input_request_finish (self, state);
}

/** @result: (transfer full) */
static void
input_request_answer (McpInputRequest *self, McpInputState state, GBytes *result)
{
  self->result = result;
  mcp_input_request_finish (self, state);
}

/** {"action": @action}, with the content where there is any. */
static GBytes *
write_action (const char *action, GBytes *content)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "action", action);
  if (content != NULL)
    {
      gsize       size;
      const char *data = g_bytes_get_data (content, &size);

      mcp_json_writer_name (writer, "content");
      mcp_json_writer_raw (writer, data, (gssize)size);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}

static gboolean
input_request_accept_elicitation (McpInputRequest *self, GBytes *content, GError **error)
{
  gboolean by_form = self->elicitation->mode == MCP_ELICITATION_FORM;

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
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);

  if (!input_request_check (self, error))
    return FALSE;
  if (self->kind == MCP_INPUT_ELICITATION)
    return input_request_accept_elicitation (self, content, error);

  document = content != NULL ? read_json (content, error) : NULL;
  if (content != NULL && document == NULL)
    return FALSE;
  if (document == NULL || !has_shape (self->kind, mcp_json_document_get_root (document)))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                               self->kind == MCP_INPUT_ROOTS
                                                   ? "The answer has no list of roots."
                                                   : "The answer lacks role, content or model."));
      return FALSE;
    }
  input_request_answer (self, MCP_INPUT_ANSWERED, g_bytes_ref (content));
  return TRUE;
}

gboolean
mcp_input_request_accept_text (McpInputRequest *self,
                               const char      *text,
                               const char      *model,
                               const char      *stop_reason,
                               GError         **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GBytes) result = NULL;

  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);
  g_return_val_if_fail (text != NULL && model != NULL, FALSE);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "role", "assistant");
  mcp_json_writer_name (writer, "content");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", "text");
  mcp_json_writer_member_string (writer, "text", text);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_member_string (writer, "model", model);
  mcp_json_writer_member_string (writer, "stopReason",
                                 stop_reason != NULL ? stop_reason : "endTurn");
  mcp_json_writer_end_object (writer);
  result = mcp_json_writer_finish (writer);
  return mcp_input_request_accept (self, result, error);
}

static void
input_request_set_error (McpInputRequest *self, int code, const char *message)
{
  self->error_code = code;
  self->error_message = g_strdup (message);
}

static gboolean
input_request_say_no (McpInputRequest *self, const char *action, GError **error)
{
  if (!input_request_check (self, error))
    return FALSE;

  switch (self->kind)
    {
    case MCP_INPUT_ELICITATION:
      self->result = write_action (action, NULL);
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
  mcp_input_request_finish (self, MCP_INPUT_DECLINED);
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
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);
  g_return_val_if_fail (result != NULL, FALSE);

  if (!input_request_check (self, error))
    return FALSE;
  document = read_json (result, error);
  if (document == NULL)
    return FALSE;
  input_request_answer (self, MCP_INPUT_ANSWERED, g_bytes_ref (result));
  return TRUE;
}

gboolean
mcp_input_request_refuse (McpInputRequest *self,
                          int              code,
                          const char      *message,
                          GBytes          *data,
                          GError         **error)
{
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (MCP_IS_INPUT_REQUEST (self), FALSE);
  g_return_val_if_fail (message != NULL, FALSE);

  if (!input_request_check (self, error))
    return FALSE;
  document = data != NULL ? read_json (data, error) : NULL;
  if (data != NULL && document == NULL)
    return FALSE;
  input_request_set_error (self, code, message);
  self->error_data = data != NULL ? g_bytes_ref (data) : NULL;
  mcp_input_request_finish (self, MCP_INPUT_DECLINED);
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
  mcp_input_request_finish (self, MCP_INPUT_REFUSED);
}
