/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-listener.h"
#include "app-demo-session.h"
#include "mcp-object.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <string.h>
#include <unistd.h>

#define READ_SIZE (256 * 1024)

/* AppDemoLines: a client that speaks in lines, one JSON-RPC message each, over standard input and
 * output or over a socket. Writing happens in a thread of its own, so that a client that does not
 * read cannot stop us from reading. Source: MCP 2025-11-25, basic/transports, "stdio". */

#define APP_TYPE_DEMO_LINES (app_demo_lines_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoLines, app_demo_lines, APP, DEMO_LINES, AppDemoChannel)

/* Called when the input ends. */
typedef void (*AppDemoLinesEnded) (AppDemoLines *self, gpointer user_data);

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

/* Waits until all that was sent is written; what is sent then is lost. */
static void
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

MCP_DEFINE_FINALIZE (AppDemoLines, app_demo_lines)
{
  g_clear_object (&self->input);
  g_clear_object (&self->output);
  g_clear_object (&self->connection);
  g_byte_array_unref (self->pending);
  g_async_queue_unref (self->outgoing);
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

  if (size > 0 && line[size - 1] == '\r')
    size--;
  g_autoptr (GBytes) text = g_bytes_new (line, size);
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

/* Lets a client enter, and reads what it sends.
 * @connection: (nullable): %NULL for standard input and output
 * @clients: its place among others */
static AppDemoLines *
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

static void
on_input_ended (AppDemoLines *lines, gpointer user_data)
{
  const AppDemoServer *server = APP_DEMO_CHANNEL (lines)->session->server;

  if (!app_demo_options_has_fault (server->options, APP_DEMO_FAULT_IGNORES_END, NULL))
    g_main_loop_quit (user_data);
}

void
app_demo_stdio_run (AppDemoServer *server)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GPtrArray) clients = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (AppDemoLines) lines = app_demo_lines_new (server, NULL, clients, on_input_ended, loop);

  g_main_loop_run (loop);

  app_demo_server_stop (server);
  app_demo_session_close (APP_DEMO_CHANNEL (lines)->session);
  app_demo_lines_flush (lines);
  app_demo_channel_leave (APP_DEMO_CHANNEL (lines));
}

/* The framing of stdio over a stream socket, for as many clients as come; each has a session of its
 * own. Source: MCP 2026-07-28, basic/transports, "Custom Transports". */

static void
on_closed (AppDemoLines *lines, gpointer user_data)
{
  app_demo_channel_leave (APP_DEMO_CHANNEL (lines));
}

static gboolean
on_incoming (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  AppDemoListener *self = user_data;

  g_object_unref (app_demo_lines_new (self->server, connection, self->clients, on_closed, NULL));
  return TRUE;
}

GObject *
app_demo_lines_listen (
    AppDemoServer *server, const char *path, int port, char **url, GError **error)
{
  g_autoptr (AppDemoListener) self = app_demo_listener_create (APP_TYPE_DEMO_LISTENER, server);
  g_autoptr (GSocket) socket = app_demo_listener_open (path, port, error);

  self->service = g_socket_service_new ();
  if (socket == NULL ||
      !g_socket_listener_add_socket (G_SOCKET_LISTENER (self->service), socket, NULL, error))
    return NULL;
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
  self->path = g_strdup (path);
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (socket, NULL);
  *url = path != NULL ? g_strdup_printf ("unix:%s", path)
                      : g_strdup_printf ("tcp://127.0.0.1:%u",
                                         g_inet_socket_address_get_port (
                                             G_INET_SOCKET_ADDRESS (address)));
  return G_OBJECT (g_steal_pointer (&self));
}
