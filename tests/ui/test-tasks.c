/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks: the switch beside a tool, the page with their states, and what came of them. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-task-list.h"
#include "mcp-tool.h"
#include "ui-detail-page.h"
#include "ui-result-view.h"
#include "ui-tasks-page.h"
#include "app-catalogue.h"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");

  self->workspace = ui_fixture_new_workspace ();
  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), "era", STORE_ERA_LEGACY, NULL);
  self->session = ui_fixture_add (self->workspace, profile);
  ui_fixture_connect (self->session);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_close (self->workspace);
}

static McpDefinition *
find_tool (Fixture *self, const char *name)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (mcp_definition_get_key (tool), name))
        return tool;
    }
  g_assert_not_reached ();
}

static GtkWidget *
find_switch (GtkWidget *page)
{
  GtkWidget *label = ui_fixture_find_label (page, "Run as a task");

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_CHECK_BUTTON) : NULL;
}

static void
test_switch (Fixture *self, gconstpointer data)
{
  GtkWidget    *page = ui_detail_page_new (self->session);
  UiDetailPage *detail = UI_DETAIL_PAGE (page);
  GtkWindow    *window = ui_fixture_show (page, 900, 600);
  GListModel   *tasks = G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_TASK_LIST));

  /* The tool and the server decide whether there is a choice. */
  ui_detail_page_set_definition (detail, find_tool (self, "ask_person"));
  g_assert_false (gtk_widget_get_visible (find_switch (page)));
  ui_detail_page_set_definition (detail, find_tool (self, "plan_dinner"));
  g_assert_true (gtk_widget_get_visible (find_switch (page)));
  g_assert_false (gtk_widget_get_sensitive (find_switch (page)));
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (find_switch (page))));
  ui_detail_page_set_definition (detail, find_tool (self, "bake_bread"));
  g_assert_true (gtk_widget_get_sensitive (find_switch (page)));
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (find_switch (page))));
  ui_fixture_assert_named (page);

  /* What was chosen is kept with the tool. */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_switch (page)), TRUE);
  ui_detail_page_set_definition (detail, find_tool (self, "plan_dinner"));
  ui_detail_page_set_definition (detail, find_tool (self, "bake_bread"));
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (find_switch (page))));

  /* A task leaves the tool free for the next call. */
  ui_detail_page_submit (detail);
  ui_fixture_wait (g_list_model_get_n_items (tasks) == 1);
  ui_fixture_finish_drawing ();
  ui_detail_page_submit (detail);
  ui_fixture_wait (g_list_model_get_n_items (tasks) == 2);
  ui_fixture_assert_ends (window, page);
}

static void
test_page (Fixture *self, gconstpointer data)
{
  GtkWidget *page = ui_tasks_page_new (self->session);
  GtkWindow *window = ui_fixture_show (page, 900, 600);
  g_autoptr (AppCall) made =
      app_session_new_call (self->session, APP_CALL_TOOL, "bake_bread", "{\"seconds\":0.4}");

  g_assert_nonnull (ui_fixture_find_label (page, "No Tasks"));
  app_call_get_options (made)->as_task = TRUE;
  app_call_run_async (made, NULL, NULL, NULL);
  ui_fixture_wait (ui_fixture_find (page, g_type_from_name ("UiTaskRow")) != NULL);
  ui_fixture_assert_named (page);
  GtkWidget *view = ui_fixture_find (page, UI_TYPE_RESULT_VIEW);
  ui_fixture_wait (ui_fixture_get_call (view) == made);
  ui_fixture_wait (app_call_get_state (made) == APP_CALL_DONE);
  g_autoptr (AppTask) task = g_list_model_get_item (
      app_session_get_feature (self->session, APP_TYPE_TASK_LIST), 0);
  g_assert_cmpint (app_task_get_state (task)->status, ==,
                   MCP_TASK_COMPLETED);
  gtk_window_set_default_size (window, 400, 600);
  ui_fixture_finish_drawing ();
  app_task_list_clear_finished (app_session_get_feature (self->session, APP_TYPE_TASK_LIST));
  g_assert_null (ui_fixture_find (page, g_type_from_name ("UiTaskRow")));
  ui_fixture_assert_ends (window, page);
}

void
add_tasks_tests (void)
{
  g_test_add ("/tasks/switch", Fixture, NULL, set_up, test_switch, tear_down);
  g_test_add ("/tasks/page", Fixture, NULL, set_up, test_page, tear_down);
}
