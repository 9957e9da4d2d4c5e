/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a client opens: the transport, then a session over it in the era that the server speaks. */

#include "mcp-client-private.h"

#include "mcp-legacy-era.h"
#include "mcp-modern-era.h"

static void client_open_transport (McpClient *self);
static void client_take_step (McpClient *self);

void
mcp_client_end_opening (McpClient *self)
{
  mcp_client_clear_source (&self->opening.timer);
  mcp_client_clear_source (&self->opening.cancel_source);
  g_clear_object (&self->opening.cancellable);
  g_clear_error (&self->opening.first_error);
}

static void
client_fail_opening (McpClient *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening.task);
  gboolean by_closing = self->closing->len > 0;

  /* What we ourselves did about it explains more than what came of that. */
  if (self->opening.error != NULL)
    {
      McpErrorDetails *details = mcp_error_get_details (self->opening.error);
      McpErrorDetails *from = mcp_error_get_details (error);

      if (details != NULL && from != NULL)
        details->evidence = g_strdup (from->evidence);
      g_error_free (error);
      error = g_steal_pointer (&self->opening.error);
    }
  if (!by_closing && self->era != NULL)
    error = mcp_probe_blame_choice (&self->opening.probe, self->opening.offered_version, error);

  mcp_client_end_opening (self);
  if (!by_closing)
    mcp_client_set_error (self, error);
  mcp_client_set_state (self, by_closing ? MCP_CLIENT_CLOSED : MCP_CLIENT_FAILED);
  g_task_return_error (task, error);
  mcp_client_finish_closing (self);
}

/* Nothing is left behind of a connection, however it ended; there is no session to end in good
 * order. */
static void
client_drop_connection (McpClient *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GCancellable) at_once = g_cancellable_new ();

  g_cancellable_cancel (at_once);
  mcp_transport_close_async (self->transport, at_once, callback, user_data);
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

/** @error: (transfer full) */
static void
client_give_up (McpClient *self, GError *error)
{
  Failure *failure = g_new0 (Failure, 1);

  /* A way that was tried last explains less than the one that should have worked. */
  if (self->opening.first_error != NULL && !g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      g_error_free (error);
      error = g_steal_pointer (&self->opening.first_error);
    }
  failure->client = g_object_ref (self);
  failure->error = error;
  client_drop_connection (self, on_failed_transport_closed, failure);
}

/* The steps */

static void
on_dropped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
  if (self->opening.probe.step == MCP_PROBE_SSE)
    {
      g_set_object (&self->transport, self->opening.sse_transport);
      g_object_notify (G_OBJECT (self), "transport");
    }
  mcp_client_renew_peer (self);
  client_open_transport (self);
}

/** @error: (transfer full) */
static void
client_try_another_way (McpClient *self, GError *error)
{
  g_autofree char *note = NULL;
  McpProbeStep     step = MCP_PROBE_FAIL;

  if (self->opening.error == NULL)
    step = mcp_probe_go_on (&self->opening.probe, error, &note);
  if (step == MCP_PROBE_FAIL)
    {
      client_give_up (self, error);
      return;
    }

  mcp_client_note (self, note);
  if (step == MCP_PROBE_REDISCOVER || step == MCP_PROBE_SSE)
    {
      g_clear_error (&self->opening.first_error);
      self->opening.first_error = g_error_copy (error);
    }
  g_error_free (error);
  if (step == MCP_PROBE_RESTART || step == MCP_PROBE_SSE)
    client_drop_connection (self, on_dropped, g_object_ref (self));
  else
    client_take_step (self);
}

static void
on_era_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;
  GTask  *task;
  GError *error = NULL;

  self->info = mcp_era_open_finish (MCP_ERA (source), result, &error);
  mcp_client_update_pending (self);
  if (self->info != NULL && self->opening.error == NULL)
    {
      task = g_steal_pointer (&self->opening.task);
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
  client_try_another_way (self, error);
}

