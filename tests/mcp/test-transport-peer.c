/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-transport-peer.h"

#include <string.h>

static void
on_received (McpTransport *transport, GBytes *message, guint64 exchange, gpointer data)
{
  TestPeer *self = data;

  g_ptr_array_add (self->messages, g_bytes_ref (message));
  g_array_append_val (self->exchanges, exchange);
}

static void
on_record (McpTransport *transport, McpRecord *record, gpointer data)
{
  TestPeer *self = data;

  g_ptr_array_add (self->records, mcp_record_ref (record));
}

static void
on_oversized (McpTransport *transport, GBytes *head, GBytes *tail, GError *error, gpointer data)
{
  TestPeer *self = data;

  /* What was no text has a beginning only. */
  if (tail == NULL)
    {
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      return;
    }
  g_assert_error (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE);
  g_ptr_array_add (self->oversized, g_bytes_ref (head));
  g_ptr_array_add (self->oversized, g_bytes_ref (tail));
}

static void
on_closed (McpTransport *transport, GError *error, gpointer data)
{
  TestPeer *self = data;

  self->n_closed++;
  g_clear_error (&self->closed);
  if (error != NULL)
    self->closed = g_error_copy (error);
}

TestPeer *
test_peer_new (McpTransport *transport)
{
  TestPeer *self = g_new0 (TestPeer, 1);

  self->transport = transport;
  self->messages = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  self->exchanges = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->records = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_record_unref);
  self->oversized = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_signal_connect (transport, "received", G_CALLBACK (on_received), self);
  g_signal_connect (transport, "record", G_CALLBACK (on_record), self);
  g_signal_connect (transport, "oversized", G_CALLBACK (on_oversized), self);
  g_signal_connect (transport, "closed", G_CALLBACK (on_closed), self);
  return self;
}

void
test_peer_free (TestPeer *self)
{
  g_signal_handlers_disconnect_by_data (self->transport, self);
  g_assert_finalize_object (self->transport);
  g_ptr_array_unref (self->messages);
  g_array_unref (self->exchanges);
  g_ptr_array_unref (self->records);
  g_ptr_array_unref (self->oversized);
  g_clear_error (&self->closed);
  g_free (self);
}

gboolean
test_peer_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
test_peer_run (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * (gint64)1000;
  guint  tick = g_timeout_add (5, test_peer_tick, NULL);

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
}

void
test_peer_call_done (GObject *source, GAsyncResult *result, gpointer data)
{
  TestPeerCall *call = data;

  g_assert_false (call->done);
  call->done = TRUE;
  call->result = g_object_ref (result);
}

gboolean
test_peer_open (TestPeer *self, GError **error)
{
  TestPeerCall call = { 0 };
  gboolean     opened;

  mcp_transport_open_async (self->transport, NULL, test_peer_call_done, &call);
  test_peer_wait (call.done);
  opened = mcp_transport_open_finish (self->transport, call.result, error);
  g_object_unref (call.result);
  return opened;
}

void
test_peer_open_or_fail (TestPeer *self)
{
  g_autoptr (GError) error = NULL;

  test_peer_open (self, &error);
  g_assert_no_error (error);
}

void
test_peer_begin_send (TestPeer     *self,
                      const char   *message,
                      GCancellable *cancellable,
                      TestPeerCall *call)
{
  g_autoptr (GBytes) bytes = g_bytes_new (message, strlen (message));

  *call = (TestPeerCall){ 0 };
  mcp_transport_send_async (self->transport, bytes, cancellable, test_peer_call_done, call);
}

gboolean
test_peer_end_send (TestPeer *self, TestPeerCall *call, GError **error)
{
  gboolean sent;

  test_peer_wait (call->done);
  sent = mcp_transport_send_finish (self->transport, call->result, error);
  g_clear_object (&call->result);
  return sent;
}

gboolean
test_peer_send (TestPeer *self, const char *message, GError **error)
{
  TestPeerCall call;

  test_peer_begin_send (self, message, NULL, &call);
  return test_peer_end_send (self, &call, error);
}

void
test_peer_close (TestPeer *self)
{
  g_autoptr (GError) error = NULL;
  TestPeerCall call = { 0 };

  mcp_transport_close_async (self->transport, NULL, test_peer_call_done, &call);
  test_peer_wait (call.done);
  mcp_transport_close_finish (self->transport, call.result, &error);
  g_assert_no_error (error);
  g_object_unref (call.result);
}

const char *
test_peer_get_message (TestPeer *self, guint index)
{
  GBytes *bytes;
  char   *text;

  g_assert_cmpuint (index, <, self->messages->len);
  /* The transport owes no NUL: make the stored copy one that has it. */
  bytes = self->messages->pdata[index];
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_bytes_unref (bytes);
  self->messages->pdata[index] = g_bytes_new_take (text, strlen (text) + 1);
  return text;
}

McpRecord *
test_peer_get_record (TestPeer *self, McpRecordKind kind, guint skip)
{
  for (guint i = 0; i < self->records->len; i++)
    {
      McpRecord *record = self->records->pdata[i];

      if (record->kind == kind && skip-- == 0)
        return record;
    }
  return NULL;
}

guint
test_peer_count_records (TestPeer *self, McpRecordKind kind)
{
  guint count = 0;

  for (guint i = 0; i < self->records->len; i++)
    count += ((McpRecord *)self->records->pdata[i])->kind == kind ? 1 : 0;
  return count;
}

#define IN_ONE_TURN 100

static void
on_sent_late (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  mcp_transport_send_finish (MCP_TRANSPORT (source), result, &error);
  g_assert_no_error (error);
  ++*(guint *)data;
}

GString *
test_peer_send_in_one_turn (TestPeer *self, guint *late)
{
  g_autofree char *padding = g_strnfill (IN_ONE_TURN * 300, 'x');
  GString         *lines = g_string_new (NULL);

  for (guint i = 0; i < IN_ONE_TURN; i++)
    {
      /* Of many sizes, as what is left of a buffer is. */
      g_autofree char *text = g_strdup_printf ("{\"id\":%u,\"x\":\"%.*s\"}", i, (int)i * 300,
                                               padding);
      g_autoptr (GBytes) message = g_bytes_new (text, strlen (text));

      g_string_append_printf (lines, "%s\n", text);
      if (!mcp_transport_send_now (self->transport, message))
        mcp_transport_send_async (self->transport, message, NULL, on_sent_late, late);
    }
  return lines;
}
