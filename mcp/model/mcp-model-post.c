/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-post.h"

#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-http-headers.h"
#include "mcp-limits.h"
#include "mcp-source.h"

/* Bytes and ms of what may come behind all that is wanted: the end of the last chunk. */
#define REST_LIMIT 4096u
#define REST_TIMEOUT 1000u

typedef struct
{
  McpHttpRoute            *route;
  McpModelExchange        *exchange;
  guint                    idle_timeout; /* ms */
  const McpModelPostClass *klass;
  gpointer                 data;
  GUri                    *uri;
  SoupMessage             *message;
  GInputStream            *stream;      /* (nullable) */
  GCancellable            *cancellable; /* the timer's too */
  GSource                 *timer;       /* until it is connected; then of silence */
  gboolean                 connected;
  gboolean                 timed_out;
  guint8                   buffer[MCP_READ_SIZE];
} Post;

static void
post_free (gpointer data)
{
  Post *post = data;

  mcp_source_clear (&post->timer);
  g_clear_object (&post->stream);
  g_clear_object (&post->message);
  mcp_http_route_unref (post->route);
  mcp_model_exchange_unref (post->exchange);
  g_clear_pointer (&post->uri, g_uri_unref);
  g_object_unref (post->cancellable);
  g_free (post);
}

/* Time */

static gboolean
on_timeout (gpointer data)
{
  Post *post = data;

  post->timed_out = TRUE;
  mcp_source_clear (&post->timer);
  g_cancellable_cancel (post->cancellable);
  return G_SOURCE_REMOVE;
}

/* Behind reading: what has come already is no silence. */
static void
start_timer (Post *post, guint milliseconds)
{
  mcp_source_clear (&post->timer);
  post->timer = g_timeout_source_new (milliseconds);
  g_source_set_priority (post->timer, MCP_READ_PRIORITY + 1);
  g_source_set_callback (post->timer, on_timeout, post, NULL);
  g_source_attach (post->timer, g_main_context_get_thread_default ());
}

static void
restart_timer (Post *post)
{
  if (post->timer != NULL)
    g_source_set_ready_time (post->timer, g_get_monotonic_time () +
                                              post->idle_timeout * G_GINT64_CONSTANT (1000));
}

/* The rest of a body: read to its end, the connection serves the next request, which saves the
 * handshakes of each round of a conversation. */

typedef struct
{
  McpHttpRoute *route;
  GInputStream *stream;
  GCancellable *cancellable;
  GSource      *timer;
  gsize         size;
  guint8        buffer[REST_LIMIT];
} Rest;

static void
rest_free (Rest *rest)
{
  mcp_source_clear (&rest->timer);
  g_object_unref (rest->stream);
  g_object_unref (rest->cancellable);
  mcp_http_route_unref (rest->route);
  g_free (rest);
}