static McpEra *
client_make_modern (McpClient *self)
{
  McpEra       *era = mcp_modern_era_new ();
  McpModernEra *modern = MCP_MODERN_ERA (era);

  if (self->opening.probe.step == MCP_PROBE_MODERN)
    mcp_modern_era_insist (modern);
  /* A server that has just refused initialize is awake. */
  if (self->opening.probe.step == MCP_PROBE_REDISCOVER ||
      (self->opening.probe.step == MCP_PROBE_DISCOVER &&
       self->opening.probe.known != MCP_ERA_MODERN))
    mcp_modern_era_set_deadline (modern, self->opening.probe.http ? self->opening.http_probe_ms
                                                                  : self->opening.probe_ms);
  return era;
}

static McpEra *
client_make_legacy (McpClient *self)
{
  McpEra *era = mcp_legacy_era_new (self->opening.offered_version);

  if (self->opening.probe.choice == MCP_ERA_CHOICE_LEGACY)
    mcp_legacy_era_insist (MCP_LEGACY_ERA (era));
  return era;
}

/** The transport is open. */
static void
client_take_step (McpClient *self)
{
  switch (self->opening.probe.step)
    {
    case MCP_PROBE_DISCOVER:
    case MCP_PROBE_MODERN:
    case MCP_PROBE_REDISCOVER:
      mcp_client_take_era (self, client_make_modern (self));
      break;
    case MCP_PROBE_LEGACY:
    case MCP_PROBE_RESTART:
    case MCP_PROBE_SSE:
    case MCP_PROBE_FAIL:
    default:
      mcp_client_take_era (self, client_make_legacy (self));
      break;
    }
  mcp_era_open_async (self->era, self->peer, self->opening.cancellable, on_era_opened,
                      g_object_ref (self));
  mcp_client_update_pending (self);
}

static void
on_transport_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpClient) self = user_data;
  GError *error = NULL;

  if (mcp_transport_open_finish (MCP_TRANSPORT (source), result, &error))
    {
      client_take_step (self);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled.");
    }
  if (self->opening.first_error != NULL)
    client_give_up (self, error);
  else
    client_fail_opening (self, error);
}

static void
client_open_transport (McpClient *self)
{
  mcp_transport_open_async (self->transport, self->opening.cancellable, on_transport_opened,
                            g_object_ref (self));
}

/* From the outside */

void
mcp_client_abort_opening (McpClient *self, GError *error)
{
  if (self->opening.error == NULL)
    self->opening.error = g_steal_pointer (&error);
  g_clear_error (&error);
  if (self->opening.cancellable != NULL)
    g_cancellable_cancel (self->opening.cancellable);
}

static gboolean
on_open_timeout (gpointer user_data)
{
  McpClient *self = MCP_CLIENT (user_data);

  g_clear_pointer (&self->opening.timer, g_source_unref);
  mcp_client_abort_opening (self,
                            mcp_error_new (MCP_ERROR_TIMED_OUT,
                                           "The server did not open a session within %.3g seconds.",
                                           self->opening.connect_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
on_open_cancelled (GCancellable *cancellable, gpointer user_data)
{
  McpClient *self = MCP_CLIENT (user_data);

  mcp_client_abort_opening (self, mcp_error_new (MCP_ERROR_CANCELLED, "Connecting was cancelled."));
  return G_SOURCE_REMOVE;
}

static void
client_watch_opening (McpClient *self, GCancellable *cancellable)
{
  self->opening.cancellable = g_cancellable_new ();
  if (self->opening.connect_ms > 0)
    {
      self->opening.timer = g_timeout_source_new (self->opening.connect_ms);
      g_source_set_callback (self->opening.timer, on_open_timeout, self, NULL);
      g_source_attach (self->opening.timer, self->context);
    }
  if (cancellable != NULL)
    {
      self->opening.cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->opening.cancel_source, G_SOURCE_FUNC (on_open_cancelled), self,
                             NULL);
      g_source_attach (self->opening.cancel_source, self->context);
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

  self->opening.task = g_steal_pointer (&task);
  mcp_client_set_state (self, MCP_CLIENT_CONNECTING);
  client_watch_opening (self, cancellable);
  self->opening.probe.choice = self->opening.choice;
  self->opening.probe.known = self->opening.known_era;
  self->opening.probe.http = mcp_transport_responds_in_exchange (self->transport);
  self->opening.probe.has_sse = self->opening.sse_transport != NULL;
  mcp_probe_begin (&self->opening.probe);
  client_open_transport (self);
}

gboolean
mcp_client_open_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
