/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls, lists, and the end of a session. */

#include "mcp-tests.h"
#include "mcp-pager.h"
#include "test-client-fixture.h"
#include "test-requests.h"
#include "test-time.h"

#include <string.h>

static void
test_call (gconstpointer http)
{
  TestClient fixture;
  g_autoptr (McpResult) plain = NULL;
  g_autoptr (McpResult) none = NULL;
  g_autoptr (McpResult) failed = NULL;
  g_autoptr (McpResult) large = NULL;
  g_autoptr (McpResult) invalid = NULL;
  g_autoptr (McpResult) array = NULL;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, GPOINTER_TO_INT (http));
  test_client_open_or_fail (&fixture);

  /* Numbers, escapes and members go over the wire as they were typed. */
  plain = test_client_call (&fixture, "echo", "{\"n\":18446744073709551616,\"d\":1.10,\"n\":2}", NULL, NULL);
  test_client_assert_text (plain, "{\"n\":18446744073709551616,\"d\":1.10,\"n\":2}");
  g_assert_false (plain->is_error);
  none = test_client_call (&fixture, "echo", NULL, NULL, NULL);
  test_client_assert_text (none, "{}");
  test_memory_transport_allow_anything (fixture.transport);
  schema_tap_allow_anything (fixture.schema_tap);
  array = test_client_call (&fixture, "echo", "[1]", NULL, NULL);
  test_client_assert_text (array, "[1]");
  failed = test_client_call (&fixture, "fail", "{}", NULL, NULL);
  g_assert_true (failed->is_error);
  large = test_client_call (&fixture, "large", "{}", NULL, NULL);
  g_assert_cmpuint (mcp_response_get_size (large->response), >,
                    1024 * 1024);
  test_client_close (&fixture);
  invalid = test_client_call (&fixture, "echo", "{}", NULL, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  test_client_tear_down (&fixture);
}

static void
test_call_deadline (void)
{
  TestClient        fixture;
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, FALSE);
  test_client_open_or_fail (&fixture);
  options.deadline_ms = 20;
  result = test_client_call (&fixture, "hang", NULL, &options, &error);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (mcp_client_get_state (fixture.client), ==, MCP_CLIENT_READY);
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

static void
test_read_and_prompt (void)
{
  TestClient fixture;
  TestAnswer waiting = { 0 };
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GAsyncResult) third = NULL;
  g_autoptr (McpResult) read = NULL;
  g_autoptr (McpResult) prompt = NULL;
  g_autoptr (GBytes) arguments = g_bytes_new_static ("{\"a\":\"b\"}", 9);

  test_client_set_up (&fixture, TRUE);
  test_client_open_or_fail (&fixture);
  test_read_resource_async (fixture.client, "a:\"b", NULL, NULL, test_answer_take, &waiting);
  first = test_answer_wait (&waiting);
  read = mcp_client_call_finish (fixture.client, first, NULL);
  g_assert_cmpuint (read->parts->len, ==, 1);
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_get_member (
          mcp_message_get_params (test_memory_transport_get_sent (fixture.transport, -1)), "uri"),
      "a:\"b"));

  test_get_prompt_async (fixture.client, "p", arguments, NULL, NULL, test_answer_take,
                         &waiting);
  second = test_answer_wait (&waiting);
  prompt = mcp_client_call_finish (fixture.client, second, NULL);
  g_assert_cmpuint (prompt->parts->len, ==, 1);

  mcp_client_ping_async (fixture.client, NULL, test_answer_take, &waiting);
  third = test_answer_wait (&waiting);
  g_assert_cmpint (mcp_client_ping_finish (fixture.client, third, NULL), >=, 0);
  g_clear_object (&first);
  g_clear_object (&second);
  g_clear_object (&third);
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

static void
on_page (GPtrArray *definitions, guint first, gpointer user_data)
{
  GString *pages = user_data;

  g_string_append_printf (pages, "%u-%u ", first, definitions->len);
}

