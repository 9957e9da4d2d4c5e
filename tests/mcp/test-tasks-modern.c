/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks of 2026-07-28: the extension io.modelcontextprotocol/tasks, and calls that need input, all
 * of it as the client does it by itself. */

#include "mcp-tests.h"
#include "mcp-subscription.h"
#include "mcp-task-list.h"
#include "test-stateless-fixture.h"
#include "test-requests.h"
#include "test-time.h"

#include <string.h>

#define CAPABILITIES \
  "{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"
#define FORM                                                                              \
  "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":" \
  "{\"type\":\"object\",\"properties\":{}}}}"
#define ID "\"\\u0000\\/t\""

typedef struct
{
  TestStateless stateless;
  const char   *status;
  const char   *members; /* of the task, each behind a comma */
  const char   *type;    /* resultType of tasks/get */
  guint         n_gets;
  guint         n_cancels;
  guint         n_calls;
  gboolean      asks;    /* tools/call needs input once */
  GPtrArray    *updates; /* char */
  GPtrArray    *asked;
} Fixture;

static char *
print_task (Fixture *fixture, const char *type)
{
  return g_strdup_printf ("{\"resultType\":\"%s\",\"taskId\":" ID ",\"status\":\"%s\","
                          "\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\",\"ttlMs\":null,"
                          "\"pollIntervalMs\":%d%s}",
                          type, fixture->status, MCP_TASK_MIN_POLL_MS, fixture->members);
}

static void
serve_call (Fixture *fixture, McpMessage *message, guint64 exchange)
{
  McpJsonValue     params = mcp_message_get_params (message);
  g_autofree char *task = NULL;

  fixture->n_calls++;
  if (fixture->asks &&
      !mcp_json_value_exists (mcp_json_value_get_member (params, "inputResponses")))
    {
      test_memory_transport_answer (fixture->stateless.transport, message, exchange,
                                    "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":" FORM
                                    "},\"requestState\":\"s\"}");
      return;
    }
  task = print_task (fixture, "task");
  test_memory_transport_answer (fixture->stateless.transport, message, exchange,
                                fixture->status != NULL && *fixture->status != '\0'
                                    ? task
                                    : "{\"content\":[]}");
}

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Fixture         *fixture = data;
  const char      *method = mcp_message_get_method (message);
  McpJsonValue     params = mcp_message_get_params (message);
  g_autofree char *text = NULL;

  if (mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST)
    return TRUE;
  if (g_str_equal (method, "subscriptions/listen"))
    return FALSE;
  if (g_str_equal (method, "tools/call"))
    {
      serve_call (fixture, message, exchange);
      return TRUE;
    }
  g_assert_true (g_str_has_prefix (method, "tasks/"));
  text = mcp_json_value_dup_text (mcp_json_value_get_member (params, "taskId"));
  g_assert_cmpstr (text, ==, ID);
  if (g_str_equal (method, "tasks/update"))
    {
      g_ptr_array_add (fixture->updates,
                       mcp_json_value_dup_text (
                           mcp_json_value_get_member (params, "inputResponses")));
      fixture->status = "completed";
      fixture->members = ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
    }
  else if (g_str_equal (method, "tasks/cancel"))
    {
      fixture->n_cancels++;
      fixture->status = "cancelled";
    }
  else
    {
      g_autofree char *task = print_task (fixture, fixture->type);

      fixture->n_gets++;
      test_memory_transport_answer (transport, message, exchange, task);
      return TRUE;
    }
  test_memory_transport_answer (transport, message, exchange, "{\"resultType\":\"complete\"}");
  return TRUE;
}

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_ptr_array_add (fixture->asked, g_object_ref (request));
  return TRUE;
}

static void
set_up (Fixture *fixture, gboolean http)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->status = "working";
  fixture->members = "";
  fixture->type = "complete";
  fixture->updates = g_ptr_array_new_with_free_func (g_free);
  fixture->asked = g_ptr_array_new_with_free_func (g_object_unref);
  test_stateless_set_up (&fixture->stateless, http,
                         MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_SAMPLING, CAPABILITIES, serve,
                         fixture);
  g_signal_connect (test_client_gate (fixture->stateless.client), "request", G_CALLBACK (on_input_request),
                    fixture);
  test_stateless_open (&fixture->stateless);
}

