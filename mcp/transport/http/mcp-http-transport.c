/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-transport.h"

#include "mcp-async.h"
#include "mcp-http-stream.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-source.h"

struct _McpHttpTransport
{
  McpHttpConnection parent_instance;

  char *session_id;
  char *protocol_version;

  McpTransportMirrorFunc mirror; /* (nullable): each message stands alone */
  gpointer               mirror_data;

  gboolean         listens;     /* it is wanted */
  gboolean         initialized; /* a session stands that may be listened to */
  McpHttpListening listening;
  GCancellable    *listener; /* (nullable): of the stream that listens */
  GSource         *patience; /* (nullable): while messages wait for that stream */
  GPtrArray       *waiting;  /* of GTask, whose data is the message */
};

enum {
  PROP_0,
  PROP_SESSION_ID,
  PROP_LISTENING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpHttpTransport, mcp_http_transport, MCP_TYPE_HTTP_CONNECTION)

G_DEFINE_ENUM_TYPE (McpHttpListening,
                    mcp_http_listening,
                    G_DEFINE_ENUM_VALUE (MCP_HTTP_LISTENING_OFF, "off"),
                    G_DEFINE_ENUM_VALUE (MCP_HTTP_LISTENING_CONNECTING, "connecting"),
                    G_DEFINE_ENUM_VALUE (MCP_HTTP_LISTENING_OPEN, "open"),
                    G_DEFINE_ENUM_VALUE (MCP_HTTP_LISTENING_NOT_OFFERED, "not-offered"),
                    G_DEFINE_ENUM_VALUE (MCP_HTTP_LISTENING_LOST, "lost"))

/* The session */

static void
set_session_id (McpHttpTransport *self, const char *id)
{
  mcp_property_take_text (self, &self->session_id, g_strdup (id), properties[PROP_SESSION_ID]);
}

static gboolean
is_session_id (const char *id)
{
  gsize length = 0;

  for (; id[length] != '\0'; length++)
    if (id[length] < 0x21 || id[length] > 0x7e)
      return FALSE;
  return length > 0 && length <= MCP_HTTP_SESSION_ID_LIMIT;
}

/* The response to initialize hands out the id. Which message that was is not known here; but it is
 * one that was sent without an id, which a late response of an earlier session was not. */
static void
on_answered (McpHttpStream *stream, guint status, SoupMessageHeaders *headers, gpointer data)
{
  McpHttpTransport *self = data;
  const char       *id = soup_message_headers_get_one (headers, "Mcp-Session-Id");

  if (id == NULL || self->session_id != NULL || self->mirror != NULL ||
      !SOUP_STATUS_IS_SUCCESSFUL (status))
    return;
  if (is_session_id (id))
    set_session_id (self, id);
  else
    mcp_http_connection_note (MCP_HTTP_CONNECTION (self), 0,
                              "The server's session id is not made of visible ASCII characters, or "
                              "too long; it is not used");
}

static void
add_header (GPtrArray *headers, const char *name, const char *value)
{
  if (value != NULL)
    g_ptr_array_add (headers, g_strconcat (name, ": ", value, NULL));
}

/* What goes with each request of the session. */
static GPtrArray *
build_headers (McpHttpTransport *self, GBytes *message)
{
  GPtrArray *headers = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) mirrored = NULL;

  add_header (headers, "MCP-Protocol-Version", self->protocol_version);
  add_header (headers, "Mcp-Session-Id", self->session_id);
  if (message != NULL && self->mirror != NULL)
    mirrored = self->mirror (message, self->mirror_data);
  for (gsize i = 0; mirrored != NULL && mirrored[i] != NULL; i++)
    g_ptr_array_add (headers, g_strdup (mirrored[i]));
  g_ptr_array_add (headers, NULL);
  return headers;
}

static McpHttpStream *
new_stream (McpHttpTransport *self, GBytes *message)
{
  g_autoptr (GPtrArray) headers = build_headers (self, message);

  return mcp_http_stream_new (MCP_HTTP_CONNECTION (self), message,
                              (const char *const *)headers->pdata, self->session_id != NULL,
                              self->mirror == NULL);
}

/* Listening */

static void send_message (GTask *task);

/* What a server asks in answer to a message may come on the stream that listens, and is lost where
 * that is not open yet. */
static void
send_waiting (McpHttpTransport *self)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

  mcp_source_clear (&self->patience);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < waiting->len; i++)
    send_message (waiting->pdata[i]);
}

static gboolean
on_patience_ended (gpointer data)
{
  g_autoptr (McpHttpTransport) self = g_object_ref (data);

  send_waiting (self);
  return G_SOURCE_REMOVE;
}

static void
set_listening_state (McpHttpTransport *self, McpHttpListening listening)
{
  if (self->listening == listening)
    return;
  self->listening = listening;
  if (listening != MCP_HTTP_LISTENING_CONNECTING)
    send_waiting (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTENING]);
}

