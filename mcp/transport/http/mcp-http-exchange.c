/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-exchange.h"

#include "mcp-async.h"
#include "mcp-object.h"
#include "mcp-uri.h"
#include "mcp-event-stray.h"
#include "mcp-http-body.h"
#include "mcp-http-greeting.h"
#include "mcp-http-headers.h"
#include "mcp-limits.h"
#include "mcp-source.h"

struct _McpHttpExchange
{
  GObject parent_instance;

  McpTransport *transport; /* borrowed */
  McpHttpRoute *route;
  const char   *method;
  GUri         *uri; /* of the current hop */
  char         *url; /* the same, for people */
  char        **headers;
  GBytes       *message;
  gboolean      in_session;
  gboolean      answered_elsewhere;

  McpHttpAuthorizer *authorizer; /* (nullable) */
  guint              refusals;

  guint64       number;
  GTask        *task;
  GCancellable *cancellable;
  GSource      *timer; /* (nullable): until it is connected; then until a refusal is read */
  gboolean      connected;
  gboolean      timed_out;
  GSource      *doubt;    /* (nullable): until the server is suspected to speak something else */
  char         *greeting; /* (nullable): it does */
  guint         redirects;

  SoupMessage    *soup_message; /* of the current hop */
  guint           status;
  McpHttpBodyKind kind;
  McpHttpBody    *body; /* (nullable): of the final response */
  gboolean        held;
};

enum {
  ANSWERED,
  EVENT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpHttpExchange, mcp_http_exchange, G_TYPE_OBJECT)

static void send_hop (McpHttpExchange *self);

static const McpTransportLimits *
get_limits (McpHttpExchange *self)
{
  return mcp_transport_get_limits (self->transport);
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

/* What the authorizer added. Returns: (transfer full) (nullable) */
static char **
dup_added_headers (McpHttpExchange *self)
{
  static const char *const names[] = { "Authorization", "DPoP" };
  SoupMessageHeaders      *sent = soup_message_get_request_headers (self->soup_message);

  if (self->authorizer == NULL)
    return NULL;
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char      *value = soup_message_headers_get_one (sent, names[i]);
      g_autofree char *line = value != NULL ? g_strconcat (names[i], ": ", value, NULL) : NULL;

      if (line != NULL)
        g_strv_builder_add (headers, line);
    }
  return g_strv_builder_end (headers);
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
  record->request_headers = dup_added_headers (self);
  emit_record (self, record);
}

/* What libsoup measured: µs, monotonic; 0 for what did not happen. */
static void
add_measures (McpHttpExchange *self, McpRecord *record)
{
  SoupMessageMetrics *metrics = soup_message_get_metrics (self->soup_message);
  McpRecordMeasures  *measures = &record->measures;

  measures->n_events = mcp_http_exchange_get_n_events (self);
  measures->is_stream = mcp_http_exchange_has_events (self);
  measures->received = self->body != NULL ? mcp_http_body_get_size (self->body) : 0;
  measures->sent = self->message != NULL ? g_bytes_get_size (self->message) : 0;
  if (metrics == NULL)
    return;
  measures->begun = (gint64)soup_message_metrics_get_fetch_start (metrics);
  measures->dns_begun = (gint64)soup_message_metrics_get_dns_start (metrics);
  measures->dns_ended = (gint64)soup_message_metrics_get_dns_end (metrics);
  measures->connect_begun = (gint64)soup_message_metrics_get_connect_start (metrics);
  measures->connect_ended = (gint64)soup_message_metrics_get_connect_end (metrics);
  measures->tls_begun = (gint64)soup_message_metrics_get_tls_start (metrics);
  measures->request_begun = (gint64)soup_message_metrics_get_request_start (metrics);
  measures->answer_begun = (gint64)soup_message_metrics_get_response_start (metrics);
  measures->wire_received = soup_message_metrics_get_response_body_bytes_received (metrics);
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

  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->doubt);
  if (self->body != NULL)
    mcp_http_body_stop (self->body);
  if (self->soup_message != NULL)
    add_measures (self, record);
  g_clear_object (&self->soup_message);

  record->note = error != NULL ? g_strdup (error->message) : NULL;
  record->cancelled = g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED);
  if (leftover != NULL && g_bytes_get_size (leftover) > 0)
    record->text = g_bytes_ref (leftover);
  emit_record (self, record);

  mcp_async_return (task, error);
}

