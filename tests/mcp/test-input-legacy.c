/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests of servers up to 2025-11-25: sampling, elicitation, roots. */

#include "mcp-tests.h"
#include "mcp-input-gate.h"
#include "test-client-fixture.h"
#include "test-person.h"
#include "test-requests.h"

#include <string.h>

#define ALL                                                    \
  (MCP_CLIENT_ROOTS_LIST_CHANGED | MCP_CLIENT_SAMPLING_TOOLS | \
   MCP_CLIENT_ELICITATION_FORM | MCP_CLIENT_ELICITATION_URL)

#define FORM                                                                            \
  "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{" \
  "\"type\":\"string\"}}}}"
#define SAMPLING                                                                         \
  "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}]," \
  "\"maxTokens\":9}"

typedef struct
{
  TestClient client;
  GPtrArray *asked;   /* McpInputRequest */
  GPtrArray *refused; /* McpInputRequest */
  gboolean   take;
} Fixture;

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_assert_true (mcp_input_request_is_waiting (request));
  g_ptr_array_add (fixture->asked, g_object_ref (request));
  return fixture->take;
}

static void
on_input_refused (McpInputGate *gate, McpInputRequest *request, Fixture *fixture)
{
  g_assert_cmpint (mcp_input_request_get_state (request), ==, MCP_INPUT_REFUSED);
  g_ptr_array_add (fixture->refused, g_object_ref (request));
}

static void
set_up (Fixture *fixture, McpClientCapabilityFlags declared)
{
  g_autoptr (McpClientCapabilities) capabilities = mcp_client_capabilities_new (declared);

  memset (fixture, 0, sizeof *fixture);
  fixture->asked = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->refused = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->take = TRUE;
  test_client_set_up (&fixture->client, FALSE);
  mcp_client_get_options (fixture->client.client)->era = MCP_ERA_CHOICE_LEGACY;
  mcp_client_set_capabilities (fixture->client.client, capabilities);
  g_signal_connect (test_client_gate (fixture->client.client), "request", G_CALLBACK (on_input_request),
                    fixture);
  g_signal_connect (test_client_gate (fixture->client.client), "refused", G_CALLBACK (on_input_refused),
                    fixture);
  /* What the fixture asks while the session opens is not meant here. */
  fixture->take = FALSE;
  test_client_open_or_fail (&fixture->client);
  fixture->take = TRUE;
  g_ptr_array_set_size (fixture->asked, 0);
  g_ptr_array_set_size (fixture->refused, 0);
}

static void
tear_down (Fixture *fixture)
{
  test_client_close (&fixture->client);
  g_ptr_array_unref (fixture->asked);
  g_ptr_array_unref (fixture->refused);
  test_client_tear_down (&fixture->client);
}

static void
ask (Fixture *fixture, const char *id, const char *method, const char *params)
{
  test_memory_transport_say_format (
      fixture->client.transport, 0,
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\"%s%s}", id, method,
      params != NULL ? ",\"params\":" : "", params != NULL ? params : "");
  test_run_ready ();
}

/** The last message of ours, without what stands around it. */
static void
assert_answered (Fixture *fixture, const char *id, const char *rest)
{
  McpMessage      *message = test_memory_transport_get_sent (fixture->client.transport, -1);
  g_autofree char *text = mcp_json_value_dup_text (mcp_message_get_value (message));
  g_autofree char *expected = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,%s}", id, rest);

  g_assert_cmpstr (text, ==, expected);
}

static McpInputRequest *
last_asked (Fixture *fixture)
{
  g_assert_cmpuint (fixture->asked->len, >, 0);
  return g_ptr_array_index (fixture->asked, fixture->asked->len - 1);
}

