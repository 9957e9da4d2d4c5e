/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-lines.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* AppDemoSocket: the framing of stdio over a stream socket, for as many clients as come; each has a
 * session of its own. Source: MCP 2026-07-28, basic/transports, "Custom Transports". */

#define APP_TYPE_DEMO_SOCKET (app_demo_socket_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoSocket, app_demo_socket, APP, DEMO_SOCKET, GObject)

#define READ_SIZE (256 * 1024)

/* One client */

#define APP_TYPE_DEMO_PEER (app_demo_peer_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoPeer, app_demo_peer, APP, DEMO_PEER, GObject)

struct _AppDemoPeer
{
  GObject parent_instance;

  AppDemoSocket     *socket; /* (nullable): not owned */
  GSocketConnection *connection;
  AppDemoSession    *session;
  AppDemoLines       lines;
  GQueue             outgoing; /* GBytes */
  gboolean           writes;
};

struct _AppDemoSocket
{
  GObject parent_instance;

  AppDemoServer  *server;
  GSocketService *service;
  GPtrArray      *peers;
  char           *path; /* (nullable) */
};

static void app_demo_peer_channel_init (AppDemoChannelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppDemoPeer,
                               app_demo_peer,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_DEMO_CHANNEL,
                                                      app_demo_peer_channel_init))
G_DEFINE_FINAL_TYPE (AppDemoSocket, app_demo_socket, G_TYPE_OBJECT)

static void
app_demo_peer_finalize (GObject *object)
{
  AppDemoPeer *self = APP_DEMO_PEER (object);

  g_clear_object (&self->connection);
  g_clear_object (&self->session);
  g_queue_clear_full (&self->outgoing, (GDestroyNotify)g_bytes_unref);
  app_demo_lines_clear (&self->lines);

  G_OBJECT_CLASS (app_demo_peer_parent_class)->finalize (object);
}

static void
app_demo_peer_class_init (AppDemoPeerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_demo_peer_finalize;
}

static void
app_demo_peer_init (AppDemoPeer *self)
{
  g_queue_init (&self->outgoing);
  app_demo_lines_init (&self->lines);
}

static void
leave (AppDemoPeer *self)
{
  if (self->session == NULL)
    return;

  g_object_ref (self);
  app_demo_session_close (self->session);
  app_demo_session_set_channel (self->session, NULL);
  g_clear_object (&self->session);
  g_io_stream_close (G_IO_STREAM (self->connection), NULL, NULL);
  if (self->socket != NULL)
    g_ptr_array_remove (self->socket->peers, self);
  g_object_unref (self);
}

static void write_next (AppDemoPeer *self);

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppDemoPeer) self = user_data;

  self->writes = FALSE;
  g_bytes_unref (g_queue_pop_head (&self->outgoing));
  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL))
    write_next (self);
  else
    leave (self);
}

static void
write_next (AppDemoPeer *self)
{
  GBytes     *bytes = g_queue_peek_head (&self->outgoing);
  gsize       size;
  const char *data;

  if (self->writes || bytes == NULL)
    return;

  self->writes = TRUE;
  data = g_bytes_get_data (bytes, &size);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (self->connection)),
                                   data, size, G_PRIORITY_DEFAULT, NULL, on_written,
                                   g_object_ref (self));
}

static void
app_demo_peer_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoPeer          *self = APP_DEMO_PEER (channel);
  const AppDemoOptions *options;
  GByteArray           *line;

  if (self->session == NULL)
    return;

  options = self->session->server->options;
  line = g_byte_array_sized_new (g_bytes_get_size (message) + 2);
  g_byte_array_append (line, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
  if (app_demo_options_has_fault (options, APP_DEMO_FAULT_CRLF, NULL))
    g_byte_array_append (line, (const guint8 *)"\r", 1);
  g_byte_array_append (line, (const guint8 *)"\n", 1);
  g_queue_push_tail (&self->outgoing, g_byte_array_free_to_bytes (line));
  write_next (self);
}

static void
app_demo_peer_die (AppDemoChannel *channel, GBytes *message, gsize size, int status)
{
  AppDemoPeer *self = APP_DEMO_PEER (channel);
  gsize        length;
  const char  *data = g_bytes_get_data (message, &length);
  GSocket     *socket = g_socket_connection_get_socket (self->connection);

  g_socket_set_blocking (socket, TRUE);
  g_socket_send (socket, data, size, NULL, NULL);
  if (size == length)
    g_socket_send (socket, "\n", 1, NULL, NULL);
  _exit (status);
}

