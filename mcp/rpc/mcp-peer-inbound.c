/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The half of the peer that acts on what came. */

#include "mcp-peer-private.h"

#include <math.h>
#include <string.h>

/* Of an id in a message for a person; a server may send megabytes. */
#define TOLD_ID_BYTES 80

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

static void
peer_receive_response (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  McpRequestId *id = mcp_message_get_id (message);
  gint64        ended = entry->record->monotonic;
  g_autoptr (McpPending) pending = NULL;
  McpPending *found = mcp_pending_table_lookup (self->pending, id);
  McpPosted  *posted = NULL;
  guint64     sequence;

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
      McpPending *other =
          mcp_pending_table_find_by_exchange (self->pending, entry->record->exchange);

      if (other != NULL)
        {
          const char      *text = id != NULL ? mcp_request_id_get_text (id) : "null";
          g_autofree char *came = g_utf8_make_valid (text, (gssize)strnlen (text, TOLD_ID_BYTES));
          g_autofree char *fault =
              g_strdup_printf ("an answer came with the id %s, but %s was asked", came,
                               mcp_request_id_get_text (other->id));

          mcp_pending_blame (other, fault);
        }
      entry->flags |= MCP_TAP_UNMATCHED;
      mcp_tap_emit (self->tap, entry);
      return;
    }

  pending = mcp_pending_ref (found);
  entry_link (entry, pending);
  if (pending->state == MCP_PENDING_GIVEN_UP)
    entry->flags |= MCP_TAP_LATE;
  else if (pending->state == MCP_PENDING_RESPONDED)
    entry->flags |= MCP_TAP_DUPLICATE;
  sequence = mcp_tap_emit (self->tap, entry);

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
  g_autoptr (McpPending) echo = NULL;
  g_autoptr (GError) error = NULL;
  McpPending *asking;
  guint64     exchange = entry->record->exchange;
  gint64      arrived = entry->record->monotonic;
  guint64     sequence;

  entry->flags |= flags_for_method (message);
  echo = peer_find_echo (self, message);
  if (echo != NULL)
    entry_link (entry, echo);
  else if (mcp_peer_is_modern (self))
    peer_mark_dropped (self, entry);
  sequence = mcp_tap_emit (self->tap, entry);
  if (echo != NULL)
    {
      error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                             "The other side sends back what it is sent; it is no MCP server.");
      mcp_peer_give_up (self, echo, error, NULL);
      return;
    }

  if (mcp_peer_is_modern (self))
    return;
  asking = mcp_pending_table_find_by_exchange (self->pending, exchange);
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

/** Returns: (transfer full) (nullable): the request with this id, where its response is awaited */
static McpPending *
peer_find_waiting (McpPeer *self, McpRequestId *id)
{
  McpPending *pending = mcp_pending_table_lookup (self->pending, id);

  return pending != NULL && pending->state == MCP_PENDING_WAITING ? mcp_pending_ref (pending)
                                                                  : NULL;
}

static void
peer_receive_malformed (McpPeer *self, McpMessage *message, McpTapEntry *entry)
{
  g_autoptr (McpPending) named = peer_find_waiting (self, mcp_message_get_id (message));
  McpPending *pending = named;

  if (pending == NULL && entry->record->exchange != 0)
    pending = mcp_pending_table_find_by_exchange (self->pending, entry->record->exchange);
  if (pending != NULL)
    {
      entry_link (entry, pending);
      mcp_pending_blame (pending, mcp_message_get_reason (message));
    }
  else if (entry->record->exchange == 0)
    {
      mcp_pending_table_blame_only (self->pending, mcp_message_get_reason (message));
    }
  else if (entry->record->exchange != 0)
    {
      peer_link_posted (mcp_posted_table_find (self->posted, NULL, entry->record->exchange), entry,
                        TRUE);
    }
  if (mcp_message_is_cut (message) && entry->record->exchange == 0)
    self->cut = mcp_message_ref (message);
  mcp_tap_emit (self->tap, entry);

  /* It bears the id, and nothing better will come. */
  if (named != NULL)
    {
      g_autoptr (GError) error = mcp_pending_explain (named);

      mcp_peer_give_up (self, named, error, NULL);
    }
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
