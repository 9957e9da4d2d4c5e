/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-socket-server.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  GIOStream *connection = g_object_get_data (source, "connection");
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);
  TestSocketServer *self = data;

  if (bytes == NULL)
    return;
  if (g_bytes_get_size (bytes) == 0)
    {
      self->n_ended++;
      if (!self->keeps_open)
        g_io_stream_close (connection, NULL, NULL);
      return;
    }
  g_string_append_len (self->received, g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes));
  if (self->echoes)
    g_output_stream_write_all (g_io_stream_get_output_stream (connection), g_bytes_get_data (bytes, NULL),
                               g_bytes_get_size (bytes), NULL, NULL, NULL);
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), 65536, G_PRIORITY_DEFAULT, self->cancellable,
                                   on_read, self);
}

static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *object, gpointer data)
{
  TestSocketServer *self = data;
  GInputStream     *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));

  g_ptr_array_add (self->connections, g_object_ref (connection));
  g_object_set_data (G_OBJECT (input), "connection", connection);
  g_input_stream_read_bytes_async (input, 65536, G_PRIORITY_DEFAULT, self->cancellable, on_read, self);
  return TRUE;
}

static TestSocketServer *
new_server (void)
{
  TestSocketServer *self = g_new0 (TestSocketServer, 1);

  self->service = g_socket_service_new ();
  self->cancellable = g_cancellable_new ();
  self->connections = g_ptr_array_new_with_free_func (g_object_unref);
  self->received = g_string_new (NULL);
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
  return self;
}

TestSocketServer *
test_socket_server_new_tcp (void)
{
  TestSocketServer *self = new_server ();
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) got = NULL;

  g_assert_true (g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), wanted, G_SOCKET_TYPE_STREAM,
                                                G_SOCKET_PROTOCOL_TCP, NULL, &got, NULL));
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
  self->address = g_strdup_printf ("tcp:127.0.0.1:%u", self->port);
  return self;
}

TestSocketServer *
test_socket_server_new_unix (void)
{
  TestSocketServer *self = new_server ();
  g_autofree char  *path = NULL;
  g_autoptr (GSocketAddress) address = NULL;

  self->folder = g_dir_make_tmp ("spyglass-XXXXXX", NULL);
  path = g_build_filename (self->folder, "s", NULL);
  address = g_unix_socket_address_new (path);
  g_assert_true (g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                                G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, NULL));
  self->address = g_strconcat ("unix:", path, NULL);
  return self;
}

void
test_socket_server_free (TestSocketServer *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_object_unref (self->service);
  g_ptr_array_unref (self->connections);
  g_string_free (self->received, TRUE);
  if (self->folder != NULL)
    {
      g_unlink (self->address + strlen ("unix:"));
      g_rmdir (self->folder);
    }
  g_free (self->folder);
  g_free (self->address);
  g_free (self);
}

static GIOStream *
get_last (TestSocketServer *self)
{
  g_assert_cmpuint (self->connections->len, >, 0);
  return self->connections->pdata[self->connections->len - 1];
}

void
test_socket_server_write (TestSocketServer *self, const void *data, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (get_last (self)), data, size, NULL, NULL, &error);
  g_assert_no_error (error);
}

void
test_socket_server_close (TestSocketServer *self)
{
  g_io_stream_close (get_last (self), NULL, NULL);
}
