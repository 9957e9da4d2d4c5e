/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-greeting.h"

#include "mcp-error.h"
#include "mcp-http-address.h"
#include "mcp-source.h"

#include <string.h>

/* A greeting is a line. */
#define GREETING_BYTES 200
/* It comes as soon as the connection stands. */
#define GREETING_MS 500

typedef struct
{
  GSocketConnection *connection; /* (nullable) */
  GCancellable      *cancellable;
  GCancellable      *outer; /* (nullable) */
  gulong             outer_handler;
  GSource           *timer;
} Greeting;

static void
greeting_free (gpointer data)
{
  Greeting *self = data;

  mcp_source_clear (&self->timer);
  if (self->outer != NULL)
    g_cancellable_disconnect (self->outer, self->outer_handler);
  g_clear_object (&self->outer);
  g_clear_object (&self->connection);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);
  gsize       size = 0;
  char       *greeting = NULL;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  if (size > 0)
    greeting = g_strchomp (g_utf8_make_valid (text, (gssize)size));
  g_task_return_pointer (task, greeting, g_free);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Greeting *self = g_task_get_task_data (task);

  self->connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, NULL);
  if (self->connection == NULL)
    g_task_return_pointer (task, NULL, NULL);
  else
    g_input_stream_read_bytes_async (g_io_stream_get_input_stream (G_IO_STREAM (self->connection)),
                                     GREETING_BYTES, G_PRIORITY_DEFAULT, self->cancellable, on_read,
                                     g_steal_pointer (&task));
}

static gboolean
on_time_over (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_outer_cancelled (GCancellable *outer, gpointer inner)
{
  g_cancellable_cancel (inner);
}

void
mcp_http_greeting_read_async (GUri               *uri,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  GTask    *task = g_task_new (NULL, NULL, callback, user_data);
  Greeting *self = g_new0 (Greeting, 1);
  int       port = g_uri_get_port (uri);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnectable) address =
      g_network_address_new (g_uri_get_host (uri), port > 0 ? (guint16)port : 80);

  g_task_set_source_tag (task, mcp_http_greeting_read_async);
  g_task_set_task_data (task, self, greeting_free);
  self->cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_handler =
          g_cancellable_connect (cancellable, G_CALLBACK (on_outer_cancelled),
                                 g_object_ref (self->cancellable), g_object_unref);
    }
  self->timer = mcp_source_new_timeout (GREETING_MS, on_time_over, self->cancellable);
  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_async (client, address, self->cancellable, on_connected, task);
}

char *
mcp_http_greeting_read_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

GError *
mcp_http_greeting_explain (const char *greeting, GUri *uri)
{
  g_autofree char *place = mcp_http_address_dup_place (uri);
  int              line = (int)strcspn (greeting, "\r\n");
  GError          *error = mcp_error_new (
               MCP_ERROR_CONNECTION_FAILED,
               "What listens at %s does not speak HTTP: it greets with “%.*s”%s",
               place, line, greeting,
      g_str_has_prefix (greeting, "SSH-") ? ", as an SSH server does" : "");

  mcp_error_get_details (error)->evidence = g_strdup (greeting);
  return error;
}
