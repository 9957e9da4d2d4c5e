/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-listener.h"

#include "app-demo-socket.h"

#include <gio/gunixsocketaddress.h>

static gboolean
set_up_tls (SoupServer *soup, const AppDemoOptions *options, GError **error)
{
  const char *key = options->tls_key != NULL ? options->tls_key : options->tls_certificate;
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GTlsDatabase) authority = NULL;

  if (options->tls_certificate == NULL)
    return TRUE;

  certificate = g_tls_certificate_new_from_files (options->tls_certificate, key, error);
  if (certificate == NULL)
    return FALSE;
  soup_server_set_tls_certificate (soup, certificate);
  if (options->tls_client_ca == NULL)
    return TRUE;

  authority = g_tls_file_database_new (options->tls_client_ca, error);
  if (authority == NULL)
    return FALSE;
  soup_server_set_tls_database (soup, authority);
  soup_server_set_tls_auth_mode (soup, G_TLS_AUTHENTICATION_REQUIRED);
  return TRUE;
}

/* libsoup's own sockets let ten connections wait; a client that makes a hundred at once would find
 * most of them lost until the kernel tries again, a second later. */
static GSocket *
open_socket (GSocketAddress *address, GError **error)
{
  g_autoptr (GSocket) socket = g_socket_new (g_socket_address_get_family (address),
                                             G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                                             error);

  if (socket == NULL)
    return NULL;
  g_socket_set_listen_backlog (socket, APP_DEMO_BACKLOG);
  if (!g_socket_bind (socket, address, TRUE, error) || !g_socket_listen (socket, error))
    return NULL;
  return g_steal_pointer (&socket);
}

static GSocket *
open_unix_socket (const char *path, GError **error)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);

  return app_demo_socket_clear_path (path, error) ? open_socket (address, error) : NULL;
}

static GSocket *
open_tcp_socket (int port, GError **error)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, (guint16)port);

  return open_socket (address, error);
}

SoupServer *
app_demo_listener_new (
    const AppDemoOptions *options, int port, const char *path, char **origin, GError **error)
{
  g_autoptr (SoupServer) soup = soup_server_new ("server-header", "spyglass-demo", NULL);
  g_autoptr (GSocket) socket = NULL;
  gboolean tls = options->tls_certificate != NULL && path == NULL;
  g_autoslist (GUri) uris = NULL;

  if (path != NULL)
    {
      socket = open_unix_socket (path, error);
      if (socket == NULL || !soup_server_listen_socket (soup, socket, 0, error))
        return NULL;
      *origin = g_strdup_printf ("http+unix:%s", path);
      return g_steal_pointer (&soup);
    }

  if (tls && !set_up_tls (soup, options, error))
    return NULL;
  socket = open_tcp_socket (port, error);
  if (socket == NULL ||
      !soup_server_listen_socket (soup, socket, tls ? SOUP_SERVER_LISTEN_HTTPS : 0, error))
    return NULL;
  uris = soup_server_get_uris (soup);
  *origin = g_strdup_printf ("%s://127.0.0.1:%d", tls ? "https" : "http",
                             g_uri_get_port (uris->data));
  return g_steal_pointer (&soup);
}
