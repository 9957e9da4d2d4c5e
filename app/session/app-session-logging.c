/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From which severity on a server is asked to log. */

#include "app-session-private.h"

#include "mcp-client-logging.h"

static void
on_level_set (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* A refusal is a line of the log, as the request is. */
  mcp_client_set_log_level_finish (MCP_CLIENT (source), result, NULL);
}

void
app_session_apply_log_level (AppSession *self)
{
  McpClient    *client = app_session_get_client (self);
  StoreLogLevel level = store_profile_get_log_level (self->profile);
  McpLogLevel   asked = MCP_LOG_UNKNOWN;

  if (client == NULL || !mcp_client_offers_logging (client))
    return;
  if (level != STORE_LOG_LEVEL_SERVER)
    asked = mcp_log_level_from_name (store_log_level_to_text (level));
  /* Up to 2025-11-25 there is no word for “as you like”; it holds from the next connection on. */
  else if (mcp_client_get_era (client) != MCP_ERA_MODERN)
    return;
  mcp_client_set_log_level_async (client, asked, NULL, on_level_set, NULL);
}

gboolean
app_session_offers_logging (AppSession *self)
{
  McpClient *client;

  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);

  client = app_session_get_client (self);
  return client != NULL && mcp_client_offers_logging (client);
}

void
app_session_set_log_level (AppSession *self, StoreLogLevel level)
{
  g_autoptr (StoreProfile) changed = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  if (store_profile_get_log_level (self->profile) == level)
    return;
  changed = store_profile_copy (self->profile);
  store_profile_set_log_level (changed, level);
  app_session_keep_profile (self, changed);
}
