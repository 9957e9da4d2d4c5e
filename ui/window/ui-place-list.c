/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-place.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "app-catalogue.h"
#include "app-connection.h"
#include "app-task-list.h"

#include <gtk/gtk.h>

/* The servers that are folded, by their ids, one a line. */
#define FOLDED_KEY "folded-servers"
#define TASKS_EXTENSION "io.modelcontextprotocol/tasks"

static AppCatalogue *
get_catalogue (AppSession *session)
{
  return app_session_get_feature (session, APP_TYPE_CATALOGUE);
}

static gboolean
lists (AppSession *session, McpDefinitionKind kind)
{
  AppCatalogue *catalogue = get_catalogue (session);

  return app_catalogue_offers (catalogue, kind) ||
         g_list_model_get_n_items (app_catalogue_get_list (catalogue, kind)) > 0;
}

static gboolean
has_tools (AppSession *session)
{
  return lists (session, MCP_DEFINITION_TOOL);
}

static gboolean
has_resources (AppSession *session)
{
  return lists (session, MCP_DEFINITION_RESOURCE) ||
         lists (session, MCP_DEFINITION_RESOURCE_TEMPLATE);
}

static gboolean
has_prompts (AppSession *session)
{
  return lists (session, MCP_DEFINITION_PROMPT);
}

static gboolean
has_tasks (AppSession *session)
{
  GListModel    *tasks = app_session_get_feature (session, APP_TYPE_TASK_LIST);
  AppConnection *connection = app_session_get_feature (session, APP_TYPE_CONNECTION);
  McpServerInfo *server = app_session_get_server (session);
  g_autoptr (StoreVariables) extensions = app_connection_dup_extensions (connection, FALSE);

  return g_list_model_get_n_items (tasks) > 0 ||
         (server != NULL && mcp_server_info_offers (server, "tasks")) ||
         store_variables_find (extensions, TASKS_EXTENSION, NULL);
}

/* Pages are there while the server is connected, and stay when the connection was lost, so that
 * what was read remains at hand. */
static const struct
{
  UiPlaceKind kind;
  gboolean (*is_offered) (AppSession *session); /* NULL: always */
} pages[] = {
  { UI_PLACE_TOOLS, has_tools },
  { UI_PLACE_RESOURCES, has_resources },
  { UI_PLACE_PROMPTS, has_prompts },
  { UI_PLACE_TASKS, has_tasks },
  { UI_PLACE_INBOX, NULL },
  { UI_PLACE_CHECKS, NULL },
  { UI_PLACE_EXPORT, has_tools },
  { UI_PLACE_LOG, NULL },
};

gboolean
ui_place_list_has_pages (AppSession *session)
{
  AppSessionState state = app_session_get_state (session);

  return state == APP_SESSION_READY || state == APP_SESSION_LOST ||
         state == APP_SESSION_RECONNECTING;
}

static gboolean
is_at (GListStore *branch, guint position, UiPlaceKind kind)
{
  g_autoptr (UiPlace) place = g_list_model_get_item (G_LIST_MODEL (branch), position);

  return place != NULL && ui_place_get_kind (place) == kind;
}

/* One server and its pages: the list holds the session through its first place. Places that stay
 * keep their identity. */
static void
update_branch (GListStore *branch)
{
  g_autoptr (UiPlace) server = g_list_model_get_item (G_LIST_MODEL (branch), 0);
  AppSession     *session = ui_place_get_session (server);
  AppSessionState state = app_session_get_state (session);
  gboolean        unfolded = g_list_model_get_n_items (G_LIST_MODEL (branch)) > 1;
  gboolean        passing = state == APP_SESSION_CONNECTING || state == APP_SESSION_DISCONNECTING;
  gboolean        unfold = !ui_place_get_folded (server) &&
                    (ui_place_list_has_pages (session) || (passing && unfolded));
  guint position = 1;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gboolean shown = is_at (branch, position, pages[i].kind);
      gboolean offered = pages[i].is_offered == NULL || pages[i].is_offered (session);
      /* What a server that is away offers is not known. */
      gboolean wanted = unfold && (offered || (shown && state != APP_SESSION_READY));

      if (wanted && !shown)
        {
          g_autoptr (UiPlace) place = ui_place_new (session, pages[i].kind);
          g_list_store_insert (branch, position, place);
        }
      else if (!wanted && shown)
        g_list_store_remove (branch, position);
      position += wanted;
    }
}

static gboolean
is_kept_folded (AppSession *session)
{
  g_autofree char *kept = ui_settings_get_string (FOLDED_KEY, "");
  g_auto (GStrv) ids = g_strsplit (kept, "\n", -1);

  return g_strv_contains ((const char *const *)ids,
                          store_profile_get_id (app_session_get_profile (session)));
}

static void
keep_folded (UiPlace *server)
{
  g_autofree char *kept = ui_settings_get_string (FOLDED_KEY, "");
  g_auto (GStrv) ids = g_strsplit (kept, "\n", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *id = store_profile_get_id (app_session_get_profile (ui_place_get_session (server)));

  for (guint i = 0; ids[i] != NULL; i++)
    if (ids[i][0] != '\0' && !g_str_equal (ids[i], id))
      g_strv_builder_add (builder, ids[i]);
  if (ui_place_get_folded (server))
    g_strv_builder_add (builder, id);
  g_auto (GStrv) changed = g_strv_builder_end (builder);
  g_autofree char *text = g_strjoinv ("\n", changed);
  ui_settings_set_string (FOLDED_KEY, text);
}

static gpointer
create_branch (gpointer item, gpointer data)
{
  g_autoptr (AppSession) session = item;
  AppCatalogue *catalogue = get_catalogue (session);
  GListStore   *branch = g_list_store_new (UI_TYPE_PLACE);
  g_autoptr (UiPlace) server = ui_place_new (session, UI_PLACE_SERVER);

  ui_place_set_folded (server, is_kept_folded (session));
  g_list_store_append (branch, server);
  update_branch (branch);
  ui_connect (session, "notify::state", update_branch, branch);
  ui_connect (session, "notify::server", update_branch, branch);
  ui_connect (catalogue, "notify::loading", update_branch, branch);
  ui_connect (app_session_get_feature (session, APP_TYPE_TASK_LIST), "items-changed", update_branch,
              branch);
  g_signal_connect (server, "notify::folded", G_CALLBACK (keep_folded), NULL);
  ui_connect (server, "notify::folded", update_branch, branch);
  return branch;
}

GListModel *
ui_place_list_new (GListModel *sessions)
{
  g_return_val_if_fail (G_IS_LIST_MODEL (sessions), NULL);

  GtkMapListModel *branches =
      gtk_map_list_model_new (g_object_ref (sessions), create_branch, NULL, NULL);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (branches)));
}
