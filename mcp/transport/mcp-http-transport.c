/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-transport.h"

#include "mcp-http-address.h"
#include "mcp-http-exchange.h"
#include "mcp-http-headers.h"
#include "mcp-limits.h"

#include <string.h>

struct _McpHttpTransport
{
  McpTransport parent_instance;

  char   *url;
  guint64 message_limit;
  guint   connect_timeout;
  guint   close_timeout;
  char  **headers; /* the person's */

  GUri        *uri;           /* while open */
  char        *authorization; /* from the URL */
  SoupSession *session;
  char        *session_id;
  char        *protocol_version;
  gboolean     held;

  McpTransportMirrorFunc mirror; /* (nullable): each message stands alone */
  gpointer               mirror_data;

  GPtrArray *exchanges; /* of McpHttpExchange: those that run */

  gboolean         closing;
  GPtrArray       *closers;  /* of GTask */
  McpHttpExchange *farewell; /* borrowed from @exchanges: the DELETE */
  GSource         *farewell_timer;
  GPtrArray       *cancel_sources; /* of GSource: of whoever closes */
};

enum {
  PROP_0,
  PROP_URL,
  PROP_MESSAGE_LIMIT,
  PROP_CONNECT_TIMEOUT,
  PROP_CLOSE_TIMEOUT,
  PROP_SESSION_ID,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpHttpTransport, mcp_http_transport, MCP_TYPE_TRANSPORT)

static void continue_closing (McpHttpTransport *self);

static void
destroy_source (gpointer source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

/* The session */

static void
set_session_id (McpHttpTransport *self, const char *id)
{
  if (g_strcmp0 (self->session_id, id) == 0)
    return;
  g_free (self->session_id);
  self->session_id = g_strdup (id);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION_ID]);
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

static void
emit_note (McpHttpTransport *self, const char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_NOTE);

  record->note = g_strdup (note);
  mcp_transport_emit_record (MCP_TRANSPORT (self), record);
}

/* The answer to initialize hands out the id. Which message that was is not known here; but it is
 * one that was sent without an id, which a late answer of an earlier session was not. */
static void
on_answered (McpHttpExchange *exchange, guint status, SoupMessageHeaders *headers, gpointer data)
{
  McpHttpTransport *self = data;
  const char       *id = soup_message_headers_get_one (headers, "Mcp-Session-Id");

  if (id == NULL || self->session_id != NULL || self->mirror != NULL ||
      !SOUP_STATUS_IS_SUCCESSFUL (status))
    return;
  if (is_session_id (id))
    set_session_id (self, id);
  else
    emit_note (self, "The server's session id is not made of visible ASCII characters, or too "
                     "long; it is not used");
}

static SoupSession *
new_soup_session (McpHttpTransport *self)
{
  SoupSession *session = soup_session_new_with_options (
      "max-conns", (int)MCP_HTTP_MAX_CONNECTIONS,
      "max-conns-per-host", (int)MCP_HTTP_MAX_CONNECTIONS,
      "timeout", 0u, /* a quiet stream is no dead one: deadlines are the requests' */
      "idle-timeout", MCP_HTTP_IDLE_SECONDS,
      "user-agent", "Spyglass",
      NULL);

  /* It would answer challenges behind our back. */
  soup_session_remove_feature_by_type (session, SOUP_TYPE_AUTH_MANAGER);
  if (mcp_http_address_is_loopback (self->uri))
    soup_session_set_proxy_resolver (session, NULL);
  return session;
}

/* Exchanges */

static void
add_header (GPtrArray *headers, const char *name, const char *value)
{
  if (value != NULL)
    g_ptr_array_add (headers, g_strconcat (name, ": ", value, NULL));
}

/* Ours first, so that the person's replace them. */
static char **
build_headers (McpHttpTransport *self, GBytes *message)
{
  g_autoptr (SoupMessageHeaders) merged = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  g_autoptr (GPtrArray) ours = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) mirrored = NULL;

  if (message != NULL)
    {
      add_header (ours, "Content-Type", "application/json");
      add_header (ours, "Accept", "application/json, text/event-stream");
    }
  add_header (ours, "MCP-Protocol-Version", self->protocol_version);
  add_header (ours, "Mcp-Session-Id", self->session_id);
  add_header (ours, "Authorization", self->authorization);
  g_ptr_array_add (ours, NULL);
  if (message != NULL && self->mirror != NULL)
    mirrored = self->mirror (message, self->mirror_data);
  mcp_http_headers_apply ((const char *const *)ours->pdata, merged);
  mcp_http_headers_apply ((const char *const *)mirrored, merged);
  mcp_http_headers_apply ((const char *const *)self->headers, merged);
  return mcp_http_headers_list (merged);
}