static void
finish_cancelled (McpHttpExchange *self)
{
  if (self->greeting != NULL)
    finish (self, NULL, mcp_http_greeting_explain (self->greeting, self->uri));
  else if (self->timed_out)
    finish (self, NULL,
            mcp_error_new (MCP_ERROR_TIMED_OUT, "No connection to %s within %u.%u seconds",
                           g_uri_get_host (self->uri), get_limits (self)->connect_timeout / 1000,
                           get_limits (self)->connect_timeout % 1000 / 100));
  else
    finish (self, NULL, mcp_error_new (MCP_ERROR_CANCELLED, "The exchange was cancelled"));
}

static void
finish_failed (McpHttpExchange *self, const GError *error)
{
  g_autoptr (GError) explained =
      mcp_http_route_explain (self->route, self->soup_message, self->connected, error);

  if (g_cancellable_is_cancelled (self->cancellable) &&
      !g_error_matches (explained, MCP_ERROR, MCP_ERROR_CERTIFICATE_REFUSED) &&
      !g_error_matches (explained, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE))
    finish_cancelled (self);
  else
    finish (self, NULL, g_steal_pointer (&explained));
}

static void
finish_too_large (McpHttpExchange *self)
{
  finish (self, NULL,
          mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                         "The server's message is beyond the limit of %" G_GSIZE_FORMAT " bytes",
                         get_limits (self)->message_limit));
}

static McpHttpResponse
get_response (McpHttpExchange *self)
{
  return (McpHttpResponse){
    .url = self->url,
    .status = soup_message_get_status (self->soup_message),
    .reason = soup_message_get_reason_phrase (self->soup_message),
    .headers = soup_message_get_response_headers (self->soup_message),
    .sent = self->message,
    .in_session = self->in_session,
    .answered_elsewhere = self->answered_elsewhere,
    .listens = g_str_equal (self->method, SOUP_METHOD_GET),
  };
}

static void     ask_authorizer (McpHttpExchange *self);
static gboolean is_refused (McpHttpExchange *self);

static void
judge_body (McpHttpExchange *self)
{
  McpHttpResponse response = get_response (self);
  g_autoptr (GBytes) body = mcp_http_body_take (self->body);
  gboolean is_message;
  GError  *error = NULL;

  if (mcp_http_response_judge (&response, body, &is_message, &error) && is_message)
    {
      if (self->kind == MCP_HTTP_BODY_UNTYPED)
        emit_note (self, g_strdup ("The answer has no content type; it looks like JSON"));
      mcp_transport_emit_received (self->transport, body, self->number);
    }
  finish (self, is_message ? NULL : body, error);
}

/* The whole body is here, or as much of it as anybody wants. */
static void
finish_body (McpHttpExchange *self)
{
  if (is_refused (self))
    ask_authorizer (self);
  else
    judge_body (self);
}

/* @note: (transfer full) */
static void
emit_malformed (McpHttpExchange *self, GBytes *bytes, char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_MALFORMED);

  record->text = g_bytes_ref (bytes);
  record->note = note;
  emit_record (self, record);
}

/* Shows what came of an event that has not ended. Returns: (transfer full) (nullable): what it is;
 * @is_message: (out) */
static char *
show_rest (McpHttpExchange *self, gboolean *lost)
{
  g_autoptr (GBytes) rest = self->body != NULL ? mcp_http_body_take_rest (self->body) : NULL;
  char *what = rest != NULL ? mcp_event_stray_describe (rest, TRUE, lost) : NULL;

  if (what != NULL)
    emit_malformed (self, rest, g_strdup (what));
  return what;
}

void
mcp_http_exchange_show_rest (McpHttpExchange *self)
{
  gboolean         lost;
  g_autofree char *what = show_rest (self, &lost);
}

/* The stream ended in the middle of an event. A response that only lacks the blank line came whole:
 * no connection broke there. */
static void
finish_cut (McpHttpExchange *self)
{
  gboolean         lost = FALSE;
  g_autofree char *what = show_rest (self, &lost);

  if (what == NULL)
    finish (self, NULL,
            mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                           "The stream of events ended in the middle of one"));
  else if (lost && self->message != NULL && mcp_http_body_get_last_id (self->body) == NULL)
    finish (self, NULL,
            mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "The stream of events ended with %s", what));
  else
    finish (self, NULL,
            mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The stream of events ended with %s", what));
}

/* What clients pass over: what takes a message with it is a fault, the rest is a note. */
static void
show_stray (McpHttpExchange *self, GBytes *data)
{
  gboolean         lost;
  g_autofree char *what = mcp_event_stray_describe (data, FALSE, &lost);

  if (lost)
    emit_malformed (self, data, g_steal_pointer (&what));
  else
    emit_note (self, g_strdup_printf ("Passed over: %s", what));
}