static void
tear_down (Fixture *fixture)
{
  test_stateless_close (&fixture->stateless);
  g_ptr_array_unref (fixture->updates);
  g_ptr_array_unref (fixture->asked);
  test_stateless_tear_down (&fixture->stateless);
}

static McpTask *
begin (Fixture *fixture)
{
  TestAnswer  called = { 0 };
  GListModel *tasks = G_LIST_MODEL (test_client_tasks (fixture->stateless.client));
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) call = NULL;
  g_autoptr (GError) error = NULL;

  test_call_tool_async (fixture->stateless.client, "slow", NULL, NULL, NULL,
                        test_answer_take, &called);
  result = test_answer_wait (&called);
  call = mcp_client_call_finish (fixture->stateless.client, result, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_result_is_task (call));
  g_assert_cmpuint (g_list_model_get_n_items (tasks), ==, 1);
  return g_list_model_get_item (tasks, 0);
}

static void
wait_finished (McpTask *task)
{
  test_time_skip_until (mcp_task_is_finished (task) || mcp_task_get_error (task) != NULL);
  g_assert_true (mcp_task_is_finished (task));
}

static McpInputRequest *
wait_asked (Fixture *fixture, guint n)
{
  test_time_skip_until (fixture->asked->len >= n);
  g_assert_cmpuint (fixture->asked->len, ==, n);
  return g_ptr_array_index (fixture->asked, n - 1);
}

static void
test_completed (gconstpointer type)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;
  g_autofree char *text = NULL;

  set_up (&fixture, TRUE);
  fixture.type = type;
  task = begin (&fixture);
  g_assert_cmpstr (mcp_task_get_state (task)->id_text, ==, ID);
  g_assert_cmpint (mcp_task_get_state (task)->ttl_ms, ==, -1);
  g_assert_cmpstr (mcp_task_get_tool_name (task), ==, "slow");
  test_time_skip (MCP_TASK_MIN_POLL_MS + 50);
  fixture.status = "completed";
  fixture.members = ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
  wait_finished (task);
  text = mcp_json_value_dup_string (
      ((McpContent *)g_ptr_array_index (mcp_task_get_state (task)->result->parts, 0))->text,
      NULL);
  g_assert_cmpstr (text, ==, "done");
  tear_down (&fixture);
}

static void
test_failed (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture, FALSE);
  task = begin (&fixture);
  fixture.status = "failed";
  fixture.members = ",\"error\":{\"code\":-32603,\"message\":\"broke\"}";
  wait_finished (task);
  g_assert_null (mcp_task_get_state (task)->result);
  g_assert_cmpint (mcp_json_value_get_member_int64 (mcp_task_get_state (task)->rpc_error.value, "code", 0), ==,
                   -32603);
  tear_down (&fixture);
}

static void
test_input (void)
{
  Fixture          fixture;
  McpInputRequest *request;
  g_autoptr (McpTask) task = NULL;
  g_autoptr (GBytes) content = g_bytes_new_static ("{\"a\":1.10}", 10);

  set_up (&fixture, FALSE);
  task = begin (&fixture);
  fixture.status = "input_required";
  fixture.members = ",\"inputRequests\":{\"\\u006b\":" FORM "}";
  request = wait_asked (&fixture, 1);
  g_assert_cmpint (mcp_input_request_get_details (request)->origin, ==, MCP_INPUT_FROM_TASK);
  g_assert_true (mcp_json_value_string_equals (mcp_input_request_get_details (request)->key.value, "k"));
  g_assert_nonnull (mcp_input_request_get_details (request)->task_id);

  /* The same key is one question, however often the state is read. */
  test_time_skip (MCP_TASK_MIN_POLL_MS * 3);
  g_assert_cmpuint (fixture.asked->len, ==, 1);
  g_assert_true (mcp_input_request_accept (request, content, NULL));
  wait_finished (task);
  g_assert_cmpuint (fixture.updates->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (fixture.updates, 0), ==,
                   "{\"\\u006b\":{\"action\":\"accept\",\"content\":{\"a\":1.10}}}");
  tear_down (&fixture);
}

