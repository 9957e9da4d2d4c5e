/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-inbox.h"

#include "mcp-limits.h"
#include "mcp-object.h"

/** A text that waits, or a mark. */
typedef struct
{
  GBytes          *text; /* (nullable): of a text */
  McpRecord       *record;
  McpInboxMarkFunc mark;
  gpointer         user_data;
  GDestroyNotify   destroy;
} Item;

struct _McpInbox
{
  GObject       parent_instance;
  McpTransport *transport;
  GMainContext *context;
  McpInboxFunc  func;
  gpointer      user_data;

  GQueue   items;
  gsize    bytes;
  GSource *source;
  gboolean delivering;
  gboolean stopped;
  gboolean holding;
  gboolean flooded;

  Item       *parsing; /* (nullable): with the worker */
  McpMessage *batch;
  McpRecord  *batch_record;
  McpJsonIter batch_iter;
};

G_DEFINE_FINAL_TYPE (McpInbox, mcp_inbox, G_TYPE_OBJECT)

static void inbox_schedule (McpInbox *self);

static void
item_free (Item *item)
{
  g_clear_pointer (&item->text, g_bytes_unref);
  g_clear_pointer (&item->record, mcp_record_unref);
  if (item->destroy != NULL)
    item->destroy (item->user_data);
  g_free (item);
}

static void
inbox_clear_batch (McpInbox *self)
{
  g_clear_pointer (&self->batch, mcp_message_unref);
  g_clear_pointer (&self->batch_record, mcp_record_unref);
}

MCP_DEFINE_DISPOSE (McpInbox, mcp_inbox)
{
  mcp_inbox_stop (self);
  g_clear_object (&self->transport);
  g_clear_pointer (&self->context, g_main_context_unref);
}

static void
mcp_inbox_class_init (McpInboxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mcp_inbox_dispose;
}

static void
mcp_inbox_init (McpInbox *self)
{
  g_queue_init (&self->items);
  self->context = g_main_context_ref_thread_default ();
}

McpInbox *
mcp_inbox_new (McpTransport *transport, McpInboxFunc func, gpointer user_data)
{
  McpInbox *self = g_object_new (MCP_TYPE_INBOX, NULL);

  self->transport = g_object_ref (transport);
  self->func = func;
  self->user_data = user_data;
  return self;
}

static void
inbox_update_hold (McpInbox *self)
{
  gboolean hold = self->parsing != NULL || self->bytes > MCP_INBOX_HOLD_BYTES ||
                  self->items.length > MCP_INBOX_HOLD_ITEMS;

  /* Let go only when half is done, so that a flood does not flutter. */
  if (self->holding && (self->bytes > MCP_INBOX_HOLD_BYTES / 2 ||
                        self->items.length > MCP_INBOX_HOLD_ITEMS / 2))
    hold = TRUE;
  if (self->stopped || hold == self->holding)
    return;

  self->holding = hold;
  mcp_transport_hold (self->transport, hold);
}

static void
inbox_deliver (McpInbox *self, McpMessage *message, McpRecord *record, gboolean batched)
{
  if (mcp_message_get_kind (message) == MCP_MESSAGE_INVALID)
    {
      record->kind = MCP_RECORD_MALFORMED;
      record->note = g_strdup (mcp_message_get_reason (message));
    }

  if (mcp_message_get_kind (message) == MCP_MESSAGE_BATCH)
    {
      self->batch = mcp_message_ref (message);
      self->batch_record = mcp_record_ref (record);
      mcp_json_iter_init (&self->batch_iter, mcp_message_get_value (message));
    }

  self->func (message, record, batched, self->user_data);
}

static void
inbox_deliver_member (McpInbox *self)
{
  McpJsonValue value;

  if (!mcp_json_iter_next (&self->batch_iter, NULL, &value))
    {
      inbox_clear_batch (self);
      return;
    }

  g_autoptr (McpMessage) member = mcp_message_read_member (self->batch, value);
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_RECEIVED);
  record->time = self->batch_record->time;
  record->monotonic = self->batch_record->monotonic;
  record->exchange = self->batch_record->exchange;
  record->text = g_bytes_ref (mcp_message_get_text (member));
  inbox_deliver (self, member, record, TRUE);
}

static void
parse_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, mcp_message_parse (data), (GDestroyNotify)mcp_message_unref);
}

static void
on_parsed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpInbox *self = MCP_INBOX (source);
  g_autoptr (McpMessage) message = g_task_propagate_pointer (G_TASK (result), NULL);
  Item *item = g_steal_pointer (&self->parsing);

  if (!self->stopped)
    {
      self->delivering = TRUE;
      inbox_deliver (self, message, item->record, FALSE);
      self->delivering = FALSE;
      inbox_update_hold (self);
      inbox_schedule (self);
    }
  item_free (item);
}

