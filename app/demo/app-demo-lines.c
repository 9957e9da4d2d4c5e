/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-lines.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <string.h>
#include <unistd.h>

#define READ_SIZE (256 * 1024)

struct _AppDemoLines
{
  AppDemoChannel parent_instance;

  const AppDemoOptions *options;
  GSocketConnection    *connection; /* (nullable): %NULL for standard input and output */
  GInputStream         *input;
  GOutputStream        *output;
  GByteArray           *pending;  /* what was read and has no end of line yet */
  GThread              *writer;   /* (nullable): gone when all is written */
  GAsyncQueue          *outgoing; /* GBytes; an empty one ends the writer */
  AppDemoLinesEnded     ended;
  gpointer              user_data;
};

G_DEFINE_FINAL_TYPE (AppDemoLines, app_demo_lines, APP_TYPE_DEMO_CHANNEL)

static void
write_all (const char *data, gsize size, gpointer user_data)
{
  AppDemoLines *self = user_data;

  if (!g_output_stream_write_all (self->output, data, size, NULL, NULL, NULL) &&
      self->connection == NULL)
    _exit (0); /* nobody reads any more */
}

static void
write_line (AppDemoLines *self, const AppDemoFaults *faults, GBytes *message)
{
  gboolean crlf = app_demo_options_has_fault (self->options, APP_DEMO_FAULT_CRLF, NULL);

  if (self->connection == NULL && faults->write_line != NULL)
    faults->write_line (message, write_all, self);
  else
    write_all (g_bytes_get_data (message, NULL), g_bytes_get_size (message), self);
  write_all (crlf ? "\r\n" : "\n", crlf ? 2 : 1, self);
}

static gpointer
write_lines (gpointer data)
{
  g_autoptr (AppDemoLines) self = data;
  const AppDemoFaults *faults = self->options->faults;

  if (self->connection == NULL && faults->begin_lines != NULL)
    faults->begin_lines (write_all, self);

  while (TRUE)
    {
      g_autoptr (GBytes) message = g_async_queue_pop (self->outgoing);

      if (g_bytes_get_size (message) == 0)
        return NULL;
      write_line (self, faults, message);
    }
}

static void
app_demo_lines_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoLines *self = APP_DEMO_LINES (channel);

  if (self->writer != NULL && g_bytes_get_size (message) > 0)
    g_async_queue_push (self->outgoing, g_bytes_ref (message));
}

static GThread *
end_writer (AppDemoLines *self)
{
  if (self->writer != NULL)
    g_async_queue_push (self->outgoing, g_bytes_new_static ("", 0));
  return g_steal_pointer (&self->writer);
}

void
app_demo_lines_flush (AppDemoLines *self)
{
  GThread *writer = end_writer (self);

  if (writer != NULL)
    g_thread_join (writer);
}

/* What was sent goes first. */
static gboolean
app_demo_lines_write (AppDemoChannel *channel,
                      const char     *text,
                      GCallback       written,
                      gpointer        user_data)
{
  app_demo_lines_flush (APP_DEMO_LINES (channel));
  write_all (text, strlen (text), channel);
  return FALSE;
}

static void
app_demo_lines_leave (AppDemoChannel *channel)
{
  AppDemoLines *self = APP_DEMO_LINES (channel);
  GThread      *writer = end_writer (self);

  if (self->connection != NULL)
    g_socket_shutdown (g_socket_connection_get_socket (self->connection), TRUE, TRUE, NULL);
  g_clear_pointer (&writer, g_thread_unref);
}

static void
app_demo_lines_finalize (GObject *object)
{
  AppDemoLines *self = APP_DEMO_LINES (object);

  g_clear_object (&self->input);
  g_clear_object (&self->output);
  g_clear_object (&self->connection);
  g_byte_array_unref (self->pending);
  g_async_queue_unref (self->outgoing);

  G_OBJECT_CLASS (app_demo_lines_parent_class)->finalize (object);
}

static void
app_demo_lines_class_init (AppDemoLinesClass *klass)
{
  AppDemoChannelClass *channel_class = (AppDemoChannelClass *)klass;

  G_OBJECT_CLASS (klass)->finalize = app_demo_lines_finalize;
  channel_class->send = app_demo_lines_send;
  channel_class->leave = app_demo_lines_leave;
  channel_class->write = app_demo_lines_write;
}

static void
app_demo_lines_init (AppDemoLines *self)
{
  self->pending = g_byte_array_new ();
  self->outgoing = g_async_queue_new_full ((GDestroyNotify)g_bytes_unref);
}

static void
receive_line (AppDemoLines *self, const guint8 *line, gsize size)
{
  AppDemoChannel *channel = APP_DEMO_CHANNEL (self);
  g_autoptr (GBytes) text = NULL;

  if (size > 0 && line[size - 1] == '\r')
    size--;
  text = g_bytes_new (line, size);
  if (size > 0 && channel->session != NULL)
    app_demo_session_receive_text (channel->session, text, channel);
}

static void
receive (AppDemoLines *self, GBytes *bytes)
{
  gsize         start = 0;
  gsize         scanned = self->pending->len;
  const guint8 *end;

  g_byte_array_append (self->pending, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  while ((end = memchr (self->pending->data + scanned, '\n', self->pending->len - scanned)) != NULL)
    {
      scanned = end - self->pending->data + 1;
      receive_line (self, self->pending->data + start, scanned - 1 - start);
      start = scanned;
    }
  g_byte_array_remove_range (self->pending, 0, start);
}

static void read_more (AppDemoLines *self);

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppDemoLines) self = user_data;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (self->input, result, NULL);

  if (APP_DEMO_CHANNEL (self)->session == NULL)
    return;
  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      self->ended (self, self->user_data);
      return;
    }
  receive (self, bytes);
  read_more (self);
}

static void
read_more (AppDemoLines *self)
{
  g_input_stream_read_bytes_async (self->input, READ_SIZE, G_PRIORITY_DEFAULT, NULL, on_read,
                                   g_object_ref (self));
}

AppDemoLines *
app_demo_lines_new (AppDemoServer     *server,
                    GSocketConnection *connection,
                    GPtrArray         *clients,
                    AppDemoLinesEnded  ended,
                    gpointer           user_data)
{
  AppDemoLines *self = g_object_new (APP_TYPE_DEMO_LINES, NULL);
  GIOStream    *stream = (GIOStream *)connection;

  self->options = server->options;
  self->ended = ended;
  self->user_data = user_data;
  if (connection != NULL)
    {
      self->connection = g_object_ref (connection);
      self->input = g_object_ref (g_io_stream_get_input_stream (stream));
      self->output = g_object_ref (g_io_stream_get_output_stream (stream));
    }
  else
    {
      self->input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
      self->output = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
    }
  app_demo_channel_enter (APP_DEMO_CHANNEL (self), app_demo_session_new (server), clients);
  self->writer = g_thread_new ("demo-writer", write_lines, g_object_ref (self));
  read_more (self);
  return self;
}
