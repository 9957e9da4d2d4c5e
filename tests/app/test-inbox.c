/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask of the person, against the demo server and against one that asks far too
 * much. */

#include "app-tests.h"
#include "demo-http.h"
#include "inbox-fixture.h"

#include <string.h>

static AppInboxState
get_ended_state (InboxFixture *self)
{
  g_autoptr (AppInboxItem) item = g_list_model_get_item (app_inbox_get_ended (self->inbox), 0);

  g_assert_nonnull (item);
  return app_inbox_item_get_state (item);
}

/* Each of two calls of one tool has its own question: the one that is answered ends, no other. */
static void
test_two_calls (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;
  g_autoptr (AppInboxItem) item = NULL;
  g_autoptr (GError) error = NULL;

  inbox_fixture_connect (self);
  first = inbox_fixture_call (self, "ask_person", NULL);
  second = inbox_fixture_call (self, "ask_person", NULL);
  WAIT_UNTIL (app_inbox_count (self->inbox, NULL) == 2);
  g_assert_nonnull (app_call_get_question (first));
  item = g_object_ref (app_call_get_question (second));
  inbox_fixture_type (item, "/name", "Ada");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  g_assert_no_error (error);
  inbox_fixture_assert_result_has (second, "Ada");
  g_assert_true (app_call_is_running (first));
  g_assert_nonnull (app_call_get_question (first));
  app_call_cancel (first);
  inbox_fixture_wait_for_call (first);
}

static void
test_form (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *prefilled = NULL;
  g_autofree char *answer = NULL;
  g_autoptr (AppInboxItem) item = NULL;

  inbox_fixture_connect (self);
  made = inbox_fixture_call (self, "ask_person", NULL);
  item = g_object_ref (inbox_fixture_wait_for_item (self));
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FORM);
  g_assert_cmpstr (app_inbox_item_get_title (item), ==, "one needs your input");
  g_assert_cmpstr (app_inbox_item_get_target (item), ==, "ask_person");
  g_assert_cmpstr (app_inbox_item_get_message (item), ==, "Where should the parcel go?");

  /* What the schema's defaults say is there already; what is missing is told before it is sent. */
  prefilled = app_form_dup_arguments (app_inbox_item_get_form (item));
  g_assert_cmpstr (prefilled, ==, "{\"floor\":0,\"door\":\"front\",\"neighbour\":true}");
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_assert_true (app_inbox_item_is_waiting (item));
  g_clear_error (&error);

  inbox_fixture_type (item, "/name", "Ada");
  inbox_fixture_type (item, "/floor", "3");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
  g_assert_cmpint (app_inbox_item_get_state (item), ==, APP_INBOX_ANSWERED);
  answer = app_inbox_item_dup_answer (item);
  g_assert_nonnull (strstr (answer, "\"name\":\"Ada\""));
  inbox_fixture_assert_result_has (made, "\\\"Ada\\\"");
  inbox_fixture_assert_result_has (made, "accept");

  /* Too late. */
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_nonnull (error);
}

static void
test_no (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) declined = NULL;
  g_autoptr (AppCall) dismissed = NULL;
  AppInboxItem *item;

  inbox_fixture_connect (self);
  declined = inbox_fixture_call (self, "ask_person", NULL);
  item = inbox_fixture_wait_for_item (self);
  /* The call knows what it waits for. */
  g_assert_true (app_call_get_question (declined) == item);
  g_assert_cmpstr (app_call_get_state_name (declined), ==, "Waiting for you");
  app_inbox_item_decline (item);
  g_assert_null (app_call_get_question (declined));
  inbox_fixture_assert_result_has (declined, "decline");
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_DECLINED);

  dismissed = inbox_fixture_call (self, "ask_person", NULL);
  app_inbox_item_dismiss (inbox_fixture_wait_for_item (self));
  inbox_fixture_assert_result_has (dismissed, "cancel");
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_DISMISSED);

  g_assert_cmpint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 2);
  app_inbox_clear_ended (self->inbox, self->session);
  g_assert_cmpint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 0);
}

