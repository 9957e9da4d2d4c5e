/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpByteBuffer: a queue of bytes that grows at its end and is consumed at its beginning. Taking a
 * long range hands over the memory instead of copying it; what a long range needed is given back.
 * Every operation is linear in the bytes that it concerns.
 */

#pragma once

#include <glib.h>

typedef struct
{
  guint8 *data;
  gsize   start; /* of what is not consumed */
  gsize   end;
  gsize   capacity;
} McpByteBuffer;

void mcp_byte_buffer_clear (McpByteBuffer *self);
/** Returns: (transfer none) (nullable): room for @size bytes behind the end; moves what is there.
 * %NULL, with nothing changed, where there is no memory */
guint8 *mcp_byte_buffer_reserve (McpByteBuffer *self, gsize size);
/** Takes in @size bytes that were written to the reserved place. */
void mcp_byte_buffer_commit (McpByteBuffer *self, gsize size);
/** Returns: %FALSE, with nothing changed, where there is no memory */
gboolean mcp_byte_buffer_append (McpByteBuffer *self, const void *data, gsize size);
/** Drops @size bytes at the beginning. */
void mcp_byte_buffer_skip (McpByteBuffer *self, gsize size);
/** Returns: (transfer full): the first @size bytes; they and @behind bytes after them are
 * consumed */
GBytes *mcp_byte_buffer_take (McpByteBuffer *self, gsize size, gsize behind);

static inline const guint8 *
mcp_byte_buffer_peek (const McpByteBuffer *self)
{
  return self->data + self->start;
}

static inline gsize
mcp_byte_buffer_get_size (const McpByteBuffer *self)
{
  return self->end - self->start;
}
