/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-transport.h"

#include "mcp-limits.h"
#include "mcp-json-memory.h"
#include "mcp-object.h"

typedef struct
{
  McpTransportLimits limits;
  McpTransport      *spare; /* (nullable) */
} McpTransportPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (McpTransport, mcp_transport, G_TYPE_OBJECT)

enum {
  RECEIVED,
  RECORD,
  OVERSIZED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* As GLib's marshallers for what has one: the general one builds a call for each message. */
static void
marshal_received (GClosure *closure,
                  GValue   *return_value,
                  gpointer  instance,
                  va_list   arguments,
                  gpointer  marshal_data,
                  int       n_types,
                  GType    *types)
{
  typedef void (*Receiver) (gpointer first, GBytes * message, guint64 exchange, gpointer last);
  Receiver receiver = (Receiver)(marshal_data != NULL ? marshal_data
                                                      : ((GCClosure *)closure)->callback);
  gboolean swapped = G_CCLOSURE_SWAP_DATA (closure) != 0;
  va_list  copy;

  va_copy (copy, arguments);
  GBytes *message = va_arg (copy, GBytes *);
  guint64 exchange = va_arg (copy, guint64);
  va_end (copy);
  message = g_bytes_ref (message);
  receiver (swapped ? closure->data : instance, message, exchange,
            swapped ? instance : closure->data);
  g_bytes_unref (message);
}

MCP_DEFINE_FINALIZE (McpTransport, mcp_transport)
{
  g_clear_object (&((McpTransportPrivate *)mcp_transport_get_instance_private (self))->spare);
}

static void
mcp_transport_class_init (McpTransportClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = mcp_transport_finalize;
  signals[RECEIVED] = mcp_signal_new (klass, "received", 2, G_TYPE_BYTES, G_TYPE_UINT64);
  g_signal_set_va_marshaller (signals[RECEIVED], type, marshal_received);
  signals[RECORD] = mcp_signal_new (klass, "record", 1, MCP_TYPE_RECORD);
  signals[OVERSIZED] = mcp_signal_new (klass, "oversized", 3, G_TYPE_BYTES, G_TYPE_BYTES,
                                       G_TYPE_ERROR);
  signals[CLOSED] = mcp_signal_new (klass, "closed", 1, G_TYPE_ERROR);
}

static void
mcp_transport_init (McpTransport *self)
{
  mcp_transport_get_limits (self)->message_limit = MCP_MESSAGE_LIMIT;
}

McpTransportLimits *
mcp_transport_get_limits (McpTransport *self)
{
  McpTransportPrivate *priv = mcp_transport_get_instance_private (self);

  return &priv->limits;
}

void
mcp_transport_set_spare (McpTransport *self, McpTransport *spare)
{
  McpTransportPrivate *priv = mcp_transport_get_instance_private (self);

  g_set_object (&priv->spare, spare);
}

McpTransport *
mcp_transport_get_spare (McpTransport *self)
{
  McpTransportPrivate *priv = mcp_transport_get_instance_private (self);

  return priv->spare;
}

/* All of them end a task with a boolean. */
static gboolean
finish (McpTransport *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
mcp_transport_open_async (McpTransport       *self,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  MCP_TRANSPORT_GET_CLASS (self)->open_async (self, cancellable, callback, user_data);
}

gboolean
mcp_transport_open_finish (McpTransport *self, GAsyncResult *result, GError **error)
{
  return finish (self, result, error);
}

gboolean
mcp_transport_send_now (McpTransport *self, GBytes *message)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);
  g_return_val_if_fail (message != NULL, FALSE);
  if (MCP_TRANSPORT_GET_CLASS (self)->send_now == NULL)
    return FALSE;
  return MCP_TRANSPORT_GET_CLASS (self)->send_now (self, message);
}

void
mcp_transport_send_async (McpTransport       *self,
                          GBytes             *message,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  g_return_if_fail (message != NULL);
  MCP_TRANSPORT_GET_CLASS (self)->send_async (self, message, cancellable, callback, user_data);
}

gboolean
mcp_transport_send_finish (McpTransport *self, GAsyncResult *result, GError **error)
{
  return finish (self, result, error);
}

void
mcp_transport_close_async (McpTransport       *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  MCP_TRANSPORT_GET_CLASS (self)->close_async (self, cancellable, callback, user_data);
}

gboolean
mcp_transport_close_finish (McpTransport *self, GAsyncResult *result, GError **error)
{
  return finish (self, result, error);
}

