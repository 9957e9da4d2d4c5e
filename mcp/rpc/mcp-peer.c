/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-peer-private.h"

#include "mcp-async.h"
#include "mcp-envelope.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-source.h"

#include <string.h>

enum {
  SIGNAL_REQUEST,
  SIGNAL_NOTIFICATION,
  SIGNAL_CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpPeer, mcp_peer, G_TYPE_OBJECT)

McpRequestId *
mcp_peer_take_id (McpPeer *self)
{
  g_return_val_if_fail (MCP_IS_PEER (self), NULL);
  return mcp_request_id_new_int64 (++self->last_id);
}

gboolean
mcp_peer_is_waiting_for (McpPeer *self, McpRequestId *id)
{
  McpPending *pending;
  McpPosted  *posted;

  g_return_val_if_fail (MCP_IS_PEER (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  pending = mcp_pending_table_lookup (self->pending, id);
  if (pending != NULL && pending->state == MCP_PENDING_WAITING)
    return TRUE;
  posted = mcp_posted_table_find (self->posted, id, 0);
  return posted != NULL && !posted->answered;
}

/* What goes out */

/** Tells the tap what is about to be sent.
 * @known: (nullable): the message, where it is known what it is
 * @asked: when the server asked, where this answers it, µs; or 0
 * Returns: its sequence number */
static guint64
peer_tap (McpPeer *self, GBytes *text, McpMessage *known, guint64 question, gint64 asked)
{
  g_autoptr (McpMessage) message = NULL;

  if (!mcp_tap_is_heard (self->tap))
    return mcp_tap_skip (self->tap);
  McpRecord *record = mcp_record_new (MCP_RECORD_SENT);
  /* The log shows large ones as text; reading them again here would hold up the loop. */
  if (g_bytes_get_size (text) <= MCP_INBOX_IN_PLACE_BYTES)
    message = known != NULL ? mcp_message_ref (known) : mcp_message_parse (text);
  record->text = g_bytes_ref (text);
  McpTapEntry *entry = mcp_tap_entry_new (record, message);
  entry->question = question;
  if (asked != 0)
    entry->latency = record->monotonic - asked;
  return mcp_tap_emit (self->tap, entry);
}

static guint64
peer_tap_request (McpPeer *self, McpRequest *request, GBytes *text)
{
  g_autoptr (McpMessage) message = NULL;

  if (mcp_request_is_sound (request))
    message = mcp_message_new_sent (mcp_request_get_id (request),
                                    mcp_request_get_method (request), text);
  return peer_tap (self, text, message, 0, 0);
}

static void
peer_note (McpPeer *self, guint64 question, const char *text)
{
  McpRecord *record = mcp_record_new (MCP_RECORD_NOTE);

  record->note = g_strdup (text);
  McpTapEntry *entry = mcp_tap_entry_new (record, NULL);
  entry->question = question;
  mcp_tap_emit (self->tap, entry);
}

static void
peer_check_settled (McpPeer *self)
{
  if (self->settling == NULL || self->n_replies > 0 || self->replies.length > 0)
    return;

  g_autoptr (GTask) task = g_steal_pointer (&self->settling);
  mcp_source_clear (&self->settle_timer);
  g_task_return_boolean (task, TRUE);
}

/** A message whose sending nobody waits for. */
typedef struct
{
  McpPeer *peer;
  guint64  sequence;
  gboolean is_reply;
} Posted;

/** A response of ours that waits for its turn. */
typedef struct
{
  GBytes *text;
  guint64 question;
  gint64  asked;
} Reply;

static void peer_send_replies (McpPeer *self);

static void
reply_free (Reply *reply)
{
  g_bytes_unref (reply->text);
  g_free (reply);
}

static void
peer_note_unanswered (McpPeer *self, guint n, const char *why)
{
  g_autofree char *note = g_strdup_printf ("Not answered: %s (requests: %u).", why, n);

  if (n > 0)
    peer_note (self, 0, note);
}

static void
peer_note_refused (McpPeer *self)
{
  guint n = self->n_refused;

  self->n_refused = 0;
  peer_note_unanswered (self, n, "the server asks and does not read our answers");
}

/* Whoever closed it, and whether the server reads or not. */
static void
peer_drop_replies (McpPeer *self)
{
  guint n = self->replies.length;

  g_queue_clear_full (&self->replies, (GDestroyNotify)reply_free);
  peer_note_unanswered (self, n, "the connection was closed");
}

static void
on_posted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Posted *posted = user_data;
  g_autoptr (McpPeer) self = posted->peer;
  g_autoptr (GError) error = NULL;

  if (!mcp_transport_send_finish (MCP_TRANSPORT (source), result, &error) && !self->closed)
    {
      g_autofree char *note = g_strdup_printf ("Not sent: %s", error->message);

      peer_note (self, posted->sequence, note);
    }
  if (posted->is_reply)
    {
      self->n_replies--;
      /* Nobody takes one back: the connection is being closed. */
      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_NOT_CONNECTED) ||
          g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
        peer_drop_replies (self);
      peer_send_replies (self);
      peer_check_settled (self);
    }
  g_free (posted);
}

