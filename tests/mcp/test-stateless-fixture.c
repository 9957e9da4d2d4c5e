/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-stateless-fixture.h"
#include "test-requests.h"

#include <string.h>

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  TestStateless   *fixture = data;
  g_autofree char *result = NULL;

  if (g_strcmp0 (mcp_message_get_method (message), "server/discover") != 0)
    return fixture->serve (transport, message, exchange, fixture->user_data);
  result = g_strdup_printf ("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                            "\"capabilities\":%s,\"ttlMs\":0,\"cacheScope\":\"private\"}",
                            fixture->capabilities);
  test_memory_transport_answer (transport, message, exchange, result);
  return TRUE;
}

void
test_stateless_set_up (TestStateless           *fixture,
                       gboolean                 http,
                       McpClientCapabilityFlags declared,
                       const char              *capabilities,
                       TestServerFunc           func,
                       gpointer                 user_data)
{
  g_autoptr (McpClientCapabilities) offer = mcp_client_capabilities_new (declared);

  memset (fixture, 0, sizeof *fixture);
  fixture->capabilities = capabilities;
  fixture->serve = func;
  fixture->user_data = user_data;
  mcp_client_capabilities_set_extension (offer, "io.modelcontextprotocol/tasks", "{}");
  fixture->transport = test_memory_transport_new (http, serve, fixture);
  fixture->client = test_client_new (MCP_TRANSPORT (fixture->transport));
  fixture->schema_tap = schema_tap_attach (mcp_client_get_tap (fixture->client));
  mcp_client_get_options (fixture->client)->era = MCP_ERA_CHOICE_MODERN;
  mcp_client_set_capabilities (fixture->client, offer);
}

void
test_stateless_open (TestStateless *fixture)
{
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_client_open_async (fixture->client, NULL, test_answer_take, &opened);
  result = test_answer_wait (&opened);
  mcp_client_open_finish (fixture->client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (mcp_client_get_era (fixture->client), ==, MCP_ERA_MODERN);
}

void
test_stateless_close (TestStateless *fixture)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (fixture->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (fixture->client, result, NULL));
}

void
test_stateless_tear_down (TestStateless *fixture)
{
  test_run_ready ();
  g_clear_pointer (&fixture->schema_tap, schema_tap_detach);
  test_assert_finalizes (fixture->client);
  test_run_ready ();
  test_assert_finalizes (fixture->transport);
}

void
test_stateless_refuse (TestStateless *fixture, McpMessage *message, guint64 exchange, int code)
{
  test_memory_transport_say_format (
      fixture->transport, exchange,
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"no\"}}",
      mcp_request_id_get_text (mcp_message_get_id (message)), code);
}
