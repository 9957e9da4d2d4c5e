/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Order and load: large messages, floods, batches. */

#include "mcp-tests.h"
#include "mcp-inbox.h"
#include "mcp-peer-private.h"
#include "test-memory-transport.h"
#include "test-requests.h"
#include "test-clock.h"
#include "mcp-limits.h"

#include <string.h>

typedef struct
{
  TestMemoryTransport *transport;
  McpTap              *tap;
  McpPeer             *peer;
  GString             *order;
  guint                n_entries;
  gboolean             done;
} Fixture;

static void
on_notification (McpPeer *peer, McpMessage *message, Fixture *fixture)
{
  const char *method = mcp_message_get_method (message);

  g_string_append (fixture->order, method);
  if (g_str_equal (method, "end"))
    fixture->done = TRUE;
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, Fixture *fixture)
{
  fixture->n_entries++;
  if (entry->record->kind == MCP_RECORD_STDERR)
    g_string_append (fixture->order, "!");
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(gboolean *)user_data = TRUE;
}

static void
set_up (Fixture *fixture)
{
  gboolean opened = FALSE;

  memset (fixture, 0, sizeof *fixture);
  fixture->transport = test_memory_transport_new (FALSE, NULL, NULL);
  fixture->tap = mcp_tap_new ();
  fixture->peer = mcp_peer_new (MCP_TRANSPORT (fixture->transport), fixture->tap);
  fixture->order = g_string_new (NULL);
  g_signal_connect (fixture->peer, "notification", G_CALLBACK (on_notification), fixture);
  g_signal_connect (fixture->tap, "entry", G_CALLBACK (on_entry), fixture);
  mcp_transport_open_async (MCP_TRANSPORT (fixture->transport), NULL, on_opened, &opened);
  test_wait_until (&opened);
}

static void
tear_down (Fixture *fixture)
{
  test_run_ready ();
  test_assert_finalizes (fixture->peer);
  test_assert_finalizes (fixture->tap);
  test_assert_finalizes (fixture->transport);
  g_string_free (fixture->order, TRUE);
}

static void
say (Fixture *fixture, const char *method)
{
  test_memory_transport_say_format (fixture->transport, 0,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"%s\"}", method);
}

static GBytes *
make_padded (const char *method, gsize size)
{
  g_autofree char *head =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{\"p\":\"", method);
  gsize length = strlen (head);
  char *text = g_malloc (size);

  g_assert_cmpuint (size, >, length + 3);
  memset (text, 'x', size);
  memcpy (text, head, length);
  memcpy (text + size - 3, "\"}}", 3);
  return g_bytes_new_take (text, size);
}

static void
say_padded (Fixture *fixture, const char *method, gsize size)
{
  g_autoptr (GBytes) bytes = make_padded (method, size);

  test_memory_transport_say_bytes (fixture->transport, 0, bytes);
}

static void
say_stderr (Fixture *fixture)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_STDERR);

  record->text = g_bytes_new_static ("oops", 4);
  mcp_transport_emit_record (MCP_TRANSPORT (fixture->transport), record);
}

/* Nothing overtakes a message that is read in a worker, records included. */
static void
test_order (void)
{
  Fixture fixture;

  set_up (&fixture);
  say (&fixture, "a");
  say_padded (&fixture, "B", 8 * 1024 * 1024);
  say (&fixture, "c");
  say_stderr (&fixture);
  say_padded (&fixture, "D", MCP_INBOX_IN_PLACE_BYTES + 1);
  say_padded (&fixture, "e", MCP_INBOX_IN_PLACE_BYTES);
  say_padded (&fixture, "F", 2 * 1024 * 1024);
  say (&fixture, "end");
  test_wait_until (&fixture.done);
  g_assert_cmpstr (fixture.order->str, ==, "aBc!DeFend");
  g_assert_cmpuint (test_memory_transport_get_n_holds (fixture.transport), >=, 1);
  test_run_ready ();
  g_assert_false (test_memory_transport_is_held (fixture.transport));
  tear_down (&fixture);
}

static void
test_in_place_limit (void)
{
  Fixture fixture;

  set_up (&fixture);
  say_padded (&fixture, "a", MCP_INBOX_IN_PLACE_BYTES - 1);
  say_padded (&fixture, "b", MCP_INBOX_IN_PLACE_BYTES);
  say (&fixture, "end");
  test_wait_until (&fixture.done);
  g_assert_cmpuint (test_memory_transport_get_n_holds (fixture.transport), ==, 0);

  fixture.done = FALSE;
  say_padded (&fixture, "c", MCP_INBOX_IN_PLACE_BYTES + 1);
  say (&fixture, "end");
  test_wait_until (&fixture.done);
  g_assert_cmpuint (test_memory_transport_get_n_holds (fixture.transport), ==, 1);
  tear_down (&fixture);
}

