/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks of servers up to 2025-11-25, as their requester. */

#include "mcp-tests.h"
#include "mcp-task-list.h"
#include "test-client-fixture.h"
#include "test-requests.h"
#include "test-time.h"

#include <string.h>

#define OPENING                                                                   \
  "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tasks\":{\"list\":{}," \
  "\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}},\"serverInfo\":{}}"
#define FORM                                                                         \
  "{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"elicitation/create\",\"params\":{" \
  "\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}},"   \
  "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t1\"}}}}"

/** A server with one task. */
typedef struct
{
  TestClient  client;
  const char *status;
  const char *result; /* (nullable): JSON-RPC result, or else the error */
  const char *error;
  guint       n_gets;
  guint       n_results;
  guint       n_cancels;
  guint       poll_ms;
  McpMessage *held; /* (nullable): tasks/result that waits */
  gboolean    forgotten;
  gboolean    silent;
  gboolean    same_message;
  GPtrArray  *asked;
} Fixture;

static char *
print_task (Fixture *fixture)
{
  return g_strdup_printf ("\"taskId\":\"t1\",\"status\":\"%s\",\"statusMessage\":\"s%u\","
                          "\"createdAt\":\"2026-01-01T00:00:00Z\",\"lastUpdatedAt\":\"%u\","
                          "\"ttl\":60000,\"pollInterval\":%u",
                          fixture->status, fixture->same_message ? 0 : fixture->n_gets,
                          fixture->n_gets, fixture->poll_ms);
}

static void
answer_result (Fixture *fixture, McpMessage *message)
{
  if (fixture->result != NULL)
    test_memory_transport_answer (fixture->client.transport, message, 0, fixture->result);
  else
    test_memory_transport_say_format (fixture->client.transport, 0,
                                      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":%s}",
                                      mcp_request_id_get_text (mcp_message_get_id (message)),
                                      fixture->error);
}

static gboolean
serve_task (Fixture *fixture, McpMessage *message, const char *method)
{
  TestMemoryTransport *transport = fixture->client.transport;
  g_autofree char     *task = NULL;
  g_autofree char     *text = NULL;

  if (g_str_equal (method, "tasks/get"))
    fixture->n_gets++;
  if (g_str_equal (method, "tasks/cancel"))
    {
      fixture->n_cancels++;
      fixture->status = "cancelled";
    }
  task = print_task (fixture);
  if (fixture->forgotten)
    test_memory_transport_say_format (
        transport, 0,
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"no task\"}}",
        mcp_request_id_get_text (mcp_message_get_id (message)));
  else if (g_str_equal (method, "tasks/list"))
    text = g_strdup_printf ("{\"tasks\":[{%s},{\"taskId\":\"t2\",\"status\":\"cancelled\","
                            "\"createdAt\":\"\",\"lastUpdatedAt\":\"\",\"ttl\":null},{}]}",
                            task);
  else if (!g_str_equal (method, "tasks/result"))
    text = g_strdup_printf ("{%s}", task);
  else
    {
      fixture->n_results++;
      if (g_str_equal (fixture->status, "input_required"))
        {
          fixture->held = mcp_message_ref (message);
          test_memory_transport_say (transport, 0, FORM);
        }
      else
        answer_result (fixture, message);
    }
  if (text != NULL)
    test_memory_transport_answer (transport, message, 0, text);
  return TRUE;
}

static gboolean
serve (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  Fixture         *fixture = data;
  const char      *method = mcp_message_get_method (message);
  McpJsonValue     params = mcp_message_get_params (message);
  g_autofree char *task = NULL;
  g_autofree char *text = NULL;

  if (method == NULL)
    {
      if (fixture->held != NULL)
        {
          fixture->status = "completed";
          answer_result (fixture, fixture->held);
          g_clear_pointer (&fixture->held, mcp_message_unref);
        }
      return TRUE;
    }
  if (fixture->silent && g_str_has_prefix (method, "tasks/"))
    return FALSE;
  if (g_str_has_prefix (method, "tasks/"))
    return serve_task (fixture, message, method);
  if (g_str_equal (method, "tools/call") &&
      mcp_json_value_exists (mcp_json_value_get_member (params, "task")))
    {
      task = print_task (fixture);
      text = g_strdup_printf ("{\"task\":{%s}}", task);
      test_memory_transport_answer (transport, message, exchange, text);
      return TRUE;
    }
  return test_client_serve (transport, message, exchange, &fixture->client);
}

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_ptr_array_add (fixture->asked, g_object_ref (request));
  return TRUE;
}

