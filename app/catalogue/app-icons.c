/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-icons.h"

#include <glib/gi18n-lib.h>

#include "app-session.h"
#include "mcp-error.h"
#include "mcp-finding.h"
#include "mcp-icon-fetcher.h"
#include "mcp-object.h"

/* What is said more often than that is the same again. */
#define MAX_FINDINGS 20

struct _AppIcons
{
  GObject parent_instance;

  AppSession     *session;  /* weak */
  McpIconFetcher *fetcher;  /* (nullable): made when the first icon is asked for */
  GPtrArray      *findings; /* (nullable): of McpFinding */
};

static guint refused_signal;

APP_DEFINE_SESSION_FEATURE (AppIcons, app_icons)
MCP_DEFINE_INIT (AppIcons, app_icons)

MCP_DEFINE_FINALIZE (AppIcons, app_icons)
{
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->fetcher);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

static void
app_icons_class_init (AppIconsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_icons_finalize;
  refused_signal = mcp_signal_new (klass, "refused", 0);
}

static void
app_icons_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_ICONS (feature)->session, session);
}

/* What was said against icons belongs to the connection that is gone. */
static gboolean
app_icons_closed (AppSessionFeature *feature,
                  AppSession        *session,
                  McpClient         *client,
                  const GError      *error)
{
  g_clear_pointer (&APP_ICONS (feature)->findings, g_ptr_array_unref);
  return FALSE;
}

static void
app_icons_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_icons_attach;
  iface->closed = app_icons_closed;
}

MCP_DEFINE_GETTER (GPtrArray *, AppIcons, app_icons, findings)

/* Why an icon is not there is said once, where what is off about the server is said. */
static void
note_refusal (AppIcons *self, const GError *error)
{
  guint            n = self->findings != NULL ? self->findings->len : 0;
  g_autofree char *text = g_strdup_printf ("An icon is not shown: %s", error->message);

  if (error->domain != MCP_ERROR || error->code == MCP_ERROR_CANCELLED || self->session == NULL ||
      app_session_get_server (self->session) == NULL || n == MAX_FINDINGS)
    return;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (mcp_finding_get_text (self->findings->pdata[i]), text))
      return;
  mcp_finding_add (&self->findings, MCP_FINDING_WARNING, "icon-refused", NULL, "%s", text);
  g_signal_emit (self, refused_signal, 0);
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
app_icons_load_async (AppIcons           *self,
                      McpJsonValue        icons,
                      guint               pixels,
                      gboolean            dark,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  g_return_if_fail (APP_IS_ICONS (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_icons_load_async);
  g_autoptr (GPtrArray) list = mcp_icon_list_new (icons, NULL);
  McpIcon *icon = mcp_icon_list_choose (list, pixels, dark ? MCP_ICON_DARK : MCP_ICON_LIGHT);
  if (icon == NULL)
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                               _ ("It has no icon for this background."));
      return;
    }
  if (self->fetcher == NULL)
    self->fetcher = mcp_icon_fetcher_new (
        store_profile_get_endpoint (app_session_get_profile (self->session))->url);
  mcp_icon_fetcher_set_other_hosts (self->fetcher, app_settings_get_icons_from_other_hosts (
                                                       app_session_get_settings (self->session)));
  mcp_icon_fetcher_fetch_async (self->fetcher, icon, cancellable, on_fetched,
                                g_steal_pointer (&task));
}

MCP_DEFINE_FINISH_POINTER (app_icons_load_finish, AppIcons, GBytes)
