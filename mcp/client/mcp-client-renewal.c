/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-renewal.h"

#include "mcp-source.h"

struct _McpClientRenewal
{
  McpClient           *client;
  McpClientRenewedFunc renewed;
  GPtrArray           *waiting;
  GCancellable        *cancellable;
  GSource             *timer; /* (nullable) */
};

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpClientRenewal *self = user_data;
  g_autoptr (McpClient) client = self->client;
  g_autoptr (GPtrArray) waiting = self->waiting;
  McpClientRenewedFunc renewed = self->renewed;
  GError              *error = NULL;
  McpServerInfo       *info = mcp_era_open_finish (MCP_ERA (source), result, &error);

  if (info == NULL && g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_error (&error);
      error = mcp_error_new (MCP_ERROR_TIMED_OUT,
                             "The server no longer knew the session, and did not open another one "
                             "within %.3g seconds.",
                             mcp_client_get_options (client)->connect_ms / 1000.0);
    }
  else if (info == NULL)
    g_prefix_error (&error, "The server no longer knew the session, and opened no other one: ");
  mcp_source_clear (&self->timer);
  g_object_unref (self->cancellable);
  g_free (self);
  renewed (client, info, error, waiting);
}

static gboolean
on_timeout (gpointer user_data)
{
  McpClientRenewal *self = user_data;

  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_CONTINUE;
}

McpClientRenewal *
mcp_client_renewal_begin (McpClient           *client,
                          McpEra              *era,
                          McpPeer             *peer,
                          McpClientRenewedFunc renewed)
{
  McpClientRenewal *self = g_new0 (McpClientRenewal, 1);
  guint             connect_ms = mcp_client_get_options (client)->connect_ms;

  self->client = g_object_ref (client);
  self->renewed = renewed;
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  if (connect_ms > 0)
    self->timer = mcp_source_new_timeout (connect_ms, on_timeout, self);
  mcp_era_open_async (era, peer, self->cancellable, on_opened, self);
  return self;
}

void
mcp_client_renewal_wait (McpClientRenewal *self, GTask *task)
{
  g_ptr_array_add (self->waiting, g_object_ref (task));
}