static void
show_other_event (McpHttpExchange *self, const char *type, GBytes *data)
{
  gsize       size;
  const char *text = g_bytes_get_data (data, &size);

  if (mcp_event_stray_is_message (data))
    emit_malformed (self, data,
                    g_strdup_printf ("an event of the name “%.100s”, which clients pass over: "
                                     "messages are events named “message”, or without a name",
                                     type));
  else
    emit_note (self, g_strdup_printf ("An event of type “%.100s” was passed over: “%.*s”", type,
                                      (int)MIN (size, 120), text));
}

static void
on_event (const char *type, GBytes *data, gpointer user_data)
{
  McpHttpExchange *self = user_data;
  gboolean         handled = FALSE;

  if (type == NULL)
    {
      show_stray (self, data);
      return;
    }
  g_signal_emit (self, signals[EVENT], 0, type, data, &handled);
  if (handled)
    return;
  if (g_str_equal (type, "message"))
    mcp_transport_emit_received (self->transport, data, self->number);
  else
    show_other_event (self, type, data);
}

static void
on_body_ended (McpHttpBodyEnd how, const GError *error, gpointer user_data)
{
  McpHttpExchange *self = user_data;

  switch (how)
    {
    case MCP_HTTP_BODY_CUT:
      finish_cut (self);
      break;
    case MCP_HTTP_BODY_TOO_LARGE:
      finish_too_large (self);
      break;
    case MCP_HTTP_BODY_NO_MEMORY:
      finish (self, NULL, mcp_transport_new_memory_error (mcp_http_body_get_size (self->body)));
      break;
    case MCP_HTTP_BODY_FAILED:
    case MCP_HTTP_BODY_CANCELLED:
      if (is_refused (self) && !g_cancellable_is_cancelled (self->cancellable))
        ask_authorizer (self);
      else if (how == MCP_HTTP_BODY_FAILED)
        finish_failed (self, error);
      else
        finish_cancelled (self);
      break;
    case MCP_HTTP_BODY_WHOLE:
    default:
      if (self->kind == MCP_HTTP_BODY_EVENTS)
        finish (self, NULL, NULL);
      else
        finish_body (self);
      break;
    }
}

/* Credentials */

/* Whether the response is a refusal that the authorizer is to judge. */
static gboolean
is_refused (McpHttpExchange *self)
{
  /* What ends a session is not worth a sign-in. */
  if (self->authorizer == NULL || self->refusals >= MCP_HTTP_MAX_REFUSALS ||
      g_str_equal (self->method, SOUP_METHOD_DELETE))
    return FALSE;
  McpHttpResponse response = get_response (self);
  return response.status == SOUP_STATUS_UNAUTHORIZED ||
         (response.status == SOUP_STATUS_FORBIDDEN &&
          soup_message_headers_get_list (response.headers, "WWW-Authenticate") != NULL);
}

static void
emit_answered (McpHttpExchange *self)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->soup_message);

  self->status = soup_message_get_status (self->soup_message);
  g_signal_emit (self, signals[ANSWERED], 0, self->status, headers);
}

static void
on_refusal_judged (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpExchange) self = data;
  GError  *error = NULL;
  gboolean again =
      mcp_http_authorizer_refused_finish (MCP_HTTP_AUTHORIZER (source), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_error (&error);
      finish_cancelled (self);
    }
  else if (error != NULL)
    finish (self, NULL, error);
  else if (again)
    {
      emit_note (self, g_strdup ("The request is sent again with other credentials"));
      g_clear_object (&self->body);
      g_clear_object (&self->soup_message);
      send_hop (self);
    }
  else
    {
      emit_answered (self);
      judge_body (self);
    }
}

/* As much of the refusal as is wanted was read; its connection is free for others. */
static void
ask_authorizer (McpHttpExchange *self)
{
  SoupMessageHeaders *sent = soup_message_get_request_headers (self->soup_message);

  mcp_source_clear (&self->timer);
  self->refusals++;
  mcp_http_authorizer_refused_async (self->authorizer, self->refusals,
                                     soup_message_get_status (self->soup_message),
                                     soup_message_get_response_headers (self->soup_message),
                                     soup_message_headers_get_one (sent, "Authorization"),
                                     self->cancellable, on_refusal_judged, g_object_ref (self));
}

static void
on_caller_cancelled (GCancellable *cancellable, gpointer own)
{
  g_cancellable_cancel (own);
}

static gboolean
on_refusal_timeout (gpointer patience)
{
  g_cancellable_cancel (patience);
  return G_SOURCE_REMOVE;
}

