/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bridge.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "app-connector.h"
#include "app-problem.h"
#include "mcp-error.h"
#include "mcp-header-mirror.h"
#include "mcp-json-writer.h"
#include "mcp-line-framer.h"
#include "mcp-message.h"
#include "mcp-stream-reader.h"
#include "mcp-stream-writer.h"

#define META_VERSION "io.modelcontextprotocol/protocolVersion"
/* How long answers are waited for when nobody asks for more: whoever closes its end wants us to
 * go, but a script closes it as soon as it has asked. */
#define DRAIN_MS 5000
/* What the application did not read yet; beyond it the server is not read either. */
#define MAX_UNREAD_BYTES (16u * 1024u * 1024u)

struct _AppBridge
{
  AppBridgeEvents  events;
  AppPreparation  *preparation;
  AppSettings     *settings;
  GCancellable    *cancellable;
  McpTransport    *transport;
  McpHeaderMirror *mirror;
  McpStreamReader *reader;
  McpStreamWriter *writer;
  GHashTable      *waiting;  /* McpRequestId: without an answer */
  McpRequestId    *opening;  /* (nullable): of the request "initialize", while it waits */
  GBytes          *greeting; /* (nullable): that request, while another transport may be tried */
  GError          *error;    /* (nullable): why it ended */
  gsize            unread;
  guint            n_sending;
  guint            n_writing;
  gboolean         ended;  /* nothing more comes from the application */
  gboolean         broken; /* nothing more goes anywhere */
  gboolean         timed_out;
  guint            timer;
};

typedef struct
{
  AppBridge    *bridge;
  GBytes       *message;
  McpTransport *transport;
  McpRequestId *id; /* (nullable): of a request */
  gboolean      is_initialized;
} Sending;

static void send_message (AppBridge *self, GBytes *message, McpMessage *read);

static void
note (AppBridge *self, const char *text)
{
  self->events.note (text, self->events.user_data);
}

/* To the application */

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppBridge *self = user_data;
  gsize      size = GPOINTER_TO_SIZE (g_task_get_task_data (G_TASK (result)));
  g_autoptr (GError) error = NULL;

  self->n_writing--;
  self->unread -= size;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    self->broken = TRUE;
  if (self->unread <= MAX_UNREAD_BYTES)
    mcp_transport_hold (self->transport, FALSE);
}

static void
write_message (AppBridge *self, GBytes *message)
{
  gsize size = g_bytes_get_size (message);

  if (self->broken)
    return;
  GTask *task = g_task_new (NULL, NULL, on_written, self);
  g_task_set_source_tag (task, write_message);
  g_task_set_task_data (task, GSIZE_TO_POINTER (size), NULL);
  self->n_writing++;
  self->unread += size;
  if (self->unread > MAX_UNREAD_BYTES)
    mcp_transport_hold (self->transport, TRUE);
  mcp_stream_writer_send (self->writer, NULL, message, task);
}

/* @error: why there will be no answer; what it says is masked. */
static void
write_error (AppBridge *self, McpRequestId *id, const GError *error)
{
  g_autoptr (AppProblem) problem =
      app_problem_new_redacted (error, app_preparation_get_redactor (self->preparation));
  const char      *advice = app_problem_get_advice (problem);
  g_autofree char *text = advice != NULL
                              ? g_strdup_printf ("%s %s", app_problem_get_what (problem), advice)
                              : g_strdup (app_problem_get_what (problem));
  g_autoptr (GBytes) message = mcp_json_build_bytes (
      "{'jsonrpc': '2.0', 'id': %r, 'error': {'code': %i, 'message': %s}}",
      mcp_request_id_get_text (id), MCP_RPC_CONNECTION_CLOSED, text);

  write_message (self, message);
}

/* A request is over, however. */
static void
settle (AppBridge *self, McpRequestId *id)
{
  g_autoptr (McpRequestId) held = mcp_request_id_ref (id);

  g_hash_table_remove (self->waiting, held);
  if (self->opening == NULL || !mcp_request_id_equal (self->opening, held))
    return;
  g_clear_pointer (&self->opening, mcp_request_id_unref);
  g_clear_pointer (&self->greeting, g_bytes_unref);
  if (self->reader != NULL)
    mcp_stream_reader_hold (self->reader, FALSE);
}

