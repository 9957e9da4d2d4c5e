/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-http-server.h"

#include <stdlib.h>
#include <string.h>

#define ANSWER "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

void
test_http_answer (SoupServerMessage *message, int status, const char *type, const char *body)
{
  soup_server_message_set_status (message, (guint)status, NULL);
  if (type != NULL)
    soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, body, strlen (body));
  else
    soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_COPY,
                              body, strlen (body));
}

static void
add_header (SoupServerMessage *message, const char *name, const char *value)
{
  soup_message_headers_append (soup_server_message_get_response_headers (message), name, value);
}

static void
begin_stream (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
}

/* One chunk of HTTP for every few bytes, so that they arrive at odd places. */
static void
dribble (SoupServerMessage *message, const char *text, gsize step)
{
  SoupMessageBody *body = soup_server_message_get_response_body (message);

  begin_stream (message);
  for (gsize at = 0; at < strlen (text); at += step)
    soup_message_body_append (body, SOUP_MEMORY_COPY, text + at, MIN (step, strlen (text + at)));
  soup_message_body_complete (body);
}

static void
keep_waiting (TestHttpServer *self, SoupServerMessage *message)
{
  g_ptr_array_add (self->waiting, g_object_ref (message));
}

void
test_http_answer_events (SoupServerMessage *message, const char *text)
{
  dribble (message, text, 7);
}

guint
test_http_open_events (TestHttpServer *self, SoupServerMessage *message, const char *text)
{
  keep_waiting (self, message);
  begin_stream (message);
  if (*text != '\0')
    soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_COPY,
                              text, strlen (text));
  return self->waiting->len - 1;
}

static void
serve_session (TestHttpServer *self, SoupServerMessage *message)
{
  const char *id = soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                                 "Mcp-Session-Id");

  if (soup_server_message_get_method (message) == SOUP_METHOD_DELETE)
    {
      if (self->delete_status > 0)
        test_http_answer (message, self->delete_status, "text/plain", "");
      else
        keep_waiting (self, message), soup_server_message_pause (message);
    }
  else if (id == NULL)
    {
      add_header (message, "Mcp-Session-Id", "session-7");
      test_http_answer (message, 200, "application/json", ANSWER);
    }
  else if (self->expired)
    {
      test_http_answer (message, 404, "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"gone\"}}");
    }
  else
    {
      add_header (message, "Mcp-Session-Id", "another");
      test_http_answer (message, 202, "text/plain", "");
    }
}

static void
serve_failure (SoupServerMessage *message, const char *path)
{
  if (g_str_equal (path, "/fail/401"))
    {
      add_header (message, "WWW-Authenticate", "Bearer resource_metadata=\"https://a/b\"");
      add_header (message, "WWW-Authenticate", "Basic realm=\"x\"");
      test_http_answer (message, 401, "application/json", "{\"error\":\"invalid_token\"}");
    }
  else if (g_str_equal (path, "/fail/403-challenge"))
    {
      add_header (message, "WWW-Authenticate", "Bearer error=\"insufficient_scope\"");
      test_http_answer (message, 403, "text/plain", "scope");
    }
  else if (g_str_equal (path, "/fail/html"))
    {
      test_http_answer (message, 500, "text/html; charset=utf-8", "<html>\xff<h1>Oops</h1></html>");
    }
  else if (g_str_equal (path, "/fail/rpc"))
    {
      test_http_answer (message, 400, "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"bad\"}}");
    }
  else if (g_str_equal (path, "/fail/rpc-no-id"))
    {
      test_http_answer (message, 400, "application/json",
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"bad\"}}");
    }
  else if (g_str_equal (path, "/fail/session"))
    {
      if (soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                        "Mcp-Session-Id") == NULL)
        {
          add_header (message, "Mcp-Session-Id", "short-lived");
          test_http_answer (message, 200, "application/json", ANSWER);
        }
      else
        test_http_answer (message, 400, "application/json",
                          "{\"jsonrpc\":\"2.0\",\"id\":\"server-error\",\"error\":{\"code\":-32000,"
                          "\"message\":\"Bad Request: No valid Session ID provided\"}}");
    }
  else
    {
      test_http_answer (message, atoi (strrchr (path, '/') + 1), "text/plain", "no");
    }
}

