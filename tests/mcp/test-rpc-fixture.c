/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-rpc-fixture.h"
#include "test-requests.h"

#include <string.h>

static void
on_entry (McpTap *tap, McpTapEntry *entry, TestRpc *fixture)
{
  g_assert_cmpuint (entry->sequence, ==, fixture->entries->len + 1);
  g_ptr_array_add (fixture->entries, g_boxed_copy (MCP_TYPE_TAP_ENTRY, entry));
}

static void
on_notification (McpPeer *peer, McpMessage *message, TestRpc *fixture)
{
  g_ptr_array_add (fixture->notifications, mcp_message_ref (message));
}

static void
on_closed (McpPeer *peer, GError *error, TestRpc *fixture)
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

void
test_rpc_set_up (TestRpc *fixture, gboolean http, TestServerFunc func)
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

void
test_rpc_tear_down (TestRpc *fixture)
{
  test_run_ready ();
  g_clear_object (&fixture->inbound);
  g_clear_error (&fixture->closed);
  g_ptr_array_unref (fixture->notifications);
  g_ptr_array_unref (fixture->entries);
  test_assert_finalizes (fixture->peer);
  test_assert_finalizes (fixture->tap);
  test_assert_finalizes (fixture->transport);
}

gboolean
test_rpc_is_waiting (TestRpc *fixture, gint64 id)
{
  g_autoptr (McpRequestId) request_id = mcp_request_id_new_int64 (id);

  return mcp_peer_is_waiting_for (fixture->peer, request_id);
}

McpTapEntry *
test_rpc_last_entry (TestRpc *fixture)
{
  return g_ptr_array_index (fixture->entries, fixture->entries->len - 1);
}

void
test_rpc_ask (TestRpc                 *fixture,
              const char              *method,
              const McpRequestOptions *options,
              GCancellable            *cancellable,
              TestAnswer              *response)
{
  memset (response, 0, sizeof *response);
  test_peer_request_async (fixture->peer, method, NULL, options, cancellable, test_answer_take,
                           response);
}

McpResponse *
test_rpc_wait (TestRpc *fixture, TestAnswer *response, GError **error)
{
  g_autoptr (GAsyncResult) result = test_answer_wait (response);

  return test_peer_request_finish (fixture->peer, result, error);
}

gboolean
test_rpc_serve_echo (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    test_memory_transport_answer (transport, message, exchange, "{\"ok\":true}");
  return TRUE;
}

gboolean
test_rpc_serve_nothing (TestMemoryTransport *transport, McpMessage *message, guint64 exchange, gpointer data)
{
  return mcp_message_get_kind (message) != MCP_MESSAGE_REQUEST;
}