static void
connect_client (Fixture *fixture)
{
  g_autoptr (McpClientCapabilities) capabilities =
      mcp_client_capabilities_new (MCP_CLIENT_ELICITATION_FORM);
  TestClient *client = &fixture->client;

  client->transport = test_memory_transport_new (FALSE, serve, fixture);
  client->client = test_client_new (MCP_TRANSPORT (client->transport));
  client->schema_tap = schema_tap_attach (mcp_client_get_tap (client->client));
  client->opening = OPENING;
  mcp_client_get_options (client->client)->era = MCP_ERA_CHOICE_LEGACY;
  mcp_client_set_capabilities (client->client, capabilities);
  g_signal_connect (test_client_gate (client->client), "request", G_CALLBACK (on_input_request), fixture);
}

static void
set_up (Fixture *fixture)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->status = "working";
  fixture->poll_ms = MCP_TASK_MIN_POLL_MS;
  fixture->result = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
  fixture->asked = g_ptr_array_new_with_free_func (g_object_unref);
  connect_client (fixture);
  test_client_open_or_fail (&fixture->client);
}

static void
tear_down (Fixture *fixture)
{
  test_client_close (&fixture->client);
  g_ptr_array_unref (fixture->asked);
  g_clear_pointer (&fixture->held, mcp_message_unref);
  test_client_tear_down (&fixture->client);
}

static McpTask *
begin (Fixture *fixture)
{
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (McpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GListModel      *tasks = G_LIST_MODEL (test_client_tasks (fixture->client.client));
  g_autofree char *id = NULL;

  options.as_task = TRUE;
  options.task_ttl_ms = 5000;
  result = test_client_call (&fixture->client, "research", "{}", &options, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_result_is_task (result));
  g_assert_null (result->findings);
  id = mcp_json_value_dup_string (result->task_id, NULL);
  g_assert_cmpstr (id, ==, "t1");
  g_assert_cmpuint (g_list_model_get_n_items (tasks), ==, 1);
  return g_list_model_get_item (tasks, 0);
}

static void
wait_finished (McpTask *task)
{
  test_time_skip_until (mcp_task_is_finished (task) || mcp_task_get_error (task) != NULL);
}

static void
test_completed (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;
  McpMessage      *sent;
  g_autofree char *text = NULL;

  set_up (&fixture);
  g_assert_true (mcp_task_list_is_offered_by (fixture.client.client));
  task = begin (&fixture);
  sent = test_memory_transport_find_sent (fixture.client.transport, "tools/call");
  text = mcp_json_value_dup_text (mcp_json_value_get_member (mcp_message_get_params (sent), "task"));
  g_assert_cmpstr (text, ==, "{\"ttl\":5000}");
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_WORKING);
  g_assert_cmpstr (mcp_task_get_tool_name (task), ==, "research");
  g_assert_cmpint (mcp_task_get_state (task)->ttl_ms, ==, 60000);
  g_assert_cmpuint (mcp_task_get_state (task)->poll_ms, ==, MCP_TASK_MIN_POLL_MS);
  g_assert_true (mcp_task_is_following (task));
  g_assert_cmpuint (fixture.n_gets, ==, 0);
  test_time_skip (MCP_TASK_MIN_POLL_MS * 2 + 50);
  g_assert_cmpuint (fixture.n_gets, >=, 1);
  g_assert_cmpuint (fixture.n_gets, <=, 3);

  /* The token of the call is good for as long as the task lives. */
  test_memory_transport_say_format (
      fixture.client.transport, 0,
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%s,"
      "\"progress\":2,\"total\":4,\"message\":\"half\"}}",
      mcp_request_id_get_text (mcp_message_get_id (sent)));
  test_run_ready ();
  g_assert_cmpfloat (mcp_task_get_state (task)->progress, ==, 2);
  g_assert_cmpfloat (mcp_task_get_state (task)->progress_total, ==, 4);
  g_assert_cmpstr (mcp_task_get_state (task)->progress_message, ==, "half");
  fixture.status = "completed";
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  g_assert_false (mcp_task_is_following (task));
  g_assert_null (mcp_task_get_error (task));
  g_assert_cmpuint (fixture.n_results, ==, 1);
  test_client_assert_text (mcp_task_get_state (task)->result, "done");
  tear_down (&fixture);
}

static void
count_change (McpTask *task, guint *count)
{
  (*count)++;
}

/* What a person was told stays until there is something new. */
static void
test_nothing_new (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;
  guint count = 0;

  set_up (&fixture);
  fixture.same_message = TRUE;
  task = begin (&fixture);
  test_time_skip_until (fixture.n_gets >= 1);
  test_run_ready ();
  g_signal_connect (task, "changed", G_CALLBACK (count_change), &count);
  test_time_skip_until (fixture.n_gets >= 4);
  test_run_ready ();
  g_assert_cmpuint (count, ==, 0);
  fixture.same_message = FALSE;
  test_time_skip_until (fixture.n_gets >= 5);
  test_time_skip_until (count != 0);
  fixture.status = "completed";
  wait_finished (task);
  tear_down (&fixture);
}

