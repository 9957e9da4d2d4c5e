/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The half of the peer that acts on what came. */

#include "mcp-peer-private.h"

#include "mcp-misread.h"

#include <math.h>
#include <string.h>

/* What servers may send in any revision that this program reads. */
static const char *const KNOWN_METHODS[] = {
  "ping",
  "roots/list",
  "sampling/createMessage",
  "elicitation/create",
  "tasks/get",
  "tasks/result",
  "tasks/list",
  "tasks/cancel",
  "notifications/cancelled",
  "notifications/progress",
  "notifications/message",
  "notifications/resources/updated",
  "notifications/resources/list_changed",
  "notifications/tools/list_changed",
  "notifications/prompts/list_changed",
  "notifications/elicitation/complete",
  "notifications/tasks",
  "notifications/tasks/status",
  "notifications/subscriptions/acknowledged",
  NULL,
};

void
mcp_peer_set_revision (McpPeer *self, const char *revision)
{
  g_return_if_fail (MCP_IS_PEER (self));

  self->revision = g_intern_string (revision);
}

gboolean
mcp_peer_is_modern (McpPeer *self)
{
  return self->revision != NULL && strcmp (self->revision, MCP_PEER_FIRST_MODERN) >= 0;
}

static McpTapFlags
flags_for_method (McpMessage *message)
{
  if (g_strv_contains (KNOWN_METHODS, mcp_message_get_method (message)))
    return MCP_TAP_PLAIN;
  return MCP_TAP_UNKNOWN;
}

static void
entry_link (McpTapEntry *entry, McpPending *pending)
{
  entry->question = pending->sequence;
  entry->latency = entry->record->monotonic - pending->started;
  if (entry->method == NULL)
    entry->method = pending->method;
}

/** Links what came to the text of a person's that it belongs to. Returns: whether there is one */
static gboolean
peer_link_posted (McpPosted *posted, McpTapEntry *entry, gboolean is_answer)
{
  if (posted == NULL)
    return FALSE;
  entry->question = posted->sequence;
  entry->latency = entry->record->monotonic - posted->started;
  if (entry->method == NULL)
    entry->method = posted->method;
  if (is_answer && posted->answered)
    entry->flags |= MCP_TAP_DUPLICATE;
  posted->answered |= is_answer;
  return TRUE;
}

/* What came and is no response that fits */

static McpCallState
get_state (McpRequestId *id, gpointer user_data)
{
  McpPending *pending = mcp_pending_table_lookup (MCP_PEER (user_data)->pending, id);

  if (pending == NULL)
    return MCP_CALL_UNKNOWN;
  return pending->state == MCP_PENDING_WAITING ? MCP_CALL_AWAITED : MCP_CALL_ENDED;
}

/** The only call that what came in @exchange can be meant for. A stream awaits more than one
 * message. Returns: (nullable) */
static McpPending *
peer_find_only (McpPeer *self, guint64 exchange)
{
  if (!mcp_transport_responds_in_exchange (self->transport))
    exchange = 0;
  McpPending *only = mcp_pending_table_find_by_exchange (self->pending, exchange);
  return only != NULL && !mcp_request_get_options (only->request)->lasting ? only : NULL;
}

GPtrArray *
mcp_peer_find_meant (McpPeer    *self,
                     McpMessage *message,
                     GBytes     *head,
                     GBytes     *tail,
                     guint64     exchange)
{
  McpPending *only = peer_find_only (self, exchange);

  return mcp_misread_find_calls (message, head, tail, only != NULL ? only->id : NULL, get_state,
                                 self);
}

/** Ends the calls that a line was meant for. @entry: (transfer full): of the line
 * Returns: whether there are any; else @entry is still the caller's */