/* A refusal whose body does not end is one all the same.
 * Returns: (transfer full): cancelled when nobody waits for the rest of the body */
static GCancellable *
limit_patience (McpHttpExchange *self)
{
  GCancellable *patience = g_cancellable_new ();

  g_signal_connect_object (self->cancellable, "cancelled", G_CALLBACK (on_caller_cancelled),
                           patience, 0);
  self->timer = mcp_source_new_timeout (MCP_HTTP_REFUSAL_BODY_TIMEOUT, on_refusal_timeout, NULL);
  g_source_set_callback (self->timer, on_refusal_timeout, g_object_ref (patience), g_object_unref);
  return patience;
}

/* The response's head */

/* Goes where the response points, if that keeps method, body and origin; else ends. */
static void
redirect (McpHttpExchange *self)
{
  McpHttpResponse  response = get_response (self);
  const char      *location = soup_message_headers_get_one (response.headers, "Location");
  g_autofree char *target = NULL;
  g_autoptr (GUri) uri = NULL;

  if (location != NULL)
    uri = g_uri_parse_relative (self->uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri != NULL)
    target = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO);
  if (uri == NULL || g_uri_get_host (uri) == NULL ||
      !mcp_uri_is_same_origin (self->uri, uri) ||
      (response.status != SOUP_STATUS_TEMPORARY_REDIRECT &&
       response.status != SOUP_STATUS_PERMANENT_REDIRECT) ||
      self->redirects >= MCP_HTTP_MAX_REDIRECTS)
    {
      finish (self, NULL,
              mcp_http_response_new_redirect_error (&response, target, self->redirects));
      return;
    }

  self->redirects++;
  emit_note (self, g_strdup_printf ("The redirect to %s is followed", target));
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
  g_autoptr (GCancellable) patience = NULL;
  g_autoptr (GError) error = NULL;

  g_autoptr (GInputStream) stream = mcp_http_route_send_finish (source, result, &error);
  mcp_source_clear (&self->timer);
  if (stream == NULL)
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
  if (!self->connected)
    {
      /* The response to CONNECT, where there is no tunnel. */
      finish (self, NULL, mcp_http_route_explain_proxy (self->route, self->soup_message));
      return;
    }
  McpHttpResponse response = get_response (self);
  if (SOUP_STATUS_IS_REDIRECTION (response.status) && response.status != SOUP_STATUS_NOT_MODIFIED)
    {
      g_clear_object (&stream);
      redirect (self);
      return;
    }
  self->kind = mcp_http_response_get_body_kind (&response);
  if (is_refused (self))
    {
      patience = limit_patience (self);
    }
  else
    {
      if (self->authorizer != NULL)
        mcp_http_authorizer_answered (self->authorizer, response.status, response.headers);
      emit_answered (self);
    }
  self->body = mcp_http_body_new (stream, self->kind, get_limits (self)->message_limit,
                                  patience != NULL ? patience : self->cancellable);
  g_clear_object (&stream); /* the body's alone: letting go of it frees the connection */
  mcp_http_body_hold (self->body, self->held);
  mcp_http_body_read (self->body, on_event, on_body_ended, self);
}

/* The request */

static void
on_greeting (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpExchange) self = data;
  g_autofree char *greeting = mcp_http_greeting_read_finish (result);

  if (greeting == NULL || self->task == NULL || !mcp_http_route_is_doubtful (self->route))
    return;
  self->greeting = g_steal_pointer (&greeting);
  g_cancellable_cancel (self->cancellable);
}