static void
inbox_take (McpInbox *self)
{
  Item *item = g_queue_pop_head (&self->items);
  g_autoptr (McpMessage) message = NULL;

  if (item->text == NULL)
    {
      item->mark (item->user_data);
    }
  else if (g_bytes_get_size (item->text) <= MCP_INBOX_IN_PLACE_BYTES)
    {
      self->bytes -= g_bytes_get_size (item->text);
      message = mcp_message_parse (item->text);
      inbox_deliver (self, message, item->record, FALSE);
    }
  else
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, on_parsed, NULL);

      self->bytes -= g_bytes_get_size (item->text);
      self->parsing = item;
      g_task_set_source_tag (task, inbox_take);
      g_task_set_task_data (task, g_bytes_ref (item->text), (GDestroyNotify)g_bytes_unref);
      g_task_run_in_thread (task, parse_in_worker);
      return;
    }
  item_free (item);
}

static gboolean
inbox_has_work (McpInbox *self)
{
  return !self->stopped && self->parsing == NULL &&
         (self->batch != NULL || !g_queue_is_empty (&self->items));
}

static gboolean
on_slice (gpointer user_data)
{
  g_autoptr (McpInbox) self = g_object_ref (user_data);
  gint64 end = g_get_monotonic_time () + MCP_INBOX_SLICE_US;

  g_clear_pointer (&self->source, g_source_unref);
  self->delivering = TRUE;
  while (inbox_has_work (self) && g_get_monotonic_time () < end)
    {
      if (self->batch != NULL)
        inbox_deliver_member (self);
      else
        inbox_take (self);
    }
  self->delivering = FALSE;

  /* More than a slice is a flood, and what is drawn goes first. */
  self->flooded = inbox_has_work (self);
  inbox_update_hold (self);
  inbox_schedule (self);
  return G_SOURCE_REMOVE;
}

static void
inbox_schedule (McpInbox *self)
{
  if (self->source != NULL || self->delivering || !inbox_has_work (self))
    return;

  self->source = g_idle_source_new ();
  g_source_set_priority (self->source,
                         self->flooded ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_DEFAULT);
  g_source_set_static_name (self->source, "[spyglass] inbox");
  g_source_set_callback (self->source, on_slice, self, NULL);
  g_source_attach (self->source, self->context);
}

static void
inbox_add (McpInbox *self, Item *item)
{
  if (self->stopped)
    {
      item_free (item);
      return;
    }
  g_queue_push_tail (&self->items, item);
  inbox_update_hold (self);
  inbox_schedule (self);
}

/** What comes by a connection of its own, with nothing before it, needs no turn of the loop for
 * itself: who reads such a connection bears whatever a message brings about, its end included,
 * and stops in time for others. */
static gboolean
inbox_deliver_at_once (McpInbox *self, GBytes *text)
{
  if (self->stopped || self->delivering || !mcp_inbox_is_empty (self))
    return FALSE;
  if (g_main_current_source () == NULL || g_bytes_get_size (text) > MCP_INBOX_IN_PLACE_BYTES)
    return FALSE;
  g_autoptr (McpInbox) alive = g_object_ref (self);
  g_autoptr (McpMessage) message = mcp_message_parse (text);
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_RECEIVED);
  record->text = g_bytes_ref (text);
  self->delivering = TRUE;
  inbox_deliver (self, message, record, FALSE);
  self->delivering = FALSE;
  inbox_update_hold (self);
  inbox_schedule (self);
  return TRUE;
}

void
mcp_inbox_push (McpInbox *self, GBytes *text, guint64 exchange)
{
  if (exchange == 0 && inbox_deliver_at_once (self, text))
    return;
  Item *item = g_new0 (Item, 1);
  item->text = g_bytes_ref (text);
  item->record = mcp_record_new (MCP_RECORD_RECEIVED);
  item->record->text = g_bytes_ref (text);
  item->record->exchange = exchange;
  if (!self->stopped)
    self->bytes += g_bytes_get_size (text);
  inbox_add (self, item);
}

void
mcp_inbox_mark (McpInbox *self, McpInboxMarkFunc func, gpointer user_data, GDestroyNotify destroy)
{
  Item *item = g_new0 (Item, 1);

  item->mark = func;
  item->user_data = user_data;
  item->destroy = destroy;
  inbox_add (self, item);
}

gboolean
mcp_inbox_is_empty (McpInbox *self)
{
  return self->parsing == NULL && self->batch == NULL && g_queue_is_empty (&self->items);
}

void
mcp_inbox_stop (McpInbox *self)
{
  if (self->stopped)
    return;

  self->stopped = TRUE;
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_clear_pointer (&self->source, g_source_unref);
    }
  g_queue_clear_full (&self->items, (GDestroyNotify)item_free);
  inbox_clear_batch (self);
}