static gboolean
peer_end_meant (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  /* What cut it is the reason then, which follows. */
  gboolean is_explained =
      mcp_message_get_fault (message)->is_cut && mcp_transport_is_ending (self->transport);
  g_autoptr (GPtrArray) ids =
      mcp_peer_find_meant (self, message, NULL, NULL, entry->record->exchange);
  g_autoptr (McpRecord) record = mcp_record_ref (entry->record);
  guint64 line = 0;

  for (guint i = 0; i < ids->len; i++)
    {
      McpPending *found = mcp_pending_table_lookup (self->pending, ids->pdata[i]);
      g_autoptr (McpPending) pending = NULL;
      g_autoptr (GError) error = NULL;

      if (found == NULL || found->state != MCP_PENDING_WAITING)
        continue; /* the caller of the one before has ended it */
      pending = mcp_pending_ref (found);
      if (line != 0)
        {
          entry = mcp_tap_entry_new (mcp_record_ref (record), message);
          entry->flags |= MCP_TAP_BATCH_MEMBER;
          entry->batch = line;
        }
      entry->flags |= MCP_TAP_ENDS;
      entry_link (entry, pending);
      line = mcp_tap_emit (self->tap, entry);
      if (is_explained)
        continue;
      error = mcp_misread_new_error (message, pending->id, pending->method, pending->status);
      mcp_peer_give_up (self, pending, error, NULL);
    }
  return ids->len > 0;
}

static void
peer_receive_response (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  McpRequestId *id = mcp_message_get_id (message);
  gint64        ended = entry->record->monotonic;
  g_autoptr (McpPending) pending = NULL;
  McpPending *found = mcp_pending_table_lookup (self->pending, id);
  McpPosted  *posted = NULL;

  if (found == NULL || found->state != MCP_PENDING_WAITING)
    posted = mcp_posted_table_find (self->posted, id, entry->record->exchange);
  if (posted != NULL && (found == NULL || !posted->answered))
    {
      entry->flags |= id == NULL ? MCP_TAP_BY_EXCHANGE : 0;
      peer_link_posted (posted, entry, TRUE);
      mcp_tap_emit (self->tap, entry);
      return;
    }

  if (found == NULL && id == NULL && mcp_message_get_kind (message) == MCP_MESSAGE_ERROR)
    {
      found = mcp_pending_table_find_by_exchange (self->pending, entry->record->exchange);
      entry->flags |= found != NULL ? MCP_TAP_BY_EXCHANGE : 0;
    }

  if (found == NULL)
    {
      entry->flags |= MCP_TAP_UNMATCHED;
      if (!peer_end_meant (self, message, entry))
        mcp_tap_emit (self->tap, entry);
      return;
    }

  pending = mcp_pending_ref (found);
  entry_link (entry, pending);
  if (pending->state == MCP_PENDING_GIVEN_UP)
    entry->flags |= MCP_TAP_LATE;
  else if (pending->state == MCP_PENDING_RESPONDED)
    entry->flags |= MCP_TAP_DUPLICATE;
  guint64 sequence = mcp_tap_emit (self->tap, entry);

  if (pending->state == MCP_PENDING_WAITING)
    mcp_peer_complete (self, pending, message, ended, sequence);
}

static void
on_inbound_response (McpInboundRequest *request, GBytes *text, gpointer user_data)
{
  McpPeer *self = MCP_PEER (user_data);

  mcp_peer_reply (self, text, mcp_inbound_request_get_sequence (request),
                  mcp_inbound_request_get_arrived (request));
  g_ptr_array_remove (self->inbound, request);
}

/** A program that is no server may send back what it is sent, as cat does.
 * Returns: (transfer full) (nullable): our request that came back */
static McpPending *
peer_find_echo (McpPeer *self, McpMessage *message)
{
  McpPending *pending = mcp_pending_table_lookup (self->pending, mcp_message_get_id (message));

  if (pending == NULL || pending->state != MCP_PENDING_WAITING ||
      !g_bytes_equal (pending->text, mcp_message_get_text (message)))
    return NULL;
  return mcp_pending_ref (pending);
}

static void
peer_mark_dropped (McpPeer *self, McpTapEntry *entry)
{
  entry->flags |= MCP_TAP_DROPPED;
  mcp_finding_add (&entry->findings, MCP_FINDING_ERROR, "request-forbidden", NULL,
                   "The server sends a request, which %s forbids: only clients ask. It gets no "
                   "answer.",
                   self->revision);
}

