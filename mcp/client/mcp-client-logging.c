/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-logging.h"

#include "mcp-async.h"
#include "mcp-envelope.h"
#include "mcp-object.h"

#include <string.h>

struct _McpClientLogging
{
  GObject     parent_instance;
  const char *level; /* (nullable): static: what each request says from 2026-07-28 on */
};

static gboolean
client_logging_prepare (McpClientFeature *feature,
                        McpClient        *client,
                        McpRequest       *request,
                        GError          **error)
{
  McpClientLogging *self = MCP_CLIENT_LOGGING (feature);

  if (self->level == NULL || mcp_client_get_era (client) != MCP_ERA_MODERN)
    return TRUE;
  g_autofree char *text = g_strdup_printf ("{\"" MCP_META_LOG_LEVEL "\":\"%s\"}", self->level);
  g_autoptr (GBytes) members = g_bytes_new (text, strlen (text));
  return mcp_request_add_meta (request, members, error);
}

static void
client_logging_feature_init (McpClientFeatureInterface *iface)
{
  iface->prepare = client_logging_prepare;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpClientLogging,
                               mcp_client_logging,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_CLIENT_FEATURE,
                                                      client_logging_feature_init))
MCP_DEFINE_INIT (McpClientLogging, mcp_client_logging)

static void
mcp_client_logging_class_init (McpClientLoggingClass *klass)
{
}

gboolean
mcp_client_offers_logging (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);

  McpServerInfo *info = mcp_client_get_server_info (self);
  return info != NULL && mcp_server_info_offers (info, "logging");
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  if (response == NULL)
    g_task_return_error (task, error);
  else if (mcp_response_is_error (response))
    g_task_return_error (task, mcp_response_make_error (response));
  else
    g_task_return_boolean (task, TRUE);
}

static void
client_set_level (McpClient *client, const char *level)
{
  McpClientLogging *self = mcp_client_get_feature (client, MCP_TYPE_CLIENT_LOGGING);

  if (self == NULL)
    {
      g_autoptr (McpClientLogging) added = g_object_new (MCP_TYPE_CLIENT_LOGGING, NULL);

      self = added; /* the client holds it */
      mcp_client_add_feature (client, MCP_CLIENT_FEATURE (added));
    }
  self->level = level;
}

void
mcp_client_set_log_level_async (McpClient          *self,
                                McpLogLevel         level,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = mcp_async_begin (self, mcp_client_set_log_level_async, cancellable, callback, user_data);
  if (mcp_client_get_state (self) != MCP_CLIENT_READY)
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_CONNECTED, "Not connected."));
      return;
    }
  if (!mcp_client_offers_logging (self))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                                "The server does not offer to log."));
      return;
    }
  if (mcp_client_get_era (self) == MCP_ERA_MODERN)
    {
      client_set_level (self, level != MCP_LOG_UNKNOWN ? mcp_log_level_get_name (level) : NULL);
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_autoptr (McpRequest) request = mcp_request_new ("logging/setLevel");
  mcp_request_set_string (request, "level",
                          mcp_log_level_get_name (MIN (level, MCP_LOG_EMERGENCY)));
  mcp_client_send_async (self, request, cancellable, on_answered, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (mcp_client_set_log_level_finish, McpClient)
