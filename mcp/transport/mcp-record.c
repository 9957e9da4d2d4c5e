/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-record.h"

G_DEFINE_BOXED_TYPE (McpRecord, mcp_record, mcp_record_ref, mcp_record_unref)

McpRecord *
mcp_record_new (McpRecordKind kind)
{
  McpRecord *self = g_new0 (McpRecord, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->time = g_get_real_time ();
  self->monotonic = g_get_monotonic_time ();
  return self;
}

McpRecord *
mcp_record_ref (McpRecord *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_record_unref (McpRecord *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self->note);
  g_free (self->method);
  g_free (self->url);
  g_strfreev (self->request_headers);
  g_strfreev (self->response_headers);
  g_free (self);
}

guint64
mcp_record_next_exchange (void)
{
  static GMutex  mutex; /* a 64-bit counter is not atomic on every machine */
  static guint64 last;

  g_mutex_lock (&mutex);
  guint64 next = ++last;
  g_mutex_unlock (&mutex);
  return next;
}
