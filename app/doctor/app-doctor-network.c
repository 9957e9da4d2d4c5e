/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The address, its host, the connection, the certificate. */

#include "app-doctor-private.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-uri.h"
#include "mcp-http-connect.h"
#include "mcp-http-proxy.h"
#include "mcp-http-options.h"
#include "mcp-socket-address.h"
#include "mcp-websocket-transport.h"

/* A certificate that ends so soon is worth a word. */
#define SOON_DAYS 14

/* The address */

static const char *
describe_transport (StoreTransport transport)
{
  switch (transport)
    {
    case STORE_TRANSPORT_STDIO:
      return _ ("Program, over stdio.");
    case STORE_TRANSPORT_HTTP:
      return _ ("Streamable HTTP.");
    case STORE_TRANSPORT_SSE:
      return _ ("HTTP+SSE (2024-11-05).");
    case STORE_TRANSPORT_WEBSOCKET:
      return _ ("WebSocket.");
    case STORE_TRANSPORT_UNIX:
      return _ ("JSON lines over a Unix socket.");
    case STORE_TRANSPORT_TCP:
      return _ ("JSON lines over TCP.");
    case STORE_TRANSPORT_HTTP_UNIX:
      return _ ("Streamable HTTP through a Unix socket.");
    case STORE_TRANSPORT_AUTO:
    default:
      return _ ("Interpreted as streamable HTTP, falling back to HTTP+SSE.");
    }
}

static gboolean
parse_address (AppDoctor *self, GError **error)
{
  const char      *url = app_preparation_get_url (self->preparation);
  g_autofree char *authorization = NULL;

  switch (store_profile_get_endpoint (self->profile)->transport)
    {
    case STORE_TRANSPORT_STDIO:
      return TRUE;
    case STORE_TRANSPORT_UNIX:
    case STORE_TRANSPORT_TCP:
      {
        g_autoptr (GSocketConnectable) address = mcp_socket_address_parse (url, error);

        return address != NULL;
      }
    case STORE_TRANSPORT_WEBSOCKET:
      self->uri = mcp_websocket_address_parse (url, &authorization, error);
      return self->uri != NULL;
    case STORE_TRANSPORT_HTTP:
    case STORE_TRANSPORT_SSE:
    case STORE_TRANSPORT_HTTP_UNIX:
    case STORE_TRANSPORT_AUTO:
    default:
      self->uri = mcp_http_address_parse (url, &authorization, error);
      return self->uri != NULL;
    }
}

static void
end_target (AppDoctor *self)
{
  StoreTransport   transport = store_profile_get_endpoint (self->profile)->transport;
  g_autofree char *summary = store_profile_dup_summary (self->profile);
  g_autofree char *place = self->proxy != NULL ? mcp_http_proxy_dup_place (self->proxy) : NULL;
  g_autofree char *evidence =
      /* Translators: an address, then that of a proxy */
      place != NULL ? g_strdup_printf (_ ("%s\nProxy: %s"), summary, place)
                    : g_steal_pointer (&summary);

  app_doctor_end_step (self, APP_DOCTOR_PASSED, describe_transport (transport), evidence, NULL);
}

static gboolean
leaves_this_computer (AppDoctor *self)
{
  StoreTransport transport = store_profile_get_endpoint (self->profile)->transport;

  return transport != STORE_TRANSPORT_UNIX && transport != STORE_TRANSPORT_HTTP_UNIX;
}

static void
on_proxy_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_auto (GStrv) found = g_proxy_resolver_lookup_finish (G_PROXY_RESOLVER (source), result, NULL);

  if (found != NULL && found[0] != NULL && !g_str_has_prefix (found[0], "direct"))
    self->proxy = g_strdup (found[0]);
  end_target (self);
}

