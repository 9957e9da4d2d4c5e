/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-stream.h"

#include "mcp-limits.h"

#include <sys/random.h>

typedef struct
{
  McpWebsocketStream *stream; /* borrowed */
  McpWebsocketKind    kind;
  GBytes             *frame;
  gsize               written;
  GTask              *task; /* (nullable): NULL also when it has returned */
  GSource            *cancel_source;
} Entry;

struct _McpWebsocketStream
{
  grefcount                 ref_count;
  GIOStream                *connection;
  GPollableInputStream     *input;
  GPollableOutputStream    *output;
  McpWebsocketFramer       *framer;
  const McpWebsocketEvents *events;
  gpointer                  user_data;
  GMainContext             *context;

  GSource *read_source;
  gboolean read_source_is_idle; /* frames are left over: do not wait for the connection */
  gboolean held;
  gboolean ended;
  gboolean stopped;

  GSource *heart; /* (nullable) */
  guint    interval;
  gint64   last_read;
  gint64   pinged; /* when; 0 never */

  GQueue   queue; /* of Entry, owned */
  GSource *write_source;
  gboolean broken;
};

static gboolean on_readable (GObject *stream, gpointer data);
static gboolean on_idle (gpointer data);
static gboolean on_writable (GObject *stream, gpointer data);

static void
unref_stream (McpWebsocketStream *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  mcp_websocket_framer_free (self->framer);
  g_object_unref (self->connection);
  g_main_context_unref (self->context);
  g_free (self);
}

static void
disarm (GSource **source)
{
  if (*source == NULL)
    return;
  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/* Reading */

static void
arm_reading (McpWebsocketStream *self, gboolean idle)
{
  if (self->read_source != NULL && self->read_source_is_idle == idle)
    return;
  disarm (&self->read_source);
  self->read_source_is_idle = idle;
  if (idle)
    {
      self->read_source = g_idle_source_new ();
      g_source_set_callback (self->read_source, on_idle, self, NULL);
    }
  else
    {
      self->read_source = g_pollable_input_stream_create_source (self->input, NULL);
      g_source_set_callback (self->read_source, G_SOURCE_FUNC (on_readable), self, NULL);
    }
  g_source_set_static_name (self->read_source, "websocket reader");
  g_source_set_priority (self->read_source, MCP_READ_PRIORITY);
  g_source_attach (self->read_source, self->context);
}

/* One pong is enough for all the pings before it. */
static void
answer_ping (McpWebsocketStream *self, GBytes *payload)
{
  for (GList *link = self->queue.head; link != NULL; link = link->next)
    {
      Entry *entry = link->data;

      if (entry->kind != MCP_WEBSOCKET_PONG || entry->written > 0)
        continue;
      g_queue_delete_link (&self->queue, link);
      g_bytes_unref (entry->frame);
      g_free (entry);
      break;
    }
  mcp_websocket_stream_send (self, MCP_WEBSOCKET_PONG, payload, NULL);
}

static void
end (McpWebsocketStream *self, const char *problem)
{
  self->ended = TRUE;
  disarm (&self->read_source);
  self->events->ended (problem, self->user_data);
}

/* Hands out what is framed. Returns: whether that was all and more may be read */
static gboolean
deliver (McpWebsocketStream *self, gint64 deadline)
{
  while (!self->stopped && !self->held && !self->ended)
    {
      g_autoptr (GBytes) data = NULL;
      McpWebsocketKind kind;

      if (g_get_monotonic_time () >= deadline)
        {
          arm_reading (self, TRUE);
          return FALSE;
        }
      kind = mcp_websocket_framer_next (self->framer, &data);
      if (kind == MCP_WEBSOCKET_NONE)
        return TRUE;
      if (kind == MCP_WEBSOCKET_BROKEN)
        end (self, mcp_websocket_framer_get_problem (self->framer));
      else if (kind == MCP_WEBSOCKET_PING)
        answer_ping (self, data);
      else
        self->events->frame (kind, data, self->user_data);
    }
  return FALSE;
}

static void
pump_input (McpWebsocketStream *self)
{
  gint64 deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;

  g_ref_count_inc (&self->ref_count);
  while (deliver (self, deadline))
    {
      g_autoptr (GError) error = NULL;
      gssize count = g_pollable_input_stream_read_nonblocking (
          self->input, mcp_websocket_framer_reserve (self->framer), MCP_READ_SIZE, NULL, &error);

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          arm_reading (self, FALSE);
          break;
        }
      if (count <= 0)
        {
          end (self, NULL);
          break;
        }
      self->last_read = g_get_monotonic_time ();
      mcp_websocket_framer_commit (self->framer, (gsize)count);
    }
  unref_stream (self);
}

