/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-sse-transport.h"

#include "mcp-async.h"
#include "mcp-http-address.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-uri.h"
#include "mcp-limits.h"
#include "mcp-source.h"

struct _McpSseTransport
{
  McpHttpConnection parent_instance;

  char *message_url; /* (nullable): the person's */
  char *protocol_version;

  GTask        *opening;  /* (nullable) */
  GCancellable *stream;   /* (nullable): of the GET */
  GSource      *timer;    /* (nullable): until the endpoint must be here */
  GError       *fault;    /* (nullable): what is wrong with the endpoint */
  GUri         *endpoint; /* (nullable) */
  gboolean      accepted; /* the endpoint has taken a message */
};

enum {
  PROP_0,
  PROP_ENDPOINT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (McpSseTransport, mcp_sse_transport, MCP_TYPE_HTTP_CONNECTION)

static GPtrArray *
build_headers (McpSseTransport *self, const char *accept)
{
  GPtrArray *headers = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (headers, g_strconcat ("Accept: ", accept, NULL));
  if (self->protocol_version != NULL)
    g_ptr_array_add (headers,
                     g_strconcat ("MCP-Protocol-Version: ", self->protocol_version, NULL));
  g_ptr_array_add (headers, NULL);
  return headers;
}

/* The endpoint */

static void
set_endpoint (McpSseTransport *self, GUri *uri)
{
  if (self->endpoint == uri)
    return;
  g_clear_pointer (&self->endpoint, g_uri_unref);
  self->endpoint = uri != NULL ? g_uri_ref (uri) : NULL;
  self->accepted = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ENDPOINT]);
}

static GUri *
resolve (McpSseTransport *self, const char *text)
{
  GUri *base = mcp_http_connection_get_uri (MCP_HTTP_CONNECTION (self));
  g_autoptr (GUri) uri = g_uri_parse_relative (base, text, SOUP_HTTP_URI_FLAGS, NULL);

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    return NULL;
  const char *scheme = g_uri_get_scheme (uri);
  if (!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https"))
    return NULL;
  return g_steal_pointer (&uri);
}

/* The person's address for messages, with the query that names the session.
 * @sent: (nullable): the endpoint that the server named */
static GUri *
resolve_override (McpSseTransport *self, GUri *sent)
{
  g_autoptr (GUri) uri = resolve (self, self->message_url);

  if (uri == NULL || g_uri_get_query (uri) != NULL || sent == NULL ||
      g_uri_get_query (sent) == NULL)
    return g_steal_pointer (&uri);
  return g_uri_build (SOUP_HTTP_URI_FLAGS, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                      g_uri_get_port (uri), g_uri_get_path (uri), g_uri_get_query (sent), NULL);
}

static GError *
new_origin_error (McpSseTransport *self, GUri *uri)
{
  g_autofree char *place = mcp_http_address_dup_place (uri);
  g_autofree char *own =
      mcp_http_address_dup_place (mcp_http_connection_get_uri (MCP_HTTP_CONNECTION (self)));
  GError *error = mcp_error_new (MCP_ERROR_REDIRECTED,
                                 "The server wants messages at another origin (%s://%s) than its "
                                 "own (%s); nothing is sent there. If that is right, name the "
                                 "address as the message URL",
                                 g_uri_get_scheme (uri), place, own);

  mcp_error_get_details (error)->url = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
  return error;
}

static GError *
new_unusable_error (const char *text)
{
  GError *error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                 "The server's “endpoint” event names no address for messages");

  mcp_error_get_details (error)->evidence = g_utf8_make_valid (text, -1);
  return error;
}

/* Returns: (transfer full) (nullable) */
static GUri *
judge_endpoint (McpSseTransport *self, const char *text, GError **error)
{
  GUri *base = mcp_http_connection_get_uri (MCP_HTTP_CONNECTION (self));
  g_autoptr (GUri) sent = resolve (self, text);
  g_autoptr (GUri) ours = NULL;

  if (self->message_url != NULL)
    {
      ours = resolve_override (self, sent);
      if (ours == NULL)
        g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                                 "The message URL is no address of HTTP"));
      return g_steal_pointer (&ours);
    }
  if (sent == NULL)
    {
      g_propagate_error (error, new_unusable_error (text));
      return NULL;
    }
  if (!mcp_uri_is_same_origin (base, sent))
    {
      g_propagate_error (error, new_origin_error (self, sent));
      return NULL;
    }
  return g_steal_pointer (&sent);
}

