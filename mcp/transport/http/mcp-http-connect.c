/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-connect.h"

#include "mcp-object.h"
#include "mcp-http-address.h"
#include "mcp-uri.h"
#include "mcp-http-proxy.h"
#include "mcp-http-trust.h"

#include <gio/gunixsocketaddress.h>

typedef struct
{
  GUri              *uri;
  McpHttpTrust      *trust;
  char              *place; /* for a person */
  char              *proxy; /* (nullable): the same; "" for none */
  char              *socket;
  McpHttpConnectFunc on_event;
  gpointer           event_data;
  GTlsConnection    *tls;
  GError            *refusal;
} Connecting;

static void
connecting_free (gpointer data)
{
  Connecting *self = data;

  g_uri_unref (self->uri);
  g_clear_pointer (&self->trust, mcp_http_trust_unref);
  g_free (self->place);
  g_free (self->proxy);
  g_free (self->socket);
  g_clear_object (&self->tls);
  g_clear_error (&self->refusal);
  g_free (self);
}

static gboolean
judge (Connecting *self, GTlsCertificate *certificate)
{
  GTlsCertificateFlags faults = G_TLS_CERTIFICATE_INSECURE;

  if (certificate != NULL &&
      mcp_http_trust_believes (self->trust, certificate, self->uri, &faults))
    return TRUE;
  g_clear_error (&self->refusal);
  self->refusal = mcp_http_trust_explain_certificate (certificate, faults, self->place);
  return FALSE;
}

static gboolean
on_accept_certificate (GTlsConnection      *connection,
                       GTlsCertificate     *certificate,
                       GTlsCertificateFlags faults,
                       gpointer             data)
{
  return judge (data, certificate);
}

static void
on_event (GSocketClient      *client,
          GSocketClientEvent  event,
          GSocketConnectable *connectable,
          GIOStream          *stream,
          gpointer            data)
{
  Connecting *self = data;

  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    {
      static const char *const protocols[] = { "http/1.1", NULL };

      g_set_object (&self->tls, G_TLS_CONNECTION (stream));
      g_tls_connection_set_database (self->tls, mcp_http_trust_get_authorities (self->trust));
      g_tls_connection_set_advertised_protocols (self->tls, protocols);
      if (mcp_http_trust_get_own (self->trust) != NULL)
        g_tls_connection_set_certificate (self->tls, mcp_http_trust_get_own (self->trust));
      g_signal_connect (stream, "accept-certificate", G_CALLBACK (on_accept_certificate), self);
    }
  if (self->on_event != NULL)
    self->on_event (event, stream, self->event_data);
}

/* In words */

static GError *
explain (Connecting *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (self->refusal != NULL)
    return g_error_copy (self->refusal);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
  if (self->socket != NULL && error->domain != G_TLS_ERROR)
    text = g_strdup_printf ("The socket %s cannot be used: %s", self->socket, error->message);
  else
    text = mcp_http_proxy_explain (self->uri, self->place, self->proxy, error);
  if (text == NULL && error->domain == G_TLS_ERROR)
    text = g_strdup_printf ("No secure connection to %s is possible; perhaps it speaks without "
                            "TLS (%s)",
                            self->place, error->message);
  else if (text == NULL)
    text = g_strdup_printf ("%s cannot be reached: %s", self->place, error->message);
  return mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "%s", text);
}

/* The way */

static void
set_proxy (Connecting *self, GSocketClient *client, const char *proxy)
{
  if (self->socket != NULL || g_strcmp0 (proxy, "none") == 0 ||
      (proxy == NULL && mcp_uri_is_loopback (self->uri)))
    {
      g_socket_client_set_enable_proxy (client, FALSE);
      self->proxy = g_strdup ("");
      return;
    }
  if (proxy == NULL)
    return;
  mcp_http_proxy_set_for_client (client, proxy);
  self->proxy = mcp_http_proxy_dup_place (proxy);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  GSocketClient *client = G_SOCKET_CLIENT (source);
  g_autoptr (GTask) task = data;
  Connecting *self = g_task_get_task_data (task);
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  if (self->socket != NULL)
    connection = g_socket_client_connect_finish (client, result, &error);
  else
    connection = g_socket_client_connect_to_uri_finish (client, result, &error);
  g_signal_handlers_disconnect_by_data (client, self);
  if (self->tls != NULL)
    g_signal_handlers_disconnect_by_data (self->tls, self);
  if (connection != NULL && self->tls != NULL &&
      !judge (self, g_tls_connection_get_peer_certificate (self->tls)))
    {
      g_io_stream_close_async (G_IO_STREAM (connection), G_PRIORITY_DEFAULT, NULL, NULL, NULL);
      g_task_return_error (task, g_error_copy (self->refusal));
      return;
    }
  if (connection == NULL)
    g_task_return_error (task, explain (self, error));
  else
    g_task_return_pointer (task, g_steal_pointer (&connection), g_object_unref);
}

static void
connect_to (GTask *task, McpHttpOptions *options)
{
  Connecting *self = g_task_get_task_data (task);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *uri = g_uri_to_string (self->uri);
  gboolean         tls = g_str_equal (g_uri_get_scheme (self->uri), "https");

  set_proxy (self, client, options != NULL ? mcp_http_options_get_proxy (options) : NULL);
  g_signal_connect (client, "event", G_CALLBACK (on_event), self);
  g_socket_client_set_tls (client, tls && self->socket == NULL);
  if (self->socket != NULL)
    {
      g_autoptr (GSocketAddress) address = g_unix_socket_address_new (self->socket);

      g_socket_client_connect_async (client, G_SOCKET_CONNECTABLE (address),
                                     g_task_get_cancellable (task), on_connected,
                                     g_object_ref (task));
    }
  else
    {
      g_socket_client_connect_to_uri_async (client, uri, tls ? 443 : 80,
                                            g_task_get_cancellable (task), on_connected,
                                            g_object_ref (task));
    }
}

void
mcp_http_connect_async (GUri               *uri,
                        McpHttpOptions     *options,
                        McpHttpConnectFunc  on_event_func,
                        gpointer            event_data,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Connecting *self = g_new0 (Connecting, 1);
  GError     *error = NULL;

  g_task_set_source_tag (task, mcp_http_connect_async);
  g_task_set_check_cancellable (task, FALSE);
  self->uri = g_uri_ref (uri);
  self->place = mcp_http_address_dup_place (uri);
  self->socket = options != NULL ? g_strdup (mcp_http_options_get_socket_path (options)) : NULL;
  self->on_event = on_event_func;
  self->event_data = event_data;
  g_task_set_task_data (task, self, connecting_free);
  self->trust = mcp_http_trust_new (options, &error);
  if (self->trust == NULL)
    g_task_return_error (task, error);
  else
    connect_to (task, options);
}

MCP_DEFINE_FINISH_ALONE (mcp_http_connect_finish, GIOStream)
