/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-icons.h"

#include "app-session-private.h"

#include <glib/gi18n-lib.h>

McpJsonValue
app_session_get_icons (AppSession *self)
{
  McpServerInfo *info;

  g_return_val_if_fail (APP_IS_SESSION (self), MCP_JSON_NO_VALUE);

  info = self->client != NULL ? mcp_client_get_server_info (self->client) : NULL;
  return info != NULL ? mcp_server_info_get_icons (info) : MCP_JSON_NO_VALUE;
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GBytes *bytes = mcp_icon_fetcher_fetch_finish (MCP_ICON_FETCHER (source), result, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify)g_bytes_unref);
  else
    g_task_return_error (task, error);
}

void
app_session_load_icon_async (AppSession         *self,
                             McpJsonValue        icons,
                             guint               pixels,
                             gboolean            dark,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GPtrArray) list = NULL;
  McpIcon *icon;

  g_return_if_fail (APP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_load_icon_async);
  list = mcp_icon_list_new (icons, NULL);
  icon = mcp_icon_list_choose (list, pixels, dark ? MCP_ICON_DARK : MCP_ICON_LIGHT);
  if (icon == NULL)
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                               _ ("It has no icon for this background."));
      return;
    }
  if (self->icon_fetcher == NULL)
    self->icon_fetcher = mcp_icon_fetcher_new (store_profile_get_url (self->profile));
  mcp_icon_fetcher_set_other_hosts (self->icon_fetcher,
                                    app_settings_get_icons_from_other_hosts (self->settings));
  mcp_icon_fetcher_fetch_async (self->icon_fetcher, icon, cancellable, on_fetched,
                                g_steal_pointer (&task));
}

GBytes *
app_session_load_icon_finish (AppSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
