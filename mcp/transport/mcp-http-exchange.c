/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-exchange.h"

#include "mcp-byte-buffer.h"
#include "mcp-event-framer.h"
#include "mcp-http-address.h"
#include "mcp-http-answer.h"
#include "mcp-http-headers.h"
#include "mcp-limits.h"

struct _McpHttpExchange
{
  GObject parent_instance;

  McpTransport *transport; /* borrowed */
  SoupSession  *session;
  const char   *method;
  GUri         *uri; /* of the current hop */
  char         *url; /* the same, for people */
  char        **headers;
  GBytes       *message;
  gsize         message_limit;
  guint         connect_timeout;
  gboolean      in_session;

  guint64       number;
  GTask        *task;
  GCancellable *cancellable;
  GSource      *connect_timer;
  gboolean      connected;
  gboolean      timed_out;
  guint         redirects;

  SoupMessage    *soup_message; /* of the current hop */
  GInputStream   *stream;
  McpHttpBodyKind kind;
  McpByteBuffer   body;
  McpEventFramer *events;
  gboolean        reading;
  gboolean        at_end;
  gboolean        held;
  GSource        *resume; /* goes on delivering, or notices a cancellation */
};

enum {
  ANSWERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpHttpExchange, mcp_http_exchange, G_TYPE_OBJECT)

static void send_hop (McpHttpExchange *self);
static void go_on (McpHttpExchange *self);

static void
clear_source (GSource **source)
{
  if (*source == NULL)
    return;
  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/* Records */

static void
emit_record (McpHttpExchange *self, McpRecord *record)
{
  record->exchange = self->number;
  mcp_transport_emit_record (self->transport, record);
}

static void
emit_note (McpHttpExchange *self, char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_NOTE);

  record->note = note;
  emit_record (self, record);
}

static void
emit_started (McpHttpExchange *self)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);

  record->method = g_strdup (self->method);
  record->url = g_strdup (self->url);
  record->request_headers = g_strdupv (self->headers);
  record->text = self->message != NULL ? g_bytes_ref (self->message) : NULL;
  emit_record (self, record);
}

static void
emit_headers (McpHttpExchange *self)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_HEADERS);

  record->method = g_strdup (self->method);
  record->url = g_strdup (self->url);
  record->status = (int)soup_message_get_status (self->soup_message);
  record->response_headers =
      mcp_http_headers_list (soup_message_get_response_headers (self->soup_message));
  emit_record (self, record);
}

/* Ending */

/* @error: (nullable) (transfer full)
 * @leftover: (nullable): a body that was no message */
static void
finish (McpHttpExchange *self, GBytes *leftover, GError *error)
{
  g_autoptr (McpHttpExchange) alive = g_object_ref (self);
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_ENDED);
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  clear_source (&self->connect_timer);
  clear_source (&self->resume);
  /* Letting go of the stream is what frees the connection; cancelling a read does not. */
  g_clear_object (&self->stream);
  g_clear_object (&self->soup_message);
  mcp_byte_buffer_clear (&self->body);
  g_clear_pointer (&self->events, mcp_event_framer_free);

  record->note = error != NULL ? g_strdup (error->message) : NULL;
  if (leftover != NULL && g_bytes_get_size (leftover) > 0)
    record->text = g_bytes_ref (leftover);
  emit_record (self, record);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
finish_cancelled (McpHttpExchange *self)
{
  if (self->timed_out)
    finish (self, NULL,
            mcp_error_new (MCP_ERROR_TIMED_OUT, "No connection to %s within %u.%u seconds",
                           g_uri_get_host (self->uri), self->connect_timeout / 1000,
                           self->connect_timeout % 1000 / 100));
  else
    finish (self, NULL, mcp_error_new (MCP_ERROR_CANCELLED, "The exchange was cancelled"));
}

static void
finish_failed (McpHttpExchange *self, const GError *error)
{
  GTlsCertificateFlags certificate =
      soup_message_get_tls_peer_certificate_errors (self->soup_message);

  if (g_cancellable_is_cancelled (self->cancellable))
    finish_cancelled (self);
  else
    finish (self, NULL, mcp_http_explain_failure (self->uri, self->connected, certificate, error));
}

