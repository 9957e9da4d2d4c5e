/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the peer that tells the tap what goes out, and sends what nobody waits for. */

#include "mcp-peer-private.h"

guint64
mcp_peer_tell (McpPeer *self, GBytes *text, guint64 question, gint64 asked)
{
  g_autoptr (McpMessage) message = NULL;
  McpRecord   *record;
  McpTapEntry *entry;

  if (!mcp_tap_is_heard (self->tap))
    return mcp_tap_skip (self->tap);
  record = mcp_record_new (MCP_RECORD_SENT);
  /* The log shows large ones as text; reading them again here would hold up the loop. */
  if (g_bytes_get_size (text) <= MCP_INBOX_IN_PLACE_BYTES)
    message = mcp_message_parse (text);
  record->text = g_bytes_ref (text);
  entry = mcp_tap_entry_new (record, message);
  entry->question = question;
  if (asked != 0)
    entry->latency = record->monotonic - asked;
  return mcp_tap_emit (self->tap, entry);
}

static void
peer_note (McpPeer *self, guint64 question, const char *text)
{
  McpRecord   *record = mcp_record_new (MCP_RECORD_NOTE);
  McpTapEntry *entry;

  record->note = g_strdup (text);
  entry = mcp_tap_entry_new (record, NULL);
  entry->question = question;
  mcp_tap_emit (self->tap, entry);
}

/** A message whose sending nobody waits for. */
typedef struct
{
  McpPeer *peer;
  guint64  sequence;
  gboolean is_reply;
} Posted;

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
      mcp_peer_check_settled (self);
    }
  g_free (posted);
}

guint64
mcp_peer_post (McpPeer *self, GBytes *text, guint64 question, gint64 asked, gboolean is_reply)
{
  Posted *posted;
  guint64 sequence;

  if (self->closed)
    return 0;

  sequence = mcp_peer_tell (self, text, question, asked);
  if (mcp_transport_send_now (self->transport, text))
    return sequence;
  posted = g_new0 (Posted, 1);
  posted->peer = g_object_ref (self);
  posted->sequence = sequence;
  posted->is_reply = is_reply;
  if (is_reply)
    self->n_replies++;
  mcp_transport_send_async (self->transport, text, NULL, on_posted, posted);
  return sequence;
}

void
mcp_peer_reply (McpPeer *self, GBytes *text, guint64 question, gint64 asked)
{
  if (self->n_replies >= MCP_PEER_MAX_REPLIES)
    peer_note (self, question, "Not answered: the server asks and does not read our answers.");
  else
    mcp_peer_post (self, text, question, asked, TRUE);
}

guint64
mcp_peer_send_text (McpPeer *self, GBytes *text)
{
  g_autoptr (GBytes) own = NULL;
  McpPosted *posted;

  g_return_val_if_fail (MCP_IS_PEER (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  if (self->closed)
    return 0;
  /* An exchange is known by the very bytes that it carries: the same text may be sent twice. */
  own = g_bytes_new_from_bytes (text, 0, g_bytes_get_size (text));
  posted = mcp_posted_table_add (self->posted, own);
  posted->sequence = mcp_tap_get_sequence (self->tap) + 1;
  return mcp_peer_post (self, own, 0, 0, FALSE);
}
