/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The workplace comes back: what was open, where one was; and it is larger than one window. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-detail-page.h"
#include "ui-list-page.h"
#include "ui-open-servers.h"
#include "ui-settings.h"
#include "ui-sidebar.h"
#include "ui-window.h"

static UiWindow *
open_window (AppWorkspace *workspace)
{
  UiWindow *window = ui_window_new (NULL, workspace);

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

static void
disconnect (AppSession *session)
{
  app_session_disconnect_async (session, NULL, NULL, NULL);
  ui_fixture_wait (app_session_get_state (session) == APP_SESSION_IDLE);
}

/* What was connected at the end is connected at the next start; what the person disconnected is
 * not. */
static void
test_open_servers (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *kept = ui_fixture_add_demo (workspace, "kept");
  AppSession   *left = ui_fixture_add_demo (workspace, "left");

  ui_settings_set_string ("open-servers", "");
  UiOpenServers *open = ui_open_servers_new (workspace);
  ui_open_servers_begin (open);
  ui_fixture_connect (kept);
  ui_fixture_connect (left);
  disconnect (left);
  ui_open_servers_end (open);
  g_object_unref (open);
  disconnect (kept);

  open = ui_open_servers_new (workspace);
  ui_open_servers_begin (open);
  ui_fixture_wait (app_session_get_state (kept) == APP_SESSION_READY);
  g_assert_cmpint (app_session_get_state (left), ==, APP_SESSION_IDLE);
  g_object_unref (open);
  disconnect (kept);

  g_settings_set_boolean (ui_settings_get (), "reconnect-at-start", FALSE);
  open = ui_open_servers_new (workspace);
  ui_open_servers_begin (open);
  ui_fixture_finish_drawing ();
  g_assert_cmpint (app_session_get_state (kept), ==, APP_SESSION_IDLE);
  g_object_unref (open);
  g_settings_reset (ui_settings_get (), "reconnect-at-start");
  ui_settings_set_string ("open-servers", "");
  ui_fixture_close (workspace);
}

static UiPlaceKind
place_of (UiWindow *window)
{
  GtkWidget *sidebar = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_SIDEBAR);
  return ui_place_get_kind (ui_sidebar_get_place (UI_SIDEBAR (sidebar)));
}

static void
test_place (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  UiWindow     *window = open_window (workspace);

  ui_fixture_finish_drawing ();
  ui_window_show_place (window, NULL, UI_PLACE_APPLICATIONS);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  window = open_window (workspace);
  g_assert_cmpint (place_of (window), ==, UI_PLACE_APPLICATIONS);
  ui_window_show_place (window, NULL, UI_PLACE_HOME);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

static UiListPage *
show_tool (UiWindow *window, AppSession *session, const char *tool)
{
  GtkWidget *page = NULL;

  ui_window_show_place (window, session, UI_PLACE_TOOLS);
  ui_fixture_wait ((page = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_LIST_PAGE)) != NULL);
  ui_fixture_wait (ui_list_page_open (UI_LIST_PAGE (page), tool));
  return UI_LIST_PAGE (page);
}

/* Two windows on the same session show two tools; where both show the same one, they show the same
 * draft and the same result. */
static void
test_two_windows (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  UiWindow     *first = open_window (workspace);
  UiWindow     *second = open_window (workspace);

  ui_fixture_connect (session);
  UiListPage *one = show_tool (first, session, "show_text");
  UiListPage *other = show_tool (second, session, "fail");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (first), "win.submit", NULL));
  GListModel *calls = app_session_get_calls (session);
  ui_fixture_wait (g_list_model_get_n_items (calls) == 1);
  g_assert_cmpstr (mcp_definition_get_key (ui_list_page_get_selected (one)), ==, "show_text");
  g_assert_cmpstr (mcp_definition_get_key (ui_list_page_get_selected (other)), ==, "fail");
  g_assert_true (ui_list_page_open (other, "show_text"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (second), "win.submit", NULL));
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (GTK_WINDOW (second), GTK_WIDGET (second));
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (first), "win.submit", NULL));
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (GTK_WINDOW (first), GTK_WIDGET (first));
  ui_fixture_close (workspace);
}

void
add_workplace_tests (void)
{
  g_test_add_func ("/ui/workplace/open-servers", test_open_servers);
  g_test_add_func ("/ui/workplace/place", test_place);
  g_test_add_func ("/ui/workplace/two-windows", test_two_windows);
}
