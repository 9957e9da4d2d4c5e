/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-byte-transport.h"

#include "mcp-async.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-stream-reader.h"
#include "mcp-source.h"

typedef struct
{
  McpByteState state;
  gboolean     held;

  GTask        *opening;    /* (nullable) */
  GCancellable *connecting; /* (nullable): of what connects */
  gboolean      timed_out;

  McpStreamReader *reader;         /* (nullable) */
  McpStreamWriter *writer;         /* (nullable) */
  GBytes          *oversized_head; /* (nullable) */
  GError          *loss;           /* (nullable) */

  GSource   *timer;
  GPtrArray *closing; /* of GTask */
  GPtrArray *watches; /* of GSource: of the cancellables of whoever opens or closes */
} McpByteTransportPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpByteTransport, mcp_byte_transport, MCP_TYPE_TRANSPORT)

static void on_time_over (McpByteTransport *self);
static void let_go (McpByteTransport *self, const GError *error);

static McpByteTransportPrivate *
priv_of (McpByteTransport *self)
{
  return mcp_byte_transport_get_instance_private (self);
}

static void
destroy_source (gpointer source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

/* Calls @function on the main loop when @cancellable (nullable) is cancelled. */
static void
watch (McpByteTransport *self, GCancellable *cancellable, GCancellableSourceFunc function)
{
  if (cancellable == NULL)
    return;
  GSource *source = g_cancellable_source_new (cancellable);
  g_source_set_callback (source, G_SOURCE_FUNC (function), self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  g_ptr_array_add (priv_of (self)->watches, source);
}

static void
stop_timer (McpByteTransport *self)
{
  mcp_source_clear (&priv_of (self)->timer);
}

static gboolean
on_timer (gpointer data)
{
  g_autoptr (McpByteTransport) self = g_object_ref (data);

  stop_timer (self);
  on_time_over (self);
  return G_SOURCE_REMOVE;
}

static void
start_timer (McpByteTransport *self, guint milliseconds)
{
  McpByteTransportPrivate *priv = priv_of (self);

  stop_timer (self);
  priv->timer = mcp_source_new_timeout (milliseconds, on_timer, self);
}

/* Receiving */

static void
emit_too_large (McpByteTransport *self, GBytes *head)
{
  gsize limit = mcp_transport_get_limits (MCP_TRANSPORT (self))->message_limit;
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_MALFORMED);

  g_clear_pointer (&priv_of (self)->oversized_head, g_bytes_unref);
  priv_of (self)->oversized_head = g_bytes_ref (head);
  record->text = g_bytes_ref (head);
  record->note =
      mcp_stream_reader_get_framer (priv_of (self)->reader)->starved
          ? g_strdup_printf (
                "A %s for which there is not enough memory; this is its beginning, the "
                "rest is dropped",
                MCP_BYTE_TRANSPORT_GET_CLASS (self)->text_unit)
          : g_strdup_printf ("A %s beyond the limit of %" G_GSIZE_FORMAT " bytes; this is its "
                             "beginning, the rest is dropped",
                             MCP_BYTE_TRANSPORT_GET_CLASS (self)->text_unit, limit);
  mcp_transport_emit_record (MCP_TRANSPORT (self), record);
}

static void
emit_dropped (McpByteTransport *self, GBytes *tail)
{
  McpByteTransportPrivate *priv = priv_of (self);
  McpFramer               *framer = mcp_stream_reader_get_framer (priv->reader);
  g_autoptr (GBytes) head = g_steal_pointer (&priv->oversized_head);
  g_autoptr (GError) error = NULL;

  error = framer->starved
              ? mcp_transport_new_memory_error (framer->dropped)
              : mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                               "A message of %" G_GUINT64_FORMAT " bytes was dropped: the limit is "
                               "%" G_GSIZE_FORMAT,
                               framer->dropped, framer->limit);
  framer->starved = FALSE;
  mcp_transport_emit_oversized (MCP_TRANSPORT (self), head, tail, error);
}

static void
on_frame (McpFrameKind kind, GBytes *data, gpointer user_data)
{
  g_autoptr (McpByteTransport) self = g_object_ref (user_data);
  McpByteTransportClass *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);

  if (klass->frame != NULL && klass->frame (self, kind, data))
    return;
  if (kind == MCP_FRAME_TOO_LARGE)
    emit_too_large (self, data);
  else if (kind == MCP_FRAME_DROPPED)
    emit_dropped (self, data);
  else if (kind == MCP_FRAME_MESSAGE && g_bytes_get_size (data) > 0)
    mcp_transport_emit_received (MCP_TRANSPORT (self), data, 0);
}

