/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the server asks, and how a connection ends. */

#include "mcp-tests.h"
#include "mcp-peer-private.h"
#include "test-rpc-fixture.h"

#include <string.h>

static void
test_ping (void)
{
  TestRpc     fixture;
  McpMessage *sent;

  test_rpc_set_up (&fixture, FALSE, NULL);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":\"p\\u0021\",\"method\":\"ping\"}");
  test_run_ready ();
  sent = test_memory_transport_get_sent (fixture.transport, 0);
  g_assert_cmpint (mcp_message_get_kind (sent), ==, MCP_MESSAGE_RESULT);
  g_assert_cmpstr (mcp_request_id_get_text (mcp_message_get_id (sent)), ==, "\"p\\u0021\"");
  g_assert_cmpint (mcp_json_value_get_kind (mcp_message_get_result (sent)), ==, MCP_JSON_OBJECT);
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, 1);
  g_assert_cmpint (test_rpc_last_entry (&fixture)->latency, >=, 0);
  test_rpc_tear_down (&fixture);
}

static gboolean
on_request (McpPeer *peer, McpInboundRequest *request, TestRpc *fixture)
{
  fixture->n_asked++;
  if (!g_str_equal (mcp_inbound_request_get_method (request), "elicitation/create"))
    return FALSE;
  g_set_object (&fixture->inbound, request);
  return TRUE;
}

static void
test_inbound (void)
{
  TestRpc     fixture;
  McpMessage *sent;
  g_autoptr (GBytes) result = g_bytes_new_static ("{\"action\":\"decline\"}", 20);

  test_rpc_set_up (&fixture, FALSE, NULL);
  g_signal_connect (fixture.peer, "request", G_CALLBACK (on_request), &fixture);

  /* The id 0 is an id, and of a space of its own. */
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}");
  test_run_ready ();
  sent = test_memory_transport_get_sent (fixture.transport, 0);
  g_assert_cmpint (mcp_message_get_error_code (sent), ==, MCP_RPC_METHOD_NOT_FOUND);
  g_assert_cmpstr (mcp_request_id_get_text (mcp_message_get_id (sent)), ==, "0");

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/y\"}");
  test_run_ready ();
  g_assert_cmpint (mcp_message_get_error_code (test_memory_transport_get_sent (fixture.transport, 1)),
                   ==, MCP_RPC_METHOD_NOT_FOUND);

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\"}");
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 2);
  g_assert_cmpint (mcp_inbound_request_get_state (fixture.inbound), ==, MCP_INBOUND_PENDING);
  mcp_inbound_request_respond (fixture.inbound, result);
  mcp_inbound_request_respond (fixture.inbound, result);
  mcp_inbound_request_refuse (fixture.inbound, -1, "twice", NULL);
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 3);
  sent = test_memory_transport_get_sent (fixture.transport, 2);
  g_assert_true (mcp_json_value_string_equals (
      mcp_json_value_get_member (mcp_message_get_result (sent), "action"), "decline"));

  /* The server takes a question back: no answer. */
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"elicitation/create\"}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                             "\"params\":{\"requestId\":3}}");
  test_run_ready ();
  g_assert_cmpint (mcp_inbound_request_get_state (fixture.inbound), ==, MCP_INBOUND_CANCELLED);
  mcp_inbound_request_respond (fixture.inbound, result);
  test_run_ready ();
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 3);
  g_assert_cmpuint (fixture.n_asked, ==, 4);
  test_rpc_tear_down (&fixture);
}

