/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a client opens a session, or does not. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "test-client-fixture.h"

static void
test_open (gconstpointer http)
{
  TestClient     fixture;
  McpServerInfo *info;
  McpMessage    *sent;
  McpJsonValue   params;

  test_client_set_up (&fixture, GPOINTER_TO_INT (http));
  test_client_open_or_fail (&fixture);
  info = mcp_client_get_server_info (fixture.client);
  g_assert_cmpstr (mcp_server_info_get_display_name (info), ==, "mem");
  g_assert_cmpstr (mcp_server_info_get_protocol_version (info), ==, "2025-11-25");
  g_assert_cmpstr (test_memory_transport_get_version (fixture.transport), ==, "2025-11-25");
  g_assert_true (mcp_client_offers (fixture.client, MCP_DEFINITION_TOOL));
  g_assert_false (mcp_client_offers (fixture.client, MCP_DEFINITION_PROMPT));

  sent = test_memory_transport_get_sent (fixture.transport, 0);
  params = mcp_message_get_params (sent);
  g_assert_cmpstr (mcp_message_get_method (sent), ==, "initialize");
  g_assert_true (mcp_json_value_string_equals (mcp_json_value_get_member (params,
                                                                          "protocolVersion"),
                                               "2025-11-25"));
  g_assert_cmpuint (mcp_json_value_get_n_items (mcp_json_value_get_member (params, "capabilities")),
                    ==, 0);
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_resolve_pointer (params, "/clientInfo/title"), "A test"));
  g_assert_cmpuint (
      test_memory_transport_count_sent (fixture.transport, "notifications/initialized"), ==, 1);

  /* roots/list with the id 0 was refused, for we did not offer it. */
  sent = test_memory_transport_get_sent (fixture.transport, 1);
  g_assert_cmpint (mcp_message_get_error_code (sent), ==, MCP_RPC_METHOD_NOT_FOUND);
  g_assert_cmpstr (mcp_request_id_get_text (mcp_message_get_id (sent)), ==, "0");

  test_client_close (&fixture);
  g_assert_cmpint (mcp_client_get_state (fixture.client), ==, MCP_CLIENT_CLOSED);
  g_assert_cmpuint (test_memory_transport_get_n_closes (fixture.transport), ==, 1);
  g_assert_cmpuint (fixture.n_lost, ==, 0);
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

static void
test_versions (void)
{
  static const struct
  {
    const char *version;
    gboolean    good;
  } CASES[] = {
    { "\"2025-06-18\"", TRUE },
    { "\"2025-03-26\"", TRUE },
    { "\"2024-11-05\"", TRUE },
    { "\"2024-10-07\"", TRUE },
    { "\"2026-07-28\"", FALSE },
    { "\"1.0\"", FALSE },
    { "\"\"", FALSE },
    { "7", FALSE },
    { "null", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestClient       fixture;
      g_autofree char *opening =
          g_strdup_printf ("{\"protocolVersion\":%s,\"capabilities\":{},\"serverInfo\":{}}",
                           CASES[i].version);
      g_autoptr (GError) error = NULL;

      test_client_set_up (&fixture, FALSE);
      fixture.opening = opening;
      g_assert_cmpint (test_client_open (&fixture, &error), ==, CASES[i].good);
      if (!CASES[i].good)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_UNSUPPORTED_VERSION);
          g_assert_cmpint (mcp_client_get_state (fixture.client), ==, MCP_CLIENT_FAILED);
          g_assert_error (mcp_client_get_error (fixture.client), MCP_ERROR,
                          MCP_ERROR_UNSUPPORTED_VERSION);
          g_assert_cmpuint (test_memory_transport_get_n_closes (fixture.transport), ==, 1);
          g_assert_null (mcp_client_get_server_info (fixture.client));
        }
      else
        {
          test_client_close (&fixture);
        }
      test_client_tear_down (&fixture);
    }
}

static void
test_refusal (void)
{
  static const struct
  {
    const char *refusal;
    int         code;
  } CASES[] = {
    { "{\"code\":-32602,\"message\":\"Unsupported\",\"data\":{\"supported\":[\"2026-07-28\"]}}",
      MCP_ERROR_OTHER_ERA },
    { "{\"code\":-32602,\"message\":\"Unsupported\",\"data\":{\"supported\":[\"2031-01-01\"]}}",
      MCP_ERROR_UNSUPPORTED_VERSION },
    { "{\"code\":-32601,\"message\":\"Method not found\"}", MCP_ERROR_OTHER_ERA },
    { "{\"code\":-32600,\"message\":\"go away\"}", MCP_ERROR_RESPONSE },
    { "\"broken\"", MCP_ERROR_RESPONSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestClient fixture;
      g_autoptr (GError) error = NULL;

      test_client_set_up (&fixture, FALSE);
      fixture.refusal = CASES[i].refusal;
      fixture.n_refusals = 9;
      g_assert_false (test_client_open (&fixture, &error));
      g_assert_error (error, MCP_ERROR, CASES[i].code);
      g_assert_nonnull (mcp_error_get_details (error)->evidence);
      test_client_tear_down (&fixture);
    }
}

/* A server that names what it speaks is taken at its word, once. */
static void
test_refusal_with_offer (void)
{
  TestClient  fixture;
  McpMessage *sent;

  test_client_set_up (&fixture, FALSE);
  fixture.refusal = "{\"code\":-32602,\"message\":\"Unsupported\",\"data\":{\"supported\":"
                    "[\"1.0\",\"2024-11-05\",\"2025-03-26\"]}}";
  fixture.n_refusals = 1;
  fixture.opening = "{\"protocolVersion\":\"2025-03-26\",\"capabilities\":{},\"serverInfo\":{}}";
  test_client_open_or_fail (&fixture);
  sent = test_memory_transport_find_sent (fixture.transport, "initialize");
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_get_member (mcp_message_get_params (sent), "protocolVersion"), "2025-03-26"));
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

