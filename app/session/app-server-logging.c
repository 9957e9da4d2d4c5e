/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-logging.h"

#include "app-session.h"
#include "mcp-client-logging.h"
#include "mcp-object.h"

struct _AppServerLogging
{
  GObject parent_instance;

  AppSession *session; /* weak */
};

APP_DEFINE_SESSION_FEATURE (AppServerLogging, app_server_logging)
MCP_DEFINE_INIT (AppServerLogging, app_server_logging)
MCP_DEFINE_CLASS_INIT (AppServerLogging, app_server_logging)

MCP_DEFINE_FINALIZE (AppServerLogging, app_server_logging)
{
  g_clear_weak_pointer (&self->session);
}

static void
on_level_set (GObject *source, GAsyncResult *result, gpointer user_data)
{
  /* A refusal is a line of the log, as the request is. */
  mcp_client_set_log_level_finish (MCP_CLIENT (source), result, NULL);
}

static void
apply (AppServerLogging *self)
{
  McpClient    *client = app_session_get_client (self->session);
  StoreLogLevel level =
      store_profile_get_conversation (app_session_get_profile (self->session))->log_level;
  McpLogLevel asked = MCP_LOG_UNKNOWN;

  if (client == NULL || !mcp_client_offers_logging (client))
    return;
  if (level != STORE_LOG_LEVEL_SERVER)
    asked = mcp_log_level_from_name (store_profile_word ("log-level", level));
  /* Up to 2025-11-25 there is no word for “as you like”; it holds from the next connection on. */
  else if (mcp_client_get_era (client) != MCP_ERA_MODERN)
    return;
  mcp_client_set_log_level_async (client, asked, NULL, on_level_set, NULL);
}

static void
app_server_logging_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_SERVER_LOGGING (feature)->session, session);
  mcp_signal_connect (app_session_get_profile (session), "notify::log-level", apply, feature);
}

static void
app_server_logging_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  apply (APP_SERVER_LOGGING (feature));
}

static void
app_server_logging_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_server_logging_attach;
  iface->opened = app_server_logging_opened;
}

gboolean
app_server_logging_is_offered (AppServerLogging *self)
{
  g_return_val_if_fail (APP_IS_SERVER_LOGGING (self), FALSE);

  McpClient *client = self->session != NULL ? app_session_get_client (self->session) : NULL;
  return client != NULL && mcp_client_offers_logging (client);
}

void
app_server_logging_set_level (AppServerLogging *self, StoreLogLevel level)
{
  g_return_if_fail (APP_IS_SERVER_LOGGING (self));
  g_return_if_fail (self->session != NULL);

  StoreProfile *profile = app_session_get_profile (self->session);
  if (store_profile_get_conversation (profile)->log_level == level)
    return;
  g_autoptr (StoreProfile) changed = store_profile_copy (profile);
  g_object_set (changed, "log-level", level, NULL);
  app_session_keep_profile (self->session, changed);
}

void
app_server_logging_ask_async (AppServerLogging   *self,
                              McpLogLevel         level,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_return_if_fail (app_server_logging_is_offered (self));

  mcp_client_set_log_level_async (app_session_get_client (self->session), level, NULL, callback,
                                  user_data);
}

gboolean
app_server_logging_ask_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GObject) client = g_async_result_get_source_object (result);

  return mcp_client_set_log_level_finish (MCP_CLIENT (client), result, error);
}
