/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-client.h"

#include "mcp-async.h"
#include "mcp-error.h"
#include "mcp-http-route.h"
#include "mcp-limits.h"
#include "mcp-model-post.h"
#include "mcp-model-scripted.h"
#include "mcp-model-stream.h"
#include "mcp-object.h"
#include "mcp-source.h"
#include "mcp-uri.h"

#include <string.h>

/* ms before a request is tried again where the provider says nothing, doubled with each try; by a
 * quarter more or less, so that many do not come back together. */
#define FIRST_WAIT 500u
#define LONGEST_WAIT 8000u
#define JITTER 0.25

struct _McpModelClient
{
  GObject parent_instance;

  McpModelProvider *provider;
  McpHttpOptions   *options; /* (nullable) */
  McpHttpRoute     *route;   /* (nullable): until something is sent */
  guint             idle_timeout;
  gboolean          is_elsewhere; /* nothing was at the base, and a model at the other URL */
  GHashTable       *seen;         /* requests to a script: digest → how often */
};

G_DEFINE_FINAL_TYPE (McpModelClient, mcp_model_client, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (McpModelClient, mcp_model_client)

/* One request, with all of its tries */
typedef struct
{
  McpModelWatch     watch;
  char             *model;
  char             *url;
  char             *other_url; /* (nullable): where it is tried if there is nothing */
  gboolean          is_other;  /* it is tried there */
  char            **headers;   /* with the key */
  int               key_index;
  char             *key; /* (nullable) */
  GBytes           *body;
  McpModelScripted *scripted; /* (nullable): what says it, in place of a server */
  guint             n_tries;
  GSource          *wait;      /* (nullable): until the next one */
  gulong            cancelled; /* handler */

  /* Of this try */
  McpModelExchange *exchange;
  McpModelStream   *stream;     /* (nullable): where the response is one */
  GByteArray       *error_body; /* where it is none */
  char             *location;   /* (nullable) */
  guint             n_events;   /* that were told of, of all tries */

  /* What comes of it */
  McpModelTurn    *turn;    /* (nullable) */
  McpModelFailure *failure; /* (nullable) */
  GError          *error;   /* (nullable) */
} Call;

static void start_try (GTask *task);

static void
clear_try (Call *call)
{
  g_clear_pointer (&call->exchange, mcp_model_exchange_unref);
  g_clear_pointer (&call->stream, mcp_model_stream_free);
  g_clear_pointer (&call->error_body, g_byte_array_unref);
  g_clear_pointer (&call->location, g_free);
  g_clear_pointer (&call->turn, mcp_model_turn_unref);
  g_clear_pointer (&call->failure, mcp_model_failure_unref);
  g_clear_error (&call->error);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  clear_try (call);
  mcp_source_clear (&call->wait);
  g_free (call->model);
  g_free (call->url);
  g_free (call->other_url);
  g_strfreev (call->headers);
  g_free (call->key);
  g_clear_pointer (&call->body, g_bytes_unref);
  g_clear_pointer (&call->scripted, mcp_model_scripted_free);
  g_free (call);
}

/* Ending */

/* The turn and the failure stay with the call until they are fetched. */
static void
finish (GTask *task)
{
  Call         *call = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  mcp_source_clear (&call->wait);
  if (call->cancelled > 0)
    g_cancellable_disconnect (cancellable, call->cancelled);
  call->cancelled = 0;
  mcp_async_return (task, g_steal_pointer (&call->error));
}

/* Trying again */

static gboolean
may_retry (McpModelClient *self, Call *call)
{
  /* Once anything was told of, another try would tell it twice. */
  if (call->n_tries >= MCP_MODEL_MAX_TRIES || call->n_events > 0)
    return FALSE;
  if (call->failure != NULL)
    return call->failure->may_retry && call->failure->wait <= MCP_MODEL_MAX_WAIT;
  if (g_error_matches (call->error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST))
    return TRUE;
  /* Where nothing listens on this machine, nothing will in a second. */
  g_autoptr (GUri) uri = g_uri_parse (self->provider->base, SOUP_HTTP_URI_FLAGS, NULL);
  return g_error_matches (call->error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED) && uri != NULL &&
         !mcp_uri_is_loopback (uri);
}

static guint
choose_wait (Call *call)
{
  double wait = FIRST_WAIT;

  if (call->failure != NULL && call->failure->wait >= 0)
    return (guint)call->failure->wait;
  for (guint i = 1; i < call->n_tries && wait < LONGEST_WAIT; i++)
    wait *= 2;
  return (guint)(MIN (wait, LONGEST_WAIT) * g_random_double_range (1 - JITTER, 1 + JITTER));
}

static gboolean
on_waited (gpointer data)
{
  GTask *task = data;
  Call  *call = g_task_get_task_data (task);

  g_object_ref (task);
  mcp_source_clear (&call->wait);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      g_clear_error (&call->error);
      call->error = mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled");
      finish (task);
    }
  else
    start_try (task);
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

/* Nobody waits any more. */
static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Call *call = data;

  if (call->wait != NULL)
    g_source_set_ready_time (call->wait, 0);
}