static void
test_settle (void)
{
  TestRpc    fixture;
  TestAnswer waiting, settled = { 0 };
  g_autoptr (GError) reason = mcp_error_new (MCP_ERROR_CANCELLED, "Closing");
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  g_signal_connect (fixture.peer, "request", G_CALLBACK (on_request), &fixture);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &waiting);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\"}");
  test_run_ready ();
  mcp_peer_settle_async (fixture.peer, reason, test_answer_take, &settled);
  g_assert_null (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  result = test_answer_wait (&settled);
  mcp_peer_settle_finish (fixture.peer, result);
  g_assert_cmpint (
      mcp_message_get_error_code (test_memory_transport_get_sent (fixture.transport, -1)), ==,
      MCP_RPC_CONNECTION_CLOSED);
  g_assert_null (test_memory_transport_find_sent (fixture.transport, "notifications/cancelled"));
  g_clear_object (&result);
  test_rpc_tear_down (&fixture);
}

static void
test_settle_is_bounded (void)
{
  TestRpc    fixture;
  TestAnswer settled = { 0 };
  g_autoptr (GError) reason = mcp_error_new (MCP_ERROR_CANCELLED, "Closing");
  g_autoptr (GAsyncResult) result = NULL;
  GCancellable *none = NULL;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  g_signal_connect (fixture.peer, "request", G_CALLBACK (on_request), &fixture);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\"}");
  test_run_ready ();
  test_memory_transport_stall (fixture.transport, TRUE);
  mcp_peer_settle_async (fixture.peer, reason, test_answer_take, &settled);
  result = test_answer_wait (&settled);
  mcp_peer_settle_finish (fixture.peer, result);

  /* The stalled answer ends with its transport. */
  mcp_transport_close_async (MCP_TRANSPORT (fixture.transport), none, NULL, NULL);
  test_run_ready ();
  g_clear_object (&result);
  test_rpc_tear_down (&fixture);
}

static gboolean
leave_open (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  return FALSE;
}

/* Over HTTP each response is a request of its own: a few are on their way, some wait, and of the rest it
 * is said how many they were. */
static void
test_replies_are_bounded (void)
{
  static const guint asked[] = {
    MCP_PEER_REPLIES_AT_ONCE - 1,
    MCP_PEER_REPLIES_AT_ONCE,
    MCP_PEER_REPLIES_AT_ONCE + 1,
    MCP_PEER_REPLIES_AT_ONCE + MCP_PEER_MAX_REPLIES - 1,
    MCP_PEER_REPLIES_AT_ONCE + MCP_PEER_MAX_REPLIES,
    MCP_PEER_REPLIES_AT_ONCE + MCP_PEER_MAX_REPLIES + 1,
    MCP_PEER_REPLIES_AT_ONCE + MCP_PEER_MAX_REPLIES + 7,
  };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      guint            room = MCP_PEER_REPLIES_AT_ONCE + MCP_PEER_MAX_REPLIES;
      guint            answered = MIN (asked[i], room);
      guint            lost = asked[i] - answered;
      g_autofree char *note = g_strdup_printf ("(requests: %u)", lost);
      guint            n_notes = 0;
      TestRpc          fixture;

      test_rpc_set_up (&fixture, TRUE, leave_open);
      for (guint j = 0; j < asked[i]; j++)
        test_memory_transport_say_format (fixture.transport, 0,
                                          "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}", j);
      test_run_ready ();
      g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==,
                        MIN (asked[i], MCP_PEER_REPLIES_AT_ONCE));

      /* Each that ends lets another one go, down to the last. */
      for (guint j = 0; j < fixture.entries->len; j++)
        {
          McpTapEntry *entry = g_ptr_array_index (fixture.entries, j);

          if (entry->record->kind == MCP_RECORD_EXCHANGE_STARTED)
            test_memory_transport_end (fixture.transport, entry->record->exchange, NULL);
          if (entry->record->kind == MCP_RECORD_NOTE && strstr (entry->record->note, note) != NULL)
            n_notes++;
          if (j + 1 == fixture.entries->len)
            test_run_ready ();
        }
      g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, answered);
      g_assert_cmpuint (n_notes, ==, lost > 0 ? 1 : 0);
      test_rpc_tear_down (&fixture);
    }
}

