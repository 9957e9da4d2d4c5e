/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-bridge.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "app-authorization.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-connector.h"
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

typedef struct
{
  AppCli          *cli;
  AppPreparation  *preparation;
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
} Bridge;

typedef struct
{
  Bridge       *bridge;
  GBytes       *message;
  McpTransport *transport;
  McpRequestId *id; /* (nullable): of a request */
  gboolean      is_initialized;
} Sending;

static void send_message (Bridge *self, GBytes *message, McpMessage *read);

/* To the application */

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Bridge *self = user_data;
  gsize   size = GPOINTER_TO_SIZE (g_task_get_task_data (G_TASK (result)));
  g_autoptr (GError) error = NULL;

  self->n_writing--;
  self->unread -= size;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    self->broken = TRUE;
  if (self->unread <= MAX_UNREAD_BYTES)
    mcp_transport_hold (self->transport, FALSE);
}

static void
write_message (Bridge *self, GBytes *message)
{
  GTask *task;
  gsize  size = g_bytes_get_size (message);

  if (self->broken)
    return;
  task = g_task_new (NULL, NULL, on_written, self);
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
write_error (Bridge *self, McpRequestId *id, const GError *error)
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
settle (Bridge *self, McpRequestId *id)
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
fail_all (Bridge *self, const GError *error)
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
  Bridge *self = user_data;
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
  Bridge *self = user_data;

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
  app_cli_note (((Bridge *)user_data)->cli->invocation, "⚠ %s", error->message);
}

static void
follow (Bridge *self, McpTransport *transport)
{
  if (self->transport != NULL)
    g_signal_handlers_disconnect_by_data (self->transport, self);
  g_set_object (&self->transport, transport);
  g_signal_connect (transport, "received", G_CALLBACK (on_received), self);
  g_signal_connect (transport, "closed", G_CALLBACK (on_closed), self);
  g_signal_connect (transport, "oversized", G_CALLBACK (on_oversized), self);
}

/* The application that runs this knows nothing of signing in. */
static void
sign (Bridge *self, McpTransport *transport)
{
  StoreProfile *profile = app_preparation_get_profile (self->preparation);
  AppSession   *session =
      app_workspace_find_id (self->cli->workspace, store_profile_get_id (profile));

  app_authorization_give_credentials (app_session_get_feature (session, APP_TYPE_AUTHORIZATION),
                                      self->preparation, transport);
}

static gboolean
open_transport (Bridge *self, StoreTransport kind, GError **error)
{
  g_autoptr (McpTransport) transport = app_connector_make_transport (
      self->preparation, app_workspace_get_settings (self->cli->workspace), kind, error);

  if (transport == NULL)
    return FALSE;
  follow (self, transport);
  sign (self, transport);
  mcp_transport_open_async (transport, app_cli_interrupt_get_cancellable (), app_cli_done,
                            self->cli);
  return mcp_transport_open_finish (transport, app_cli_await (self->cli), error);
}

/* To the server */

/* What an HTTP+SSE server says to a request that it does not expect at its address. */
static gboolean
may_be_sse (Bridge *self, const GError *error)
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
  Bridge *self = user_data;
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
try_sse (Bridge *self)
{
  g_autoptr (McpTransport) transport = app_connector_make_transport (
      self->preparation, app_workspace_get_settings (self->cli->workspace), STORE_TRANSPORT_SSE,
      NULL);

  if (transport == NULL)
    return FALSE;
  follow (self, transport);
  sign (self, transport);
  self->n_sending++;
  mcp_transport_open_async (transport, app_cli_interrupt_get_cancellable (), on_sse_open, self);
  return TRUE;
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Sending *sending = user_data;
  Bridge  *self = sending->bridge;
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
  return mcp_header_mirror_write (((Bridge *)user_data)->mirror, message);
}

/* From 2026-07-28 on each message says its revision, and HTTP headers repeat what is in it. */
static void
note_era (Bridge *self, McpMessage *message)
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
send_message (Bridge *self, GBytes *message, McpMessage *read)
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
  Bridge *self = user_data;
  g_autoptr (McpMessage) message = NULL;

  if (kind == MCP_FRAME_TOO_LARGE)
    app_cli_note (self->cli->invocation, "⚠ %s",
                  _ ("A message was larger than the limit and was not passed on."));
  if (kind != MCP_FRAME_MESSAGE || g_bytes_get_size (data) == 0 || self->broken)
    return;
  message = mcp_message_parse (data);
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
  ((Bridge *)user_data)->ended = TRUE;
}

