/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-place.h"

#include <gtk/gtk.h>

/* Pages are there while the server is connected, and stay when the connection was lost, so that
 * what was read remains at hand. */
static const UiPlaceKind pages[] = {
  UI_PLACE_OVERVIEW,
  UI_PLACE_TOOLS,
  UI_PLACE_RESOURCES,
  UI_PLACE_PROMPTS,
  UI_PLACE_TASKS,
  UI_PLACE_INBOX,
  UI_PLACE_CHECKS,
  UI_PLACE_EXPORT,
  UI_PLACE_LOG,
};

/* One server and its pages: the list holds the session through its first place. */
static void
update_branch (GListStore *branch)
{
  g_autoptr (UiPlace) server = g_list_model_get_item (G_LIST_MODEL (branch), 0);
  AppSession     *session = ui_place_get_session (server);
  AppSessionState state = app_session_get_state (session);
  gboolean        unfolded = g_list_model_get_n_items (G_LIST_MODEL (branch)) > 1;
  gboolean        passing = state == APP_SESSION_CONNECTING || state == APP_SESSION_DISCONNECTING;
  gboolean        unfold = state == APP_SESSION_READY || state == APP_SESSION_LOST ||
                    state == APP_SESSION_RECONNECTING || (passing && unfolded);

  if (unfold == unfolded)
    return;
  if (!unfold)
    {
      g_list_store_splice (branch, 1, G_N_ELEMENTS (pages), NULL, 0);
      return;
    }
  gpointer places[G_N_ELEMENTS (pages)];
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    places[i] = ui_place_new (session, pages[i]);
  g_list_store_splice (branch, 1, 0, places, G_N_ELEMENTS (pages));
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    g_object_unref (places[i]);
}

static gpointer
create_branch (gpointer item, gpointer data)
{
  g_autoptr (AppSession) session = item;
  GListStore *branch = g_list_store_new (UI_TYPE_PLACE);
  g_autoptr (UiPlace) server = ui_place_new (session, UI_PLACE_SERVER);

  g_list_store_append (branch, server);
  update_branch (branch);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update_branch), branch,
                           G_CONNECT_SWAPPED);
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