static void
test_page (InboxFixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppCall) bad = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppInboxItem) item = NULL;
  McpUrlReview *url;

  inbox_fixture_connect (self);
  made = inbox_fixture_call (self, "visit_page", NULL);
  item = g_object_ref (inbox_fixture_wait_for_item (self));
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_PAGE);
  url = app_inbox_item_get_url (item);
  g_assert_cmpstr (url->host, ==, "example.com");
  g_assert_false (app_inbox_item_is_opened (item));
  app_inbox_item_set_opened (item);
  g_assert_true (app_inbox_item_is_waiting (item));
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  inbox_fixture_assert_result_has (made, "accept");
  if (era == NULL)
    WAIT_UNTIL (app_inbox_item_is_visited (item));

  bad = inbox_fixture_call (self, "visit_page", "{\"url\":\"javascript:alert(1)\"}");
  g_assert_false (app_inbox_item_get_url (inbox_fixture_wait_for_item (self))->may_open);
  g_assert_false (app_inbox_item_accept (inbox_fixture_wait_for_item (self), TRUE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  app_inbox_item_decline (inbox_fixture_wait_for_item (self));
  inbox_fixture_assert_result_has (bad, "decline");
}

static void
test_sampling (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;
  g_autoptr (AppCall) third = NULL;
  g_autoptr (GError) error = NULL;
  AppInboxItem     *item;
  AppSamplingReply *reply;

  inbox_fixture_connect (self);
  first = inbox_fixture_call (self, "ask_model", "{\"question\":\"Why?\"}");
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_SAMPLING);
  g_assert_cmpuint (app_inbox_item_get_sampling (item)->messages->len, >,
                    0);
  reply = app_inbox_item_get_reply (item);
  g_assert_cmpstr (app_sampling_reply_get_text (reply), ==, "");
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  app_sampling_reply_set_text (reply, "Because of the \"tides\".");
  g_object_set (reply, "save", TRUE, NULL);
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  inbox_fixture_assert_result_has (first, "tides");

  /* The saved reply is there again, after another connection too. */
  inbox_fixture_disconnect (self);
  inbox_fixture_connect (self);
  second = inbox_fixture_call (self, "ask_model", "{\"question\":\"Why?\"}");
  reply = app_inbox_item_get_reply (inbox_fixture_wait_for_item (self));
  g_assert_cmpstr (app_sampling_reply_get_text (reply), ==, "Because of the \"tides\".");
  g_assert_true (app_sampling_reply_is_saved (reply));
  g_assert_true (app_inbox_item_accept (inbox_fixture_wait_for_item (self), FALSE, &error));
  inbox_fixture_assert_result_has (second, "tides");

  /* A tool is used by JSON, which begins with one that may be used. */
  third = inbox_fixture_call (self, "ask_model", "{\"question\":\"Stock?\",\"with_tools\":true}");
  item = inbox_fixture_wait_for_item (self);
  reply = app_inbox_item_get_reply (item);
  app_sampling_reply_set_text (reply, "");
  g_assert_nonnull (strstr (app_sampling_reply_get_json (reply), "\"get_stock\""));
  app_sampling_reply_set_as_json (reply, TRUE);
  app_sampling_reply_set_json (reply, "{\"role\":");
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  app_sampling_reply_set_json (
      reply, "{\"role\":\"assistant\",\"model\":\"m\",\"stopReason\":\"toolUse\",\"content\":"
             "{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"get_stock\",\"input\":"
             "{\"product\":\"kettle\"}}}");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  WAIT_UNTIL (app_inbox_count (self->inbox, NULL) > 0 ||
              app_call_get_state (third) > APP_CALL_CANCELLING);
  while (app_inbox_count (self->inbox, NULL) > 0)
    {
      item = inbox_fixture_wait_for_item (self);
      app_sampling_reply_set_text (app_inbox_item_get_reply (item), "Nine.");
      g_assert_true (app_inbox_item_accept (item, FALSE, &error));
      g_main_context_iteration (NULL, TRUE);
    }
  inbox_fixture_wait_for_call (third);
  g_assert_cmpint (app_call_get_state (third), ==, APP_CALL_DONE);
}