/** Sends what nobody waits for. @known: (nullable): what @text is
 * Returns: its sequence number in the tap; 0 where the connection is gone */
static guint64
peer_post (McpPeer    *self,
           GBytes     *text,
           McpMessage *known,
           guint64     question,
           gint64      asked,
           gboolean    is_reply)
{
  if (self->closed)
    return 0;

  guint64 sequence = peer_tap (self, text, known, question, asked);
  if (mcp_transport_send_now (self->transport, text))
    return sequence;
  Posted *posted = g_new0 (Posted, 1);
  posted->peer = g_object_ref (self);
  posted->sequence = sequence;
  posted->is_reply = is_reply;
  if (is_reply)
    self->n_replies++;
  mcp_transport_send_async (self->transport, text, NULL, on_posted, posted);
  return sequence;
}

static void
peer_send_replies (McpPeer *self)
{
  while (self->replies.length > 0 && self->n_replies < MCP_PEER_REPLIES_AT_ONCE && !self->closed)
    {
      Reply *reply = g_queue_pop_head (&self->replies);

      peer_post (self, reply->text, NULL, reply->question, reply->asked, TRUE);
      reply_free (reply);
    }
  if (self->replies.length == 0)
    peer_note_refused (self);
}

void
mcp_peer_reply (McpPeer *self, GBytes *text, guint64 question, gint64 asked)
{
  if (self->closed)
    return;
  if (self->replies.length >= MCP_PEER_MAX_REPLIES)
    {
      if (++self->n_refused == MCP_PEER_MAX_REPLIES)
        peer_note_refused (self);
      return;
    }
  Reply *reply = g_new0 (Reply, 1);
  reply->text = g_bytes_ref (text);
  reply->question = question;
  reply->asked = asked;
  g_queue_push_tail (&self->replies, reply);
  peer_send_replies (self);
}

