/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-event-framer.h"

#include "mcp-limits.h"
#include "mcp-object.h"

#include <string.h>

/* Room in a line for the name of its field and its end. */
#define FIELD_ROOM 64

McpEventFramer *
mcp_event_framer_new (gsize limit)
{
  McpEventFramer *self = g_new0 (McpEventFramer, 1);

  self->limit = limit;
  self->retry = -1;
  return self;
}

static void
forget_event (McpEventFramer *self)
{
  g_clear_pointer (&self->data, g_bytes_unref);
  g_clear_pointer (&self->type, g_free);
  mcp_byte_buffer_clear (&self->more_data);
  mcp_byte_buffer_clear (&self->stray);
  self->has_more_data = FALSE;
}

void
mcp_event_framer_free (McpEventFramer *self)
{
  if (self == NULL)
    return;
  forget_event (self);
  mcp_byte_buffer_clear (&self->buffer);
  g_free (self->next_id);
  g_free (self->last_id);
  g_free (self);
}

guint8 *
mcp_event_framer_reserve (McpEventFramer *self)
{
  return mcp_byte_buffer_reserve (&self->buffer, MCP_READ_SIZE);
}

void
mcp_event_framer_commit (McpEventFramer *self, gsize size)
{
  mcp_byte_buffer_commit (&self->buffer, size);
}

/* Returns: FALSE while it cannot be told yet whether the stream begins with a byte order mark */
static gboolean
skip_byte_order_mark (McpEventFramer *self)
{
  static const guint8 mark[] = { 0xef, 0xbb, 0xbf };
  gsize               size = mcp_byte_buffer_get_size (&self->buffer);

  if (self->past_start)
    return TRUE;
  if (memcmp (mcp_byte_buffer_peek (&self->buffer), mark, MIN (size, sizeof mark)) == 0)
    {
      if (size < sizeof mark)
        return FALSE;
      mcp_byte_buffer_skip (&self->buffer, sizeof mark);
    }
  self->past_start = TRUE;
  return TRUE;
}

static gsize
get_data_size (McpEventFramer *self)
{
  if (self->has_more_data)
    return mcp_byte_buffer_get_size (&self->more_data) + 1;
  return self->data != NULL ? g_bytes_get_size (self->data) + 1 : 0;
}

/* @value: (transfer full). Returns: %FALSE where there is no memory */
static gboolean
add_data (McpEventFramer *self, GBytes *value)
{
  g_autoptr (GBytes) held = value;
  gconstpointer text;
  gsize         size;

  if (self->data == NULL)
    {
      self->data = g_steal_pointer (&held);
      return TRUE;
    }
  if (!self->has_more_data)
    {
      text = g_bytes_get_data (self->data, &size);
      if (!mcp_byte_buffer_append (&self->more_data, text, size))
        return FALSE;
      self->has_more_data = TRUE;
    }
  text = g_bytes_get_data (value, &size);
  return mcp_byte_buffer_append (&self->more_data, "\n", 1) &&
         mcp_byte_buffer_append (&self->more_data, text, size);
}

static void
set_retry (McpEventFramer *self, const char *digits, gsize size)
{
  g_autofree char *text = g_strndup (digits, size);

  if (size == 0 || strspn (text, "0123456789") != size)
    return;
  guint64 value = g_ascii_strtoull (text, NULL, 10);
  self->retry = (gint64)MIN (value, G_MAXINT); /* what is beyond is beyond reason as well */
}

static gboolean
field_is (const guint8 *line, gsize length, const char *name)
{
  return length == strlen (name) && memcmp (line, name, length) == 0;
}

/* Takes a line out of the buffer and understands it.
 * @length: without the end; @end: bytes of the end. Returns: %FALSE where there is no memory for
 * it */