static void
test_open_deadline (gconstpointer during_transport)
{
  TestClient fixture;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, FALSE);
  mcp_client_get_options (fixture.client)->connect_ms = 30;
  mcp_client_get_options (fixture.client)->request_ms = 0;
  mcp_client_get_options (fixture.client)->total_ms = 0;
  fixture.silent = TRUE;
  if (GPOINTER_TO_INT (during_transport))
    test_memory_transport_break_opening (fixture.transport, NULL);
  g_assert_false (test_client_open (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (mcp_client_get_state (fixture.client), ==, MCP_CLIENT_FAILED);
  g_assert_null (
      test_memory_transport_find_sent (fixture.transport, "notifications/cancelled"));
  test_client_tear_down (&fixture);
}

static void
test_open_fails (void)
{
  TestClient fixture;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, FALSE);
  test_memory_transport_break_opening (
      fixture.transport, mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND, "No such program"));
  g_assert_false (test_client_open (&fixture, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_COMMAND_NOT_FOUND);
  test_client_close (&fixture);
  g_assert_cmpint (mcp_client_get_state (fixture.client), ==, MCP_CLIENT_FAILED);
  test_client_tear_down (&fixture);
}

static void
test_open_dies (void)
{
  TestClient fixture;
  TestAnswer opened = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GError *reason = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "It ended");

  mcp_error_get_details (reason)->evidence = g_strdup ("Cannot find module");
  test_client_set_up (&fixture, FALSE);
  fixture.silent = TRUE;
  mcp_client_open_async (fixture.client, NULL, test_answer_take, &opened);
  test_run_ready ();
  test_memory_transport_die (fixture.transport, reason);
  result = test_answer_wait (&opened);
  g_assert_false (mcp_client_open_finish (fixture.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==, "Cannot find module");
  g_assert_cmpuint (fixture.n_lost, ==, 0);
  g_clear_object (&result);
  test_client_tear_down (&fixture);
}

static void
test_open_cancelled (gconstpointer by_closing)
{
  TestClient fixture;
  TestAnswer opened = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, FALSE);
  fixture.silent = TRUE;
  mcp_client_open_async (fixture.client, cancellable, test_answer_take, &opened);
  test_run_ready ();
  if (GPOINTER_TO_INT (by_closing))
    test_client_close (&fixture);
  else
    g_cancellable_cancel (cancellable);
  result = test_answer_wait (&opened);
  g_assert_false (mcp_client_open_finish (fixture.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpint (mcp_client_get_state (fixture.client), ==,
                   GPOINTER_TO_INT (by_closing) ? MCP_CLIENT_CLOSED : MCP_CLIENT_FAILED);
  g_assert_cmpuint (test_memory_transport_get_n_closes (fixture.transport), ==, 1);
  g_clear_object (&result);
  test_client_tear_down (&fixture);
}

void
add_client_opening_tests (void)
{
  g_test_add_data_func ("/client/open/stream", GINT_TO_POINTER (FALSE), test_open);
  g_test_add_data_func ("/client/open/http", GINT_TO_POINTER (TRUE), test_open);
  g_test_add_func ("/client/open/versions", test_versions);
  g_test_add_func ("/client/open/refusal", test_refusal);
  g_test_add_func ("/client/open/refusal-with-offer", test_refusal_with_offer);
  g_test_add_data_func ("/client/open/deadline/transport", GINT_TO_POINTER (TRUE),
                        test_open_deadline);
  g_test_add_data_func ("/client/open/deadline/era", GINT_TO_POINTER (FALSE), test_open_deadline);
  g_test_add_func ("/client/open/fails", test_open_fails);
  g_test_add_func ("/client/open/dies", test_open_dies);
  g_test_add_data_func ("/client/open/cancelled", GINT_TO_POINTER (FALSE), test_open_cancelled);
  g_test_add_data_func ("/client/open/closed", GINT_TO_POINTER (TRUE), test_open_cancelled);
}
