/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-line-framer.h"

#include "mcp-byte-buffer.h"
#include "mcp-limits.h"

#include <string.h>

struct _McpLineFramer
{
  McpByteBuffer buffer;
  gsize         limit;
  gsize         scanned; /* bytes of the buffer that hold no line end */
  gboolean      dropping;
  guint64       dropped;
};

McpLineFramer *
mcp_line_framer_new (gsize limit)
{
  McpLineFramer *self = g_new0 (McpLineFramer, 1);

  self->limit = limit;
  return self;
}

void
mcp_line_framer_free (McpLineFramer *self)
{
  if (self == NULL)
    return;
  mcp_byte_buffer_clear (&self->buffer);
  g_free (self);
}

guint8 *
mcp_line_framer_reserve (McpLineFramer *self)
{
  return mcp_byte_buffer_reserve (&self->buffer, MCP_READ_SIZE);
}

void
mcp_line_framer_commit (McpLineFramer *self, gsize size)
{
  mcp_byte_buffer_commit (&self->buffer, size);
}

void
mcp_line_framer_push (McpLineFramer *self, const void *data, gsize size)
{
  mcp_byte_buffer_append (&self->buffer, data, size);
}

/* Reports a line beyond the limit; all of it that is here goes, but for the sample of its end. */
static McpLineKind
begin_dropping (McpLineFramer *self, gsize length, GBytes **line)
{
  gsize keep = MIN (length, MCP_OVERSIZED_SAMPLE);

  *line = g_bytes_new (mcp_byte_buffer_peek (&self->buffer), keep);
  self->dropping = TRUE;
  self->dropped = length - keep;
  mcp_byte_buffer_skip (&self->buffer, length - keep);
  self->scanned = keep;
  return MCP_LINE_TOO_LARGE;
}

/* @length: of what is here of the line, without its end */
static McpLineKind
go_on_dropping (McpLineFramer *self, gsize length, gboolean ended, GBytes **line)
{
  gsize keep = MIN (length, MCP_OVERSIZED_SAMPLE);

  self->dropped += length - keep;
  mcp_byte_buffer_skip (&self->buffer, length - keep);
  if (!ended)
    {
      self->scanned = keep;
      return MCP_LINE_NONE;
    }
  self->dropped += keep;
  self->dropping = FALSE;
  self->scanned = 0;
  *line = mcp_byte_buffer_take (&self->buffer, keep, 1);
  return MCP_LINE_DROPPED;
}

McpLineKind
mcp_line_framer_next (McpLineFramer *self, GBytes **line)
{
  gsize         size = mcp_byte_buffer_get_size (&self->buffer);
  const guint8 *data;
  const guint8 *end = NULL;
  gsize         length;
  gsize         carriage_return;

  *line = NULL;
  if (size == 0)
    return MCP_LINE_NONE;
  data = mcp_byte_buffer_peek (&self->buffer);
  if (self->scanned < size)
    end = memchr (data + self->scanned, '\n', size - self->scanned);
  length = end != NULL ? (gsize)(end - data) : size;

  if (self->dropping)
    return go_on_dropping (self, length, end != NULL, line);

  carriage_return = length > 0 && data[length - 1] == '\r' ? 1 : 0;
  if (length - carriage_return > self->limit)
    return begin_dropping (self, length, line);
  if (end == NULL)
    {
      self->scanned = size;
      return MCP_LINE_NONE;
    }
  self->scanned = 0;
  *line = mcp_byte_buffer_take (&self->buffer, length - carriage_return, carriage_return + 1);
  return MCP_LINE_WHOLE;
}

GBytes *
mcp_line_framer_finish (McpLineFramer *self)
{
  gsize   size = mcp_byte_buffer_get_size (&self->buffer);
  GBytes *rest = NULL;

  if (size > 0 && !self->dropping)
    rest = mcp_byte_buffer_take (&self->buffer, size, 0);
  mcp_byte_buffer_clear (&self->buffer);
  self->scanned = 0;
  self->dropping = FALSE;
  return rest;
}

guint64
mcp_line_framer_get_dropped (McpLineFramer *self)
{
  return self->dropped + (self->dropping ? mcp_byte_buffer_get_size (&self->buffer) : 0);
}

gsize
mcp_line_framer_get_footprint (McpLineFramer *self)
{
  return sizeof *self + self->buffer.capacity;
}
