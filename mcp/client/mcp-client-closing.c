/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a client closes. */

#include "mcp-client-private.h"

void
mcp_client_finish_closing (McpClient *self)
{
  g_autoptr (GPtrArray) tasks = self->closing;

  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_object (&self->close_cancellable);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (g_ptr_array_index (tasks, i), TRUE);
}

static void
on_transport_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;

  /* Whatever the transport says about its end, it is the end. */
  mcp_transport_close_finish (self->transport, result, NULL);
  if (self->state == MCP_CLIENT_CLOSING)
    mcp_client_set_state (self, MCP_CLIENT_CLOSED);
  mcp_client_finish_closing (self);
}

static void
on_settled (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;

  mcp_peer_settle_finish (self->peer, result);
  mcp_client_update_pending (self);
  mcp_transport_close_async (self->transport, self->close_cancellable, on_transport_closed,
                             g_object_ref (self));
}

static void
on_close_cancelled (GCancellable *cancellable, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

/** Whoever waits for the end may want it at once. */
static void
client_link_close (McpClient *self, GCancellable *cancellable)
{
  if (self->close_cancellable == NULL)
    self->close_cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    g_cancellable_connect (cancellable, G_CALLBACK (on_close_cancelled),
                           g_object_ref (self->close_cancellable), g_object_unref);
}

void
mcp_client_close_async (McpClient          *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) reason = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_close_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->state == MCP_CLIENT_LOST)
    reason = mcp_error_new (MCP_ERROR_CONNECTION_LOST,
                            "The connection was lost before the answer came. Nobody knows whether "
                            "the server did what was asked.");
  else
    reason =
        mcp_error_new (MCP_ERROR_CANCELLED, "The connection was closed before the answer came.");

  switch (self->state)
    {
    case MCP_CLIENT_CONNECTING:
      g_ptr_array_add (self->closing, g_object_ref (task));
      mcp_client_abort_opening (self,
                                mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled."));
      break;

    case MCP_CLIENT_READY:
    case MCP_CLIENT_LOST:
      g_ptr_array_add (self->closing, g_object_ref (task));
      client_link_close (self, cancellable);
      if (self->state == MCP_CLIENT_READY)
        mcp_client_set_state (self, MCP_CLIENT_CLOSING);
      if (self->closing->len == 1)
        mcp_peer_settle_async (self->peer, reason, on_settled, g_object_ref (self));
      break;

    case MCP_CLIENT_CLOSING:
      g_ptr_array_add (self->closing, g_object_ref (task));
      client_link_close (self, cancellable);
      break;

    case MCP_CLIENT_IDLE:
      mcp_client_set_state (self, MCP_CLIENT_CLOSED);
      g_task_return_boolean (task, TRUE);
      break;

    case MCP_CLIENT_CLOSED:
    case MCP_CLIENT_FAILED:
    default:
      g_task_return_boolean (task, TRUE);
      break;
    }
}

gboolean
mcp_client_close_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