static McpHttpExchange *
start_exchange (McpHttpTransport   *self,
                const char         *method,
                GBytes             *message,
                GCancellable       *cancellable,
                GAsyncReadyCallback callback,
                gpointer            user_data)
{
  g_auto (GStrv) headers = build_headers (self, message);
  McpHttpRequest request = {
    .session = self->session,
    .method = method,
    .uri = self->uri,
    .headers = (const char *const *)headers,
    .message = message,
    .message_limit = self->message_limit,
    .connect_timeout = self->connect_timeout,
    .in_session = self->session_id != NULL,
  };
  McpHttpExchange *exchange = mcp_http_exchange_new (MCP_TRANSPORT (self), &request);

  g_ptr_array_add (self->exchanges, exchange);
  mcp_http_exchange_hold (exchange, self->held && message != NULL);
  if (!request.in_session)
    g_signal_connect_object (exchange, "answered", G_CALLBACK (on_answered), self, 0);
  mcp_http_exchange_run_async (exchange, cancellable, callback, user_data);
  return exchange;
}

static void
forget_exchange (McpHttpTransport *self, McpHttpExchange *exchange)
{
  g_ptr_array_remove_fast (self->exchanges, exchange);
  if (self->closing)
    continue_closing (self);
}

/* Sending */

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  McpHttpExchange *exchange = MCP_HTTP_EXCHANGE (source);
  g_autoptr (GTask) task = data;
  McpHttpTransport *self = g_task_get_source_object (task);
  const char       *session_id = g_task_get_task_data (task);
  GError           *error = NULL;

  mcp_http_exchange_run_finish (exchange, result, &error);
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED) &&
      g_strcmp0 (session_id, self->session_id) == 0)
    set_session_id (self, NULL);
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED) && self->closing)
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed");
    }

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  forget_exchange (self, exchange);
}

static void
mcp_http_transport_send_async (McpTransport       *transport,
                               GBytes             *message,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_http_transport_send_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_strdup (self->session_id), g_free);
  if (self->uri == NULL || self->closing)
    g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "There is no connection"));
  else if (g_cancellable_is_cancelled (cancellable))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back"));
  else
    start_exchange (self, SOUP_METHOD_POST, message, cancellable, on_sent, g_steal_pointer (&task));
}

/* Opening and closing */

static void
mcp_http_transport_open_async (McpTransport       *transport,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;

  g_task_set_source_tag (task, mcp_http_transport_open_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->uri != NULL)
    error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "The connection is open already");
  else if (g_cancellable_is_cancelled (cancellable))
    error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled");
  else
    self->uri = mcp_http_address_parse (self->url, &self->authorization, &error);

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&self->protocol_version, g_free);
  self->session = new_soup_session (self);
  g_task_return_boolean (task, TRUE);
}

static void
let_go (McpHttpTransport *self)
{
  if (self->farewell_timer != NULL)
    g_clear_pointer (&self->farewell_timer, destroy_source);
  g_ptr_array_set_size (self->cancel_sources, 0);
  if (self->session != NULL)
    soup_session_abort (self->session);
  g_clear_object (&self->session);
  g_clear_pointer (&self->uri, g_uri_unref);
  g_clear_pointer (&self->authorization, g_free);
}

/* Closing is done when the last exchange, the farewell included, has ended. */
static void
continue_closing (McpHttpTransport *self)
{
  g_autoptr (McpHttpTransport) alive = g_object_ref (self);
  g_autoptr (GPtrArray) closers = NULL;

  if (self->exchanges->len > 0)
    return;
  closers = g_steal_pointer (&self->closers);
  self->closing = FALSE;
  let_go (self);
  set_session_id (self, NULL);
  mcp_transport_emit_closed (MCP_TRANSPORT (self), NULL);
  for (guint i = 0; i < closers->len; i++)
    g_task_return_boolean (closers->pdata[i], TRUE);
}

static void
on_farewell_said (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpTransport) self = data;

  /* However it went, and 405 is common: the session is over for us. */
  mcp_http_exchange_run_finish (MCP_HTTP_EXCHANGE (source), result, NULL);
  self->farewell = NULL;
  forget_exchange (self, MCP_HTTP_EXCHANGE (source));
}

static gboolean
on_farewell_timeout (gpointer data)
{
  McpHttpTransport *self = data;

  if (self->farewell != NULL)
    mcp_http_exchange_cancel (self->farewell);
  return G_SOURCE_REMOVE;
}

static gboolean
on_close_cancelled (GCancellable *cancellable, gpointer data)
{
  return on_farewell_timeout (data);
}

static void
say_farewell (McpHttpTransport *self)
{
  self->farewell = start_exchange (self, SOUP_METHOD_DELETE, NULL, NULL, on_farewell_said,
                                   g_object_ref (self));
  self->farewell_timer = g_timeout_source_new (self->close_timeout);
  g_source_set_callback (self->farewell_timer, on_farewell_timeout, self, NULL);
  g_source_attach (self->farewell_timer, g_main_context_get_thread_default ());
}

static void
begin_closing (McpHttpTransport *self, GCancellable *cancellable)
{
  self->closing = TRUE;
  for (guint i = 0; i < self->exchanges->len; i++)
    mcp_http_exchange_cancel (self->exchanges->pdata[i]);
  if (self->session_id != NULL && !g_cancellable_is_cancelled (cancellable))
    say_farewell (self);
}

