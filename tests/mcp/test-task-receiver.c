/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers up to 2025-11-25 ask as tasks of ours. */

#include "mcp-tests.h"
#include "mcp-task-receiver.h"
#include "test-client-fixture.h"
#include "test-person.h"
#include "test-requests.h"
#include "test-time.h"

#include <string.h>

#define DECLARED                                                                   \
  (MCP_CLIENT_SAMPLING | MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_TASKS_SAMPLING | \
   MCP_CLIENT_TASKS_ELICITATION | MCP_CLIENT_TASKS_LIST | MCP_CLIENT_TASKS_CANCEL)
#define SAMPLING "\"messages\":[],\"maxTokens\":1"
#define FORM "\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}"

typedef struct
{
  TestClient client;
  GPtrArray *asked;
  gboolean   at_once;
} Fixture;

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_ptr_array_add (fixture->asked, g_object_ref (request));
  if (fixture->at_once)
    mcp_input_request_decline (request, NULL);
  return TRUE;
}

static void
set_up (Fixture *fixture, McpClientCapabilityFlags declared)
{
  g_autoptr (McpClientCapabilities) capabilities = mcp_client_capabilities_new (declared);

  memset (fixture, 0, sizeof *fixture);
  fixture->asked = g_ptr_array_new_with_free_func (g_object_unref);
  test_client_set_up (&fixture->client, FALSE);
  mcp_client_get_options (fixture->client.client)->era = MCP_ERA_CHOICE_LEGACY;
  mcp_client_set_capabilities (fixture->client.client, capabilities);
  g_signal_connect (test_client_gate (fixture->client.client), "request", G_CALLBACK (on_input_request),
                    fixture);
  test_client_open_or_fail (&fixture->client);
}

static void
tear_down (Fixture *fixture)
{
  test_client_close (&fixture->client);
  g_ptr_array_unref (fixture->asked);
  test_client_tear_down (&fixture->client);
}

/** Returns: our last message */
static McpMessage *
ask (Fixture *fixture, const char *method, const char *params)
{
  static guint id;

  test_memory_transport_say_format (
      fixture->client.transport, 0,
      "{\"jsonrpc\":\"2.0\",\"id\":\"q%u\",\"method\":\"%s\",\"params\":{%s}}", ++id, method,
      params);
  test_run_ready ();
  return test_memory_transport_get_sent (fixture->client.transport, -1);
}

static char *
begin (Fixture *fixture, const char *method, const char *params)
{
  McpMessage      *answer = ask (fixture, method, params);
  McpJsonValue     task = mcp_json_value_get_member (mcp_message_get_result (answer), "task");
  g_autofree char *status = mcp_json_value_dup_member_string (task, "status");

  g_assert_cmpstr (status, ==, "working");
  g_assert_true (mcp_json_value_exists (mcp_json_value_get_member (task, "createdAt")));
  return mcp_json_value_dup_member_string (task, "taskId");
}

static McpMessage *
ask_of (Fixture *fixture, const char *method, const char *id)
{
  g_autofree char *params = g_strdup_printf ("\"taskId\":\"%s\"", id);

  return ask (fixture, method, params);
}

static void
assert_status (McpMessage *answer, const char *expected)
{
  g_autofree char *status =
      mcp_json_value_dup_member_string (mcp_message_get_result (answer), "status");

  g_assert_cmpstr (status, ==, expected);
}

static void
test_completed (void)
{
  Fixture          fixture;
  g_autofree char *id = NULL;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  McpInputRequest *request;

  set_up (&fixture, DECLARED);
  id = begin (&fixture, "sampling/createMessage", SAMPLING ",\"task\":{\"ttl\":5000}");
  g_assert_cmpuint (fixture.asked->len, ==, 1);
  request = g_ptr_array_index (fixture.asked, 0);
  g_assert_cmpint (mcp_input_request_get_details (request)->kind, ==, MCP_INPUT_SAMPLING);
  assert_status (ask_of (&fixture, "tasks/get", id), "working");

  /* The result is waited for, and told. */
  ask_of (&fixture, "tasks/result", id);
  g_assert_true (test_person_accept_text (request, "t", "m", NULL, NULL));
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_count_sent (fixture.client.transport,
                                                      "notifications/tasks/status"),
                    ==, 1);
  text = mcp_json_value_dup_text (
      mcp_message_get_result (test_memory_transport_get_sent (fixture.client.transport, -1)));
  expected = g_strdup_printf ("{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":"
                              "\"t\"},\"model\":\"m\",\"stopReason\":\"endTurn\",\"_meta\":{"
                              "\"io.modelcontextprotocol/related-task\":{\"taskId\":\"%s\"}}}",
                              id);
  g_assert_cmpstr (text, ==, expected);
  assert_status (ask_of (&fixture, "tasks/get", id), "completed");
  g_assert_cmpint (mcp_message_get_error_code (ask_of (&fixture, "tasks/cancel", id)), ==,
                   MCP_RPC_INVALID_PARAMS);
  tear_down (&fixture);
}