static GBytes *
bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static void
test_elicitation (void)
{
  Fixture          fixture;
  McpInputRequest *request;
  g_autoptr (GBytes) array = bytes ("[1]");
  g_autoptr (GBytes) broken = bytes ("{\"a\":}");
  g_autoptr (GBytes) content = bytes ("{\"a\":\"\\u0000\",\n\"b\":1.10}");
  g_autoptr (GError) error = NULL;

  set_up (&fixture, ALL);
  /* Where the specification has a number, the schema that is made of it has an integer. */
  schema_tap_allow_anything (fixture.client.schema_tap);
  ask (&fixture, "\"e1\"", "elicitation/create", FORM);
  request = last_asked (&fixture);
  g_assert_cmpint (mcp_input_request_get_details (request)->kind, ==, MCP_INPUT_ELICITATION);
  g_assert_cmpint (mcp_input_request_get_details (request)->origin, ==, MCP_INPUT_FROM_REQUEST);
  g_assert_cmpstr (mcp_input_request_get_details (request)->elicitation->message, ==,
                   "m");
  g_assert_cmpuint (mcp_input_request_get_details (request)->sequence, >, 0);
  g_assert_false (mcp_json_value_exists (mcp_input_request_get_details (request)->key.value));

  /* A wrong answer leaves it waiting. */
  g_assert_false (mcp_input_request_accept (request, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
  g_clear_error (&error);
  g_assert_false (mcp_input_request_accept (request, array, NULL));
  g_assert_false (mcp_input_request_accept (request, broken, NULL));
  g_assert_true (mcp_input_request_is_waiting (request));
  g_assert_true (mcp_input_request_accept (request, content, &error));
  g_assert_no_error (error);
  test_run_ready ();
  assert_answered (&fixture, "\"e1\"",
                   "\"result\":{\"action\":\"accept\",\"content\":{\"a\":\"\\u0000\", "
                   "\"b\":1.10}}");
  g_assert_cmpint (mcp_input_request_get_state (request), ==, MCP_INPUT_ANSWERED);
  g_assert_false (mcp_input_request_decline (request, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);

  ask (&fixture, "0", "elicitation/create", FORM);
  g_assert_true (mcp_input_request_decline (last_asked (&fixture), NULL));
  test_run_ready ();
  assert_answered (&fixture, "0", "\"result\":{\"action\":\"decline\"}");
  g_assert_cmpint (mcp_input_request_get_state (last_asked (&fixture)), ==, MCP_INPUT_DECLINED);

  ask (&fixture, "2", "elicitation/create", FORM);
  g_assert_true (mcp_input_request_cancel (last_asked (&fixture), NULL));
  test_run_ready ();
  assert_answered (&fixture, "2", "\"result\":{\"action\":\"cancel\"}");

  ask (&fixture, "3", "elicitation/create",
       "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example\",\"elicitationId\":"
       "\"x\"}");
  g_assert_false (mcp_input_request_accept (last_asked (&fixture), content, NULL));
  g_assert_true (mcp_input_request_accept (last_asked (&fixture), NULL, NULL));
  test_run_ready ();
  assert_answered (&fixture, "3", "\"result\":{\"action\":\"accept\"}");
  tear_down (&fixture);
}

static void
say_complete (Fixture *fixture, const char *id)
{
  test_memory_transport_say_format (fixture->client.transport, 0,
                                    "{\"jsonrpc\":\"2.0\",\"method\":"
                                    "\"notifications/elicitation/complete\",\"params\":{"
                                    "\"elicitationId\":%s}}",
                                    id);
  test_run_ready ();
}

static void
test_elicitation_complete (void)
{
  Fixture          fixture;
  McpInputRequest *request;

  set_up (&fixture, ALL);
  ask (&fixture, "3", "elicitation/create",
       "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example\",\"elicitationId\":"
       "\"x\"}");
  request = last_asked (&fixture);
  g_assert_true (mcp_input_request_accept (request, NULL, NULL));
  say_complete (&fixture, "\"y\"");
  say_complete (&fixture, "7");
  g_assert_false (mcp_input_request_is_completed (request));
  say_complete (&fixture, "\"\\u0078\"");
  g_assert_true (mcp_input_request_is_completed (request));
  say_complete (&fixture, "\"x\"");
  tear_down (&fixture);
}

static void
test_sampling (void)
{
  Fixture          fixture;
  McpInputRequest *request;
  g_autoptr (GBytes) half = bytes ("{\"role\":\"assistant\"}");
  g_autoptr (GBytes) any = bytes ("7");

  set_up (&fixture, ALL);
  ask (&fixture, "1", "sampling/createMessage", SAMPLING);
  request = last_asked (&fixture);
  g_assert_cmpint (mcp_input_request_get_details (request)->kind, ==, MCP_INPUT_SAMPLING);
  g_assert_false (mcp_input_request_accept (request, half, NULL));
  g_assert_true (test_person_accept_text (request, "yes", "me", NULL, NULL));
  test_run_ready ();
  assert_answered (&fixture, "1",
                   "\"result\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
                   "\"text\":\"yes\"},\"model\":\"me\",\"stopReason\":\"endTurn\"}");

  ask (&fixture, "2", "sampling/createMessage", SAMPLING);
  g_assert_true (mcp_input_request_decline (last_asked (&fixture), NULL));
  test_run_ready ();
  assert_answered (&fixture, "2",
                   "\"error\":{\"code\":-1,\"message\":\"User rejected sampling request\"}");

  /* Nothing is refused that a person wants to send. */
  test_memory_transport_allow_anything (fixture.client.transport);
  schema_tap_allow_anything (fixture.client.schema_tap);
  ask (&fixture, "4", "sampling/createMessage", SAMPLING);
  g_assert_true (mcp_input_request_answer_json (last_asked (&fixture), any, NULL));
  test_run_ready ();
  assert_answered (&fixture, "4", "\"result\":7");
  tear_down (&fixture);
}

static void
test_undeclared (void)
{
  static const struct
  {
    McpClientCapabilityFlags declared;
    const char              *method;
    const char              *params;
    int                      code;
  } CASES[] = {
    { MCP_CLIENT_NO_CAPABILITIES, "elicitation/create", FORM, -32601 },
    { MCP_CLIENT_ROOTS, "sampling/createMessage", SAMPLING, -32601 },
    { MCP_CLIENT_SAMPLING, "roots/list", NULL, -32601 },
    { MCP_CLIENT_ELICITATION_FORM, "elicitation/create",
      "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example\",\"elicitationId\":"
      "\"x\"}",
      -32602 },
    { MCP_CLIENT_ELICITATION_URL, "elicitation/create", FORM, -32602 },
    { ALL, "elicitation/create", "{\"mode\":\"voice\",\"message\":\"m\"}", -32602 },
    { ALL, "elicitation/create", "{\"mode\":\"url\",\"message\":\"m\"}", -32602 },
    { MCP_CLIENT_SAMPLING, "sampling/createMessage",
      "{\"messages\":[],\"maxTokens\":1,\"tools\":[]}", -32602 },
    { MCP_CLIENT_SAMPLING, "sampling/createMessage",
      "{\"messages\":[],\"maxTokens\":1,\"toolChoice\":{}}", -32602 },
    { ALL, "sampling/createMessage", "{}", -32602 },
    { ALL, "sampling/createMessage", NULL, -32602 },
    { ALL, "sampling/createMessage",
      "{\"messages\":[{\"role\":\"assistant\",\"content\":{\"type\":\"tool_use\",\"id\":\"1\","
      "\"name\":\"n\",\"input\":{}}}],\"maxTokens\":1}",
      -32602 },
    { ALL, "tasks/list", NULL, -32601 },
    { ALL, "unknown/method", NULL, -32601 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      Fixture     fixture;
      McpMessage *message;

      set_up (&fixture, CASES[i].declared);
      ask (&fixture, "1", CASES[i].method, CASES[i].params);
      message = test_memory_transport_get_sent (fixture.client.transport, -1);
      g_assert_cmpint (mcp_message_get_error_code (message), ==, CASES[i].code);
      g_assert_cmpuint (fixture.asked->len, ==, 0);
      g_assert_cmpuint (fixture.refused->len, ==, CASES[i].code == -32602 ? 1 : 0);
      tear_down (&fixture);
    }
}

static void
test_not_taken (void)
{
  Fixture     fixture;
  McpMessage *message;

  set_up (&fixture, ALL);
  fixture.take = FALSE;
  ask (&fixture, "1", "elicitation/create", FORM);
  message = test_memory_transport_get_sent (fixture.client.transport, -1);
  g_assert_cmpint (mcp_message_get_error_code (message), ==, MCP_RPC_METHOD_NOT_FOUND);
  g_assert_cmpint (mcp_input_request_get_state (last_asked (&fixture)), ==, MCP_INPUT_REFUSED);
  tear_down (&fixture);
}

static void
test_cancelled_by_server (void)
{
  Fixture fixture;
  guint   n_sent;

  set_up (&fixture, ALL);
  ask (&fixture, "\"a\"", "elicitation/create", FORM);
  n_sent = test_memory_transport_get_n_sent (fixture.client.transport);
  test_memory_transport_say (fixture.client.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                             "\"params\":{\"requestId\":\"a\"}}");
  test_run_ready ();
  g_assert_cmpint (mcp_input_request_get_state (last_asked (&fixture)), ==, MCP_INPUT_CANCELLED);
  g_assert_false (mcp_input_request_decline (last_asked (&fixture), NULL));
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.client.transport), ==, n_sent);
  tear_down (&fixture);
}

static void
test_closing (void)
{
  Fixture          fixture;
  McpMessage      *message;
  McpInputRequest *request;

  set_up (&fixture, ALL);
  ask (&fixture, "1", "elicitation/create", FORM);
  request = last_asked (&fixture);
  test_client_close (&fixture.client);
  message = test_memory_transport_get_sent (fixture.client.transport, -1);
  g_assert_cmpint (mcp_message_get_error_code (message), ==, MCP_RPC_CONNECTION_CLOSED);
  g_assert_cmpint (mcp_input_request_get_state (request), ==, MCP_INPUT_WITHDRAWN);
  tear_down (&fixture);

  set_up (&fixture, ALL);
  ask (&fixture, "1", "elicitation/create", FORM);
  request = last_asked (&fixture);
  test_memory_transport_die (fixture.client.transport,
                             mcp_error_new (MCP_ERROR_CONNECTION_LOST, "gone"));
  test_run_ready ();
  g_assert_cmpint (mcp_input_request_get_state (request), ==, MCP_INPUT_WITHDRAWN);
  tear_down (&fixture);
}

static void
test_roots (void)
{
  Fixture fixture;
  g_autoptr (McpRoots) roots = mcp_roots_new ();

  set_up (&fixture, ALL);
  mcp_roots_add (roots, "file:///a", "A", NULL);
  mcp_input_gate_set_roots (test_client_gate (fixture.client.client), roots);
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_count_sent (fixture.client.transport,
                                                      "notifications/roots/list_changed"),
                    ==, 1);
  ask (&fixture, "0", "roots/list", NULL);
  assert_answered (&fixture, "0",
                   "\"result\":{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"A\"}]}");
  g_assert_cmpuint (fixture.asked->len, ==, 0);
  mcp_roots_add (roots, "file:///b", NULL, NULL);
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_count_sent (fixture.client.transport,
                                                      "notifications/roots/list_changed"),
                    ==, 2);

  /* Without a list somebody is asked. */
  mcp_input_gate_set_roots (test_client_gate (fixture.client.client), NULL);
  ask (&fixture, "5", "roots/list", NULL);
  g_assert_cmpint (mcp_input_request_get_details (last_asked (&fixture))->kind, ==, MCP_INPUT_ROOTS);
  g_assert_true (mcp_input_request_decline (last_asked (&fixture), NULL));
  tear_down (&fixture);

  set_up (&fixture, MCP_CLIENT_ROOTS);
  mcp_input_gate_set_roots (test_client_gate (fixture.client.client), roots);
  g_assert_true (mcp_roots_remove (roots, "file:///a"));
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_count_sent (fixture.client.transport,
                                                      "notifications/roots/list_changed"),
                    ==, 0);
  tear_down (&fixture);
}