static guint
count_notes (TestRpc *fixture, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < fixture->entries->len; i++)
    {
      McpTapEntry *entry = g_ptr_array_index (fixture->entries, i);

      n += entry->record->kind == MCP_RECORD_NOTE && strstr (entry->record->note, text) != NULL;
    }
  return n;
}

/* What waits when the connection is closed was not refused: the server may read well. */
static void
test_replies_end_with_connection (void)
{
  for (guint extra = 0; extra <= 3; extra += 3)
    for (guint by_server = 0; by_server < 2; by_server++)
      {
        TestRpc fixture;

        test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
        test_memory_transport_stall (fixture.transport, TRUE);
        for (guint j = 0; j < MCP_PEER_REPLIES_AT_ONCE + extra; j++)
          test_memory_transport_say_format (fixture.transport, 0,
                                            "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}", j);
        test_run_ready ();
        if (by_server)
          test_memory_transport_die (fixture.transport, mcp_error_new (MCP_ERROR_PROCESS_EXITED, "It ended"));
        /* What is stalled ends with its transport. */
        mcp_transport_close_async (MCP_TRANSPORT (fixture.transport), NULL, NULL, NULL);
        test_run_ready ();
        g_assert_cmpuint (count_notes (&fixture, "does not read"), ==, 0);
        g_assert_cmpuint (count_notes (&fixture, "Not answered: the connection was closed (requests: 3)."), ==,
                          extra > 0);
        g_assert_cmpuint (count_notes (&fixture, "Not answered"), ==, extra > 0);
        test_rpc_tear_down (&fixture);
      }
}

static void
test_death (void)
{
  TestRpc    fixture;
  TestAnswer first, second;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GError) error = NULL;
  GError *reason = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "It ended");

  mcp_error_get_details (reason)->evidence = g_strdup ("Traceback");
  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &first);
  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &second);
  test_run_ready ();

  /* What came before the end counts. */
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  test_memory_transport_die (fixture.transport, reason);
  response = test_rpc_wait (&fixture, &first, NULL);
  g_assert_nonnull (response);
  g_assert_null (test_rpc_wait (&fixture, &second, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==, "Traceback");
  g_assert_cmpuint (fixture.n_closed, ==, 1);
  g_assert_error (fixture.closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);

  g_clear_error (&error);
  test_rpc_ask (&fixture, "ping", NULL, NULL, &first);
  g_assert_null (test_rpc_wait (&fixture, &first, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  test_rpc_tear_down (&fixture);
}

static void
test_oversized (void)
{
  TestRpc    fixture;
  TestAnswer first, second;
  g_autoptr (GError) reason = mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE, "Too large");
  g_autoptr (GError) error = NULL;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GBytes) head = g_bytes_new_static ("{\"result\":{\"id\":12,", 19);
  g_autoptr (GBytes) tail = g_bytes_new_static ("x\"},\"jsonrpc\":\"2.0\",\"id\": 2}", 29);

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &first);
  test_rpc_ask (&fixture, "prompts/list", NULL, NULL, &second);
  test_run_ready ();
  g_signal_emit_by_name (fixture.transport, "oversized", head, tail, reason);
  g_assert_null (test_rpc_wait (&fixture, &second, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  response = test_rpc_wait (&fixture, &first, NULL);
  g_assert_nonnull (response);
  test_rpc_tear_down (&fixture);
}

static guint64
send_text (TestRpc *fixture, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return mcp_peer_send_text (fixture->peer, bytes);
}

/* What a person wrote goes out as it is, and what comes back is linked to it. */
static void
test_send_text (void)
{
  TestRpc fixture;
  guint64 first, second;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_echo);
  test_memory_transport_allow_anything (fixture.transport);
  first = send_text (&fixture, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"callTool\"}");
  test_run_ready ();
  g_assert_cmpstr (mcp_message_get_method (test_memory_transport_get_sent (fixture.transport, 0)),
                   ==, "callTool");
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_PLAIN);
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, first);
  g_assert_cmpstr (test_rpc_last_entry (&fixture)->method, ==, "callTool");
  g_assert_cmpint (test_rpc_last_entry (&fixture)->latency, >=, 0);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
  test_run_ready ();
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_DUPLICATE);

  /* The same id again is another question. */
  second = send_text (&fixture, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x/y\"}");
  g_assert_cmpuint (second, >, first);
  test_run_ready ();
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, second);
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_PLAIN);
  test_rpc_tear_down (&fixture);
}

