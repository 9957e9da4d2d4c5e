/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-http-proxy.h"

#include <stdlib.h>
#include <string.h>

static gboolean
read_exactly (GInputStream *input, guint8 *place, gsize size)
{
  gsize got;

  return g_input_stream_read_all (input, place, size, &got, NULL, NULL) && got == size;
}

static void
write_all (GOutputStream *output, const void *data, gsize size)
{
  g_output_stream_write_all (output, data, size, NULL, NULL, NULL);
}

typedef struct
{
  GInputStream  *from;
  GOutputStream *to;
  GSocket       *target;
} Pipe;

static gpointer
run_pipe (gpointer data)
{
  Pipe *pipe = data;

  g_output_stream_splice (pipe->to, pipe->from, G_OUTPUT_STREAM_SPLICE_NONE, NULL, NULL);
  g_socket_shutdown (pipe->target, FALSE, TRUE, NULL);
  return NULL;
}

static void
relay (GSocketConnection *one, GSocketConnection *other)
{
  Pipe     there = { g_io_stream_get_input_stream (G_IO_STREAM (one)),
                     g_io_stream_get_output_stream (G_IO_STREAM (other)),
                     g_socket_connection_get_socket (other) };
  Pipe     back = { g_io_stream_get_input_stream (G_IO_STREAM (other)),
                    g_io_stream_get_output_stream (G_IO_STREAM (one)),
                    g_socket_connection_get_socket (one) };
  GThread *thread = g_thread_new ("back", run_pipe, &back);

  run_pipe (&there);
  g_thread_join (thread);
}

static GSocketConnection *
connect_to (guint16 port)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  g_socket_client_set_enable_proxy (client, FALSE);
  return g_socket_client_connect_to_host (client, "127.0.0.1", port, NULL, NULL);
}

/* SOCKS 5; its first byte was read. */

static gboolean
greet (TestProxy *self, GInputStream *input, GOutputStream *output)
{
  guint8           count;
  guint8           methods[255];
  const guint8     wanted = self->user != NULL ? 2 : 0;
  guint8           reply[2] = { 5, 0xff };
  guint8           length[2];
  g_autofree char *user = NULL;
  g_autofree char *password = NULL;
  gboolean         known;

  if (!read_exactly (input, &count, 1) || !read_exactly (input, methods, count))
    return FALSE;
  if (memchr (methods, wanted, count) != NULL)
    reply[1] = wanted;
  write_all (output, reply, 2);
  if (reply[1] != 2)
    return reply[1] == 0;

  if (!read_exactly (input, length, 2))
    return FALSE;
  user = g_malloc0 (length[1] + 1u);
  if (!read_exactly (input, (guint8 *)user, length[1]) || !read_exactly (input, length, 1))
    return FALSE;
  password = g_malloc0 (length[0] + 1u);
  if (!read_exactly (input, (guint8 *)password, length[0]))
    return FALSE;
  known = g_str_equal (user, self->user) && g_str_equal (password, self->password);
  reply[0] = 1;
  reply[1] = known ? 0 : 1;
  write_all (output, reply, 2);
  return known;
}

static void
serve_socks (TestProxy *self, GSocketConnection *connection)
{
  GInputStream  *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  guint8         head[4];
  guint8         address[256];
  guint8         port[2];
  guint8         length = 4;
  guint8         reply[10] = { 5, 0, 0, 1 };
  g_autoptr (GSocketConnection) target = NULL;

  if (!greet (self, input, output) || !read_exactly (input, head, 4))
    return;
  if (head[3] == 3 && !read_exactly (input, &length, 1))
    return;
  if (head[3] == 4)
    length = 16;
  if (!read_exactly (input, address, length) || !read_exactly (input, port, 2))
    return;
  if (!self->refuse)
    target = connect_to ((guint16)(port[0] << 8 | port[1]));
  reply[1] = target != NULL ? 0 : self->refuse ? 2
                                               : 5;
  write_all (output, reply, sizeof reply);
  if (target == NULL)
    return;
  g_atomic_int_inc (&self->n_socks);
  relay (connection, target);
}

/* HTTP; its first byte was read. */

static GString *
read_head (GInputStream *input, char first)
{
  GString *head = g_string_new (NULL);
  guint8   byte = (guint8)first;

  do
    g_string_append_c (head, (char)byte);
  while (!g_str_has_suffix (head->str, "\r\n\r\n") && read_exactly (input, &byte, 1));
  return head;
}

static gboolean
is_allowed (TestProxy *self, const char *head)
{
  g_autofree char *pair = NULL;
  g_autofree char *coded = NULL;
  g_autofree char *line = NULL;

  if (self->user == NULL)
    return TRUE;
  pair = g_strconcat (self->user, ":", self->password, NULL);
  coded = g_base64_encode ((const guchar *)pair, strlen (pair));
  line = g_strdup_printf ("\r\nProxy-Authorization: Basic %s\r\n", coded);
  return strstr (head, line) != NULL;
}

static void
serve_http (TestProxy *self, GSocketConnection *connection, char first)
{
  GInputStream  *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autoptr (GString) head = read_head (input, first);
  g_auto (GStrv) words = g_strsplit (head->str, " ", 3);
  gboolean          tunnels = g_str_equal (words[0], "CONNECT");
  static const char refusal[] = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
  static const char unknown[] = "HTTP/1.1 407 Proxy Authentication Required\r\n"
                                "Proxy-Authenticate: Basic realm=\"p\"\r\n"
                                "Content-Length: 0\r\nConnection: close\r\n\r\n";
  static const char granted[] = "HTTP/1.1 200 OK\r\n\r\n";
  g_autofree char  *address = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GSocketConnection) target = NULL;

  if (!is_allowed (self, head->str))
    {
      write_all (output, unknown, sizeof unknown - 1);
      return;
    }
  if (g_strv_length (words) == 3)
    address = tunnels ? g_strconcat ("http://", words[1], NULL) : g_strdup (words[1]);
  if (address != NULL)
    uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  if (uri != NULL && !self->refuse)
    target = connect_to ((guint16)g_uri_get_port (uri));
  if (target == NULL)
    {
      write_all (output, refusal, sizeof refusal - 1);
      return;
    }
  g_atomic_int_inc (tunnels ? &self->n_connect : &self->n_plain);
  if (tunnels)
    write_all (output, granted, sizeof granted - 1);
  else
    write_all (g_io_stream_get_output_stream (G_IO_STREAM (target)), head->str, head->len);
  relay (connection, target);
}

static gboolean
on_run (GThreadedSocketService *service,
        GSocketConnection      *connection,
        GObject                *object,
        gpointer                data)
{
  guint8 first;

  if (!read_exactly (g_io_stream_get_input_stream (G_IO_STREAM (connection)), &first, 1))
    return TRUE;
  if (first == 5)
    serve_socks (data, connection);
  else
    serve_http (data, connection, (char)first);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  return TRUE;
}

TestProxy *
test_proxy_new (void)
{
  TestProxy *self = g_new0 (TestProxy, 1);

  self->service = g_threaded_socket_service_new (16);
  self->port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, NULL);
  g_assert_cmpuint (self->port, >, 0);
  g_signal_connect (self->service, "run", G_CALLBACK (on_run), self);
  return self;
}

void
test_proxy_free (TestProxy *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_object_unref (self->service);
  g_free (self);
}