static void
test_flood (void)
{
  Fixture fixture;
  McpTap *tap;
  guint   n_answers;
  guint   n_before;

  set_up (&fixture, ALL);
  tap = mcp_client_get_tap (fixture.client.client);
  n_before = test_memory_transport_get_n_sent (fixture.client.transport);
  for (guint i = 0; i < 1000; i++)
    test_memory_transport_say_format (
        fixture.client.transport, 0,
        "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"elicitation/create\",\"params\":%s}", i, FORM);
  while (fixture.refused->len == 0)
    test_wait_event ();
  g_assert_cmpuint (fixture.asked->len, ==, MCP_INPUT_MAX_WAITING);
  while (test_memory_transport_get_n_sent (fixture.client.transport) < n_before + 1000 - MCP_INPUT_MAX_WAITING)
    test_wait_event ();
  g_assert_cmpuint (fixture.refused->len, <, 10); /* one a second */
  g_assert_true (mcp_finding_list_has (
      mcp_input_request_get_findings (g_ptr_array_index (fixture.refused, 0)), "input-flood"));
  n_answers = test_memory_transport_get_n_sent (fixture.client.transport);
  g_assert_cmpuint (n_answers, >=, 1000 - MCP_INPUT_MAX_WAITING);
  g_assert_cmpuint (mcp_tap_get_sequence (tap), >, 1900);

  /* Those that wait are answered as ever, and then there is room again. */
  for (guint i = 0; i < fixture.asked->len; i++)
    g_assert_true (mcp_input_request_decline (g_ptr_array_index (fixture.asked, i), NULL));
  ask (&fixture, "\"after\"", "elicitation/create", FORM);
  g_assert_true (mcp_input_request_decline (last_asked (&fixture), NULL));
  test_run_ready ();
  assert_answered (&fixture, "\"after\"", "\"result\":{\"action\":\"decline\"}");
  tear_down (&fixture);
}

