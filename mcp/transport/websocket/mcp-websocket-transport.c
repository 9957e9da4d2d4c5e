/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-transport.h"

#include "mcp-http-address.h"
#include "mcp-http-connect.h"
#include "mcp-http-headers.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-websocket-framer.h"
#include "mcp-websocket-handshake.h"
#include "mcp-source.h"

#include <sys/random.h>

#define READ_SIZE 4096

/* What our last frame may take to leave, and the server to close, when we have given it up. */
#define LINGER_GRACE 200

enum {
  CLOSE_NORMAL = 1000,
};

struct _McpWebsocketTransport
{
  McpByteTransport parent_instance;

  char           *url;
  McpHttpOptions *options; /* (nullable) */
  char          **headers; /* the person's */

  guint64    exchange;
  GIOStream *connection; /* (nullable) */

  /* While it opens */
  GCancellable          *connecting;
  McpWebsocketHandshake *handshake;
  GBytes                *request;
  GByteArray            *response; /* what came of it so far */

  /* While it is open */
  McpWebsocketFramer *framer; /* the reader's */
  GBytes             *pong;   /* (nullable): the last one */
  GSource            *heart;  /* (nullable) */
  gint64              pinged; /* when; 0 never */
};

G_DEFINE_FINAL_TYPE (McpWebsocketTransport, mcp_websocket_transport, MCP_TYPE_BYTE_TRANSPORT)

/* Records */

static McpRecord *
new_record (McpWebsocketTransport *self, McpRecordKind kind)
{
  McpRecord *record = mcp_record_new (kind);

  record->exchange = self->exchange;
  return record;
}

static void
emit_started (McpWebsocketTransport *self)
{
  g_autoptr (McpRecord) record = new_record (self, MCP_RECORD_EXCHANGE_STARTED);

  record->method = g_strdup ("GET");
  record->url = g_strdup (self->url);
  record->request_headers = mcp_websocket_handshake_list_headers (self->handshake);
  mcp_transport_emit_record (MCP_TRANSPORT (self), record);
}

static void
emit_response (McpWebsocketTransport *self, const McpWebsocketResponse *response)
{
  g_autoptr (McpRecord) record = new_record (self, MCP_RECORD_EXCHANGE_HEADERS);
  g_autoptr (McpRecord) note = new_record (self, MCP_RECORD_NOTE);

  record->url = g_strdup (self->url);
  record->status = (int)response->status;
  record->response_headers = g_strdupv (response->headers);
  if (response->status != 0)
    mcp_transport_emit_record (MCP_TRANSPORT (self), record);
  note->note = g_strdup (response->note);
  if (response->note != NULL)
    mcp_transport_emit_record (MCP_TRANSPORT (self), note);
}

static void
mcp_websocket_transport_record_end (McpByteTransport *base, const GError *error)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (base);
  g_autoptr (McpRecord) record = new_record (self, MCP_RECORD_EXCHANGE_ENDED);

  record->note = error != NULL ? g_strdup (error->message) : NULL;
  mcp_transport_emit_record (MCP_TRANSPORT (base), record);
}

static void
emit_malformed (McpWebsocketTransport *self, GBytes *text, char *note)
{
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_MALFORMED);

  record->text = g_bytes_ref (text);
  record->note = note;
  mcp_transport_emit_record (MCP_TRANSPORT (self), record);
}

/* Frames of ours */

static GBytes *
make_head (McpFrameKind kind, GBytes *payload)
{
  guint8 mask[4];

  /* So few bytes come at once, and without fail once the system is up (getrandom(2)). */
  if (getrandom (mask, sizeof mask, 0) != sizeof mask)
    g_error ("The system has no random numbers");
  return mcp_websocket_make_head (kind, payload, mask);
}

static GBytes *
mcp_websocket_transport_make_head (McpByteTransport *base, GBytes *message)
{
  return make_head (MCP_FRAME_MESSAGE, message);
}

static void
send_control (McpWebsocketTransport *self, McpFrameKind kind, GBytes *payload)
{
  g_autoptr (GBytes) head = make_head (kind, payload);

  mcp_stream_writer_send (mcp_byte_transport_get_writer (MCP_BYTE_TRANSPORT (self)), head, payload,
                          NULL);
}

static void
send_close (McpWebsocketTransport *self, guint code)
{
  const guint8 payload[] = { (guint8)(code >> 8), (guint8)code };
  g_autoptr (GBytes) bytes = g_bytes_new (payload, sizeof payload);

  send_control (self, MCP_FRAME_CLOSE, bytes);
}

/* One pong is enough for all the pings before it. */
static void
answer_ping (McpWebsocketTransport *self, GBytes *payload)
{
  if (self->pong != NULL)
    mcp_stream_writer_take_back (mcp_byte_transport_get_writer (MCP_BYTE_TRANSPORT (self)),
                                 self->pong);
  g_clear_pointer (&self->pong, g_bytes_unref);
  self->pong = g_bytes_ref (payload);
  send_control (self, MCP_FRAME_PONG, payload);
}