/** Other revisions than one have no batches; it is read all the same. */
static void
peer_receive_batch (McpPeer *self, McpTapEntry *entry)
{
  if (self->revision != NULL && !g_str_equal (self->revision, MCP_PEER_BATCHES))
    mcp_finding_add (&entry->findings, MCP_FINDING_ERROR, "batch-forbidden", NULL,
                     "The server sends several messages as one array, which only "
                     "" MCP_PEER_BATCHES " allows; %s is spoken.",
                     self->revision);
  self->batch = mcp_tap_emit (self->tap, entry);
}

static void
peer_receive_request (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  const char *method = mcp_message_get_method (message);
  g_autoptr (McpInboundRequest) request = NULL;
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  guint64 exchange = entry->record->exchange;
  gint64  arrived = entry->record->monotonic;

  entry->flags |= flags_for_method (message);
  g_autoptr (McpPending) echo = peer_find_echo (self, message);
  if (echo != NULL)
    entry_link (entry, echo);
  else if (mcp_peer_is_modern (self))
    peer_mark_dropped (self, entry);
  guint64 sequence = mcp_tap_emit (self->tap, entry);
  if (echo != NULL)
    {
      error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                             "The other side sends back what it is sent; it is no MCP server.");
      mcp_peer_give_up (self, echo, error, NULL);
      return;
    }

  if (mcp_peer_is_modern (self))
    return;
  McpPending *asking = mcp_pending_table_find_by_exchange (self->pending, exchange);
  request = mcp_inbound_request_new (message, sequence, asking != NULL ? asking->sequence : 0,
                                     arrived, on_inbound_response, self);
  g_ptr_array_add (self->inbound, g_object_ref (request));

  if (g_str_equal (method, "ping"))
    mcp_inbound_request_respond (request, NULL);
  else if (self->inbound->len > MCP_PEER_MAX_INBOUND)
    mcp_inbound_request_refuse (request, MCP_RPC_INTERNAL_ERROR, "Too many requests at once", NULL);
  else if (!mcp_peer_emit_request (self, request))
    {
      reason = g_strdup_printf ("Method not found: %.200s", method);
      mcp_inbound_request_refuse (request, MCP_RPC_METHOD_NOT_FOUND, reason, NULL);
    }
}

void
mcp_peer_withdraw (McpPeer *self, guint64 question)
{
  for (guint i = self->inbound->len; question != 0 && i-- > 0;)
    {
      g_autoptr (McpInboundRequest) request = NULL;

      if (i >= self->inbound->len)
        continue; /* whoever was told has answered others too */
      request = g_object_ref (g_ptr_array_index (self->inbound, i));
      if (mcp_inbound_request_get_request_sequence (request) == question)
        mcp_inbound_request_refuse (request, MCP_RPC_CONNECTION_CLOSED,
                                    "The client does not wait for the call any more", NULL);
    }
}

static McpPending *
peer_find_by_token (McpPeer *self, McpJsonValue params)
{
  g_autoptr (McpRequestId) token =
      mcp_request_id_new_from_value (mcp_json_value_get_member (params, "progressToken"));
  McpPending *pending = mcp_pending_table_lookup (self->pending, token);

  /* A token that was never given out is not ours, even where a request has that id. */
  return pending != NULL && mcp_request_get_options (pending->request)->progress != NULL ? pending
                                                                                         : NULL;
}

static void
peer_report_progress (McpPending *pending, McpJsonValue params)
{
  g_autofree char *text = mcp_json_value_dup_member_string (params, "message");
  McpJsonValue     done = mcp_json_value_get_member (params, "progress");
  McpJsonValue     total = mcp_json_value_get_member (params, "total");
  McpProgress      progress = { 0 };

  const McpRequestOptions *options = mcp_request_get_options (pending->request);

  progress.progress = mcp_json_value_get_double (done, NAN);
  progress.total = mcp_json_value_get_double (total, NAN);
  progress.message = text;
  progress.params = params;
  progress.increased = isnan (pending->progress) || progress.progress > pending->progress;

  if (!isnan (progress.progress))
    pending->progress = progress.progress;
  mcp_pending_restart (pending);
  options->progress (&progress, options->progress_data);
}