static gboolean
on_rest_timeout (gpointer data)
{
  Rest *rest = data;

  mcp_source_clear (&rest->timer);
  g_cancellable_cancel (rest->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_rest (GObject *source, GAsyncResult *result, gpointer data)
{
  Rest  *rest = data;
  gssize count = g_input_stream_read_finish (rest->stream, result, NULL);

  rest->size += count > 0 ? (gsize)count : 0;
  if (count <= 0 || rest->size >= REST_LIMIT)
    rest_free (rest);
  else
    g_input_stream_read_async (rest->stream, rest->buffer, REST_LIMIT - rest->size,
                               MCP_READ_PRIORITY, rest->cancellable, on_rest, rest);
}

static void
read_rest (Post *post)
{
  Rest *rest = g_new0 (Rest, 1);

  rest->route = mcp_http_route_ref (post->route);
  rest->stream = g_object_ref (post->stream);
  rest->cancellable = g_cancellable_new ();
  rest->timer = mcp_source_new_timeout (REST_TIMEOUT, on_rest_timeout, rest);
  g_input_stream_read_async (rest->stream, rest->buffer, REST_LIMIT, MCP_READ_PRIORITY,
                             rest->cancellable, on_rest, rest);
}

/* Ending */

static void
let_go (Post *post)
{
  mcp_source_clear (&post->timer);
  /* Letting go of the stream is what frees the connection; cancelling a read does not. */
  g_clear_object (&post->stream);
  post->exchange->ended = g_get_monotonic_time ();
}

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Post *post = g_task_get_task_data (task);

  let_go (post);
  g_task_return_error (task, error);
}

/* @error: of GIO and libsoup */
static void
fail_on_the_way (GTask *task, const GError *error)
{
  Post       *post = g_task_get_task_data (task);
  const char *host = g_uri_get_host (post->uri);
  g_autoptr (GError) explained =
      mcp_http_route_explain (post->route, post->message, post->connected, error);

  if (!g_cancellable_is_cancelled (post->cancellable) ||
      g_error_matches (explained, MCP_ERROR, MCP_ERROR_CERTIFICATE_REFUSED) ||
      g_error_matches (explained, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE))
    fail (task, g_steal_pointer (&explained));
  else if (!post->timed_out)
    fail (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
  else if (post->connected)
    fail (task, mcp_error_new (MCP_ERROR_TIMED_OUT, "%s sent nothing for %g seconds", host,
                               post->idle_timeout / 1000.0));
  else
    fail (task,
          mcp_error_new (MCP_ERROR_TIMED_OUT, "No connection to %s came about in time", host));
}

static void
succeed (GTask *task)
{
  let_go (g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
}

/* The response */

static void read_more (GTask *task);

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Post *post = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  gssize count = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (count < 0 || g_cancellable_is_cancelled (post->cancellable))
    {
      if (error == NULL)
        g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
      fail_on_the_way (task, error);
      return;
    }
  if (count == 0)
    {
      succeed (task);
      return;
    }
  restart_timer (post);
  if (post->exchange->first_byte == 0)
    post->exchange->first_byte = g_get_monotonic_time ();
  mcp_model_exchange_append (post->exchange, post->buffer, (gsize)count);
  if (post->klass->bytes (post->buffer, (gsize)count, post->data))
    {
      read_more (task);
      return;
    }
  if (!g_cancellable_is_cancelled (post->cancellable))
    read_rest (post);
  succeed (task);
}

static void
read_more (GTask *task)
{
  Post *post = g_task_get_task_data (task);

  g_input_stream_read_async (post->stream, post->buffer, sizeof post->buffer, MCP_READ_PRIORITY,
                             post->cancellable, on_read, g_object_ref (task));
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Post               *post = g_task_get_task_data (task);
  SoupMessageHeaders *headers = soup_message_get_response_headers (post->message);
  g_autoptr (GError) error = NULL;

  post->stream = mcp_http_route_send_finish (source, result, &error);
  if (post->stream == NULL)
    {
      fail_on_the_way (task, error);
      return;
    }
  if (!post->connected)
    {
      /* The response to CONNECT, where there is no tunnel. */
      fail (task, mcp_http_route_explain_proxy (post->route, post->message));
      return;
    }
  restart_timer (post);
  post->exchange->status = soup_message_get_status (post->message);
  post->exchange->response_headers = mcp_http_headers_list (headers);
  post->klass->answered (post->exchange->status, headers, post->data);
  read_more (task);
}

/* The request */

static void
on_starting (SoupMessage *message, gpointer data)
{
  Post *post = g_task_get_task_data (data);

  post->connected = TRUE;
  start_timer (post, post->idle_timeout);
}

static void
on_wrote_body (SoupMessage *message, gpointer data)
{
  Post *post = g_task_get_task_data (data);

  post->exchange->sent = g_get_monotonic_time ();
  restart_timer (post);
}

static void
on_outer_cancelled (GCancellable *outer, gpointer inner)
{
  g_cancellable_cancel (inner);
}

/* Follows the caller's, and has an end of its own. */
static GCancellable *
new_inner_cancellable (GCancellable *outer)
{
  GCancellable *inner = g_cancellable_new ();

  if (outer == NULL)
    return inner;
  g_signal_connect_object (outer, "cancelled", G_CALLBACK (on_outer_cancelled), inner, 0);
  if (g_cancellable_is_cancelled (outer))
    g_cancellable_cancel (inner);
  return inner;
}

void
mcp_model_post_async (McpHttpRoute            *route,
                      McpModelExchange        *exchange,
                      const char *const       *headers,
                      guint                    connect_timeout,
                      guint                    idle_timeout,
                      const McpModelPostClass *klass,
                      gpointer                 post_data,
                      GCancellable            *cancellable,
                      GAsyncReadyCallback      callback,
                      gpointer                 user_data)
{
  /* What is cancelled says so in this floor's own words. */
  g_autoptr (GTask) task =
      mcp_async_begin (NULL, mcp_model_post_async, cancellable, callback, user_data);
  Post *post = g_new0 (Post, 1);

  post->route = mcp_http_route_ref (route);
  post->exchange = mcp_model_exchange_ref (exchange);
  post->idle_timeout = idle_timeout;
  post->klass = klass;
  post->data = post_data;
  post->cancellable = new_inner_cancellable (cancellable);
  g_task_set_task_data (task, post, post_free);

  post->uri = g_uri_parse (exchange->url, SOUP_HTTP_URI_FLAGS, NULL);
  if (post->uri == NULL)
    {
      fail (task, mcp_error_new (MCP_ERROR_INVALID_TARGET, "“%s” is not an HTTP address",
                                 exchange->url));
      return;
    }
  if (g_cancellable_is_cancelled (post->cancellable))
    {
      fail (task, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
      return;
    }
  post->message = soup_message_new_from_uri (SOUP_METHOD_POST, post->uri);
  SoupMessageHeaders *request = soup_message_get_request_headers (post->message);
  soup_message_set_request_body_from_bytes (post->message, "application/json", exchange->body);
  mcp_http_headers_apply (headers, request);
  g_signal_connect_object (post->message, "starting", G_CALLBACK (on_starting), task, 0);
  g_signal_connect_object (post->message, "wrote-body", G_CALLBACK (on_wrote_body), task, 0);
  start_timer (post, connect_timeout);
  mcp_http_route_send_async (post->route, post->message, post->cancellable, on_answered,
                             g_object_ref (task));
}

gboolean
mcp_model_post_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
