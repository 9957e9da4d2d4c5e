/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-stream.h"

#include "mcp-async.h"
#include "mcp-http-pending.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-source.h"

/* Which of the two it was, nobody can tell. */
#define CLOSED_EARLY "The server, or something between, closed the stream before the answer"

struct _McpHttpStream
{
  GObject parent_instance;

  McpHttpConnection *connection;
  GBytes            *message; /* (nullable) */
  char             **headers;
  gboolean           in_session;
  gboolean           resumes;
  McpHttpPending    *pending;

  GTask           *task;
  GCancellable    *cancellable;
  McpHttpExchange *exchange; /* (nullable): that runs */
  guint64          previous; /* the number of the one before; 0 at first */
  gint64           opened;   /* µs; 0 while none is open */
  gboolean         was_open;
  char            *last_id; /* (nullable) */
  gint64           retry;   /* ms */
  guint            n_failures;
  guint            n_cuts; /* resumptions in a row that broke and brought nothing */
  GSource         *timer;
  GSource         *cancel_source;
};

enum {
  PROP_0,
  PROP_OPEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static guint answered_signal;

G_DEFINE_FINAL_TYPE (McpHttpStream, mcp_http_stream, G_TYPE_OBJECT)

static void start_exchange (McpHttpStream *self);

static void
set_opened (McpHttpStream *self, gint64 opened)
{
  gboolean changed = (self->opened != 0) != (opened != 0);

  self->opened = opened;
  self->was_open = self->was_open || opened != 0;
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

/* @error: (nullable) (transfer full) */
static void
finish (McpHttpStream *self, GError *error)
{
  g_autoptr (McpHttpStream) alive = g_object_ref (self);
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->cancel_source);
  mcp_async_return (task, error);
  mcp_http_connection_end (self->connection, self->cancellable);
}

/* Waiting for the next try */

static gboolean
on_time (gpointer data)
{
  g_autoptr (McpHttpStream) self = g_object_ref (data);

  mcp_source_clear (&self->timer);
  start_exchange (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  McpHttpStream *self = data;

  if (self->timer != NULL)
    finish (self, mcp_error_new (MCP_ERROR_CANCELLED, "The exchange was cancelled"));
  return G_SOURCE_REMOVE;
}

static guint
get_delay (McpHttpStream *self)
{
  gint64 delay = CLAMP (self->retry, MCP_HTTP_MIN_RETRY, MCP_HTTP_MAX_RETRY);

  for (guint i = 1; i < self->n_failures && delay < MCP_HTTP_MAX_BACKOFF; i++)
    delay = MIN (2 * delay, MCP_HTTP_MAX_BACKOFF);
  return (guint)delay;
}

static void
wait_for_next (McpHttpStream *self)
{
  guint            delay = get_delay (self);
  g_autofree char *note =
      self->last_id != NULL
          ? g_strdup_printf ("The stream is resumed after event “%s” in %u ms", self->last_id,
                             delay)
          : g_strdup_printf ("The stream is opened again in %u ms", delay);

  mcp_http_connection_note (self->connection, self->previous, note);
  if (self->retry > MCP_HTTP_MAX_RETRY)
    mcp_http_connection_note (self->connection, self->previous,
                              "The server's “retry” is longer than anybody waits; it is cut");
  self->timer = mcp_source_new_timeout (delay, on_time, self);
}

/* After an exchange */

static gboolean
is_transient (const GError *error)
{
  if (error == NULL || g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST) ||
      g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED) ||
      g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    return TRUE;
  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_HTTP_STATUS))
    return FALSE;
  guint status = mcp_error_get_details (error)->http_status;
  return status == SOUP_STATUS_BAD_GATEWAY || status == SOUP_STATUS_SERVICE_UNAVAILABLE ||
         status == SOUP_STATUS_GATEWAY_TIMEOUT || status == 429;
}

/* Whether it can be put into a header as it stands; UTF-8 goes as it is (WHATWG). */
static gboolean
is_header_value (const char *id)
{
  for (; *id != '\0'; id++)
    if ((guchar)*id < 0x20 || *id == 0x7f)
      return FALSE;
  return TRUE;
}