/* The same one that the connection takes: the profile's, or the system's. */
static void
find_proxy (AppDoctor *self)
{
  const char *proxy =
      mcp_http_options_get_proxy (app_preparation_get_options (self->preparation));
  g_autofree char *uri = NULL;

  if (proxy == NULL && self->uri != NULL && leaves_this_computer (self) &&
      !mcp_uri_is_loopback (self->uri))
    {
      uri = g_uri_to_string_partial (self->uri, G_URI_HIDE_USERINFO | G_URI_HIDE_QUERY);
      g_proxy_resolver_lookup_async (g_proxy_resolver_get_default (), uri, self->cancellable,
                                     on_proxy_found, g_object_ref (self));
      return;
    }
  if (proxy != NULL && !g_str_equal (proxy, "none") && leaves_this_computer (self))
    self->proxy = g_strdup (proxy);
  end_target (self);
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;

  self->preparation = app_preparation_run_finish (result, &error);
  if (self->preparation == NULL || !parse_address (self, &error))
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  find_proxy (self);
}

void
app_doctor_check_target (AppDoctor *self)
{
  g_autoptr (GError) error = NULL;

  if (!store_profile_validate (self->profile, &error))
    app_doctor_fail_for_good (self, error);
  else if (store_profile_get_endpoint (self->profile)->transport == STORE_TRANSPORT_STDIO)
    end_target (self); /* the program is the next step's */
  else
    app_preparation_run_async (self->profile, self->vault, self->redactor, self->cancellable,
                               on_prepared, g_object_ref (self));
}

/* The host */

static char *
dup_host (AppDoctor *self)
{
  g_autoptr (GSocketConnectable) address = NULL;

  if (self->uri != NULL)
    return g_strdup (g_uri_get_host (self->uri));
  address = mcp_socket_address_parse (app_preparation_get_url (self->preparation), NULL);
  return g_strdup (g_network_address_get_hostname (G_NETWORK_ADDRESS (address)));
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) failure = NULL;
  g_autofree char *host = dup_host (self);
  g_autofree char *found = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  GList *addresses = g_resolver_lookup_by_name_finish (G_RESOLVER (source), result, &error);

  if (addresses == NULL)
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        failure = mcp_error_new (MCP_ERROR_CANCELLED, "%s", error->message);
      else
        failure = mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                                 _ ("There is no host “%s”: check its spelling, DNS and the "
                                    "network (%s)."),
                                 host, error->message);
      app_doctor_fail_for_good (self, failure);
      return;
    }
  for (GList *link = addresses; link != NULL; link = link->next)
    {
      g_autofree char *address = g_inet_address_to_string (link->data);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", address);
    }
  found = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "“%s” has %u address.",
                                        "“%s” has %u addresses.", g_list_length (addresses)),
                           host, g_list_length (addresses));
  app_doctor_end_step (self, APP_DOCTOR_PASSED, found, text->str, NULL);
  g_resolver_free_addresses (addresses);
}

void
app_doctor_look_up_host (AppDoctor *self)
{
  g_autofree char *host = dup_host (self);

  if (self->proxy != NULL)
    {
      app_doctor_skip_step (self, _ ("The proxy looks up the host."));
      return;
    }
  if (g_hostname_is_ip_address (host))
    {
      app_doctor_skip_step (self, _ ("The URL has an IP address."));
      return;
    }
  g_autoptr (GResolver) resolver = g_resolver_get_default ();
  g_resolver_lookup_by_name_async (resolver, host, self->cancellable, on_looked_up,
                                   g_object_ref (self));
}

/* The bare connection */

static char *
describe_peer (GIOStream *stream)
{
  g_autoptr (GSocketAddress) address = NULL;

  if (!G_IS_SOCKET_CONNECTION (stream))
    return NULL;
  address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (stream), NULL);
  return G_IS_INET_SOCKET_ADDRESS (address)
             ? g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address))
             : NULL;
}

/* Requests without TLS are written to an HTTP proxy itself; all else goes through a tunnel. */
static gboolean
reads_at_proxy (AppDoctor *self)
{
  return self->proxy != NULL && g_str_has_prefix (self->proxy, "http://") && self->uri != NULL &&
         g_str_equal (g_uri_get_scheme (self->uri), "http") &&
         store_profile_get_endpoint (self->profile)->transport != STORE_TRANSPORT_WEBSOCKET;
}