static gboolean
take_field (McpEventFramer *self, gsize length, gsize end)
{
  const guint8 *line = mcp_byte_buffer_peek (&self->buffer);
  const guint8 *colon = memchr (line, ':', MIN (length, FIELD_ROOM));
  gsize         name = colon != NULL ? (gsize)(colon - line) : length;
  gsize         value = MIN (name + 1, length);

  if (value < length && line[value] == ' ')
    value++;

  if (field_is (line, name, "data"))
    {
      mcp_byte_buffer_skip (&self->buffer, value);
      return add_data (self, mcp_byte_buffer_take (&self->buffer, length - value, end));
    }
  if (field_is (line, name, "event"))
    {
      g_free (self->type);
      self->type = g_utf8_make_valid ((const char *)line + value, (gssize)(length - value));
    }
  else if (field_is (line, name, "id"))
    {
      if (memchr (line + value, '\0', length - value) == NULL)
        {
          g_free (self->next_id);
          self->next_id = g_utf8_make_valid ((const char *)line + value, (gssize)(length - value));
        }
    }
  else if (field_is (line, name, "retry"))
    {
      set_retry (self, (const char *)line + value, length - value);
    }
  else if (*line != ':' && mcp_byte_buffer_get_size (&self->stray) < MCP_EVIDENCE_LIMIT &&
           (!mcp_byte_buffer_append (&self->stray, line, MIN (length, MCP_EVIDENCE_LIMIT)) ||
            !mcp_byte_buffer_append (&self->stray, "\n", 1)))
    return FALSE;
  mcp_byte_buffer_skip (&self->buffer, length + end);
  return TRUE;
}

/* Ends an event. Returns: whether there was one with data */
static gboolean
take_event (McpEventFramer *self, char **type, GBytes **data)
{
  gboolean whole = FALSE;

  if (self->next_id != NULL)
    {
      g_free (self->last_id);
      self->last_id = g_steal_pointer (&self->next_id);
    }
  if (self->has_more_data)
    {
      g_bytes_unref (self->data);
      self->data = mcp_byte_buffer_take (&self->more_data,
                                         mcp_byte_buffer_get_size (&self->more_data), 0);
    }
  if (self->data != NULL && g_bytes_get_size (self->data) > 0 && !self->dropping_event)
    {
      whole = TRUE;
      *data = g_steal_pointer (&self->data);
      if (type != NULL)
        *type = self->type != NULL && *self->type != '\0' ? g_steal_pointer (&self->type)
                                                          : g_strdup ("message");
    }
  forget_event (self);
  self->dropping_event = FALSE;
  return whole;
}

/* Returns: whether that is news */
static gboolean
drop_event (McpEventFramer *self)
{
  gboolean known = self->dropping_event;

  forget_event (self);
  self->dropping_event = TRUE;
  return !known;
}

/* Looks for the end of the line among the bytes that were not looked at.
 * Returns: NULL when it is not here yet */
static const guint8 *
find_line_end (McpEventFramer *self)
{
  const guint8 *from = mcp_byte_buffer_peek (&self->buffer) + self->scanned;
  gsize         size = mcp_byte_buffer_get_size (&self->buffer) - self->scanned;
  const guint8 *line_feed;
  const guint8 *carriage_return;
  gsize         step;

  /* In steps, so that a stream that uses only one of them is not searched to its end for the other
   * at each line. */
  for (; size > 0; from += step, size -= step)
    {
      step = MIN (size, 1024);
      line_feed = memchr (from, '\n', step);
      carriage_return = memchr (from, '\r', line_feed != NULL ? (gsize)(line_feed - from) : step);
      if (carriage_return != NULL)
        return carriage_return;
      if (line_feed != NULL)
        return line_feed;
    }
  return NULL;
}

/* Half a line is here. */
static McpEventKind
wait_for_more (McpEventFramer *self)
{
  gsize size = mcp_byte_buffer_get_size (&self->buffer);

  if (self->dropping_line)
    {
      mcp_byte_buffer_skip (&self->buffer, size);
      self->scanned = 0;
      return MCP_EVENT_NONE;
    }
  self->scanned = size;
  if (size <= self->limit + FIELD_ROOM)
    return MCP_EVENT_NONE;

  mcp_byte_buffer_skip (&self->buffer, size);
  self->scanned = 0;
  self->dropping_line = TRUE;
  return drop_event (self) ? MCP_EVENT_TOO_LARGE : MCP_EVENT_NONE;
}

static McpEventKind
take_line (McpEventFramer *self, gsize length)
{
  gboolean fits = length <= self->limit + FIELD_ROOM;

  if (!fits)
    mcp_byte_buffer_skip (&self->buffer, length + 1);
  self->starved = fits && !take_field (self, length, 1);
  if ((!fits || self->starved || get_data_size (self) > self->limit + 1) && drop_event (self))
    return MCP_EVENT_TOO_LARGE;
  return MCP_EVENT_NONE;
}