static void
on_ended (gpointer user_data)
{
  g_autoptr (McpByteTransport) self = g_object_ref (user_data);

  MCP_BYTE_TRANSPORT_GET_CLASS (self)->ended (self, priv_of (self)->state);
}

static void
on_broken (gpointer user_data)
{
  McpByteTransport *self = user_data;

  if (priv_of (self)->state == MCP_BYTES_OPEN)
    MCP_BYTE_TRANSPORT_GET_CLASS (self)->broken (self);
}

static void
on_finished (gpointer user_data)
{
  McpByteTransport *self = user_data;

  if (MCP_BYTE_TRANSPORT_GET_CLASS (self)->written != NULL)
    MCP_BYTE_TRANSPORT_GET_CLASS (self)->written (self);
}

McpByteState
mcp_byte_transport_get_state (McpByteTransport *self)
{
  return priv_of (self)->state;
}

gboolean
mcp_byte_transport_is_held (McpByteTransport *self)
{
  return priv_of (self)->held;
}

gint64
mcp_byte_transport_get_last_read (McpByteTransport *self)
{
  McpStreamReader *reader = priv_of (self)->reader;

  return reader != NULL ? mcp_stream_reader_get_last_read (reader) : 0;
}

static void
mcp_byte_transport_hold (McpTransport *transport, gboolean hold)
{
  McpByteTransportPrivate *priv = priv_of (MCP_BYTE_TRANSPORT (transport));

  priv->held = hold;
  if (priv->reader != NULL)
    mcp_stream_reader_hold (priv->reader, hold);
}

static gboolean
mcp_byte_transport_is_ending (McpTransport *transport)
{
  McpByteTransportPrivate *priv = priv_of (MCP_BYTE_TRANSPORT (transport));

  return priv->reader == NULL || mcp_stream_reader_get_framer (priv->reader)->finished;
}

/* Sending */

static GBytes *
make_head (McpByteTransport *self, GBytes *message)
{
  McpByteTransportClass *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);

  return klass->make_head != NULL ? klass->make_head (self, message) : NULL;
}

static gboolean
mcp_byte_transport_send_now (McpTransport *transport, GBytes *message)
{
  McpByteTransport *self = MCP_BYTE_TRANSPORT (transport);

  if (priv_of (self)->state != MCP_BYTES_OPEN)
    return FALSE;
  g_autoptr (GBytes) head = make_head (self, message);
  return mcp_stream_writer_write_now (priv_of (self)->writer, head, message);
}

static void
mcp_byte_transport_send_async (McpTransport       *transport,
                               GBytes             *message,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpByteTransport        *self = MCP_BYTE_TRANSPORT (transport);
  McpByteTransportPrivate *priv = priv_of (self);
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_byte_transport_send_async, cancellable,
                                            callback, user_data);

  if (priv->state != MCP_BYTES_OPEN && priv->state != MCP_BYTES_LOST)
    {
      g_task_return_error (task,
                           mcp_error_new (MCP_ERROR_NOT_CONNECTED, "%s",
                                          MCP_BYTE_TRANSPORT_GET_CLASS (self)->text_closed));
      return;
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back"));
      return;
    }
  g_autoptr (GBytes) head = make_head (self, message);
  mcp_stream_writer_send (priv->writer, head, message, g_steal_pointer (&task));
}

McpStreamWriter *
mcp_byte_transport_get_writer (McpByteTransport *self)
{
  return priv_of (self)->writer;
}

/* Opening */

/* Tells those who wait for the end. They may let go of @self. */
static void
return_closing (GPtrArray *closing)
{
  for (guint i = 0; closing != NULL && i < closing->len; i++)
    g_task_return_boolean (closing->pdata[i], TRUE);
}

static GTask *
end_opening (McpByteTransport *self, McpByteState state)
{
  McpByteTransportPrivate *priv = priv_of (self);

  stop_timer (self);
  g_ptr_array_set_size (priv->watches, 0);
  g_clear_object (&priv->connecting);
  priv->state = state;
  return g_steal_pointer (&priv->opening);
}

void
mcp_byte_transport_fail (McpByteTransport *self, GError *error)
{
  McpByteTransportPrivate *priv = priv_of (self);
  McpByteTransportClass   *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);
  gboolean                 cancelled = g_cancellable_is_cancelled (priv->connecting);
  g_autoptr (GTask) task = end_opening (self, MCP_BYTES_CLOSED);
  g_autoptr (GPtrArray) closing = g_steal_pointer (&priv->closing);

  if (cancelled)
    {
      g_clear_error (&error);
      error = priv->timed_out
                  ? klass->new_timeout_error (self)
                  : mcp_error_new (MCP_ERROR_CANCELLED, "%s", klass->text_cancelled);
    }
  let_go (self, NULL);
  g_task_return_error (task, error);
  return_closing (closing);
}