static void
test_failed (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture);
  fixture.result = NULL;
  fixture.error = "{\"code\":-32603,\"message\":\"broke\"}";
  task = begin (&fixture);
  fixture.status = "failed";
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  g_assert_null (mcp_task_get_state (task)->result);
  g_assert_cmpint (
      mcp_json_value_get_member_int64 (mcp_task_get_state (task)->rpc_error.value, "code", 0), ==, -32603);
  tear_down (&fixture);
}

static void
test_input_required (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;
  g_autoptr (GBytes) content = g_bytes_new_static ("{}", 2);
  McpInputRequest *request;

  set_up (&fixture);
  task = begin (&fixture);
  fixture.status = "input_required";
  test_time_skip_until (fixture.asked->len != 0);
  g_assert_cmpuint (fixture.asked->len, ==, 1);
  request = g_ptr_array_index (fixture.asked, 0);
  g_assert_cmpstr (mcp_input_request_get_details (request)->task_id, ==, "t1");
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_INPUT_REQUIRED);
  test_time_skip (MCP_TASK_MIN_POLL_MS * 3);
  g_assert_cmpuint (fixture.n_results, ==, 1);
  g_assert_true (mcp_input_request_accept (request, content, NULL));
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  test_client_assert_text (mcp_task_get_state (task)->result, "done");
  tear_down (&fixture);
}

static void
test_cancelled (void)
{
  Fixture    fixture;
  TestAnswer cancelled = { 0 };
  g_autoptr (McpTask) task = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  task = begin (&fixture);
  mcp_task_cancel_async (task, NULL, test_answer_take, &cancelled);
  result = test_answer_wait (&cancelled);
  g_assert_true (mcp_task_cancel_finish (task, result, &error));
  g_assert_no_error (error);
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_CANCELLED);
  g_assert_cmpuint (fixture.n_cancels, ==, 1);
  g_assert_cmpuint (fixture.n_results, ==, 0);
  tear_down (&fixture);
}

static void
test_forgotten (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture);
  task = begin (&fixture);
  fixture.forgotten = TRUE;
  wait_finished (task);
  g_assert_false (mcp_task_is_finished (task));
  g_assert_false (mcp_task_is_following (task));
  g_assert_error (mcp_task_get_error (task), MCP_ERROR, MCP_ERROR_RESPONSE);
  tear_down (&fixture);
}

static void
test_notified (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture);
  fixture.poll_ms = 60000;
  task = begin (&fixture);
  fixture.status = "completed";
  test_memory_transport_say (fixture.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/status\","
                             "\"params\":{\"taskId\":\"t1\",\"status\":\"completed\","
                             "\"createdAt\":\"\",\"lastUpdatedAt\":\"\",\"ttl\":null}}");
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  g_assert_cmpuint (fixture.n_gets, ==, 0);
  test_client_assert_text (mcp_task_get_state (task)->result, "done");
  tear_down (&fixture);
}

static void
test_reconnect (void)
{
  Fixture fixture;
  g_autoptr (McpTaskList) tasks = NULL;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture);
  tasks = g_object_ref (test_client_tasks (fixture.client.client));
  task = begin (&fixture);
  test_memory_transport_die (fixture.client.transport,
                             mcp_error_new (MCP_ERROR_CONNECTION_LOST, "gone"));
  test_run_ready ();
  g_assert_false (mcp_task_is_following (task));
  g_assert_false (mcp_task_is_finished (task));
  g_assert_error (mcp_task_get_error (task), MCP_ERROR, MCP_ERROR_CONNECTION_LOST);
  test_client_close (&fixture.client);
  test_client_tear_down (&fixture.client);

  connect_client (&fixture);
  mcp_client_add_feature (fixture.client.client, MCP_CLIENT_FEATURE (tasks));
  fixture.status = "completed";
  test_client_open_or_fail (&fixture.client);
  g_assert_true (mcp_task_is_following (task));
  g_assert_null (mcp_task_get_error (task));
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  test_client_assert_text (mcp_task_get_state (task)->result, "done");
  tear_down (&fixture);
}

