/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-probe.h"

#include "mcp-http-greeting.h"
#include "mcp-http-headers.h"
#include "mcp-http-route.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-source.h"

#include <string.h>

#define READ_SIZE 4096

typedef struct
{
  McpHttpRoute         *route;
  SoupMessage          *message;
  McpHttpProbeResponse *response;
  GInputStream         *stream;
  GByteArray           *body;
  GCancellable         *cancellable; /* of this one; the caller's cancels it */
  GCancellable         *outer;       /* (nullable) */
  gulong                outer_handler;
  GSource              *grace;    /* (nullable) */
  GSource              *doubt;    /* (nullable): until it is suspected to speak something else */
  char                 *greeting; /* (nullable): it does */
} Probe;

void
mcp_http_probe_response_free (McpHttpProbeResponse *response)
{
  g_free (response->reason);
  g_free (response->content_type);
  g_free (response->challenge);
  g_free (response->location);
  g_free (response->session_id);
  g_strfreev (response->headers);
  g_free (response->body);
  g_free (response);
}

static void
probe_free (gpointer data)
{
  Probe *self = data;

  mcp_source_clear (&self->grace);
  mcp_source_clear (&self->doubt);
  g_free (self->greeting);
  if (self->outer != NULL)
    g_cancellable_disconnect (self->outer, self->outer_handler);
  g_clear_object (&self->outer);
  g_clear_object (&self->stream);
  g_clear_pointer (&self->response, mcp_http_probe_response_free);
  if (self->message != NULL)
    g_signal_handlers_disconnect_by_data (self->message, self);
  g_clear_pointer (&self->route, mcp_http_route_close);
  g_clear_object (&self->message);
  g_byte_array_unref (self->body);
  g_object_unref (self->cancellable);
  g_free (self);
}

static char *
dup_header (SoupMessageHeaders *headers, const char *name)
{
  const char *value = soup_message_headers_get_list (headers, name);

  return value != NULL ? g_utf8_make_valid (value, -1) : NULL;
}

static McpHttpProbeResponse *
new_response (SoupMessage *message)
{
  SoupMessageHeaders   *headers = soup_message_get_response_headers (message);
  McpHttpProbeResponse *response = g_new0 (McpHttpProbeResponse, 1);
  const char           *type = soup_message_headers_get_content_type (headers, NULL);
  const char           *reason = soup_message_get_reason_phrase (message);

  response->status = soup_message_get_status (message);
  response->reason = g_utf8_make_valid (reason != NULL ? reason : "", -1);
  response->content_type = type != NULL ? g_ascii_strdown (type, -1) : NULL;
  response->challenge = dup_header (headers, "WWW-Authenticate");
  response->location = dup_header (headers, "Location");
  response->session_id = dup_header (headers, "Mcp-Session-Id");
  response->headers = mcp_http_headers_list (headers);
  return response;
}

static void
succeed (GTask *task)
{
  Probe *self = g_task_get_task_data (task);

  self->response->body = self->body->len > 0 ? g_utf8_make_valid ((const char *)self->body->data,
                                                                  self->body->len)
                                             : g_strdup ("");
  g_task_return_pointer (task, g_steal_pointer (&self->response),
                         (GDestroyNotify)mcp_http_probe_response_free);
}

static void read_more (GTask *task);

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Probe *self = g_task_get_task_data (task);
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes != NULL && g_bytes_get_size (bytes) > 0)
    {
      g_byte_array_append (self->body, g_bytes_get_data (bytes, NULL),
                           (guint)g_bytes_get_size (bytes));
      /* The first event of a stream says what kind it is. */
      if (self->body->len < MCP_HTTP_PROBE_BODY_LIMIT &&
          (self->grace == NULL || memmem (self->body->data, self->body->len, "\n\n", 2) == NULL))
        {
          read_more (g_steal_pointer (&task));
          return;
        }
    }
  if (g_cancellable_is_cancelled (self->outer))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "It was stopped"));
  else
    succeed (task); /* also where it broke: what came is what there is to see */
}