static void
blame_proxy (AppDoctor *self, GError **error)
{
  g_autofree char *place = mcp_http_proxy_dup_place (self->proxy);
  g_autoptr (GError) cause = g_steal_pointer (error);

  if (g_error_matches (cause, MCP_ERROR, MCP_ERROR_CANCELLED))
    *error = g_steal_pointer (&cause);
  else
    *error = mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                            /* Translators: the address of a proxy, then a sentence */
                            _ ("The proxy %s cannot be reached. %s"), place, cause->message);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GIOStream) stream = mcp_http_connect_finish (result, &error);

  if (stream == NULL)
    {
      if (reads_at_proxy (self))
        blame_proxy (self, &error);
      app_doctor_fail_for_good (self, error);
      return;
    }
  g_autofree char *peer = describe_peer (stream);
  app_doctor_end_step (self, APP_DOCTOR_PASSED,
                       reads_at_proxy (self) ? _ ("Connected to the proxy.")
                       : self->proxy != NULL ? _ ("Connected through the proxy.")
                                             : _ ("Connected."),
                       peer, NULL);
  g_io_stream_close_async (stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
}

void
app_doctor_connect (AppDoctor *self)
{
  gboolean tls = g_str_equal (g_uri_get_scheme (self->uri), "https");
  gboolean at_proxy = reads_at_proxy (self);
  g_autoptr (GUri) proxy = at_proxy ? g_uri_parse (self->proxy, G_URI_FLAGS_NONE, NULL) : NULL;
  GUri *to = proxy != NULL ? proxy : self->uri;
  int   port = g_uri_get_port (to);
  g_autoptr (McpHttpOptions) options = mcp_http_options_new ();
  g_autoptr (GUri) bare = g_uri_build (G_URI_FLAGS_NONE, "http", NULL, g_uri_get_host (to),
                                       port > 0 ? port : tls ? 443
                                                             : 80,
                                       "/", NULL, NULL);

  mcp_http_options_set_proxy (options, self->proxy != NULL && !at_proxy ? self->proxy : "none",
                              NULL);
  mcp_http_connect_async (bare, options, NULL, NULL, self->cancellable, on_connected,
                          g_object_ref (self));
}

/* A socket without HTTP's ways */

static GError *
look_at_path (const char *path)
{
  GStatBuf status;

  if (*path == '@')
    return NULL;
  if (g_stat (path, &status) != 0)
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          _ ("There is no socket at %s: the server is not running, or listens "
                             "elsewhere."),
                          path);
  if (!S_ISSOCK (status.st_mode))
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED, _ ("%s is not a socket."),
                          path);
  if (g_access (path, W_OK) != 0)
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          _ ("Permission denied for %s (mode %o)."), path,
                          (guint)status.st_mode & 0777u);
  return NULL;
}

static void
on_socket_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) failure = NULL;
  g_autofree char *peer = NULL;
  g_autoptr (GSocketConnection) connection =
      g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, &error);

  if (connection != NULL)
    {
      peer = describe_peer (G_IO_STREAM (connection));
      app_doctor_end_step (self, APP_DOCTOR_PASSED,
                           self->proxy != NULL ? _ ("Connected through the proxy.")
                                               : _ ("Connected."),
                           peer, NULL);
      g_io_stream_close_async (G_IO_STREAM (connection), G_PRIORITY_DEFAULT, NULL, NULL, NULL);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    failure = mcp_error_new (MCP_ERROR_CANCELLED, "%s", error->message);
  else if (self->proxy != NULL)
    {
      g_autofree char *place = mcp_http_proxy_dup_place (self->proxy);

      failure = mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                               /* Translators: the address of a proxy, then what the system says */
                               _ ("The proxy %s does not reach the server: %s"), place,
                               error->message);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    failure = mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                             _ ("Connection refused. Is the server running?"));
  else
    failure = mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "%s", error->message);
  app_doctor_fail_for_good (self, failure);
}

