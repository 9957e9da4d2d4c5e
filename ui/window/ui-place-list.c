/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-place.h"
#include "ui-template.h"
#include "app-catalogue.h"
#include "app-inbox.h"
#include "app-task-list.h"

#include <gtk/gtk.h>

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
  return g_list_model_get_n_items (app_session_get_feature (session, APP_TYPE_TASK_LIST)) > 0;
}

static gboolean
has_questions (AppSession *session)
{
  AppInbox *inbox = app_session_get_feature (session, APP_TYPE_INBOX);

  return inbox != NULL && app_inbox_count (inbox, session) > 0;
}

/* Pages are there while the server is connected, and stay when the connection was lost, so that
 * what was read remains at hand. */
static const struct
{
  UiPlaceKind kind;
  gboolean (*is_offered) (AppSession *session); /* NULL: always */
  gboolean is_passing;                          /* there while it holds something, or is shown */
} pages[] = {
  { UI_PLACE_TOOLS, has_tools, FALSE },
  { UI_PLACE_RESOURCES, has_resources, FALSE },
  { UI_PLACE_PROMPTS, has_prompts, FALSE },
  { UI_PLACE_TASKS, has_tasks, TRUE },
  { UI_PLACE_INBOX, has_questions, TRUE },
  { UI_PLACE_LOG, NULL, FALSE },
};

static gboolean
has_pages (AppSession *session)
{
  AppSessionState state = app_session_get_state (session);

  return state == APP_SESSION_READY || state == APP_SESSION_LOST ||
         state == APP_SESSION_RECONNECTING;
}

gboolean
ui_place_list_leads_to (AppSession *session, UiPlaceKind kind)
{
  if (kind == UI_PLACE_SERVER || kind == UI_PLACE_OVERVIEW)
    return TRUE;
  if (!has_pages (session))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (pages[i].kind == kind)
      return pages[i].is_offered == NULL || pages[i].is_passing || pages[i].is_offered (session);
  return kind != UI_PLACE_EXPORT || has_tools (session);
}

static gboolean
is_at (GListStore *branch, guint position, UiPlaceKind kind)
{
  g_autoptr (UiPlace) place = g_list_model_get_item (G_LIST_MODEL (branch), position);

  return place != NULL && ui_place_get_kind (place) == kind;
}

/* One server, and its pages while one of them is shown: the list holds the session through its
 * first place. Places that stay keep their identity. */
static void
update_branch (GListStore *branch)
{
  g_autoptr (UiPlace) server = g_list_model_get_item (G_LIST_MODEL (branch), 0);
  AppSession     *session = ui_place_get_session (server);
  AppSessionState state = app_session_get_state (session);
  int             current = ui_place_get_shown (server);
  gboolean        unfolded = g_list_model_get_n_items (G_LIST_MODEL (branch)) > 1;
  gboolean        passing = state == APP_SESSION_CONNECTING || state == APP_SESSION_DISCONNECTING;
  gboolean        unfold = current >= 0 && (has_pages (session) || (passing && unfolded));
  guint           position = 1;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gboolean shown = is_at (branch, position, pages[i].kind);
      gboolean offered = pages[i].is_offered == NULL || pages[i].is_offered (session) ||
                         (pages[i].is_passing && current == (int)pages[i].kind);
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

static gpointer
create_branch (gpointer item, gpointer data)
{
  g_autoptr (AppSession) session = item;
  GListStore *branch = g_list_store_new (UI_TYPE_PLACE);
  g_autoptr (UiPlace) server = ui_place_new (session, UI_PLACE_SERVER);
  AppInbox *inbox = app_session_get_feature (session, APP_TYPE_INBOX);

  g_list_store_append (branch, server);
  ui_connect (session, "notify::state", update_branch, branch);
  ui_connect (session, "notify::server", update_branch, branch);
  ui_connect (get_catalogue (session), "notify::loading", update_branch, branch);
  ui_connect (app_session_get_feature (session, APP_TYPE_TASK_LIST), "items-changed", update_branch,
              branch);
  if (inbox != NULL)
    ui_connect (inbox, "items-changed", update_branch, branch);
  ui_connect (server, "notify::shown", update_branch, branch);
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