/* Keeps what the exchange brought. Returns: whether it brought anything */
static gboolean
take_progress (McpHttpStream *self)
{
  const char *id = mcp_http_exchange_get_last_id (self->exchange);
  gint64      retry = mcp_http_exchange_get_retry (self->exchange);
  gint64      lived = self->opened != 0 ? g_get_monotonic_time () - self->opened : 0;
  gboolean    progress = mcp_http_exchange_get_n_events (self->exchange) > 0 ||
                      lived >= MCP_HTTP_STREAM_LIVED * G_GINT64_CONSTANT (1000);

  if (id != NULL && g_strcmp0 (id, self->last_id) != 0)
    {
      progress = TRUE;
      g_free (self->last_id);
      /* An empty id takes back the one before (WHATWG). */
      self->last_id = *id != '\0' && is_header_value (id) ? g_strdup (id) : NULL;
    }
  if (retry >= 0)
    self->retry = retry;
  return progress;
}

/* Keeps the details of @error (transfer full) (nullable) under a text of what that means for who
 * waits for the response. Returns: (transfer full) */
static GError *
make_lost (GError *error, const char *text)
{
  McpErrorDetails *details = mcp_error_get_details (error);
  GError          *lost = mcp_error_new (MCP_ERROR_CONNECTION_LOST, "%s", text);

  if (details != NULL)
    {
      mcp_error_get_details (lost)->http_status = details->http_status;
      mcp_error_get_details (lost)->url = g_strdup (details->url);
      mcp_error_get_details (lost)->evidence = g_strdup (details->evidence);
    }
  g_clear_error (&error);
  return lost;
}

/* @error: (transfer full): why the stream cannot be had again */
static void
give_up_resuming (McpHttpStream *self, GError *error)
{
  g_autofree char *text = NULL;

  if (self->previous == 0 || g_error_matches (error, MCP_ERROR, MCP_ERROR_SESSION_EXPIRED) ||
      g_error_matches (error, MCP_ERROR, MCP_ERROR_MESSAGE_TOO_LARGE) ||
      g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED) || self->message == NULL)
    {
      finish (self, error);
      return;
    }
  text = g_strdup_printf (CLOSED_EARLY ", and it could not be resumed: %s",
                          error != NULL ? error->message : "nothing more came of it");
  finish (self, make_lost (error, text));
}

/* @error: (nullable) (transfer full): of a stream that is not resumed */
static void
finish_unresumed (McpHttpStream *self, gboolean had_events, GError *error)
{
  g_autofree char *text = NULL;

  if (had_events && g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST) &&
      !mcp_http_pending_is_done (self->pending))
    {
      text = g_strdup_printf (CLOSED_EARLY ": %s", error->message);
      error = make_lost (error, text);
    }
  finish (self, error);
}

/* @error: (nullable) (transfer full) */
static void
judge_end (McpHttpStream *self, gboolean progress, gboolean had_events, GError *error)
{
  gboolean listens = self->message == NULL;
  gboolean first = self->previous == 0;
  gboolean cut = had_events && g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST);

  if (!listens && (mcp_http_pending_is_done (self->pending) || !self->resumes ||
                   (first && !had_events) || self->last_id == NULL))
    {
      finish_unresumed (self, had_events, error);
      return;
    }
  self->n_failures = progress ? 0 : self->n_failures;
  self->n_cuts = progress || !cut ? 0 : self->n_cuts + 1;
  if (!is_transient (error) || self->n_failures >= MCP_HTTP_MAX_RESUMPTIONS ||
      (!listens && self->n_cuts >= MCP_HTTP_MAX_CUTS))
    {
      give_up_resuming (self, error);
      return;
    }
  g_clear_error (&error);
  self->n_failures++;
  self->previous = mcp_http_exchange_get_number (self->exchange);
  wait_for_next (self);
}

static void
on_exchange_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpStream) self = data;
  g_autoptr (McpHttpExchange) exchange = NULL;
  GError *error = NULL;

  mcp_http_exchange_run_finish (MCP_HTTP_EXCHANGE (source), result, &error);
  gboolean progress = take_progress (self);
  set_opened (self, 0);
  if (g_cancellable_is_cancelled (self->cancellable))
    finish (self, error != NULL ? error
                                : mcp_error_new (MCP_ERROR_CANCELLED,
                                                 "The exchange was cancelled"));
  else
    judge_end (self, progress, mcp_http_exchange_has_events (self->exchange), error);
  exchange = g_steal_pointer (&self->exchange);
}

/* An exchange */

