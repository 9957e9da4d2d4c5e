/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-fetch.h"

#include "mcp-error.h"
#include "mcp-json-memory.h"
#include "mcp-object.h"
#include "mcp-transport.h"
#include "mcp-http-headers.h"
#include "mcp-http-route.h"
#include "mcp-source.h"
#include "mcp-uri.h"

#include <string.h>

#define PIECE_BYTES (64u * 1024u)

/* Origins whose connections are kept; beyond it all are let go. */
#define MAX_ROUTES 16

/* What came */

struct _McpHttpFetched
{
  gatomicrefcount     ref_count;
  char               *url;
  guint               status;
  char               *reason;
  SoupMessageHeaders *found;
  char              **headers;
  char               *content_type; /* (nullable) */
  GBytes             *body;
};

McpHttpFetched *
mcp_http_fetched_ref (McpHttpFetched *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_http_fetched_unref (McpHttpFetched *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->url);
  g_free (self->reason);
  soup_message_headers_unref (self->found);
  g_strfreev (self->headers);
  g_free (self->content_type);
  g_bytes_unref (self->body);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpFetched, mcp_http_fetched, url)
MCP_DEFINE_PLAIN_GETTER (guint, McpHttpFetched, mcp_http_fetched, status)
MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpFetched, mcp_http_fetched, reason)

const char *const *
mcp_http_fetched_get_headers (McpHttpFetched *self)
{
  return (const char *const *)self->headers;
}

const char *
mcp_http_fetched_get_header (McpHttpFetched *self, const char *name)
{
  const char *value = soup_message_headers_get_list (self->found, name);

  return value != NULL && g_utf8_validate (value, -1, NULL) ? value : NULL;
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpHttpFetched, mcp_http_fetched, content_type)
MCP_DEFINE_PLAIN_GETTER (GBytes *, McpHttpFetched, mcp_http_fetched, body)

/* Asking */

struct _McpHttpFetch
{
  GObject parent_instance;

  McpHttpOptions          *options; /* (nullable) */
  McpHttpFetchAllow        allow;
  McpHttpFetchAllowAddress allow_address; /* (nullable) */
  gpointer                 user_data;
  GHashTable              *routes; /* origin → McpHttpRoute */
};

G_DEFINE_FINAL_TYPE (McpHttpFetch, mcp_http_fetch, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (McpHttpFetch, mcp_http_fetch)

typedef struct
{
  McpHttpFetchRequest request; /* what it points to is held below */
  char              **headers;
  char               *content_type;
  GUri               *uri; /* of the current hop */
  guint               redirects;
  GByteArray         *body;
  McpHttpRoute       *route;
  SoupMessage        *message;
  GInputStream       *stream;
  GCancellable       *cancellable; /* the deadline's too */
  GSource            *deadline;
  gboolean            timed_out;
  gboolean            connected;
  GError             *refused; /* (nullable): the address that it led to may not be asked */
} Job;

static void send_hop (GTask *task);

static void
job_free (gpointer data)
{
  Job *job = data;

  mcp_source_clear (&job->deadline);
  g_strfreev (job->headers);
  g_free (job->content_type);
  g_clear_pointer (&job->request.body, g_bytes_unref);
  g_clear_pointer (&job->uri, g_uri_unref);
  g_byte_array_unref (job->body);
  g_clear_object (&job->stream);
  g_clear_object (&job->message);
  g_clear_pointer (&job->route, mcp_http_route_unref);
  g_clear_object (&job->cancellable);
  g_clear_error (&job->refused);
  g_free (job);
}

MCP_DEFINE_FINALIZE (McpHttpFetch, mcp_http_fetch)
{
  g_hash_table_unref (self->routes);
  g_clear_pointer (&self->options, mcp_http_options_unref);
}

static void
mcp_http_fetch_init (McpHttpFetch *self)
{
  /* Not closed: a request that is under way holds its own. */
  self->routes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify)mcp_http_route_unref);
}

McpHttpFetch *
mcp_http_fetch_new (McpHttpOptions          *options,
                    McpHttpFetchAllow        allow,
                    McpHttpFetchAllowAddress allow_address,
                    gpointer                 user_data)
{
  McpHttpFetch *self = g_object_new (MCP_TYPE_HTTP_FETCH, NULL);

  self->options = options != NULL ? mcp_http_options_ref (options) : NULL;
  self->allow = allow;
  self->allow_address = allow_address;
  self->user_data = user_data;
  return self;
}

/* @error: (transfer full) (nullable) */
static void
fail (GTask *task, GError *error)
{
  Job        *job = g_task_get_task_data (task);
  const char *host = job->uri != NULL ? g_uri_get_host (job->uri) : "";

  if (job->refused != NULL)
    {
      g_clear_error (&error);
      error = g_steal_pointer (&job->refused);
    }
  else if (job->timed_out)
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_TIMED_OUT, "%s did not answer within %u.%u seconds", host,
                             job->request.deadline_ms / 1000,
                             job->request.deadline_ms % 1000 / 100);
    }
  else if (g_cancellable_is_cancelled (job->cancellable) &&
           !g_error_matches (error, MCP_ERROR, MCP_ERROR_CERTIFICATE_REFUSED) &&
           !g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE))
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled");
    }
  g_task_return_error (task, error);
}

