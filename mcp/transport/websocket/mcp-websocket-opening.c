/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-opening.h"

#include "mcp-http-address.h"
#include "mcp-http-dial.h"
#include "mcp-websocket-handshake.h"

#include <string.h>

#define READ_SIZE 4096

typedef struct
{
  McpTransport          *transport;
  char                  *url;
  McpWebsocketHandshake *handshake;
  guint64                exchange;
  GBytes                *request;
  GIOStream             *connection;
  GByteArray            *answer; /* what came so far */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_object_unref (self->transport);
  g_free (self->url);
  mcp_websocket_handshake_free (self->handshake);
  g_bytes_unref (self->request);
  g_clear_object (&self->connection);
  g_byte_array_unref (self->answer);
  g_free (self);
}

/* ws and wss are http and https with another beginning (RFC 6455 §3). */
GUri *
mcp_websocket_opening_parse (const char *url, char **authorization, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (url != NULL ? url : ""));
  g_autofree char *scheme = g_uri_parse_scheme (trimmed);
  g_autofree char *http = NULL;
  g_autofree char *valid = NULL;

  if (scheme != NULL && (g_str_equal (scheme, "ws") || g_str_equal (scheme, "wss")))
    {
      http = g_strconcat (strlen (scheme) == 2 ? "http" : "https", trimmed + strlen (scheme), NULL);
      return mcp_http_address_parse (http, authorization, error);
    }
  valid = g_utf8_make_valid (trimmed, -1);
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                           "“%s” is no address of a WebSocket: it must begin with "
                                           "ws:// or wss://",
                                           valid));
  return NULL;
}

void
mcp_websocket_opened_free (McpWebsocketOpened *opened)
{
  g_clear_object (&opened->connection);
  g_clear_pointer (&opened->rest, g_bytes_unref);
  g_free (opened);
}

void
mcp_websocket_opening_emit_ended (McpTransport *transport, guint64 exchange, char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_ENDED);

  record->exchange = exchange;
  record->note = note;
  mcp_transport_emit_record (transport, record);
}

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Opening *self = g_task_get_task_data (task);

  mcp_websocket_opening_emit_ended (self->transport, self->exchange, g_strdup (error->message));
  if (self->connection != NULL)
    g_io_stream_close_async (self->connection, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  g_task_return_error (task, error);
}

static void
fail_for (GTask *task, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (task, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled"));
  else
    fail (task, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                               "The connection broke before the WebSocket was open: %s",
                               error->message));
}

static void
emit_answer (Opening *self, McpWebsocketAnswer *answer)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_HEADERS);

  if (answer->status == 0)
    return;
  record->exchange = self->exchange;
  record->url = g_strdup (self->url);
  record->status = (int)answer->status;
  record->response_headers = g_strdupv (answer->headers);
  mcp_transport_emit_record (self->transport, record);
}

static void
emit_note (Opening *self, const char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_NOTE);

  record->exchange = self->exchange;
  record->note = g_strdup (note);
  mcp_transport_emit_record (self->transport, record);
}

static void
succeed (GTask *task, gsize head)
{
  Opening            *self = g_task_get_task_data (task);
  McpWebsocketOpened *opened = g_new0 (McpWebsocketOpened, 1);

  opened->connection = g_object_ref (self->connection);
  opened->rest = g_bytes_new (self->answer->data + head, self->answer->len - head);
  opened->exchange = self->exchange;
  g_task_return_pointer (task, opened, (GDestroyNotify)mcp_websocket_opened_free);
}

static void read_more (GTask *task);

/* Takes over @task. */
static void
look_at_answer (GTask *task)
{
  g_autoptr (GTask) owned = task;
  Opening                   *self = g_task_get_task_data (task);
  McpWebsocketAnswer         answer;
  McpWebsocketHandshakeState state = mcp_websocket_handshake_read (
      self->handshake, (const char *)self->answer->data, self->answer->len, &answer);

  if (state == MCP_WEBSOCKET_HANDSHAKE_MORE)
    {
      read_more (g_steal_pointer (&owned));
      return;
    }
  emit_answer (self, &answer);
  if (answer.note != NULL)
    emit_note (self, answer.note);
  if (state == MCP_WEBSOCKET_HANDSHAKE_DONE)
    succeed (task, answer.head);
  else
    fail (task, g_steal_pointer (&answer.error));
  mcp_websocket_answer_clear (&answer);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Opening *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);

  if (bytes == NULL)
    {
      fail_for (task, error);
      return;
    }
  if (g_bytes_get_size (bytes) == 0)
    {
      fail (task, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                 "The server closed the connection instead of opening a "
                                 "WebSocket"));
      return;
    }
  g_byte_array_append (self->answer, g_bytes_get_data (bytes, NULL),
                       (guint)g_bytes_get_size (bytes));
  look_at_answer (g_steal_pointer (&task));
}

/* Takes over @task. */
static void
read_more (GTask *task)
{
  Opening *self = g_task_get_task_data (task);

  g_input_stream_read_bytes_async (g_io_stream_get_input_stream (self->connection), READ_SIZE,
                                   G_PRIORITY_DEFAULT, g_task_get_cancellable (task), on_read,
                                   task);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    fail_for (task, error);
  else
    read_more (g_steal_pointer (&task));
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Opening      *self = g_task_get_task_data (task);
  GError       *error = NULL;
  gsize         size;
  gconstpointer bytes = g_bytes_get_data (self->request, &size);

  self->connection = mcp_http_dial_finish (result, &error);
  if (self->connection == NULL)
    {
      fail (task, error);
      return;
    }
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->connection), bytes, size,
                                   G_PRIORITY_DEFAULT, g_task_get_cancellable (task), on_written,
                                   task);
  g_steal_pointer (&task);
}

static void
emit_started (Opening *self)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);

  record->exchange = self->exchange;
  record->method = g_strdup ("GET");
  record->url = g_strdup (self->url);
  record->request_headers = mcp_websocket_handshake_list_headers (self->handshake);
  mcp_transport_emit_record (self->transport, record);
}

void
mcp_websocket_opening_run_async (const McpWebsocketTarget *target,
                                 GCancellable             *cancellable,
                                 GAsyncReadyCallback       callback,
                                 gpointer                  user_data)
{
  GTask   *task = g_task_new (target->transport, cancellable, callback, user_data);
  Opening *self = g_new0 (Opening, 1);

  g_task_set_source_tag (task, mcp_websocket_opening_run_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, opening_free);
  self->transport = g_object_ref (target->transport);
  self->url = g_strdup (target->url);
  self->handshake = mcp_websocket_handshake_new (target->uri, target->headers);
  self->request = mcp_websocket_handshake_write (self->handshake);
  self->exchange = mcp_record_next_exchange ();
  self->answer = g_byte_array_new ();
  emit_started (self);
  mcp_http_dial_async (target->uri, target->options, NULL, NULL, cancellable, on_connected, task);
}

McpWebsocketOpened *
mcp_websocket_opening_run_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