static void
fail_all (AppBridge *self, const GError *error)
{
  g_autoptr (GList) ids = g_hash_table_get_keys (self->waiting);

  for (GList *item = ids; item != NULL; item = item->next)
    {
      write_error (self, item->data, error);
      settle (self, item->data);
    }
}

/* From the server */

static void
on_received (McpTransport *transport, GBytes *text, guint64 exchange, gpointer user_data)
{
  AppBridge *self = user_data;
  g_autoptr (McpMessage) message = mcp_message_parse (text);
  McpRequestId    *id = mcp_message_get_id (message);
  g_autofree char *version = NULL;

  if (mcp_message_is_response (message) && id != NULL)
    {
      if (self->opening != NULL && mcp_request_id_equal (self->opening, id))
        version = mcp_json_value_dup_member_string (mcp_message_get_result (message),
                                                    "protocolVersion");
      if (version != NULL)
        mcp_transport_set_protocol_version (self->transport, version);
      settle (self, id);
    }
  write_message (self, text);
}

static void
on_closed (McpTransport *transport, const GError *error, gpointer user_data)
{
  AppBridge *self = user_data;

  if (transport != self->transport)
    return;
  if (error != NULL && self->error == NULL)
    self->error = g_error_copy (error);
  if (error != NULL)
    fail_all (self, error);
  self->broken = TRUE;
}

static void
on_oversized (McpTransport *transport,
              GBytes       *head,
              GBytes       *tail,
              const GError *error,
              gpointer      user_data)
{
  note (user_data, error->message);
}

static void
follow (AppBridge *self, McpTransport *transport)
{
  if (self->transport != NULL)
    g_signal_handlers_disconnect_by_data (self->transport, self);
  g_set_object (&self->transport, transport);
  g_signal_connect (transport, "received", G_CALLBACK (on_received), self);
  g_signal_connect (transport, "closed", G_CALLBACK (on_closed), self);
  g_signal_connect (transport, "oversized", G_CALLBACK (on_oversized), self);
}

/* The application that runs this knows nothing of signing in.
 * Returns: (transfer none) (nullable) */
static McpTransport *
make_transport (AppBridge *self, StoreTransport kind, GError **error)
{
  g_autoptr (McpTransport) transport =
      app_connector_make_transport (self->preparation, self->settings, kind, error);

  if (transport == NULL)
    return NULL;
  follow (self, transport);
  self->events.sign (self->preparation, transport, self->events.user_data);
  return self->transport;
}

/* To the server */

/* What an HTTP+SSE server says to a request that it does not expect at its address. */
static gboolean
may_be_sse (AppBridge *self, const GError *error)
{
  McpErrorDetails *details = mcp_error_get_details (error);
  StoreProfile    *profile = app_preparation_get_profile (self->preparation);

  return store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_AUTO &&
         self->greeting != NULL && details != NULL &&
         (details->http_status == 400 || details->http_status == 404 ||
          details->http_status == 405);
}

static void
on_sse_open (GObject *source, GAsyncResult *result, gpointer user_data)
{
  AppBridge *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) greeting = g_steal_pointer (&self->greeting);
  g_autoptr (McpMessage) message = mcp_message_parse (greeting);

  self->n_sending--;
  if (mcp_transport_open_finish (MCP_TRANSPORT (source), result, &error))
    send_message (self, greeting, message);
  else
    fail_all (self, error);
}

