/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-line-inlet.h"

#include "mcp-line-reader.h"

struct _McpLineInlet
{
  McpTransport    *transport; /* borrowed */
  gsize            limit;
  McpLineReader   *reader;
  McpLineInletFunc on_end;
  gpointer         user_data;
  GBytes          *oversized_head;
};

static void
emit_too_large (McpLineInlet *self, GBytes *head)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_MALFORMED);

  record->text = g_bytes_ref (head);
  record->note = g_strdup_printf ("A line beyond the limit of %" G_GSIZE_FORMAT " bytes; this is "
                                  "its beginning, the rest is dropped",
                                  self->limit);
  mcp_transport_emit_record (self->transport, record);
}

static void
emit_dropped (McpLineInlet *self, GBytes *tail)
{
  g_autoptr (GBytes) head = g_steal_pointer (&self->oversized_head);
  g_autoptr (GError) error = mcp_error_new (
      MCP_ERROR_MESSAGE_TOO_LARGE,
      "A message of %" G_GUINT64_FORMAT " bytes was dropped: the limit is %" G_GSIZE_FORMAT,
      mcp_line_reader_get_dropped (self->reader), self->limit);

  mcp_transport_emit_oversized (self->transport, head, tail, error);
}

static void
on_line (McpLineReader *reader, McpLineKind kind, GBytes *line, gpointer data)
{
  McpLineInlet *self = data;
  g_autoptr (McpTransport) alive = g_object_ref (self->transport);

  if (kind == MCP_LINE_WHOLE)
    {
      if (g_bytes_get_size (line) > 0)
        mcp_transport_emit_received (self->transport, line, 0);
      return;
    }
  if (kind == MCP_LINE_DROPPED)
    {
      emit_dropped (self, line);
      return;
    }
  g_clear_pointer (&self->oversized_head, g_bytes_unref);
  self->oversized_head = g_bytes_ref (line);
  emit_too_large (self, line);
}

static void
on_ended (McpLineReader *reader, gpointer data)
{
  McpLineInlet *self = data;

  self->on_end (self->user_data);
}

McpLineInlet *
mcp_line_inlet_new (McpTransport    *transport,
                    int              fd,
                    gsize            limit,
                    McpLineInletFunc on_end,
                    gpointer         user_data)
{
  McpLineInlet *self = g_new0 (McpLineInlet, 1);

  self->transport = transport;
  self->limit = limit;
  self->on_end = on_end;
  self->user_data = user_data;
  self->reader = mcp_line_reader_new (fd, limit, on_line, on_ended, self);
  return self;
}

void
mcp_line_inlet_stop (McpLineInlet *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->reader, mcp_line_reader_stop);
  g_clear_pointer (&self->oversized_head, g_bytes_unref);
  g_free (self);
}

void
mcp_line_inlet_hold (McpLineInlet *self, gboolean hold)
{
  mcp_line_reader_hold (self->reader, hold);
}
