/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-socket-transport.h"

#include "mcp-http-proxy.h"
#include "mcp-limits.h"
#include "mcp-line-inlet.h"
#include "mcp-socket-address.h"
#include "mcp-stream-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <unistd.h>

typedef enum {
  STATE_CLOSED,
  STATE_CONNECTING,
  STATE_OPEN,
  STATE_BROKEN,  /* it takes nothing any more; what it wrote last is still read */
  STATE_CLOSING, /* our side ends; waiting for the server's */
} State;

#define BASE(self) MCP_BYTE_TRANSPORT (self)

struct _McpSocketTransport
{
  McpTransport parent_instance;

  char   *address;
  guint64 message_limit;
  guint   connect_timeout;
  guint   close_timeout;
  char   *proxy; /* (nullable) */

  State              state;
  GSocketClient     *client; /* while it connects */
  GCancellable      *connecting;
  GTask             *opening;
  GSocketConnection *connection;
  McpLineInlet      *input;
  McpStreamWriter   *output;
  guint              n_sending;
};

enum {
  PROP_0,
  PROP_ADDRESS,
  PROP_MESSAGE_LIMIT,
  PROP_CONNECT_TIMEOUT,
  PROP_CLOSE_TIMEOUT,
  PROP_PROXY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpSocketTransport, mcp_socket_transport, MCP_TYPE_BYTE_TRANSPORT)

static void finish (McpSocketTransport *self, const GError *error);

/* The end of a connection */

static void
let_go (McpSocketTransport *self)
{
  g_autoptr (GError) closed = NULL;

  mcp_byte_transport_stop_timer (BASE (self));
  mcp_byte_transport_unwatch (BASE (self));
  g_clear_pointer (&self->input, mcp_line_inlet_stop);
  self->state = STATE_CLOSED;
  if (self->connection != NULL)
    g_io_stream_close (G_IO_STREAM (self->connection), NULL, NULL);
  g_clear_object (&self->connection);
  closed = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed");
  mcp_stream_writer_stop (g_steal_pointer (&self->output), closed);
}

/* @error: (nullable): %NULL when we asked for it */
static void
finish (McpSocketTransport *self, const GError *error)
{
  g_autoptr (McpSocketTransport) alive = g_object_ref (self);

  let_go (self);
  mcp_byte_transport_end (BASE (self), error);
}

static void
lose (McpSocketTransport *self)
{
  g_autoptr (GError) error = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                            "The server at %s closed the connection",
                                            self->address);

  finish (self, error);
}

static void
on_input_ended (gpointer data)
{
  McpSocketTransport *self = data;

  if (self->state == STATE_CLOSING)
    finish (self, NULL);
  else
    lose (self);
}

static gboolean
on_broken_for_long (gpointer data)
{
  McpSocketTransport *self = data;

  /* What it wrote last is still to be read. */
  if (mcp_byte_transport_is_held (BASE (self)))
    return G_SOURCE_CONTINUE;
  lose (self);
  return G_SOURCE_REMOVE;
}

static void
on_output_broken (McpStreamWriter *writer, gpointer data)
{
  McpSocketTransport *self = data;

  if (self->state != STATE_OPEN)
    return;
  self->state = STATE_BROKEN;
  mcp_byte_transport_start_timer (BASE (self), MCP_STDIO_DRAIN_GRACE, on_broken_for_long);
}

/* Opening */

/* @error: (nullable) (transfer full) */
static void
end_opening (McpSocketTransport *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);

  mcp_byte_transport_stop_timer (BASE (self));
  mcp_byte_transport_unwatch (BASE (self));
  g_clear_object (&self->connecting);
  g_clear_object (&self->client);
  if (error == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  self->state = STATE_CLOSED;
  g_task_return_error (task, error);
}

static GError *
explain (McpSocketTransport *self, const GError *error)
{
  g_autofree char *proxy = self->proxy != NULL ? mcp_http_proxy_dup_place (self->proxy) : NULL;

  if (proxy != NULL)
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "The proxy %s does not lead to %s: %s",
                          proxy, self->address, error->message);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return mcp_error_new (MCP_ERROR_CONNECTION_FAILED,
                          "Nothing listens at %s: is the server running?", self->address);
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
begin (McpSocketTransport *self, GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);
  int      in = fcntl (g_socket_get_fd (socket), F_DUPFD_CLOEXEC, 0);
  int      out = fcntl (g_socket_get_fd (socket), F_DUPFD_CLOEXEC, 0);

  if (in < 0 || out < 0)
    {
      if (in >= 0)
        close (in);
      return FALSE;
    }
  self->connection = g_object_ref (connection);
  self->state = STATE_OPEN;
  self->input = mcp_line_inlet_new (MCP_TRANSPORT (self), in, self->message_limit, on_input_ended,
                                    self);
  mcp_line_inlet_hold (self->input, mcp_byte_transport_is_held (BASE (self)));
  self->output = mcp_stream_writer_new (out, on_output_broken, self);
  return TRUE;
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpSocketTransport) self = data;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, &error);
  if (G_SOCKET_CLIENT (source) != self->client)
    return; /* we have stopped waiting for it */
  if (connection == NULL)
    end_opening (self, explain (self, error));
  else if (!begin (self, connection))
    end_opening (self, mcp_error_new (MCP_ERROR_CONNECTION_FAILED, "%s", g_strerror (errno)));
  else
    end_opening (self, NULL);
}

