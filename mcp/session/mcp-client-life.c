/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a client opens and closes. */

#include "mcp-client-private.h"

#include "mcp-legacy-era.h"

static void
client_finish_closing (McpClient *self)
{
  g_autoptr (GPtrArray) tasks = self->closing;

  self->closing = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_object (&self->close_cancellable);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (g_ptr_array_index (tasks, i), TRUE);
}

void
mcp_client_end_opening (McpClient *self)
{
  mcp_client_clear_source (&self->open_timer);
  mcp_client_clear_source (&self->open_cancel_source);
  g_clear_object (&self->open_cancellable);
}

static void
client_fail_opening (McpClient *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);
  gboolean by_closing = self->closing->len > 0;

  /* What we ourselves did about it explains more than what came of that. */
  if (self->open_error != NULL)
    {
      McpErrorDetails *details = mcp_error_get_details (self->open_error);
      McpErrorDetails *from = mcp_error_get_details (error);

      if (details != NULL && from != NULL)
        details->evidence = g_strdup (from->evidence);
      g_error_free (error);
      error = g_steal_pointer (&self->open_error);
    }

  mcp_client_end_opening (self);
  if (!by_closing)
    mcp_client_set_error (self, error);
  mcp_client_set_state (self, by_closing ? MCP_CLIENT_CLOSED : MCP_CLIENT_FAILED);
  g_task_return_error (task, error);
  client_finish_closing (self);
}

typedef struct
{
  McpClient *client;
  GError    *error;
} Failure;

static void
on_failed_transport_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Failure *failure = user_data;
  g_autoptr (McpClient) self = failure->client;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
  client_fail_opening (self, failure->error);
  g_free (failure);
}

static void
on_era_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;
  g_autoptr (GCancellable) at_once = NULL;
  GTask   *task;
  GError  *error = NULL;
  Failure *failure;

  self->info = mcp_era_open_finish (self->era, result, &error);
  mcp_client_update_pending (self);
  if (self->info != NULL && self->open_error == NULL)
    {
      task = g_steal_pointer (&self->opening);
      mcp_client_end_opening (self);
      g_object_notify (G_OBJECT (self), "server-info");
      g_object_notify (G_OBJECT (self), "era");
      mcp_client_set_state (self, MCP_CLIENT_READY);
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }

  g_clear_object (&self->info);
  if (error == NULL)
    error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");

  /* Nothing is left behind, however it ended; there is no session to end in good order. */
  failure = g_new0 (Failure, 1);
  failure->client = g_object_ref (self);
  failure->error = error;
  at_once = g_cancellable_new ();
  g_cancellable_cancel (at_once);
  mcp_transport_close_async (self->transport, at_once, on_failed_transport_closed, failure);
}

static void
on_transport_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;
  GError *error = NULL;

  if (!mcp_transport_open_finish (self->transport, result, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_clear_error (&error);
          error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
        }
      client_fail_opening (self, error);
      return;
    }
  mcp_client_take_era (self, mcp_legacy_era_new (self->offered_version));
  mcp_era_open_async (self->era, self->peer, self->open_cancellable, on_era_opened,
                      g_object_ref (self));
  mcp_client_update_pending (self);
}

/** @error: (transfer full) */
static void
client_abort_opening (McpClient *self, GError *error)
{
  if (self->open_error == NULL)
    self->open_error = g_steal_pointer (&error);
  g_clear_error (&error);
  if (self->open_cancellable != NULL)
    g_cancellable_cancel (self->open_cancellable);
}

static gboolean
on_open_timeout (gpointer user_data)
{
  McpClient *self = MCP_CLIENT (user_data);

  g_clear_pointer (&self->open_timer, g_source_unref);
  client_abort_opening (self,
                        mcp_error_new (MCP_ERROR_TIMED_OUT,
                                       "The server did not open a session within %.3g seconds.",
                                       self->connect_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
on_open_cancelled (GCancellable *cancellable, gpointer user_data)
{
  McpClient *self = MCP_CLIENT (user_data);

  client_abort_opening (self, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled."));
  return G_SOURCE_REMOVE;
}

static void
client_watch_opening (McpClient *self, GCancellable *cancellable)
{
  self->open_cancellable = g_cancellable_new ();
  if (self->connect_ms > 0)
    {
      self->open_timer = g_timeout_source_new (self->connect_ms);
      g_source_set_callback (self->open_timer, on_open_timeout, self, NULL);
      g_source_attach (self->open_timer, self->context);
    }
  if (cancellable != NULL)
    {
      self->open_cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->open_cancel_source, G_SOURCE_FUNC (on_open_cancelled), self,
                             NULL);
      g_source_attach (self->open_cancel_source, self->context);
    }
}

void
mcp_client_open_async (McpClient          *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_open_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->state != MCP_CLIENT_IDLE)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED,
                                                "This connection was opened before."));
      return;
    }

  self->opening = g_steal_pointer (&task);
  mcp_client_set_state (self, MCP_CLIENT_CONNECTING);
  client_watch_opening (self, cancellable);
  mcp_transport_open_async (self->transport, self->open_cancellable, on_transport_opened,
                            g_object_ref (self));
}

gboolean
mcp_client_open_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Closing */

static void
on_transport_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;

  /* Whatever the transport says about its end, it is the end. */
  mcp_transport_close_finish (self->transport, result, NULL);
  if (self->state == MCP_CLIENT_CLOSING)
    mcp_client_set_state (self, MCP_CLIENT_CLOSED);
  client_finish_closing (self);
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
      client_abort_opening (self,
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