static void
fail_on_the_way (GTask *task, const GError *error)
{
  Job *job = g_task_get_task_data (task);

  fail (task, mcp_http_route_explain (job->route, job->message, job->connected, error));
}

static void
return_fetched (GTask *task)
{
  Job            *job = g_task_get_task_data (task);
  McpHttpFetched *fetched = g_new0 (McpHttpFetched, 1);
  const char     *reason = soup_message_get_reason_phrase (job->message);

  g_atomic_ref_count_init (&fetched->ref_count);
  fetched->url = g_uri_to_string_partial (job->uri, G_URI_HIDE_USERINFO);
  fetched->status = soup_message_get_status (job->message);
  if (reason == NULL || *reason == '\0')
    reason = soup_status_get_phrase (fetched->status);
  fetched->reason = g_utf8_make_valid (reason, -1);
  fetched->found =
      soup_message_headers_ref (soup_message_get_response_headers (job->message));
  fetched->headers = mcp_http_headers_list (fetched->found);
  if (soup_message_headers_get_content_type (fetched->found, NULL) != NULL)
    fetched->content_type =
        g_ascii_strdown (soup_message_headers_get_content_type (fetched->found, NULL), -1);
  fetched->body = g_byte_array_free_to_bytes (g_steal_pointer (&job->body));
  job->body = g_byte_array_new ();
  g_task_return_pointer (task, fetched, (GDestroyNotify)mcp_http_fetched_unref);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) piece =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);
  gsize size = piece != NULL ? g_bytes_get_size (piece) : 0;

  if (piece == NULL)
    {
      fail_on_the_way (task, error);
      return;
    }
  if (size == 0)
    {
      return_fetched (task);
      return;
    }
  if (size > job->request.max_bytes - job->body->len)
    {
      fail (task, mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                                 "The response of %s is larger than %" G_GSIZE_FORMAT " bytes",
                                 g_uri_get_host (job->uri), job->request.max_bytes));
      return;
    }
  if (!mcp_json_memory_has_room (job->body->len + size))
    {
      fail (task, mcp_transport_new_memory_error (job->body->len + size));
      return;
    }
  g_byte_array_append (job->body, g_bytes_get_data (piece, NULL), (guint)size);
  g_input_stream_read_bytes_async (job->stream, PIECE_BYTES, G_PRIORITY_DEFAULT, job->cancellable,
                                   on_read, g_object_ref (task));
}

static gboolean
is_http (GUri *uri)
{
  return uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0' &&
         (g_str_equal (g_uri_get_scheme (uri), "http") ||
          g_str_equal (g_uri_get_scheme (uri), "https"));
}

/* Credentials are for the origin that they were given for. */
static void
drop_credentials (Job *job)
{
  static const char *const secret[] = { "Authorization:", "Cookie:", "DPoP:" };
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();

  for (guint i = 0; job->headers != NULL && job->headers[i] != NULL; i++)
    {
      gboolean drop = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (secret); j++)
        drop |= g_ascii_strncasecmp (job->headers[i], secret[j], strlen (secret[j])) == 0;
      if (!drop)
        g_strv_builder_add (kept, job->headers[i]);
    }
  g_strfreev (job->headers);
  job->headers = g_strv_builder_end (kept);
}

/* Returns: whether the response led on */
static gboolean
follow (GTask *task)
{
  Job          *job = g_task_get_task_data (task);
  McpHttpFetch *self = g_task_get_source_object (task);
  guint         status = soup_message_get_status (job->message);
  const char   *location = soup_message_headers_get_one (
        soup_message_get_response_headers (job->message), "Location");
  GError *error = NULL;

  if (!SOUP_STATUS_IS_REDIRECTION (status) || location == NULL ||
      job->request.max_redirects == 0 || !g_str_equal (job->request.method, SOUP_METHOD_GET))
    return FALSE;
  g_autoptr (GUri) next = g_uri_parse_relative (job->uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  if (!is_http (next) || job->redirects++ >= job->request.max_redirects)
    {
      fail (task, mcp_error_new (MCP_ERROR_REDIRECTED, "%s redirects %s", g_uri_get_host (job->uri),
                                 is_http (next) ? "again and again" : "to no address of HTTP"));
      return TRUE;
    }
  if (!self->allow (job->uri, next, self->user_data, &error))
    {
      fail (task, error);
      return TRUE;
    }
  if (!mcp_uri_is_same_origin (job->uri, next))
    drop_credentials (job);
  g_uri_unref (job->uri);
  job->uri = g_steal_pointer (&next);
  g_clear_object (&job->stream);
  g_clear_object (&job->message);
  send_hop (task);
  return TRUE;
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  job->stream = mcp_http_route_send_finish (source, result, &error);
  if (job->stream == NULL)
    {
      fail_on_the_way (task, error);
      return;
    }
  if (!job->connected)
    {
      fail (task, mcp_http_route_explain_proxy (job->route, job->message));
      return;
    }
  if (follow (task))
    return;
  g_input_stream_read_bytes_async (job->stream, PIECE_BYTES, G_PRIORITY_DEFAULT, job->cancellable,
                                   on_read, g_object_ref (task));
}

/* Behind the connection, before the request: a name may lead anywhere. */
static void
on_starting (SoupMessage *message, gpointer user_data)
{
  GTask          *task = user_data;
  Job            *job = g_task_get_task_data (task);
  McpHttpFetch   *self = g_task_get_source_object (task);
  GSocketAddress *address = soup_message_get_remote_address (message);

  job->connected = TRUE;
  /* A proxy of the system is one of GIO's own kind. */
  if (self->allow_address == NULL || !G_IS_INET_SOCKET_ADDRESS (address) ||
      G_IS_PROXY_ADDRESS (address) || !mcp_http_route_is_direct (job->route))
    return;
  if (!self->allow_address (
          g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)), job->uri,
          self->user_data, &job->refused))
    g_cancellable_cancel (job->cancellable);
}