static void
serve_redirect (TestHttpServer *self, SoupServerMessage *message, const char *path)
{
  g_autofree char *other = NULL;

  if (g_str_equal (path, "/redirect/loop"))
    soup_server_message_set_redirect (message, 307, "/redirect/loop");
  else if (g_str_equal (path, "/redirect/307"))
    soup_server_message_set_redirect (message, 307, "/json");
  else if (g_str_equal (path, "/redirect/308"))
    soup_server_message_set_redirect (message, 308, "/redirect/307");
  else if (g_str_equal (path, "/redirect/302"))
    soup_server_message_set_redirect (message, 302, "/json");
  else if (g_str_equal (path, "/redirect/nowhere"))
    soup_server_message_set_status (message, 307, NULL);
  else
    {
      other = g_strdup_printf ("http://localhost:%s/json", strrchr (self->base, ':') + 1);
      soup_server_message_set_redirect (message, 307, other);
    }
}

static void
on_request (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           data)
{
  TestHttpServer        *self = data;
  SoupMessageBody       *body = soup_server_message_get_request_body (message);
  SoupMessageHeaders    *headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  SoupMessageHeadersIter iter;
  const char            *name;
  const char            *value;
  GSocketAddress        *address;
  gint64                 now = g_get_monotonic_time ();

  soup_message_headers_iter_init (&iter, soup_server_message_get_request_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    soup_message_headers_append (headers, name, value);
  g_ptr_array_add (self->headers, headers);
  address = soup_server_message_get_remote_address (message);
  if (G_IS_INET_SOCKET_ADDRESS (address))
    g_hash_table_add (self->ports, GUINT_TO_POINTER (g_inet_socket_address_get_port (
                                       G_INET_SOCKET_ADDRESS (address))));
  g_ptr_array_add (self->requests,
                   g_strdup_printf ("%s %s", soup_server_message_get_method (message), path));
  g_ptr_array_add (self->bodies, g_strndup (body->data != NULL ? body->data : "",
                                            (gsize)body->length));

  g_array_append_val (self->times, now);

  if (self->handler != NULL)
    self->handler (self, message, self->handler_data);
  else if (g_str_equal (path, "/json"))
    test_http_answer (message, 200, "application/json; charset=utf-8", ANSWER);
  else if (g_str_equal (path, "/array"))
    test_http_answer (message, 200, "Application/JSON", "[" ANSWER "]");
  else if (g_str_equal (path, "/empty"))
    test_http_answer (message, 200, "application/json", "");
  else if (g_str_equal (path, "/html"))
    test_http_answer (message, 200, "text/html", "<html>Welcome</html>");
  else if (g_str_equal (path, "/untyped"))
    test_http_answer (message, 200, NULL, " " ANSWER);
  else if (g_str_equal (path, "/202"))
    test_http_answer (message, 202, "text/plain", "Accepted");
  else if (g_str_equal (path, "/204"))
    soup_server_message_set_status (message, 204, NULL);
  else if (g_str_equal (path, "/events"))
    dribble (
        message,
        "\xef\xbb\xbf: hello\r\nid: 1\r\ndata: \r\n\r\nevent: message\ndata: {\"a\":\ndata: 1}\n\n"
        "event: other\ndata: x\n\nretry: 5\n\ndata: {\"b\":2}\r\r",
        3);
  else if (g_str_equal (path, "/events-cut"))
    dribble (message, "data: {\"a\":1}\n\ndata: {\"b\":", 5);
  else if (g_str_equal (path, "/never"))
    keep_waiting (self, message), soup_server_message_pause (message);
  else if (g_str_equal (path, "/stream"))
    keep_waiting (self, message), begin_stream (message);
  else if (g_str_equal (path, "/session"))
    serve_session (self, message);
  else if (g_str_has_prefix (path, "/fail/"))
    serve_failure (message, path);
  else if (g_str_has_prefix (path, "/redirect/"))
    serve_redirect (self, message, path);
  else
    soup_server_message_set_status (message, 501, NULL);
}

TestHttpServer *
test_http_server_new (void)
{
  return test_http_server_new_tls (NULL);
}

TestHttpServer *
test_http_server_new_tls (GTlsCertificate *certificate)
{
  TestHttpServer *self = g_new0 (TestHttpServer, 1);
  g_autoptr (GError) error = NULL;
  GSList *uris;

  self->server = soup_server_new ("tls-certificate", certificate, NULL);
  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->requests = g_ptr_array_new_with_free_func (g_free);
  self->bodies = g_ptr_array_new_with_free_func (g_free);
  self->headers = g_ptr_array_new_with_free_func ((GDestroyNotify)soup_message_headers_unref);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->ports = g_hash_table_new (NULL, NULL);
  self->delete_status = 200;
  soup_server_add_handler (self->server, NULL, on_request, self, NULL);
  soup_server_listen_local (self->server, 0,
                            SOUP_SERVER_LISTEN_IPV4_ONLY |
                                (certificate != NULL ? SOUP_SERVER_LISTEN_HTTPS : 0),
                            &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->server);
  self->base = g_strdup_printf ("%s://127.0.0.1:%d", certificate != NULL ? "https" : "http",
                                g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify)g_uri_unref);
  return self;
}

