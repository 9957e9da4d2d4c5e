/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-answer.h"

struct _McpAnswer
{
  gatomicrefcount ref_count;
  char           *method;
  McpMessage     *message;
  gint64          started;
  gint64          ended;
  guint64         question;
  guint64         answer;
  guint           http_status;
};

G_DEFINE_BOXED_TYPE (McpAnswer, mcp_answer, mcp_answer_ref, mcp_answer_unref)

McpAnswer *
mcp_answer_new (const char *method, McpMessage *message, gint64 started, gint64 ended)
{
  McpAnswer *self;

  g_return_val_if_fail (mcp_message_is_answer (message), NULL);

  self = g_new0 (McpAnswer, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->method = g_strdup (method);
  self->message = mcp_message_ref (message);
  self->started = started;
  self->ended = ended;
  return self;
}

McpAnswer *
mcp_answer_ref (McpAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_answer_unref (McpAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->method);
  mcp_message_unref (self->message);
  g_free (self);
}

McpMessage *
mcp_answer_get_message (const McpAnswer *self)
{
  return self->message;
}

gboolean
mcp_answer_is_error (const McpAnswer *self)
{
  return mcp_message_get_kind (self->message) == MCP_MESSAGE_ERROR;
}

McpJsonValue
mcp_answer_get_result (const McpAnswer *self)
{
  if (mcp_answer_is_error (self))
    return MCP_JSON_NO_VALUE;
  return mcp_message_get_result (self->message);
}

const char *
mcp_answer_get_method (const McpAnswer *self)
{
  return self->method;
}

gsize
mcp_answer_get_size (const McpAnswer *self)
{
  return g_bytes_get_size (mcp_message_get_text (self->message));
}

gint64
mcp_answer_get_started (const McpAnswer *self)
{
  return self->started;
}

gint64
mcp_answer_get_ended (const McpAnswer *self)
{
  return self->ended;
}

guint
mcp_answer_get_http_status (const McpAnswer *self)
{
  return self->http_status;
}

void
mcp_answer_set_http_status (McpAnswer *self, guint status)
{
  self->http_status = status;
}

guint64
mcp_answer_get_question_sequence (const McpAnswer *self)
{
  return self->question;
}

guint64
mcp_answer_get_answer_sequence (const McpAnswer *self)
{
  return self->answer;
}

void
mcp_answer_set_sequences (McpAnswer *self, guint64 question, guint64 answer)
{
  self->question = question;
  self->answer = answer;
}
