/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests of ours: pairing, deadlines, cancelling, progress. */

#include "mcp-tests.h"
#include "test-rpc-fixture.h"

#include <math.h>
#include <string.h>

static void
test_answer (gconstpointer http)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (McpResponse) response = NULL;
  McpTapEntry *entry;

  test_rpc_set_up (&fixture, GPOINTER_TO_INT (http), test_rpc_serve_echo);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &waiting);
  g_assert_true (test_rpc_is_waiting (&fixture, 1));
  response = test_rpc_wait (&fixture, &waiting, NULL);

  g_assert_nonnull (response);
  g_assert_false (mcp_response_is_error (response));
  g_assert_true (mcp_json_value_get_member_boolean (mcp_response_get_result (response), "ok", FALSE));
  g_assert_cmpstr (mcp_response_get_method (response), ==, "tools/list");
  g_assert_cmpuint (mcp_response_get_size (response), ==,
                    strlen ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}"));
  g_assert_cmpint (mcp_response_get_started (response), >, 0);
  g_assert_cmpint (mcp_response_get_ended (response), >=, mcp_response_get_started (response));

  entry = test_rpc_last_entry (&fixture);
  g_assert_cmpuint (mcp_response_get_sequence (response), ==, entry->sequence);
  g_assert_cmpuint (mcp_response_get_request_sequence (response), ==, entry->question);
  g_assert_cmpuint (entry->question, ==, 1);
  g_assert_cmpint (entry->record->kind, ==, MCP_RECORD_RECEIVED);
  g_assert_cmpint (entry->latency, >=, 0);
  g_assert_cmpstr (entry->method, ==, "tools/list");
  g_assert_cmpint (entry->record->exchange != 0, ==, GPOINTER_TO_INT (http));
  if (GPOINTER_TO_INT (http))
    {
      McpTapEntry *started = g_ptr_array_index (fixture.entries, 1);

      g_assert_cmpint (started->record->kind, ==, MCP_RECORD_EXCHANGE_STARTED);
      g_assert_cmpuint (started->question, ==, 1);
    }
  test_rpc_tear_down (&fixture);
}

static gboolean
serve_error (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  test_memory_transport_say_format (transport, exchange,
                                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602}}",
                                    mcp_request_id_get_text (mcp_message_get_id (message)));
  return TRUE;
}

static void
test_error_is_answer (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (McpResponse) response = NULL;

  test_rpc_set_up (&fixture, FALSE, serve_error);
  test_rpc_ask (&fixture, "ping", NULL, NULL, &waiting);
  response = test_rpc_wait (&fixture, &waiting, NULL);
  g_assert_true (mcp_response_is_error (response));
  g_assert_cmpint (mcp_message_get_error_code (mcp_response_get_message (response)), ==, -32602);
  g_assert_false (mcp_json_value_exists (mcp_response_get_result (response)));
  test_rpc_tear_down (&fixture);
}

/* Answers in another order, to nobody, of the wrong type, twice. */
static void
test_strays (void)
{
  TestRpc    fixture;
  TestAnswer first, second;
  g_autoptr (McpResponse) one = NULL;
  g_autoptr (McpResponse) two = NULL;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &first);
  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &second);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}");
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"result\":{}}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":"
                             "\"whose?\"}}");
  test_memory_transport_say (fixture.transport, 0, "Listening on port 3000");
  test_run_ready ();
  g_assert_true (test_rpc_is_waiting (&fixture, 1));
  g_assert_true (test_rpc_is_waiting (&fixture, 2));
  for (guint i = 1; i <= 4; i++)
    {
      McpTapEntry *entry = g_ptr_array_index (fixture.entries, fixture.entries->len - 1 - i);

      g_assert_cmpint (entry->flags, ==, MCP_TAP_UNMATCHED);
      g_assert_cmpuint (entry->question, ==, 0);
      g_assert_cmpint (entry->latency, ==, -1);
    }
  g_assert_cmpint (test_rpc_last_entry (&fixture)->record->kind, ==, MCP_RECORD_MALFORMED);
  g_assert_nonnull (test_rpc_last_entry (&fixture)->record->note);
  g_assert_cmpuint (g_bytes_get_size (test_rpc_last_entry (&fixture)->record->text), ==,
                    strlen ("Listening on port 3000"));

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"n\":2}}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{\"n\":1}}");
  one = test_rpc_wait (&fixture, &first, NULL);
  two = test_rpc_wait (&fixture, &second, NULL);
  g_assert_cmpint (mcp_json_value_get_member_int64 (mcp_response_get_result (one), "n", 0), ==, 1);
  g_assert_cmpint (mcp_json_value_get_member_int64 (mcp_response_get_result (two), "n", 0), ==, 2);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  test_run_ready ();
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_DUPLICATE);
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, 2);
  test_rpc_tear_down (&fixture);
}