static void
stop_listening (McpHttpTransport *self)
{
  g_autoptr (GCancellable) listener = g_steal_pointer (&self->listener);

  set_listening_state (self, MCP_HTTP_LISTENING_OFF);
  g_cancellable_cancel (listener);
}

static void
on_listener_open (McpHttpStream *stream, GParamSpec *pspec, gpointer data)
{
  McpHttpTransport *self = data;
  gboolean          open;

  g_object_get (stream, "open", &open, NULL);
  set_listening_state (self,
                       open ? MCP_HTTP_LISTENING_OPEN : MCP_HTTP_LISTENING_CONNECTING);
}

typedef struct
{
  McpHttpTransport *transport;
  GCancellable     *listener;
  gboolean          was_open;
} Listening;

static void
on_listener_was_open (McpHttpStream *stream, GParamSpec *pspec, gpointer data)
{
  ((Listening *)data)->was_open = TRUE;
}

/* @error: (nullable): why there is no stream any more */
static void
end_listening (McpHttpTransport *self, gboolean was_open, const GError *error)
{
  const char      *reason = error != NULL ? error->message : "it ended";
  g_autofree char *note = NULL;

  g_clear_object (&self->listener);
  set_listening_state (self,
                       was_open ? MCP_HTTP_LISTENING_LOST : MCP_HTTP_LISTENING_NOT_OFFERED);
  if (was_open && g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED))
    {
      /* Better told now than by the next call. */
      set_session_id (self, NULL);
      mcp_http_connection_lose (MCP_HTTP_CONNECTION (self), error);
      return;
    }
  note = was_open ? g_strdup_printf ("The stream for notifications is lost: %s", reason)
                  : g_strdup_printf ("The server offers no stream for notifications: %s", reason);
  mcp_http_connection_note (MCP_HTTP_CONNECTION (self), 0, note);
}

static void
on_listened (GObject *source, GAsyncResult *result, gpointer data)
{
  Listening *listening = data;
  g_autoptr (McpHttpTransport) self = listening->transport;
  g_autoptr (GCancellable) listener = listening->listener;
  g_autoptr (GError) error = NULL;

  mcp_http_stream_run_finish (MCP_HTTP_STREAM (source), result, &error);
  g_signal_handlers_disconnect_by_data (source, listening);
  if (self->listener == listener && !mcp_http_connection_is_closing (MCP_HTTP_CONNECTION (self)))
    end_listening (self, listening->was_open, error);
  g_free (listening);
}

static void
start_listening (McpHttpTransport *self)
{
  if (!self->listens || !self->initialized || self->mirror != NULL || self->listener != NULL ||
      !mcp_http_connection_is_open (MCP_HTTP_CONNECTION (self)))
    return;
  self->listener = g_cancellable_new ();
  Listening *listening = g_new0 (Listening, 1);
  listening->transport = g_object_ref (self);
  listening->listener = g_object_ref (self->listener);
  g_autoptr (McpHttpStream) stream = new_stream (self, NULL);
  g_signal_connect_object (stream, "notify::open", G_CALLBACK (on_listener_open), self, 0);
  g_signal_connect (stream, "notify::open", G_CALLBACK (on_listener_was_open), listening);
  set_listening_state (self, MCP_HTTP_LISTENING_CONNECTING);
  mcp_source_clear (&self->patience);
  self->patience = mcp_source_new_timeout (MCP_HTTP_LISTEN_PATIENCE, on_patience_ended, self);
  mcp_http_stream_run_async (stream, self->listener, on_listened, listening);
}

static void
mcp_http_transport_set_listening (McpTransport *transport, gboolean listens)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  self->listens = listens;
  if (listens)
    start_listening (self);
  else
    stop_listening (self);
}

static void
mcp_http_transport_initialized (McpTransport *transport)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  stop_listening (self); /* of an earlier session */
  self->initialized = TRUE;
  start_listening (self);
}

/* Sending */

typedef struct
{
  GBytes *message;
  char   *session_id; /* (nullable): it was sent in */
} Sending;

static void
sending_free (Sending *self)
{
  g_bytes_unref (self->message);
  g_free (self->session_id);
  g_free (self);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  McpHttpTransport *self = g_task_get_source_object (task);
  Sending          *sending = g_task_get_task_data (task);
  GError           *error = NULL;

  mcp_http_stream_run_finish (MCP_HTTP_STREAM (source), result, &error);
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED) &&
      g_strcmp0 (sending->session_id, self->session_id) == 0)
    {
      self->initialized = FALSE;
      stop_listening (self);
      set_session_id (self, NULL);
      g_clear_pointer (&self->protocol_version, g_free);
    }
  mcp_http_connection_return (MCP_HTTP_CONNECTION (self), task, error);
}