static void
finish_too_large (McpHttpExchange *self)
{
  finish (self, NULL,
          mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                         "The server's message is beyond the limit of %" G_GSIZE_FORMAT " bytes",
                         self->message_limit));
}

static McpHttpAnswer
get_answer (McpHttpExchange *self)
{
  return (McpHttpAnswer){
    .url = self->url,
    .status = soup_message_get_status (self->soup_message),
    .reason = soup_message_get_reason_phrase (self->soup_message),
    .headers = soup_message_get_response_headers (self->soup_message),
    .sent = self->message,
    .in_session = self->in_session,
  };
}

/* The whole body is here, or as much of it as anybody wants. */
static void
finish_body (McpHttpExchange *self)
{
  McpHttpAnswer answer = get_answer (self);
  gsize         size = mcp_byte_buffer_get_size (&self->body);
  g_autoptr (GBytes) body = size > 0 ? mcp_byte_buffer_take (&self->body, size, 0)
                                     : g_bytes_new_static ("", 0);
  gboolean is_message;
  GError  *error = NULL;

  if (mcp_http_answer_judge (&answer, body, &is_message, &error) && is_message)
    {
      if (self->kind == MCP_HTTP_BODY_UNTYPED)
        emit_note (self, g_strdup ("The answer has no content type; it looks like JSON"));
      mcp_transport_emit_received (self->transport, body, self->number);
    }
  finish (self, is_message ? NULL : body, error);
}

static void
finish_events (McpHttpExchange *self)
{
  GError *error = NULL;

  if (mcp_event_framer_finish (self->events))
    error = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                           "The stream of events ended in the middle of one");
  finish (self, NULL, error);
}

/* The body */

static gboolean
on_resume (gpointer data)
{
  g_autoptr (McpHttpExchange) self = g_object_ref (data);

  clear_source (&self->resume);
  go_on (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled_while_held (GCancellable *cancellable, gpointer data)
{
  return on_resume (data);
}

static void
attach_resume (McpHttpExchange *self, GSource *source, GSourceFunc function)
{
  clear_source (&self->resume);
  self->resume = source;
  g_source_set_priority (source, MCP_READ_PRIORITY);
  g_source_set_callback (source, function, self, NULL);
  g_source_attach (source, g_task_get_context (self->task));
}

/* Hands out whole events. Returns: whether that was all and more may be read */
static gboolean
deliver_events (McpHttpExchange *self)
{
  gint64 deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;

  while (!self->held && !g_cancellable_is_cancelled (self->cancellable))
    {
      g_autoptr (GBytes) data = NULL;
      g_autofree char *type = NULL;

      if (g_get_monotonic_time () >= deadline)
        {
          attach_resume (self, g_idle_source_new (), on_resume);
          return FALSE;
        }
      switch (mcp_event_framer_next (self->events, &type, &data))
        {
        case MCP_EVENT_NONE:
          return TRUE;
        case MCP_EVENT_TOO_LARGE:
          finish_too_large (self);
          return FALSE;
        case MCP_EVENT_WHOLE:
        default:
          break;
        }
      if (g_str_equal (type, "message"))
        mcp_transport_emit_received (self->transport, data, self->number);
      else
        emit_note (self, g_strdup_printf ("An event of type “%s” was passed over", type));
    }
  return TRUE;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpExchange) self = data;
  g_autoptr (GError) error = NULL;
  gssize count = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  self->reading = FALSE;
  if (count < 0)
    {
      finish_failed (self, error);
      return;
    }
  self->at_end = count == 0;
  if (self->kind == MCP_HTTP_BODY_EVENTS)
    mcp_event_framer_commit (self->events, (gsize)count);
  else
    mcp_byte_buffer_commit (&self->body, (gsize)count);
  go_on (self);
}

static void
read_more (McpHttpExchange *self)
{
  guint8 *place = self->kind == MCP_HTTP_BODY_EVENTS
                      ? mcp_event_framer_reserve (self->events)
                      : mcp_byte_buffer_reserve (&self->body, MCP_READ_SIZE);

  self->reading = TRUE;
  g_input_stream_read_async (self->stream, place, MCP_READ_SIZE, MCP_READ_PRIORITY,
                             self->cancellable, on_read, g_object_ref (self));
}

static gboolean
check_body_size (McpHttpExchange *self)
{
  gsize size = mcp_byte_buffer_get_size (&self->body);

  if (self->kind == MCP_HTTP_BODY_MESSAGE || self->kind == MCP_HTTP_BODY_UNTYPED)
    {
      if (size <= self->message_limit)
        return TRUE;
      finish_too_large (self);
      return FALSE;
    }
  if (size <= MCP_HTTP_ERROR_BODY_LIMIT)
    return TRUE;
  finish_body (self); /* nobody wants to see more of it */
  return FALSE;
}

/* After anything that may have let the body advance. */
static void
go_on (McpHttpExchange *self)
{
  if (self->task == NULL || self->stream == NULL || self->reading)
    return;
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      finish_cancelled (self);
      return;
    }
  if (self->held)
    {
      attach_resume (self, g_cancellable_source_new (self->cancellable),
                     G_SOURCE_FUNC (on_cancelled_while_held));
      return;
    }

  if (self->kind == MCP_HTTP_BODY_EVENTS)
    {
      if (!deliver_events (self) || self->task == NULL)
        return;
      if (self->held || g_cancellable_is_cancelled (self->cancellable))
        go_on (self);
      else if (self->at_end)
        finish_events (self);
      else
        read_more (self);
    }
  else if (check_body_size (self))
    {
      if (self->at_end)
        finish_body (self);
      else
        read_more (self);
    }
}

