/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers and questions: pairing, deadlines, cancelling, progress, what the server asks. */

#include "mcp-peer.h"
#include "test-memory-transport.h"

#include <math.h>
#include <string.h>

typedef struct
{
  TestMemoryTransport *transport;
  McpTap              *tap;
  McpPeer             *peer;
  GPtrArray           *entries; /* McpTapEntry */
  GPtrArray           *notifications;
  GError              *closed;
  guint                n_closed;
  gboolean             is_open;
  McpInboundRequest   *inbound;
  guint                n_asked;
} Fixture;

static void
on_entry (McpTap *tap, McpTapEntry *entry, Fixture *fixture)
{
  g_assert_cmpuint (entry->sequence, ==, fixture->entries->len + 1);
  g_ptr_array_add (fixture->entries, mcp_tap_entry_ref (entry));
}

static void
on_notification (McpPeer *peer, McpMessage *message, Fixture *fixture)
{
  g_ptr_array_add (fixture->notifications, mcp_message_ref (message));
}

static void
on_closed (McpPeer *peer, GError *error, Fixture *fixture)
{
  fixture->n_closed++;
  fixture->closed = error != NULL ? g_error_copy (error) : NULL;
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_assert_true (mcp_transport_open_finish (MCP_TRANSPORT (source), result, NULL));
  *(gboolean *)user_data = TRUE;
}

static void
set_up (Fixture *fixture, gboolean http, TestServerFunc func)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->transport = test_memory_transport_new (http, func, fixture);
  fixture->tap = mcp_tap_new ();
  fixture->peer = mcp_peer_new (MCP_TRANSPORT (fixture->transport), fixture->tap);
  fixture->entries = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_tap_entry_unref);
  fixture->notifications = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_message_unref);
  g_signal_connect (fixture->tap, "entry", G_CALLBACK (on_entry), fixture);
  g_signal_connect (fixture->peer, "notification", G_CALLBACK (on_notification), fixture);
  g_signal_connect (fixture->peer, "closed", G_CALLBACK (on_closed), fixture);
  mcp_transport_open_async (MCP_TRANSPORT (fixture->transport), NULL, on_opened,
                            &fixture->is_open);
  test_wait_until (&fixture->is_open);
}

static void
tear_down (Fixture *fixture)
{
  test_wait_ms (1);
  g_assert_cmpuint (mcp_peer_get_n_pending (fixture->peer), ==, 0);
  g_clear_object (&fixture->inbound);
  g_clear_error (&fixture->closed);
  g_ptr_array_unref (fixture->notifications);
  g_ptr_array_unref (fixture->entries);
  g_assert_finalize_object (fixture->peer);
  g_assert_finalize_object (fixture->tap);
  g_assert_finalize_object (fixture->transport);
}

static McpTapEntry *
last_entry (Fixture *fixture)
{
  return g_ptr_array_index (fixture->entries, fixture->entries->len - 1);
}

static void
ask (Fixture                 *fixture,
     const char              *method,
     const McpRequestOptions *options,
     GCancellable            *cancellable,
     TestAnswer              *answer)
{
  memset (answer, 0, sizeof *answer);
  mcp_peer_request_async (fixture->peer, method, NULL, options, cancellable, test_answer_take,
                          answer);
}

static McpAnswer *
wait_for (Fixture *fixture, TestAnswer *answer, GError **error)
{
  g_autoptr (GAsyncResult) result = test_answer_wait (answer);

  return mcp_peer_request_finish (fixture->peer, result, error);
}

static gboolean
serve_echo (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    test_memory_transport_answer (transport, message, exchange, "{\"ok\":true}");
  return TRUE;
}

static gboolean
serve_nothing (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  return mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST;
}