void
app_doctor_check_socket (AppDoctor *self)
{
  const char *path =
      mcp_http_options_get_socket_path (app_preparation_get_options (self->preparation));
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnectable) address = NULL;
  g_autoptr (GError) error = NULL;

  if (path != NULL)
    address = G_SOCKET_CONNECTABLE (g_unix_socket_address_new (path));
  else
    address = mcp_socket_address_parse (app_preparation_get_url (self->preparation), &error);
  if (G_IS_UNIX_SOCKET_ADDRESS (address) &&
      g_unix_socket_address_get_address_type (G_UNIX_SOCKET_ADDRESS (address)) ==
          G_UNIX_SOCKET_ADDRESS_PATH)
    error = look_at_path (g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (address)));
  if (error != NULL)
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  if (self->proxy != NULL && G_IS_NETWORK_ADDRESS (address))
    mcp_http_proxy_set_for_client (client, self->proxy);
  else
    g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_async (client, address, self->cancellable, on_socket_connected,
                                 g_object_ref (self));
}

/* The certificate */

static void
on_dial_event (GSocketClientEvent event, GIOStream *stream, gpointer data)
{
  /* As libsoup offers them; what a WebSocket is opened with is HTTP/1.1. */
  static const char *const protocols[] = { "h2", "http/1.1", "http/1.0", NULL };
  AppDoctor               *self = data;

  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING &&
      store_profile_get_endpoint (self->profile)->transport != STORE_TRANSPORT_WEBSOCKET)
    g_tls_connection_set_advertised_protocols (G_TLS_CONNECTION (stream), protocols);
  if (event != G_SOCKET_CLIENT_TLS_HANDSHAKED || !G_IS_TLS_CONNECTION (stream))
    return;
  GTlsConnection *connection = G_TLS_CONNECTION (stream);
  g_set_object (&self->certificate, g_tls_connection_get_peer_certificate (connection));
  g_free (self->tls_words);
  self->tls_words = g_tls_connection_get_ciphersuite_name (connection);
}

static gboolean
ends_soon (GTlsCertificate *certificate)
{
  g_autoptr (GDateTime) end = g_tls_certificate_get_not_valid_after (certificate);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  return end != NULL &&
         g_date_time_difference (end, now) < (GTimeSpan)SOON_DAYS * G_TIME_SPAN_DAY;
}

static void
on_secured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GIOStream) stream = mcp_http_connect_finish (result, &error);
  g_autofree char *certificate = NULL;

  if (stream == NULL)
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  certificate =
      self->certificate != NULL ? mcp_http_certificate_describe (self->certificate) : NULL;
  g_autofree char *evidence = g_strdup_printf ("%s%s%s", certificate != NULL ? certificate : "",
                                               self->tls_words != NULL ? "\nCipher: " : "",
                                               self->tls_words != NULL ? self->tls_words : "");
  gboolean         soon = self->certificate != NULL && ends_soon (self->certificate);
  app_doctor_end_step (self, soon ? APP_DOCTOR_WARNED : APP_DOCTOR_PASSED,
                       soon ? _ ("The certificate is trusted, but expires soon or has expired.")
                            : _ ("The certificate is trusted."),
                       evidence, soon ? _ ("Renew the server's certificate.") : NULL);
  g_io_stream_close_async (stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
}

void
app_doctor_check_tls (AppDoctor *self)
{
  if (g_str_equal (g_uri_get_scheme (self->uri), "https"))
    mcp_http_connect_async (self->uri, app_preparation_get_options (self->preparation),
                            on_dial_event,
                            self, self->cancellable, on_secured, g_object_ref (self));
  else if (mcp_uri_is_loopback (self->uri))
    app_doctor_skip_step (self, _ ("Not needed on this computer."));
  else
    app_doctor_end_step (self, APP_DOCTOR_WARNED,
                         _ ("Not encrypted: others on the network can read everything."),
                         NULL, _ ("Use https:// or wss:// where the server offers it."));
}