static void
on_answered (McpHttpExchange *exchange, guint status, SoupMessageHeaders *headers, gpointer data)
{
  McpHttpStream *self = data;

  if (mcp_http_exchange_get_status (exchange) == SOUP_STATUS_OK &&
      g_strcmp0 (soup_message_headers_get_content_type (headers, NULL), "text/event-stream") == 0)
    set_opened (self, g_get_monotonic_time ());
  if (self->previous == 0)
    g_signal_emit (self, answered_signal, 0, status, headers);
}

static gboolean
on_event (McpHttpExchange *exchange, const char *type, GBytes *data, gpointer user_data)
{
  McpHttpStream *self = user_data;

  if (g_str_equal (type, "message"))
    mcp_http_pending_watch (self->pending, data);
  return FALSE;
}

static void
start_exchange (McpHttpStream *self)
{
  gboolean posts = self->message != NULL && self->previous == 0;
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  McpHttpRequest request = {
    .method = posts ? SOUP_METHOD_POST : SOUP_METHOD_GET,
    .message = posts ? self->message : NULL,
    .in_session = self->in_session,
  };

  g_ptr_array_add (headers, g_strdup (posts ? "Accept: application/json, text/event-stream"
                                            : "Accept: text/event-stream"));
  for (gsize i = 0; self->headers != NULL && self->headers[i] != NULL; i++)
    g_ptr_array_add (headers, g_strdup (self->headers[i]));
  if (self->last_id != NULL)
    g_ptr_array_add (headers, g_strconcat ("Last-Event-ID: ", self->last_id, NULL));
  g_ptr_array_add (headers, NULL);
  request.headers = (const char *const *)headers->pdata;

  self->exchange = mcp_http_connection_make (self->connection, &request);
  g_signal_connect_object (self->exchange, "answered", G_CALLBACK (on_answered), self, 0);
  if (self->message != NULL)
    g_signal_connect_object (self->exchange, "event", G_CALLBACK (on_event), self, 0);
  mcp_http_connection_run_async (self->connection, self->exchange, self->cancellable,
                                 on_exchange_ended,
                                 g_object_ref (self));
}

static void
on_caller_cancelled (GCancellable *cancellable, gpointer own)
{
  g_cancellable_cancel (own);
}

void
mcp_http_stream_run_async (McpHttpStream      *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (self->task == NULL);

  self->task = mcp_async_begin (self, mcp_http_stream_run_async, cancellable, callback, user_data);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_caller_cancelled),
                             self->cancellable, 0);
  self->cancel_source = g_cancellable_source_new (self->cancellable);
  g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (on_cancelled), self, NULL);
  g_source_attach (self->cancel_source, g_task_get_context (self->task));
  mcp_http_connection_begin (self->connection, self->cancellable);
  start_exchange (self);
}

MCP_DEFINE_FINISH (mcp_http_stream_run_finish, McpHttpStream)

/* The object */

MCP_DEFINE_FINALIZE (McpHttpStream, mcp_http_stream)
{
  g_assert (self->task == NULL);
  g_object_unref (self->connection);
  g_clear_pointer (&self->message, g_bytes_unref);
  g_strfreev (self->headers);
  mcp_http_pending_free (self->pending);
  g_object_unref (self->cancellable);
  g_free (self->last_id);
}

static gboolean
is_open (McpHttpStream *self)
{
  return self->opened != 0;
}

MCP_DEFINE_CLASS (McpHttpStream, mcp_http_stream)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_OPEN] = { "open", G_TYPE_BOOLEAN, G_CALLBACK (is_open) },
  };

  object_class->finalize = mcp_http_stream_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  answered_signal = mcp_signal_new (klass, "answered", 2, G_TYPE_UINT, SOUP_TYPE_MESSAGE_HEADERS);
}

static void
mcp_http_stream_init (McpHttpStream *self)
{
  self->cancellable = g_cancellable_new ();
  self->retry = MCP_HTTP_RETRY;
}

McpHttpStream *
mcp_http_stream_new (McpHttpConnection *connection,
                     GBytes            *message,
                     const char *const *headers,
                     gboolean           in_session,
                     gboolean           resumes)
{
  McpHttpStream *self = g_object_new (MCP_TYPE_HTTP_STREAM, NULL);

  self->connection = g_object_ref (connection);
  self->message = message != NULL ? g_bytes_ref (message) : NULL;
  self->headers = g_strdupv ((char **)headers);
  self->in_session = in_session;
  self->resumes = resumes;
  self->pending = mcp_http_pending_new (message);
  return self;
}