static gboolean
try_sse (AppBridge *self)
{
  McpTransport *transport = make_transport (self, STORE_TRANSPORT_SSE, NULL);

  if (transport == NULL)
    return FALSE;
  self->n_sending++;
  mcp_transport_open_async (transport, self->cancellable, on_sse_open, self);
  return TRUE;
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Sending   *sending = user_data;
  AppBridge *self = sending->bridge;
  g_autoptr (GError) error = NULL;
  gboolean sent = mcp_transport_send_finish (sending->transport, result, &error);

  self->n_sending--;
  if (sent && sending->is_initialized)
    mcp_transport_initialized (sending->transport);
  if (sent && sending->id != NULL && mcp_transport_responds_in_exchange (sending->transport) &&
      g_hash_table_contains (self->waiting, sending->id))
    error = mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s",
                           _ ("The server ended its reply without a response."));
  if (error != NULL && sending->id != NULL && g_hash_table_contains (self->waiting, sending->id) &&
      !(may_be_sse (self, error) && try_sse (self)))
    {
      write_error (self, sending->id, error);
      settle (self, sending->id);
    }
  else if (error != NULL && sending->id == NULL)
    g_info ("A message was not delivered: %s", error->message);
  g_clear_pointer (&sending->id, mcp_request_id_unref);
  g_bytes_unref (sending->message);
  g_object_unref (sending->transport);
  g_free (sending);
}

static char **
on_mirror (GBytes *message, gpointer user_data)
{
  return mcp_header_mirror_write (((AppBridge *)user_data)->mirror, message);
}

/* From 2026-07-28 on each message says its revision, and HTTP headers repeat what is in it. */
static void
note_era (AppBridge *self, McpMessage *message)
{
  McpJsonValue     meta = mcp_json_value_get_member (mcp_message_get_params (message), "_meta");
  g_autofree char *version = mcp_json_value_dup_member_string (meta, META_VERSION);
  const char      *method = mcp_message_get_method (message);

  if (version != NULL)
    {
      mcp_header_mirror_set_version (self->mirror, version);
      mcp_transport_set_mirror (self->transport, on_mirror, self);
    }
  else if (g_strcmp0 (method, "initialize") == 0)
    mcp_transport_set_mirror (self->transport, NULL, NULL);
}

/* @read: the same message */
static void
send_message (AppBridge *self, GBytes *message, McpMessage *read)
{
  Sending    *sending = g_new0 (Sending, 1);
  const char *method = mcp_message_get_method (read);

  sending->bridge = self;
  sending->message = g_bytes_ref (message);
  sending->transport = g_object_ref (self->transport);
  sending->is_initialized = g_strcmp0 (method, "notifications/initialized") == 0;
  if (mcp_message_get_kind (read) == MCP_MESSAGE_REQUEST && mcp_message_get_id (read) != NULL)
    {
      sending->id = mcp_request_id_ref (mcp_message_get_id (read));
      g_hash_table_add (self->waiting, mcp_request_id_ref (sending->id));
    }
  self->n_sending++;
  mcp_transport_send_async (self->transport, message, NULL, on_sent, sending);
}

static void
on_frame (McpFrameKind kind, GBytes *data, gpointer user_data)
{
  AppBridge *self = user_data;

  if (kind == MCP_FRAME_TOO_LARGE)
    note (self, _ ("A message was larger than the limit and was not passed on."));
  if (kind != MCP_FRAME_MESSAGE || g_bytes_get_size (data) == 0 || self->broken)
    return;
  g_autoptr (McpMessage) message = mcp_message_parse (data);
  note_era (self, message);
  if (mcp_message_get_id (message) != NULL &&
      g_strcmp0 (mcp_message_get_method (message), "initialize") == 0)
    {
      /* What follows belongs into the session that this one opens. */
      g_clear_pointer (&self->opening, mcp_request_id_unref);
      g_clear_pointer (&self->greeting, g_bytes_unref);
      self->opening = mcp_request_id_ref (mcp_message_get_id (message));
      self->greeting = g_bytes_ref (data);
      mcp_stream_reader_hold (self->reader, TRUE);
    }
  send_message (self, data, message);
}

static void
on_ended (gpointer user_data)
{
  ((AppBridge *)user_data)->ended = TRUE;
}

static void
on_broken (gpointer user_data)
{
  ((AppBridge *)user_data)->broken = TRUE;
}

/* Its life */