/* What one turn of the loop delivers is little of a flood: what is drawn and clicked does not wait for
 * the rest. */
static void
run_flood (Fixture *fixture)
{
  guint most = 0;

  while (!fixture->done)
    {
      guint before = fixture->n_entries;

      test_wait_event ();
      most = MAX (most, fixture->n_entries - before);
    }
  g_test_message ("at most %u of %u in a turn", most, fixture->n_entries);
  g_assert_cmpuint (most, <, fixture->n_entries / 4);
}

static void
test_flood (void)
{
  Fixture fixture;

  set_up (&fixture);
  for (guint i = 0; i < 100000; i++)
    say (&fixture, ".");
  g_assert_true (test_memory_transport_is_held (fixture.transport));
  say (&fixture, "end");
  run_flood (&fixture);
  g_assert_cmpuint (fixture.n_entries, ==, 100001);
  test_run_ready ();
  g_assert_false (test_memory_transport_is_held (fixture.transport));
  tear_down (&fixture);
}

/* A batch is one message on the wire and many to act upon. */
static void
test_batch_flood (void)
{
  Fixture fixture;
  g_autoptr (GString) text = g_string_new ("[");

  set_up (&fixture);
  for (guint i = 0; i < 120000; i++)
    g_string_append (text, "1,");
  g_string_append (text, "{\"jsonrpc\":\"2.0\",\"method\":\"last\"}]");
  test_memory_transport_say (fixture.transport, 0, text->str);
  say (&fixture, "end");
  run_flood (&fixture);
  g_assert_cmpstr (fixture.order->str, ==, "lastend");
  g_assert_cmpuint (fixture.n_entries, ==, 1 + 120000 + 1 + 1);
  tear_down (&fixture);
}

typedef struct
{
  GPtrArray *entries;
} Tapped;

static void
on_tapped (McpTap *tap, McpTapEntry *entry, Tapped *tapped)
{
  g_ptr_array_add (tapped->entries, g_boxed_copy (MCP_TYPE_TAP_ENTRY, entry));
}

static void
test_batch (void)
{
  Fixture    fixture;
  Tapped     tapped;
  TestAnswer one = { 0 }, two = { 0 };
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (McpResponse) other = NULL;
  McpTapEntry *batch, *member;

  set_up (&fixture);
  tapped.entries = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_tap_entry_unref);
  g_signal_connect (fixture.tap, "entry", G_CALLBACK (on_tapped), &tapped);
  test_peer_request_async (fixture.peer, "tools/list", NULL, NULL, NULL, test_answer_take, &one);
  test_peer_request_async (fixture.peer, "ping", NULL, NULL, NULL, test_answer_take, &two);
  test_memory_transport_say (
      fixture.transport, 0,
      "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}},{\"jsonrpc\":\"2.0\",\"method\":\"n\"},"
      "{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":1,"
      "\"error\":{\"code\":1,\"message\":\"m\"}}]");
  first = test_answer_wait (&one);
  second = test_answer_wait (&two);
  response = test_peer_request_finish (fixture.peer, first, NULL);
  other = test_peer_request_finish (fixture.peer, second, NULL);
  g_assert_true (mcp_response_is_error (response));
  g_assert_false (mcp_response_is_error (other));
  g_assert_cmpstr (fixture.order->str, ==, "n");
  test_run_ready ();
  g_assert_cmpstr (
      mcp_request_id_get_text (
          mcp_message_get_id (test_memory_transport_get_sent (fixture.transport, -1))),
      ==, "\"s\"");

  batch = g_ptr_array_index (tapped.entries, 2);
  member = g_ptr_array_index (tapped.entries, 3);
  g_assert_cmpint (mcp_message_get_kind (batch->message), ==, MCP_MESSAGE_BATCH);
  g_assert_cmpint (member->flags, ==, MCP_TAP_BATCH_MEMBER);
  g_assert_cmpuint (member->batch, ==, batch->sequence);
  g_assert_cmpuint (member->question, ==, 2);
  g_ptr_array_unref (tapped.entries);
  g_clear_object (&first);
  g_clear_object (&second);
  tear_down (&fixture);
}