/* The answer's head */

/* Goes where the answer points, if that keeps method, body and origin; else ends. */
static void
redirect (McpHttpExchange *self)
{
  McpHttpAnswer    answer = get_answer (self);
  const char      *location = soup_message_headers_get_one (answer.headers, "Location");
  g_autofree char *target = NULL;
  g_autoptr (GUri) uri = NULL;

  if (location != NULL)
    uri = g_uri_parse_relative (self->uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri != NULL)
    target = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
  if (uri == NULL || g_uri_get_host (uri) == NULL ||
      !mcp_http_address_is_same_origin (self->uri, uri) ||
      (answer.status != SOUP_STATUS_TEMPORARY_REDIRECT &&
       answer.status != SOUP_STATUS_PERMANENT_REDIRECT) ||
      self->redirects >= MCP_HTTP_MAX_REDIRECTS)
    {
      finish (self, NULL, mcp_http_answer_new_redirect_error (&answer, target, self->redirects));
      return;
    }

  self->redirects++;
  emit_note (self, g_strdup_printf ("The redirect to %s is followed", target));
  g_clear_object (&self->stream);
  g_clear_object (&self->soup_message);
  g_clear_pointer (&self->uri, g_uri_unref);
  self->uri = g_uri_parse (target, SOUP_HTTP_URI_FLAGS, NULL);
  g_free (self->url);
  self->url = g_steal_pointer (&target);
  send_hop (self);
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpExchange) self = data;
  g_autoptr (GError) error = NULL;
  McpHttpAnswer answer;

  self->stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);
  clear_source (&self->connect_timer);
  if (self->stream == NULL)
    {
      finish_failed (self, error);
      return;
    }
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      finish_cancelled (self);
      return;
    }

  emit_headers (self);
  answer = get_answer (self);
  if (SOUP_STATUS_IS_REDIRECTION (answer.status) && answer.status != SOUP_STATUS_NOT_MODIFIED)
    {
      redirect (self);
      return;
    }
  g_signal_emit (self, signals[ANSWERED], 0, answer.status, answer.headers);
  self->kind = mcp_http_answer_get_body_kind (&answer);
  if (self->kind == MCP_HTTP_BODY_EVENTS)
    self->events = mcp_event_framer_new (self->message_limit);
  go_on (self);
}

/* The request */

