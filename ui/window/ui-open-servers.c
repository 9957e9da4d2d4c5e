/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-open-servers.h"
#include "ui-server-actions.h"
#include "ui-settings.h"
#include "ui-template.h"

/* By the ids of their profiles, one a line. */
#define OPEN_KEY "open-servers"
#define WANTED_KEY "reconnect-at-start"

struct _UiOpenServers
{
  GObject parent_instance;

  AppWorkspace *workspace;
  GPtrArray    *ids; /* of char *, in the order in which they were connected */
};

G_DEFINE_FINAL_TYPE (UiOpenServers, ui_open_servers, G_TYPE_OBJECT)

static void
keep (UiOpenServers *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->ids->len; i++)
    g_strv_builder_add (builder, self->ids->pdata[i]);
  g_auto (GStrv) ids = g_strv_builder_end (builder);
  g_autofree char *text = g_strjoinv ("\n", ids);
  ui_settings_set_string (OPEN_KEY, text);
}

static void
on_state (UiOpenServers *self, GParamSpec *pspec, AppSession *session)
{
  AppSessionState state = app_session_get_state (session);
  const char     *id = store_profile_get_id (app_session_get_profile (session));
  guint           position;
  gboolean        found = g_ptr_array_find_with_equal_func (self->ids, id, g_str_equal, &position);

  if (id == NULL || (state == APP_SESSION_READY) == found)
    return;
  if (state == APP_SESSION_READY)
    g_ptr_array_add (self->ids, g_strdup (id));
  else if (state == APP_SESSION_IDLE)
    g_ptr_array_remove_index (self->ids, position);
  else
    return;
  keep (self);
}

static void
on_sessions_changed (UiOpenServers *self, guint position, guint removed, guint added)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);

      /* One that was only moved is followed already. */
      g_signal_handlers_disconnect_by_data (session, self);
      ui_connect (session, "notify::state", on_state, self);
      on_state (self, NULL, session);
    }
}

MCP_DEFINE_DISPOSE (UiOpenServers, ui_open_servers)
{
  if (self->workspace != NULL)
    ui_open_servers_end (self);
  g_clear_object (&self->workspace);
}

MCP_DEFINE_FINALIZE (UiOpenServers, ui_open_servers)
{
  g_ptr_array_unref (self->ids);
}

static void
ui_open_servers_class_init (UiOpenServersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_open_servers_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_open_servers_finalize;
}

static void
ui_open_servers_init (UiOpenServers *self)
{
  self->ids = g_ptr_array_new_with_free_func (g_free);
}

UiOpenServers *
ui_open_servers_new (AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiOpenServers *self = g_object_new (UI_TYPE_OPEN_SERVERS, NULL);
  self->workspace = g_object_ref (workspace);
  return self;
}

void
ui_open_servers_begin (UiOpenServers *self)
{
  g_return_if_fail (UI_IS_OPEN_SERVERS (self));

  GListModel      *sessions = G_LIST_MODEL (self->workspace);
  g_autofree char *kept = ui_settings_get_string (OPEN_KEY, "");
  g_auto (GStrv) ids = g_strsplit (kept, "\n", -1);

  ui_connect (sessions, "items-changed", on_sessions_changed, self);
  on_sessions_changed (self, 0, 0, g_list_model_get_n_items (sessions));
  if (!ui_settings_get_boolean (WANTED_KEY, TRUE))
    return;
  for (guint i = 0; ids[i] != NULL; i++)
    {
      AppSession *session = app_workspace_find_id (self->workspace, ids[i]);

      if (session == NULL || app_session_get_state (session) != APP_SESSION_IDLE)
        continue;
      /* Also where it cannot be connected today. */
      g_ptr_array_add (self->ids, g_strdup (ids[i]));
      ui_server_actions_connect (session);
    }
}

void
ui_open_servers_end (UiOpenServers *self)
{
  g_return_if_fail (UI_IS_OPEN_SERVERS (self));

  g_signal_handlers_disconnect_by_data (self->workspace, self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);
      g_signal_handlers_disconnect_by_data (session, self);
    }
}