static gboolean
decline_at_once (McpInputGate *gate, McpInputRequest *request, guint *n)
{
  (*n)++;
  mcp_input_request_decline (request, NULL);
  return TRUE;
}

static void
test_flood_answered_at_once (void)
{
  Fixture fixture;
  guint   n = 0;
  guint   n_before;

  set_up (&fixture, ALL);
  g_signal_handlers_disconnect_by_data (test_client_gate (fixture.client.client), &fixture);
  g_signal_connect (test_client_gate (fixture.client.client), "request", G_CALLBACK (decline_at_once), &n);
  n_before = test_memory_transport_get_n_sent (fixture.client.transport);
  for (guint i = 0; i < 1000; i++)
    test_memory_transport_say_format (
        fixture.client.transport, 0,
        "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"elicitation/create\",\"params\":%s}", i, FORM);
  while (test_memory_transport_get_n_sent (fixture.client.transport) < n_before + 1000)
    test_wait_event ();
  g_assert_cmpuint (n, >=, MCP_INPUT_BURST - 1);
  g_assert_cmpuint (n, <, 900);
  tear_down (&fixture);
}

static void
test_deadline_waits_for_person (void)
{
  Fixture           fixture;
  TestAnswer        called = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begun = g_get_monotonic_time ();

  set_up (&fixture, ALL);
  options.deadline_ms = 30;
  options.total_ms = 300;
  test_call_tool_async (fixture.client.client, "hang", NULL, &options, NULL,
                        test_answer_take, &called);
  ask (&fixture, "1", "elicitation/create", FORM);
  g_assert_cmpuint (mcp_input_request_get_details (last_asked (&fixture))->request_sequence, >, 0);

  /* The total is the end all the same, and the deadline is none: it would be over long before. */
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (fixture.client.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, 290 * 1000);
  g_assert_cmpint (mcp_input_request_get_state (last_asked (&fixture)), ==, MCP_INPUT_WITHDRAWN);
  g_clear_object (&result);
  tear_down (&fixture);
}