static void
peer_receive_cancelled (McpPeer *self, McpJsonValue params)
{
  g_autoptr (McpRequestId) id =
      mcp_request_id_new_from_value (mcp_json_value_get_member (params, "requestId"));

  for (guint i = 0; id != NULL && i < self->inbound->len; i++)
    {
      McpInboundRequest *request = g_ptr_array_index (self->inbound, i);
      McpMessage        *message = mcp_inbound_request_get_message (request);

      if (mcp_request_id_equal (mcp_message_get_id (message), id))
        {
          g_autoptr (McpInboundRequest) taken = g_object_ref (request);

          g_ptr_array_remove_index (self->inbound, i);
          mcp_inbound_request_cancel (taken, FALSE);
          return;
        }
    }
}

/** It must grow with each report, also where the total is not known. */
static void
entry_judge_progress (McpTapEntry *entry, McpPending *pending, McpJsonValue params)
{
  double progress =
      mcp_json_value_get_double (mcp_json_value_get_member (params, "progress"), NAN);

  if (!isnan (pending->progress) && !(progress > pending->progress))
    mcp_finding_add (&entry->findings, MCP_FINDING_ERROR, "progress-not-increasing",
                     "/params/progress", "The progress does not grow: before, it was %g.",
                     pending->progress);
}

static void
peer_receive_notification (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  const char  *method = mcp_message_get_method (message);
  McpJsonValue params = mcp_message_get_params (message);
  g_autoptr (McpPending) pending = NULL;
  gboolean    is_progress = g_str_equal (method, "notifications/progress");
  McpPending *found = is_progress ? peer_find_by_token (self, params) : NULL;

  if (found != NULL)
    {
      pending = mcp_pending_ref (found);
      entry_link (entry, pending);
      if (pending->state != MCP_PENDING_WAITING)
        entry->flags |= MCP_TAP_LATE;
      else
        entry_judge_progress (entry, pending, params);
    }
  else if (is_progress)
    {
      g_autoptr (McpRequestId) token =
          mcp_request_id_new_from_value (mcp_json_value_get_member (params, "progressToken"));

      if (!peer_link_posted (mcp_posted_table_find_by_token (self->posted, token), entry, FALSE))
        entry->flags |= MCP_TAP_UNMATCHED;
    }
  entry->flags |= flags_for_method (message);
  mcp_tap_emit (self->tap, entry);

  if (pending != NULL && pending->state == MCP_PENDING_WAITING)
    peer_report_progress (pending, params);
  else if (g_str_equal (method, "notifications/cancelled"))
    peer_receive_cancelled (self, params);
  mcp_peer_emit_notification (self, message);
}

static void
peer_receive_malformed (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  guint64 exchange = entry->record->exchange;

  if (mcp_message_get_fault (message)->is_cut && exchange == 0)
    self->cut = mcp_message_ref (message);
  if (peer_end_meant (self, message, entry))
    return;
  McpPending *pending = peer_find_only (self, exchange);
  if (pending != NULL)
    {
      g_autofree char *fault = mcp_misread_explain (message, pending->id);

      mcp_pending_blame (pending, fault);
      if (exchange != 0)
        entry_link (entry, pending);
    }
  else if (exchange != 0)
    peer_link_posted (mcp_posted_table_find (self->posted, NULL, exchange), entry, TRUE);
  mcp_tap_emit (self->tap, entry);
}

void
mcp_peer_deliver (McpMessage *message, McpRecord *record, gboolean batched, gpointer user_data)
{
  g_autoptr (McpPeer) self = g_object_ref (user_data);
  McpTapEntry *entry = mcp_tap_entry_new (mcp_record_ref (record), message);

  if (self->cut != NULL)
    g_clear_pointer (&self->cut, mcp_message_unref);
  if (batched)
    {
      entry->flags |= MCP_TAP_BATCH_MEMBER;
      entry->batch = self->batch;
    }

  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      peer_receive_response (self, message, entry);
      break;
    case MCP_MESSAGE_REQUEST:
      peer_receive_request (self, message, entry);
      break;
    case MCP_MESSAGE_NOTIFICATION:
      peer_receive_notification (self, message, entry);
      break;
    case MCP_MESSAGE_BATCH:
      peer_receive_batch (self, entry);
      break;
    case MCP_MESSAGE_INVALID:
    default:
      peer_receive_malformed (self, message, entry);
      break;
    }
}