static void
test_id_null_to_the_only_one (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (McpResponse) response = NULL;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "ping", NULL, NULL, &waiting);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                             "\"message\":\"Internal server error: x\"}}");
  response = test_rpc_wait (&fixture, &waiting, NULL);
  g_assert_true (mcp_response_is_error (response));
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_BY_EXCHANGE);
  test_rpc_tear_down (&fixture);
}

static gboolean
serve_id_null (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  if (g_strcmp0 (mcp_message_get_method (message), "prompts/list") != 0)
    return mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST;
  test_memory_transport_say (transport, exchange,
                             "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad\"},"
                             "\"id\":null}");
  return TRUE;
}

static void
test_id_null_by_exchange (void)
{
  TestRpc    fixture;
  TestAnswer first, second;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GError) error = NULL;

  test_rpc_set_up (&fixture, TRUE, serve_id_null);
  test_rpc_ask (&fixture, "tools/list", NULL, cancellable, &first);
  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &second);
  response = test_rpc_wait (&fixture, &second, NULL);
  g_assert_true (mcp_response_is_error (response));
  g_assert_true (test_rpc_is_waiting (&fixture, 1));

  g_cancellable_cancel (cancellable);
  g_assert_null (test_rpc_wait (&fixture, &first, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  test_rpc_tear_down (&fixture);
}

static gboolean
serve_wrong (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  const char *method = mcp_message_get_method (message);

  if (g_str_equal (method, "tools/list"))
    test_memory_transport_say (transport, exchange, "<html>nope</html>");
  else if (g_str_equal (method, "prompts/list"))
    test_memory_transport_say (transport, exchange,
                               "{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":{}}");
  return TRUE;
}

static void
test_ended_without_answer (void)
{
  static const struct
  {
    const char *method;
    const char *says;
  } CASES[] = {
    { "tools/list", "not JSON" },
    { "prompts/list", "the id \"2\"; the request has the id 2" },
    { "resources/list", "The exchange ended without the answer" },
  };
  TestRpc fixture;

  test_rpc_set_up (&fixture, TRUE, serve_wrong);
  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestAnswer waiting;
      g_autoptr (GError) error = NULL;

      test_rpc_ask (&fixture, CASES[i].method, NULL, NULL, &waiting);
      g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, CASES[i].says));
    }
  test_rpc_tear_down (&fixture);
}

static gboolean
serve_failed_send (TestMemoryTransport *transport,
                   McpMessage          *message,
                   guint64              exchange,
                   gpointer             data)
{
  if (g_str_equal (mcp_message_get_method (message), "prompts/list"))
    serve_id_null (transport, message, exchange, data);
  test_memory_transport_end (transport, exchange,
                             mcp_error_new (MCP_ERROR_HTTP_STATUS, "400 Bad Request"));
  return FALSE;
}

/* A status that fails the send does not take away the answer that came before. */
static void
test_failed_send (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GError) error = NULL;

  test_rpc_set_up (&fixture, TRUE, serve_failed_send);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &waiting);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);

  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &waiting);
  response = test_rpc_wait (&fixture, &waiting, NULL);
  g_assert_true (mcp_response_is_error (response));
  test_rpc_tear_down (&fixture);
}

static void
test_deadline (gconstpointer http)
{
  TestRpc           fixture;
  TestAnswer        waiting;
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  McpMessage *cancelled;
  gint64      id;

  test_rpc_set_up (&fixture, GPOINTER_TO_INT (http), test_rpc_serve_nothing);
  options.deadline_ms = 30;
  test_rpc_ask (&fixture, "tools/list", &options, NULL, &waiting);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);

  test_run_ready ();
  cancelled = test_memory_transport_find_sent (fixture.transport, "notifications/cancelled");
  g_assert_nonnull (cancelled);
  id = mcp_json_value_get_member_int64 (mcp_message_get_params (cancelled), "requestId", 0);
  g_assert_cmpint (id, ==, 1);

  /* The answer comes all the same. */
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  test_run_ready ();
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_LATE);
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, 1);
  g_assert_cmpint (test_rpc_last_entry (&fixture)->latency, >=, 30000);
  if (GPOINTER_TO_INT (http))
    test_memory_transport_end (
        fixture.transport, ((McpTapEntry *)fixture.entries->pdata[1])->record->exchange, NULL);
  test_rpc_tear_down (&fixture);
}

