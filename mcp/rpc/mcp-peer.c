/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-peer-private.h"

#include "mcp-envelope.h"
#include "mcp-inbound-request-private.h"

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

/* Requests of ours */

static void
peer_send_cancelled (McpPeer *self, McpPending *pending, const char *reason)
{
  g_autofree char *params = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) text = NULL;

  /* The specification forbids to cancel initialize. */
  if (pending->options.no_cancelled || g_str_equal (pending->method, "initialize"))
    return;
  if (mcp_peer_is_modern (self) && mcp_transport_answers_in_exchange (self->transport))
    return;

  params = g_strdup_printf ("{\"requestId\":%s,\"reason\":\"%s\"}",
                            mcp_request_id_get_text (pending->id), reason);
  bytes = g_bytes_new_static (params, strlen (params));
  text = mcp_envelope_notification ("notifications/cancelled", bytes);
  mcp_peer_post (self, text, pending->sequence, 0, FALSE);
}

void
mcp_peer_give_up (McpPeer *self, McpPending *pending, const GError *error, const char *reason)
{
  g_autoptr (GTask) task = g_steal_pointer (&pending->task);
  g_autoptr (McpPending) held = mcp_pending_ref (pending);

  if (task == NULL)
    return;

  mcp_pending_end (pending, MCP_PENDING_GIVEN_UP);
  mcp_pending_table_retire (self->pending, pending);

  if (reason != NULL && !pending->sent && !mcp_transport_answers_in_exchange (self->transport))
    pending->withdrawn = TRUE; /* perhaps it never goes out: see on_request_sent() */
  else if (reason != NULL)
    peer_send_cancelled (self, pending, reason);
  if (!pending->sent && pending->sending != NULL)
    g_cancellable_cancel (pending->sending);

  mcp_peer_withdraw (self, pending->sequence);
  g_task_return_error (task, g_error_copy (error));
}

void
mcp_peer_complete (McpPeer    *self,
                   McpPending *pending,
                   McpMessage *message,
                   gint64      ended,
                   guint64     sequence)
{
  g_autoptr (GTask) task = g_steal_pointer (&pending->task);
  McpAnswer *answer = mcp_answer_new (pending->method, message, pending->started, ended);

  mcp_answer_set_sequences (answer, pending->sequence, sequence);
  mcp_answer_set_http_status (answer, pending->status);
  mcp_pending_end (pending, MCP_PENDING_ANSWERED);
  if (!pending->sent && mcp_transport_answers_in_exchange (self->transport))
    mcp_pending_linger (pending, self->context);
  mcp_pending_table_retire (self->pending, pending);
  g_task_return_pointer (task, answer, (GDestroyNotify)mcp_answer_unref);
}

/** Something that is true of a request once all that came before is delivered. */
typedef struct
{
  McpPeer    *peer; /* unowned: the inbox dies with it */
  McpPending *pending;
  GError     *error; /* (nullable): the sending ended well, and the answer should have been there */
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
                           pending->method);
  else
    error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                           "The exchange ended without the answer to %s.", pending->method);
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

  if (!sent || mcp_transport_answers_in_exchange (self->transport))
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

  if (g_error_matches (reason, MCP_ERROR, MCP_ERROR_CANCELLED))
    mcp_peer_give_up (self, pending, reason, "Cancelled by the user");
  else if (self->inbound->len > 0 && mcp_pending_extend (pending))
    return; /* the server waits for the person */
  else if (mcp_inbox_is_empty (self->inbox))
    mcp_peer_give_up (self, pending, reason, "The deadline has passed");
  else /* the answer may be here and not read yet */
    peer_judge (self, pending, reason, "The deadline has passed");
}

static GBytes *
dress_params (GBytes *params, McpRequestId *token)
{
  g_autofree char *text =
      g_strdup_printf ("{\"progressToken\":%s}", mcp_request_id_get_text (token));
  g_autoptr (GBytes) members = g_bytes_new (text, strlen (text));

  return mcp_envelope_add_meta (params, members);
}

static McpRequestOptions
peer_resolve_options (McpPeer *self, const McpRequestOptions *options)
{
  static const McpRequestOptions DEFAULT = MCP_REQUEST_OPTIONS_DEFAULT;
  McpRequestOptions              resolved = options != NULL ? *options : DEFAULT;

  if (resolved.deadline_ms == MCP_DEADLINE_DEFAULT)
    resolved.deadline_ms = self->deadline_ms;
  if (resolved.total_ms == MCP_DEADLINE_DEFAULT)
    resolved.total_ms = self->total_ms;
  return resolved;
}

