/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-transports.h"

#include "app-demo-lines.h"
#include "app-demo-listener.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

/* The framing of stdio over a stream socket, for as many clients as come; each has a session of its
 * own. Source: MCP 2026-07-28, basic/transports, "Custom Transports". */

static void
on_ended (AppDemoLines *lines, gpointer user_data)
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

  g_object_unref (app_demo_lines_new (self->server, connection, self->clients, on_ended, NULL));
  return TRUE;
}

static AppDemoListener *
listen_at (AppDemoServer   *server,
           GSocketAddress  *address,
           GSocketAddress **actual,
           GError         **error)
{
  g_autoptr (AppDemoListener) self = app_demo_listener_create (APP_TYPE_DEMO_LISTENER, server);

  self->service = g_socket_service_new ();
  g_socket_listener_set_backlog (G_SOCKET_LISTENER (self->service), APP_DEMO_BACKLOG);
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL,
                                      actual, error))
    return NULL;
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
  return g_steal_pointer (&self);
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
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  AppDemoListener *self = NULL;

  if (app_demo_socket_clear_path (path, error))
    self = listen_at (server, address, NULL, error);
  if (self == NULL)
    return NULL;
  self->path = g_strdup (path);
  *url = g_strdup_printf ("unix:%s", path);
  return G_OBJECT (self);
}

GObject *
app_demo_socket_new_tcp (AppDemoServer *server, guint16 port, char **url, GError **error)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, port);
  g_autoptr (GSocketAddress) actual = NULL;
  AppDemoListener *self = listen_at (server, address, &actual, error);

  if (self == NULL)
    return NULL;
  *url = g_strdup_printf ("tcp://127.0.0.1:%u",
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (actual)));
  return G_OBJECT (self);
}
