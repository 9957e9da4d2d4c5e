/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-exchange-json.h"

#include "mcp-json-document.h"

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

/* Lines of a session file */

#define REQUEST "request"
#define RESPONSE "response"
/* What is no JSON stands in these, as a string. */
#define REQUEST_TEXT "requestText"
#define RESPONSE_TEXT "responseText"

/* @bytes: (nullable) */
static void
write_message (McpJsonWriter *writer, const char *name, const char *text_name, GBytes *bytes)
{
  gsize       length;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  g_autoptr (McpJsonDocument) document =
      bytes != NULL ? mcp_json_document_parse (bytes, NULL, NULL, NULL) : NULL;

  if (document != NULL)
    {
      g_autofree char *compact =
          mcp_json_value_print_compact (mcp_json_document_get_root (document));

      mcp_json_writer_name (writer, name);
      mcp_json_writer_raw (writer, compact, -1);
    }
  else if (data != NULL)
    {
      mcp_json_writer_name (writer, text_name);
      mcp_json_writer_string_length (writer, data, length);
    }
}

char *
app_exchange_dup_line (const StoreExchange *exchange, GBytes *request, GBytes *response)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  app_exchange_write_facts (writer, exchange);
  write_message (writer, REQUEST, REQUEST_TEXT, request);
  write_message (writer, RESPONSE, RESPONSE_TEXT, response);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full) (nullable) */
static GBytes *
read_message (McpJsonValue root, const char *name, const char *text_name)
{
  McpJsonValue value = mcp_json_value_get_member (root, name);
  gsize        length;

  if (mcp_json_value_exists (value))
    {
      const char *data = mcp_json_value_get_text (value, &length);

      return g_bytes_new (data, length);
    }
  char *text = mcp_json_value_dup_string (mcp_json_value_get_member (root, text_name), &length);
  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

static void
read_flags (McpJsonValue root, StoreExchange *exchange)
{
  McpJsonValue     masked = mcp_json_value_get_member (root, "masked");
  g_autofree char *sender = mcp_json_value_dup_member_string (root, "sender");

  if (g_strcmp0 (sender, "server") == 0)
    exchange->flags |= STORE_EXCHANGE_BY_SERVER;
  if (mcp_json_value_lists (masked, REQUEST))
    exchange->flags |= STORE_EXCHANGE_REQUEST_MASKED;
  if (mcp_json_value_lists (masked, RESPONSE))
    exchange->flags |= STORE_EXCHANGE_RESPONSE_MASKED;
}

/* Milliseconds with decimals. Returns: µs */
static gint64
read_time (McpJsonValue value)
{
  double milliseconds = 0;

  if (mcp_json_value_get_kind (value) == MCP_JSON_NUMBER)
    milliseconds = mcp_json_value_get_double (value, 0);
  /* Until the year 10000 */
  if (!(milliseconds > 0 && milliseconds < 253402300800000.0))
    return 1;
  return (gint64)(milliseconds * 1000 + 0.5);
}

static void
read_facts (McpJsonValue root, StoreExchange *exchange)
{
  const struct
  {
    const char *name;
    char      **text;
  } texts[] = {
    { "server", &exchange->server },
    { "transport", &exchange->transport },
    { "protocolVersion", &exchange->protocol },
    { "name", &exchange->name },
    { "session", &exchange->session },
  };
  McpJsonValue     http = mcp_json_value_get_member (root, "http");
  g_autofree char *outcome = mcp_json_value_dup_member_string (root, "outcome");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i].text = mcp_json_value_dup_member_string (root, texts[i].name);
  if (outcome == NULL || !store_outcome_from_name (outcome, &exchange->outcome))
    exchange->outcome = STORE_OUTCOME_NO_RESPONSE;
  exchange->time = read_time (mcp_json_value_get_member (root, "time"));
  exchange->error_code = mcp_json_value_get_member_int64 (root, "code", 0);
  exchange->duration = mcp_json_value_get_member_int64 (root, "microseconds", -1);
  if (mcp_json_value_get_kind (http) == MCP_JSON_OBJECT)
    exchange->http = mcp_json_value_print_compact (http);
  read_flags (root, exchange);
}

gboolean
app_exchange_read_line (GBytes        *line,
                        StoreExchange *exchange,
                        GBytes       **request,
                        GBytes       **response)
{
  g_return_val_if_fail (line != NULL && exchange != NULL, FALSE);

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (line, NULL, NULL, NULL);

  if (document == NULL)
    return FALSE;
  McpJsonValue     root = mcp_json_document_get_root (document);
  g_autofree char *method = mcp_json_value_dup_member_string (root, "method");
  if (method == NULL)
    return FALSE;
  exchange->method = g_steal_pointer (&method);
  read_facts (root, exchange);
  *request = read_message (root, REQUEST, REQUEST_TEXT);
  *response = read_message (root, RESPONSE, RESPONSE_TEXT);
  return TRUE;
}
