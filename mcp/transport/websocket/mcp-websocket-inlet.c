/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-inlet.h"

#include "mcp-limits.h"

struct _McpWebsocketInlet
{
  McpTransport *transport; /* borrowed */
  guint64       limit;
  GBytes       *oversized_head;
};

McpWebsocketInlet *
mcp_websocket_inlet_new (McpTransport *transport, guint64 limit)
{
  McpWebsocketInlet *self = g_new0 (McpWebsocketInlet, 1);

  self->transport = transport;
  self->limit = limit;
  return self;
}

void
mcp_websocket_inlet_free (McpWebsocketInlet *self)
{
  g_clear_pointer (&self->oversized_head, g_bytes_unref);
  g_free (self);
}

static void
emit_malformed (McpWebsocketInlet *self, GBytes *text, char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_MALFORMED);

  record->text = g_bytes_ref (text);
  record->note = note;
  mcp_transport_emit_record (self->transport, record);
}

static void
on_too_large (McpWebsocketInlet *self, GBytes *head)
{
  g_clear_pointer (&self->oversized_head, g_bytes_unref);
  self->oversized_head = g_bytes_ref (head);
  emit_malformed (self, head,
                  g_strdup_printf ("A message beyond the limit of %" G_GUINT64_FORMAT " bytes; "
                                   "this is its beginning, the rest is dropped",
                                   self->limit));
}

static void
on_dropped (McpWebsocketInlet *self, GBytes *tail, guint64 dropped)
{
  g_autoptr (GBytes) head = g_steal_pointer (&self->oversized_head);
  g_autoptr (GError) error = mcp_error_new (
      MCP_ERROR_MESSAGE_TOO_LARGE,
      "A message of %" G_GUINT64_FORMAT " bytes was dropped: the limit is %" G_GUINT64_FORMAT,
      dropped, self->limit);

  mcp_transport_emit_oversized (self->transport, head, tail, error);
}

static void
on_binary (McpWebsocketInlet *self, GBytes *data)
{
  g_autoptr (GBytes) head =
      g_bytes_new_from_bytes (data, 0, MIN (g_bytes_get_size (data), MCP_EVIDENCE_LIMIT));

  emit_malformed (self, head,
                  g_strdup_printf ("A binary frame of %" G_GSIZE_FORMAT " bytes: messages are "
                                   "text frames; this is its beginning",
                                   g_bytes_get_size (data)));
}

void
mcp_websocket_inlet_take (McpWebsocketInlet *self,
                          McpWebsocketKind   kind,
                          GBytes            *data,
                          guint64            dropped)
{
  g_autoptr (McpTransport) alive = g_object_ref (self->transport);

  if (kind == MCP_WEBSOCKET_TEXT && g_bytes_get_size (data) > 0)
    mcp_transport_emit_received (self->transport, data, 0);
  else if (kind == MCP_WEBSOCKET_TEXT)
    emit_malformed (self, data, g_strdup ("An empty text frame"));
  else if (kind == MCP_WEBSOCKET_BINARY)
    on_binary (self, data);
  else if (kind == MCP_WEBSOCKET_TOO_LARGE)
    on_too_large (self, data);
  else if (kind == MCP_WEBSOCKET_DROPPED)
    on_dropped (self, data, dropped);
}

GError *
mcp_websocket_inlet_explain_close (GBytes *payload, const char *url)
{
  guint            code;
  g_autofree char *reason = mcp_websocket_parse_close (payload, &code);
  const char      *words = mcp_websocket_explain_close (code);
  GError          *error;

  error = mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The server closed the WebSocket: %s (%u)%s%s",
                         words != NULL ? words : "for a reason of its own", code,
                         *reason != '\0' ? ": " : "", reason);
  mcp_error_get_details (error)->url = g_strdup (url);
  return error;
}