gboolean
mcp_byte_transport_connected (McpByteTransport *self, const McpByteEnds *ends)
{
  static const McpStreamReaderEvents reader_events = { on_frame, on_ended };
  static const McpStreamWriterEvents writer_events = { on_broken, on_finished };
  McpByteTransportPrivate           *priv = priv_of (self);
  gboolean                           cancelled = g_cancellable_is_cancelled (priv->connecting);

  if (ends->stream != NULL)
    {
      priv->reader = mcp_stream_reader_new (
          -1, G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (ends->stream)), ends->framer,
          &reader_events, self);
      priv->writer = mcp_stream_writer_new_for_frames (
          G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (ends->stream)), ends->filter,
          &writer_events, self);
    }
  else
    {
      priv->reader = mcp_stream_reader_new (ends->input, NULL, ends->framer, &reader_events, self);
      priv->writer = mcp_stream_writer_new_for_lines (ends->output, &writer_events, self);
    }
  mcp_stream_reader_hold (priv->reader, priv->held);
  if (cancelled)
    {
      if (MCP_BYTE_TRANSPORT_GET_CLASS (self)->record_end != NULL)
        MCP_BYTE_TRANSPORT_GET_CLASS (self)->record_end (self, NULL);
      mcp_byte_transport_fail (self, NULL);
      return FALSE;
    }
  g_autoptr (GTask) task = end_opening (self, MCP_BYTES_OPEN);
  g_task_return_boolean (task, TRUE);
  return TRUE;
}

/* Opening was cancelled, or takes too long. */
static void
stop_opening (McpByteTransport *self)
{
  McpByteTransportClass *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);

  g_cancellable_cancel (priv_of (self)->connecting);
  if (klass->abort != NULL)
    klass->abort (self);
}

static gboolean
on_opener_cancelled (GCancellable *cancellable, gpointer data)
{
  stop_opening (data);
  return G_SOURCE_REMOVE;
}

static void
mcp_byte_transport_open_async (McpTransport       *transport,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpByteTransport        *self = MCP_BYTE_TRANSPORT (transport);
  McpByteTransportPrivate *priv = priv_of (self);
  McpByteTransportClass   *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);
  guint                    timeout = mcp_transport_get_limits (transport)->connect_timeout;
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_byte_transport_open_async, cancellable,
                                            callback, user_data);
  g_autoptr (GCancellable) connecting = g_cancellable_new ();
  GError *error = NULL;

  if (priv->state != MCP_BYTES_CLOSED)
    error = mcp_error_new (MCP_ERROR_INVALID_TARGET, "%s", klass->text_open);
  else if (g_cancellable_is_cancelled (cancellable))
    error = mcp_error_new (MCP_ERROR_CANCELLED, "%s", klass->text_cancelled);
  else
    klass->connect (self, connecting, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  priv->state = MCP_BYTES_OPENING;
  priv->opening = g_steal_pointer (&task);
  priv->connecting = g_steal_pointer (&connecting);
  priv->timed_out = FALSE;
  watch (self, cancellable, on_opener_cancelled);
  if (timeout > 0)
    start_timer (self, timeout);
}

/* Being lost, and closing */

static void
let_go (McpByteTransport *self, const GError *error)
{
  McpByteTransportPrivate *priv = priv_of (self);
  g_autoptr (GError) closed = mcp_error_new (MCP_ERROR_NOT_CONNECTED, "The connection was closed");

  stop_timer (self);
  g_ptr_array_set_size (priv->watches, 0);
  priv->state = MCP_BYTES_CLOSED;
  g_clear_pointer (&priv->reader, mcp_stream_reader_stop);
  g_clear_pointer (&priv->oversized_head, g_bytes_unref);
  MCP_BYTE_TRANSPORT_GET_CLASS (self)->disconnect (self);
  mcp_stream_writer_stop (g_steal_pointer (&priv->writer), error != NULL ? error : closed);
}

/* What came of a message that never ended: perhaps its lines end in another way. */
static void
emit_rest (McpByteTransport *self)
{
  McpStreamReader *reader = priv_of (self)->reader;
  g_autoptr (GBytes) rest = NULL;

  if (reader != NULL)
    rest = mcp_framer_finish (mcp_stream_reader_get_framer (reader));
  if (rest != NULL)
    on_frame (MCP_FRAME_MESSAGE, rest, self);
}