/* @data: of the event */
static void
take_endpoint (McpSseTransport *self, guint64 exchange, GBytes *data)
{
  gsize            size;
  const char      *bytes = g_bytes_get_data (data, &size);
  g_autofree char *text = g_strstrip (g_strndup (bytes, MIN (size, MCP_EVIDENCE_LIMIT)));

  if (self->opening == NULL)
    {
      mcp_http_connection_note (MCP_HTTP_CONNECTION (self), exchange,
                                "A second “endpoint” event was passed over");
      return;
    }
  if (self->fault != NULL)
    return;
  g_autoptr (GUri) uri = judge_endpoint (self, text, &self->fault);
  if (uri == NULL)
    {
      g_cancellable_cancel (self->stream);
      return;
    }
  mcp_source_clear (&self->timer);
  set_endpoint (self, uri);
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);
  g_task_return_boolean (task, TRUE);
}

/* The stream */

static gboolean
on_event (McpHttpExchange *exchange, const char *type, GBytes *data, gpointer user_data)
{
  if (!g_str_equal (type, "endpoint"))
    return FALSE;
  take_endpoint (user_data, mcp_http_exchange_get_number (exchange), data);
  return TRUE;
}

/* @error: (nullable) (transfer full): of the exchange
 * Returns: (transfer full): why there is no connection */
static GError *
explain_end (McpSseTransport *self, GError *error)
{
  if (self->fault != NULL)
    {
      g_clear_error (&error);
      return g_steal_pointer (&self->fault);
    }
  if (error != NULL)
    return error;
  if (self->opening != NULL)
    return mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                          "The server's stream ended without the “endpoint” event");
  return mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The server ended the stream of events");
}

static void
on_stream_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpSseTransport) self = data;
  McpHttpConnection *connection = MCP_HTTP_CONNECTION (self);
  g_autoptr (GCancellable) stream = g_steal_pointer (&self->stream);
  g_autoptr (GTask) opening = NULL;
  GError *error = NULL;

  mcp_http_exchange_run_finish (MCP_HTTP_EXCHANGE (source), result, &error);
  mcp_source_clear (&self->timer);
  g_autoptr (GError) reason = explain_end (self, error);
  opening = g_steal_pointer (&self->opening);
  if (opening != NULL)
    {
      mcp_http_connection_abandon (connection, stream);
      g_task_return_error (opening, g_steal_pointer (&reason));
      return;
    }
  mcp_http_connection_lose (connection, reason);
  mcp_http_connection_end (connection, stream);
}

static gboolean
on_endpoint_timeout (gpointer data)
{
  McpSseTransport *self = data;

  mcp_source_clear (&self->timer);
  self->fault = mcp_error_new (MCP_ERROR_TIMED_OUT, "The server did not name its endpoint in time");
  g_cancellable_cancel (self->stream);
  return G_SOURCE_REMOVE;
}

static void
on_opener_cancelled (GCancellable *cancellable, gpointer stream)
{
  g_cancellable_cancel (stream);
}

static void
start_stream (McpSseTransport *self, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) headers = build_headers (self, "text/event-stream");
  McpHttpRequest request = {
    .method = SOUP_METHOD_GET,
    .headers = (const char *const *)headers->pdata,
  };
  g_autoptr (McpHttpExchange) exchange =
      mcp_http_connection_make (MCP_HTTP_CONNECTION (self), &request);
  guint timeout = mcp_transport_get_limits (MCP_TRANSPORT (self))->connect_timeout;

  self->stream = g_cancellable_new ();
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_opener_cancelled),
                             self->stream, 0);
  if (timeout > 0)
    {
      self->timer = mcp_source_new_timeout (timeout, on_endpoint_timeout, self);
    }
  g_signal_connect_object (exchange, "event", G_CALLBACK (on_event), self, 0);
  mcp_http_connection_begin (MCP_HTTP_CONNECTION (self), self->stream);
  mcp_http_connection_run_async (MCP_HTTP_CONNECTION (self), exchange, self->stream,
                                 on_stream_ended,
                                 g_object_ref (self));
}

static void
mcp_sse_transport_open_async (McpTransport       *transport,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_sse_transport_open_async, cancellable,
                                            callback, user_data);
  GError *error = NULL;

  if (!mcp_http_connection_open (MCP_HTTP_CONNECTION (self), cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&self->protocol_version, g_free);
  g_clear_error (&self->fault);
  self->opening = g_steal_pointer (&task);
  start_stream (self, cancellable);
}

/* Sending */

