/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Completion and logging through the client, in both eras. */

#include "mcp-tests.h"
#include "mcp-client-completion.h"
#include "mcp-client-logging.h"
#include "test-client-fixture.h"
#include "test-stateless-fixture.h"
#include "test-requests.h"

#include <string.h>

typedef struct
{
  TestClient    client;
  TestStateless stateless;
  gboolean      unknown; /* completion/complete is answered with -32601 */
  gboolean      refuse;  /* logging/setLevel */
} Fixture;

static gboolean
serve_features (Fixture *fixture, TestMemoryTransport *transport, McpMessage *message, guint64 exchange)
{
  const char *method = mcp_message_get_method (message);
  gboolean    completes = g_str_equal (method, "completion/complete");

  if ((completes && fixture->unknown) || (!completes && fixture->refuse))
    test_memory_transport_say_format (
        transport, exchange, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"no\"}}",
        mcp_request_id_get_text (mcp_message_get_id (message)), completes ? -32601 : -32602);
  else
    test_memory_transport_answer (transport, message, exchange,
                                  completes ? "{\"completion\":{\"values\":[\"ab\"],\"total\":1}}"
                                            : "{}");
  return TRUE;
}

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Fixture    *fixture = data;
  const char *method = mcp_message_get_method (message);

  if (g_strcmp0 (method, "completion/complete") == 0 ||
      g_strcmp0 (method, "logging/setLevel") == 0)
    return serve_features (fixture, transport, message, exchange);
  if (g_strcmp0 (method, "x/y") == 0)
    {
      test_memory_transport_answer (transport, message, exchange, "{}");
      return TRUE;
    }
  return test_client_serve (transport, message, exchange, &fixture->client);
}

static void
set_up (Fixture *fixture, const char *opening)
{
  TestClient *client = &fixture->client;

  memset (fixture, 0, sizeof *fixture);
  client->opening = opening;
  client->transport = test_memory_transport_new (FALSE, serve, fixture);
  client->client = test_client_new (MCP_TRANSPORT (client->transport));
  client->schema_tap = schema_tap_attach (mcp_client_get_tap (client->client));
  mcp_client_get_options (client->client)->era = MCP_ERA_CHOICE_LEGACY;
  test_client_open_or_fail (client);
}

static void
tear_down (Fixture *fixture)
{
  test_client_close (&fixture->client);
  test_client_tear_down (&fixture->client);
}

static McpResult *
complete (McpClient *client, McpCompletionTarget target, const char *context, GError **error)
{
  TestAnswer completed = { 0 };
  g_autoptr (GBytes) bytes = context != NULL ? g_bytes_new (context, strlen (context)) : NULL;
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_complete_async (client, target, "n\"", "arg", "a", bytes, NULL, test_answer_take,
                             &completed);
  result = test_answer_wait (&completed);
  return mcp_client_complete_finish (client, result, error);
}

