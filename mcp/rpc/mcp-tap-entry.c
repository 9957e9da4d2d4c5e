/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tap-entry.h"

static McpTapEntry *
mcp_tap_entry_ref (McpTapEntry *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

G_DEFINE_BOXED_TYPE (McpTapEntry, mcp_tap_entry, mcp_tap_entry_ref, mcp_tap_entry_unref)

void
mcp_tap_entry_unref (McpTapEntry *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->record, mcp_record_unref);
  g_clear_pointer (&self->message, mcp_message_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_free (self);
}