static void
test_by_id_and_list (void)
{
  Fixture      fixture;
  TestAnswer   listed = { 0 };
  McpTaskList *tasks;
  McpTask     *task;
  g_autoptr (GAsyncResult) result = NULL;

  set_up (&fixture);
  tasks = test_client_tasks (fixture.client.client);
  fixture.status = "completed";
  task = mcp_task_list_add (tasks, "t1");
  g_assert_true (mcp_task_list_add (tasks, "t1") == task);
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));

  mcp_task_list_refresh_async (tasks, NULL, test_answer_take, &listed);
  result = test_answer_wait (&listed);
  g_assert_true (mcp_task_list_refresh_finish (tasks, result, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 2);
  test_run_ready ();
  mcp_task_list_remove_finished (tasks);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tasks)), ==, 0);
  g_clear_object (&result);
  tear_down (&fixture);
}

static void
test_list_limit (void)
{
  g_autoptr (McpTaskList) tasks = mcp_task_list_new ();
  GListModel *model = G_LIST_MODEL (tasks);

  for (guint i = 0; i < MCP_TASK_LIST_MAX + 1; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      mcp_task_list_add (tasks, id);
      g_assert_cmpuint (g_list_model_get_n_items (model), ==, MIN (i + 1, MCP_TASK_LIST_MAX));
    }
  g_assert_null (mcp_task_list_find (tasks, "\"0\""));
  g_assert_nonnull (mcp_task_list_find (tasks, "\"1\""));
}

static void
test_hostile (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;

  /* An interval of nothing, a status that is none, an ending that is taken back */
  set_up (&fixture);
  fixture.poll_ms = 0;
  task = begin (&fixture);
  g_assert_cmpuint (mcp_task_get_state (task)->poll_ms, ==, MCP_TASK_MIN_POLL_MS);
  g_assert_true (mcp_finding_list_has (mcp_task_get_state (task)->findings, "task-poll-interval"));
  fixture.status = "dancing";
  test_time_skip_until (mcp_task_get_state (task)->status == MCP_TASK_UNKNOWN);
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_UNKNOWN);
  g_assert_cmpstr (mcp_task_get_state (task)->status_name, ==, "dancing");
  g_assert_true (mcp_finding_list_has (mcp_task_get_state (task)->findings, "task-status"));
  fixture.status = "cancelled";
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  test_memory_transport_say (fixture.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/status\","
                             "\"params\":{\"taskId\":\"t1\",\"status\":\"working\"}}");
  test_run_ready ();
  g_assert_cmpint (mcp_task_get_state (task)->status, ==, MCP_TASK_CANCELLED);
  tear_down (&fixture);
}

static void
test_silent (void)
{
  Fixture fixture;
  g_autoptr (McpTask) task = NULL;

  set_up (&fixture);
  mcp_client_get_options (fixture.client.client)->connect_ms = 1000;
  mcp_client_get_options (fixture.client.client)->request_ms = 10;
  mcp_client_get_options (fixture.client.client)->total_ms = 10;
  task = begin (&fixture);
  fixture.silent = TRUE;
  test_time_skip_until (mcp_task_get_error (task) != NULL);
  g_assert_error (mcp_task_get_error (task), MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_false (mcp_task_is_following (task));
  fixture.silent = FALSE;
  mcp_task_attach (task, fixture.client.client);
  g_assert_true (mcp_task_is_following (task));
  fixture.status = "cancelled";
  wait_finished (task);
  g_assert_true (mcp_task_is_finished (task));
  tear_down (&fixture);
}

static void
test_not_offered (void)
{
  TestClient        fixture;
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;

  test_client_set_up (&fixture, FALSE);
  mcp_client_get_options (fixture.client)->era = MCP_ERA_CHOICE_LEGACY;
  test_client_open_or_fail (&fixture);
  options.as_task = TRUE;
  g_assert_null (test_client_call (&fixture, "echo", "{}", &options, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OFFERED);
  test_client_close (&fixture);
  test_client_tear_down (&fixture);
}

void
add_tasks_legacy_tests (void)
{
  g_test_add_func ("/tasks/legacy/completed", test_completed);
  g_test_add_func ("/tasks/legacy/nothing-new", test_nothing_new);
  g_test_add_func ("/tasks/legacy/failed", test_failed);
  g_test_add_func ("/tasks/legacy/input-required", test_input_required);
  g_test_add_func ("/tasks/legacy/cancelled", test_cancelled);
  g_test_add_func ("/tasks/legacy/forgotten", test_forgotten);
  g_test_add_func ("/tasks/legacy/notified", test_notified);
  g_test_add_func ("/tasks/legacy/reconnect", test_reconnect);
  g_test_add_func ("/tasks/legacy/by-id-and-list", test_by_id_and_list);
  g_test_add_func ("/tasks/legacy/list-limit", test_list_limit);
  g_test_add_func ("/tasks/legacy/hostile", test_hostile);
  g_test_add_func ("/tasks/legacy/silent", test_silent);
  g_test_add_func ("/tasks/legacy/not-offered", test_not_offered);
}