static McpHttpRoute *
find_route (McpHttpFetch *self, GUri *uri, GError **error)
{
  g_autofree char *origin =
      g_strdup_printf ("%s://%s:%d", g_uri_get_scheme (uri), g_uri_get_host (uri),
                       g_uri_get_port (uri));
  McpHttpRoute *route = g_hash_table_lookup (self->routes, origin);

  if (route != NULL)
    return route;
  if (g_hash_table_size (self->routes) >= MAX_ROUTES)
    g_hash_table_remove_all (self->routes);
  route = mcp_http_route_new (uri, self->options, error);
  if (route != NULL)
    g_hash_table_insert (self->routes, g_steal_pointer (&origin), route);
  return route;
}

static void
send_hop (GTask *task)
{
  Job          *job = g_task_get_task_data (task);
  McpHttpFetch *self = g_task_get_source_object (task);
  GError       *error = NULL;
  McpHttpRoute *route = find_route (self, job->uri, &error);

  if (route == NULL)
    {
      fail (task, error);
      return;
    }
  g_clear_pointer (&job->route, mcp_http_route_unref);
  job->route = mcp_http_route_ref (route);
  job->message = soup_message_new_from_uri (job->request.method, job->uri);
  job->connected = FALSE;
  SoupMessageHeaders *headers = soup_message_get_request_headers (job->message);
  mcp_http_headers_apply ((const char *const *)job->headers, headers);
  if (job->request.body != NULL)
    soup_message_set_request_body_from_bytes (job->message, job->content_type, job->request.body);
  g_signal_connect_object (job->message, "starting", G_CALLBACK (on_starting), task, 0);
  mcp_http_route_send_async (job->route, job->message, job->cancellable, on_answered,
                             g_object_ref (task));
}

static gboolean
on_deadline (gpointer data)
{
  Job *job = data;

  job->timed_out = TRUE;
  mcp_source_clear (&job->deadline);
  g_cancellable_cancel (job->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_outer_cancelled (GCancellable *outer, GCancellable *inner)
{
  g_cancellable_cancel (inner);
}

static gboolean
begin (McpHttpFetch *self, Job *job, const char *url, GError **error)
{
  job->uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  if (!is_http (job->uri))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "“%s” is no address of HTTP", url));
      return FALSE;
    }
  return mcp_http_headers_check ((const char *const *)job->headers, error) &&
         self->allow (NULL, job->uri, self->user_data, error);
}

void
mcp_http_fetch_send_async (McpHttpFetch              *self,
                           const McpHttpFetchRequest *request,
                           GCancellable              *cancellable,
                           GAsyncReadyCallback        callback,
                           gpointer                   user_data)
{
  GError *error = NULL;

  g_return_if_fail (MCP_IS_HTTP_FETCH (self));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, mcp_http_fetch_send_async);
  Job *job = g_new0 (Job, 1);
  job->request = *request;
  job->headers = g_strdupv ((char **)request->headers);
  job->content_type = g_strdup (request->content_type);
  if (request->body != NULL)
    g_bytes_ref (request->body);
  job->body = g_byte_array_new ();
  job->cancellable = g_cancellable_new ();
  g_task_set_task_data (task, job, job_free);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_outer_cancelled),
                             job->cancellable, 0);
  if (g_cancellable_is_cancelled (cancellable))
    g_cancellable_cancel (job->cancellable);
  if (g_cancellable_is_cancelled (cancellable) || !begin (self, job, request->url, &error))
    {
      fail (task, error);
      return;
    }
  job->deadline = mcp_source_new_timeout (request->deadline_ms, on_deadline, job);
  send_hop (task);
}

MCP_DEFINE_FINISH_POINTER (mcp_http_fetch_send_finish, McpHttpFetch, McpHttpFetched)
