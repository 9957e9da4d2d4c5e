/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-listener.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>

#include "mcp-object.h"

/* Connections that may wait until they are accepted: more than a client makes in one go. */
#define BACKLOG 512

G_DEFINE_TYPE (AppDemoListener, app_demo_listener, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (AppDemoListener, app_demo_listener)
{
  while (self->clients->len > 0)
    app_demo_channel_leave (g_ptr_array_index (self->clients, 0));
  if (self->soup != NULL)
    soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  if (self->service != NULL)
    {
      g_socket_service_stop (self->service);
      g_socket_listener_close (G_SOCKET_LISTENER (self->service));
    }
  g_clear_object (&self->service);
  if (self->path != NULL)
    g_unlink (self->path);
  g_clear_pointer (&self->path, g_free);
}

MCP_DEFINE_FINALIZE (AppDemoListener, app_demo_listener)
{
  g_ptr_array_unref (self->clients);
  g_object_unref (self->server);
  g_free (self->origin);
  g_free (self->url);
}

static void
app_demo_listener_class_init (AppDemoListenerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_demo_listener_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_demo_listener_finalize;
}

static void
app_demo_listener_init (AppDemoListener *self)
{
  self->clients = g_ptr_array_new_with_free_func (g_object_unref);
}

gpointer
app_demo_listener_create (GType type, AppDemoServer *server)
{
  AppDemoListener *self = g_object_new (type, NULL);

  self->server = g_object_ref (server);
  self->options = server->options;
  return self;
}

static gboolean
set_up_tls (SoupServer *soup, const AppDemoOptions *options, GError **error)
{
  const char *key = options->tls_key != NULL ? options->tls_key : options->tls_certificate;
  g_autoptr (GTlsCertificate) certificate = NULL;

  if (options->tls_certificate == NULL)
    return TRUE;

  certificate = g_tls_certificate_new_from_files (options->tls_certificate, key, error);
  if (certificate == NULL)
    return FALSE;
  soup_server_set_tls_certificate (soup, certificate);
  if (options->tls_client_ca == NULL)
    return TRUE;

  g_autoptr (GTlsDatabase) authority = g_tls_file_database_new (options->tls_client_ca, error);
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
  g_socket_set_listen_backlog (socket, BACKLOG);
  if (!g_socket_bind (socket, address, TRUE, error) || !g_socket_listen (socket, error))
    return NULL;
  return g_steal_pointer (&socket);
}

/* Removes a socket that no one listens on. Returns: %FALSE with @error set where someone does, or
 * where @path is something else */
static gboolean
clear_path (const char *path, GError **error)
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

GSocket *
app_demo_listener_open (const char *path, int port, GError **error)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = path != NULL
                                           ? g_unix_socket_address_new (path)
                                           : g_inet_socket_address_new (loopback, (guint16)port);

  return path == NULL || clear_path (path, error) ? open_socket (address, error) : NULL;
}

/* Begins to listen for HTTP. @origin: (out). Returns: (transfer full) (nullable) */
static SoupServer *
listen_on (
    const AppDemoOptions *options, int port, const char *path, char **origin, GError **error)
{
  g_autoptr (SoupServer) soup = soup_server_new ("server-header", "spyglass-demo", NULL);
  gboolean tls = options->tls_certificate != NULL && path == NULL;

  g_autoptr (GSocket) socket = app_demo_listener_open (path, port, error);
  if (socket == NULL)
    return NULL;
  if (path != NULL)
    {
      if (!soup_server_listen_socket (soup, socket, 0, error))
        return NULL;
      *origin = g_strdup_printf ("http+unix:%s", path);
      return g_steal_pointer (&soup);
    }

  if (tls && !set_up_tls (soup, options, error))
    return NULL;
  if (!soup_server_listen_socket (soup, socket, tls ? SOUP_SERVER_LISTEN_HTTPS : 0, error))
    return NULL;
  g_autoslist (GUri) uris = soup_server_get_uris (soup);
  *origin = g_strdup_printf ("%s://127.0.0.1:%d", tls ? "https" : "http",
                             g_uri_get_port (uris->data));
  return g_steal_pointer (&soup);
}

gboolean
app_demo_listener_serve (AppDemoListener   *self,
                         int                port,
                         const char        *path,
                         const char        *endpoint,
                         SoupServerCallback handle,
                         GError           **error)
{
  self->soup = listen_on (self->options, port, path, &self->origin, error);
  if (self->soup == NULL)
    return FALSE;
  if (handle != NULL)
    soup_server_add_handler (self->soup, NULL, handle, self, NULL);
  self->url = g_strconcat (self->origin, path != NULL ? ":" : "", endpoint, NULL);
  self->path = g_strdup (path);
  return TRUE;
}