static void
mcp_http_transport_close_async (McpTransport       *transport,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, mcp_http_transport_close_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->uri == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (cancellable != NULL)
    {
      GSource *source = g_cancellable_source_new (cancellable);

      g_source_set_callback (source, G_SOURCE_FUNC (on_close_cancelled), self, NULL);
      g_source_attach (source, g_main_context_get_thread_default ());
      g_ptr_array_add (self->cancel_sources, source);
    }
  if (self->closers == NULL)
    self->closers = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->closers, g_steal_pointer (&task));
  if (!self->closing)
    begin_closing (self, cancellable);
  continue_closing (self);
}

static gboolean
finish_task (McpTransport *transport, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
mcp_http_transport_set_protocol_version (McpTransport *transport, const char *version)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  g_free (self->protocol_version);
  self->protocol_version = g_strdup (version);
}

static void
mcp_http_transport_hold (McpTransport *transport, gboolean hold)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (transport);

  self->held = hold;
  for (guint i = 0; i < self->exchanges->len; i++)
    if (self->exchanges->pdata[i] != self->farewell)
      mcp_http_exchange_hold (self->exchanges->pdata[i], hold);
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
      set_session_id (self, NULL);
      g_clear_pointer (&self->protocol_version, g_free);
    }
  return TRUE;
}

static gboolean
mcp_http_transport_answers_in_exchange (McpTransport *transport)
{
  return TRUE;
}

gboolean
mcp_http_transport_set_headers (McpHttpTransport  *self,
                                const char *const *headers,
                                GError           **error)
{
  g_return_val_if_fail (MCP_IS_HTTP_TRANSPORT (self), FALSE);

  if (!mcp_http_headers_check (headers, error))
    return FALSE;
  g_strfreev (self->headers);
  self->headers = g_strdupv ((char **)headers);
  return TRUE;
}

/* The object */

static void
mcp_http_transport_dispose (GObject *object)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (object);

  let_go (self); /* nothing runs: each exchange's task holds a reference to us */

  G_OBJECT_CLASS (mcp_http_transport_parent_class)->dispose (object);
}

static void
mcp_http_transport_finalize (GObject *object)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (object);

  g_free (self->url);
  g_strfreev (self->headers);
  g_free (self->session_id);
  g_free (self->protocol_version);
  g_ptr_array_unref (self->exchanges);
  g_ptr_array_unref (self->cancel_sources);

  G_OBJECT_CLASS (mcp_http_transport_parent_class)->finalize (object);
}

static void
mcp_http_transport_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (object);

  switch (id)
    {
    case PROP_URL:
      g_value_set_string (value, self->url);
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
    case PROP_SESSION_ID:
      g_value_set_string (value, self->session_id);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_http_transport_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  McpHttpTransport *self = MCP_HTTP_TRANSPORT (object);

  switch (id)
    {
    case PROP_URL:
      self->url = g_value_dup_string (value);
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
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
mcp_http_transport_class_init (McpHttpTransportClass *klass)
{
  GObjectClass      *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  const GParamFlags  read = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags  write = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_http_transport_dispose;
  object_class->finalize = mcp_http_transport_finalize;
  object_class->get_property = mcp_http_transport_get_property;
  object_class->set_property = mcp_http_transport_set_property;
  transport_class->open_async = mcp_http_transport_open_async;
  transport_class->open_finish = finish_task;
  transport_class->send_async = mcp_http_transport_send_async;
  transport_class->send_finish = finish_task;
  transport_class->close_async = mcp_http_transport_close_async;
  transport_class->close_finish = finish_task;
  transport_class->set_protocol_version = mcp_http_transport_set_protocol_version;
  transport_class->hold = mcp_http_transport_hold;
  transport_class->answers_in_exchange = mcp_http_transport_answers_in_exchange;
  transport_class->set_mirror = mcp_http_transport_set_mirror;

  properties[PROP_URL] = g_param_spec_string ("url", NULL, NULL, NULL,
                                              write | G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_MESSAGE_LIMIT] = g_param_spec_uint64 (
      "message-limit", NULL, NULL, 1, MCP_MESSAGE_LIMIT, MCP_MESSAGE_LIMIT, write);
  properties[PROP_CONNECT_TIMEOUT] = g_param_spec_uint ("connect-timeout", NULL, NULL, 0, G_MAXUINT,
                                                        MCP_HTTP_CONNECT_TIMEOUT, write);
  properties[PROP_CLOSE_TIMEOUT] = g_param_spec_uint ("close-timeout", NULL, NULL, 0, G_MAXUINT,
                                                      MCP_HTTP_CLOSE_TIMEOUT, write);
  properties[PROP_SESSION_ID] = g_param_spec_string ("session-id", NULL, NULL, NULL, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_http_transport_init (McpHttpTransport *self)
{
  self->message_limit = MCP_MESSAGE_LIMIT;
  self->connect_timeout = MCP_HTTP_CONNECT_TIMEOUT;
  self->close_timeout = MCP_HTTP_CLOSE_TIMEOUT;
  self->exchanges = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancel_sources = g_ptr_array_new_with_free_func (destroy_source);
}

McpTransport *
mcp_http_transport_new (const char *url)
{
  return g_object_new (MCP_TYPE_HTTP_TRANSPORT, "url", url, NULL);
}