static gboolean
on_heart_beat (gpointer data)
{
  McpWebsocketTransport *self = data;
  McpByteTransport      *base = data;
  guint                  interval = mcp_transport_get_limits (MCP_TRANSPORT (self))->ping_interval;
  gint64                 last_read = mcp_byte_transport_get_last_read (base);
  gint64                 now = g_get_monotonic_time ();

  if (mcp_byte_transport_get_state (base) != MCP_BYTES_OPEN)
    return G_SOURCE_CONTINUE;
  /* While we do not read, its silence says nothing. */
  if (mcp_byte_transport_is_held (base))
    {
      self->pinged = 0;
    }
  else if (self->pinged != 0 && last_read < self->pinged)
    {
      mcp_byte_transport_lose (base,
                               mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                              "The server at %s did not answer a ping within %u ms",
                                              self->url, interval),
                               LINGER_GRACE);
    }
  else if (now - last_read >= interval * (gint64)1000)
    {
      g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);

      self->pinged = now;
      send_control (self, MCP_FRAME_PING, empty);
    }
  return G_SOURCE_CONTINUE;
}

static void
start_heart (McpWebsocketTransport *self)
{
  guint interval = mcp_transport_get_limits (MCP_TRANSPORT (self))->ping_interval;

  self->pinged = 0;
  if (interval == 0)
    return;
  self->heart = mcp_source_new_timeout (interval, on_heart_beat, self);
}

/* Receiving */

static void
on_binary (McpWebsocketTransport *self, GBytes *data)
{
  g_autoptr (GBytes) head =
      g_bytes_new_from_bytes (data, 0, MIN (g_bytes_get_size (data), MCP_EVIDENCE_LIMIT));
  g_autoptr (GError) error = mcp_error_new (
      MCP_ERROR_INVALID_MESSAGE,
      "The server sent its response in a binary frame; MCP messages are text frames.");

  emit_malformed (self, head,
                  g_strdup_printf ("A binary frame of %" G_GSIZE_FORMAT " bytes: messages are "
                                   "text frames; this is its beginning",
                                   g_bytes_get_size (data)));
  mcp_transport_emit_oversized (MCP_TRANSPORT (self), head, NULL, error);
}

/* Returns: (transfer full): why the server closes */
static GError *
explain_close (GBytes *payload, const char *url)
{
  guint            code;
  g_autofree char *reason = mcp_websocket_parse_close (payload, &code);
  const char      *words = mcp_websocket_explain_close (code);
  GError          *error;

  error = mcp_error_new (MCP_ERROR_CONNECTION_LOST, "The server closed the WebSocket: %s (%u)%s%s",
                         words != NULL ? words : "for a reason of its own", code,
                         *reason != '\0' ? ": " : "", reason);
  mcp_error_get_details (error)->url = g_strdup (url);
  return error;
}

static gboolean
mcp_websocket_transport_frame (McpByteTransport *base, McpFrameKind kind, GBytes *data)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (base);
  McpByteState           state = mcp_byte_transport_get_state (base);

  if (kind == MCP_FRAME_MESSAGE && g_bytes_get_size (data) == 0)
    emit_malformed (self, data, g_strdup ("An empty text frame"));
  else if (kind == MCP_FRAME_BINARY)
    on_binary (self, data);
  else if (kind == MCP_FRAME_PING)
    answer_ping (self, data);
  else if (kind == MCP_FRAME_CLOSE && state == MCP_BYTES_CLOSING)
    mcp_byte_transport_finish (base, NULL);
  else if (kind == MCP_FRAME_CLOSE && state == MCP_BYTES_OPEN)
    {
      send_close (self, CLOSE_NORMAL);
      mcp_byte_transport_lose (base, explain_close (data, self->url), LINGER_GRACE);
    }
  else
    return FALSE;
  return TRUE;
}

static void
mcp_websocket_transport_ended (McpByteTransport *base, McpByteState state)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (base);

  if (state != MCP_BYTES_OPEN)
    {
      mcp_byte_transport_finish (base, NULL);
      return;
    }
  if (self->framer->problem != NULL)
    {
      send_close (self, self->framer->close_code);
      mcp_byte_transport_lose (base,
                               mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                              "The server broke the WebSocket protocol (RFC 6455): "
                                              "%s",
                                              self->framer->problem),
                               LINGER_GRACE);
      return;
    }
  mcp_byte_transport_finish (
      base, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                           mcp_websocket_framer_is_within (self->framer)
                               ? "The connection to %s broke in the middle of a message"
                               : "The connection to %s broke without the WebSocket's close "
                                 "(1006)",
                           self->url));
}