void
test_http_server_free (TestHttpServer *self)
{
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_free (self->base);
  g_ptr_array_unref (self->requests);
  g_ptr_array_unref (self->bodies);
  g_ptr_array_unref (self->headers);
  g_array_unref (self->times);
  g_ptr_array_unref (self->waiting);
  g_hash_table_unref (self->ports);
  g_free (self);
}

const char *
test_http_server_get_header (TestHttpServer *self, guint index, const char *name)
{
  g_assert_cmpuint (index, <, self->headers->len);
  return soup_message_headers_get_list (self->headers->pdata[index], name);
}

void
test_http_server_write (TestHttpServer *self, guint waiting, const char *text)
{
  SoupServerMessage *message = self->waiting->pdata[waiting];

  soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_COPY, text,
                            strlen (text));
  soup_server_message_unpause (message);
}

void
test_http_server_end (TestHttpServer *self, guint waiting)
{
  SoupServerMessage *message = self->waiting->pdata[waiting];

  soup_message_body_complete (soup_server_message_get_response_body (message));
  soup_server_message_unpause (message);
}

/* The raw one */

static void
on_raw_read (GObject *source, GAsyncResult *result, gpointer data)
{
  TestRawServer     *self = data;
  GSocketConnection *connection = g_object_get_data (source, "connection");
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes == NULL)
    return;
  if (g_bytes_get_size (bytes) == 0)
    {
      self->n_closed++;
      g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
      return;
    }
  if (g_object_steal_data (source, "unanswered") != NULL)
    g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                               self->answer, self->size, NULL, NULL, NULL);
  /* Closing with something unread would reset the connection and take the answer with it. */
  if (!self->hang)
    g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), 4096, G_PRIORITY_DEFAULT,
                                   self->cancellable, on_raw_read, self);
}

static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *object, gpointer data)
{
  TestRawServer *self = data;
  GInputStream  *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));

  g_ptr_array_add (self->connections, g_object_ref (connection));
  g_object_set_data (G_OBJECT (input), "connection", connection);
  g_object_set_data (G_OBJECT (input), "unanswered", self);
  g_input_stream_read_bytes_async (input, 4096, G_PRIORITY_DEFAULT, self->cancellable, on_raw_read,
                                   self);
  return TRUE;
}

TestRawServer *
test_raw_server_new (const char *text, gsize size)
{
  TestRawServer *self = g_new0 (TestRawServer, 1);
  guint16        port;

  self->service = g_socket_service_new ();
  self->cancellable = g_cancellable_new ();
  self->answer = g_memdup2 (text, size);
  self->size = size;
  self->connections = g_ptr_array_new_with_free_func (g_object_unref);
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, NULL);
  g_assert_cmpuint (port, >, 0);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
  return self;
}

void
test_raw_server_free (TestRawServer *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_object_unref (self->service);
  g_ptr_array_unref (self->connections);
  g_free (self->answer);
  g_free (self->url);
  g_free (self);
}