static void
on_posted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  McpHttpConnection *connection = MCP_HTTP_CONNECTION (g_task_get_source_object (task));
  g_autoptr (GCancellable) run = g_object_ref (g_task_get_task_data (task));
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);
  GError          *error = NULL;

  if (mcp_http_exchange_run_finish (MCP_HTTP_EXCHANGE (source), result, &error))
    self->accepted = TRUE;
  else if (!self->accepted && g_error_matches (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS))
    {
      mcp_error_get_details (error)->kind = MCP_ERROR_KIND_MESSAGE_URL;
      g_prefix_error (&error, self->message_url != NULL
                                  ? "The message URL of the settings does not work: "
                                  : "The address for messages that the server named does not work; "
                                    "another can be set as the message URL: ");
    }
  mcp_http_connection_return (connection, task, error);
  mcp_http_connection_end (connection, run);
}

static void
post (McpSseTransport *self, GBytes *message, GTask *task)
{
  GCancellable *caller = g_task_get_cancellable (task);
  GCancellable *run = g_cancellable_new ();
  g_autoptr (GPtrArray) headers = build_headers (self, "application/json, text/event-stream");
  McpHttpRequest request = {
    .method = SOUP_METHOD_POST,
    .uri = self->endpoint,
    .headers = (const char *const *)headers->pdata,
    .message = message,
    .in_session = self->accepted,
    .answered_elsewhere = TRUE,
  };
  g_autoptr (McpHttpExchange) exchange =
      mcp_http_connection_make (MCP_HTTP_CONNECTION (self), &request);

  g_task_set_task_data (task, run, g_object_unref);
  if (caller != NULL)
    g_signal_connect_object (caller, "cancelled", G_CALLBACK (on_opener_cancelled), run, 0);
  mcp_http_connection_begin (MCP_HTTP_CONNECTION (self), run);
  mcp_http_connection_run_async (MCP_HTTP_CONNECTION (self), exchange, run, on_posted,
                                 g_object_ref (task));
}

static void
mcp_sse_transport_send_async (McpTransport       *transport,
                              GBytes             *message,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (transport);
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_sse_transport_send_async, cancellable,
                                            callback, user_data);
  GError *error = self->endpoint == NULL
                      ? mcp_error_new (MCP_ERROR_NOT_CONNECTED, "There is no connection")
                      : mcp_http_connection_check (MCP_HTTP_CONNECTION (self), cancellable);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    post (self, message, task);
}

/* The rest */

static void
mcp_sse_transport_closed (McpHttpConnection *connection)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (connection);

  set_endpoint (self, NULL);
}

static void
mcp_sse_transport_set_protocol_version (McpTransport *transport, const char *version)
{
  McpSseTransport *self = MCP_SSE_TRANSPORT (transport);

  g_free (self->protocol_version);
  self->protocol_version = g_strdup (version);
}

MCP_DEFINE_FINALIZE (McpSseTransport, mcp_sse_transport)
{
  g_assert (self->opening == NULL && self->stream == NULL);
  g_free (self->message_url);
  g_free (self->protocol_version);
  g_clear_error (&self->fault);
  g_clear_pointer (&self->endpoint, g_uri_unref);
}

static char *
dup_endpoint (McpSseTransport *self)
{
  return self->endpoint != NULL ? g_uri_to_string_partial (self->endpoint, G_URI_HIDE_USERINFO)
                                : NULL;
}

MCP_DEFINE_CLASS (McpSseTransport, mcp_sse_transport)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  const McpProperty  rows[N_PROPS] = {
     [PROP_ENDPOINT] = { "endpoint", G_TYPE_STRING, G_CALLBACK (dup_endpoint), .is_made = TRUE },
  };

  object_class->finalize = mcp_sse_transport_finalize;
  transport_class->open_async = mcp_sse_transport_open_async;
  transport_class->send_async = mcp_sse_transport_send_async;
  transport_class->set_protocol_version = mcp_sse_transport_set_protocol_version;
  MCP_HTTP_CONNECTION_CLASS (klass)->closed = mcp_sse_transport_closed;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

McpTransport *
mcp_sse_transport_new (const char *url, McpHttpOptions *options, const char *message_url)
{
  McpSseTransport *self = g_object_new (MCP_TYPE_SSE_TRANSPORT, NULL);

  mcp_http_connection_set_address (MCP_HTTP_CONNECTION (self), url, options);
  if (message_url != NULL && *message_url != '\0')
    self->message_url = g_strdup (message_url);
  return MCP_TRANSPORT (self);
}