void
mcp_transport_set_protocol_version (McpTransport *self, const char *version)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  if (MCP_TRANSPORT_GET_CLASS (self)->set_protocol_version != NULL)
    MCP_TRANSPORT_GET_CLASS (self)->set_protocol_version (self, version);
}

void
mcp_transport_hold (McpTransport *self, gboolean hold)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  if (MCP_TRANSPORT_GET_CLASS (self)->hold != NULL)
    MCP_TRANSPORT_GET_CLASS (self)->hold (self, hold);
}

gboolean
mcp_transport_responds_in_exchange (McpTransport *self)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);
  if (MCP_TRANSPORT_GET_CLASS (self)->responds_in_exchange == NULL)
    return FALSE;
  return MCP_TRANSPORT_GET_CLASS (self)->responds_in_exchange (self);
}

gboolean
mcp_transport_is_ending (McpTransport *self)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);
  return MCP_TRANSPORT_GET_CLASS (self)->is_ending != NULL &&
         MCP_TRANSPORT_GET_CLASS (self)->is_ending (self);
}

void
mcp_transport_show_rest (McpTransport *self, guint64 exchange)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  if (MCP_TRANSPORT_GET_CLASS (self)->show_rest != NULL)
    MCP_TRANSPORT_GET_CLASS (self)->show_rest (self, exchange);
}

gboolean
mcp_transport_set_mirror (McpTransport          *self,
                          McpTransportMirrorFunc mirror,
                          gpointer               user_data)
{
  g_return_val_if_fail (MCP_IS_TRANSPORT (self), FALSE);
  if (MCP_TRANSPORT_GET_CLASS (self)->set_mirror == NULL)
    return FALSE;
  return MCP_TRANSPORT_GET_CLASS (self)->set_mirror (self, mirror, user_data);
}

void
mcp_transport_set_listening (McpTransport *self, gboolean listens)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  if (MCP_TRANSPORT_GET_CLASS (self)->set_listening != NULL)
    MCP_TRANSPORT_GET_CLASS (self)->set_listening (self, listens);
}

void
mcp_transport_initialized (McpTransport *self)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  if (MCP_TRANSPORT_GET_CLASS (self)->initialized != NULL)
    MCP_TRANSPORT_GET_CLASS (self)->initialized (self);
}

GError *
mcp_transport_new_memory_error (guint64 size)
{
  return mcp_error_new (MCP_ERROR_MESSAGE_TOO_LARGE,
                        "There is not enough memory for a message of %" G_GUINT64_FORMAT " bytes; "
                        "it was dropped",
                        size);
}

/* Only its ends are kept, by which the request that it answers is found. */
static void
refuse (McpTransport *self, GBytes *message, guint64 exchange)
{
  gsize size = g_bytes_get_size (message);
  g_autoptr (GBytes) head = g_bytes_new_from_bytes (message, 0, MCP_OVERSIZED_SAMPLE);
  g_autoptr (GBytes) tail =
      g_bytes_new_from_bytes (message, size - MCP_OVERSIZED_SAMPLE, MCP_OVERSIZED_SAMPLE);
  g_autoptr (GError) error = mcp_transport_new_memory_error (size);
  g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_MALFORMED);

  record->text = g_bytes_new (g_bytes_get_data (head, NULL), MCP_OVERSIZED_SAMPLE);
  record->note = g_strdup (error->message);
  record->exchange = exchange;
  mcp_transport_emit_record (self, record);
  mcp_transport_emit_oversized (self, head, tail, error);
}

void
mcp_transport_emit_received (McpTransport *self, GBytes *message, guint64 exchange)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  if (!mcp_json_memory_has_room (g_bytes_get_size (message)))
    {
      refuse (self, message, exchange);
      return;
    }
  g_signal_emit (self, signals[RECEIVED], 0, message, exchange);
}

void
mcp_transport_emit_record (McpTransport *self, McpRecord *record)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  g_signal_emit (self, signals[RECORD], 0, record);
}

void
mcp_transport_emit_oversized (McpTransport *self, GBytes *head, GBytes *tail, const GError *error)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  g_signal_emit (self, signals[OVERSIZED], 0, head, tail, error);
}

void
mcp_transport_emit_closed (McpTransport *self, const GError *error)
{
  g_return_if_fail (MCP_IS_TRANSPORT (self));
  g_signal_emit (self, signals[CLOSED], 0, error);
}