/* A server that asks without end and never reads gets a bounded number of answers. */
static void
test_ping_flood (void)
{
  Fixture fixture;

  set_up (&fixture);
  test_memory_transport_stall (fixture.transport, TRUE);
  for (guint i = 0; i < 10000; i++)
    test_memory_transport_say_format (fixture.transport, 0,
                                      "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}", i);
  say (&fixture, "end");
  test_wait_until (&fixture.done);
  /* All that came, what is on its way, and one note for the first that could not be answered. */
  g_assert_cmpuint (fixture.n_entries, ==, 10000 + MCP_PEER_REPLIES_AT_ONCE + 1 + 1);
  mcp_transport_close_async (MCP_TRANSPORT (fixture.transport), NULL, NULL, NULL);
  test_wait_ms (50);
  /* Each that was on its way was not sent; a note for the others that were refused, and one for those
   * that waited. */
  g_assert_cmpuint (fixture.n_entries, ==, 10000 + 2 * MCP_PEER_REPLIES_AT_ONCE + 1 + 3);
  tear_down (&fixture);
}

/* The answer is here, only not read yet: that is no timeout. */
static void
test_deadline_while_reading (void)
{
  Fixture           fixture;
  TestAnswer        waiting = { 0 };
  McpRequestOptions options = MCP_REQUEST_OPTIONS_DEFAULT;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResponse) response = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture);
  options.deadline_ms = 20;
  test_peer_request_async (fixture.peer, "tools/list", NULL, &options, NULL, test_answer_take,
                           &waiting);
  for (guint i = 0; i < 50; i++)
    say_padded (&fixture, "x", MCP_INBOX_IN_PLACE_BYTES + 1);
  test_memory_transport_say (fixture.transport, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  g_usleep (30000);
  result = test_answer_wait (&waiting);
  response = test_peer_request_finish (fixture.peer, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (response);
  g_clear_object (&result);
  tear_down (&fixture);
}

/* A peer that goes away in the middle of reading leaves nothing behind. */
static void
test_dispose_while_reading (void)
{
  Fixture fixture;

  set_up (&fixture);
  say_padded (&fixture, "x", 4 * 1024 * 1024);
  say (&fixture, "y");
  while (!test_memory_transport_is_held (fixture.transport))
    g_main_context_iteration (NULL, TRUE);
  g_object_run_dispose (G_OBJECT (fixture.peer));
  test_wait_ms (100);
  g_assert_cmpstr (fixture.order->str, ==, "");
  tear_down (&fixture);
}

/* Much in one message, many values, as tool results have them: a worker reads it, and the loop has
 * little to do with that. */
static void
test_large (void)
{
  Fixture fixture;
  gint64  by_all, by_loop;
  g_autoptr (GString) text = g_string_sized_new (70 * 1024 * 1024);
  g_autoptr (GBytes) bytes = NULL;

  set_up (&fixture);
  g_string_append (text, "{\"jsonrpc\":\"2.0\",\"method\":\"large\",\"params\":{\"rows\":[0");
  while (text->len < 64 * 1024 * 1024)
    g_string_append (text, ",{\"id\":12345,\"name\":\"some name\",\"tags\":[1.5,true,null]}");
  g_string_append (text, "]}}");
  bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  test_memory_transport_say_bytes (fixture.transport, 0, bytes);
  say (&fixture, "end");
  by_all = test_clock_get_computed_by_all ();
  by_loop = test_clock_get_computed ();
  test_wait_until (&fixture.done);
  by_loop = test_clock_get_computed () - by_loop;
  by_all = test_clock_get_computed_by_all () - by_all;
  g_test_message ("the loop: %" G_GINT64_FORMAT " µs of %" G_GINT64_FORMAT, by_loop, by_all);
  g_assert_cmpint (by_loop, <, by_all / 4);
  g_assert_cmpstr (fixture.order->str, ==, "largeend");
  tear_down (&fixture);
}

void
add_rpc_flow_tests (void)
{
  g_test_add_func ("/rpc/flow/order", test_order);
  g_test_add_func ("/rpc/flow/large", test_large);
  g_test_add_func ("/rpc/flow/in-place-limit", test_in_place_limit);
  g_test_add_func ("/rpc/flow/flood", test_flood);
  g_test_add_func ("/rpc/flow/batch-flood", test_batch_flood);
  g_test_add_func ("/rpc/flow/batch", test_batch);
  g_test_add_func ("/rpc/flow/ping-flood", test_ping_flood);
  g_test_add_func ("/rpc/flow/deadline-while-reading", test_deadline_while_reading);
  g_test_add_func ("/rpc/flow/dispose-while-reading", test_dispose_while_reading);
}
