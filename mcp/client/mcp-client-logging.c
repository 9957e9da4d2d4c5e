/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-logging.h"

#include "mcp-client-private.h"

#include <string.h>

gboolean
mcp_client_offers_logging (McpClient *self)
{
  McpServerInfo *info;

  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);

  info = mcp_client_get_server_info (self);
  return info != NULL && mcp_server_info_offers (info, "logging");
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (McpAnswer) answer = NULL;
  GError *error = NULL;

  answer = mcp_client_request_finish (MCP_CLIENT (source), result, &error);
  if (answer == NULL)
    g_task_return_error (task, error);
  else if (mcp_answer_is_error (answer))
    {
      const char *text = mcp_message_get_error_message (mcp_answer_get_message (answer));

      g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                "The server does not take this level: %s",
                                                text != NULL ? text : "no reason given"));
    }
  else
    g_task_return_boolean (task, TRUE);
}

void
mcp_client_set_log_level_async (McpClient          *self,
                                McpLogLevel         level,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GBytes) params = NULL;
  char *text;

  g_return_if_fail (MCP_IS_CLIENT (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_client_set_log_level_async);
  g_task_set_check_cancellable (task, FALSE);
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
      mcp_era_set_log_level (self->era,
                             level != MCP_LOG_UNKNOWN ? mcp_log_level_get_name (level) : NULL);
      g_task_return_boolean (task, TRUE);
      return;
    }
  text = g_strdup_printf ("{\"level\":\"%s\"}",
                          mcp_log_level_get_name (MIN (level, MCP_LOG_EMERGENCY)));
  params = g_bytes_new_take (text, strlen (text));
  mcp_client_request_async (self, "logging/setLevel", params, NULL, cancellable, on_answered,
                            g_steal_pointer (&task));
}

gboolean
mcp_client_set_log_level_finish (McpClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

McpLogMessage *
mcp_client_read_log_message (McpMessage *message)
{
  g_return_val_if_fail (message != NULL, NULL);

  if (g_strcmp0 (mcp_message_get_method (message), "notifications/message") != 0)
    return NULL;
  return mcp_log_message_new (mcp_message_get_params (message));
}
