/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stream-reader.h"

#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-source.h"

#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

struct _McpStreamReader
{
  grefcount                    ref_count;
  int                          fd;     /* -1 where there is a stream */
  GPollableInputStream        *stream; /* (nullable) */
  McpFramer                   *framer;
  const McpStreamReaderEvents *events;
  gpointer                     user_data;

  GMainContext *context;
  GSource      *source;
  gboolean      source_is_idle; /* frames are left over: do not wait for the input */
  gint64        last_read;
  gboolean      pumping;
  gboolean      held;
  gboolean      ended;
  gboolean      stopped;
};

static gboolean on_ready (int fd, GIOCondition condition, gpointer data);
static gboolean on_readable (GObject *stream, gpointer data);
static gboolean on_idle (gpointer data);

static void
unref_reader (McpStreamReader *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  mcp_framer_free (self->framer);
  g_clear_object (&self->stream);
  g_main_context_unref (self->context);
  g_free (self);
}

static void
arm (McpStreamReader *self, gboolean idle)
{
  if (self->source != NULL && self->source_is_idle == idle)
    return;
  mcp_source_clear (&self->source);
  self->source_is_idle = idle;
  if (idle)
    {
      self->source = g_idle_source_new ();
      g_source_set_callback (self->source, on_idle, self, NULL);
    }
  else if (self->stream != NULL)
    {
      self->source = g_pollable_input_stream_create_source (self->stream, NULL);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_readable), self, NULL);
    }
  else
    {
      self->source = g_unix_fd_source_new (self->fd, G_IO_IN | G_IO_HUP | G_IO_ERR);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_ready), self, NULL);
    }
  /* Else GLib takes the descriptor out of its list and puts it back for each turn, and wakes itself
   * up both times. */
  g_source_set_can_recurse (self->source, TRUE);
  g_source_set_static_name (self->source, "stream reader");
  g_source_set_priority (self->source, MCP_READ_PRIORITY);
  g_source_attach (self->source, self->context);
}

static void
end (McpStreamReader *self)
{
  g_autoptr (GBytes) rest = mcp_framer_finish (self->framer);

  self->ended = TRUE;
  mcp_source_clear (&self->source);
  if (rest != NULL)
    self->events->frame (MCP_FRAME_MESSAGE, rest, self->user_data);
  if (!self->stopped)
    self->events->ended (self->user_data);
}

/* Hands out what is framed. Returns: whether that was all and more may be read */
static gboolean
deliver (McpStreamReader *self, gint64 deadline)
{
  while (!self->stopped && !self->held && !self->ended)
    {
      g_autoptr (GBytes) data = NULL;

      if (g_get_monotonic_time () >= deadline)
        {
          arm (self, TRUE);
          return FALSE;
        }
      McpFrameKind kind = mcp_framer_next (self->framer, &data);
      if (kind == MCP_FRAME_NONE)
        return TRUE;
      if (kind == MCP_FRAME_BROKEN)
        end (self);
      else
        self->events->frame (kind, data, self->user_data);
    }
  return FALSE;
}

/* Where there is no memory, what was read goes, and its message with it.
 * Returns: whether there is anything to go on with */
static gboolean
starve (McpFramer *framer)
{
  if (framer->starved || mcp_byte_buffer_get_size (&framer->input) == 0)
    return FALSE;
  framer->starved = TRUE;
  return TRUE;
}

/* Returns: bytes that were read; 0 at the end, which an error is too; -1 where nothing is there */
static gssize
read_some (McpStreamReader *self)
{
  guint8 *place = mcp_byte_buffer_reserve (&self->framer->input, MCP_READ_SIZE);
  g_autoptr (GError) error = NULL;
  gssize count;

  if (place == NULL)
    return starve (self->framer) ? 1 : 0;
  if (self->stream != NULL)
    {
      count = g_pollable_input_stream_read_nonblocking (self->stream, place, MCP_READ_SIZE, NULL,
                                                        &error);
      if (count < 0 && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        return 0;
    }
  else
    {
      do
        count = read (self->fd, place, MCP_READ_SIZE);
      while (count < 0 && errno == EINTR);
      if (count < 0 && errno != EAGAIN)
        return 0;
    }
  if (count > 0)
    {
      self->last_read = g_get_monotonic_time ();
      mcp_byte_buffer_commit (&self->framer->input, (gsize)count);
    }
  return count;
}

static void
pump (McpStreamReader *self)
{
  gint64   deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;
  gboolean drained = FALSE;

  g_ref_count_inc (&self->ref_count);
  self->pumping = TRUE;
  while (deliver (self, deadline))
    {
      gssize count = drained ? -1 : read_some (self);

      if (count < 0)
        {
          arm (self, FALSE);
          break;
        }
      if (count == 0)
        {
          end (self);
          break;
        }
      /* Or nearly: then the next turn goes on. What TLS holds back shows in no descriptor. */
      drained = self->stream == NULL && count < MCP_READ_SIZE;
    }
  self->pumping = FALSE;
  unref_reader (self);
}

static gboolean
on_turn (McpStreamReader *self)
{
  /* Whoever got a frame runs a loop of its own; no frame overtakes that one, and when it is done
   * the input is watched again. */
  if (self->pumping)
    mcp_source_clear (&self->source);
  else
    pump (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_ready (int fd, GIOCondition condition, gpointer data)
{
  return on_turn (data);
}

static gboolean
on_readable (GObject *stream, gpointer data)
{
  return on_turn (data);
}

static gboolean
on_idle (gpointer data)
{
  return on_turn (data);
}

McpStreamReader *
mcp_stream_reader_new (int                          fd,
                       GPollableInputStream        *stream,
                       McpFramer                   *framer,
                       const McpStreamReaderEvents *events,
                       gpointer                     user_data)
{
  McpStreamReader *self = g_new0 (McpStreamReader, 1);

  g_ref_count_init (&self->ref_count);
  self->fd = fd;
  self->stream = stream != NULL ? g_object_ref (stream) : NULL;
  self->framer = framer;
  self->events = events;
  self->user_data = user_data;
  self->last_read = g_get_monotonic_time ();
  self->context = g_main_context_ref_thread_default ();
  arm (self, mcp_byte_buffer_get_size (&framer->input) > 0);
  return self;
}

void
mcp_stream_reader_stop (McpStreamReader *self)
{
  if (self == NULL)
    return;
  self->stopped = TRUE;
  mcp_source_clear (&self->source);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  unref_reader (self);
}

void
mcp_stream_reader_hold (McpStreamReader *self, gboolean hold)
{
  if (self->held == hold)
    return;
  self->held = hold;
  if (self->ended || self->stopped)
    return;
  if (hold)
    mcp_source_clear (&self->source);
  else
    arm (self, TRUE);
}

MCP_DEFINE_PLAIN_GETTER (McpFramer *, McpStreamReader, mcp_stream_reader, framer)
MCP_DEFINE_PLAIN_GETTER (gint64, McpStreamReader, mcp_stream_reader, last_read)