static void
retry_later (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  guint wait = choose_wait (call);

  if (call->watch.again != NULL)
    call->watch.again (call->n_tries + 1, wait, call->error, call->watch.user_data);
  call->wait = mcp_source_new_timeout (wait, on_waited, NULL);
  g_source_set_callback (call->wait, on_waited, g_object_ref (task), g_object_unref);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    on_cancelled (NULL, call);
}

/* Many an address is given without the version of the API that is behind it, as in the SDKs of
 * Anthropic and Google. */
static gboolean
is_nothing_there (const Call *call)
{
  return call->other_url != NULL && call->failure != NULL &&
         call->failure->fault != MCP_MODEL_FAULT_MODEL &&
         (call->failure->status == SOUP_STATUS_NOT_FOUND ||
          call->failure->status == SOUP_STATUS_METHOD_NOT_ALLOWED);
}

static void
try_elsewhere (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_free (call->url);
  call->url = g_steal_pointer (&call->other_url);
  call->is_other = TRUE;
  start_try (task);
}

/* A try's end */

static void
take_redirect (Call *call)
{
  g_autofree char *target = g_utf8_make_valid (call->location != NULL ? call->location : "", -1);

  call->error = mcp_error_new (MCP_ERROR_REDIRECTED,
                               "The provider redirects to “%s” (%u), and nothing is sent there. If "
                               "that address is right, enter it as the provider's base",
                               target, call->exchange->status);
  mcp_error_get_details (call->error)->http_status = call->exchange->status;
  mcp_error_get_details (call->error)->url = g_steal_pointer (&target);
}

static void
explain_failure (Call *call)
{
  if (call->key != NULL)
    mcp_model_failure_mask (call->failure, call->key);
  g_clear_error (&call->error);
  call->error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "%s", call->failure->message);
  mcp_error_get_details (call->error)->http_status = call->failure->status;
}

/* @error: (transfer full) (nullable): of the way there and back */
static void
take_outcome (Call *call, GError *error)
{
  gboolean is_redirect = SOUP_STATUS_IS_REDIRECTION (call->exchange->status);

  if (call->stream != NULL)
    {
      /* What is told of the way says more than that the stream is not whole. */
      call->turn = mcp_model_stream_finish (call->stream, error != NULL, &call->failure,
                                            error == NULL ? &call->error : NULL);
      g_free (call->turn->asked);
      call->turn->asked = g_strdup (call->model);
      /* All that counts had come. */
      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_LOST) &&
          call->turn->stop != MCP_MODEL_STOP_CUT)
        g_clear_error (&error);
      if (error != NULL)
        call->error = error;
    }
  else if (call->exchange->status == 0 || is_redirect ||
           g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      call->error = error;
      if (error == NULL && is_redirect)
        take_redirect (call);
    }
  else
    {
      /* The status counts, also where the body did not come to its end. */
      g_clear_error (&error);
      call->failure = mcp_model_failure_new_for_body (
          call->exchange->status, (const char *const *)call->exchange->response_headers,
          call->error_body->data, call->error_body->len);
    }
}

static void
hand_on_exchange (Call *call)
{
  call->exchange->error = call->error != NULL ? g_strdup (call->error->message) : NULL;
  call->exchange->cancelled = g_error_matches (call->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  if (call->watch.exchange != NULL)
    call->watch.exchange (call->exchange, call->watch.user_data);
}

static void
end_try (GTask *task)
{
  McpModelClient *self = g_task_get_source_object (task);
  Call           *call = g_task_get_task_data (task);

  if (call->failure != NULL)
    explain_failure (call);
  if (call->error != NULL && call->turn != NULL && call->turn->blocks->len == 0)
    g_clear_pointer (&call->turn, mcp_model_turn_unref);
  hand_on_exchange (call);
  self->is_elsewhere |= call->is_other && SOUP_STATUS_IS_SUCCESSFUL (call->exchange->status);
  if (call->error != NULL && is_nothing_there (call))
    try_elsewhere (task);
  else if (call->error != NULL && may_retry (self, call))
    retry_later (task);
  else
    finish (task);
}

static void
on_posted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  mcp_model_post_finish (result, &error);
  take_outcome (g_task_get_task_data (task), error);
  end_try (task);
}

static void
on_scripted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Call *call = g_task_get_task_data (task);

  mcp_model_scripted_send_finish (result, &call->turn, &call->failure, &call->error);
  g_free (call->turn->asked);
  call->turn->asked = g_strdup (call->model);
  end_try (task);
}

/* A try */

static void
on_event (const McpModelEvent *event, gpointer data)
{
  Call *call = data;

  if (call->exchange->first_event == 0)
    call->exchange->first_event = g_get_monotonic_time ();
  call->n_events++;
  if (call->watch.event != NULL)
    call->watch.event (event, call->watch.user_data);
}