/** What a call has made the server ask goes with the call. */
static void
test_call_cancelled (void)
{
  Fixture    fixture;
  TestAnswer called = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, ALL);
  ask (&fixture, "7", "elicitation/create", FORM);
  test_call_tool_async (fixture.client.client, "hang", NULL, NULL, cancellable,
                        test_answer_take, &called);
  ask (&fixture, "8", "elicitation/create", FORM);
  ask (&fixture, "9", "elicitation/create", FORM);
  g_cancellable_cancel (cancellable);
  result = test_answer_wait (&called);
  g_assert_null (mcp_client_call_finish (fixture.client.client, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, 0)), ==,
                   MCP_INPUT_WAITING);
  for (guint i = 1; i < 3; i++)
    g_assert_cmpint (mcp_input_request_get_state (g_ptr_array_index (fixture.asked, i)), ==,
                     MCP_INPUT_WITHDRAWN);
  g_clear_object (&result);
  tear_down (&fixture);
}

static void
test_ping (void)
{
  Fixture fixture;

  set_up (&fixture, ALL);
  ask (&fixture, "\"p\"", "ping", NULL);
  assert_answered (&fixture, "\"p\"", "\"result\":{}");
  tear_down (&fixture);
}

void
add_input_legacy_tests (void)
{
  g_test_add_func ("/input/legacy/elicitation", test_elicitation);
  g_test_add_func ("/input/legacy/elicitation-complete", test_elicitation_complete);
  g_test_add_func ("/input/legacy/sampling", test_sampling);
  g_test_add_func ("/input/legacy/undeclared", test_undeclared);
  g_test_add_func ("/input/legacy/not-taken", test_not_taken);
  g_test_add_func ("/input/legacy/cancelled-by-server", test_cancelled_by_server);
  g_test_add_func ("/input/legacy/closing", test_closing);
  g_test_add_func ("/input/legacy/roots", test_roots);
  g_test_add_func ("/input/legacy/flood", test_flood);
  g_test_add_func ("/input/legacy/flood-answered-at-once", test_flood_answered_at_once);
  g_test_add_func ("/input/legacy/deadline-waits-for-person", test_deadline_waits_for_person);
  g_test_add_func ("/input/legacy/call-cancelled", test_call_cancelled);
  g_test_add_func ("/input/legacy/ping", test_ping);
}