typedef struct
{
  AppDemoHangup function;
  gpointer      user_data;
} Watch;

static gboolean
on_readable (GSocket *socket, GIOCondition condition, gpointer user_data)
{
  Watch  watch = *(Watch *)user_data;
  char   byte;
  gssize size = recv (g_socket_get_fd (socket), &byte, 1, MSG_PEEK | MSG_DONTWAIT);

  /* Whatever else came is the next request, or TLS: then nothing can be told from here. */
  if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
    watch.function (watch.user_data);
  return G_SOURCE_REMOVE;
}

GSource *
app_demo_hangup_watch (SoupServerMessage *message, AppDemoHangup function, gpointer user_data)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket == NULL)
    return NULL;

  Watch *watch = g_new (Watch, 1);
  watch->function = function;
  watch->user_data = user_data;
  GSource *source = g_socket_create_source (socket, G_IO_IN | G_IO_HUP, NULL);
  g_source_set_callback (source, G_SOURCE_FUNC (on_readable), watch, g_free);
  g_source_attach (source, NULL);
  return source;
}

#define REALM "spyglass-demo"
#define WRONG_TOKEN                                       \
  "Bearer realm=\"" REALM "\", error=\"invalid_token\", " \
  "error_description=\"The token is not the one that was asked for\""

void
app_demo_http_checks_refuse_request (
    SoupServerMessage *message, guint status, const char *id, int code, const char *text)
{
  char *body =
      mcp_json_build ("{'jsonrpc': '2.0', 'id': %r, 'error': {'code': %i, 'message': %s}}", id,
                      code, text);

  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, body,
                                    strlen (body));
}

void
app_demo_http_checks_refuse (SoupServerMessage *message, guint status, int code, const char *text)
{
  app_demo_http_checks_refuse_request (message, status, "null", code, text);
}

static gboolean
is_loopback (const char *host)
{
  static const char *const hosts[] = { "localhost", "127.0.0.1", "[::1]", NULL };
  const char              *colon = strrchr (host, ':');
  g_autofree char         *name = NULL;

  if (colon != NULL && strchr (colon, ']') == NULL)
    name = g_ascii_strdown (host, colon - host);
  else
    name = g_ascii_strdown (host, -1);
  return g_strv_contains (hosts, name);
}

/* A page on the web whose name was made to point here sends its own name as host and origin. */
static gboolean
comes_from_here (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char         *host = soup_message_headers_get_one (headers, "Host");
  const char         *origin = soup_message_headers_get_one (headers, "Origin");

  if (host == NULL || !is_loopback (host))
    return FALSE;
  if (origin == NULL)
    return TRUE;
  return (g_str_has_prefix (origin, "http://") && is_loopback (origin + strlen ("http://"))) ||
         (g_str_has_prefix (origin, "https://") && is_loopback (origin + strlen ("https://")));
}

static gboolean
is_authorized (const AppDemoOptions *options, SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  SoupMessageHeaders *answer = soup_server_message_get_response_headers (message);
  const char         *given = soup_message_headers_get_one (headers, "Authorization");
  g_autofree char    *wanted = NULL;

  if (options->bearer != NULL)
    {
      wanted = g_strconcat ("Bearer ", options->bearer, NULL);
      if (g_strcmp0 (given, wanted) == 0)
        return TRUE;
      soup_message_headers_append (answer, "WWW-Authenticate",
                                   given != NULL ? WRONG_TOKEN : "Bearer realm=\"" REALM "\"");
    }
  if (options->basic != NULL)
    {
      g_autofree char *base64 = g_base64_encode ((const guchar *)options->basic,
                                                 strlen (options->basic));

      g_free (wanted);
      wanted = g_strconcat ("Basic ", base64, NULL);
      if (g_strcmp0 (given, wanted) == 0)
        return TRUE;
      soup_message_headers_append (answer, "WWW-Authenticate",
                                   "Basic realm=\"" REALM "\", charset=\"UTF-8\"");
    }
  return options->bearer == NULL && options->basic == NULL;
}

gboolean
app_demo_http_checks_pass (const AppDemoOptions *options,
                           const char           *url,
                           SoupServerMessage    *message)
{
  if (!comes_from_here (message))
    app_demo_http_checks_refuse (message, SOUP_STATUS_FORBIDDEN, -32000,
                                 "Forbidden: Host and Origin must be of this machine");
  else if (!is_authorized (options, message))
    app_demo_http_checks_refuse (message, SOUP_STATUS_UNAUTHORIZED, -32001, "Unauthorized");
  else
    return TRUE;
  return FALSE;
}
