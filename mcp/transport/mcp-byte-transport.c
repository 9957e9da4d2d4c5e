/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-byte-transport.h"

typedef struct
{
  gboolean   held;
  GSource   *timer;
  GPtrArray *closing; /* of GTask */
  GPtrArray *watches; /* of GSource: of the cancellables of whoever opens or closes */
} McpByteTransportPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpByteTransport, mcp_byte_transport, MCP_TYPE_TRANSPORT)

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

GTask *
mcp_byte_transport_begin_task (McpByteTransport   *self,
                               gpointer            tag,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  return task;
}

void
mcp_byte_transport_watch (McpByteTransport      *self,
                          GCancellable          *cancellable,
                          GCancellableSourceFunc function)
{
  GSource *source;

  if (cancellable == NULL)
    return;
  source = g_cancellable_source_new (cancellable);
  g_source_set_callback (source, G_SOURCE_FUNC (function), self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  g_ptr_array_add (priv_of (self)->watches, source);
}

void
mcp_byte_transport_unwatch (McpByteTransport *self)
{
  g_ptr_array_set_size (priv_of (self)->watches, 0);
}

void
mcp_byte_transport_start_timer (McpByteTransport *self, guint milliseconds, GSourceFunc function)
{
  McpByteTransportPrivate *priv = priv_of (self);

  mcp_byte_transport_stop_timer (self);
  priv->timer = g_timeout_source_new (milliseconds);
  g_source_set_callback (priv->timer, function, self, NULL);
  g_source_attach (priv->timer, g_main_context_get_thread_default ());
}

void
mcp_byte_transport_stop_timer (McpByteTransport *self)
{
  g_clear_pointer (&priv_of (self)->timer, destroy_source);
}

void
mcp_byte_transport_await_end (McpByteTransport *self, GTask *task)
{
  McpByteTransportPrivate *priv = priv_of (self);

  if (priv->closing == NULL)
    priv->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (priv->closing, task);
}

void
mcp_byte_transport_return_closing (McpByteTransport *self)
{
  g_autoptr (GPtrArray) closing = g_steal_pointer (&priv_of (self)->closing);

  for (guint i = 0; closing != NULL && i < closing->len; i++)
    g_task_return_boolean (closing->pdata[i], TRUE);
}

void
mcp_byte_transport_end (McpByteTransport *self, const GError *error)
{
  g_autoptr (McpByteTransport) alive = g_object_ref (self);
  g_autoptr (GPtrArray) closing = g_steal_pointer (&priv_of (self)->closing);

  /* Whoever is told may open it again, and close it: those who wait now wait for this end. */
  mcp_transport_emit_closed (MCP_TRANSPORT (self), error);
  for (guint i = 0; closing != NULL && i < closing->len; i++)
    g_task_return_boolean (closing->pdata[i], TRUE);
}

gboolean
mcp_byte_transport_is_held (McpByteTransport *self)
{
  return priv_of (self)->held;
}

static void
mcp_byte_transport_hold (McpTransport *transport, gboolean hold)
{
  McpByteTransport *self = MCP_BYTE_TRANSPORT (transport);

  priv_of (self)->held = hold;
  MCP_BYTE_TRANSPORT_GET_CLASS (self)->hold_stream (self, hold);
}

static void
mcp_byte_transport_send_async (McpTransport       *transport,
                               GBytes             *message,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  McpByteTransport      *self = MCP_BYTE_TRANSPORT (transport);
  McpByteTransportClass *klass = MCP_BYTE_TRANSPORT_GET_CLASS (self);
  g_autoptr (GTask) task = mcp_byte_transport_begin_task (self, mcp_byte_transport_send_async,
                                                          cancellable, callback, user_data);

  if (!klass->is_open (self))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "%s", klass->closed_text));
  else if (g_cancellable_is_cancelled (cancellable))
    g_task_return_error (task, mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back"));
  else
    klass->write (self, message, g_steal_pointer (&task));
}

static void
mcp_byte_transport_dispose (GObject *object)
{
  McpByteTransport *self = MCP_BYTE_TRANSPORT (object);

  mcp_byte_transport_stop_timer (self);
  mcp_byte_transport_unwatch (self);

  G_OBJECT_CLASS (mcp_byte_transport_parent_class)->dispose (object);
}

static void
mcp_byte_transport_finalize (GObject *object)
{
  McpByteTransportPrivate *priv = priv_of (MCP_BYTE_TRANSPORT (object));

  g_ptr_array_unref (priv->watches);

  G_OBJECT_CLASS (mcp_byte_transport_parent_class)->finalize (object);
}

static void
mcp_byte_transport_class_init (McpByteTransportClass *klass)
{
  GObjectClass      *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_byte_transport_dispose;
  object_class->finalize = mcp_byte_transport_finalize;
  transport_class->send_async = mcp_byte_transport_send_async;
  transport_class->hold = mcp_byte_transport_hold;
  klass->closed_text = "There is no connection";
}

static void
mcp_byte_transport_init (McpByteTransport *self)
{
  priv_of (self)->watches = g_ptr_array_new_with_free_func (destroy_source);
}