static void
test_answer (gconstpointer http)
{
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (McpAnswer) answer = NULL;
  McpTapEntry *entry;

  set_up (&fixture, GPOINTER_TO_INT (http), serve_echo);
  ask (&fixture, "tools/list", NULL, NULL, &waiting);
  g_assert_cmpuint (mcp_peer_get_n_pending (fixture.peer), ==, 1);
  answer = wait_for (&fixture, &waiting, NULL);

  g_assert_nonnull (answer);
  g_assert_false (mcp_answer_is_error (answer));
  g_assert_true (mcp_json_value_get_member_boolean (mcp_answer_get_result (answer), "ok", FALSE));
  g_assert_cmpstr (mcp_answer_get_method (answer), ==, "tools/list");
  g_assert_cmpuint (mcp_answer_get_size (answer), ==,
                    strlen ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}"));
  g_assert_cmpint (mcp_answer_get_started (answer), >, 0);
  g_assert_cmpint (mcp_answer_get_ended (answer), >=, mcp_answer_get_started (answer));

  entry = last_entry (&fixture);
  g_assert_cmpuint (mcp_answer_get_answer_sequence (answer), ==, entry->sequence);
  g_assert_cmpuint (mcp_answer_get_question_sequence (answer), ==, entry->question);
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
  tear_down (&fixture);
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
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (McpAnswer) answer = NULL;

  set_up (&fixture, FALSE, serve_error);
  ask (&fixture, "ping", NULL, NULL, &waiting);
  answer = wait_for (&fixture, &waiting, NULL);
  g_assert_true (mcp_answer_is_error (answer));
  g_assert_cmpint (mcp_message_get_error_code (mcp_answer_get_message (answer)), ==, -32602);
  g_assert_false (mcp_json_value_exists (mcp_answer_get_result (answer)));
  tear_down (&fixture);
}

/* Answers in another order, to nobody, of the wrong type, twice. */
static void
test_strays (void)
{
  Fixture    fixture;
  TestAnswer first, second;
  g_autoptr (McpAnswer) one = NULL;
  g_autoptr (McpAnswer) two = NULL;

  set_up (&fixture, FALSE, serve_nothing);
  ask (&fixture, "tools/list", NULL, NULL, &first);
  ask (&fixture, "prompts/list", NULL, NULL, &second);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}");
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"result\":{}}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":"
                             "\"whose?\"}}");
  test_memory_transport_say (fixture.transport, 0, "Listening on port 3000");
  test_wait_ms (20);
  g_assert_cmpuint (mcp_peer_get_n_pending (fixture.peer), ==, 2);
  for (guint i = 1; i <= 4; i++)
    {
      McpTapEntry *entry = g_ptr_array_index (fixture.entries, fixture.entries->len - 1 - i);

      g_assert_cmpint (entry->flags, ==, MCP_TAP_UNMATCHED);
      g_assert_cmpuint (entry->question, ==, 0);
      g_assert_cmpint (entry->latency, ==, -1);
    }
  g_assert_cmpint (last_entry (&fixture)->record->kind, ==, MCP_RECORD_MALFORMED);
  g_assert_nonnull (last_entry (&fixture)->record->note);
  g_assert_cmpuint (g_bytes_get_size (last_entry (&fixture)->record->text), ==,
                    strlen ("Listening on port 3000"));

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"n\":2}}");
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{\"n\":1}}");
  one = wait_for (&fixture, &first, NULL);
  two = wait_for (&fixture, &second, NULL);
  g_assert_cmpint (mcp_json_value_get_member_int64 (mcp_answer_get_result (one), "n", 0), ==, 1);
  g_assert_cmpint (mcp_json_value_get_member_int64 (mcp_answer_get_result (two), "n", 0), ==, 2);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  test_wait_ms (20);
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_DUPLICATE);
  g_assert_cmpuint (last_entry (&fixture)->question, ==, 2);
  tear_down (&fixture);
}