static void
on_broken (gpointer user_data)
{
  ((Bridge *)user_data)->broken = TRUE;
}

/* The frame */

static gboolean
on_drained (gpointer user_data)
{
  ((Bridge *)user_data)->timed_out = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wake (GCancellable *cancellable, gpointer user_data)
{
  g_main_context_wakeup (NULL);
}

/* Until everything that was asked is answered, or it takes too long. */
static void
serve (Bridge *self)
{
  GCancellable *cancellable = app_cli_interrupt_get_cancellable ();
  gulong        cancelled = g_cancellable_connect (cancellable, G_CALLBACK (wake), NULL, NULL);
  guint         timer = 0;

  while (!self->broken && !self->timed_out && !g_cancellable_is_cancelled (cancellable) &&
         (!self->ended || self->n_sending > 0 || g_hash_table_size (self->waiting) > 0))
    {
      if (self->ended && timer == 0)
        timer = g_timeout_add (DRAIN_MS, on_drained, self);
      g_main_context_iteration (NULL, TRUE);
    }
  while (self->n_writing > 0 && !self->timed_out && !g_cancellable_is_cancelled (cancellable))
    {
      if (timer == 0)
        timer = g_timeout_add (DRAIN_MS, on_drained, self);
      g_main_context_iteration (NULL, TRUE);
    }
  if (!self->timed_out)
    g_clear_handle_id (&timer, g_source_remove);
  g_cancellable_disconnect (cancellable, cancelled);
}

static void
close_transport (Bridge *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_signal_handlers_disconnect_by_data (self->transport, self);
  mcp_transport_close_async (self->transport, app_cli_interrupt_get_cancellable (), app_cli_done,
                             self->cli);
  result = app_cli_wait (self->cli);
  if (result != NULL)
    mcp_transport_close_finish (self->transport, result, NULL);
  /* What was cancelled by that. */
  while (self->n_sending > 0 && result != NULL && !app_cli_interrupt_is_overdue ())
    g_main_context_iteration (NULL, TRUE);
}

static void
stop_writing (Bridge *self)
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
app_cli_bridge_run (AppCli *cli, AppPreparation *preparation, GError **error)
{
  static const McpStreamReaderEvents reading = { on_frame, on_ended };
  static const McpStreamWriterEvents writing = { on_broken, NULL };

  StoreProfile *profile = app_preparation_get_profile (preparation);
  Bridge        self = { .cli = cli, .preparation = preparation };
  int           flags[2] = { fcntl (STDIN_FILENO, F_GETFL), fcntl (STDOUT_FILENO, F_GETFL) };
  gboolean      opened;

  self.waiting = g_hash_table_new_full (mcp_request_id_hash, mcp_request_id_equal,
                                        (GDestroyNotify)mcp_request_id_unref, NULL);
  self.mirror = mcp_header_mirror_new ();
  app_cli_interrupt_begin ();
  opened = open_transport (&self, store_profile_get_endpoint (profile)->transport, error);
  if (opened)
    {
      self.writer = mcp_stream_writer_new_for_lines (take_fd (STDOUT_FILENO), &writing, &self);
      self.reader = mcp_stream_reader_new (take_fd (STDIN_FILENO), NULL,
                                           mcp_line_framer_new (app_settings_get_message_limit (
                                               app_workspace_get_settings (cli->workspace))),
                                           &reading, &self);
      serve (&self);
      g_clear_pointer (&self.reader, mcp_stream_reader_stop);
      close_transport (&self);
      stop_writing (&self);
      fcntl (STDIN_FILENO, F_SETFL, flags[0]);
      fcntl (STDOUT_FILENO, F_SETFL, flags[1]);
    }
  if (self.error != NULL)
    g_propagate_error (error, self.error);
  if (self.transport != NULL)
    g_signal_handlers_disconnect_by_data (self.transport, &self);
  g_clear_object (&self.transport);
  g_hash_table_unref (self.waiting);
  mcp_header_mirror_free (self.mirror);
  g_clear_pointer (&self.opening, mcp_request_id_unref);
  g_clear_pointer (&self.greeting, g_bytes_unref);
  return opened && self.error == NULL;
}
