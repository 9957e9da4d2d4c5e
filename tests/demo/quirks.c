/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "quirks.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *description;
  const char *method; /* (nullable): whose result @json is */
  const char *kind;   /* (nullable): of the list that gets @json as one more item */
  const char *json;
} Quirk;

#define STARSHIP                                                                                   \
  "\"uri\":\"product://starship/ftl-2000\",\"name\":\"FTL-2000\",\"title\":\"FTL-2000 Starship\"," \
  "\"mimeType\":\"application/json\""

static const Quirk quirks[N_QUIRKS] = {
  { "bare-mapping", "a tool's result without content: an object of its own", "tools/call", NULL,
    "{\"mappings\":{\"properties\":{\"text\":{\"type\":\"text\"}}},\"settings\":{\"index\":{"
    "\"number_of_replicas\":\"1\"}}}" },
  { "bare-status", "the same with other members", "tools/call", NULL,
    "{\"status\":\"ok\",\"issues\":[]}" },
  { "bare-output", "structured output that is the result itself", "tools/call", NULL,
    "{\"differences\":[{\"path\":\"specs.range\",\"left\":\"Andromeda\",\"right\":"
    "\"Galaxy-wide\"}]}" },
  { "prompt-string", "a prompt's message whose content is a string", "prompts/get", NULL,
    "{\"messages\":[{\"role\":\"user\",\"content\":\"Write an energetic pitch\"}]}" },
  { "prompt-array", "a prompt's message whose content is an array", "prompts/get", NULL,
    "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
    "{\"type\":\"text\",\"text\":\"b\"}]}]}" },
  { "contents-name", "contents of a resource with name and title", "resources/read", NULL,
    "{\"contents\":[{" STARSHIP ",\"text\":\"{ \\\"id\\\": \\\"ftl-2000\\\" }\"}]}" },
  { "resource-schema", "a resource with a schema", NULL, "resources",
    "{" STARSHIP ",\"schema\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"}},"
    "\"required\":[\"id\"]}}" },
  { "schema-without-properties", "a tool whose schema says nothing of its one argument", NULL,
    "tools",
    "{\"name\":\"poc_tool\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"parameters\":{"
    "\"type\":\"object\",\"question\":{\"type\":\"string\"}}}}}" },
  { "schema-empty", "a tool whose schema is an empty object", NULL, "tools",
    "{\"name\":\"T\",\"inputSchema\":{}}" },
  { "schema-any-values", "a tool with properties of any value", NULL, "tools",
    "{\"name\":\"compareProducts\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"left\":{"
    "\"type\":\"object\"},\"right\":{\"type\":\"object\"}},\"required\":[\"left\",\"right\"]},"
    "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"differences\":{\"type\":\"array\","
    "\"items\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"left\":{},"
    "\"right\":{}},\"required\":[\"path\",\"left\",\"right\"]}}},"
    "\"required\":[\"differences\"]}}" },
  { "error-id-null", "HTTP 200 with an error whose id is null" },
  { "error-500", "HTTP 500 with an error that is no JSON-RPC" },
  { "get-405", "HTTP 405 without a body for a GET" },
  { "sse-endpoint", "--sse: the endpoint event without a space, relative to another path" },
  { "sse-text", "--sse: a message event whose data is no JSON" },
};

static guint wanted; /* a bit for each DemoQuirk */

gboolean
quirks_add (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (g_strcmp0 (quirks[i].name, name) == 0)
      {
        wanted |= 1u << i;
        return TRUE;
      }

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is no quirk", name);
  return FALSE;
}

gboolean
quirks_has (DemoQuirk quirk)
{
  return (wanted >> quirk & 1) != 0;
}

char *
quirks_describe (void)
{
  GString *text = g_string_new ("Quirks of real servers:\n");

  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    g_string_append_printf (text, "  %-26s %s\n", quirks[i].name, quirks[i].description);
  return g_string_free (text, FALSE);
}

gboolean
quirks_answer (AppDemoRequest *request)
{
  const char *method = request->method;

  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (quirks_has (i) && g_strcmp0 (quirks[i].method, method) == 0)
      {
        app_demo_request_answer (request, quirks[i].json);
        return TRUE;
      }
  return FALSE;
}

void
quirks_write_items (const char *kind, McpJsonWriter *writer)
{
  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    if (quirks_has (i) && g_strcmp0 (quirks[i].kind, kind) == 0)
      mcp_json_writer_raw (writer, quirks[i].json, -1);
}

static void
answer (SoupServerMessage *message, guint status, const char *body)
{
  soup_server_message_set_status (message, status, NULL);
  if (body != NULL)
    soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, body,
                                      strlen (body));
}

gboolean
quirks_answer_http (SoupServerMessage *message, const char *method)
{
  gboolean gets = strcmp (soup_server_message_get_method (message), SOUP_METHOD_GET) == 0;

  if (gets && quirks_has (QUIRK_GET_405))
    answer (message, 405, NULL);
  else if (g_strcmp0 (method, "tools/call") == 0 &&
           quirks_has (QUIRK_ERROR_ID_NULL))
    answer (message, 200,
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"Internal "
            "server error: x\"}}");
  else if (method != NULL && quirks_has (QUIRK_ERROR_500))
    answer (message, 500,
            "{\"error\":{\"root_cause\":[{\"type\":\"exception\",\"reason\":\"...\"}],\"type\":"
            "\"exception\",\"reason\":\"...\"},\"status\":500}");
  else
    return FALSE;
  return TRUE;
}

/* As some servers write it: no space, and relative to another path. */
char *
quirks_begin_events (const char *origin, const char *session)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (quirks_has (QUIRK_SSE_ENDPOINT))
    g_string_append_printf (text, "event: endpoint\ndata:/sse/message?sessionId=%s\n\n", session);
  else if (quirks_has (QUIRK_SSE_TEXT))
    g_string_append_printf (text, "event: endpoint\ndata: /messages?sessionId=%s\n\n", session);
  if (quirks_has (QUIRK_SSE_TEXT))
    g_string_append (text, "event: message\ndata:initialized successfully\n\n");
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
