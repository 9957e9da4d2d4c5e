/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls that servers go on with as tasks, in both eras, against the demo server. */

#include "app-tests.h"
#include "app-task-list.h"
#include "inbox-fixture.h"

#include "app-session.h"
#include "app-catalogue.h"

static AppTask *
get_newest (InboxFixture *self)
{
  g_autoptr (AppTask) task =
      g_list_model_get_item (G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_TASK_LIST)), 0);

  /* The list holds it. */
  g_assert_nonnull (task);
  return task;
}

static AppTaskChoice
get_choice (InboxFixture *self, const char *tool)
{
  return app_task_list_get_choice (
      app_session_get_feature (self->session, APP_TYPE_TASK_LIST),
      app_catalogue_find_tool (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), tool));
}

static void
test_result (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  AppTask *task;

  inbox_fixture_connect (self);
  g_assert_cmpint (get_choice (self, "bake_bread"), ==, APP_TASK_CHOICE_OPTIONAL);
  g_assert_cmpint (get_choice (self, "plan_dinner"), ==, APP_TASK_CHOICE_REQUIRED);
  g_assert_cmpint (get_choice (self, "ask_person"), ==, APP_TASK_CHOICE_NONE);

  made = inbox_fixture_call_as_task (self, "bake_bread", "{\"seconds\":0.4}");
  WAIT_UNTIL (app_task_list_has_call (app_session_get_feature (self->session, APP_TYPE_TASK_LIST), made));
  g_assert_true (app_call_is_running (made));
  task = get_newest (self);
  g_assert_cmpstr (app_task_get_title (task), ==, "bake_bread");
  g_assert_true (app_task_get_call (task) == made);
  g_assert_cmpuint (
      app_task_list_count_unfinished (app_session_get_feature (self->session, APP_TYPE_TASK_LIST)),
      ==, 1);
  inbox_fixture_assert_result_has (made, "A loaf of bread.");
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_DONE);
  g_assert_nonnull (app_call_get_blocks (made));
  g_assert_cmpint (app_task_get_state (task)->status, ==, MCP_TASK_COMPLETED);
  g_assert_true (app_task_is_finished (task));
  app_task_list_clear_finished (app_session_get_feature (self->session, APP_TYPE_TASK_LIST));
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_TASK_LIST))), ==, 0);
}

/* What a task asks comes into the inbox as what a call asks does. */
static void
test_input (InboxFixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = NULL;
  AppInboxItem *item;

  inbox_fixture_connect (self);
  made = inbox_fixture_call_as_task (self, "plan_dinner", NULL);
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpstr (app_inbox_item_get_message (item), ==, "How many guests are there?");
  g_assert_cmpstr (app_inbox_item_get_target (item), ==, "plan_dinner");
  g_assert_true (app_task_list_has_call (app_session_get_feature (self->session, APP_TYPE_TASK_LIST), made));
  inbox_fixture_type (item, "/guests", "7");
  g_assert_true (app_inbox_item_accept (item, FALSE, NULL));
  inbox_fixture_assert_result_has (made, "7");
}

static void
test_failure (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;

  inbox_fixture_connect (self);
  made = inbox_fixture_call_as_task (self, "burn_dinner", NULL);
  inbox_fixture_wait_for_call (made);
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_FAILED);
  g_assert_nonnull (app_call_get_problem (made));
  g_assert_cmpint (app_task_get_state (get_newest (self))->status, ==, MCP_TASK_FAILED);
}

static void
test_cancel (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;

  inbox_fixture_connect (self);
  made = inbox_fixture_call_as_task (self, "bake_bread", "{\"seconds\":600}");
  WAIT_UNTIL (app_task_list_has_call (app_session_get_feature (self->session, APP_TYPE_TASK_LIST), made));
  app_call_cancel (made);
  inbox_fixture_wait_for_call (made);
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_CANCELLED);
  g_assert_cmpint (app_task_get_state (get_newest (self))->status, ==, MCP_TASK_CANCELLED);
}

static void
on_refreshed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  app_task_list_refresh_finish (APP_TASK_LIST (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *)data = TRUE;
}

/* A new connection follows what the server still knows; a task that it forgot is told as lost. */
static void
test_reconnect (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  gboolean refreshed = FALSE;

  inbox_fixture_connect (self);
  made = inbox_fixture_call_as_task (self, "bake_bread", "{\"seconds\":600}");
  WAIT_UNTIL (app_task_list_has_call (app_session_get_feature (self->session, APP_TYPE_TASK_LIST), made));
  app_task_list_refresh_async (app_session_get_feature (self->session, APP_TYPE_TASK_LIST), NULL, on_refreshed,
                               &refreshed);
  WAIT_UNTIL (refreshed);
  g_assert_cmpuint (
      g_list_model_get_n_items (G_LIST_MODEL (app_session_get_feature (self->session, APP_TYPE_TASK_LIST))), ==, 1);
  /* Over stdio the server ends with its connection, and its tasks with it. */
  inbox_fixture_disconnect (self);
  g_assert_true (app_call_is_running (made));
  inbox_fixture_connect (self);
  inbox_fixture_wait_for_call (made);
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_FAILED);
  g_assert_false (app_task_is_finished (get_newest (self)) &&
                  app_task_get_state (get_newest (self))->status == MCP_TASK_COMPLETED);
}

static void
add (const char *path, const char *era, void (*test) (InboxFixture *, gconstpointer))
{
  g_test_add (path, InboxFixture, era, inbox_fixture_set_up, test, inbox_fixture_tear_down);
}

void
add_tasks_tests (void)
{
  add ("/tasks/result", NULL, test_result);
  add ("/tasks/input", NULL, test_input);
  add ("/tasks/input/modern", "modern", test_input);
  add ("/tasks/failure", NULL, test_failure);
  add ("/tasks/failure/modern", "modern", test_failure);
  add ("/tasks/cancel", NULL, test_cancel);
  add ("/tasks/reconnect", NULL, test_reconnect);
}
