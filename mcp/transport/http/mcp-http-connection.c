/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-connection.h"

#include "mcp-http-transport.h"
#include "mcp-async.h"
#include "mcp-http-address.h"
#include "mcp-http-headers.h"
#include "mcp-http-route.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-source.h"
#include "mcp-uri.h"

#include <string.h>

typedef struct
{
  char           *url;
  McpHttpOptions *options; /* (nullable) */
  char          **headers; /* the person's */

  McpHttpAuthorizer *authorizer; /* (nullable) */

  GUri         *uri;           /* while open */
  char         *authorization; /* from the URL */
  McpHttpRoute *route;
  gboolean      held;
  GPtrArray    *exchanges; /* of McpHttpExchange: those that run */
  GPtrArray    *runs;      /* of GCancellable: what closing ends */

  gboolean      closing;
  gboolean      abandoned;      /* it was never open for those who listen */
  GError       *loss;           /* (nullable): why, when we did not want it */
  GPtrArray    *closers;        /* of GTask */
  GCancellable *farewell;       /* (nullable): of the last request */
  GSource      *farewell_timer; /* (nullable) */
  GPtrArray    *cancel_sources; /* of GSource: of whoever closes */
} McpHttpConnectionPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpHttpConnection, mcp_http_connection, MCP_TYPE_TRANSPORT)

static McpHttpConnectionPrivate *
priv_of (McpHttpConnection *self)
{
  return mcp_http_connection_get_instance_private (self);
}

static void
destroy_source (gpointer source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

void
mcp_http_connection_set_address (McpHttpConnection *self, const char *url, McpHttpOptions *options)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  priv->url = g_strdup (url);
  priv->options = options != NULL ? mcp_http_options_ref (options) : NULL;
}

/* Opening */

gboolean
mcp_http_connection_open (McpHttpConnection *self, GCancellable *cancellable, GError **error)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  g_autofree char          *authorization = NULL;
  g_autoptr (GUri) uri = NULL;

  if (priv->uri != NULL)
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "The connection is open already"));
      return FALSE;
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled"));
      return FALSE;
    }
  uri = mcp_http_address_parse (priv->url, &authorization, error);
  if (uri == NULL)
    return FALSE;
  McpHttpRoute *route = mcp_http_route_new (uri, priv->options, error);
  if (route == NULL)
    return FALSE;
  priv->abandoned = FALSE;
  priv->uri = g_steal_pointer (&uri);
  priv->authorization = g_steal_pointer (&authorization);
  priv->route = route;
  return TRUE;
}

gboolean
mcp_http_connection_is_open (McpHttpConnection *self)
{
  return priv_of (self)->uri != NULL && !priv_of (self)->closing;
}

GError *
mcp_http_connection_check (McpHttpConnection *self, GCancellable *cancellable)
{
  if (!mcp_http_connection_is_open (self))
    return mcp_error_new (MCP_ERROR_NOT_CONNECTED, "There is no connection");
  return g_cancellable_is_cancelled (cancellable)
             ? mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back")
             : NULL;
}

void
mcp_http_connection_return (McpHttpConnection *self, GTask *task, GError *error)
{
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED) &&
      !mcp_http_connection_is_open (self))
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed");
    }
  mcp_async_return (task, error);
}

gboolean
mcp_http_connection_is_closing (McpHttpConnection *self)
{
  return priv_of (self)->closing;
}

GUri *
mcp_http_connection_get_uri (McpHttpConnection *self)
{
  return priv_of (self)->uri;
}

/* Exchanges */

gboolean
mcp_http_connection_set_headers (McpHttpConnection *self,
                                 const char *const *headers,
                                 GError           **error)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  g_return_val_if_fail (MCP_IS_HTTP_CONNECTION (self), FALSE);

  if (!mcp_http_headers_check (headers, error))
    return FALSE;
  g_strfreev (priv->headers);
  priv->headers = g_strdupv ((char **)headers);
  return TRUE;
}

void
mcp_http_connection_set_authorizer (McpHttpConnection *self, McpHttpAuthorizer *authorizer)
{
  g_return_if_fail (MCP_IS_HTTP_CONNECTION (self));
  g_set_object (&priv_of (self)->authorizer, authorizer);
}

/* Whether the person gave credentials: then nobody else does. */
static gboolean
has_authorization (McpHttpConnection *self)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  if (priv->authorization != NULL)
    return TRUE;
  for (guint i = 0; priv->headers != NULL && priv->headers[i] != NULL; i++)
    if (g_ascii_strncasecmp (priv->headers[i], "Authorization:", strlen ("Authorization:")) == 0)
      return TRUE;
  return FALSE;
}

/* Ours first, so that the person's replace them. */
static char **
merge_headers (McpHttpConnection *self, const McpHttpRequest *request)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  g_autofree char          *authorization = NULL;
  g_autoptr (SoupMessageHeaders) merged = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  const char *extra[] = { NULL, NULL };

  if (request->message != NULL)
    soup_message_headers_append (merged, "Content-Type", "application/json");
  mcp_http_headers_apply (request->headers, merged);
  if (priv->authorization != NULL)
    {
      authorization = g_strconcat ("Authorization: ", priv->authorization, NULL);
      extra[0] = authorization;
      mcp_http_headers_apply (extra, merged);
    }
  mcp_http_headers_apply ((const char *const *)priv->headers, merged);
  return mcp_http_headers_list (merged);
}