static void
test_id_null_to_the_only_one (void)
{
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (McpAnswer) answer = NULL;

  set_up (&fixture, FALSE, serve_nothing);
  ask (&fixture, "ping", NULL, NULL, &waiting);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                             "\"message\":\"Internal server error: x\"}}");
  answer = wait_for (&fixture, &waiting, NULL);
  g_assert_true (mcp_answer_is_error (answer));
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_BY_EXCHANGE);
  tear_down (&fixture);
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
  Fixture    fixture;
  TestAnswer first, second;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, TRUE, serve_id_null);
  ask (&fixture, "tools/list", NULL, cancellable, &first);
  ask (&fixture, "prompts/list", NULL, NULL, &second);
  answer = wait_for (&fixture, &second, NULL);
  g_assert_true (mcp_answer_is_error (answer));
  g_assert_cmpuint (mcp_peer_get_n_pending (fixture.peer), ==, 1);

  g_cancellable_cancel (cancellable);
  g_assert_null (wait_for (&fixture, &first, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  tear_down (&fixture);
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
    { "prompts/list", "the id \"2\", but 2 was asked" },
    { "resources/list", "The stream ended without the answer" },
  };
  Fixture fixture;

  set_up (&fixture, TRUE, serve_wrong);
  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      TestAnswer waiting;
      g_autoptr (GError) error = NULL;

      ask (&fixture, CASES[i].method, NULL, NULL, &waiting);
      g_assert_null (wait_for (&fixture, &waiting, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, CASES[i].says));
    }
  tear_down (&fixture);
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
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (McpAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, TRUE, serve_failed_send);
  ask (&fixture, "tools/list", NULL, NULL, &waiting);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS);

  ask (&fixture, "prompts/list", NULL, NULL, &waiting);
  answer = wait_for (&fixture, &waiting, NULL);
  g_assert_true (mcp_answer_is_error (answer));
  tear_down (&fixture);
}

static void
test_deadline (gconstpointer http)
{
  Fixture           fixture;
  TestAnswer        waiting;
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  McpMessage *cancelled;
  gint64      id;

  set_up (&fixture, GPOINTER_TO_INT (http), serve_nothing);
  options.deadline_ms = 30;
  ask (&fixture, "tools/list", &options, NULL, &waiting);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);

  test_wait_ms (10);
  cancelled = test_memory_transport_find_sent (fixture.transport, "notifications/cancelled");
  g_assert_nonnull (cancelled);
  id = mcp_json_value_get_member_int64 (mcp_message_get_params (cancelled), "requestId", 0);
  g_assert_cmpint (id, ==, 1);

  /* The answer comes all the same. */
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  test_wait_ms (20);
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_LATE);
  g_assert_cmpuint (last_entry (&fixture)->question, ==, 1);
  g_assert_cmpint (last_entry (&fixture)->latency, >=, 30000);
  if (GPOINTER_TO_INT (http))
    test_memory_transport_end (
        fixture.transport, ((McpTapEntry *)fixture.entries->pdata[1])->record->exchange, NULL);
  tear_down (&fixture);
}

static void
test_default_deadline (void)
{
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, FALSE, serve_nothing);
  mcp_peer_set_deadlines (fixture.peer, 0, 20);
  ask (&fixture, "tools/list", NULL, NULL, &waiting);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  tear_down (&fixture);
}

static void
test_cancel (void)
{
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint n;

  set_up (&fixture, FALSE, serve_nothing);
  ask (&fixture, "tools/call", NULL, cancellable, &waiting);
  test_memory_transport_allow_anything (fixture.transport);
  test_wait_ms (5);
  g_cancellable_cancel (cancellable);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  test_wait_ms (5);
  g_assert_cmpuint (
      test_memory_transport_count_sent (fixture.transport, "notifications/cancelled"), ==, 1);

  /* Cancelled before it began: nothing is sent at all. */
  n = test_memory_transport_get_n_sent (fixture.transport);
  g_clear_error (&error);
  ask (&fixture, "ping", NULL, cancellable, &waiting);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, n);
  tear_down (&fixture);
}

static void
test_initialize_is_never_cancelled (void)
{
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  set_up (&fixture, FALSE, serve_nothing);
  test_memory_transport_allow_anything (fixture.transport);
  ask (&fixture, "initialize", NULL, cancellable, &waiting);
  test_wait_ms (5);
  g_cancellable_cancel (cancellable);
  g_assert_null (wait_for (&fixture, &waiting, NULL));
  test_wait_ms (5);
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 1);
  tear_down (&fixture);
}

/* What was taken back before it went out is not cancelled at the server. */
static void
test_cancel_unsent (void)
{
  Fixture    fixture;
  TestAnswer waiting;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  set_up (&fixture, FALSE, serve_nothing);
  test_memory_transport_stall (fixture.transport, TRUE);
  ask (&fixture, "tools/list", NULL, cancellable, &waiting);
  test_wait_ms (5);
  test_memory_transport_stall (fixture.transport, FALSE);
  g_cancellable_cancel (cancellable);
  g_assert_null (wait_for (&fixture, &waiting, NULL));
  test_wait_ms (10);
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 0);
  tear_down (&fixture);
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
say_progress (Fixture *fixture, const char *token, const char *rest)
{
  test_memory_transport_say_format (fixture->transport, 0,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                                    "\"params\":{\"progressToken\":%s%s}}",
                                    token, rest);
  test_wait_ms (5);
}

