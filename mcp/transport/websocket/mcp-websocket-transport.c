/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-transport.h"

#include "mcp-http-headers.h"
#include "mcp-limits.h"
#include "mcp-websocket-inlet.h"
#include "mcp-websocket-opening.h"
#include "mcp-websocket-stream.h"

/* What our last frame may take to leave, and the server to close, when we have given it up. */
#define LINGER_GRACE 200

enum {
  CLOSE_NORMAL = 1000,
  CLOSE_PROTOCOL_ERROR = 1002,
};

typedef enum {
  STATE_CLOSED,
  STATE_CONNECTING,
  STATE_OPEN,
  STATE_LINGERING, /* it is lost: @loss; our last frame may still leave */
  STATE_CLOSING,   /* we have said so; waiting for the server */
} State;

#define BASE(self) MCP_BYTE_TRANSPORT (self)

struct _McpWebsocketTransport
{
  McpTransport parent_instance;

  char           *url;
  McpHttpOptions *options; /* (nullable) */
  char          **headers; /* the person's */
  guint64         message_limit;
  guint           connect_timeout;
  guint           close_timeout;
  guint           ping_interval;

  State               state;
  GTask              *opening;
  GCancellable       *connecting;
  gboolean            timed_out;
  McpWebsocketStream *stream;
  guint64             exchange;
  GError             *loss;
  McpWebsocketInlet  *inlet;
};

enum {
  PROP_0,
  PROP_URL,
  PROP_OPTIONS,
  PROP_MESSAGE_LIMIT,
  PROP_CONNECT_TIMEOUT,
  PROP_CLOSE_TIMEOUT,
  PROP_PING_INTERVAL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpWebsocketTransport, mcp_websocket_transport, MCP_TYPE_BYTE_TRANSPORT)

/* The end of a connection */

static void
let_go (McpWebsocketTransport *self)
{
  g_autoptr (GError) closed =
      mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed");

  mcp_byte_transport_stop_timer (BASE (self));
  mcp_byte_transport_unwatch (BASE (self));
  self->state = STATE_CLOSED;
  mcp_websocket_stream_stop (g_steal_pointer (&self->stream), closed);
  g_clear_pointer (&self->inlet, mcp_websocket_inlet_free);
}

static void
finish (McpWebsocketTransport *self)
{
  g_autoptr (McpWebsocketTransport) alive = g_object_ref (self);
  g_autoptr (GError) loss = g_steal_pointer (&self->loss);

  let_go (self);
  mcp_websocket_opening_emit_ended (MCP_TRANSPORT (self), self->exchange,
                                    g_strdup (loss != NULL ? loss->message : NULL));
  mcp_byte_transport_end (BASE (self), loss);
}

static gboolean
on_finish_timeout (gpointer data)
{
  finish (data);
  return G_SOURCE_REMOVE;
}

static gboolean
cut_now (GCancellable *cancellable, gpointer data)
{
  finish (data);
  return G_SOURCE_REMOVE;
}

static void
send_close (McpWebsocketTransport *self, guint code)
{
  const guint8 payload[] = { (guint8)(code >> 8), (guint8)code };
  g_autoptr (GBytes) bytes = g_bytes_new (payload, sizeof payload);

  mcp_websocket_stream_send (self->stream, MCP_WEBSOCKET_CLOSE, bytes, NULL);
}

/* @error: (transfer full) */
static void
lose (McpWebsocketTransport *self, GError *error)
{
  g_clear_error (&self->loss);
  self->loss = error;
  self->state = STATE_LINGERING;
  mcp_byte_transport_start_timer (BASE (self), LINGER_GRACE, on_finish_timeout);
}

/* Receiving */

static void
on_server_closes (McpWebsocketTransport *self, GBytes *payload)
{
  if (self->state == STATE_CLOSING)
    {
      finish (self);
      return;
    }
  if (self->state != STATE_OPEN)
    return;
  send_close (self, CLOSE_NORMAL);
  lose (self, mcp_websocket_inlet_explain_close (payload, self->url));
}