void
mcp_peer_request_async (McpPeer                 *self,
                        const char              *method,
                        GBytes                  *params,
                        const McpRequestOptions *options,
                        GCancellable            *cancellable,
                        GAsyncReadyCallback      callback,
                        gpointer                 user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (McpRequestId) id = NULL;
  g_autoptr (GBytes) dressed = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (McpPending) pending = NULL;
  McpRequestOptions resolved;

  g_return_if_fail (MCP_IS_PEER (self));
  g_return_if_fail (method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_peer_request_async);
  /* Cancelling is answered by us, in the floor's own words. */
  g_task_set_check_cancellable (task, FALSE);
  if (self->closed)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED,
                                                "The request %s was cancelled.", method));
      return;
    }

  resolved = peer_resolve_options (self, options);
  id = mcp_request_id_new_int64 (++self->last_id);
  dressed = params != NULL ? g_bytes_ref (params) : NULL;
  if (resolved.progress != NULL)
    {
      g_clear_pointer (&dressed, g_bytes_unref);
      dressed = dress_params (params, id);
    }
  text = mcp_envelope_request (id, method, dressed);

  pending = mcp_pending_new (id, method, text, &resolved, task);
  mcp_pending_table_add (self->pending, pending);
  mcp_pending_watch (pending, self->context, on_expired, self);

  pending->sequence = mcp_peer_tell (self, text, 0, 0);
  if (pending->state != MCP_PENDING_WAITING)
    return; /* whoever was told has cancelled it */
  if (mcp_transport_send_now (self->transport, text))
    mcp_pending_sent (pending);
  else
    peer_send_request (self, pending, text);
}

McpAnswer *
mcp_peer_request_finish (McpPeer *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Notifications of ours */

static void
on_notified (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_transport_send_finish (MCP_TRANSPORT (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
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
  g_autoptr (GBytes) text = NULL;

  g_return_if_fail (MCP_IS_PEER (self));
  g_return_if_fail (method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_peer_notify_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->closed)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }

  text = mcp_envelope_notification (method, params);
  mcp_peer_tell (self, text, 0, 0);
  if (mcp_transport_send_now (self->transport, text))
    g_task_return_boolean (task, TRUE);
  else
    mcp_transport_send_async (self->transport, text, cancellable, on_notified,
                              g_steal_pointer (&task));
}

gboolean
mcp_peer_notify_finish (McpPeer *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
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
mcp_peer_emit_closed (McpPeer *self, GError *error)
{
  g_signal_emit (self, signals[SIGNAL_CLOSED], 0, error);
}

void
mcp_peer_emit_notification (McpPeer *self, McpMessage *message)
{
  g_signal_emit (self, signals[SIGNAL_NOTIFICATION], 0, message);
}

static void
mcp_peer_dispose (GObject *object)
{
  McpPeer *self = MCP_PEER (object);

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

  G_OBJECT_CLASS (mcp_peer_parent_class)->dispose (object);
}

static void
mcp_peer_finalize (GObject *object)
{
  McpPeer *self = MCP_PEER (object);

  g_clear_pointer (&self->pending, mcp_pending_table_free);
  g_clear_pointer (&self->posted, mcp_posted_table_free);
  g_clear_pointer (&self->inbound, g_ptr_array_unref);
  g_clear_pointer (&self->cut, mcp_message_unref);
  g_clear_pointer (&self->context, g_main_context_unref);

  G_OBJECT_CLASS (mcp_peer_parent_class)->finalize (object);
}

static void
mcp_peer_class_init (McpPeerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_peer_dispose;
  object_class->finalize = mcp_peer_finalize;

  signals[SIGNAL_REQUEST] =
      g_signal_new ("request", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1,
                    MCP_TYPE_INBOUND_REQUEST);
  signals[SIGNAL_NOTIFICATION] =
      g_signal_new ("notification", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, MCP_TYPE_MESSAGE);
  signals[SIGNAL_CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
mcp_peer_init (McpPeer *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->pending = mcp_pending_table_new ();
  self->posted = mcp_posted_table_new ();
  self->inbound = g_ptr_array_new_with_free_func (g_object_unref);
}

McpPeer *
mcp_peer_new (McpTransport *transport, McpTap *tap)
{
  McpPeer *self;

  g_return_val_if_fail (MCP_IS_TRANSPORT (transport), NULL);
  g_return_val_if_fail (MCP_IS_TAP (tap), NULL);

  self = g_object_new (MCP_TYPE_PEER, NULL);
  self->transport = g_object_ref (transport);
  self->tap = g_object_ref (tap);
  self->inbox = mcp_inbox_new (transport, mcp_peer_deliver, self);
  mcp_peer_listen (self);
  return self;
}

McpTransport *
mcp_peer_get_transport (McpPeer *self)
{
  return self->transport;
}

McpTap *
mcp_peer_get_tap (McpPeer *self)
{
  return self->tap;
}

guint
mcp_peer_get_n_pending (McpPeer *self)
{
  return mcp_pending_table_get_size (self->pending);
}

void
mcp_peer_set_deadlines (McpPeer *self, guint deadline_ms, guint total_ms)
{
  self->deadline_ms = deadline_ms;
  self->total_ms = total_ms;
}