void
mcp_byte_transport_finish (McpByteTransport *self, GError *error)
{
  McpByteTransportPrivate *priv = priv_of (self);
  McpByteTransportClass   *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);
  g_autoptr (McpByteTransport) alive = g_object_ref (self);
  g_autoptr (GPtrArray) closing = NULL;
  g_autoptr (GError) loss = g_steal_pointer (&priv->loss);

  if (error != NULL)
    {
      g_clear_error (&loss);
      loss = error;
    }
  emit_rest (self);
  if (klass->record_end != NULL)
    klass->record_end (self, loss);
  let_go (self, klass->sends_fail_alike ? loss : NULL);
  /* Whoever is told may open it again, and close it: those who wait now wait for this end. */
  closing = g_steal_pointer (&priv->closing);
  mcp_transport_emit_closed (MCP_TRANSPORT (self), loss);
  return_closing (closing);
}

void
mcp_byte_transport_lose (McpByteTransport *self, GError *error, guint grace)
{
  McpByteTransportPrivate *priv = priv_of (self);

  g_clear_error (&priv->loss);
  priv->loss = error;
  priv->state = MCP_BYTES_LOST;
  start_timer (self, grace);
}

void
mcp_byte_transport_close_in (McpByteTransport *self, guint milliseconds)
{
  start_timer (self, milliseconds);
}

static void
on_time_over (McpByteTransport *self)
{
  McpByteTransportPrivate *priv = priv_of (self);
  McpByteTransportClass   *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);

  if (priv->state == MCP_BYTES_OPENING)
    {
      priv->timed_out = TRUE;
      stop_opening (self);
    }
  else if (priv->state == MCP_BYTES_CLOSING)
    klass->close_faster (self, FALSE);
  else if (priv->held) /* what it wrote last is still to be read */
    start_timer (self, MCP_STDIO_DRAIN_GRACE);
  else
    mcp_byte_transport_finish (self, priv->loss == NULL ? klass->explain_loss (self) : NULL);
}

static void
mcp_byte_transport_real_close_faster (McpByteTransport *self, gboolean at_once)
{
  mcp_byte_transport_finish (self, NULL);
}

static gboolean
on_closer_cancelled (GCancellable *cancellable, gpointer data)
{
  MCP_BYTE_TRANSPORT_GET_CLASS (data)->close_faster (data, TRUE);
  return G_SOURCE_REMOVE;
}

static void
mcp_byte_transport_close_async (McpTransport       *transport,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  McpByteTransport        *self = MCP_BYTE_TRANSPORT (transport);
  McpByteTransportPrivate *priv = priv_of (self);
  McpByteState             before = priv->state;
  g_autoptr (GTask) task = mcp_async_begin (transport, mcp_byte_transport_close_async, cancellable,
                                            callback, user_data);

  if (before == MCP_BYTES_CLOSED)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (priv->closing == NULL)
    priv->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (priv->closing, g_steal_pointer (&task));
  if (before == MCP_BYTES_OPENING)
    {
      stop_opening (self);
      return;
    }
  watch (self, cancellable, on_closer_cancelled);
  if (before == MCP_BYTES_CLOSING)
    return;
  stop_timer (self);
  priv->state = MCP_BYTES_CLOSING;
  MCP_BYTE_TRANSPORT_GET_CLASS (self)->close (self, before == MCP_BYTES_LOST);
}

/* The object */

MCP_DEFINE_DISPOSE (McpByteTransport, mcp_byte_transport)
{
  /* Nothing runs: what opens, sends or closes holds a reference to us. */
  let_go (self, NULL);
}

MCP_DEFINE_FINALIZE (McpByteTransport, mcp_byte_transport)
{
  McpByteTransportPrivate *priv = priv_of (self);

  g_ptr_array_unref (priv->watches);
  g_clear_error (&priv->loss);
}

MCP_DEFINE_CLASS (McpByteTransport, mcp_byte_transport)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_byte_transport_dispose;
  object_class->finalize = mcp_byte_transport_finalize;
  transport_class->open_async = mcp_byte_transport_open_async;
  transport_class->send_now = mcp_byte_transport_send_now;
  transport_class->send_async = mcp_byte_transport_send_async;
  transport_class->close_async = mcp_byte_transport_close_async;
  transport_class->hold = mcp_byte_transport_hold;
  transport_class->is_ending = mcp_byte_transport_is_ending;
  klass->text_open = "The connection is open already";
  klass->text_cancelled = "Connecting was cancelled";
  klass->text_closed = "There is no connection";
  klass->text_unit = "line";
  klass->close_faster = mcp_byte_transport_real_close_faster;
}

static void
mcp_byte_transport_init (McpByteTransport *self)
{
  priv_of (self)->watches = g_ptr_array_new_with_free_func (destroy_source);
}
