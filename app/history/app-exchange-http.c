/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-exchange-http.h"

#include "mcp-json-writer.h"

#include <string.h>

struct _AppExchangeHttp
{
  McpRecord *started;
  McpRecord *headers; /* (nullable) */
  gint64     ended;   /* µs, monotonic */
};

AppExchangeHttp *
app_exchange_http_new (McpRecord *record)
{
  AppExchangeHttp *self = g_new0 (AppExchangeHttp, 1);

  self->started = mcp_record_ref (record);
  return self;
}

void
app_exchange_http_free (AppExchangeHttp *self)
{
  if (self == NULL)
    return;
  mcp_record_unref (self->started);
  g_clear_pointer (&self->headers, mcp_record_unref);
  g_free (self);
}

void
app_exchange_http_add (AppExchangeHttp *self, McpRecord *record)
{
  self->ended = record->monotonic;
  if (record->kind != MCP_RECORD_EXCHANGE_HEADERS)
    return;
  g_clear_pointer (&self->headers, mcp_record_unref);
  self->headers = mcp_record_ref (record);
}

guint64
app_exchange_http_get_number (AppExchangeHttp *self)
{
  return self->started->exchange;
}

/* @headers: (nullable) (array zero-terminated=1): "Name: value" */
static void
write_headers (McpJsonWriter *writer, char **headers, AppRedactor *redactor)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      g_autofree char *masked = app_redactor_redact_header (redactor, headers[i]);
      char            *colon = strchr (masked, ':');

      if (colon != NULL)
        *colon = '\0';
      mcp_json_writer_add (writer, "{'name': %s, 'value': %s}", masked,
                           colon != NULL ? g_strchug (colon + 1) : "");
    }
}

char *
app_exchange_http_dup_text (AppExchangeHttp *self, AppRedactor *redactor)
{
  McpRecord       *sent = self->started;
  McpRecord       *received = self->headers;
  g_autofree char *url = app_redactor_redact_text (redactor, sent->url);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "method", sent->method);
  mcp_json_writer_member_string (writer, "url", url);
  mcp_json_writer_add (writer, "'requestHeaders': [");
  write_headers (writer, sent->request_headers, redactor);
  /* Credentials that were added behind the start. */
  write_headers (writer, received != NULL ? received->request_headers : NULL, redactor);
  mcp_json_writer_add (writer, "]");
  if (received != NULL)
    {
      mcp_json_writer_member_int64 (writer, "status", received->status);
      mcp_json_writer_add (writer, "'responseHeaders': [");
      write_headers (writer, received->response_headers, redactor);
      mcp_json_writer_add (writer, "]");
      mcp_json_writer_member_int64 (writer, "wait", received->monotonic - sent->monotonic);
      mcp_json_writer_member_int64 (writer, "receive",
                                    MAX (self->ended - received->monotonic, 0));
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