/* Whoever waits in vain is told what came instead. */
static void
test_deadline_tells_what_came (void)
{
  static const struct
  {
    const char *text;
    const char *told;
  } cases[] = {
    { "[INFO] Listening on port 3000", "This is not JSON" },
    { "{\"content\":[]}", "no JSON-RPC message" },
    { "{\"id\":1,\"level\":\"info\"}", "no JSON-RPC message" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
      TestRpc           fixture;
      TestAnswer        waiting;
      g_autoptr (GError) error = NULL;

      test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
      options.deadline_ms = 0;
      options.total_ms = 50;
      test_rpc_ask (&fixture, "tools/list", &options, NULL, &waiting);
      test_memory_transport_say (fixture.transport, 0, cases[i].text);
      g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
      g_assert_nonnull (strstr (error->message, cases[i].told));
      test_rpc_tear_down (&fixture);
    }
}

/* It has the id, and is no answer: there is nothing more to wait for. */
static void
test_neither_result_nor_error (void)
{
  TestRpc    fixture;
  TestAnswer first, second;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = NULL;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &first);
  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &second);
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1}");
  g_assert_null (test_rpc_wait (&fixture, &first, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_assert_nonnull (strstr (error->message, "without method, result or error"));

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  response = test_rpc_wait (&fixture, &second, NULL);
  g_assert_nonnull (response);
  test_rpc_tear_down (&fixture);
}

static void
test_cancel (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint n;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "tools/list", NULL, cancellable, &waiting);
  test_run_ready ();
  g_cancellable_cancel (cancellable);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  test_run_ready ();
  g_assert_cmpuint (
      test_memory_transport_count_sent (fixture.transport, "notifications/cancelled"), ==, 1);

  /* Cancelled before it began: nothing is sent at all. */
  n = test_memory_transport_get_n_sent (fixture.transport);
  g_clear_error (&error);
  test_rpc_ask (&fixture, "ping", NULL, cancellable, &waiting);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, n);
  test_rpc_tear_down (&fixture);
}

static void
test_initialize_is_never_cancelled (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_memory_transport_allow_anything (fixture.transport);
  test_rpc_ask (&fixture, "initialize", NULL, cancellable, &waiting);
  test_run_ready ();
  g_cancellable_cancel (cancellable);
  g_assert_null (test_rpc_wait (&fixture, &waiting, NULL));
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 1);
  test_rpc_tear_down (&fixture);
}

/* What was taken back before it went out is not cancelled at the server. */
static void
test_cancel_unsent (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_memory_transport_stall (fixture.transport, TRUE);
  test_rpc_ask (&fixture, "tools/list", NULL, cancellable, &waiting);
  test_run_ready ();
  test_memory_transport_stall (fixture.transport, FALSE);
  g_cancellable_cancel (cancellable);
  g_assert_null (test_rpc_wait (&fixture, &waiting, NULL));
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 0);
  test_rpc_tear_down (&fixture);
}

typedef struct
{
  guint    n;
  double   last;
  double   total;
  gboolean increased;
  char    *message;
} Reports;

static void
on_progress (const McpProgress *progress, gpointer user_data)
{
  Reports *reports = user_data;

  reports->n++;
  reports->last = progress->progress;
  reports->total = progress->total;
  reports->increased = progress->increased;
  g_free (reports->message);
  reports->message = g_strdup (progress->message);
}

static void
say_progress (TestRpc *fixture, const char *token, const char *rest)
{
  test_memory_transport_say_format (fixture->transport, 0,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                                    "\"params\":{\"progressToken\":%s%s}}",
                                    token, rest);
  test_run_ready ();
}