static void
test_folders (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) none = NULL;
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;
  g_autoptr (AppCall) third = NULL;
  g_autoptr (GError) error = NULL;
  AppFolderList *folders;
  AppInboxItem  *item;

  inbox_fixture_connect (self);
  /* Nobody is asked: the list of folders is empty. */
  none = inbox_fixture_call (self, "list_roots", NULL);
  inbox_fixture_assert_result_has (none, "roots");
  g_assert_cmpuint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 0);

  /* Unless the person wants it so. */
  app_folder_list_set_shared (app_inbox_get_folders (self->inbox, self->session), FALSE);
  first = inbox_fixture_call (self, "list_roots", NULL);
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FOLDERS);
  folders = app_inbox_item_get_folders (item);
  g_assert_false (app_folder_list_add (folders, "https://example.com", &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  g_assert_true (app_folder_list_add (folders, self->folder, &error));
  g_assert_true (app_folder_list_add (folders, self->folder, &error));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (folders)), ==, 1);
  g_assert_false (app_folder_list_is_shared (folders));
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  inbox_fixture_assert_result_has (first, self->folder);

  /* No more questions: what was shared stays, also after a new connection, changes are told. */
  app_folder_list_set_shared (folders, TRUE);
  second = inbox_fixture_call (self, "list_roots", NULL);
  inbox_fixture_assert_result_has (second, self->folder);
  g_assert_cmpstr (
      store_profile_get_conversation (app_session_get_profile (self->session))->roots[0], ==,
      self->folder);
  inbox_fixture_disconnect (self);
  inbox_fixture_connect (self);
  g_assert_true (app_folder_list_add (folders, "/tmp/another place", &error));
  third = inbox_fixture_call (self, "list_roots", NULL);
  inbox_fixture_assert_result_has (third, "another%20place");
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
}

/* It ends with its inbox_fixture_call, and with the connection. */
static void
test_ends (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;

  inbox_fixture_connect (self);
  first = inbox_fixture_call (self, "ask_person", NULL);
  inbox_fixture_wait_for_item (self);
  inbox_fixture_disconnect (self);
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_ENDED);
  inbox_fixture_wait_for_call (first);

  inbox_fixture_connect (self);
  second = inbox_fixture_call (self, "ask_person", NULL);
  inbox_fixture_wait_for_item (self);
  app_call_cancel (second);
  inbox_fixture_wait_for_call (second);
  if (data != NULL)
    g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
}

static void
test_nobody (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;

  app_inbox_set_policy (self->inbox, NULL);
  inbox_fixture_connect (self);
  made = inbox_fixture_call (self, "ask_person", NULL);
  inbox_fixture_wait_for_call (made);
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
  g_assert_true (app_call_is_error (made) || app_call_get_state (made) == APP_CALL_FAILED);
}

static void
set_up_flood (InboxFixture *self, gconstpointer data)
{
  g_autofree char *script =
      g_test_build_filename (G_TEST_DIST, "servers", "flooding_server.py", NULL);
  g_autofree char *profile =
      g_strdup_printf ("{command: python3, args: ['%s'%s], era: legacy}", script,
                       data != NULL ? ", --cancel" : "");

  inbox_fixture_prepare (self, profile);
}

