/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the peer that follows the transport's life, to the end. */

#include "mcp-inbound-request-private.h"
#include "mcp-limits.h"
#include "mcp-peer-private.h"

#include <string.h>

static void
peer_fail_all (McpPeer *self, const GError *error)
{
  g_autoptr (GPtrArray) list = mcp_pending_table_list (self->pending);

  for (guint i = 0; i < list->len; i++)
    mcp_peer_give_up (self, g_ptr_array_index (list, i), error, NULL);
}

void
mcp_peer_check_settled (McpPeer *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->settling == NULL || self->n_replies > 0)
    return;

  task = g_steal_pointer (&self->settling);
  if (self->settle_timer != NULL)
    g_source_destroy (self->settle_timer);
  g_clear_pointer (&self->settle_timer, g_source_unref);
  g_task_return_boolean (task, TRUE);
}

static gboolean
on_settle_timeout (gpointer user_data)
{
  g_autoptr (McpPeer) self = g_object_ref (user_data);
  g_autoptr (GTask) task = g_steal_pointer (&self->settling);

  g_clear_pointer (&self->settle_timer, g_source_unref);
  if (task != NULL)
    g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

void
mcp_peer_settle_async (McpPeer            *self,
                       const GError       *error,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_PEER (self));
  g_return_if_fail (error != NULL);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, mcp_peer_settle_async);
  peer_fail_all (self, error);
  while (self->inbound->len > 0)
    {
      g_autoptr (McpInboundRequest) request =
          g_object_ref (g_ptr_array_index (self->inbound, self->inbound->len - 1));

      mcp_inbound_request_refuse (request, MCP_RPC_CONNECTION_CLOSED,
                                  "The client closes the connection", NULL);
      g_ptr_array_remove (self->inbound, request);
    }

  if (self->settling != NULL || self->n_replies == 0 || self->closed)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  self->settling = g_steal_pointer (&task);
  self->settle_timer = g_timeout_source_new (MCP_PEER_SETTLE_MS);
  g_source_set_callback (self->settle_timer, on_settle_timeout, self, NULL);
  g_source_attach (self->settle_timer, self->context);
}

void
mcp_peer_settle_finish (McpPeer *self, GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, self));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

/* What the transport says */

static void
on_received (McpTransport *transport, GBytes *text, guint64 exchange, McpPeer *self)
{
  mcp_inbox_push (self->inbox, text, exchange);
}

/** Something of the transport's that keeps its place among the messages. */
typedef struct
{
  McpPeer    *peer; /* unowned: the inbox dies with it */
  McpRecord  *record;
  guint64     question;
  McpPending *pending; /* (nullable) */
  GError     *error;   /* (nullable) */
} Event;

static void
event_free (Event *event)
{
  g_clear_pointer (&event->record, mcp_record_unref);
  g_clear_pointer (&event->pending, mcp_pending_unref);
  g_clear_error (&event->error);
  g_free (event);
}

static void
on_record_due (gpointer user_data)
{
  Event       *event = user_data;
  McpTapEntry *entry = mcp_tap_entry_new (mcp_record_ref (event->record), NULL);

  entry->question = event->question;
  mcp_tap_emit (event->peer->tap, entry);
}

static void
peer_note_status (McpPeer *self, McpRecord *record)
{
  McpPending *pending = mcp_pending_table_find_by_exchange (self->pending, record->exchange);

  if (pending != NULL)
    pending->status = (guint)record->status;
}

/** A stream that is resumed has another exchange for each time; the request knows the first. */
static void
peer_note_end (McpPeer *self, McpRecord *record)
{
  McpPending *pending = mcp_pending_table_find_by_exchange (self->pending, record->exchange);

  if (pending != NULL && record->measures.is_stream)
    pending->cut = TRUE;
}

static void
on_record (McpTransport *transport, McpRecord *record, McpPeer *self)
{
  Event      *event = g_new0 (Event, 1);
  McpPending *pending = NULL;
  McpPosted  *posted = NULL;

  event->peer = self;
  event->record = mcp_record_ref (record);
  if (record->kind == MCP_RECORD_EXCHANGE_HEADERS)
    peer_note_status (self, record);
  if (record->kind == MCP_RECORD_EXCHANGE_ENDED)
    peer_note_end (self, record);
  if (record->kind == MCP_RECORD_MALFORMED && record->exchange == 0 && record->note != NULL)
    mcp_pending_table_blame_only (self->pending, record->note);
  if (record->kind == MCP_RECORD_EXCHANGE_STARTED)
    {
      pending = mcp_pending_table_find_by_text (self->pending, record->text);
      posted = mcp_posted_table_find_by_text (self->posted, record->text);
    }
  if (posted != NULL)
    {
      posted->exchange = record->exchange;
      event->question = posted->sequence;
    }
  if (pending != NULL)
    {
      pending->exchange = record->exchange;
      event->question = pending->sequence;
    }

  if (!mcp_inbox_is_empty (self->inbox))
    {
      mcp_inbox_mark (self->inbox, on_record_due, event, (GDestroyNotify)event_free);
      return;
    }
  on_record_due (event);
  event_free (event);
}

