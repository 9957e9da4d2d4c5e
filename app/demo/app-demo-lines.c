/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-lines.h"

#include <string.h>

void
app_demo_lines_init (AppDemoLines *self)
{
  self->pending = g_byte_array_new ();
  self->scanned = 0;
}

void
app_demo_lines_clear (AppDemoLines *self)
{
  g_clear_pointer (&self->pending, g_byte_array_unref);
}

static void
receive_line (AppDemoSession *session, AppDemoChannel *channel, const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  if (size > 0 && data[size - 1] == '\r')
    size--;
  if (size == 0)
    return;

  bytes = g_bytes_new (data, size);
  document = mcp_json_document_parse (bytes, NULL, NULL, &error);
  if (document != NULL)
    app_demo_session_receive (session, document, channel);
  else
    app_demo_session_receive_broken (session, error->message, channel);
}

void
app_demo_lines_receive (AppDemoLines   *self,
                        GBytes         *bytes,
                        AppDemoSession *session,
                        AppDemoChannel *channel)
{
  gsize         start = 0;
  const guint8 *end;

  g_byte_array_append (self->pending, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  while ((end = memchr (self->pending->data + self->scanned, '\n',
                        self->pending->len - self->scanned)) != NULL)
    {
      gsize stop = end - self->pending->data;

      receive_line (session, channel, self->pending->data + start, stop - start);
      start = self->scanned = stop + 1;
    }
  if (start > 0)
    g_byte_array_remove_range (self->pending, 0, start);
  self->scanned = self->pending->len;
}