static void
mcp_websocket_transport_broken (McpByteTransport *base)
{
  mcp_byte_transport_lose (base,
                           mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                          "The connection to %s broke while we were sending",
                                          MCP_WEBSOCKET_TRANSPORT (base)->url),
                           LINGER_GRACE);
}

/* Opening */

/* @error: (transfer full) */
static void
fail (McpWebsocketTransport *self, GError *error)
{
  mcp_websocket_transport_record_end (MCP_BYTE_TRANSPORT (self), error);
  mcp_byte_transport_fail (MCP_BYTE_TRANSPORT (self), error);
}

static void
fail_for (McpWebsocketTransport *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (self, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled"));
  else
    fail (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                               "The connection broke before the WebSocket was open: %s",
                               error->message));
}

/* @head: bytes of the response's head, behind which frames begin */
static void
begin (McpWebsocketTransport *self, gsize head)
{
  McpTransportLimits *limits = mcp_transport_get_limits (MCP_TRANSPORT (self));
  McpByteEnds         ends = { .stream = self->connection, .filter = mcp_websocket_mask };

  self->framer = mcp_websocket_framer_new (limits->message_limit);
  mcp_byte_buffer_append (&self->framer->base.input, self->response->data + head,
                          self->response->len - head);
  ends.framer = &self->framer->base;
  if (mcp_byte_transport_connected (MCP_BYTE_TRANSPORT (self), &ends))
    start_heart (self);
}

static void read_more (McpWebsocketTransport *self);

static void
judge_response (McpWebsocketTransport *self)
{
  McpWebsocketResponse       response;
  McpWebsocketHandshakeState state = mcp_websocket_handshake_read (
      self->handshake, (const char *)self->response->data, self->response->len, &response);

  if (state == MCP_WEBSOCKET_HANDSHAKE_MORE)
    {
      read_more (self);
      return;
    }
  emit_response (self, &response);
  if (state == MCP_WEBSOCKET_HANDSHAKE_DONE)
    begin (self, response.head);
  else
    fail (self, g_steal_pointer (&response.error));
  mcp_websocket_response_clear (&response);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpWebsocketTransport) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);

  if (bytes == NULL)
    {
      fail_for (self, error);
      return;
    }
  if (g_bytes_get_size (bytes) == 0)
    {
      fail (self, mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                                 "The server closed the connection instead of opening a "
                                 "WebSocket"));
      return;
    }
  g_byte_array_append (self->response, g_bytes_get_data (bytes, NULL),
                       (guint)g_bytes_get_size (bytes));
  judge_response (self);
}

static void
read_more (McpWebsocketTransport *self)
{
  g_input_stream_read_bytes_async (g_io_stream_get_input_stream (self->connection), READ_SIZE,
                                   G_PRIORITY_DEFAULT, self->connecting, on_read,
                                   g_object_ref (self));
}

static void
on_request_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpWebsocketTransport) self = data;
  g_autoptr (GError) error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    read_more (self);
  else
    fail_for (self, error);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpWebsocketTransport) self = data;
  GError *error = NULL;
  gsize   size;

  self->connection = mcp_http_connect_finish (result, &error);
  if (self->connection == NULL)
    {
      fail (self, error);
      return;
    }
  self->request = mcp_websocket_handshake_write (self->handshake);
  gconstpointer bytes = g_bytes_get_data (self->request, &size);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->connection), bytes, size,
                                   G_PRIORITY_DEFAULT, self->connecting, on_request_written,
                                   g_object_ref (self));
}

/* The person's headers, and what the address has of a user and a password. */
static McpWebsocketHandshake *
new_handshake (McpWebsocketTransport *self, GUri *uri, const char *authorization)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);
  gboolean authorized = FALSE;

  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i++)
    {
      authorized |= g_ascii_strncasecmp (self->headers[i], "Authorization:", 14) == 0;
      g_ptr_array_add (headers, g_strdup (self->headers[i]));
    }
  if (authorization != NULL && !authorized)
    g_ptr_array_add (headers, g_strconcat ("Authorization: ", authorization, NULL));
  g_ptr_array_add (headers, NULL);
  return mcp_websocket_handshake_new (uri, (const char *const *)headers->pdata);
}

/* ws and wss are http and https with another beginning (RFC 6455 §3). */
GUri *
mcp_websocket_address_parse (const char *url, char **authorization, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (url != NULL ? url : ""));
  g_autofree char *scheme = g_uri_parse_scheme (trimmed);
  g_autofree char *http = NULL;

  if (scheme != NULL && (g_str_equal (scheme, "ws") || g_str_equal (scheme, "wss")))
    {
      http = g_strconcat (strlen (scheme) == 2 ? "http" : "https", trimmed + strlen (scheme), NULL);
      return mcp_http_address_parse (http, authorization, error);
    }
  g_autofree char *valid = g_utf8_make_valid (trimmed, -1);
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                           "“%s” is no address of a WebSocket: it must begin with "
                                           "ws:// or wss://",
                                           valid));
  return NULL;
}