/* An error without an id answers what has none to be answered by, not a request that waits. */
static void
test_send_malformed (void)
{
  TestRpc    fixture;
  TestAnswer waiting;
  guint64    sequence;
  g_autoptr (McpRequestId) id = NULL;
  g_autoptr (McpRequestId) taken = NULL;
  g_autoptr (GError) error = NULL;

  test_rpc_set_up (&fixture, FALSE, test_rpc_serve_nothing);
  test_memory_transport_allow_anything (fixture.transport);
  test_rpc_ask (&fixture, "tools/list", NULL, NULL, &waiting);
  sequence = send_text (&fixture, "{\"jsonrpc\":");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,"
                             "\"message\":\"Parse error\"}}");
  test_run_ready ();
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, ==, sequence);

  id = mcp_request_id_new_int64 (1);
  taken = mcp_peer_take_id (fixture.peer);
  g_assert_true (mcp_peer_is_waiting_for (fixture.peer, id));
  g_assert_false (mcp_peer_is_waiting_for (fixture.peer, taken));
  g_assert_false (mcp_request_id_equal (id, taken));
  send_text (&fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"x/y\","
                       "\"params\":{\"_meta\":{\"progressToken\":\"mine\"}}}");
  g_assert_true (mcp_peer_is_waiting_for (fixture.peer, taken));

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                             "\"params\":{\"progressToken\":\"mine\",\"progress\":1}}");
  test_run_ready ();
  g_assert_cmpint (test_rpc_last_entry (&fixture)->flags, ==, MCP_TAP_PLAIN);
  g_assert_cmpuint (test_rpc_last_entry (&fixture)->question, !=, 0);
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  mcp_response_unref (test_rpc_wait (&fixture, &waiting, &error));
  g_assert_no_error (error);
  test_rpc_tear_down (&fixture);
}

static void
test_notify (void)
{
  TestRpc    fixture;
  TestAnswer sent = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  test_rpc_set_up (&fixture, TRUE, test_rpc_serve_echo);
  mcp_peer_notify_async (fixture.peer, "notifications/initialized", NULL, NULL, test_answer_take,
                         &sent);
  result = test_answer_wait (&sent);
  g_assert_true (mcp_peer_notify_finish (fixture.peer, result, NULL));
  g_clear_object (&result);
  test_rpc_tear_down (&fixture);
}

void
add_rpc_inbound_tests (void)
{
  g_test_add_func ("/rpc/peer/inbound/ping", test_ping);
  g_test_add_func ("/rpc/peer/inbound/requests", test_inbound);
  g_test_add_func ("/rpc/peer/settle/refuses", test_settle);
  g_test_add_func ("/rpc/peer/settle/bounded", test_settle_is_bounded);
  g_test_add_func ("/rpc/peer/inbound/replies", test_replies_are_bounded);
  g_test_add_func ("/rpc/peer/inbound/replies-end", test_replies_end_with_connection);
  g_test_add_func ("/rpc/peer/death", test_death);
  g_test_add_func ("/rpc/peer/oversized", test_oversized);
  g_test_add_func ("/rpc/peer/send-text", test_send_text);
  g_test_add_func ("/rpc/peer/send-malformed", test_send_malformed);
  g_test_add_func ("/rpc/peer/notify", test_notify);
}