AppBridge *
app_bridge_new (AppPreparation        *preparation,
                AppSettings           *settings,
                const AppBridgeEvents *events,
                GCancellable          *cancellable)
{
  AppBridge *self = g_new0 (AppBridge, 1);

  self->events = *events;
  self->preparation = app_preparation_ref (preparation);
  self->settings = g_object_ref (settings);
  self->cancellable = g_object_ref (cancellable);
  self->waiting = g_hash_table_new_full (mcp_request_id_hash, mcp_request_id_equal,
                                         (GDestroyNotify)mcp_request_id_unref, NULL);
  self->mirror = mcp_header_mirror_new ();
  return self;
}

gboolean
app_bridge_open (AppBridge *self, GAsyncReadyCallback callback, gpointer user_data, GError **error)
{
  StoreProfile *profile = app_preparation_get_profile (self->preparation);
  McpTransport *transport =
      make_transport (self, store_profile_get_endpoint (profile)->transport, error);

  if (transport == NULL)
    return FALSE;
  mcp_transport_open_async (transport, self->cancellable, callback, user_data);
  return TRUE;
}

/* Returns: the descriptor of a pipe of its own, which does not wait */
static int
take_fd (int fd)
{
  int own = fcntl (fd, F_DUPFD_CLOEXEC, 3);

  if (own >= 0)
    g_unix_set_fd_nonblocking (own, TRUE, NULL);
  return own;
}

gboolean
app_bridge_start (AppBridge *self, GAsyncResult *result, int input, int output, GError **error)
{
  static const McpStreamReaderEvents reading = { on_frame, on_ended };
  static const McpStreamWriterEvents writing = { on_broken, NULL };

  if (!mcp_transport_open_finish (self->transport, result, error))
    return FALSE;
  self->writer = mcp_stream_writer_new_for_lines (take_fd (output), &writing, self);
  self->reader =
      mcp_stream_reader_new (take_fd (input), NULL,
                             mcp_line_framer_new (app_settings_get_message_limit (self->settings)),
                             &reading, self);
  return TRUE;
}

static gboolean
on_drained (gpointer user_data)
{
  AppBridge *self = user_data;

  self->timer = 0;
  self->timed_out = TRUE;
  return G_SOURCE_REMOVE;
}

/* Until everything that was asked is answered and written, or it takes too long. */
gboolean
app_bridge_is_busy (AppBridge *self)
{
  gboolean serves = !self->broken && (!self->ended || self->n_sending > 0 ||
                                      g_hash_table_size (self->waiting) > 0);
  gboolean busy = !self->timed_out && (serves || self->n_writing > 0);

  if (busy && (!serves || self->ended) && self->timer == 0)
    self->timer = g_timeout_add (DRAIN_MS, on_drained, self);
  return busy;
}

void
app_bridge_close (AppBridge *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_clear_pointer (&self->reader, mcp_stream_reader_stop);
  g_signal_handlers_disconnect_by_data (self->transport, self);
  mcp_transport_close_async (self->transport, self->cancellable, callback, user_data);
}

gboolean
app_bridge_is_sending (AppBridge *self)
{
  return self->n_sending > 0;
}

static void
stop_writing (AppBridge *self)
{
  g_autoptr (GError) error =
      mcp_error_new (MCP_ERROR_CANCELLED, "%s", _ ("The connection was closed."));

  mcp_stream_writer_stop (self->writer, error);
  self->writer = NULL;
  self->broken = TRUE;
  /* Each tells us so. */
  while (self->n_writing > 0)
    g_main_context_iteration (NULL, TRUE);
}

gboolean
app_bridge_end (AppBridge *self, GError **error)
{
  gboolean is_whole = self->error == NULL;

  if (self->writer != NULL)
    stop_writing (self);
  if (!is_whole)
    g_propagate_error (error, self->error);
  if (self->transport != NULL)
    g_signal_handlers_disconnect_by_data (self->transport, self);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->transport);
  g_hash_table_unref (self->waiting);
  mcp_header_mirror_free (self->mirror);
  g_clear_pointer (&self->opening, mcp_request_id_unref);
  g_clear_pointer (&self->greeting, g_bytes_unref);
  app_preparation_unref (self->preparation);
  g_object_unref (self->settings);
  g_object_unref (self->cancellable);
  g_free (self);
  return is_whole;
}
