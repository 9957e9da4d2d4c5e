/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-byte-buffer.h"

#include "mcp-json-memory.h"
#include "mcp-limits.h"

#include <string.h>

/* An empty buffer may keep this much: the usual need of one that is in use. */
#define KEEP_CAPACITY (2 * MCP_READ_SIZE)
/* Copying less than this costs less than giving a block away and getting another. */
#define GIVE_AWAY_SIZE (MCP_READ_SIZE / 2)

void
mcp_byte_buffer_clear (McpByteBuffer *self)
{
  g_free (self->data);
  *self = (McpByteBuffer){ 0 };
}

/* After something was consumed: an empty buffer starts again, a large one that is nearly empty
 * goes. */
static void
tidy (McpByteBuffer *self)
{
  McpByteBuffer rest = { 0 };

  if (self->start == self->end)
    self->start = self->end = 0;
  if (self->capacity <= KEEP_CAPACITY || self->end - self->start > KEEP_CAPACITY / 4)
    return;
  if (!mcp_byte_buffer_append (&rest, self->data + self->start, self->end - self->start))
    return;
  g_free (self->data);
  *self = rest;
}

guint8 *
mcp_byte_buffer_reserve (McpByteBuffer *self, gsize size)
{
  gsize   used = self->end - self->start;
  gsize   capacity;
  guint8 *data;

  if (self->capacity - self->end >= size)
    return self->data + self->end;

  /* Moving costs no more than what was consumed since the last move. */
  if (self->start > 0 && self->start >= used && self->capacity - used >= size)
    {
      memmove (self->data, self->data + self->start, used);
      self->start = 0;
      self->end = used;
      return self->data + self->end;
    }

  /* It may grow to what a server wants, and must leave room for what is made of that. */
  capacity = MAX (MAX (2 * self->capacity, self->end + size), KEEP_CAPACITY);
  data = mcp_json_memory_has_room (used) ? g_try_realloc (self->data, capacity) : NULL;
  if (data == NULL)
    return NULL;
  self->capacity = capacity;
  self->data = data;
  return self->data + self->end;
}

void
mcp_byte_buffer_commit (McpByteBuffer *self, gsize size)
{
  g_assert (size <= self->capacity - self->end);
  self->end += size;
}

gboolean
mcp_byte_buffer_append (McpByteBuffer *self, const void *data, gsize size)
{
  if (size == 0)
    return TRUE;
  guint8 *place = mcp_byte_buffer_reserve (self, size);
  if (place == NULL)
    return FALSE;
  memcpy (place, data, size);
  self->end += size;
  return TRUE;
}

void
mcp_byte_buffer_skip (McpByteBuffer *self, gsize size)
{
  g_assert (size <= self->end - self->start);
  self->start += size;
  tidy (self);
}

/* Hands the block itself to the bytes and goes on in a new one with the little that is behind: less
 * than is read at once, for which alone there may be memory. */
static GBytes *
give_away (McpByteBuffer *self, gsize size, gsize behind)
{
  gsize         used = self->start + size;
  gsize         n_rest = self->end - used - behind;
  McpByteBuffer rest = { .end = n_rest, .capacity = n_rest };
  guint8       *block = self->data;
  guint8       *smaller = NULL;

  rest.data = g_memdup2 (block + used + behind, n_rest);
  if (self->capacity - used > used / 8)
    smaller = g_try_realloc (block, used);
  block = smaller != NULL ? smaller : block;
  GBytes *bytes = g_bytes_new_with_free_func (block + self->start, size, g_free, block);
  *self = rest;
  return bytes;
}

GBytes *
mcp_byte_buffer_take (McpByteBuffer *self, gsize size, gsize behind)
{
  gsize   used = self->end - self->start;
  GBytes *bytes;

  g_assert (size <= used && behind <= used - size);

  if (size >= GIVE_AWAY_SIZE && self->start <= size / 4 && used - size - behind <= size)
    return give_away (self, size, behind);

  /* An empty buffer may have no memory at all. */
  bytes = size > 0 ? g_bytes_new (self->data + self->start, size) : g_bytes_new_static ("", 0);
  mcp_byte_buffer_skip (self, size + behind);
  return bytes;
}