guint64
mcp_peer_send_text (McpPeer *self, GBytes *text)
{
  McpPosted *posted;

  g_return_val_if_fail (MCP_IS_PEER (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  if (self->closed)
    return 0;
  /* An exchange is known by the very bytes that it carries: the same text may be sent twice. */
  g_autoptr (GBytes) own = g_bytes_new_from_bytes (text, 0, g_bytes_get_size (text));
  g_autoptr (McpMessage) message = mcp_message_parse (own);
  posted = mcp_posted_table_add (self->posted, message);
  posted->sequence = mcp_tap_get_sequence (self->tap) + 1;
  return peer_post (self, own, message, 0, 0, FALSE);
}

/* Requests of ours */

static void
peer_send_cancelled (McpPeer *self, McpPending *pending, const char *reason)
{
  const McpRequestOptions *options = mcp_request_get_options (pending->request);

  /* The specification forbids to cancel initialize. */
  if (options->no_cancelled ||
      g_str_equal (mcp_request_get_method (pending->request), "initialize"))
    return;
  if (mcp_peer_is_modern (self) && mcp_transport_responds_in_exchange (self->transport))
    return;

  g_autofree char *params = g_strdup_printf ("{\"requestId\":%s,\"reason\":\"%s\"}",
                                             mcp_request_id_get_text (pending->id), reason);
  g_autoptr (GBytes) bytes = g_bytes_new_static (params, strlen (params));
  g_autoptr (GBytes) text = mcp_envelope_notification ("notifications/cancelled", bytes);
  peer_post (self, text, NULL, pending->sequence, 0, FALSE);
}

void
mcp_peer_give_up (McpPeer *self, McpPending *pending, const GError *error, const char *reason)
{
  g_autoptr (McpPending) held = mcp_pending_ref (pending);

  if (pending->state != MCP_PENDING_WAITING)
    return;

  mcp_pending_end (pending, MCP_PENDING_GIVEN_UP);
  mcp_pending_table_retire (self->pending, pending);

  if (reason != NULL && !pending->sent && !mcp_transport_responds_in_exchange (self->transport))
    pending->withdrawn = TRUE; /* perhaps it never goes out: see on_request_sent() */
  else if (reason != NULL)
    peer_send_cancelled (self, pending, reason);
  if (!pending->sent && pending->sending != NULL)
    g_cancellable_cancel (pending->sending);

  mcp_peer_withdraw (self, pending->sequence);
  pending->func (NULL, error, pending->func_data);
  g_object_unref (self); /* as mcp_peer_send() held it */
}

void
mcp_peer_complete (McpPeer    *self,
                   McpPending *pending,
                   McpMessage *message,
                   gint64      ended,
                   guint64     sequence)
{
  g_autoptr (McpResponse) response = mcp_response_new (mcp_request_get_method (pending->request),
                                                       message, pending->started, ended);

  mcp_response_set_sequences (response, pending->sequence, sequence);
  mcp_response_set_http_status (response, pending->status);
  mcp_pending_end (pending, MCP_PENDING_RESPONDED);
  if (!pending->sent && mcp_transport_responds_in_exchange (self->transport))
    mcp_pending_linger (pending, self->context);
  mcp_pending_table_retire (self->pending, pending);
  pending->func (response, NULL, pending->func_data);
  g_object_unref (self); /* as mcp_peer_send() held it */
}

/** Something that is true of a request once all that came before is delivered. */
typedef struct
{
  McpPeer    *peer; /* unowned: the inbox dies with it */
  McpPending *pending;
  GError     *error; /* (nullable): it was sent well, and the response should be there */
  const char *reason;
} Verdict;

static void
verdict_free (Verdict *verdict)
{
  mcp_pending_unref (verdict->pending);
  g_clear_error (&verdict->error);
  g_free (verdict);
}

/** The exchange ended well, without what it was for. */
static GError *
explain_silence (McpPending *pending)
{
  GError *error;

  if (pending->cut)
    error = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                           "The server, or something between, closed the stream before the answer "
                           "to %s.",
                           mcp_request_get_method (pending->request));
  else
    error =
        mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "The exchange ended without the answer to %s.",
                       mcp_request_get_method (pending->request));
  mcp_error_get_details (error)->http_status = pending->status;
  return error;
}

static void
on_verdict (gpointer user_data)
{
  Verdict    *verdict = user_data;
  McpPending *pending = verdict->pending;

  if (verdict->error == NULL && pending->fault != NULL)
    verdict->error = mcp_pending_explain (pending);
  else if (verdict->error == NULL)
    verdict->error = explain_silence (pending);
  mcp_peer_give_up (verdict->peer, pending, verdict->error, verdict->reason);
}

static void
peer_judge (McpPeer *self, McpPending *pending, const GError *error, const char *reason)
{
  Verdict *verdict = g_new0 (Verdict, 1);

  verdict->peer = self;
  verdict->pending = mcp_pending_ref (pending);
  verdict->error = error != NULL ? g_error_copy (error) : NULL;
  verdict->reason = reason;
  mcp_inbox_mark (self->inbox, on_verdict, verdict, (GDestroyNotify)verdict_free);
}

typedef struct
{
  McpPeer    *peer;
  McpPending *pending;
} Sending;

static void
on_request_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Sending *sending = user_data;
  g_autoptr (McpPeer) self = sending->peer;
  g_autoptr (McpPending) pending = sending->pending;
  g_autoptr (GError) error = NULL;
  gboolean sent = mcp_transport_send_finish (MCP_TRANSPORT (source), result, &error);

  g_free (sending);
  mcp_pending_sent (pending);
  if (pending->state == MCP_PENDING_GIVEN_UP)
    {
      if (sent && pending->withdrawn)
        peer_send_cancelled (self, pending, "The client stopped waiting");
      return;
    }
  if (pending->state != MCP_PENDING_WAITING)
    return;

  if (!sent || mcp_transport_responds_in_exchange (self->transport))
    peer_judge (self, pending, error, NULL);
}