static void
on_frame (McpWebsocketKind kind, GBytes *data, gpointer user_data)
{
  McpWebsocketTransport *self = user_data;

  if (kind == MCP_WEBSOCKET_CLOSE)
    on_server_closes (self, data);
  else
    mcp_websocket_inlet_take (self->inlet, kind, data,
                              mcp_websocket_stream_get_dropped (self->stream));
}

static void
on_ended (const char *problem, gpointer data)
{
  McpWebsocketTransport *self = data;

  if (self->state != STATE_OPEN)
    {
      finish (self);
      return;
    }
  if (problem != NULL)
    {
      send_close (self, CLOSE_PROTOCOL_ERROR);
      lose (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                 "The server broke the WebSocket protocol (RFC 6455): %s",
                                 problem));
      return;
    }
  self->loss = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                              mcp_websocket_stream_is_within (self->stream)
                                  ? "The connection to %s broke in the middle of a message"
                                  : "The connection to %s broke without the WebSocket's close "
                                    "(1006)",
                              self->url);
  finish (self);
}

static void
on_broken (gpointer data)
{
  McpWebsocketTransport *self = data;

  if (self->state == STATE_OPEN)
    lose (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                               "The connection to %s broke while we were sending", self->url));
}

static void
on_silent (gpointer data)
{
  McpWebsocketTransport *self = data;

  if (self->state == STATE_OPEN)
    lose (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                               "The server at %s did not answer a ping within %u ms", self->url,
                               self->ping_interval));
}

static const McpWebsocketEvents events = { on_frame, on_ended, on_broken, on_silent };

/* Opening */

static void
begin (McpWebsocketTransport *self, McpWebsocketOpened *opened)
{
  self->state = STATE_OPEN;
  self->exchange = opened->exchange;
  self->inlet = mcp_websocket_inlet_new (MCP_TRANSPORT (self), self->message_limit);
  self->stream = mcp_websocket_stream_new (opened->connection, self->message_limit, opened->rest,
                                           &events, self);
  mcp_websocket_stream_hold (self->stream, mcp_byte_transport_is_held (BASE (self)));
  mcp_websocket_stream_watch (self->stream, self->ping_interval);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (source);
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);
  g_autoptr (McpWebsocketOpened) opened = NULL;
  GError *error = NULL;

  opened = mcp_websocket_opening_run_finish (result, &error);
  mcp_byte_transport_stop_timer (BASE (self));
  mcp_byte_transport_unwatch (BASE (self));
  if (opened != NULL && g_cancellable_is_cancelled (self->connecting))
    {
      mcp_websocket_opening_emit_ended (MCP_TRANSPORT (self), opened->exchange, NULL);
      error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled");
    }
  g_clear_object (&self->connecting);
  if (error == NULL)
    {
      begin (self, opened);
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (self->timed_out)
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_TIMED_OUT, "%s did not open a WebSocket within %u ms",
                             self->url, self->connect_timeout);
    }
  self->state = STATE_CLOSED;
  g_task_return_error (task, error);
  mcp_byte_transport_return_closing (BASE (self));
}

static gboolean
on_connect_timeout (gpointer data)
{
  McpWebsocketTransport *self = data;

  self->timed_out = TRUE;
  g_cancellable_cancel (self->connecting);
  return G_SOURCE_CONTINUE;
}

static gboolean
abort_opening (GCancellable *cancellable, gpointer data)
{
  McpWebsocketTransport *self = data;

  g_cancellable_cancel (self->connecting);
  return G_SOURCE_CONTINUE;
}