static void
test_list (void)
{
  TestClient fixture;
  TestAnswer waiting = { 0 };
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (McpListing) listing = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) pages = g_string_new (NULL);

  test_client_set_up (&fixture, TRUE);
  test_client_open_or_fail (&fixture);
  mcp_client_list_async (fixture.client, MCP_DEFINITION_TOOL, NULL, on_page, pages, NULL,
                         test_answer_take, &waiting);
  first = test_answer_wait (&waiting);
  listing = mcp_client_list_finish (fixture.client, first, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (listing->definitions->len, ==, 3);
  g_assert_cmpuint (listing->n_pages, ==, 3);
  g_assert_cmpint (listing->flags, ==, MCP_LISTING_COMPLETE);
  g_assert_cmpstr (pages->str, ==, "0-1 1-2 2-3 ");

  mcp_client_list_async (fixture.client, MCP_DEFINITION_PROMPT, NULL, NULL, NULL, NULL, test_answer_take,
                         &waiting);
  second = test_answer_wait (&waiting);
  g_assert_null (mcp_client_list_finish (fixture.client, second, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  g_clear_object (&first);
  g_clear_object (&second);
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

static void
test_list_changed (void)
{
  TestClient fixture;

  test_client_set_up (&fixture, FALSE);
  test_client_open_or_fail (&fixture);
  test_time_skip (250);
  g_assert_cmpuint (fixture.n_changes[MCP_DEFINITION_TOOL], ==, 1);
  for (guint i = 0; i < 7; i++)
    test_memory_transport_say (fixture.transport, 0,
                               "{\"jsonrpc\":\"2.0\",\"method\":"
                               "\"notifications/resources/list_changed\"}");
  test_time_skip (250);
  g_assert_cmpuint (fixture.n_changes[MCP_DEFINITION_TOOL], ==, 1);
  g_assert_cmpuint (fixture.n_changes[MCP_DEFINITION_RESOURCE], ==, 1);
  g_assert_cmpuint (fixture.n_changes[MCP_DEFINITION_RESOURCE_TEMPLATE], ==, 1);
  g_assert_cmpuint (fixture.n_changes[MCP_DEFINITION_PROMPT], ==, 0);
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

static void
test_lost (void)
{
  TestClient fixture;
  TestAnswer called = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, FALSE);
  test_client_open_or_fail (&fixture);
  test_call_tool_async (fixture.client, "hang", NULL, NULL, NULL, test_answer_take, &called);
  test_run_ready ();
  test_memory_transport_die (fixture.transport,
                             mcp_error_new (MCP_ERROR_PROCESS_EXITED, "It ended"));
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (fixture.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_cmpuint (fixture.n_lost, ==, 1);
  g_assert_error (mcp_client_get_error (fixture.client), MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_nonnull (mcp_client_get_server_info (fixture.client));
  g_clear_object (&result);
  test_client_close (&fixture);
  g_assert_cmpint (mcp_client_get_state (fixture.client), ==, MCP_CLIENT_LOST);
  test_client_tear_down (&fixture);
}

/* Kinds of requests, and whether they are sent again in the session that takes the place of one that
 * the server no longer knows. */
static const struct
{
  const char *method;
  const char *params;
  gboolean    repeatable;
  gboolean    again;
} EXPIRED[] = {
  { "tools/call", "{\"name\":\"x\"}", FALSE, FALSE },
  { "tools/call", "{\"name\":\"x\"}", TRUE, TRUE },
  { "tools/list", NULL, FALSE, TRUE },
  { "resources/list", NULL, FALSE, TRUE },
  { "resources/templates/list", NULL, FALSE, TRUE },
  { "prompts/list", NULL, FALSE, TRUE },
  { "resources/read", "{\"uri\":\"a\"}", FALSE, TRUE },
  { "prompts/get", "{\"name\":\"p\"}", FALSE, TRUE },
  { "completion/complete",
    "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"a\",\"value\":\"\"}}", FALSE, TRUE },
  { "ping", NULL, FALSE, TRUE },
  { "logging/setLevel", "{\"level\":\"info\"}", FALSE, FALSE },
  { "resources/subscribe", "{\"uri\":\"a\"}", FALSE, FALSE },
};

typedef struct
{
  TestClient  client;
  const char *method; /* whose requests the server refuses */
  guint       n_refusals;
  guint       n_sent;
  guint       n_sessions;
} Expiring;

static gboolean
serve_expired (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Expiring   *self = data;
  const char *method = mcp_message_get_method (message);

  self->n_sessions += g_strcmp0 (method, "initialize") == 0 ? 1 : 0;
  if (method == NULL || g_strcmp0 (method, self->method) != 0)
    return test_client_serve (transport, message, exchange, &self->client);
  if (self->n_sent++ >= self->n_refusals)
    {
      test_memory_transport_answer (transport, message, exchange, "{}");
      return TRUE;
    }
  test_memory_transport_end (transport, exchange,
                             mcp_error_new (MCP_ERROR_SESSION_EXPIRED, "404"));
  return FALSE;
}

static void
run_expired (guint row, guint n_refusals)
{
  Expiring    self = { .n_refusals = n_refusals };
  TestClient *fixture = &self.client;
  TestAnswer  answer = { 0 };
  g_autoptr (McpRequest) request = mcp_request_new (EXPIRED[row].method);
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean served = EXPIRED[row].again && n_refusals == 1;

  test_client_set_up (fixture, TRUE);
  g_clear_object (&fixture->client);
  test_run_ready ();
  g_clear_object (&fixture->transport);
  fixture->transport = test_memory_transport_new (TRUE, serve_expired, &self);
  fixture->client = test_client_new (MCP_TRANSPORT (fixture->transport));
  g_signal_connect (fixture->client, "lost", G_CALLBACK (test_client_on_lost), fixture);
  test_client_open_or_fail (fixture);
  self.method = EXPIRED[row].method;
  mcp_request_get_options (request)->repeatable = EXPIRED[row].repeatable;
  if (EXPIRED[row].params != NULL)
    {
      g_autoptr (GBytes) params = g_bytes_new_static (EXPIRED[row].params, strlen (EXPIRED[row].params));

      mcp_request_set_params (request, params);
    }
  mcp_client_send_async (fixture->client, request, NULL, test_answer_take, &answer);
  result = test_answer_wait (&answer);
  response = mcp_client_send_finish (fixture->client, result, &error);

  g_test_message ("%s, refused %u times: %u sent, %u sessions, %s", EXPIRED[row].method, n_refusals, self.n_sent,
                  self.n_sessions, error != NULL ? error->message : "served");
  g_assert_true ((response != NULL) == served);
  if (!served)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED);
      g_assert_true (mcp_error_get_details (error)->reopened);
    }
  g_assert_cmpuint (self.n_sent, ==, EXPIRED[row].again ? 2 : 1);
  g_assert_cmpuint (self.n_sessions, ==, served || !EXPIRED[row].again ? 2 : 3);
  g_assert_cmpuint (fixture->n_lost, ==, 0);
  g_assert_cmpint (mcp_client_get_state (fixture->client), ==, MCP_CLIENT_READY);
  g_clear_object (&result);
  test_client_close (fixture);
  test_client_tear_down (fixture);
}

static void
test_session_expired (void)
{
  for (guint row = 0; row < G_N_ELEMENTS (EXPIRED); row++)
    for (guint n_refusals = 1; n_refusals <= 2; n_refusals++)
      run_expired (row, n_refusals);
}

static void
test_close_with_calls (void)
{
  TestClient fixture;
  TestAnswer called = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, TRUE);
  test_client_open_or_fail (&fixture);
  test_call_tool_async (fixture.client, "hang", NULL, NULL, NULL, test_answer_take, &called);
  test_run_ready ();
  test_client_close (&fixture);
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (fixture.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_clear_object (&result);
  test_client_tear_down (&fixture);
}

static void
test_dropped (void)
{
  TestClient fixture;

  test_client_set_up (&fixture, FALSE);
  test_client_open_or_fail (&fixture);
  test_run_ready ();
  test_assert_finalizes (fixture.client);
  g_assert_cmpuint (test_memory_transport_get_n_closes (fixture.transport), ==, 1);
  test_run_ready ();
  test_assert_finalizes (fixture.transport);
}

static void
test_many_at_once (void)
{
  enum {
    N_CALLS = 200
  };
  TestClient fixture;
  TestAnswer called[N_CALLS];

  memset (called, 0, sizeof called);
  test_client_set_up (&fixture, TRUE);
  test_client_open_or_fail (&fixture);
  for (guint i = 0; i < N_CALLS; i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"i\":%u}", i);
      g_autoptr (GBytes) arguments = g_bytes_new (text, strlen (text));

      test_call_tool_async (fixture.client, "echo", arguments, NULL, NULL, test_answer_take,
                            &called[i]);
    }
  for (guint i = 0; i < N_CALLS; i++)
    {
      g_autoptr (GAsyncResult) result = test_answer_wait (&called[i]);
      g_autoptr (McpResult) answer =
          mcp_client_call_finish (fixture.client, result, NULL);
      g_autofree char *text = g_strdup_printf ("{\"i\":%u}", i);

      test_client_assert_text (answer, text);
    }
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

void
add_client_calls_tests (void)
{
  g_test_add_data_func ("/client/call/stream", GINT_TO_POINTER (FALSE), test_call);
  g_test_add_data_func ("/client/call/http", GINT_TO_POINTER (TRUE), test_call);
  g_test_add_func ("/client/call/deadline", test_call_deadline);
  g_test_add_func ("/client/call/many", test_many_at_once);
  g_test_add_func ("/client/read-and-prompt", test_read_and_prompt);
  g_test_add_func ("/client/list/pages", test_list);
  g_test_add_func ("/client/list/changed", test_list_changed);
  g_test_add_func ("/client/end/lost", test_lost);
  g_test_add_func ("/client/end/expired", test_session_expired);
  g_test_add_func ("/client/end/calls", test_close_with_calls);
  g_test_add_func ("/client/end/dropped", test_dropped);
}
