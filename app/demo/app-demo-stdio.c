/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-lines.h"

#include <errno.h>
#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#define READ_SIZE (256 * 1024)

/* AppDemoStdio: the stdio transport of the demo server: one JSON-RPC message a line on standard
 * input and output, nothing else on standard output. Writing happens in a thread of its own, so
 * that a client that does not read cannot stop us from reading. Source: MCP 2025-11-25,
 * basic/transports. */

#define APP_TYPE_DEMO_STDIO (app_demo_stdio_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoStdio, app_demo_stdio, APP, DEMO_STDIO, GObject)

struct _AppDemoStdio
{
  GObject parent_instance;

  AppDemoServer  *server;
  AppDemoSession *session;
  GInputStream   *input;
  AppDemoLines    lines;
  GMainLoop      *loop;
  GThread        *writer;
  GAsyncQueue    *outgoing;
};

static void app_demo_stdio_channel_init (AppDemoChannelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDemoStdio,
                               app_demo_stdio,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_DEMO_CHANNEL,
                                                      app_demo_stdio_channel_init))

static void
write_all (const char *data, gsize size)
{
  while (size > 0)
    {
      gssize written = write (STDOUT_FILENO, data, size);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        _exit (0); /* nobody reads any more */
      data += written;
      size -= written;
    }
}

static void
write_message (const AppDemoOptions *options, GBytes *message)
{
  if (options->faults->write_line != NULL)
    options->faults->write_line (message, write_all);
  else
    write_all (g_bytes_get_data (message, NULL), g_bytes_get_size (message));
  if (app_demo_options_has_fault (options, APP_DEMO_FAULT_CRLF, NULL))
    write_all ("\r", 1);
  write_all ("\n", 1);
}

static gpointer
write_messages (gpointer data)
{
  AppDemoStdio         *self = data;
  const AppDemoOptions *options = self->server->options;

  if (options->faults->begin_lines != NULL)
    options->faults->begin_lines (write_all);

  while (TRUE)
    {
      g_autoptr (GBytes) message = g_async_queue_pop (self->outgoing);

      if (g_bytes_get_size (message) == 0)
        return NULL;
      write_message (options, message);
    }
}

static void
app_demo_stdio_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoStdio *self = APP_DEMO_STDIO (channel);

  if (g_bytes_get_size (message) > 0)
    g_async_queue_push (self->outgoing, g_bytes_ref (message));
}

/* Everything that waits goes out first; this is the last that the writer writes. */
static void
app_demo_stdio_die (AppDemoChannel *channel, GBytes *message, gsize size, int status)
{
  AppDemoStdio *self = APP_DEMO_STDIO (channel);
  gsize         length;
  const char   *data = g_bytes_get_data (message, &length);

  g_async_queue_push (self->outgoing, g_bytes_new_static ("", 0));
  g_thread_join (g_steal_pointer (&self->writer));
  write_all (data, size);
  if (size == length)
    write_all ("\n", 1);
  _exit (status);
}

static void
app_demo_stdio_channel_init (AppDemoChannelInterface *iface)
{
  iface->die = app_demo_stdio_die;
  iface->send = app_demo_stdio_send;
}

static void
app_demo_stdio_dispose (GObject *object)
{
  AppDemoStdio *self = APP_DEMO_STDIO (object);

  g_clear_object (&self->session);
  g_clear_object (&self->server);
  g_clear_object (&self->input);
  app_demo_lines_clear (&self->lines);
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_clear_pointer (&self->outgoing, g_async_queue_unref);

  G_OBJECT_CLASS (app_demo_stdio_parent_class)->dispose (object);
}

static void
app_demo_stdio_class_init (AppDemoStdioClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_stdio_dispose;
}

static void
app_demo_stdio_init (AppDemoStdio *self)
{
  self->input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  app_demo_lines_init (&self->lines);
  self->loop = g_main_loop_new (NULL, FALSE);
  self->outgoing = g_async_queue_new_full ((GDestroyNotify)g_bytes_unref);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppDemoStdio         *self = user_data;
  const AppDemoOptions *options = self->server->options;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (self->input, result, NULL);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      if (!app_demo_options_has_fault (options, APP_DEMO_FAULT_IGNORES_END, NULL))
        g_main_loop_quit (self->loop);
      return;
    }

  app_demo_lines_receive (&self->lines, bytes, self->session, APP_DEMO_CHANNEL (self));
  g_input_stream_read_bytes_async (self->input, READ_SIZE, G_PRIORITY_DEFAULT, NULL, on_read, self);
}

void
app_demo_stdio_run (AppDemoServer *server)
{
  g_autoptr (AppDemoStdio) self = g_object_new (APP_TYPE_DEMO_STDIO, NULL);

  self->server = g_object_ref (server);
  self->session = app_demo_session_new (server);
  app_demo_session_set_channel (self->session, APP_DEMO_CHANNEL (self));
  self->writer = g_thread_new ("demo-writer", write_messages, self);
  g_input_stream_read_bytes_async (self->input, READ_SIZE, G_PRIORITY_DEFAULT, NULL, on_read, self);
  g_main_loop_run (self->loop);

  app_demo_server_stop (self->server);
  app_demo_session_close (self->session);
  app_demo_session_set_channel (self->session, NULL);
  g_async_queue_push (self->outgoing, g_bytes_new_static ("", 0));
  g_thread_join (g_steal_pointer (&self->writer));
}
