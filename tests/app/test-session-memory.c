/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a session goes on with after the program was started again: watched resources and tasks, on
 * a server that lived on meanwhile. */

#include "app-tests.h"
#include "app-session-memory.h"
#include "app-task-list.h"
#include "demo-http.h"
#include "workspace-fixture.h"
#include "app-subscription-list.h"
#include "find-session.h"

#define WATCHED "demo://products/headphones"

typedef struct
{
  DemoHttp      demo;
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

/* The program starts. */
static void
start (Fixture *self, const char *servers)
{
  g_autoptr (GAsyncResult) result = NULL;

  self->workspace = workspace_fixture_open (self->folder, servers);
  self->session = find_session (self->workspace, "one");
  app_session_memory_begin (app_session_get_feature (self->session, APP_TYPE_SESSION_MEMORY));
  app_session_memory_begin (app_session_get_feature (self->session, APP_TYPE_SESSION_MEMORY));
  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_true (app_session_connect_finish (self->session, result, NULL));
}

static void
end (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  workspace_fixture_close (self->workspace);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *servers = NULL;

  demo_http_start (&self->demo, "--era=modern");
  self->folder = workspace_fixture_make_folder ();
  servers = g_strdup_printf ("servers:\n  one: {url: \"%s\", approval: auto}\n", self->demo.url);
  start (self, servers);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  end (self);
  workspace_fixture_remove_folder (self->folder);
  demo_http_clear (&self->demo);
}

static GListModel *
get_tasks (Fixture *self)
{
  return G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_TASK_LIST));
}

static AppSubscription *
find_watched (Fixture *self)
{
  return app_subscription_list_find (app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST), WATCHED);
}

static void
test_restart (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) call = NULL;
  g_autofree char *id = NULL;

  g_assert_nonnull (app_subscription_list_add (app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST),
                                               WATCHED, NULL));
  call = app_session_new_call (self->session, APP_CALL_TOOL, "bake_bread", "{\"seconds\":1.5}");
  app_call_run_async (call, NULL, NULL, NULL);
  WAIT_UNTIL (g_list_model_get_n_items (get_tasks (self)) == 1);
  {
    g_autoptr (AppTask) task = g_list_model_get_item (get_tasks (self), 0);

    id = g_strdup (app_task_get_state (task)->id);
  }
  g_clear_object (&call);
  end (self);

  start (self, NULL);
  g_assert_nonnull (find_watched (self));
  g_assert_cmpuint (g_list_model_get_n_items (get_tasks (self)), ==, 1);
  {
    g_autoptr (AppTask) task = g_list_model_get_item (get_tasks (self), 0);

    g_assert_cmpstr (app_task_get_state (task)->id, ==, id);
    /* It is followed to its end. */
    WAIT_UNTIL (app_task_get_state (task)->status == MCP_TASK_COMPLETED);
  }
  WAIT_UNTIL (app_subscription_get_info (find_watched (self))->state ==
              MCP_RESOURCE_SUBSCRIPTION_ACTIVE);

  /* What is let go of does not come back. */
  app_subscription_list_remove (app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST), WATCHED);
  app_task_list_clear_finished (app_session_get_feature (self->session, APP_TYPE_TASK_LIST));
  end (self);
  start (self, NULL);
  g_assert_null (find_watched (self));
  g_assert_cmpuint (g_list_model_get_n_items (get_tasks (self)), ==, 0);
}

/* Another server has other resources, and other tasks. */
static void
test_another_server (Fixture *self, gconstpointer data)
{
  g_auto (DemoHttp) other = { 0 };
  g_autofree char *servers = NULL;

  g_assert_nonnull (app_subscription_list_add (app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST),
                                               WATCHED, NULL));
  end (self);
  demo_http_start (&other, "--era=modern");
  servers = g_strdup_printf ("servers:\n  one: {url: \"%s\"}\n", other.url);
  start (self, servers);
  g_assert_null (find_watched (self));
}

void
add_session_memory_tests (void)
{
  g_test_add ("/session-memory/restart", Fixture, NULL, set_up, test_restart, tear_down);
  g_test_add ("/session-memory/another-server", Fixture, NULL, set_up, test_another_server,
              tear_down);
}