static void
on_starting (SoupMessage *message, gpointer data)
{
  McpHttpExchange *self = data;

  self->connected = TRUE;
  clear_source (&self->connect_timer);
}

static gboolean
on_connect_timeout (gpointer data)
{
  McpHttpExchange *self = data;

  self->timed_out = TRUE;
  clear_source (&self->connect_timer);
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
send_hop (McpHttpExchange *self)
{
  SoupMessageHeaders *headers;

  self->soup_message = soup_message_new_from_uri (self->method, self->uri);
  soup_message_add_flags (self->soup_message, SOUP_MESSAGE_NO_REDIRECT);
  headers = soup_message_get_request_headers (self->soup_message);
  if (self->message != NULL)
    soup_message_set_request_body_from_bytes (self->soup_message, "application/json",
                                              self->message);
  mcp_http_headers_apply ((const char *const *)self->headers, headers);
  g_signal_connect_object (self->soup_message, "starting", G_CALLBACK (on_starting), self, 0);

  self->connected = FALSE;
  if (self->connect_timeout > 0)
    {
      self->connect_timer = g_timeout_source_new (self->connect_timeout);
      g_source_set_callback (self->connect_timer, on_connect_timeout, self, NULL);
      g_source_attach (self->connect_timer, g_task_get_context (self->task));
    }
  soup_session_send_async (self->session, self->soup_message, G_PRIORITY_DEFAULT,
                           self->cancellable, on_answered, g_object_ref (self));
}

static void
on_caller_cancelled (GCancellable *cancellable, gpointer own)
{
  g_cancellable_cancel (own);
}

void
mcp_http_exchange_run_async (McpHttpExchange    *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (self->number == 0);

  self->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->task, mcp_http_exchange_run_async);
  g_task_set_check_cancellable (self->task, FALSE);
  self->number = mcp_record_next_exchange ();
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_caller_cancelled),
                             self->cancellable, 0);
  emit_started (self);
  send_hop (self);
}

gboolean
mcp_http_exchange_run_finish (McpHttpExchange *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
mcp_http_exchange_cancel (McpHttpExchange *self)
{
  g_cancellable_cancel (self->cancellable);
}

void
mcp_http_exchange_hold (McpHttpExchange *self, gboolean hold)
{
  if (self->held == hold)
    return;
  self->held = hold;
  if (self->task == NULL || self->stream == NULL || self->reading)
    return;
  if (!hold)
    attach_resume (self, g_idle_source_new (), on_resume);
}

static void
mcp_http_exchange_finalize (GObject *object)
{
  McpHttpExchange *self = MCP_HTTP_EXCHANGE (object);

  g_assert (self->task == NULL);
  g_object_unref (self->session);
  g_object_unref (self->cancellable);
  g_uri_unref (self->uri);
  g_free (self->url);
  g_strfreev (self->headers);
  g_clear_pointer (&self->message, g_bytes_unref);

  G_OBJECT_CLASS (mcp_http_exchange_parent_class)->finalize (object);
}

static void
mcp_http_exchange_class_init (McpHttpExchangeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_http_exchange_finalize;

  signals[ANSWERED] = g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT,
                                    SOUP_TYPE_MESSAGE_HEADERS);
}

static void
mcp_http_exchange_init (McpHttpExchange *self)
{
  self->cancellable = g_cancellable_new ();
}

McpHttpExchange *
mcp_http_exchange_new (McpTransport *transport, const McpHttpRequest *request)
{
  McpHttpExchange *self = g_object_new (MCP_TYPE_HTTP_EXCHANGE, NULL);

  self->transport = transport;
  self->session = g_object_ref (request->session);
  self->method = request->method;
  self->uri = g_uri_ref (request->uri);
  self->url = g_uri_to_string_partial (request->uri, G_URI_HIDE_USERINFO);
  self->headers = g_strdupv ((char **)request->headers);
  self->message = request->message != NULL ? g_bytes_ref (request->message) : NULL;
  self->message_limit = request->message_limit;
  self->connect_timeout = request->connect_timeout;
  self->in_session = request->in_session;
  return self;
}