static gboolean
on_doubt (gpointer data)
{
  McpHttpExchange *self = data;

  g_clear_pointer (&self->doubt, g_source_unref);
  if (mcp_http_route_is_doubtful (self->route))
    mcp_http_greeting_read_async (self->uri, self->cancellable, on_greeting, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
on_starting (SoupMessage *message, gpointer data)
{
  McpHttpExchange *self = data;

  self->connected = TRUE;
  mcp_source_clear (&self->timer);
  if (self->doubt == NULL && mcp_http_route_is_doubtful (self->route) &&
      g_str_equal (g_uri_get_scheme (self->uri), "http"))
    self->doubt = mcp_source_new_timeout (MCP_HTTP_DOUBT, on_doubt, self);
}

static gboolean
on_connect_timeout (gpointer data)
{
  McpHttpExchange *self = data;

  self->timed_out = TRUE;
  mcp_source_clear (&self->timer);
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
send_signed (McpHttpExchange *self)
{
  self->soup_message = soup_message_new_from_uri (self->method, self->uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (self->soup_message);
  if (self->message != NULL)
    soup_message_set_request_body_from_bytes (self->soup_message, "application/json",
                                              self->message);
  mcp_http_headers_apply ((const char *const *)self->headers, headers);
  if (self->authorizer != NULL)
    mcp_http_authorizer_sign (self->authorizer, self->method, self->uri, headers);
  g_signal_connect_object (self->soup_message, "starting", G_CALLBACK (on_starting), self, 0);

  self->connected = FALSE;
  if (get_limits (self)->connect_timeout > 0)
    {
      self->timer = mcp_source_new_timeout (get_limits (self)->connect_timeout,
                                            on_connect_timeout, self);
    }
  mcp_http_route_send_async (self->route, self->soup_message, self->cancellable, on_answered,
                             g_object_ref (self));
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpExchange) self = data;
  GError  *error = NULL;
  gboolean prepared =
      mcp_http_authorizer_prepare_finish (MCP_HTTP_AUTHORIZER (source), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_error (&error);
      finish_cancelled (self);
    }
  else if (prepared)
    send_signed (self);
  else
    finish (self, NULL, error);
}

static void
send_hop (McpHttpExchange *self)
{
  if (self->authorizer == NULL || mcp_http_authorizer_is_ready (self->authorizer))
    send_signed (self);
  else
    mcp_http_authorizer_prepare_async (self->authorizer, self->cancellable, on_prepared,
                                       g_object_ref (self));
}

void
mcp_http_exchange_run_async (McpHttpExchange    *self,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_return_if_fail (self->number == 0);

  self->task = mcp_async_begin (self, mcp_http_exchange_run_async, cancellable, callback,
                                user_data);
  self->number = mcp_record_next_exchange ();
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_caller_cancelled),
                             self->cancellable, 0);
  emit_started (self);
  send_hop (self);
}

MCP_DEFINE_FINISH (mcp_http_exchange_run_finish, McpHttpExchange)

void
mcp_http_exchange_hold (McpHttpExchange *self, gboolean hold)
{
  if (self->held == hold)
    return;
  self->held = hold;
  if (self->body != NULL)
    mcp_http_body_hold (self->body, hold);
}

MCP_DEFINE_PLAIN_GETTER (guint64, McpHttpExchange, mcp_http_exchange, number)
MCP_DEFINE_PLAIN_GETTER (guint, McpHttpExchange, mcp_http_exchange, status)

gboolean
mcp_http_exchange_has_events (McpHttpExchange *self)
{
  return self->body != NULL && self->kind == MCP_HTTP_BODY_EVENTS;
}

guint
mcp_http_exchange_get_n_events (McpHttpExchange *self)
{
  return self->body != NULL ? mcp_http_body_get_n_events (self->body) : 0;
}

const char *
mcp_http_exchange_get_last_id (McpHttpExchange *self)
{
  return self->body != NULL ? mcp_http_body_get_last_id (self->body) : NULL;
}

gint64
mcp_http_exchange_get_retry (McpHttpExchange *self)
{
  return self->body != NULL ? mcp_http_body_get_retry (self->body) : -1;
}

/* The object */

MCP_DEFINE_FINALIZE (McpHttpExchange, mcp_http_exchange)
{
  g_assert (self->task == NULL);
  mcp_http_route_unref (self->route);
  g_clear_object (&self->authorizer);
  g_clear_object (&self->body);
  g_object_unref (self->cancellable);
  g_uri_unref (self->uri);
  g_free (self->url);
  g_free (self->greeting);
  g_strfreev (self->headers);
  g_clear_pointer (&self->message, g_bytes_unref);
}

static void
mcp_http_exchange_class_init (McpHttpExchangeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_http_exchange_finalize;

  signals[ANSWERED] = mcp_signal_new (klass, "answered", 2, G_TYPE_UINT, SOUP_TYPE_MESSAGE_HEADERS);
  signals[EVENT] = g_signal_new ("event", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                 g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 2,
                                 G_TYPE_STRING, G_TYPE_BYTES);
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
  self->route = mcp_http_route_ref (request->route);
  self->method = request->method;
  self->uri = g_uri_ref (request->uri);
  self->url = g_uri_to_string_partial (request->uri, G_URI_HIDE_USERINFO);
  self->headers = g_strdupv ((char **)request->headers);
  self->message = request->message != NULL ? g_bytes_ref (request->message) : NULL;
  self->in_session = request->in_session;
  self->answered_elsewhere = request->answered_elsewhere;
  self->authorizer = request->authorizer != NULL ? g_object_ref (request->authorizer) : NULL;
  return self;
}