static void
on_answered (guint status, SoupMessageHeaders *headers, gpointer data)
{
  GTask          *task = data;
  Call           *call = g_task_get_task_data (task);
  McpModelClient *self = g_task_get_source_object (task);

  if (SOUP_STATUS_IS_SUCCESSFUL (status))
    call->stream =
        mcp_model_stream_new (self->provider, soup_message_headers_get_content_type (headers, NULL),
                              on_event, call);
  else
    call->error_body = g_byte_array_new ();
  call->location = g_strdup (soup_message_headers_get_one (headers, "Location"));
}

static gboolean
on_bytes (const void *bytes, gsize length, gpointer data)
{
  Call *call = g_task_get_task_data (data);

  if (call->stream != NULL)
    return mcp_model_stream_push (call->stream, bytes, length);
  g_byte_array_append (call->error_body, bytes, (guint)length);
  return call->error_body->len < MCP_HTTP_ERROR_BODY_LIMIT;
}

static void
start_try (GTask *task)
{
  static const McpModelPostClass klass = { on_answered, on_bytes };
  Call                          *call = g_task_get_task_data (task);
  McpModelClient                *self = g_task_get_source_object (task);

  clear_try (call);
  call->exchange =
      mcp_model_exchange_new (call->url, (const char *const *)call->headers, call->key_index,
                              self->provider->variable, call->body);
  call->exchange->number_of_try = ++call->n_tries;
  if (call->scripted != NULL)
    {
      mcp_model_scripted_send_async (call->scripted, self->seen, call->exchange, self->idle_timeout,
                                     on_event, call, g_task_get_cancellable (task), on_scripted,
                                     g_object_ref (task));
      return;
    }
  mcp_model_post_async (self->route, call->exchange, (const char *const *)call->headers,
                        MCP_HTTP_CONNECT_TIMEOUT, self->idle_timeout, &klass, task,
                        g_task_get_cancellable (task), on_posted, g_object_ref (task));
}

/* The request */

/* Connections are kept for the next request. */
static gboolean
make_route (McpModelClient *self, const char *url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";

  if ((!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https")) ||
      g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "The base of “%s” must begin with https:// or "
                                               "http://, and a host",
                                               self->provider->title));
      return FALSE;
    }
  if (self->route == NULL)
    self->route = mcp_http_route_new (uri, self->options, error);
  return self->route != NULL;
}

void
mcp_model_client_send_async (McpModelClient        *self,
                             const McpModelRequest *request,
                             const char            *key,
                             const McpModelWatch   *watch,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_MODEL_CLIENT (self));
  g_return_if_fail (request->provider == self->provider);

  /* What came before it was cancelled is handed on. */
  task = mcp_async_begin (self, mcp_model_client_send_async, cancellable, callback, user_data);
  Call *call = g_new0 (Call, 1);
  g_task_set_task_data (task, call, call_free);
  if (watch != NULL)
    call->watch = *watch;
  call->model = g_strdup (request->model);
  call->other_url = mcp_model_request_dup_other_url (request);
  call->url = self->is_elsewhere ? g_steal_pointer (&call->other_url)
                                 : mcp_model_request_dup_url (request);
  if (self->provider->script != NULL)
    call->scripted = mcp_model_scripted_new (request);
  if (call->scripted != NULL || make_route (self, call->url, &call->error))
    call->headers = mcp_model_request_dup_headers (request, key, &call->key_index, &call->error);
  if (call->headers == NULL)
    {
      finish (task);
      return;
    }
  call->key = g_strstrip (g_strdup (key != NULL ? key : ""));
  call->body = mcp_model_request_build (request);
  if (cancellable != NULL)
    call->cancelled =
        g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), call, NULL);
  start_try (task);
}

gboolean
mcp_model_client_send_finish (McpModelClient   *self,
                              GAsyncResult     *result,
                              McpModelTurn    **turn,
                              McpModelFailure **failure,
                              GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  Call *call = g_task_get_task_data (G_TASK (result));
  *turn = g_steal_pointer (&call->turn);
  if (failure != NULL)
    *failure = g_steal_pointer (&call->failure);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The object */

MCP_DEFINE_PLAIN_GETTER (McpModelProvider *, McpModelClient, mcp_model_client, provider)

void
mcp_model_client_set_idle_timeout (McpModelClient *self, guint idle_timeout)
{
  self->idle_timeout = idle_timeout;
}

MCP_DEFINE_FINALIZE (McpModelClient, mcp_model_client)
{
  g_clear_pointer (&self->route, mcp_http_route_close);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  g_hash_table_unref (self->seen);
  mcp_model_provider_unref (self->provider);
}

static void
mcp_model_client_init (McpModelClient *self)
{
  self->idle_timeout = MCP_MODEL_IDLE_TIMEOUT;
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

McpModelClient *
mcp_model_client_new (McpModelProvider *provider, McpHttpOptions *options)
{
  McpModelClient *self = g_object_new (MCP_TYPE_MODEL_CLIENT, NULL);

  self->provider = mcp_model_provider_ref (provider);
  self->options = options != NULL ? mcp_http_options_ref (options) : NULL;
  return self;
}