static void
test_declined (void)
{
  Fixture          fixture;
  g_autofree char *sampling = NULL;
  g_autofree char *form = NULL;

  set_up (&fixture, DECLARED);
  fixture.at_once = TRUE;
  test_memory_transport_say_format (
      fixture.client.transport, 0,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{%s}}",
      SAMPLING ",\"task\":{}");
  test_run_ready ();
  sampling = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (
          mcp_message_get_value (test_memory_transport_get_sent (fixture.client.transport, -2)),
          "/result/task/taskId"),
      NULL);
  g_assert_nonnull (sampling);
  assert_status (ask_of (&fixture, "tasks/get", sampling), "failed");
  g_assert_cmpint (mcp_message_get_error_code (ask_of (&fixture, "tasks/result", sampling)), ==,
                   MCP_RPC_USER_REJECTED);

  fixture.at_once = FALSE;
  form = begin (&fixture, "elicitation/create", FORM ",\"task\":{}");
  g_assert_true (mcp_input_request_decline (g_ptr_array_index (fixture.asked, 1), NULL));
  assert_status (ask_of (&fixture, "tasks/get", form), "completed");
  tear_down (&fixture);
}

static void
test_cancelled (void)
{
  Fixture          fixture;
  g_autofree char *id = NULL;

  set_up (&fixture, DECLARED);
  id = begin (&fixture, "elicitation/create", FORM ",\"task\":{}");
  assert_status (ask_of (&fixture, "tasks/cancel", id), "cancelled");
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 0)), ==,
                   MCP_INPUT_CANCELLED);
  g_assert_cmpint (mcp_message_get_error_code (ask_of (&fixture, "tasks/result", id)), ==,
                   MCP_RPC_INVALID_PARAMS);
  tear_down (&fixture);
}

static void
test_expired (void)
{
  Fixture          fixture;
  g_autofree char *id = NULL;
  McpMessage      *answer;

  set_up (&fixture, DECLARED);
  id = begin (&fixture, "elicitation/create", FORM ",\"task\":{\"ttl\":30}");
  ask_of (&fixture, "tasks/result", id);
  test_time_skip (60);
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 0)), ==,
                   MCP_INPUT_WITHDRAWN);
  answer = test_memory_transport_get_sent (fixture.client.transport, -1);
  g_assert_cmpint (mcp_message_get_error_code (answer), ==, MCP_RPC_INVALID_PARAMS);
  g_assert_cmpint (mcp_message_get_error_code (ask_of (&fixture, "tasks/get", id)), ==,
                   MCP_RPC_INVALID_PARAMS);
  tear_down (&fixture);
}

static void
test_limit (void)
{
  Fixture      fixture;
  McpMessage  *answer;
  McpJsonValue tasks;

  set_up (&fixture, DECLARED);
  fixture.at_once = TRUE;
  for (guint i = 0; i <= MCP_TASK_RECEIVER_MAX; i++)
    {
      test_memory_transport_say_format (
          fixture.client.transport, 0,
          "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"elicitation/create\",\"params\":{%s}}", i,
          FORM ",\"task\":{\"ttl\":99999999999}");
      test_run_ready ();
    }
  g_assert_cmpuint (fixture.asked->len, ==, MCP_TASK_RECEIVER_MAX);
  answer = test_memory_transport_get_sent (fixture.client.transport, -1);
  g_assert_cmpint (mcp_message_get_error_code (answer), ==, MCP_RPC_INTERNAL_ERROR);
  answer = ask (&fixture, "tasks/list", "");
  tasks = mcp_json_value_get_member (mcp_message_get_result (answer), "tasks");
  g_assert_cmpuint (mcp_json_value_get_n_items (tasks), ==, MCP_TASK_RECEIVER_MAX);
  g_assert_cmpint (
      mcp_json_value_get_member_int64 (mcp_json_value_get_item (tasks, 0), "ttl", 0), ==,
      MCP_TASK_RECEIVER_MAX_TTL_MS);
  tear_down (&fixture);
}

static void
test_closed (void)
{
  Fixture          fixture;
  g_autofree char *id = NULL;

  set_up (&fixture, DECLARED);
  id = begin (&fixture, "elicitation/create", FORM ",\"task\":{}");
  ask_of (&fixture, "tasks/result", id);
  test_client_close (&fixture.client);
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 0)), ==,
                   MCP_INPUT_WITHDRAWN);
  tear_down (&fixture);
}

/** Where we did not declare it, the wish for a task is passed over, as the specification asks. */
static void
test_undeclared (void)
{
  Fixture     fixture;
  McpMessage *answer;

  set_up (&fixture, MCP_CLIENT_ELICITATION_FORM);
  fixture.at_once = TRUE;
  answer = ask (&fixture, "elicitation/create", FORM ",\"task\":{}");
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_get_member (mcp_message_get_result (answer), "action"), "decline"));
  tear_down (&fixture);

  /* What may not be asked becomes no task either. */
  set_up (&fixture, MCP_CLIENT_SAMPLING | MCP_CLIENT_TASKS_SAMPLING);
  answer = ask (&fixture, "sampling/createMessage", SAMPLING ",\"tools\":[],\"task\":{}");
  g_assert_cmpint (mcp_message_get_error_code (answer), ==, MCP_RPC_INVALID_PARAMS);
  g_assert_cmpint (mcp_message_get_error_code (ask_of (&fixture, "tasks/get", "x")), ==,
                   MCP_RPC_INVALID_PARAMS);
  tear_down (&fixture);
}

void
add_task_receiver_tests (void)
{
  g_test_add_func ("/tasks/receiver/completed", test_completed);
  g_test_add_func ("/tasks/receiver/declined", test_declined);
  g_test_add_func ("/tasks/receiver/cancelled", test_cancelled);
  g_test_add_func ("/tasks/receiver/expired", test_expired);
  g_test_add_func ("/tasks/receiver/limit", test_limit);
  g_test_add_func ("/tasks/receiver/closed", test_closed);
  g_test_add_func ("/tasks/receiver/undeclared", test_undeclared);
}