static void
connect_to (McpWebsocketTransport *self, GUri *uri, const char *authorization)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  McpWebsocketTarget target = { MCP_TRANSPORT (self), uri, self->url, NULL, self->options };
  gboolean           authorized = FALSE;

  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i++)
    {
      authorized |= g_ascii_strncasecmp (self->headers[i], "Authorization:", 14) == 0;
      g_ptr_array_add (headers, g_strdup (self->headers[i]));
    }
  if (authorization != NULL && !authorized)
    g_ptr_array_add (headers, g_strconcat ("Authorization: ", authorization, NULL));
  g_ptr_array_add (headers, NULL);
  target.headers = (const char *const *)headers->pdata;
  self->state = STATE_CONNECTING;
  self->timed_out = FALSE;
  self->connecting = g_cancellable_new ();
  if (self->connect_timeout > 0)
    mcp_byte_transport_start_timer (BASE (self), self->connect_timeout,
                                    on_connect_timeout);
  mcp_websocket_opening_run_async (&target, self->connecting, on_opened, NULL);
}

static void
mcp_websocket_transport_open_async (McpTransport       *transport,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (
      BASE (transport), mcp_websocket_transport_open_async, cancellable, callback, user_data);
  g_autoptr (GUri) uri = NULL;
  g_autofree char *authorization = NULL;
  GError          *error = NULL;

  if (self->state != STATE_CLOSED)
    error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "The connection is open already");
  else if (g_cancellable_is_cancelled (cancellable))
    error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled");
  else
    uri = mcp_websocket_opening_parse (self->url, &authorization, &error);

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->opening = g_steal_pointer (&task);
  mcp_byte_transport_watch (BASE (self), cancellable, abort_opening);
  connect_to (self, uri, authorization);
}

/* Sending */

static gboolean
mcp_websocket_transport_is_open (McpByteTransport *transport)
{
  return MCP_WEBSOCKET_TRANSPORT (transport)->state == STATE_OPEN;
}

static void
mcp_websocket_transport_write (McpByteTransport *transport, GBytes *message, GTask *task)
{
  mcp_websocket_stream_send (MCP_WEBSOCKET_TRANSPORT (transport)->stream, MCP_WEBSOCKET_TEXT,
                             message, task);
}

/* Closing */

static void
mcp_websocket_transport_close_async (McpTransport       *transport,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (
      BASE (self), mcp_websocket_transport_close_async, cancellable, callback, user_data);

  if (self->state == STATE_CLOSED)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  mcp_byte_transport_await_end (BASE (self), g_steal_pointer (&task));
  if (self->state == STATE_CONNECTING)
    {
      g_cancellable_cancel (self->connecting);
      return;
    }
  if (g_cancellable_is_cancelled (cancellable) || self->state == STATE_LINGERING)
    {
      finish (self);
      return;
    }
  mcp_byte_transport_watch (BASE (self), cancellable, cut_now);
  if (self->state == STATE_CLOSING)
    return;
  self->state = STATE_CLOSING;
  send_close (self, CLOSE_NORMAL);
  mcp_byte_transport_start_timer (BASE (self), self->close_timeout, on_finish_timeout);
}

static void
mcp_websocket_transport_hold_stream (McpByteTransport *transport, gboolean hold)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (transport);

  if (self->stream != NULL)
    mcp_websocket_stream_hold (self->stream, hold);
}

gboolean
mcp_websocket_transport_set_headers (McpWebsocketTransport *self,
                                     const char *const     *headers,
                                     GError               **error)
{
  g_return_val_if_fail (MCP_IS_WEBSOCKET_TRANSPORT (self), FALSE);

  if (!mcp_http_headers_check (headers, error))
    return FALSE;
  g_strfreev (self->headers);
  self->headers = g_strdupv ((char **)headers);
  return TRUE;
}

/* The object */

static void
mcp_websocket_transport_dispose (GObject *object)
{
  /* Nothing runs: what opens, sends or closes holds a reference to us. */
  let_go (MCP_WEBSOCKET_TRANSPORT (object));

  G_OBJECT_CLASS (mcp_websocket_transport_parent_class)->dispose (object);
}

static void
mcp_websocket_transport_finalize (GObject *object)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (object);

  g_free (self->url);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  g_strfreev (self->headers);
  g_clear_error (&self->loss);

  G_OBJECT_CLASS (mcp_websocket_transport_parent_class)->finalize (object);
}