static gboolean
mcp_websocket_transport_connect (McpByteTransport *base, GCancellable *cancellable, GError **error)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (base);
  g_autofree char       *authorization = NULL;
  g_autoptr (GUri) uri = mcp_websocket_address_parse (self->url, &authorization, error);

  if (uri == NULL)
    return FALSE;
  self->exchange = mcp_record_next_exchange ();
  self->connecting = g_object_ref (cancellable);
  self->handshake = new_handshake (self, uri, authorization);
  self->response = g_byte_array_new ();
  emit_started (self);
  mcp_http_connect_async (uri, self->options, NULL, NULL, cancellable, on_connected,
                          g_object_ref (self));
  return TRUE;
}

static GError *
mcp_websocket_transport_new_timeout_error (McpByteTransport *base)
{
  return mcp_error_new (MCP_ERROR_TIMED_OUT, "%s did not open a WebSocket within %u ms",
                        MCP_WEBSOCKET_TRANSPORT (base)->url,
                        mcp_transport_get_limits (MCP_TRANSPORT (base))->connect_timeout);
}

/* Closing */

static void
mcp_websocket_transport_close (McpByteTransport *base, gboolean lost)
{
  if (lost)
    {
      mcp_byte_transport_finish (base, NULL);
      return;
    }
  send_close (MCP_WEBSOCKET_TRANSPORT (base), CLOSE_NORMAL);
  mcp_byte_transport_close_in (
      base, mcp_transport_get_limits (MCP_TRANSPORT (base))->close_timeout);
}

static void
mcp_websocket_transport_disconnect (McpByteTransport *base)
{
  McpWebsocketTransport *self = MCP_WEBSOCKET_TRANSPORT (base);

  mcp_source_clear (&self->heart);
  g_clear_pointer (&self->pong, g_bytes_unref);
  self->framer = NULL;
  g_clear_object (&self->connecting);
  g_clear_pointer (&self->handshake, mcp_websocket_handshake_free);
  g_clear_pointer (&self->request, g_bytes_unref);
  g_clear_pointer (&self->response, g_byte_array_unref);
  if (self->connection != NULL)
    g_io_stream_close_async (self->connection, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  g_clear_object (&self->connection);
}

gboolean
mcp_websocket_transport_set_headers (McpWebsocketTransport *self,
                                     const char *const     *headers,
                                     GError               **error)
{
  g_return_val_if_fail (MCP_IS_WEBSOCKET_TRANSPORT (self), FALSE);

  if (!mcp_http_headers_check (headers, error))
    return FALSE;
  g_strfreev (self->headers);
  self->headers = g_strdupv ((char **)headers);
  return TRUE;
}

/* The object */

MCP_DEFINE_FINALIZE (McpWebsocketTransport, mcp_websocket_transport)
{
  g_free (self->url);
  g_clear_pointer (&self->options, mcp_http_options_unref);
  g_strfreev (self->headers);
}

static void
mcp_websocket_transport_class_init (McpWebsocketTransportClass *klass)
{
  McpByteTransportClass *byte_class = MCP_BYTE_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_websocket_transport_finalize;
  byte_class->text_unit = "message";
  byte_class->connect = mcp_websocket_transport_connect;
  byte_class->new_timeout_error = mcp_websocket_transport_new_timeout_error;
  byte_class->make_head = mcp_websocket_transport_make_head;
  byte_class->frame = mcp_websocket_transport_frame;
  byte_class->ended = mcp_websocket_transport_ended;
  byte_class->broken = mcp_websocket_transport_broken;
  byte_class->close = mcp_websocket_transport_close;
  byte_class->record_end = mcp_websocket_transport_record_end;
  byte_class->disconnect = mcp_websocket_transport_disconnect;
}

static void
mcp_websocket_transport_init (McpWebsocketTransport *self)
{
  McpTransportLimits *limits = mcp_transport_get_limits (MCP_TRANSPORT (self));

  limits->connect_timeout = MCP_HTTP_CONNECT_TIMEOUT;
  limits->close_timeout = MCP_HTTP_CLOSE_TIMEOUT;
  limits->ping_interval = MCP_WEBSOCKET_PING_INTERVAL;
}

McpTransport *
mcp_websocket_transport_new (const char *url, McpHttpOptions *options)
{
  McpWebsocketTransport *self = g_object_new (MCP_TYPE_WEBSOCKET_TRANSPORT, NULL);

  self->url = g_strdup (url);
  self->options = options != NULL ? mcp_http_options_ref (options) : NULL;
  return MCP_TRANSPORT (self);
}
