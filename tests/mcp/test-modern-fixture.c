/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-modern-fixture.h"
#include "test-requests.h"

#include <string.h>

#define DISCOVERED                                                                                \
  "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"         \
  "{\"tools\":{\"listChanged\":true},\"resources\":{}},\"instructions\":\"Do.\",\"ttlMs\":60000," \
  "\"cacheScope\":\"private\",\"_meta\":{\"" TEST_META                                            \
  "serverInfo\":{\"name\":\"mem\",\"version\":\"2\"}}}"

static void
say_error (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, const char *error)
{
  test_memory_transport_say_format (transport, exchange, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":%s}",
                                    mcp_request_id_get_text (mcp_message_get_id (message)), error);
}

static gboolean
serve_discover (TestModern *self, TestMemoryTransport *transport, McpMessage *message, guint64 exchange)
{
  switch (self->manner)
    {
    case SILENT:
      return FALSE;
    case NO_DISCOVER:
      say_error (transport, message, exchange, "{\"code\":-32601,\"message\":\"Method not found\"}");
      return TRUE;
    case ANSWER:
    case STATUS_404:
    case ALL_404:
    default:
      break;
    }
  if (self->n_errors > 0)
    {
      self->n_errors--;
      say_error (transport, message, exchange, self->error);
    }
  else
    {
      test_memory_transport_answer (transport, message, exchange,
                                    self->discover != NULL ? self->discover : DISCOVERED);
    }
  return TRUE;
}

gboolean
test_modern_serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  TestModern *self = data;
  const char *method = mcp_message_get_method (message);

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return TRUE;
  if (self->manner == ALL_404 ||
      (self->manner == STATUS_404 && !g_str_equal (method, "initialize")))
    {
      GError *error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "The server answered “404”");

      mcp_error_get_details (error)->http_status = 404;
      test_memory_transport_end (transport, exchange, error);
      return FALSE;
    }
  if (g_str_equal (method, "server/discover"))
    return serve_discover (self, transport, message, exchange);
  if (g_str_has_prefix (method, "tools/") && self->n_errors > 0)
    {
      self->n_errors--;
      say_error (transport, message, exchange, self->error);
      return TRUE;
    }
  if (g_str_equal (method, "tools/call") && self->result != NULL)
    test_memory_transport_answer (transport, message, exchange, self->result);
  else if (g_str_equal (method, "tools/list") && self->tools != NULL)
    {
      self->client.n_lists++;
      test_memory_transport_answer (transport, message, exchange, self->tools);
    }
  else
    return test_client_serve (transport, message, exchange, &self->client);
  return TRUE;
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, TestModern *self)
{
  if (entry->record->kind == MCP_RECORD_NOTE)
    self->n_notes++;
  if (entry->flags & MCP_TAP_DROPPED)
    {
      g_assert_true (mcp_finding_list_has (entry->findings, "request-forbidden"));
      self->n_dropped++;
    }
}

void
test_modern_set_up (TestModern *self, gboolean http, McpEraChoice choice)
{
  TestClient *client = &self->client;

  memset (self, 0, sizeof *self);
  client->transport = test_memory_transport_new (http, test_modern_serve, self);
  client->client = test_client_new (MCP_TRANSPORT (client->transport));
  client->schema_tap = schema_tap_attach (mcp_client_get_tap (client->client));
  mcp_client_set_implementation (client->client, "test", "A test", "0.1");
  mcp_client_get_options (client->client)->era = choice;
  mcp_client_get_options (client->client)->probe_ms = 20;
  mcp_client_get_options (client->client)->http_probe_ms = 20;
  g_signal_connect (mcp_client_get_tap (client->client), "entry", G_CALLBACK (on_entry), self);
}

void
test_modern_tear_down (TestModern *self)
{
  test_client_close (&self->client);
  test_client_tear_down (&self->client);
}

McpJsonValue
test_modern_get_meta (TestModern *self, int index, const char *member)
{
  McpMessage      *message = test_memory_transport_get_sent (self->client.transport, index);
  g_autofree char *name = g_strconcat (TEST_META, member, NULL);

  return mcp_json_value_get_member (
      mcp_json_value_get_member (mcp_message_get_params (message), "_meta"), name);
}
