/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-response.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-json-value.h"
#include "mcp-json-writer.h"
#include "mcp-limits.h"

/* What is quoted of the message that comes with a JSON-RPC error. */
#define MAX_QUOTED 1000

struct _McpResponse
{
  gatomicrefcount ref_count;
  char           *method;
  McpMessage     *message;
  gint64          started;
  gint64          ended;
  guint64         question;
  guint64         response;
  guint           http_status;
  const char     *revision; /* (nullable): interned */
};

G_DEFINE_BOXED_TYPE (McpResponse, mcp_response, mcp_response_ref, mcp_response_unref)

McpResponse *
mcp_response_new (const char *method, McpMessage *message, gint64 started, gint64 ended)
{
  g_return_val_if_fail (mcp_message_is_response (message), NULL);

  McpResponse *self = g_new0 (McpResponse, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->method = g_strdup (method);
  self->message = mcp_message_ref (message);
  self->started = started;
  self->ended = ended;
  return self;
}

McpResponse *
mcp_response_ref (McpResponse *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_response_unref (McpResponse *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->method);
  mcp_message_unref (self->message);
  g_free (self);
}

McpMessage *
mcp_response_get_message (const McpResponse *self)
{
  return self->message;
}

gboolean
mcp_response_is_error (const McpResponse *self)
{
  return mcp_message_get_kind (self->message) == MCP_MESSAGE_ERROR;
}

/* Returns: (transfer full): the beginning of @text, in whole characters */
static char *
dup_beginning (const char *text)
{
  const char *end;

  if (strlen (text) <= MAX_QUOTED)
    return g_strdup (text);
  g_utf8_validate (text, MAX_QUOTED, &end);
  return g_strdup_printf ("%.*s…", (int)(end - text), text);
}

/* Returns: (transfer full): the member "error" as JSON; without its data where that is too much */
static char *
dup_error (const McpMessage *message, const char *quoted)
{
  McpJsonValue error = mcp_message_get_error (message);
  gsize        length;

  mcp_json_value_get_text (error, &length);
  if (length <= MCP_EVIDENCE_LIMIT)
    return mcp_json_value_print_compact (error);
  return mcp_json_build ("{'code': %x, 'message': %s}", mcp_message_get_error_code (message),
                         quoted);
}

char *
mcp_response_describe_codes (McpJsonValue error, guint status)
{
  gint64   code = mcp_json_value_get_member_int64 (error, "code", 0);
  gboolean coded = mcp_json_value_exists (mcp_json_value_get_member (error, "code"));

  if (coded && status >= 400)
    return g_strdup_printf (" (%" G_GINT64_FORMAT ", HTTP %u)", code, status);
  if (coded)
    return g_strdup_printf (" (%" G_GINT64_FORMAT ")", code);
  return status >= 400 ? g_strdup_printf (" (HTTP %u)", status) : g_strdup ("");
}

GError *
mcp_response_make_error (const McpResponse *self)
{
  const char      *text = mcp_message_get_error_message (self->message);
  g_autofree char *quoted =
      dup_beginning (text != NULL && *text != '\0' ? text : "no reason given");
  g_autofree char *codes = mcp_response_describe_codes (mcp_message_get_error (self->message),
                                                        self->http_status);
  GError          *error;
  McpErrorDetails *details;

  error = mcp_error_new (MCP_ERROR_RESPONSE, "The server answered %s with an error: %s%s",
                         self->method, quoted, codes);
  details = mcp_error_get_details (error);

  details->response = dup_error (self->message, quoted);
  details->evidence = g_strdup (details->response);
  details->http_status = self->http_status;
  return error;
}

McpJsonValue
mcp_response_get_result (const McpResponse *self)
{
  if (mcp_response_is_error (self))
    return MCP_JSON_NO_VALUE;
  return mcp_message_get_result (self->message);
}

const char *
mcp_response_get_method (const McpResponse *self)
{
  return self->method;
}

gsize
mcp_response_get_size (const McpResponse *self)
{
  return g_bytes_get_size (mcp_message_get_text (self->message));
}

gint64
mcp_response_get_started (const McpResponse *self)
{
  return self->started;
}

gint64
mcp_response_get_ended (const McpResponse *self)
{
  return self->ended;
}

guint
mcp_response_get_http_status (const McpResponse *self)
{
  return self->http_status;
}

void
mcp_response_set_http_status (McpResponse *self, guint status)
{
  self->http_status = status;
}

const char *
mcp_response_get_revision (const McpResponse *self)
{
  return self->revision;
}

void
mcp_response_set_revision (McpResponse *self, const char *revision)
{
  self->revision = g_intern_string (revision);
}

guint64
mcp_response_get_request_sequence (const McpResponse *self)
{
  return self->question;
}

guint64
mcp_response_get_sequence (const McpResponse *self)
{
  return self->response;
}

void
mcp_response_set_sequences (McpResponse *self, guint64 question, guint64 response)
{
  self->question = question;
  self->response = response;
}