static void
peer_send_request (McpPeer *self, McpPending *pending, GBytes *text)
{
  Sending *sending = g_new0 (Sending, 1);

  sending->peer = g_object_ref (self);
  sending->pending = mcp_pending_ref (pending);
  pending->sending = g_cancellable_new ();
  mcp_transport_send_async (self->transport, text, pending->sending, on_request_sent, sending);
}

static void
on_expired (McpPending *pending, GError *reason, gpointer user_data)
{
  g_autoptr (McpPeer) self = g_object_ref (user_data);
  g_autoptr (GError) explained = NULL;

  if (g_error_matches (reason, MCP_ERROR, MCP_ERROR_TIMED_OUT) && pending->fault == NULL)
    {
      mcp_transport_show_rest (self->transport,
                               mcp_transport_responds_in_exchange (self->transport)
                                   ? pending->exchange
                                   : 0);
      if (pending->fault != NULL)
        reason = explained = mcp_error_new (MCP_ERROR_TIMED_OUT, "%s Received instead: %s.",
                                            reason->message, pending->fault);
    }
  if (g_error_matches (reason, MCP_ERROR, MCP_ERROR_TIMED_OUT) && pending->unframed)
    mcp_error_get_details (reason)->kind = MCP_ERROR_KIND_UNFRAMED;
  if (g_error_matches (reason, MCP_ERROR, MCP_ERROR_CANCELLED))
    mcp_peer_give_up (self, pending, reason, "Cancelled by the user");
  else if (self->inbound->len > 0 && mcp_pending_extend (pending))
    return; /* the server waits for the person */
  else if (mcp_inbox_is_empty (self->inbox))
    mcp_peer_give_up (self, pending, reason, "The deadline has passed");
  else /* the response may be here and not read yet */
    peer_judge (self, pending, reason, "The deadline has passed");
}

void
mcp_peer_send (McpPeer        *self,
               McpRequest     *request,
               GCancellable   *cancellable,
               McpResponseFunc func,
               gpointer        user_data)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (MCP_IS_PEER (self));

  if (self->closed)
    error = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected.");
  else if (g_cancellable_is_cancelled (cancellable))
    error = mcp_error_new (MCP_ERROR_CANCELLED, "The request %s was cancelled.",
                           mcp_request_get_method (request));
  if (error != NULL)
    {
      func (NULL, error, user_data);
      return;
    }

  g_autoptr (McpRequestId) id = mcp_request_id_new_int64 (++self->last_id);
  g_autoptr (GBytes) text = mcp_request_write (request, id);
  g_autoptr (McpPending) pending = mcp_pending_new (request, text, cancellable, func, user_data);
  g_object_ref (self);
  mcp_pending_table_add (self->pending, pending);
  mcp_pending_watch (pending, self->context, on_expired, self);

  pending->sequence = peer_tap_request (self, request, text);
  mcp_request_set_sequence (request, pending->sequence);
  if (pending->state != MCP_PENDING_WAITING)
    return; /* whoever was told has cancelled it */
  if (mcp_transport_send_now (self->transport, text))
    mcp_pending_sent (pending);
  else
    peer_send_request (self, pending, text);
}

/* Notifications of ours */

static void
on_notified (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  mcp_transport_send_finish (MCP_TRANSPORT (source), result, &error);
  mcp_async_return (task, error);
}

