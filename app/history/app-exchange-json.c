/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-exchange-json.h"

static void
write_texts (McpJsonWriter *writer, const StoreExchange *exchange)
{
  const struct
  {
    const char *name;
    const char *text;
  } texts[] = {
    { "serverId", exchange->server_id },
    { "server", exchange->server },
    { "transport", exchange->transport },
    { "protocolVersion", exchange->protocol },
    { "method", exchange->method },
    { "name", exchange->name },
    { "session", exchange->session },
    { "outcome", store_outcome_get_name (exchange->outcome) },
    { "importedFrom", exchange->source },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].text != NULL)
      mcp_json_writer_member_string (writer, texts[i].name, texts[i].text);
}

static void
write_flags (McpJsonWriter *writer, guint flags)
{
  if ((flags & STORE_EXCHANGE_BY_SERVER) != 0)
    mcp_json_writer_member_string (writer, "sender", "server");
  if ((flags & (STORE_EXCHANGE_REQUEST_MASKED | STORE_EXCHANGE_RESPONSE_MASKED)) == 0)
    return;
  mcp_json_writer_name (writer, "masked");
  mcp_json_writer_begin_array (writer);
  if ((flags & STORE_EXCHANGE_REQUEST_MASKED) != 0)
    mcp_json_writer_string (writer, "request");
  if ((flags & STORE_EXCHANGE_RESPONSE_MASKED) != 0)
    mcp_json_writer_string (writer, "response");
  mcp_json_writer_end_array (writer);
}

void
app_exchange_write_facts (McpJsonWriter *writer, const StoreExchange *exchange)
{
  /* Milliseconds, as JavaScript counts, and the microseconds of it. */
  g_autofree char *time =
      g_strdup_printf ("%" G_GINT64_FORMAT ".%03d", exchange->time / 1000,
                       (int)(exchange->time % 1000));

  mcp_json_writer_member_int64 (writer, "id", exchange->id);
  mcp_json_writer_name (writer, "time");
  mcp_json_writer_raw (writer, time, -1);
  write_texts (writer, exchange);
  write_flags (writer, exchange->flags);
  if (exchange->outcome == STORE_OUTCOME_ERROR)
    mcp_json_writer_member_int64 (writer, "code", exchange->error_code);
  if (exchange->duration >= 0)
    mcp_json_writer_member_int64 (writer, "microseconds", exchange->duration);
  mcp_json_writer_member_int64 (writer, "requestSize", (gint64)exchange->request_size);
  mcp_json_writer_member_int64 (writer, "responseSize", (gint64)exchange->response_size);
  if (exchange->http != NULL)
    {
      mcp_json_writer_name (writer, "http");
      mcp_json_writer_raw (writer, exchange->http, -1);
    }
}