/* The numbers among the properties. */
static guint *
number_of (McpWebsocketTransport *self, guint id)
{
  switch (id)
    {
    case PROP_CONNECT_TIMEOUT:
      return &self->connect_timeout;
    case PROP_CLOSE_TIMEOUT:
      return &self->close_timeout;
    case PROP_PING_INTERVAL:
      return &self->ping_interval;
    default:
      return NULL;
    }
}

static void
mcp_websocket_transport_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (object);

  if (number_of (self, id) != NULL)
    g_value_set_uint (value, *number_of (self, id));
  else if (id == PROP_URL)
    g_value_set_string (value, self->url);
  else if (id == PROP_OPTIONS)
    g_value_set_boxed (value, self->options);
  else if (id == PROP_MESSAGE_LIMIT)
    g_value_set_uint64 (value, self->message_limit);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mcp_websocket_transport_set_property (GObject      *object,
                                      guint         id,
                                      const GValue *value,
                                      GParamSpec   *pspec)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (object);

  if (id == PROP_URL)
    {
      self->url = g_value_dup_string (value);
      return;
    }
  if (number_of (self, id) != NULL)
    *number_of (self, id) = g_value_get_uint (value);
  else if (id == PROP_OPTIONS)
    {
      g_clear_pointer (&self->options, mcp_http_options_unref);
      self->options = g_value_dup_boxed (value);
    }
  else if (id == PROP_MESSAGE_LIMIT)
    self->message_limit = g_value_get_uint64 (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  g_object_notify_by_pspec (object, pspec);
}

static void
mcp_websocket_transport_class_init (McpWebsocketTransportClass *klass)
{
  GObjectClass          *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass     *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpByteTransportClass *byte_class = MCP_BYTE_TRANSPORT_CLASS (klass);
  const GParamFlags      write =
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_websocket_transport_dispose;
  object_class->finalize = mcp_websocket_transport_finalize;
  object_class->get_property = mcp_websocket_transport_get_property;
  object_class->set_property = mcp_websocket_transport_set_property;
  transport_class->open_async = mcp_websocket_transport_open_async;
  transport_class->close_async = mcp_websocket_transport_close_async;
  byte_class->is_open = mcp_websocket_transport_is_open;
  byte_class->write = mcp_websocket_transport_write;
  byte_class->hold_stream = mcp_websocket_transport_hold_stream;

  properties[PROP_URL] = g_param_spec_string ("url", NULL, NULL, NULL,
                                              write | G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_OPTIONS] = g_param_spec_boxed ("options", NULL, NULL, MCP_TYPE_HTTP_OPTIONS,
                                                 write);
  properties[PROP_MESSAGE_LIMIT] = g_param_spec_uint64 (
      "message-limit", NULL, NULL, 1, MCP_MESSAGE_LIMIT, MCP_MESSAGE_LIMIT, write);
  properties[PROP_CONNECT_TIMEOUT] = g_param_spec_uint ("connect-timeout", NULL, NULL, 0, G_MAXUINT,
                                                        MCP_HTTP_CONNECT_TIMEOUT, write);
  properties[PROP_CLOSE_TIMEOUT] = g_param_spec_uint ("close-timeout", NULL, NULL, 0, G_MAXUINT,
                                                      MCP_HTTP_CLOSE_TIMEOUT, write);
  properties[PROP_PING_INTERVAL] = g_param_spec_uint ("ping-interval", NULL, NULL, 0, G_MAXUINT,
                                                      MCP_WEBSOCKET_PING_INTERVAL, write);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_websocket_transport_init (McpWebsocketTransport *self)
{
  self->message_limit = MCP_MESSAGE_LIMIT;
  self->connect_timeout = MCP_HTTP_CONNECT_TIMEOUT;
  self->close_timeout = MCP_HTTP_CLOSE_TIMEOUT;
  self->ping_interval = MCP_WEBSOCKET_PING_INTERVAL;
}

McpTransport *
mcp_websocket_transport_new (const char *url)
{
  return g_object_new (MCP_TYPE_WEBSOCKET_TRANSPORT, "url", url, NULL);
}
