/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-icons.h"

#include "app-session-private.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-finding.h"

McpJsonValue
app_session_get_icons (AppSession *self)
{
  McpServerInfo *info;

  g_return_val_if_fail (APP_IS_SESSION (self), MCP_JSON_NO_VALUE);

  info = self->client != NULL ? mcp_client_get_server_info (self->client) : NULL;
  return info != NULL ? mcp_server_info_get_icons (info) : MCP_JSON_NO_VALUE;
}

/* What is said more often than that is the same again. */
#define MAX_FINDINGS 20

void
app_session_forget_icons (AppSession *self)
{
  g_clear_pointer (&self->icon_findings, g_ptr_array_unref);
}

/* Why an icon is not there is said once, where what is off about the server is said. */
static void
note_refusal (AppSession *self, const GError *error)
{
  guint            n = self->icon_findings != NULL ? self->icon_findings->len : 0;
  g_autofree char *text = g_strdup_printf ("An icon is not shown: %s", error->message);

  if (error->domain != MCP_ERROR || error->code == MCP_ERROR_CANCELLED || self->client == NULL ||
      n == MAX_FINDINGS)
    return;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (mcp_finding_get_text (self->icon_findings->pdata[i]), text))
      return;
  mcp_finding_add (&self->icon_findings, MCP_FINDING_WARNING, "icon-refused", NULL, "%s", text);
  app_session_notify_server (self);
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
    {
      note_refusal (g_task_get_source_object (task), error);
      g_task_return_error (task, error);
    }
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
