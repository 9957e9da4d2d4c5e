/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-line-reader.h"

#include "mcp-limits.h"

#include <errno.h>
#include <glib-unix.h>
#include <unistd.h>

struct _McpLineReader
{
  grefcount      ref_count;
  int            fd;
  McpLineFramer *framer;
  McpLineFunc    on_line;
  McpLineEndFunc on_end;
  gpointer       user_data;

  GMainContext *context;
  GSource      *source;
  gboolean      source_is_idle; /* lines are left over: do not wait for the descriptor */
  gboolean      pumping;
  gboolean      held;
  gboolean      ended;
  gboolean      stopped;
};

static gboolean on_ready (int fd, GIOCondition condition, gpointer data);
static gboolean on_idle (gpointer data);

static void
unref_reader (McpLineReader *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  mcp_line_framer_free (self->framer);
  g_main_context_unref (self->context);
  g_free (self);
}

static void
disarm (McpLineReader *self)
{
  if (self->source == NULL)
    return;
  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

static void
arm (McpLineReader *self, gboolean idle)
{
  if (self->source != NULL && self->source_is_idle == idle)
    return;
  disarm (self);
  self->source_is_idle = idle;
  if (idle)
    {
      self->source = g_idle_source_new ();
      g_source_set_callback (self->source, on_idle, self, NULL);
    }
  else
    {
      self->source = g_unix_fd_source_new (self->fd, G_IO_IN | G_IO_HUP | G_IO_ERR);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_ready), self, NULL);
    }
  /* Else GLib takes the descriptor out of its list and puts it back for each turn, and wakes itself
   * up both times. */
  g_source_set_can_recurse (self->source, TRUE);
  g_source_set_static_name (self->source, "line reader");
  g_source_set_priority (self->source, MCP_READ_PRIORITY);
  g_source_attach (self->source, self->context);
}

/* Hands out what is framed. Returns: whether that was all and more may be read */
static gboolean
deliver (McpLineReader *self, gint64 deadline)
{
  McpLineKind kind;
  GBytes     *line;

  while (!self->stopped && !self->held)
    {
      if (g_get_monotonic_time () >= deadline)
        {
          arm (self, TRUE);
          return FALSE;
        }
      kind = mcp_line_framer_next (self->framer, &line);
      if (kind == MCP_LINE_NONE)
        return TRUE;
      self->on_line (self, kind, line, self->user_data);
      g_bytes_unref (line);
    }
  return FALSE;
}

static void
end (McpLineReader *self)
{
  g_autoptr (GBytes) rest = mcp_line_framer_finish (self->framer);

  self->ended = TRUE;
  disarm (self);
  if (rest != NULL)
    self->on_line (self, MCP_LINE_WHOLE, rest, self->user_data);
  if (!self->stopped)
    self->on_end (self, self->user_data);
}

static void
pump (McpLineReader *self)
{
  gint64   deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;
  gboolean drained = FALSE;

  g_ref_count_inc (&self->ref_count);
  self->pumping = TRUE;
  while (deliver (self, deadline))
    {
      ssize_t count;

      if (drained)
        {
          arm (self, FALSE);
          break;
        }
      do
        count = read (self->fd, mcp_line_framer_reserve (self->framer), MCP_READ_SIZE);
      while (count < 0 && errno == EINTR);

      if (count < 0 && errno == EAGAIN)
        {
          arm (self, FALSE);
          break;
        }
      if (count <= 0)
        {
          end (self);
          break;
        }
      mcp_line_framer_commit (self->framer, (gsize)count);
      drained = count < MCP_READ_SIZE; /* or nearly: then the next turn goes on */
    }
  self->pumping = FALSE;
  unref_reader (self);
}

static gboolean
on_turn (McpLineReader *self)
{
  /* Whoever got a line runs a loop of its own; no line overtakes that one, and when it is done the
   * descriptor is watched again. */
  if (self->pumping)
    disarm (self);
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
on_idle (gpointer data)
{
  return on_turn (data);
}

McpLineReader *
mcp_line_reader_new (int            fd,
                     gsize          limit,
                     McpLineFunc    on_line,
                     McpLineEndFunc on_end,
                     gpointer       user_data)
{
  McpLineReader *self = g_new0 (McpLineReader, 1);

  g_ref_count_init (&self->ref_count);
  self->fd = fd;
  self->framer = mcp_line_framer_new (limit);
  self->on_line = on_line;
  self->on_end = on_end;
  self->user_data = user_data;
  self->context = g_main_context_ref_thread_default ();
  arm (self, FALSE);
  return self;
}

void
mcp_line_reader_stop (McpLineReader *self)
{
  if (self == NULL)
    return;
  self->stopped = TRUE;
  disarm (self);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  unref_reader (self);
}

void
mcp_line_reader_hold (McpLineReader *self, gboolean hold)
{
  if (self->held == hold)
    return;
  self->held = hold;
  if (self->ended || self->stopped)
    return;
  if (hold)
    disarm (self);
  else
    arm (self, TRUE);
}

guint64
mcp_line_reader_get_dropped (McpLineReader *self)
{
  return mcp_line_framer_get_dropped (self->framer);
}
