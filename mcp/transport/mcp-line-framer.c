/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-line-framer.h"

#include "mcp-limits.h"

#include <string.h>

typedef struct
{
  McpFramer base;
  gsize     scanned; /* bytes of the input that hold no line end */
} McpLineFramer;

/* Reports a line beyond the limit; all of it that is here goes, but for the sample of its end. */
static McpFrameKind
begin_dropping (McpLineFramer *self, gsize length, GBytes **line)
{
  gsize keep = MIN (length, MCP_OVERSIZED_SAMPLE);

  *line = g_bytes_new (mcp_byte_buffer_peek (&self->base.input), keep);
  self->base.dropping = TRUE;
  self->base.dropped = length - keep;
  mcp_byte_buffer_skip (&self->base.input, length - keep);
  self->scanned = keep;
  return MCP_FRAME_TOO_LARGE;
}

/* @length: of what is here of the line, without its end */
static McpFrameKind
go_on_dropping (McpLineFramer *self, gsize length, gboolean ended, GBytes **line)
{
  gsize keep = MIN (length, MCP_OVERSIZED_SAMPLE);

  self->base.dropped += length - keep;
  mcp_byte_buffer_skip (&self->base.input, length - keep);
  if (!ended)
    {
      self->scanned = keep;
      return MCP_FRAME_NONE;
    }
  self->base.dropped += keep;
  self->base.dropping = FALSE;
  self->scanned = 0;
  *line = mcp_byte_buffer_take (&self->base.input, keep, 1);
  return MCP_FRAME_DROPPED;
}

static McpFrameKind
line_framer_next (McpFramer *framer, GBytes **line)
{
  McpLineFramer *self = (McpLineFramer *)framer;
  gsize          size = mcp_byte_buffer_get_size (&self->base.input);
  const guint8  *end = NULL;

  *line = NULL;
  if (size == 0)
    return MCP_FRAME_NONE;
  const guint8 *data = mcp_byte_buffer_peek (&self->base.input);
  if (self->scanned < size)
    end = memchr (data + self->scanned, '\n', size - self->scanned);
  gsize length = end != NULL ? (gsize)(end - data) : size;

  if (self->base.dropping)
    return go_on_dropping (self, length, end != NULL, line);

  gsize carriage_return = length > 0 && data[length - 1] == '\r' ? 1 : 0;
  if (length - carriage_return > self->base.limit || (self->base.starved && end == NULL))
    return begin_dropping (self, length, line);
  if (end == NULL)
    {
      self->scanned = size;
      return MCP_FRAME_NONE;
    }
  self->scanned = 0;
  *line = mcp_byte_buffer_take (&self->base.input, length - carriage_return, carriage_return + 1);
  return MCP_FRAME_MESSAGE;
}

static GBytes *
line_framer_finish (McpFramer *framer)
{
  McpLineFramer *self = (McpLineFramer *)framer;
  gsize          size = mcp_byte_buffer_get_size (&self->base.input);
  GBytes        *rest = NULL;

  if (size > 0 && !self->base.dropping)
    rest = mcp_byte_buffer_take (&self->base.input, size, 0);
  mcp_byte_buffer_clear (&self->base.input);
  self->scanned = 0;
  self->base.dropping = FALSE;
  return rest;
}

static void
line_framer_free (McpFramer *self)
{
  mcp_byte_buffer_clear (&self->input);
  g_free (self);
}

McpFramer *
mcp_line_framer_new (gsize limit)
{
  static const McpFramerClass klass = { line_framer_next, line_framer_finish, line_framer_free };
  McpLineFramer              *self = g_new0 (McpLineFramer, 1);

  self->base.klass = &klass;
  self->base.limit = limit;
  return &self->base;
}