static void
test_flood (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  guint waiting;

  inbox_fixture_connect (self);
  made = inbox_fixture_call (self, "flood", "{\"count\":1000}");
  WAIT_UNTIL (app_inbox_get_n_refused (self->inbox, self->session) +
                  app_inbox_count (self->inbox, self->session) ==
              1000);
  waiting = app_inbox_count (self->inbox, self->session);
  g_assert_cmpint (waiting, <=, 100);
  g_assert_cmpint (waiting, >, 0);
  g_assert_nonnull (app_inbox_get_refusal (self->inbox, self->session));
  while (app_inbox_count (self->inbox, self->session) > 0)
    app_inbox_item_decline (app_inbox_find_first (self->inbox, self->session, NULL, NULL));
  inbox_fixture_assert_result_has (made, "refused");
  app_inbox_forget_refused (self->inbox, self->session);
  g_assert_cmpint (app_inbox_get_n_refused (self->inbox, self->session), ==, 0);
}

static void
test_taken_back (InboxFixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;

  inbox_fixture_connect (self);
  made = inbox_fixture_call (self, "flood", "{\"count\":3}");
  inbox_fixture_assert_result_has (made, "taken back");
  g_assert_cmpint (app_inbox_count (self->inbox, self->session), ==, 0);
  g_assert_cmpint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 3);
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_CANCELLED);
}

/* What is asked on the stream of a GET arrives; as nothing says which call asks, it is the only one
 * that runs. */
static void
test_get_stream (InboxFixture *self, gconstpointer data)
{
  g_auto (DemoHttp) demo = { 0 };
  g_autofree char *profile = NULL;
  g_autoptr (AppCall) made = NULL;
  AppInboxItem *item;

  demo_http_start (&demo, "--era legacy --ask-on-get");
  profile = g_strdup_printf ("{url: '%s', era: legacy}", demo.url);
  inbox_fixture_prepare (self, profile);
  inbox_fixture_connect (self);
  made = inbox_fixture_call (self, "ask_person", NULL);
  item = inbox_fixture_wait_for_item (self);
  g_assert_cmpstr (app_inbox_item_get_target (item), ==, "ask_person");
  g_assert_true (app_call_get_question (made) == item);
  app_inbox_item_decline (item);
  inbox_fixture_assert_result_has (made, "decline");
  inbox_fixture_disconnect (self);
}

static void
set_up_nothing (InboxFixture *self, gconstpointer data)
{
}

static void
add (const char *path,
     const char *era,
     void (*prepare) (InboxFixture *, gconstpointer),
     void (*test) (InboxFixture *, gconstpointer))
{
  g_test_add (path, InboxFixture, era, prepare, test, inbox_fixture_tear_down);
}

void
add_inbox_tests (void)
{
  add ("/inbox/form", NULL, inbox_fixture_set_up, test_form);
  add ("/inbox/no", NULL, inbox_fixture_set_up, test_no);
  add ("/inbox/page", NULL, inbox_fixture_set_up, test_page);
  add ("/inbox/sampling", NULL, inbox_fixture_set_up, test_sampling);
  add ("/inbox/folders", NULL, inbox_fixture_set_up, test_folders);
  add ("/inbox/ends", NULL, inbox_fixture_set_up, test_ends);
  add ("/inbox/nobody", NULL, inbox_fixture_set_up, test_nobody);
  add ("/inbox/two-calls/modern", "modern", inbox_fixture_set_up, test_two_calls);
  add ("/inbox/form/modern", "modern", inbox_fixture_set_up, test_form);
  add ("/inbox/no/modern", "modern", inbox_fixture_set_up, test_no);
  add ("/inbox/page/modern", "modern", inbox_fixture_set_up, test_page);
  add ("/inbox/sampling/modern", "modern", inbox_fixture_set_up, test_sampling);
  add ("/inbox/folders/modern", "modern", inbox_fixture_set_up, test_folders);
  add ("/inbox/ends/modern", "modern", inbox_fixture_set_up, test_ends);
  add ("/inbox/flood", NULL, set_up_flood, test_flood);
  add ("/inbox/taken-back", "--cancel", set_up_flood, test_taken_back);
  add ("/inbox/get-stream", NULL, set_up_nothing, test_get_stream);
}