static gboolean
on_connect_timeout (gpointer data)
{
  McpSocketTransport *self = data;

  g_cancellable_cancel (self->connecting);
  end_opening (self, mcp_error_new (MCP_ERROR_TIMED_OUT,
                                    "%s did not accept a connection within %u ms", self->address,
                                    self->connect_timeout));
  return G_SOURCE_REMOVE;
}

static gboolean
abort_opening (GCancellable *cancellable, gpointer data)
{
  McpSocketTransport *self = data;

  g_cancellable_cancel (self->connecting);
  end_opening (self, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled"));
  return G_SOURCE_REMOVE;
}

static void
connect_to (McpSocketTransport *self, GSocketConnectable *address)
{
  self->client = g_socket_client_new ();
  if (self->proxy != NULL && G_IS_NETWORK_ADDRESS (address))
    mcp_http_proxy_set_for_client (self->client, self->proxy);
  else
    g_socket_client_set_enable_proxy (self->client, FALSE);
  self->state = STATE_CONNECTING;
  self->connecting = g_cancellable_new ();
  if (self->connect_timeout > 0)
    mcp_byte_transport_start_timer (BASE (self), self->connect_timeout,
                                    on_connect_timeout);
  g_socket_client_connect_async (self->client, address, self->connecting, on_connected,
                                 g_object_ref (self));
}

static void
mcp_socket_transport_open_async (McpTransport       *transport,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (
      BASE (transport), mcp_socket_transport_open_async, cancellable, callback, user_data);
  g_autoptr (GSocketConnectable) address = NULL;
  GError *error = NULL;

  if (self->state != STATE_CLOSED)
    error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "The connection is open already");
  else if (g_cancellable_is_cancelled (cancellable))
    error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled");
  else
    address = mcp_socket_address_parse (self->address, &error);

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->opening = g_steal_pointer (&task);
  mcp_byte_transport_watch (BASE (self), cancellable, abort_opening);
  connect_to (self, address);
}

/* Sending */

static void
end_our_side (McpSocketTransport *self)
{
  if (self->state == STATE_CLOSING && self->n_sending == 0)
    g_socket_shutdown (g_socket_connection_get_socket (self->connection), FALSE, TRUE, NULL);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (source);
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  self->n_sending--;
  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  end_our_side (self);
}

static void
write_later (McpSocketTransport *self, GBytes *message, gsize written, GTask *task)
{
  GTask *writing = g_task_new (self, g_task_get_cancellable (task), on_written, task);

  g_task_set_check_cancellable (writing, FALSE);
  self->n_sending++;
  mcp_stream_writer_send (self->output, message, written, writing);
}

static gboolean
mcp_socket_transport_send_now (McpTransport *transport, GBytes *message)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);
  gsize               written = 0;

  if (self->state != STATE_OPEN)
    return FALSE;
  if (mcp_stream_writer_write (self->output, message, &written))
    return TRUE;
  if (written > 0) /* it is on its way: the rest follows when the server reads */
    write_later (self, message, written, g_task_new (self, NULL, NULL, NULL));
  return written > 0;
}

static gboolean
mcp_socket_transport_is_open (McpByteTransport *transport)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);

  return self->state == STATE_OPEN || self->state == STATE_BROKEN;
}

static void
mcp_socket_transport_write (McpByteTransport *transport, GBytes *message, GTask *task)
{
  write_later (MCP_SOCKET_TRANSPORT (transport), message, 0, task);
}

/* Closing */

static gboolean
cut_now (GCancellable *cancellable, gpointer data)
{
  finish (data, NULL);
  return G_SOURCE_REMOVE;
}

static gboolean
on_close_timeout (gpointer data)
{
  finish (data, NULL);
  return G_SOURCE_REMOVE;
}