static void
test_progress (void)
{
  TestRpc           fixture;
  TestAnswer        waiting;
  Reports           reports = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (McpResponse) response = NULL;
  McpJsonValue token;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  options.progress = on_progress;
  options.progress_data = &reports;
  test_rpc_ask (&fixture, "tools/list", &options, NULL, &waiting);
  test_run_ready ();
  token = mcp_json_value_resolve_pointer (
      mcp_message_get_value (test_memory_transport_get_sent (fixture.transport, 0)),
      "/params/_meta/progressToken");
  g_assert_true (mcp_json_value_exists (token));

  say_progress (&fixture, "1", ",\"progress\":0.5,\"total\":2,\"message\":\"half\"");
  g_assert_cmpuint (reports.n, ==, 1);
  g_assert_cmpfloat (reports.last, ==, 0.5);
  g_assert_cmpfloat (reports.total, ==, 2);
  g_assert_cmpstr (reports.message, ==, "half");
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, 1);
  g_assert_null (test_rpc_last_entry (&fixture)->findings);

  say_progress (&fixture, "1", ",\"progress\":0.25");
  g_assert_false (reports.increased);
  g_assert_true (mcp_finding_list_has (test_rpc_last_entry (&fixture)->findings,
                                       "progress-not-increasing"));
  g_assert_true (isnan (reports.total));
  say_progress (&fixture, "1", "");
  g_assert_true (isnan (reports.last));
  g_assert_cmpuint (reports.n, ==, 3);

  say_progress (&fixture, "\"1\"", ",\"progress\":9");
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_UNMATCHED);
  say_progress (&fixture, "{}", ",\"progress\":9");
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_UNMATCHED);
  g_assert_cmpuint (reports.n, ==, 3);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  response = test_rpc_wait (&fixture, &waiting, NULL);
  say_progress (&fixture, "1", ",\"progress\":3");
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_LATE);
  g_assert_cmpuint (reports.n, ==, 3);
  g_free (reports.message);
  test_rpc_tear_down (&fixture);
}

static gboolean
on_report_progress (gpointer user_data)
{
  test_memory_transport_say (user_data, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                             "\"params\":{\"progressToken\":1,\"progress\":1}}");
  return G_SOURCE_CONTINUE;
}

/* Progress keeps a request alive, but not for ever. */
static void
test_progress_extends (void)
{
  TestRpc           fixture;
  TestAnswer        waiting;
  Reports           reports = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  gint64 started = g_get_monotonic_time ();
  guint  source;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  options.progress = on_progress;
  options.progress_data = &reports;
  options.deadline_ms = 100;
  options.total_ms = 400;
  test_rpc_ask (&fixture, "tools/list", &options, NULL, &waiting);
  /* Before a deadline that is over in the same turn of a loop that was held up */
  source = g_timeout_add_full (G_PRIORITY_HIGH, 10, on_report_progress, fixture.transport, NULL);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_source_remove (source);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (g_get_monotonic_time () - started, >=, 390 * 1000);
  g_assert_cmpuint (reports.n, >, 3);
  g_free (reports.message);
  test_rpc_tear_down (&fixture);
}

void
add_rpc_requests_tests (void)
{
  g_test_add_data_func ("/rpc/peer/answer/stream", GINT_TO_POINTER (FALSE), test_answer);
  g_test_add_data_func ("/rpc/peer/answer/http", GINT_TO_POINTER (TRUE), test_answer);
  g_test_add_func ("/rpc/peer/error-is-answer", test_error_is_answer);
  g_test_add_func ("/rpc/peer/strays", test_strays);
  g_test_add_func ("/rpc/peer/id-null/only", test_id_null_to_the_only_one);
  g_test_add_func ("/rpc/peer/id-null/exchange", test_id_null_by_exchange);
  g_test_add_func ("/rpc/peer/ended-without-answer", test_ended_without_answer);
  g_test_add_func ("/rpc/peer/failed-send", test_failed_send);
  g_test_add_data_func ("/rpc/peer/deadline/stream", GINT_TO_POINTER (FALSE), test_deadline);
  g_test_add_data_func ("/rpc/peer/deadline/http", GINT_TO_POINTER (TRUE), test_deadline);
  g_test_add_func ("/rpc/peer/deadline/what-came", test_deadline_tells_what_came);
  g_test_add_func ("/rpc/peer/neither-result-nor-error", test_neither_result_nor_error);
  g_test_add_func ("/rpc/peer/cancel/sent", test_cancel);
  g_test_add_func ("/rpc/peer/cancel/initialize", test_initialize_is_never_cancelled);
  g_test_add_func ("/rpc/peer/cancel/unsent", test_cancel_unsent);
  g_test_add_func ("/rpc/peer/progress/reports", test_progress);
  g_test_add_func ("/rpc/peer/progress/extends", test_progress_extends);
}
