/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stderr-tap.h"

#include "mcp-limits.h"
#include "mcp-line-framer.h"
#include "mcp-stream-reader.h"

#include <string.h>

struct _McpStderrTap
{
  McpTransport    *transport;
  McpStreamReader *reader;
  McpStderrEndFunc on_end;
  gpointer         user_data;
  GString         *tail;

  gint64  second; /* in which the following were counted */
  guint   lines;
  gsize   bytes;
  guint64 skipped_lines;
};

static void
emit_note (McpStderrTap *self, char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_NOTE);

  record->note = note;
  mcp_transport_emit_record (self->transport, record);
}

static void
tell_skipped (McpStderrTap *self)
{
  guint64 skipped = self->skipped_lines;

  self->skipped_lines = 0;
  if (skipped > 0)
    emit_note (self, g_strdup_printf ("%" G_GUINT64_FORMAT " lines of stderr were left out: the "
                                      "server wrote more than %u lines or %u KiB in a second",
                                      skipped, MCP_STDERR_LINES_PER_SECOND,
                                      MCP_STDERR_BYTES_PER_SECOND / 1024));
}

static gboolean
may_emit (McpStderrTap *self, gsize size)
{
  gint64 second = g_get_monotonic_time () / G_USEC_PER_SEC;

  if (second != self->second)
    {
      tell_skipped (self);
      self->second = second;
      self->lines = 0;
      self->bytes = 0;
    }
  if (self->lines >= MCP_STDERR_LINES_PER_SECOND || self->bytes >= MCP_STDERR_BYTES_PER_SECOND)
    {
      self->skipped_lines++;
      return FALSE;
    }
  self->lines++;
  self->bytes += size;
  return TRUE;
}

static void
keep_tail (McpStderrTap *self, const char *text, gsize size)
{
  gsize keep = MIN (size, MCP_EVIDENCE_LIMIT);

  g_string_append_len (self->tail, text + size - keep, (gssize)keep);
  g_string_append_c (self->tail, '\n');
  if (self->tail->len > 4 * MCP_EVIDENCE_LIMIT)
    g_string_erase (self->tail, 0, (gssize)(self->tail->len - MCP_EVIDENCE_LIMIT));
}

static void
on_line (McpFrameKind kind, GBytes *line, gpointer data)
{
  McpStderrTap *self = data;
  g_autoptr (McpTransport) alive = g_object_ref (self->transport); /* and so its tap, me */
  gsize       size;
  const char *text = g_bytes_get_data (line, &size);
  char       *valid;

  if (kind == MCP_FRAME_DROPPED)
    return;
  keep_tail (self, text, size);
  if (!may_emit (self, size))
    return;

  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_STDERR);
  if (size == 0 || g_utf8_validate_len (text, size, NULL))
    {
      record->text = g_bytes_ref (line);
    }
  else
    {
      valid = g_utf8_make_valid (text, (gssize)size);
      record->text = g_bytes_new_take (valid, strlen (valid));
    }
  if (kind == MCP_FRAME_TOO_LARGE)
    record->note = g_strdup_printf ("Only the beginning of a line of more than %u KiB",
                                    MCP_STDERR_LINE_LIMIT / 1024);
  mcp_transport_emit_record (self->transport, record);
}

static void
on_reader_end (gpointer data)
{
  McpStderrTap *self = data;
  g_autoptr (McpTransport) alive = g_object_ref (self->transport);

  tell_skipped (self);
  self->on_end (self, self->user_data);
}

McpStderrTap *
mcp_stderr_tap_new (int fd, McpTransport *transport, McpStderrEndFunc on_end, gpointer user_data)
{
  static const McpStreamReaderEvents events = { on_line, on_reader_end };
  McpStderrTap                      *self = g_new0 (McpStderrTap, 1);

  self->transport = transport;
  self->on_end = on_end;
  self->user_data = user_data;
  self->tail = g_string_new (NULL);
  self->reader = mcp_stream_reader_new (fd, NULL, mcp_line_framer_new (MCP_STDERR_LINE_LIMIT),
                                        &events, self);
  return self;
}

void
mcp_stderr_tap_free (McpStderrTap *self)
{
  if (self == NULL)
    return;
  mcp_stream_reader_stop (self->reader);
  g_string_free (self->tail, TRUE);
  g_free (self);
}

char *
mcp_stderr_tap_dup_tail (McpStderrTap *self)
{
  gsize skip = self->tail->len > MCP_EVIDENCE_LIMIT ? self->tail->len - MCP_EVIDENCE_LIMIT : 0;
  char *tail;

  if (self->tail->len == 0)
    return NULL;
  while (skip < self->tail->len && ((guchar)self->tail->str[skip] & 0xc0) == 0x80)
    skip++;
  tail = g_utf8_make_valid (self->tail->str + skip, (gssize)(self->tail->len - skip));
  return g_strchomp (tail);
}