static void
mcp_socket_transport_close_async (McpTransport       *transport,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (
      BASE (self), mcp_socket_transport_close_async, cancellable, callback, user_data);

  if (self->state == STATE_CONNECTING)
    abort_opening (NULL, self);
  if (self->state < STATE_OPEN)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  mcp_byte_transport_await_end (BASE (self), g_steal_pointer (&task));
  if (g_cancellable_is_cancelled (cancellable) || self->state == STATE_BROKEN)
    {
      finish (self, NULL);
      return;
    }
  mcp_byte_transport_watch (BASE (self), cancellable, cut_now);
  if (self->state == STATE_CLOSING)
    return;
  self->state = STATE_CLOSING;
  mcp_byte_transport_start_timer (BASE (self), self->close_timeout, on_close_timeout);
  end_our_side (self);
}

static void
mcp_socket_transport_hold_stream (McpByteTransport *transport, gboolean hold)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (transport);

  if (self->input != NULL)
    mcp_line_inlet_hold (self->input, hold);
}

/* The object */

static void
mcp_socket_transport_dispose (GObject *object)
{
  /* Nothing runs: what opens, sends or closes holds a reference to us. */
  let_go (MCP_SOCKET_TRANSPORT (object));

  G_OBJECT_CLASS (mcp_socket_transport_parent_class)->dispose (object);
}

static void
mcp_socket_transport_finalize (GObject *object)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (object);

  g_free (self->address);
  g_free (self->proxy);

  G_OBJECT_CLASS (mcp_socket_transport_parent_class)->finalize (object);
}

static void
mcp_socket_transport_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (object);

  switch (id)
    {
    case PROP_ADDRESS:
      g_value_set_string (value, self->address);
      break;
    case PROP_MESSAGE_LIMIT:
      g_value_set_uint64 (value, self->message_limit);
      break;
    case PROP_CONNECT_TIMEOUT:
      g_value_set_uint (value, self->connect_timeout);
      break;
    case PROP_CLOSE_TIMEOUT:
      g_value_set_uint (value, self->close_timeout);
      break;
    case PROP_PROXY:
      g_value_set_string (value, self->proxy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_socket_transport_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  McpSocketTransport *self = MCP_SOCKET_TRANSPORT (object);

  switch (id)
    {
    case PROP_ADDRESS:
      self->address = g_value_dup_string (value);
      return;
    case PROP_MESSAGE_LIMIT:
      self->message_limit = g_value_get_uint64 (value);
      break;
    case PROP_CONNECT_TIMEOUT:
      self->connect_timeout = g_value_get_uint (value);
      break;
    case PROP_CLOSE_TIMEOUT:
      self->close_timeout = g_value_get_uint (value);
      break;
    case PROP_PROXY:
      g_free (self->proxy);
      self->proxy = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
mcp_socket_transport_class_init (McpSocketTransportClass *klass)
{
  GObjectClass          *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass     *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpByteTransportClass *byte_class = MCP_BYTE_TRANSPORT_CLASS (klass);
  const GParamFlags      write =
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_socket_transport_dispose;
  object_class->finalize = mcp_socket_transport_finalize;
  object_class->get_property = mcp_socket_transport_get_property;
  object_class->set_property = mcp_socket_transport_set_property;
  transport_class->open_async = mcp_socket_transport_open_async;
  transport_class->send_now = mcp_socket_transport_send_now;
  transport_class->close_async = mcp_socket_transport_close_async;
  byte_class->is_open = mcp_socket_transport_is_open;
  byte_class->write = mcp_socket_transport_write;
  byte_class->hold_stream = mcp_socket_transport_hold_stream;

  properties[PROP_ADDRESS] = g_param_spec_string ("address", NULL, NULL, NULL,
                                                  write | G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_MESSAGE_LIMIT] = g_param_spec_uint64 (
      "message-limit", NULL, NULL, 1, MCP_MESSAGE_LIMIT, MCP_MESSAGE_LIMIT, write);
  properties[PROP_CONNECT_TIMEOUT] = g_param_spec_uint ("connect-timeout", NULL, NULL, 0, G_MAXUINT,
                                                        MCP_SOCKET_CONNECT_TIMEOUT, write);
  properties[PROP_CLOSE_TIMEOUT] = g_param_spec_uint ("close-timeout", NULL, NULL, 0, G_MAXUINT,
                                                      MCP_SOCKET_CLOSE_TIMEOUT, write);
  properties[PROP_PROXY] = g_param_spec_string ("proxy", NULL, NULL, NULL, write);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_socket_transport_init (McpSocketTransport *self)
{
  self->message_limit = MCP_MESSAGE_LIMIT;
  self->connect_timeout = MCP_SOCKET_CONNECT_TIMEOUT;
  self->close_timeout = MCP_SOCKET_CLOSE_TIMEOUT;
}

McpTransport *
mcp_socket_transport_new (const char *address)
{
  return g_object_new (MCP_TYPE_SOCKET_TRANSPORT, "address", address, NULL);
}