static void
test_input_dropped (void)
{
  Fixture          fixture;
  McpInputRequest *request;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture, FALSE);
  task = begin (&fixture);
  fixture.status = "input_required";
  fixture.members = ",\"inputRequests\":{\"k\":" FORM "}";
  request = wait_asked (&fixture, 1);
  fixture.status = "working";
  fixture.members = "";
  test_time_skip_until (!mcp_input_request_is_waiting (request));
  g_assert_cmpint (mcp_input_request_get_state (request), ==, MCP_INPUT_CANCELLED);
  fixture.status = "cancelled";
  wait_finished (task);
  tear_down (&fixture);
}

static void
test_cancelled (void)
{
  Fixture    fixture;
  TestAnswer cancelled = { 0 };
  g_autoptr (McpTask) task = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  set_up (&fixture, FALSE);
  task = begin (&fixture);
  mcp_task_cancel_async (task, NULL, test_answer_take, &cancelled);
  result = test_answer_wait (&cancelled);
  g_assert_true (mcp_task_cancel_finish (task, result, NULL));
  wait_finished (task);
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_CANCELLED);
  g_assert_cmpuint (fixture.n_cancels, ==, 1);
  g_assert_null (
      test_memory_transport_find_sent (fixture.stateless.transport, "notifications/cancelled"));
  tear_down (&fixture);
}

static void
test_notified (void)
{
  Fixture     fixture;
  McpMessage *listen;
  g_autoptr (McpTask) task = NULL;
  g_autofree char *text = NULL;

  set_up (&fixture, FALSE);
  task = begin (&fixture);
  test_run_ready ();
  listen = test_memory_transport_find_sent (fixture.stateless.transport, "subscriptions/listen");
  g_assert_nonnull (listen);
  text = mcp_json_value_dup_text (
      mcp_json_value_resolve_pointer (mcp_message_get_params (listen), "/notifications/taskIds"));
  g_assert_cmpstr (text, ==, "[" ID "]");
  test_memory_transport_say (fixture.stateless.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{"
                             "\"taskId\":" ID ",\"status\":\"completed\",\"createdAt\":\"c\","
                             "\"lastUpdatedAt\":\"u\",\"ttlMs\":5,\"result\":{\"content\":[]}}}");
  test_run_ready ();
  g_assert_true (mcp_task_is_finished (task));
  g_assert_cmpuint (fixture.n_gets, ==, 0);
  tear_down (&fixture);
}

/** A call that needs input, then becomes a task. */
static void
test_round_then_task (gconstpointer http)
{
  Fixture    fixture;
  TestAnswer called = { 0 };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) call = NULL;
  g_autoptr (GBytes) content = g_bytes_new_static ("{}", 2);
  g_autoptr (GError) error = NULL;

  set_up (&fixture, GPOINTER_TO_INT (http));
  fixture.asks = TRUE;
  test_call_tool_async (fixture.stateless.client, "slow", NULL, NULL, NULL,
                        test_answer_take, &called);
  g_assert_true (mcp_input_request_accept (wait_asked (&fixture, 1), content, NULL));
  result = test_answer_wait (&called);
  call = mcp_client_call_finish (fixture.stateless.client, result, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_result_is_task (call));
  g_assert_cmpuint (fixture.n_calls, ==, 2);
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (test_client_tasks (fixture.stateless.client))), ==,
      1);
  g_clear_object (&result);
  tear_down (&fixture);
}

void
add_tasks_modern_tests (void)
{
  g_test_add_data_func ("/tasks/modern/completed", "complete", test_completed);
  g_test_add_data_func ("/tasks/modern/completed-as-task", "task", test_completed);
  g_test_add_func ("/tasks/modern/failed", test_failed);
  g_test_add_func ("/tasks/modern/input", test_input);
  g_test_add_func ("/tasks/modern/input-dropped", test_input_dropped);
  g_test_add_func ("/tasks/modern/cancelled", test_cancelled);
  g_test_add_func ("/tasks/modern/notified", test_notified);
  g_test_add_data_func ("/tasks/modern/round-then-task/stream", GINT_TO_POINTER (FALSE),
                        test_round_then_task);
  g_test_add_data_func ("/tasks/modern/round-then-task/http", GINT_TO_POINTER (TRUE),
                        test_round_then_task);
}