static void
on_oversized_due (gpointer user_data)
{
  Event *event = user_data;

  if (event->pending != NULL)
    mcp_peer_give_up (event->peer, event->pending, event->error, NULL);
}

static void
on_oversized (McpTransport *transport, GBytes *head, GBytes *tail, GError *error, McpPeer *self)
{
  Event      *event = g_new0 (Event, 1);
  McpPending *pending = mcp_pending_table_guess (self->pending, head, tail);

  event->peer = self;
  event->pending = pending != NULL ? mcp_pending_ref (pending) : NULL;
  event->error = g_error_copy (error);
  mcp_inbox_mark (self->inbox, on_oversized_due, event, (GDestroyNotify)event_free);
}

static gboolean
mentions_method (GBytes *text)
{
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);

  return g_strstr_len (data, (gssize)MIN (size, MCP_OVERSIZED_SAMPLE), "\"method\"") != NULL;
}

/** Says in an error that ends the connection what it cut short: what came last stops in the middle
 * of a message. */
static void
peer_tell_cut (McpPeer *self, GError *error)
{
  GBytes          *text = mcp_message_get_text (self->cut);
  McpPending      *pending = NULL;
  McpErrorDetails *details = mcp_error_get_details (error);
  g_autofree char *said = NULL;
  gsize            size = strlen (error->message);
  gsize            length;
  const char      *data = g_bytes_get_data (text, &length);

  if (!mentions_method (text))
    pending = mcp_pending_table_guess (self->pending, text, NULL);
  said = g_strndup (error->message, size - (g_str_has_suffix (error->message, ".") ? 1 : 0));
  g_free (error->message);
  error->message = pending != NULL
                       ? g_strdup_printf ("%s, in the middle of its answer to %s", said,
                                          pending->method)
                       : g_strdup_printf ("%s, in the middle of a message", said);
  if (details != NULL && details->evidence == NULL)
    details->evidence = g_utf8_make_valid (data, (gssize)MIN (length, MCP_EVIDENCE_LIMIT));
}

static void
on_closed_due (gpointer user_data)
{
  Event *event = user_data;
  g_autoptr (McpPeer) self = g_object_ref (event->peer);
  g_autoptr (GError) error = NULL;

  error = event->error != NULL
              ? g_error_copy (event->error)
              : mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed.");
  if (self->cut != NULL && event->error != NULL)
    {
      peer_tell_cut (self, error);
      g_error_free (event->error);
      event->error = g_error_copy (error);
    }
  self->closed = TRUE;
  peer_fail_all (self, error);
  while (self->inbound->len > 0)
    {
      g_autoptr (McpInboundRequest) request =
          g_object_ref (g_ptr_array_index (self->inbound, self->inbound->len - 1));

      g_ptr_array_set_size (self->inbound, self->inbound->len - 1);
      mcp_inbound_request_cancel (request, TRUE);
    }
  mcp_peer_emit_closed (self, event->error);
}

static void
on_closed (McpTransport *transport, GError *error, McpPeer *self)
{
  Event *event = g_new0 (Event, 1);

  event->peer = self;
  event->error = error != NULL ? g_error_copy (error) : NULL;
  mcp_inbox_mark (self->inbox, on_closed_due, event, (GDestroyNotify)event_free);
}

void
mcp_peer_listen (McpPeer *self)
{
  g_signal_connect (self->transport, "received", G_CALLBACK (on_received), self);
  g_signal_connect (self->transport, "record", G_CALLBACK (on_record), self);
  g_signal_connect (self->transport, "oversized", G_CALLBACK (on_oversized), self);
  g_signal_connect (self->transport, "closed", G_CALLBACK (on_closed), self);
}

McpRequestId *
mcp_peer_dup_last_id (McpPeer *self)
{
  return mcp_request_id_new_int64 (self->last_id);
}

guint64
mcp_peer_find_question (McpPeer *self, guint64 exchange)
{
  McpPending *pending = mcp_pending_table_find_by_exchange (self->pending, exchange);

  return pending != NULL ? pending->sequence : 0;
}

guint
mcp_peer_get_total (McpPeer *self)
{
  return self->total_ms;
}