static void
app_demo_peer_channel_init (AppDemoChannelInterface *iface)
{
  iface->die = app_demo_peer_die;
  iface->send = app_demo_peer_send;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (AppDemoPeer) self = user_data;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result,
                                                               NULL);

  if (self->session == NULL)
    return;
  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      leave (self);
      return;
    }
  app_demo_lines_receive (&self->lines, bytes, self->session, APP_DEMO_CHANNEL (self));
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), READ_SIZE, G_PRIORITY_DEFAULT, NULL,
                                   on_read, g_steal_pointer (&self));
}

/* All of them */

static void
app_demo_socket_dispose (GObject *object)
{
  AppDemoSocket *self = APP_DEMO_SOCKET (object);

  if (self->service != NULL)
    {
      g_socket_service_stop (self->service);
      g_socket_listener_close (G_SOCKET_LISTENER (self->service));
    }
  g_clear_object (&self->service);
  while (self->peers != NULL && self->peers->len > 0)
    leave (g_ptr_array_index (self->peers, 0));
  g_clear_pointer (&self->peers, g_ptr_array_unref);
  if (self->path != NULL)
    g_unlink (self->path);
  g_clear_pointer (&self->path, g_free);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (app_demo_socket_parent_class)->dispose (object);
}

static void
app_demo_socket_class_init (AppDemoSocketClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_socket_dispose;
}

static void
app_demo_socket_init (AppDemoSocket *self)
{
  self->service = g_socket_service_new ();
  g_socket_listener_set_backlog (G_SOCKET_LISTENER (self->service), APP_DEMO_BACKLOG);
  self->peers = g_ptr_array_new_with_free_func (g_object_unref);
}

static gboolean
on_incoming (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  AppDemoSocket *self = user_data;
  AppDemoPeer   *peer = g_object_new (APP_TYPE_DEMO_PEER, NULL);

  peer->socket = self;
  peer->connection = g_object_ref (connection);
  peer->session = app_demo_session_new (self->server);
  app_demo_session_set_channel (peer->session, APP_DEMO_CHANNEL (peer));
  g_ptr_array_add (self->peers, peer);
  g_input_stream_read_bytes_async (g_io_stream_get_input_stream (G_IO_STREAM (connection)),
                                   READ_SIZE, G_PRIORITY_DEFAULT, NULL, on_read,
                                   g_object_ref (peer));
  return TRUE;
}

static gboolean
listen_at (AppDemoSocket *self, GSocketAddress *address, GSocketAddress **actual, GError **error)
{
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL,
                                      actual, error))
    return FALSE;
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
  return TRUE;
}

gboolean
app_demo_socket_clear_path (const char *path, GError **error)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  GStatBuf status;

  if (g_lstat (path, &status) != 0)
    return TRUE;
  if (S_ISSOCK (status.st_mode))
    connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
  if (!S_ISSOCK (status.st_mode) || connection != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE, "%s is in use", path);
      return FALSE;
    }
  return g_unlink (path) == 0;
}

GObject *
app_demo_socket_new_unix (AppDemoServer *server, const char *path, char **url, GError **error)
{
  g_autoptr (AppDemoSocket) self = g_object_new (APP_TYPE_DEMO_SOCKET, NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);

  self->server = g_object_ref (server);
  if (!app_demo_socket_clear_path (path, error) || !listen_at (self, address, NULL, error))
    return NULL;
  self->path = g_strdup (path);
  *url = g_strdup_printf ("unix:%s", path);
  return G_OBJECT (g_steal_pointer (&self));
}

GObject *
app_demo_socket_new_tcp (AppDemoServer *server, guint16 port, char **url, GError **error)
{
  g_autoptr (AppDemoSocket) self = g_object_new (APP_TYPE_DEMO_SOCKET, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, port);
  g_autoptr (GSocketAddress) actual = NULL;

  self->server = g_object_ref (server);
  if (!listen_at (self, address, &actual, error))
    return NULL;
  *url = g_strdup_printf ("tcp://127.0.0.1:%u",
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (actual)));
  return G_OBJECT (g_steal_pointer (&self));
}