/* Takes over @task. */
static void
read_more (GTask *task)
{
  Probe *self = g_task_get_task_data (task);

  g_input_stream_read_bytes_async (self->stream, READ_SIZE, G_PRIORITY_DEFAULT, self->cancellable,
                                   on_read, task);
}

static gboolean
on_grace_over (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static void
on_greeting (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Probe           *self = g_task_get_task_data (task);
  g_autofree char *greeting = mcp_http_greeting_read_finish (result);

  if (greeting == NULL || self->response != NULL || g_task_get_completed (task))
    return;
  self->greeting = g_steal_pointer (&greeting);
  g_cancellable_cancel (self->cancellable);
}

static gboolean
on_doubt (gpointer data)
{
  GTask *task = data;
  Probe *self = g_task_get_task_data (task);
  GUri  *uri = soup_message_get_uri (self->message);

  g_clear_pointer (&self->doubt, g_source_unref);
  if (mcp_http_route_is_doubtful (self->route) &&
      g_str_equal (g_uri_get_scheme (uri), "http"))
    mcp_http_greeting_read_async (uri, self->cancellable, on_greeting, g_object_ref (task));
  return G_SOURCE_REMOVE;
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Probe *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  mcp_source_clear (&self->doubt);
  self->stream = mcp_http_route_send_finish (source, result, &error);
  if (self->stream == NULL)
    {
      if (g_cancellable_is_cancelled (self->outer))
        g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "It was stopped"));
      else if (self->greeting != NULL)
        g_task_return_error (task,
                             mcp_http_greeting_explain (self->greeting,
                                                        soup_message_get_uri (self->message)));
      else
        g_task_return_error (task,
                             mcp_http_route_explain (self->route, self->message, FALSE, error));
      return;
    }
  self->response = new_response (self->message);
  if (g_strcmp0 (self->response->content_type, "text/event-stream") == 0)
    {
      self->grace = mcp_source_new_timeout (MCP_HTTP_PROBE_STREAM_GRACE, on_grace_over,
                                            self->cancellable);
    }
  read_more (g_steal_pointer (&task));
}

static void
on_outer_cancelled (GCancellable *outer, GCancellable *inner)
{
  g_cancellable_cancel (inner);
}

static SoupMessage *
new_message (const McpHttpProbeRequest *request)
{
  SoupMessage        *message = soup_message_new_from_uri (request->method, request->uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  if (request->body != NULL)
    {
      g_autoptr (GBytes) body = g_bytes_new (request->body, strlen (request->body));

      soup_message_set_request_body_from_bytes (message, "application/json", body);
    }
  mcp_http_headers_apply (request->headers, headers);
  return message;
}

void
mcp_http_probe_run_async (const McpHttpProbeRequest *request,
                          GCancellable              *cancellable,
                          GAsyncReadyCallback        callback,
                          gpointer                   user_data)
{
  GTask  *task = g_task_new (NULL, NULL, callback, user_data);
  Probe  *self = g_new0 (Probe, 1);
  GError *error = NULL;

  g_task_set_source_tag (task, mcp_http_probe_run_async);
  self->body = g_byte_array_new ();
  self->cancellable = g_cancellable_new ();
  g_task_set_task_data (task, self, probe_free);
  self->route = mcp_http_route_new (request->uri, request->options, &error);
  if (self->route == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_handler =
          g_cancellable_connect (cancellable, G_CALLBACK (on_outer_cancelled),
                                 g_object_ref (self->cancellable), g_object_unref);
    }
  self->message = new_message (request);
  self->doubt = mcp_source_new_timeout (MCP_HTTP_DOUBT, on_doubt, task);
  mcp_http_route_send_async (self->route, self->message, self->cancellable, on_sent, task);
}

MCP_DEFINE_FINISH_ALONE (mcp_http_probe_run_finish, McpHttpProbeResponse)