static gboolean
on_readable (GObject *stream, gpointer data)
{
  pump_input (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_idle (gpointer data)
{
  pump_input (data);
  return G_SOURCE_CONTINUE;
}

/* Writing */

static void
entry_return (Entry *entry, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&entry->task);

  disarm (&entry->cancel_source);
  if (task == NULL)
    g_clear_error (&error);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
entry_free (Entry *entry)
{
  g_bytes_unref (entry->frame);
  g_free (entry);
}

/* Returns: whether all of the entry is written */
static gboolean
write_entry (McpWebsocketStream *self, Entry *entry, GError **error)
{
  gsize         size;
  const guint8 *bytes = g_bytes_get_data (entry->frame, &size);

  while (entry->written < size)
    {
      gssize count = g_pollable_output_stream_write_nonblocking (
          self->output, bytes + entry->written, size - entry->written, NULL, error);

      if (count < 0)
        return FALSE;
      entry->written += (gsize)count;
    }
  return TRUE;
}

static void
arm_writing (McpWebsocketStream *self)
{
  if (self->write_source != NULL || self->broken)
    return;
  self->write_source = g_pollable_output_stream_create_source (self->output, NULL);
  g_source_set_callback (self->write_source, G_SOURCE_FUNC (on_writable), self, NULL);
  g_source_set_static_name (self->write_source, "websocket writer");
  g_source_attach (self->write_source, self->context);
}

static gboolean
on_writable (GObject *stream, gpointer data)
{
  McpWebsocketStream *self = data;
  gint64              deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;
  Entry              *entry;

  g_ref_count_inc (&self->ref_count);
  while (!self->stopped && !self->broken && (entry = g_queue_peek_head (&self->queue)) != NULL &&
         g_get_monotonic_time () < deadline)
    {
      g_autoptr (GError) error = NULL;

      if (!write_entry (self, entry, &error))
        {
          if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
            break;
          self->broken = TRUE;
          disarm (&self->write_source);
          self->events->broken (self->user_data);
          break;
        }
      g_queue_pop_head (&self->queue);
      entry_return (entry, NULL); /* whose callback may stop us */
      entry_free (entry);
    }
  if (g_queue_is_empty (&self->queue))
    disarm (&self->write_source);
  unref_stream (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Entry   *entry = data;
  gboolean begun = entry->written > 0;

  if (!begun)
    g_queue_remove (&entry->stream->queue, entry);
  entry_return (entry, mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back"));
  if (!begun)
    entry_free (entry);
  return G_SOURCE_REMOVE;
}

void
mcp_websocket_stream_send (McpWebsocketStream *self,
                           McpWebsocketKind    kind,
                           GBytes             *payload,
                           GTask              *task)
{
  GCancellable *cancellable = task != NULL ? g_task_get_cancellable (task) : NULL;
  Entry        *entry = g_new0 (Entry, 1);
  guint8        mask[4];
  gsize         size;
  const void   *bytes = g_bytes_get_data (payload, &size);

  /* So few bytes come at once, and without fail once the system is up (getrandom(2)). */
  if (getrandom (mask, sizeof mask, 0) != sizeof mask)
    g_error ("The system has no random numbers");
  entry->stream = self;
  entry->kind = kind;
  entry->frame = mcp_websocket_frame (kind, bytes, size, mask);
  entry->task = task;
  g_queue_push_tail (&self->queue, entry);
  if (cancellable != NULL)
    {
      entry->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (entry->cancel_source, G_SOURCE_FUNC (on_cancelled), entry, NULL);
      g_source_attach (entry->cancel_source, self->context);
    }
  arm_writing (self);
}

/* Both */

McpWebsocketStream *
mcp_websocket_stream_new (GIOStream                *connection,
                          gsize                     limit,
                          GBytes                   *rest,
                          const McpWebsocketEvents *events,
                          gpointer                  user_data)
{
  McpWebsocketStream *self = g_new0 (McpWebsocketStream, 1);

  g_ref_count_init (&self->ref_count);
  self->connection = g_object_ref (connection);
  self->input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (connection));
  self->output = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (connection));
  self->framer = mcp_websocket_framer_new (limit);
  self->events = events;
  self->user_data = user_data;
  self->context = g_main_context_ref_thread_default ();
  self->last_read = g_get_monotonic_time ();
  g_queue_init (&self->queue);
  if (rest != NULL)
    mcp_websocket_framer_push (self->framer, g_bytes_get_data (rest, NULL),
                               g_bytes_get_size (rest));
  arm_reading (self, TRUE);
  return self;
}

void
mcp_websocket_stream_stop (McpWebsocketStream *self, const GError *error)
{
  Entry *entry;

  if (self == NULL)
    return;
  self->stopped = TRUE;
  disarm (&self->read_source);
  disarm (&self->write_source);
  disarm (&self->heart);
  while ((entry = g_queue_pop_head (&self->queue)) != NULL)
    {
      entry_return (entry, g_error_copy (error));
      entry_free (entry);
    }
  g_io_stream_close_async (self->connection, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  unref_stream (self);
}

void
mcp_websocket_stream_hold (McpWebsocketStream *self, gboolean hold)
{
  if (self->held == hold)
    return;
  self->held = hold;
  if (self->ended || self->stopped)
    return;
  if (hold)
    disarm (&self->read_source);
  else
    arm_reading (self, TRUE);
}

static gboolean
on_heart_beat (gpointer data)
{
  McpWebsocketStream *self = data;
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);

  /* While we do not read, its silence says nothing. */
  if (self->held || self->ended)
    self->pinged = 0;
  else if (self->pinged != 0 && self->last_read < self->pinged)
    self->events->silent (self->user_data);
  else if (g_get_monotonic_time () - self->last_read >= self->interval * (gint64)1000)
    {
      self->pinged = g_get_monotonic_time ();
      mcp_websocket_stream_send (self, MCP_WEBSOCKET_PING, empty, NULL);
    }
  return G_SOURCE_CONTINUE;
}

void
mcp_websocket_stream_watch (McpWebsocketStream *self, guint interval)
{
  disarm (&self->heart);
  self->interval = interval;
  if (interval == 0)
    return;
  self->heart = g_timeout_source_new (interval);
  g_source_set_callback (self->heart, on_heart_beat, self, NULL);
  g_source_attach (self->heart, self->context);
}

gboolean
mcp_websocket_stream_is_within (McpWebsocketStream *self)
{
  return mcp_websocket_framer_is_within (self->framer);
}

guint64
mcp_websocket_stream_get_dropped (McpWebsocketStream *self)
{
  return mcp_websocket_framer_get_dropped (self->framer);
}