void
mcp_peer_notify_async (McpPeer            *self,
                       const char         *method,
                       GBytes             *params,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_PEER (self));
  g_return_if_fail (method != NULL);

  task = mcp_async_begin (self, mcp_peer_notify_async, cancellable, callback, user_data);
  if (self->closed)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }

  g_autoptr (GBytes) text = mcp_envelope_notification (method, params);
  peer_tap (self, text, NULL, 0, 0);
  if (mcp_transport_send_now (self->transport, text))
    g_task_return_boolean (task, TRUE);
  else
    mcp_transport_send_async (self->transport, text, cancellable, on_notified,
                              g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (mcp_peer_notify_finish, McpPeer)

/* The life of the connection */

static void
peer_fail_all (McpPeer *self, const GError *error)
{
  g_autoptr (GPtrArray) list = mcp_pending_table_list (self->pending);

  for (guint i = 0; i < list->len; i++)
    mcp_peer_give_up (self, g_ptr_array_index (list, i), error, NULL);
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
  g_return_if_fail (MCP_IS_PEER (self));
  g_return_if_fail (error != NULL);

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
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

  if (self->settling != NULL || (self->n_replies == 0 && self->replies.length == 0) || self->closed)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  self->settling = g_steal_pointer (&task);
  self->settle_timer = mcp_source_new_timeout (MCP_PEER_SETTLE_MS, on_settle_timeout, self);
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

/** Keeps what came in vain, so that a call that waits for it can say so. */
static void
peer_blame (McpPeer *self, McpRecord *record, Event *event)
{
  gboolean    own = mcp_transport_responds_in_exchange (self->transport);
  McpPending *pending =
      mcp_pending_table_find_by_exchange (self->pending, own ? record->exchange : 0);

  if (pending == NULL)
    return;
  mcp_pending_blame (pending, record->note);
  pending->unframed = record->exchange != 0;
  event->question = pending->sequence;
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
  if (record->kind == MCP_RECORD_MALFORMED && record->note != NULL)
    peer_blame (self, record, event);
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

  if (event->pending->state != MCP_PENDING_WAITING)
    return;
  McpTapEntry *entry = mcp_tap_entry_new (mcp_record_ref (event->record), NULL);
  entry->question = event->pending->sequence;
  entry->flags |= MCP_TAP_ENDS | MCP_TAP_BATCH_MEMBER;
  mcp_tap_emit (event->peer->tap, entry);
  mcp_peer_give_up (event->peer, event->pending, event->error, NULL);
}

static void
on_oversized (McpTransport *transport, GBytes *head, GBytes *tail, GError *error, McpPeer *self)
{
  g_autoptr (GPtrArray) ids = mcp_peer_find_meant (self, NULL, head, tail, 0);

  for (guint i = 0; i < ids->len; i++)
    {
      Event *event = g_new0 (Event, 1);

      event->peer = self;
      event->pending =
          mcp_pending_ref (mcp_pending_table_lookup (self->pending, ids->pdata[i]));
      event->error = g_error_copy (error);
      event->record = mcp_record_new (MCP_RECORD_MALFORMED);
      event->record->text = g_bytes_ref (head);
      event->record->note = g_strdup (error->message);
      mcp_inbox_mark (self->inbox, on_oversized_due, event, (GDestroyNotify)event_free);
    }
}

/** Says in an error that ends the connection what it cut short: what came last stops in the middle
 * of a message. */
static void
peer_explain_cut (McpPeer *self, GError *error)
{
  GBytes *text = mcp_message_get_text (self->cut);
  g_autoptr (GPtrArray) meant = mcp_peer_find_meant (self, self->cut, NULL, NULL, 0);
  McpPending      *pending = NULL;
  McpErrorDetails *details = mcp_error_get_details (error);
  g_autofree char *said = NULL;
  gsize            size = strlen (error->message);
  gsize            length;
  const char      *data = g_bytes_get_data (text, &length);

  if (meant->len > 0)
    pending = mcp_pending_table_lookup (self->pending, meant->pdata[0]);
  said = g_strndup (error->message, size - (g_str_has_suffix (error->message, ".") ? 1 : 0));
  g_free (error->message);
  error->message = pending != NULL
                       ? g_strdup_printf ("%s, in the middle of its answer to %s", said,
                                          mcp_request_get_method (pending->request))
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
      peer_explain_cut (self, error);
      g_error_free (event->error);
      event->error = g_error_copy (error);
    }
  self->closed = TRUE;
  peer_note_refused (self);
  peer_drop_replies (self);
  peer_fail_all (self, error);
  while (self->inbound->len > 0)
    {
      g_autoptr (McpInboundRequest) request =
          g_object_ref (g_ptr_array_index (self->inbound, self->inbound->len - 1));

      g_ptr_array_set_size (self->inbound, self->inbound->len - 1);
      mcp_inbound_request_cancel (request, TRUE);
    }
  g_signal_emit (self, signals[SIGNAL_CLOSED], 0, event->error);
}

static void
on_closed (McpTransport *transport, GError *error, McpPeer *self)
{
  Event *event = g_new0 (Event, 1);

  event->peer = self;
  event->error = error != NULL ? g_error_copy (error) : NULL;
  mcp_inbox_mark (self->inbox, on_closed_due, event, (GDestroyNotify)event_free);
}

static void
peer_listen (McpPeer *self)
{
  g_signal_connect (self->transport, "received", G_CALLBACK (on_received), self);
  g_signal_connect (self->transport, "record", G_CALLBACK (on_record), self);
  g_signal_connect (self->transport, "oversized", G_CALLBACK (on_oversized), self);
  g_signal_connect (self->transport, "closed", G_CALLBACK (on_closed), self);
}

/* The object */

gboolean
mcp_peer_emit_request (McpPeer *self, McpInboundRequest *request)
{
  gboolean handled = FALSE;

  g_signal_emit (self, signals[SIGNAL_REQUEST], 0, request, &handled);
  return handled;
}

void
mcp_peer_emit_notification (McpPeer *self, McpMessage *message)
{
  g_signal_emit (self, signals[SIGNAL_NOTIFICATION], 0, message);
}

MCP_DEFINE_DISPOSE (McpPeer, mcp_peer)
{
  if (self->transport != NULL)
    g_signal_handlers_disconnect_by_data (self->transport, self);
  if (self->inbox != NULL)
    mcp_inbox_stop (self->inbox);
  self->closed = TRUE;
  for (guint i = 0; i < self->inbound->len; i++)
    mcp_inbound_request_cancel (g_ptr_array_index (self->inbound, i), TRUE);
  g_ptr_array_set_size (self->inbound, 0);
  g_clear_object (&self->inbox);
  g_clear_object (&self->transport);
  g_clear_object (&self->tap);
}

MCP_DEFINE_FINALIZE (McpPeer, mcp_peer)
{
  g_clear_pointer (&self->pending, mcp_pending_table_free);
  g_clear_pointer (&self->posted, mcp_posted_table_free);
  g_clear_pointer (&self->inbound, g_ptr_array_unref);
  g_queue_clear_full (&self->replies, (GDestroyNotify)reply_free);
  g_clear_pointer (&self->cut, mcp_message_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
}

MCP_DEFINE_CLASS (McpPeer, mcp_peer)
{
  object_class->dispose = mcp_peer_dispose;
  object_class->finalize = mcp_peer_finalize;

  signals[SIGNAL_REQUEST] =
      g_signal_new ("request", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
                    MCP_TYPE_INBOUND_REQUEST);
  signals[SIGNAL_NOTIFICATION] = mcp_signal_new (klass, "notification", 1, MCP_TYPE_MESSAGE);
  signals[SIGNAL_CLOSED] = mcp_signal_new (klass, "closed", 1, G_TYPE_ERROR);
}

static void
mcp_peer_init (McpPeer *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->pending = mcp_pending_table_new ();
  self->posted = mcp_posted_table_new ();
  self->inbound = g_ptr_array_new_with_free_func (g_object_unref);
  g_queue_init (&self->replies);
}

McpPeer *
mcp_peer_new (McpTransport *transport, McpTap *tap)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (transport), NULL);
  g_return_val_if_fail (MCP_IS_TAP (tap), NULL);

  McpPeer *self = g_object_new (MCP_TYPE_PEER, NULL);
  self->transport = g_object_ref (transport);
  self->tap = g_object_ref (tap);
  self->inbox = mcp_inbox_new (transport, mcp_peer_deliver, self);
  peer_listen (self);
  return self;
}

MCP_DEFINE_PLAIN_GETTER (McpTransport *, McpPeer, mcp_peer, transport)

McpRequest *
mcp_peer_find_request (McpPeer *self, GBytes *text)
{
  McpPending *pending = mcp_pending_table_find_by_text (self->pending, text);

  return pending != NULL ? pending->request : NULL;
}