McpEventKind
mcp_event_framer_next (McpEventFramer *self, char **type, GBytes **data)
{
  *data = NULL;
  if (type != NULL)
    *type = NULL;

  while (mcp_byte_buffer_get_size (&self->buffer) > 0)
    {
      if (!skip_byte_order_mark (self))
        return MCP_EVENT_NONE;
      if (mcp_byte_buffer_get_size (&self->buffer) == 0)
        return MCP_EVENT_NONE;
      const guint8 *line = mcp_byte_buffer_peek (&self->buffer);
      if (self->swallow_lf)
        {
          self->swallow_lf = FALSE;
          if (*line == '\n')
            {
              mcp_byte_buffer_skip (&self->buffer, 1);
              continue;
            }
        }

      const guint8 *end = find_line_end (self);
      if (end == NULL)
        return wait_for_more (self);
      gsize length = (gsize)(end - line);
      self->swallow_lf = *end == '\r';
      self->scanned = 0;

      if (self->dropping_line)
        {
          self->dropping_line = FALSE;
          mcp_byte_buffer_skip (&self->buffer, length + 1);
        }
      else if (length == 0 && mcp_byte_buffer_get_size (&self->stray) > 0)
        {
          self->swallow_lf = FALSE; /* the line is taken next */
          *data = mcp_byte_buffer_take (&self->stray, mcp_byte_buffer_get_size (&self->stray), 0);
          return MCP_EVENT_STRAY;
        }
      else if (length == 0)
        {
          mcp_byte_buffer_skip (&self->buffer, 1);
          if (take_event (self, type, data))
            return MCP_EVENT_WHOLE;
        }
      else
        {
          McpEventKind kind = take_line (self, length);

          if (kind != MCP_EVENT_NONE)
            return kind;
        }
    }
  return MCP_EVENT_NONE;
}

static void
append_buffer (GString *text, McpByteBuffer *buffer)
{
  if (mcp_byte_buffer_get_size (buffer) > 0)
    g_string_append_len (text, (const char *)mcp_byte_buffer_peek (buffer),
                         (gssize)MIN (mcp_byte_buffer_get_size (buffer), MCP_EVIDENCE_LIMIT));
}

GBytes *
mcp_event_framer_dup_rest (McpEventFramer *self)
{
  GString    *text = g_string_new (NULL);
  gsize       size;
  const char *data;

  append_buffer (text, &self->stray);
  if (self->data != NULL && g_bytes_get_size (self->data) > 0)
    {
      if (self->type != NULL)
        g_string_append_printf (text, "event: %s\n", self->type);
      data = g_bytes_get_data (self->data, &size);
      g_string_append (text, "data: ");
      if (self->has_more_data)
        append_buffer (text, &self->more_data);
      else
        g_string_append_len (text, data, (gssize)MIN (size, MCP_EVIDENCE_LIMIT));
      g_string_append_c (text, '\n');
    }
  if (mcp_byte_buffer_get_size (&self->buffer) > 0 &&
      *mcp_byte_buffer_peek (&self->buffer) != ':' && !self->dropping_line &&
      !(self->swallow_lf && *mcp_byte_buffer_peek (&self->buffer) == '\n'))
    append_buffer (text, &self->buffer);
  if (text->len > 0)
    return g_string_free_to_bytes (text);
  g_string_free (text, TRUE);
  return NULL;
}

gboolean
mcp_event_framer_finish (McpEventFramer *self)
{
  gboolean has_data = self->data != NULL && g_bytes_get_size (self->data) > 0;
  gboolean half_line = mcp_byte_buffer_get_size (&self->buffer) > 0 &&
                       *mcp_byte_buffer_peek (&self->buffer) != ':' &&
                       !(self->swallow_lf && *mcp_byte_buffer_peek (&self->buffer) == '\n');
  gboolean broken = has_data || half_line || self->dropping_line;

  forget_event (self);
  g_clear_pointer (&self->next_id, g_free);
  mcp_byte_buffer_clear (&self->buffer);
  self->scanned = 0;
  self->swallow_lf = FALSE;
  self->dropping_line = FALSE;
  self->dropping_event = FALSE;
  self->past_start = FALSE;
  return broken;
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpEventFramer, mcp_event_framer, last_id)
MCP_DEFINE_PLAIN_GETTER (gint64, McpEventFramer, mcp_event_framer, retry)
