/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-client-fixture.h"
#include "test-requests.h"

#include <string.h>

#define GOOD_OPENING                                                                         \
  "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}}," \
  "\"serverInfo\":{\"name\":\"mem\",\"version\":\"1\"},\"instructions\":\"Do.\"}"

static void
serve_list (TestClient *fixture, McpMessage *message, guint64 exchange, const char *member)
{
  McpJsonValue     cursor = mcp_json_value_get_member (mcp_message_get_params (message), "cursor");
  g_autofree char *text = mcp_json_value_dup_text (cursor);
  g_autofree char *result = NULL;

  fixture->n_lists++;
  if (text == NULL)
    result = g_strdup_printf ("{\"%s\":[{\"name\":\"a\"}],\"nextCursor\":\"\"}", member);
  else if (g_str_equal (text, "\"\""))
    result = g_strdup_printf ("{\"%s\":[{\"name\":\"b\"}],\"nextCursor\":\"\\u0000\\/\"}", member);
  else if (g_str_equal (text, "\"\\u0000\\/\""))
    result = g_strdup_printf ("{\"%s\":[{\"name\":\"c\"}],\"nextCursor\":null}", member);
  else
    g_assert_not_reached ();
  test_memory_transport_answer (fixture->transport, message, exchange, result);
}

static gboolean
serve_call (TestClient *fixture, McpMessage *message, guint64 exchange)
{
  McpJsonValue     params = mcp_message_get_params (message);
  g_autofree char *name = mcp_json_value_dup_member_string (params, "name");
  g_autofree char *arguments =
      mcp_json_value_dup_text (mcp_json_value_get_member (params, "arguments"));
  g_autofree char *result = NULL;
  g_autofree char *quoted = NULL;

  if (g_str_equal (name, "hang"))
    return FALSE;
  if (g_str_equal (name, "large"))
    {
      g_autofree char *padding = g_strnfill (1024 * 1024, 'x');

      result = g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}", padding);
    }
  else
    {
      quoted = g_strescape (arguments, NULL);
      result = g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],"
                                "\"isError\":%s}",
                                quoted, g_str_equal (name, "fail") ? "true" : "false");
    }
  test_memory_transport_answer (fixture->transport, message, exchange, result);
  return TRUE;
}

static void
serve_opening (TestClient *fixture, McpMessage *message, guint64 exchange)
{
  if (fixture->refusal != NULL && fixture->n_refusals > 0)
    {
      fixture->n_refusals--;
      test_memory_transport_say_format (
          fixture->transport, exchange, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":%s}",
          mcp_request_id_get_text (mcp_message_get_id (message)), fixture->refusal);
      return;
    }
  /* As server-everything does: much is said before the answer. */
  for (guint i = 0; i < 6; i++)
    test_memory_transport_say (fixture->transport, exchange,
                               "{\"jsonrpc\":\"2.0\",\"method\":"
                               "\"notifications/tools/list_changed\"}");
  test_memory_transport_say (fixture->transport, exchange,
                             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}");
  test_memory_transport_answer (fixture->transport, message, exchange,
                                fixture->opening != NULL ? fixture->opening : GOOD_OPENING);
}

gboolean
test_client_serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  TestClient *fixture = data;
  const char *method = mcp_message_get_method (message);

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return TRUE;
  if (fixture->silent)
    return FALSE;
  if (g_str_equal (method, "initialize"))
    serve_opening (fixture, message, exchange);
  else if (g_str_equal (method, "tools/list"))
    serve_list (fixture, message, exchange, "tools");
  else if (g_str_equal (method, "tools/call"))
    return serve_call (fixture, message, exchange);
  else if (g_str_equal (method, "resources/read"))
    test_memory_transport_answer (transport, message, exchange,
                                  "{\"contents\":[{\"uri\":\"a:b\",\"text\":\"t\"}]}");
  else if (g_str_equal (method, "prompts/get"))
    test_memory_transport_answer (transport, message, exchange,
                                  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":"
                                  "\"text\",\"text\":\"t\"}}]}");
  else if (g_str_equal (method, "ping"))
    test_memory_transport_answer (transport, message, exchange, "{}");
  else
    test_memory_transport_say_format (
        transport, exchange,
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
        mcp_request_id_get_text (mcp_message_get_id (message)));
  return TRUE;
}

void
test_client_on_lost (McpClient *client, GError *error, TestClient *fixture)
{
  g_assert_nonnull (error);
  g_assert_cmpint (mcp_client_get_state (client), ==, MCP_CLIENT_LOST);
  fixture->n_lost++;
}

static void
on_list_changed (McpClient *client, int kind, TestClient *fixture)
{
  fixture->n_changes[kind]++;
}

void
test_client_set_up (TestClient *fixture, gboolean http)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->transport = test_memory_transport_new (http, test_client_serve, fixture);
  fixture->client = test_client_new (MCP_TRANSPORT (fixture->transport));
  fixture->schema_tap = schema_tap_attach (mcp_client_get_tap (fixture->client));
  mcp_client_set_implementation (fixture->client, "test", "A test", "0.1");
  mcp_client_get_options (fixture->client)->era = MCP_ERA_CHOICE_LEGACY;
  g_signal_connect (fixture->client, "lost", G_CALLBACK (test_client_on_lost), fixture);
  g_signal_connect (fixture->client, "list-changed", G_CALLBACK (on_list_changed), fixture);
}

gboolean
test_client_open (TestClient *fixture, GError **error)
{
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_open_async (fixture->client, NULL, test_answer_take, &opened);
  g_assert_cmpint (mcp_client_get_state (fixture->client), ==, MCP_CLIENT_CONNECTING);
  result = test_answer_wait (&opened);
  return mcp_client_open_finish (fixture->client, result, error);
}

void
test_client_open_or_fail (TestClient *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (test_client_open (fixture, &error));
  g_assert_no_error (error);
  g_assert_cmpint (mcp_client_get_state (fixture->client), ==, MCP_CLIENT_READY);
}

void
test_client_close (TestClient *fixture)
{
  TestAnswer closed = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (fixture->client, NULL, test_answer_take, &closed);
  result = test_answer_wait (&closed);
  g_assert_true (mcp_client_close_finish (fixture->client, result, NULL));
}

void
test_client_tear_down (TestClient *fixture)
{
  test_run_ready ();
  g_clear_pointer (&fixture->schema_tap, schema_tap_detach);
  test_assert_finalizes (fixture->client);
  test_run_ready ();
  test_assert_finalizes (fixture->transport);
}

McpResult *
test_client_call (TestClient              *fixture,
                  const char              *name,
                  const char              *arguments,
                  const McpRequestOptions *options,
                  GError                 **error)
{
  TestAnswer called = { 0 };
  g_autoptr (GBytes) bytes = arguments != NULL ? g_bytes_new (arguments, strlen (arguments)) : NULL;
  g_autoptr (GAsyncResult) result = NULL;

  test_call_tool_async (fixture->client, name, bytes, options, NULL, test_answer_take,
                        &called);
  result = test_answer_wait (&called);
  return mcp_client_call_finish (fixture->client, result, error);
}

void
test_client_assert_text (McpResult *result, const char *expected)
{
  GPtrArray       *contents = result->parts;
  g_autofree char *text = NULL;

  g_assert_cmpuint (contents->len, >=, 1);
  text = mcp_json_value_dup_string (((McpContent *)contents->pdata[0])->text, NULL);
  g_assert_cmpstr (text, ==, expected);
}