static void
send_message (GTask *task)
{
  McpHttpTransport *self = g_task_get_source_object (task);
  Sending          *sending = g_task_get_task_data (task);
  GCancellable     *cancellable = g_task_get_cancellable (task);
  GError           *error = mcp_http_connection_check (MCP_HTTP_CONNECTION (self), cancellable);

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  sending->session_id = g_strdup (self->session_id);
  g_autoptr (McpHttpStream) stream = new_stream (self, sending->message);
  if (self->session_id == NULL)
    g_signal_connect_object (stream, "answered", G_CALLBACK (on_answered), self, 0);
  mcp_http_stream_run_async (stream, cancellable, on_sent, g_object_ref (task));
}

static void
mcp_http_transport_send_async (McpTransport       *transport,
                               GBytes             *message,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_http_transport_send_async, cancellable,
                                            callback, user_data);
  Sending *sending = g_new0 (Sending, 1);

  sending->message = g_bytes_ref (message);
  g_task_set_task_data (task, sending, (GDestroyNotify)sending_free);
  if (self->patience != NULL && mcp_http_connection_is_open (MCP_HTTP_CONNECTION (self)))
    g_ptr_array_add (self->waiting, g_steal_pointer (&task));
  else
    send_message (task);
}

/* Opening and closing */

static void
mcp_http_transport_open_async (McpTransport       *transport,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_http_transport_open_async, cancellable,
                                            callback, user_data);
  GError *error = NULL;

  if (!mcp_http_connection_open (MCP_HTTP_CONNECTION (self), cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&self->protocol_version, g_free);
  g_task_return_boolean (task, TRUE);
}

static const char *
mcp_http_transport_get_farewell (McpHttpConnection *connection, GPtrArray *headers)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (connection);

  if (self->session_id == NULL)
    return NULL;
  add_header (headers, "MCP-Protocol-Version", self->protocol_version);
  add_header (headers, "Mcp-Session-Id", self->session_id);
  return SOUP_METHOD_DELETE;
}

static void
mcp_http_transport_closed (McpHttpConnection *connection)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (connection);

  self->initialized = FALSE;
  stop_listening (self);
  set_session_id (self, NULL);
}

static void
mcp_http_transport_set_protocol_version (McpTransport *transport, const char *version)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  g_free (self->protocol_version);
  self->protocol_version = g_strdup (version);
}

static gboolean
mcp_http_transport_set_mirror (McpTransport          *transport,
                               McpTransportMirrorFunc mirror,
                               gpointer               user_data)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  self->mirror = mirror;
  self->mirror_data = user_data;
  if (mirror != NULL)
    {
      self->initialized = FALSE;
      stop_listening (self);
      set_session_id (self, NULL);
      g_clear_pointer (&self->protocol_version, g_free);
    }
  return TRUE;
}

static gboolean
mcp_http_transport_responds_in_exchange (McpTransport *transport)
{
  return TRUE;
}

/* The object */

MCP_DEFINE_FINALIZE (McpHttpTransport, mcp_http_transport)
{
  g_free (self->session_id);
  g_free (self->protocol_version);
  g_clear_object (&self->listener);
  mcp_source_clear (&self->patience);
  g_ptr_array_unref (self->waiting); /* empty: each task holds a reference to us */
}

MCP_DEFINE_CLASS (McpHttpTransport, mcp_http_transport)
{
  McpTransportClass      *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpHttpConnectionClass *connection_class = MCP_HTTP_CONNECTION_CLASS (klass);
  const McpProperty       rows[N_PROPS] = {
          [PROP_SESSION_ID] = { "session-id", G_TYPE_STRING,
                                .offset = G_STRUCT_OFFSET (McpHttpTransport, session_id) },
          [PROP_LISTENING] = { "listening", MCP_TYPE_HTTP_LISTENING,
                               .offset = G_STRUCT_OFFSET (McpHttpTransport, listening) },
  };

  object_class->finalize = mcp_http_transport_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  transport_class->open_async = mcp_http_transport_open_async;
  transport_class->send_async = mcp_http_transport_send_async;
  transport_class->set_protocol_version = mcp_http_transport_set_protocol_version;
  transport_class->responds_in_exchange = mcp_http_transport_responds_in_exchange;
  transport_class->set_mirror = mcp_http_transport_set_mirror;
  transport_class->set_listening = mcp_http_transport_set_listening;
  transport_class->initialized = mcp_http_transport_initialized;
  connection_class->get_farewell = mcp_http_transport_get_farewell;
  connection_class->closed = mcp_http_transport_closed;
}

static void
mcp_http_transport_init (McpHttpTransport *self)
{
  self->listens = TRUE;
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

McpTransport *
mcp_http_transport_new (const char *url, McpHttpOptions *options)
{
  McpTransport *self = g_object_new (MCP_TYPE_HTTP_TRANSPORT, NULL);

  mcp_http_connection_set_address (MCP_HTTP_CONNECTION (self), url, options);
  return self;
}