McpHttpExchange *
mcp_http_connection_make (McpHttpConnection *self, const McpHttpRequest *request)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  g_auto (GStrv) headers = merge_headers (self, request);
  McpHttpRequest whole = *request;

  whole.route = priv->route;
  whole.headers = (const char *const *)headers;
  if (whole.uri == NULL)
    whole.uri = priv->uri;
  if (priv->authorizer != NULL && !has_authorization (self) &&
      mcp_uri_is_same_origin (priv->uri, whole.uri))
    whole.authorizer = priv->authorizer;
  return mcp_http_exchange_new (MCP_TRANSPORT (self), &whole);
}

typedef struct
{
  McpHttpConnection  *connection;
  GAsyncReadyCallback callback;
  gpointer            user_data;
} Run;

static void
on_exchange_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_autoptr (McpHttpConnection) self = run->connection;
  g_autoptr (GObject) exchange = g_object_ref (source);

  g_ptr_array_remove_fast (priv_of (self)->exchanges, exchange);
  run->callback (exchange, result, run->user_data);
  g_free (run);
}

void
mcp_http_connection_run_async (McpHttpConnection  *self,
                               McpHttpExchange    *exchange,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  Run                      *run = g_new0 (Run, 1);

  run->connection = g_object_ref (self);
  run->callback = callback;
  run->user_data = user_data;
  g_ptr_array_add (priv->exchanges, g_object_ref (exchange));
  /* What ends a session must not wait for whoever is slow to read. */
  mcp_http_exchange_hold (exchange, priv->held && cancellable != priv->farewell);
  mcp_http_exchange_run_async (exchange, cancellable, on_exchange_ended, run);
}

void
mcp_http_connection_note (McpHttpConnection *self, guint64 exchange, const char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_NOTE);

  record->exchange = exchange;
  record->note = g_strdup (note);
  mcp_transport_emit_record (MCP_TRANSPORT (self), record);
}

static void
mcp_http_connection_hold (McpTransport *transport, gboolean hold)
{
  McpHttpConnectionPrivate *priv = priv_of (MCP_HTTP_CONNECTION (transport));

  priv->held = hold;
  for (guint i = 0; i < priv->exchanges->len; i++)
    if (priv->farewell == NULL)
      mcp_http_exchange_hold (priv->exchanges->pdata[i], hold);
}

/* The response to a request may come in another exchange than its own, where that is the way. */
static void
mcp_http_connection_show_rest (McpTransport *transport, guint64 exchange)
{
  McpHttpConnectionPrivate *priv = priv_of (MCP_HTTP_CONNECTION (transport));

  for (guint i = 0; i < priv->exchanges->len; i++)
    if (exchange == 0 || mcp_http_exchange_get_number (priv->exchanges->pdata[i]) == exchange)
      mcp_http_exchange_show_rest (priv->exchanges->pdata[i]);
}

/* Closing */

static void
let_go (McpHttpConnection *self)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  mcp_source_clear (&priv->farewell_timer);
  g_clear_object (&priv->farewell);
  g_ptr_array_set_size (priv->cancel_sources, 0);
  g_clear_pointer (&priv->route, mcp_http_route_close);
  g_clear_pointer (&priv->uri, g_uri_unref);
  g_clear_pointer (&priv->authorization, g_free);
}

/* Closing is done when the last run, the farewell included, has ended. */
static void
continue_closing (McpHttpConnection *self)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  g_autoptr (McpHttpConnection) alive = g_object_ref (self);
  g_autoptr (GPtrArray) closers = NULL;
  g_autoptr (GError) loss = NULL;

  if (!priv->closing || priv->runs->len > 0)
    return;
  closers = g_steal_pointer (&priv->closers);
  loss = g_steal_pointer (&priv->loss);
  priv->closing = FALSE;
  let_go (self);
  if (MCP_HTTP_CONNECTION_GET_CLASS (self)->closed != NULL)
    MCP_HTTP_CONNECTION_GET_CLASS (self)->closed (self);
  if (!priv->abandoned)
    mcp_transport_emit_closed (MCP_TRANSPORT (self), loss);
  for (guint i = 0; closers != NULL && i < closers->len; i++)
    g_task_return_boolean (closers->pdata[i], TRUE);
}

void
mcp_http_connection_begin (McpHttpConnection *self, GCancellable *cancellable)
{
  g_ptr_array_add (priv_of (self)->runs, g_object_ref (cancellable));
}

void
mcp_http_connection_end (McpHttpConnection *self, GCancellable *cancellable)
{
  g_ptr_array_remove_fast (priv_of (self)->runs, cancellable);
  continue_closing (self);
}

static void
cancel_runs (McpHttpConnection *self)
{
  GPtrArray *now = priv_of (self)->runs;
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < now->len; i++)
    g_ptr_array_add (runs, g_object_ref (now->pdata[i]));
  for (guint i = 0; i < runs->len; i++)
    g_cancellable_cancel (runs->pdata[i]);
}