static void
test_progress (void)
{
  Fixture           fixture;
  TestAnswer        waiting;
  Reports           reports = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (McpAnswer) answer = NULL;
  McpJsonValue token;

  set_up (&fixture, FALSE, serve_nothing);
  options.progress = on_progress;
  options.progress_data = &reports;
  ask (&fixture, "tools/list", &options, NULL, &waiting);
  test_wait_ms (5);
  token = mcp_json_value_resolve_pointer (
      mcp_message_get_value (test_memory_transport_get_sent (fixture.transport, 0)),
      "/params/_meta/progressToken");
  g_assert_true (mcp_json_value_exists (token));

  say_progress (&fixture, "1", ",\"progress\":0.5,\"total\":2,\"message\":\"half\"");
  g_assert_cmpuint (reports.n, ==, 1);
  g_assert_cmpfloat (reports.last, ==, 0.5);
  g_assert_cmpfloat (reports.total, ==, 2);
  g_assert_cmpstr (reports.message, ==, "half");
  g_assert_cmpuint (last_entry (&fixture)->question, ==, 1);

  say_progress (&fixture, "1", ",\"progress\":0.25");
  g_assert_false (reports.increased);
  g_assert_true (isnan (reports.total));
  say_progress (&fixture, "1", "");
  g_assert_true (isnan (reports.last));
  g_assert_cmpuint (reports.n, ==, 3);

  say_progress (&fixture, "\"1\"", ",\"progress\":9");
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_UNMATCHED);
  say_progress (&fixture, "{}", ",\"progress\":9");
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_UNMATCHED);
  g_assert_cmpuint (reports.n, ==, 3);

  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  answer = wait_for (&fixture, &waiting, NULL);
  say_progress (&fixture, "1", ",\"progress\":3");
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_LATE);
  g_assert_cmpuint (reports.n, ==, 3);
  g_free (reports.message);
  tear_down (&fixture);
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
  Fixture           fixture;
  TestAnswer        waiting;
  Reports           reports = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  gint64 started = g_get_monotonic_time ();
  gint64 elapsed;
  guint  source;

  set_up (&fixture, FALSE, serve_nothing);
  options.progress = on_progress;
  options.progress_data = &reports;
  options.deadline_ms = 100;
  options.total_ms = 400;
  ask (&fixture, "tools/list", &options, NULL, &waiting);
  source = g_timeout_add (10, on_report_progress, fixture.transport);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_source_remove (source);
  elapsed = g_get_monotonic_time () - started;
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
  g_assert_cmpint (elapsed, >=, 390 * 1000);
  g_assert_cmpint (elapsed, <, 5 * G_USEC_PER_SEC);
  g_assert_cmpuint (reports.n, >, 3);
  g_free (reports.message);
  tear_down (&fixture);
}

static void
test_ping (void)
{
  Fixture     fixture;
  McpMessage *sent;

  set_up (&fixture, FALSE, NULL);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":\"p\\u0021\",\"method\":\"ping\"}");
  test_wait_ms (10);
  sent = test_memory_transport_get_sent (fixture.transport, 0);
  g_assert_cmpint (mcp_message_get_kind (sent), ==, MCP_MESSAGE_RESULT);
  g_assert_cmpstr (mcp_request_id_get_text (mcp_message_get_id (sent)), ==, "\"p\\u0021\"");
  g_assert_cmpint (mcp_json_value_get_kind (mcp_message_get_result (sent)), ==, MCP_JSON_OBJECT);
  g_assert_cmpuint (last_entry (&fixture)->question, ==, 1);
  g_assert_cmpint (last_entry (&fixture)->latency, >=, 0);
  tear_down (&fixture);
}

