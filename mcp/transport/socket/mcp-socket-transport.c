/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-socket-transport.h"

#include "mcp-http-proxy.h"
#include "mcp-limits.h"
#include "mcp-line-framer.h"
#include "mcp-object.h"
#include "mcp-socket-address.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <unistd.h>

struct _McpSocketTransport
{
  McpByteTransport parent_instance;

  char              *address;
  char              *proxy;      /* (nullable) */
  GSocketConnection *connection; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (McpSocketTransport, mcp_socket_transport, MCP_TYPE_BYTE_TRANSPORT)

/* Opening */

static GError *
explain (McpSocketTransport *self, const GError *error)
{
  g_autofree char *proxy = self->proxy != NULL ? mcp_http_proxy_dup_place (self->proxy) : NULL;

  if (proxy != NULL)
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "The proxy %s does not lead to %s: %s",
                          proxy, self->address, error->message);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          "Connection refused at %s. Is the server running?", self->address);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          "There is no socket at %s: is the server running?", self->address);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          "You may not use the socket %s: its permissions forbid it",
                          self->address);
  if (error->domain == G_RESOLVER_ERROR)
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          "There is no host for %s: check the address and the network",
                          self->address);
  return mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "%s cannot be reached: %s", self->address,
                        error->message);
}

/* Whoever reads and whoever writes closes a descriptor of its own. */
static gboolean
duplicate (McpSocketTransport *self, McpByteEnds *ends)
{
  int fd = g_socket_get_fd (g_socket_connection_get_socket (self->connection));

  ends->input = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  ends->output = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  if (ends->input >= 0 && ends->output >= 0)
    return TRUE;
  if (ends->input >= 0)
    close (ends->input);
  return FALSE;
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpSocketTransport) self = data;
  McpByteTransport *base = MCP_BYTE_TRANSPORT (self);
  McpByteEnds       ends = { 0 };
  g_autoptr (GError) error = NULL;

  self->connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, &error);
  if (self->connection == NULL)
    {
      mcp_byte_transport_fail (base, explain (self, error));
      return;
    }
  if (!duplicate (self, &ends))
    {
      mcp_byte_transport_fail (base, mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "%s",
                                                    g_strerror (errno)));
      return;
    }
  ends.framer =
      mcp_line_framer_new (mcp_transport_get_limits (MCP_TRANSPORT (self))->message_limit);
  mcp_byte_transport_connected (base, &ends);
}

static gboolean
mcp_socket_transport_connect (McpByteTransport *base, GCancellable *cancellable, GError **error)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (base);
  g_autoptr (GSocketConnectable) address = mcp_socket_address_parse (self->address, error);

  if (address == NULL)
    return FALSE;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  if (self->proxy != NULL && G_IS_NETWORK_ADDRESS (address))
    mcp_http_proxy_set_for_client (client, self->proxy);
  else
    g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_async (client, address, cancellable, on_connected, g_object_ref (self));
  return TRUE;
}

static GError *
mcp_socket_transport_new_timeout_error (McpByteTransport *base)
{
  return mcp_error_new (MCP_ERROR_TIMED_OUT, "%s did not accept a connection within %u ms",
                        MCP_SOCKET_TRANSPORT (base)->address,
                        mcp_transport_get_limits (MCP_TRANSPORT (base))->connect_timeout);
}

/* Being lost, and closing */

static GError *
mcp_socket_transport_explain_loss (McpByteTransport *base)
{
  return mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The server at %s closed the connection",
                        MCP_SOCKET_TRANSPORT (base)->address);
}

static void
mcp_socket_transport_ended (McpByteTransport *base, McpByteState state)
{
  mcp_byte_transport_finish (base, state == MCP_BYTES_CLOSING
                                       ? NULL
                                       : mcp_socket_transport_explain_loss (base));
}

static void
mcp_socket_transport_broken (McpByteTransport *base)
{
  mcp_byte_transport_lose (base, NULL, MCP_STDIO_DRAIN_GRACE);
}

static void
mcp_socket_transport_close (McpByteTransport *base, gboolean lost)
{
  if (lost)
    {
      mcp_byte_transport_finish (base, NULL);
      return;
    }
  mcp_byte_transport_close_in (
      base, mcp_transport_get_limits (MCP_TRANSPORT (base))->close_timeout);
  mcp_stream_writer_finish (mcp_byte_transport_get_writer (base));
}

static void
mcp_socket_transport_written (McpByteTransport *base)
{
  GSocketConnection *connection = MCP_SOCKET_TRANSPORT (base)->connection;

  g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
}

static void
mcp_socket_transport_disconnect (McpByteTransport *base)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (base);

  if (self->connection != NULL)
    g_io_stream_close (G_IO_STREAM (self->connection), NULL, NULL);
  g_clear_object (&self->connection);
}

/* The object */

MCP_DEFINE_FINALIZE (McpSocketTransport, mcp_socket_transport)
{
  g_free (self->address);
  g_free (self->proxy);
}

static void
mcp_socket_transport_class_init (McpSocketTransportClass *klass)
{
  McpByteTransportClass *byte_class = MCP_BYTE_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_socket_transport_finalize;
  byte_class->connect = mcp_socket_transport_connect;
  byte_class->new_timeout_error = mcp_socket_transport_new_timeout_error;
  byte_class->ended = mcp_socket_transport_ended;
  byte_class->broken = mcp_socket_transport_broken;
  byte_class->explain_loss = mcp_socket_transport_explain_loss;
  byte_class->close = mcp_socket_transport_close;
  byte_class->written = mcp_socket_transport_written;
  byte_class->disconnect = mcp_socket_transport_disconnect;
}

static void
mcp_socket_transport_init (McpSocketTransport *self)
{
  McpTransportLimits *limits = mcp_transport_get_limits (MCP_TRANSPORT (self));

  limits->connect_timeout = MCP_SOCKET_CONNECT_TIMEOUT;
  limits->close_timeout = MCP_SOCKET_CLOSE_TIMEOUT;
}

McpTransport *
mcp_socket_transport_new (const char *address, const char *proxy)
{
  McpSocketTransport *self = g_object_new (MCP_TYPE_SOCKET_TRANSPORT, NULL);

  self->address = g_strdup (address);
  self->proxy = g_strdup (proxy);
  return MCP_TRANSPORT (self);
}