static void
on_farewell_said (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpConnection) self = data;
  g_autoptr (GCancellable) cancellable = g_object_ref (priv_of (self)->farewell);

  /* However it went, and 405 is common: the session is over for us. */
  mcp_http_exchange_run_finish (MCP_HTTP_EXCHANGE (source), result, NULL);
  mcp_http_connection_end (self, cancellable);
}

static gboolean
on_farewell_timeout (gpointer data)
{
  McpHttpConnectionPrivate *priv = priv_of (data);

  g_cancellable_cancel (priv->farewell);
  return G_SOURCE_REMOVE;
}

static gboolean
on_close_cancelled (GCancellable *cancellable, gpointer data)
{
  return on_farewell_timeout (data);
}

static void
say_farewell (McpHttpConnection *self)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  McpHttpConnectionClass   *klass = MCP_HTTP_CONNECTION_GET_CLASS (self);
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  McpHttpRequest request = { 0 };

  if (klass->get_farewell == NULL)
    return;
  request.method = klass->get_farewell (self, headers);
  if (request.method == NULL)
    return;
  g_ptr_array_add (headers, NULL);
  request.headers = (const char *const *)headers->pdata;
  request.in_session = TRUE;
  priv->farewell = g_cancellable_new ();
  guint timeout = mcp_transport_get_limits (MCP_TRANSPORT (self))->close_timeout;
  priv->farewell_timer = mcp_source_new_timeout (timeout, on_farewell_timeout, self);
  g_autoptr (McpHttpExchange) exchange = mcp_http_connection_make (self, &request);
  mcp_http_connection_begin (self, priv->farewell);
  mcp_http_connection_run_async (self, exchange, priv->farewell, on_farewell_said,
                                 g_object_ref (self));
}

static void
mcp_http_connection_close_async (McpTransport       *transport,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  McpHttpConnection        *self = MCP_HTTP_CONNECTION (transport);
  McpHttpConnectionPrivate *priv = priv_of (self);
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_http_connection_close_async, cancellable,
                                            callback, user_data);

  if (priv->uri == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (cancellable != NULL)
    {
      GSource *source = g_cancellable_source_new (cancellable);

      g_source_set_callback (source, G_SOURCE_FUNC (on_close_cancelled), self, NULL);
      g_source_attach (source, g_main_context_get_thread_default ());
      g_ptr_array_add (priv->cancel_sources, source);
    }
  if (priv->closers == NULL)
    priv->closers = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (priv->closers, g_steal_pointer (&task));
  if (!priv->closing)
    {
      priv->closing = TRUE;
      cancel_runs (self);
      if (!g_cancellable_is_cancelled (cancellable))
        say_farewell (self);
    }
  continue_closing (self);
}

void
mcp_http_connection_abandon (McpHttpConnection *self, GCancellable *cancellable)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  priv->closing = TRUE;
  priv->abandoned = TRUE;
  mcp_http_connection_end (self, cancellable);
}

void
mcp_http_connection_lose (McpHttpConnection *self, const GError *error)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  if (priv->uri == NULL || priv->closing)
    return;
  priv->closing = TRUE;
  priv->loss = g_error_copy (error);
  cancel_runs (self);
  continue_closing (self);
}

/* The object */

MCP_DEFINE_DISPOSE (McpHttpConnection, mcp_http_connection)
{
  let_go (self); /* nothing runs: each run holds a reference to us */
}

MCP_DEFINE_FINALIZE (McpHttpConnection, mcp_http_connection)
{
  McpHttpConnectionPrivate *priv = priv_of (self);

  g_free (priv->url);
  g_clear_pointer (&priv->options, mcp_http_options_unref);
  g_strfreev (priv->headers);
  g_clear_object (&priv->authorizer);
  g_clear_error (&priv->loss);
  g_ptr_array_unref (priv->exchanges);
  g_ptr_array_unref (priv->runs);
  g_ptr_array_unref (priv->cancel_sources);
}

MCP_DEFINE_CLASS (McpHttpConnection, mcp_http_connection)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_http_connection_dispose;
  object_class->finalize = mcp_http_connection_finalize;
  transport_class->close_async = mcp_http_connection_close_async;
  transport_class->hold = mcp_http_connection_hold;
  transport_class->show_rest = mcp_http_connection_show_rest;
}

static void
mcp_http_connection_init (McpHttpConnection *self)
{
  McpHttpConnectionPrivate *priv = priv_of (self);
  McpTransportLimits       *limits = mcp_transport_get_limits (MCP_TRANSPORT (self));

  limits->connect_timeout = MCP_HTTP_CONNECT_TIMEOUT;
  limits->close_timeout = MCP_HTTP_CLOSE_TIMEOUT;
  priv->exchanges = g_ptr_array_new_with_free_func (g_object_unref);
  priv->runs = g_ptr_array_new_with_free_func (g_object_unref);
  priv->cancel_sources = g_ptr_array_new_with_free_func (destroy_source);
}