static gboolean
on_request (McpPeer *peer, McpInboundRequest *request, Fixture *fixture)
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
  Fixture     fixture;
  McpMessage *sent;
  g_autoptr (GBytes) result = g_bytes_new_static ("{\"action\":\"decline\"}", 20);

  set_up (&fixture, FALSE, NULL);
  g_signal_connect (fixture.peer, "request", G_CALLBACK (on_request), &fixture);

  /* The id 0 is an id, and of a space of its own. */
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}");
  test_wait_ms (10);
  sent = test_memory_transport_get_sent (fixture.transport, 0);
  g_assert_cmpint (mcp_message_get_error_code (sent), ==, MCP_RPC_METHOD_NOT_FOUND);
  g_assert_cmpstr (mcp_request_id_get_text (mcp_message_get_id (sent)), ==, "0");

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/y\"}");
  test_wait_ms (10);
  g_assert_cmpint (mcp_message_get_error_code (test_memory_transport_get_sent (fixture.transport, 1)),
                   ==, MCP_RPC_METHOD_NOT_FOUND);

  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\"}");
  test_wait_ms (10);
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 2);
  g_assert_cmpint (mcp_inbound_request_get_state (fixture.inbound), ==, MCP_INBOUND_PENDING);
  mcp_inbound_request_answer (fixture.inbound, result);
  mcp_inbound_request_answer (fixture.inbound, result);
  mcp_inbound_request_refuse (fixture.inbound, -1, "twice", NULL);
  test_wait_ms (10);
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
  test_wait_ms (10);
  g_assert_cmpint (mcp_inbound_request_get_state (fixture.inbound), ==, MCP_INBOUND_CANCELLED);
  mcp_inbound_request_answer (fixture.inbound, result);
  test_wait_ms (10);
  g_assert_cmpuint (test_memory_transport_get_n_sent (fixture.transport), ==, 3);
  g_assert_cmpuint (fixture.n_asked, ==, 4);
  tear_down (&fixture);
}

