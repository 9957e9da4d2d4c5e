/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask of the person, and calls that they go on with as tasks, against the protocol's
 * own server-everything. */

#include "app-tests.h"
#include "inbox-fixture.h"

static void
test_inbox (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) roots = NULL;
  g_autoptr (AppCall) sampling = NULL;
  g_autoptr (AppCall) elicitation = NULL;
  g_autoptr (AppCall) later = NULL;
  g_autoptr (GError) error = NULL;
  AppInboxItem *item;

  if (self->workspace == NULL)
    return;
  inbox_fixture_connect (self);
  /* It asks for roots as soon as it is connected, and again when they changed. */
  app_folder_list_add (app_inbox_get_folders (self->inbox, self->session), "/tmp", NULL);
  g_assert_cmpuint (app_inbox_count (self->inbox, NULL), ==, 0);
  roots = inbox_fixture_call (self, "get-roots-list", "{}");
  inbox_fixture_assert_result_has (roots, "file:///tmp");

  sampling = inbox_fixture_call (self, "trigger-sampling-request", "{\"prompt\":\"Sing\"}");
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_SAMPLING);
  app_sampling_reply_set_text (app_inbox_item_get_reply (item), "La la la");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  inbox_fixture_assert_result_has (sampling, "La la la");

  elicitation = inbox_fixture_call (self, "trigger-elicitation-request", "{}");
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FORM);
  g_assert_cmpstr (app_inbox_item_get_target (item), ==, "trigger-elicitation-request");
  inbox_fixture_type (item, "/name", "Ada");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  g_assert_no_error (error);
  inbox_fixture_assert_result_has (elicitation, "Ada");

  /* It makes a task of what it asks, and comes back for the answer. */
  later = inbox_fixture_call (self, "trigger-elicitation-request-async", "{}");
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FORM);
  app_inbox_item_decline (item);
  inbox_fixture_assert_result_has (later, "decline");
}

static void
test_tasks (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  AppInboxItem *item;

  if (self->workspace == NULL)
    return;
  inbox_fixture_connect (self);
  made = inbox_fixture_call_as_task (self, "simulate-research-query",
                                     "{\"topic\":\"python\",\"ambiguous\":true}");
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FORM);
  app_field_set_selected (
      app_form_find_field (app_inbox_item_get_form (item), "/interpretation"), 0);
  g_assert_true (app_inbox_item_accept (item, FALSE, NULL));
  inbox_fixture_assert_result_has (made, "python");
  g_assert_cmpint (app_call_get_state (made), ==, APP_CALL_DONE);
}

void
add_everything_tests (void)
{
  g_test_add ("/inbox/everything", InboxFixture, NULL, inbox_fixture_set_up_everything, test_inbox,
              inbox_fixture_tear_down);
  g_test_add ("/tasks/everything", InboxFixture, NULL, inbox_fixture_set_up_everything, test_tasks,
              inbox_fixture_tear_down);
}
