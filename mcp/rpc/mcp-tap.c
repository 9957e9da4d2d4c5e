/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tap.h"

#include "mcp-object.h"

struct _McpTap
{
  GObject     parent_instance;
  guint64     sequence;
  const char *revision; /* (nullable): interned */
  McpTap     *trunk;    /* (nullable) */
  McpTapFlags flags;
};

static guint entry_signal;

MCP_DEFINE_ZEROED_TYPE (McpTap, mcp_tap, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (McpTap, mcp_tap)
{
  g_clear_object (&self->trunk);
}

static void
mcp_tap_class_init (McpTapClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_tap_finalize;
  entry_signal = mcp_signal_new (klass, "entry", 1, MCP_TYPE_TAP_ENTRY);
}

McpTap *
mcp_tap_new (void)
{
  return g_object_new (MCP_TYPE_TAP, NULL);
}

McpTap *
mcp_tap_new_branch (McpTap *trunk, McpTapFlags flags)
{
  McpTap *self = mcp_tap_new ();

  self->trunk = g_object_ref (trunk);
  self->flags = flags;
  return self;
}

void
mcp_tap_set_flags (McpTap *self, McpTapFlags flags)
{
  self->flags = flags;
}

guint64
mcp_tap_get_sequence (McpTap *self)
{
  return self->trunk != NULL ? self->trunk->sequence : self->sequence;
}

void
mcp_tap_set_revision (McpTap *self, const char *revision)
{
  g_return_if_fail (MCP_IS_TAP (self));
  self->revision = g_intern_string (revision);
}

McpTapEntry *
mcp_tap_entry_new (McpRecord *record, McpMessage *message)
{
  McpTapEntry *entry = g_new0 (McpTapEntry, 1);

  g_atomic_ref_count_init (&entry->ref_count);
  entry->record = record;
  entry->message = message != NULL ? mcp_message_ref (message) : NULL;
  entry->method = message != NULL ? mcp_message_get_method (message) : NULL;
  entry->latency = -1;
  return entry;
}

gboolean
mcp_tap_is_heard (McpTap *self)
{
  return g_signal_has_handler_pending (self->trunk != NULL ? self->trunk : self,
                                       entry_signal, 0, TRUE);
}

guint64
mcp_tap_skip (McpTap *self)
{
  return self->trunk != NULL ? mcp_tap_skip (self->trunk) : ++self->sequence;
}

guint64
mcp_tap_emit (McpTap *self, McpTapEntry *entry)
{
  guint64 sequence;

  entry->flags |= self->flags;
  if (self->trunk != NULL)
    return mcp_tap_emit (self->trunk, entry);
  sequence = entry->sequence = ++self->sequence;
  entry->revision = self->revision;
  g_signal_emit (self, entry_signal, 0, entry);
  mcp_tap_entry_unref (entry);
  return sequence;
}