static void
test_settle (void)
{
  Fixture    fixture;
  TestAnswer waiting, settled = { 0 };
  g_autoptr (GError) reason = mcp_error_new (MCP_ERROR_CANCELLED, "Closing");
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  set_up (&fixture, FALSE, serve_nothing);
  g_signal_connect (fixture.peer, "request", G_CALLBACK (on_request), &fixture);
  ask (&fixture, "tools/list", NULL, NULL, &waiting);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\"}");
  test_wait_ms (10);
  mcp_peer_settle_async (fixture.peer, reason, test_answer_take, &settled);
  g_assert_null (wait_for (&fixture, &waiting, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  result = test_answer_wait (&settled);
  mcp_peer_settle_finish (fixture.peer, result);
  g_assert_cmpint (
      mcp_message_get_error_code (test_memory_transport_get_sent (fixture.transport, -1)), ==,
      MCP_RPC_CONNECTION_CLOSED);
  g_assert_null (test_memory_transport_find_sent (fixture.transport, "notifications/cancelled"));
  g_clear_object (&result);
  tear_down (&fixture);
}

static void
test_settle_is_bounded (void)
{
  Fixture    fixture;
  TestAnswer settled = { 0 };
  g_autoptr (GError) reason = mcp_error_new (MCP_ERROR_CANCELLED, "Closing");
  g_autoptr (GAsyncResult) result = NULL;
  GCancellable *none = NULL;

  set_up (&fixture, FALSE, serve_nothing);
  g_signal_connect (fixture.peer, "request", G_CALLBACK (on_request), &fixture);
  test_memory_transport_say (fixture.transport, 0,
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\"}");
  test_wait_ms (10);
  test_memory_transport_stall (fixture.transport, TRUE);
  mcp_peer_settle_async (fixture.peer, reason, test_answer_take, &settled);
  result = test_answer_wait (&settled);
  mcp_peer_settle_finish (fixture.peer, result);

  /* The stalled answer ends with its transport. */
  mcp_transport_close_async (MCP_TRANSPORT (fixture.transport), none, NULL, NULL);
  test_wait_ms (10);
  g_clear_object (&result);
  tear_down (&fixture);
}

static void
test_death (void)
{
  Fixture    fixture;
  TestAnswer first, second;
  g_autoptr (McpAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  GError *reason = mcp_error_new (MCP_ERROR_PROCESS_EXITED, "It ended");

  mcp_error_get_details (reason)->evidence = g_strdup ("Traceback");
  set_up (&fixture, FALSE, serve_nothing);
  ask (&fixture, "tools/list", NULL, NULL, &first);
  ask (&fixture, "prompts/list", NULL, NULL, &second);
  test_wait_ms (5);

  /* What came before the end counts. */
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  test_memory_transport_die (fixture.transport, reason);
  answer = wait_for (&fixture, &first, NULL);
  g_assert_nonnull (answer);
  g_assert_null (wait_for (&fixture, &second, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);
  g_assert_cmpstr (mcp_error_get_details (error)->evidence, ==, "Traceback");
  g_assert_cmpuint (fixture.n_closed, ==, 1);
  g_assert_error (fixture.closed, MCP_ERROR, MCP_ERROR_PROCESS_EXITED);

  g_clear_error (&error);
  ask (&fixture, "ping", NULL, NULL, &first);
  g_assert_null (wait_for (&fixture, &first, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED);
  tear_down (&fixture);
}

static void
test_oversized (void)
{
  Fixture    fixture;
  TestAnswer first, second;
  g_autoptr (GError) reason = mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE, "Too large");
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAnswer) answer = NULL;
  g_autoptr (GBytes) head = g_bytes_new_static ("{\"result\":{\"id\":12,", 19);
  g_autoptr (GBytes) tail = g_bytes_new_static ("x\"},\"jsonrpc\":\"2.0\",\"id\": 2}", 29);

  set_up (&fixture, FALSE, serve_nothing);
  ask (&fixture, "tools/list", NULL, NULL, &first);
  ask (&fixture, "prompts/list", NULL, NULL, &second);
  test_wait_ms (5);
  g_signal_emit_by_name (fixture.transport, "oversized", head, tail, reason);
  g_assert_null (wait_for (&fixture, &second, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  answer = wait_for (&fixture, &first, NULL);
  g_assert_nonnull (answer);
  tear_down (&fixture);
}

static void
test_send_text (void)
{
  Fixture fixture;
  g_autoptr (GBytes) text = g_bytes_new_static ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":"
                                                "\"callTool\"}",
                                                44);

  set_up (&fixture, FALSE, serve_echo);
  test_memory_transport_allow_anything (fixture.transport);
  mcp_peer_send_text (fixture.peer, text);
  test_wait_ms (10);
  g_assert_cmpstr (mcp_message_get_method (test_memory_transport_get_sent (fixture.transport, 0)),
                   ==, "callTool");
  g_assert_cmpint (last_entry (&fixture)->flags, ==, MCP_TAP_UNMATCHED);
  tear_down (&fixture);
}

static void
test_notify (void)
{
  Fixture    fixture;
  TestAnswer sent = { 0 };
  g_autoptr (GAsyncResult) result = NULL;

  set_up (&fixture, TRUE, serve_echo);
  mcp_peer_notify_async (fixture.peer, "notifications/initialized", NULL, NULL, test_answer_take,
                         &sent);
  result = test_answer_wait (&sent);
  g_assert_true (mcp_peer_notify_finish (fixture.peer, result, NULL));
  g_clear_object (&result);
  tear_down (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
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
  g_test_add_func ("/rpc/peer/deadline/default", test_default_deadline);
  g_test_add_func ("/rpc/peer/cancel/sent", test_cancel);
  g_test_add_func ("/rpc/peer/cancel/initialize", test_initialize_is_never_cancelled);
  g_test_add_func ("/rpc/peer/cancel/unsent", test_cancel_unsent);
  g_test_add_func ("/rpc/peer/progress/reports", test_progress);
  g_test_add_func ("/rpc/peer/progress/extends", test_progress_extends);
  g_test_add_func ("/rpc/peer/inbound/ping", test_ping);
  g_test_add_func ("/rpc/peer/inbound/requests", test_inbound);
  g_test_add_func ("/rpc/peer/settle/refuses", test_settle);
  g_test_add_func ("/rpc/peer/settle/bounded", test_settle_is_bounded);
  g_test_add_func ("/rpc/peer/death", test_death);
  g_test_add_func ("/rpc/peer/oversized", test_oversized);
  g_test_add_func ("/rpc/peer/send-text", test_send_text);
  g_test_add_func ("/rpc/peer/notify", test_notify);
  return g_test_run ();
}
