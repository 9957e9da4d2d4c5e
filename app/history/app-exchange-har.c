/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-exchange-har.h"

#include "mcp-json-document.h"
#include "mcp-json-writer.h"
#include "spyglass-config.h"

#include <string.h>

/* In the format's own words: it is not known. */
#define UNKNOWN (-1)

char *
app_exchange_dup_har_begin (void)
{
  return g_strdup_printf ("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"Spyglass\","
                          "\"version\":\"%s\"},\"entries\":[",
                          SPYGLASS_VERSION);
}

/* Returns: (transfer full) (nullable): the value of a header in an array of names and values */
static char *
find_header (McpJsonValue headers, const char *name)
{
  if (mcp_json_value_get_kind (headers) != MCP_JSON_ARRAY)
    return NULL;
  for (McpJsonWalk header = mcp_json_walk (headers); mcp_json_walk_next (&header);)
    {
      g_autofree char *found = mcp_json_value_dup_member_string (header.value, "name");

      if (found != NULL && g_ascii_strcasecmp (found, name) == 0)
        return mcp_json_value_dup_member_string (header.value, "value");
    }
  return NULL;
}

static void
write_headers (McpJsonWriter *writer, McpJsonValue headers)
{
  mcp_json_writer_name (writer, "headers");
  if (mcp_json_value_get_kind (headers) == MCP_JSON_ARRAY)
    mcp_json_writer_value (writer, headers);
  else
    mcp_json_writer_raw (writer, "[]", -1);
}

/* What the format wants of both, and nobody knows here. @bytes: (nullable): the body */
static void
write_sizes (McpJsonWriter *writer, GBytes *bytes)
{
  mcp_json_writer_member_string (writer, "httpVersion", "HTTP/1.1");
  mcp_json_writer_name (writer, "cookies");
  mcp_json_writer_raw (writer, "[]", -1);
  mcp_json_writer_member_int64 (writer, "headersSize", UNKNOWN);
  mcp_json_writer_member_int64 (writer, "bodySize",
                                bytes != NULL ? (gint64)g_bytes_get_size (bytes) : 0);
}

/* @media_type: (nullable) */
static void
write_text (McpJsonWriter *writer, GBytes *bytes, const char *media_type)
{
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);

  mcp_json_writer_member_string (writer, "mimeType",
                                 media_type != NULL ? media_type : "application/json");
  mcp_json_writer_name (writer, "text");
  mcp_json_writer_string_length (writer, data != NULL ? data : "", length);
}

/* The parameters of a URL, as they stand there. */
static void
write_query (McpJsonWriter *writer, const char *url)
{
  const char *query = strchr (url, '?');
  g_auto (GStrv) parts = g_strsplit (query != NULL ? query + 1 : "", "&", -1);

  mcp_json_writer_name (writer, "queryString");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *equals = strchr (parts[i], '=');

      if (parts[i][0] == '\0')
        continue;
      if (equals != NULL)
        *equals = '\0';
      mcp_json_writer_add (writer, "{'name': %s, 'value': %s}", parts[i],
                           equals != NULL ? equals + 1 : "");
    }
  mcp_json_writer_end_array (writer);
}

/* @bytes: (nullable) */
static void
write_request (McpJsonWriter *writer, McpJsonValue http, GBytes *bytes)
{
  McpJsonValue     headers = mcp_json_value_get_member (http, "requestHeaders");
  g_autofree char *method = mcp_json_value_dup_member_string (http, "method");
  g_autofree char *url = mcp_json_value_dup_member_string (http, "url");
  g_autofree char *media_type = find_header (headers, "Content-Type");

  mcp_json_writer_name (writer, "request");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "method", method != NULL ? method : "POST");
  mcp_json_writer_member_string (writer, "url", url != NULL ? url : "");
  write_query (writer, url != NULL ? url : "");
  write_headers (writer, headers);
  write_sizes (writer, bytes);
  if (bytes != NULL)
    {
      mcp_json_writer_name (writer, "postData");
      mcp_json_writer_begin_object (writer);
      write_text (writer, bytes, media_type);
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_object (writer);
}

/* @bytes: (nullable) */
static void
write_response (McpJsonWriter *writer, McpJsonValue http, GBytes *bytes)
{
  McpJsonValue     headers = mcp_json_value_get_member (http, "responseHeaders");
  g_autofree char *media_type = find_header (headers, "Content-Type");
  g_autofree char *location = find_header (headers, "Location");

  mcp_json_writer_name (writer, "response");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_int64 (writer, "status",
                                mcp_json_value_get_member_int64 (http, "status", 0));
  mcp_json_writer_member_string (writer, "statusText", "");
  write_headers (writer, headers);
  write_sizes (writer, bytes);
  mcp_json_writer_member_string (writer, "redirectURL", location != NULL ? location : "");
  mcp_json_writer_name (writer, "content");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_int64 (writer, "size",
                                bytes != NULL ? (gint64)g_bytes_get_size (bytes) : 0);
  /* A message of an event stream is JSON, whatever carried it. */
  if (bytes != NULL)
    write_text (writer, bytes,
                media_type != NULL && g_str_has_prefix (media_type, "text/event-stream")
                    ? NULL
                    : media_type);
  else
    mcp_json_writer_member_string (writer, "mimeType", media_type != NULL ? media_type : "");
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
}

static void
write_member_ms (McpJsonWriter *writer, const char *name, gint64 microseconds)
{
  mcp_json_writer_name (writer, name);
  mcp_json_writer_double (writer, microseconds >= 0 ? (double)microseconds / 1000 : UNKNOWN);
}

static void
write_times (McpJsonWriter *writer, const StoreExchange *exchange, McpJsonValue http)
{
  g_autoptr (GDateTime) begun = g_date_time_new_from_unix_utc (exchange->time / G_USEC_PER_SEC);
  g_autofree char *date = begun != NULL ? g_date_time_format (begun, "%Y-%m-%dT%H:%M:%S") : NULL;
  g_autofree char *whole = g_strdup_printf ("%s.%03dZ", date != NULL ? date : "1970-01-01T00:00:00",
                                            (int)(exchange->time / 1000 % 1000));

  mcp_json_writer_member_string (writer, "startedDateTime", whole);
  write_member_ms (writer, "time", MAX (exchange->duration, 0));
  mcp_json_writer_name (writer, "timings");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_int64 (writer, "send", 0);
  write_member_ms (writer, "wait",
                   mcp_json_value_get_member_int64 (http, "wait", MAX (exchange->duration, 0)));
  write_member_ms (writer, "receive", mcp_json_value_get_member_int64 (http, "receive", 0));
  mcp_json_writer_end_object (writer);
}

char *
app_exchange_dup_har_entry (const StoreExchange *exchange, GBytes *request, GBytes *response)
{
  g_return_val_if_fail (exchange != NULL, NULL);

  McpJsonValue http;

  if (exchange->http == NULL)
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static (exchange->http, strlen (exchange->http));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  if (document == NULL)
    return NULL;
  http = mcp_json_document_get_root (document);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  write_times (writer, exchange, http);
  write_request (writer, http, request);
  write_response (writer, http, response);
  mcp_json_writer_name (writer, "cache");
  mcp_json_writer_raw (writer, "{}", -1);
  g_autofree char *title = g_strjoin (" ", exchange->method, exchange->name, NULL);
  mcp_json_writer_member_string (writer, "comment", title);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