static void
assert_params (TestMemoryTransport *transport, const char *expected)
{
  g_autofree char *text = mcp_json_value_dup_text (
      mcp_message_get_params (test_memory_transport_find_sent (transport, "completion/complete")));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_completion (void)
{
  Fixture fixture;
  g_autoptr (McpResult) prompt = NULL;
  g_autoptr (McpResult) resource = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"completions\":{}},"
                    "\"serverInfo\":{}}");
  g_assert_true (mcp_client_offers_completion (fixture.client.client));
  prompt = complete (fixture.client.client, MCP_COMPLETE_PROMPT, "{\"b\":\"\\u0000\"}", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (prompt->values[0], ==, "ab");
  assert_params (fixture.client.transport,
                 "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"n\\\"\"},\"argument\":{\"name\":"
                 "\"arg\",\"value\":\"a\"},\"context\":{\"arguments\":{\"b\":\"\\u0000\"}}}");
  resource = complete (fixture.client.client, MCP_COMPLETE_RESOURCE, NULL, &error);
  g_assert_no_error (error);
  assert_params (fixture.client.transport,
                 "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"n\\\"\"},\"argument\":{\"name\":"
                 "\"arg\",\"value\":\"a\"}}");
  g_assert_null (complete (fixture.client.client, MCP_COMPLETE_PROMPT, "[1]", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  tear_down (&fixture);
}

static void
test_completion_not_offered (void)
{
  Fixture fixture;
  g_autoptr (McpResult) old = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture,
          "{\"protocolVersion\":\"2025-03-26\",\"capabilities\":{},\"serverInfo\":{}}");
  g_assert_null (complete (fixture.client.client, MCP_COMPLETE_PROMPT, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  g_assert_null (
      test_memory_transport_find_sent (fixture.client.transport, "completion/complete"));
  tear_down (&fixture);

  /* The first revision had no word for it: it is tried, without what came later. */
  g_clear_error (&error);
  set_up (&fixture,
          "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},\"serverInfo\":{}}");
  old = complete (fixture.client.client, MCP_COMPLETE_PROMPT, "{}", &error);
  g_assert_no_error (error);
  assert_params (fixture.client.transport,
                 "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"n\\\"\"},\"argument\":{\"name\":"
                 "\"arg\",\"value\":\"a\"}}");
  fixture.unknown = TRUE;
  g_assert_null (complete (fixture.client.client, MCP_COMPLETE_PROMPT, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  tear_down (&fixture);
}

static gboolean
set_level (McpClient *client, McpLogLevel level, GError **error)
{
  TestAnswer set = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_set_log_level_async (client, level, NULL, test_answer_take, &set);
  result = test_answer_wait (&set);
  return mcp_client_set_log_level_finish (client, result, error);
}

static void
on_notification (McpClient *client, McpMessage *message, McpLogMessage **log)
{
  g_clear_pointer (log, mcp_log_message_free);
  *log = mcp_log_message_read (message);
}

static void
test_logging (void)
{
  Fixture          fixture;
  McpMessage      *sent;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpLogMessage) log = NULL;

  set_up (&fixture, "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"logging\":{}},"
                    "\"serverInfo\":{}}");
  g_signal_connect (fixture.client.client, "notification", G_CALLBACK (on_notification), &log);
  g_assert_true (set_level (fixture.client.client, MCP_LOG_NOTICE, &error));
  g_assert_no_error (error);
  sent = test_memory_transport_find_sent (fixture.client.transport, "logging/setLevel");
  text = mcp_json_value_dup_text (mcp_message_get_params (sent));
  g_assert_cmpstr (text, ==, "{\"level\":\"notice\"}");
  fixture.refuse = TRUE;
  g_assert_false (set_level (fixture.client.client, MCP_LOG_DEBUG, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_RESPONSE);

  test_memory_transport_say (fixture.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                             "{\"level\":\"info\",\"data\":[1]}}");
  test_run_ready ();
  g_assert_cmpint (log->level, ==, MCP_LOG_INFO);
  test_memory_transport_say (fixture.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/other\"}");
  test_run_ready ();
  g_assert_null (log);
  tear_down (&fixture);

  g_clear_error (&error);
  set_up (&fixture,
          "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{}}");
  g_assert_false (set_level (fixture.client.client, MCP_LOG_DEBUG, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  tear_down (&fixture);
}

static gboolean
serve_stateless (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  test_memory_transport_answer (transport, message, exchange, "{\"resultType\":\"complete\"}");
  return TRUE;
}

static char *
dup_level (TestStateless *fixture)
{
  TestAnswer asked = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResponse) response = NULL;
  McpJsonValue meta;

  test_request_async (fixture->client, "tools/list", NULL, NULL, NULL, test_answer_take,
                      &asked);
  result = test_answer_wait (&asked);
  response = mcp_client_send_finish (fixture->client, result, NULL);
  meta = mcp_json_value_get_member (
      mcp_message_get_params (test_memory_transport_get_sent (fixture->transport, -1)), "_meta");
  return mcp_json_value_dup_member_string (meta, "io.modelcontextprotocol/logLevel");
}

static void
test_logging_stateless (void)
{
  TestStateless    fixture;
  g_autofree char *before = NULL;
  g_autofree char *set = NULL;
  g_autofree char *after = NULL;

  test_stateless_set_up (&fixture, FALSE, MCP_CLIENT_NO_CAPABILITIES, "{\"logging\":{}}",
                         serve_stateless, NULL);
  test_stateless_open (&fixture);
  before = dup_level (&fixture);
  g_assert_null (before);
  g_assert_true (set_level (fixture.client, MCP_LOG_CRITICAL, NULL));
  set = dup_level (&fixture);
  g_assert_cmpstr (set, ==, "critical");
  g_assert_true (set_level (fixture.client, MCP_LOG_UNKNOWN, NULL));
  after = dup_level (&fixture);
  g_assert_null (after);
  test_stateless_close (&fixture);
  test_stateless_tear_down (&fixture);
}

void
add_client_features_tests (void)
{
  g_test_add_func ("/client/completion", test_completion);
  g_test_add_func ("/client/completion-not-offered", test_completion_not_offered);
  g_test_add_func ("/client/logging", test_logging);
  g_test_add_func ("/client/logging-stateless", test_logging_stateless);
}
