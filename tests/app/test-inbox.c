/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers ask of the person, against the demo server, against the protocol's own
 * server-everything, and against one that asks far too much. */

#include <glib/gstdio.h>
#include <string.h>

#include "app-inbox-person.h"
#include "app-inbox.h"
#include "app-workspace.h"

#define PATIENCE_MS 30000

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppInbox     *inbox;
  AppSession   *session;
} Fixture;

static gboolean
give_up (gpointer data)
{
  g_error ("Waited in vain");
  return G_SOURCE_REMOVE;
}

#define WAIT_UNTIL(condition)                                    \
  G_STMT_START                                                   \
  {                                                              \
    guint patience = g_timeout_add (PATIENCE_MS, give_up, NULL); \
    while (!(condition))                                         \
      g_main_context_iteration (NULL, TRUE);                     \
    g_source_remove (patience);                                  \
  }                                                              \
  G_STMT_END

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **)data, result);
}

static void
set_up_for (Fixture *self, const char *profile)
{
  g_autoptr (AppSettings) settings = app_settings_new ();
  g_autoptr (StoreSecretVault) vault = store_secret_vault_new (NULL);
  g_autoptr (AppInboxPolicy) person = app_inbox_person_new ();
  g_autoptr (StoreProfileBook) book = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = g_strdup_printf ("servers:\n  one: %s\n", profile);

  self->folder = g_dir_make_tmp ("spyglass-inbox-XXXXXX", NULL);
  path = g_build_filename (self->folder, "servers.yaml", NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  book = store_profile_book_new (path);
  g_assert_true (store_profile_book_load (book, NULL));
  g_object_set (settings, "approval", "auto", NULL);
  self->workspace = app_workspace_new (settings, book, vault);
  self->inbox = app_workspace_get_inbox (self->workspace);
  app_inbox_set_policy (self->inbox, person);
  self->session = app_workspace_find (self->workspace, "one");
}

static void
set_up (Fixture *self, gconstpointer era)
{
  g_autofree char *profile =
      g_strdup_printf ("{command: '%s', era: %s}", g_getenv ("SPYGLASS_DEMO"),
                       era != NULL ? (const char *)era : "legacy");

  set_up_for (self, profile);
}

static void
remove_below (const char *folder, const char *sub)
{
  g_autofree char *path = g_build_filename (folder, sub, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

static void
disconnect (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (self->session, NULL, on_done, &result);
  WAIT_UNTIL (result != NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (self->workspace == NULL)
    return;
  app_workspace_close_async (self->workspace, NULL, on_done, &result);
  WAIT_UNTIL (result != NULL);
  g_clear_object (&result);
  g_assert_finalize_object (self->workspace);
  remove_below (self->folder, "approved");
  remove_below (self->folder, "answers");
  remove_below (self->folder, ".");
  g_rmdir (self->folder);
  g_free (self->folder);
}

static void
connect_one (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean loading = TRUE;

  app_session_connect_async (self->session, NULL, on_done, &result);
  WAIT_UNTIL (result != NULL);
  app_session_connect_finish (self->session, result, &error);
  g_assert_no_error (error);
  while (loading)
    {
      g_main_context_iteration (NULL, TRUE);
      g_object_get (self->session, "loading", &loading, NULL);
    }
}

/* Returns: (transfer full) */
static AppCall *
call (Fixture *self, const char *tool, const char *arguments)
{
  AppCall *made = app_session_new_tool_call (self->session, tool, arguments);

  app_call_run_async (made, NULL, NULL, NULL);
  return made;
}

static void
wait_for_call (AppCall *made)
{
  WAIT_UNTIL (app_call_get_state (made) > APP_CALL_CANCELLING);
}

static void
assert_result_has (AppCall *made, const char *part)
{
  g_autofree char *text = NULL;

  wait_for_call (made);
  text = mcp_json_value_dup_text (app_call_get_result (made));
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in %s", part, text);
}

static AppInboxItem *
wait_for_item (Fixture *self)
{
  WAIT_UNTIL (app_inbox_count (self->inbox, self->session) > 0);
  return app_inbox_find_first (self->inbox, self->session);
}

static AppInboxState
get_ended_state (Fixture *self)
{
  g_autoptr (AppInboxItem) item = g_list_model_get_item (app_inbox_get_ended (self->inbox), 0);

  g_assert_nonnull (item);
  return app_inbox_item_get_state (item);
}

static void
type_into (AppInboxItem *item, const char *pointer, const char *text)
{
  app_field_set_text (app_form_find_field (app_inbox_item_get_form (item), pointer), text);
}

static void
test_form (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppCall) waiting = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *prefilled = NULL;
  g_autofree char *answer = NULL;
  g_autoptr (AppInboxItem) item = NULL;

  connect_one (self);
  made = call (self, "ask_person", NULL);
  item = g_object_ref (wait_for_item (self));
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FORM);
  g_assert_cmpstr (app_inbox_item_get_title (item), ==, "one asks for your input");
  g_assert_cmpstr (app_inbox_item_get_target (item), ==, "ask_person");
  g_assert_cmpstr (app_inbox_item_get_message (item), ==, "Where should the parcel go?");
  waiting = app_inbox_item_dup_call (item);
  g_assert_true (waiting == made);

  /* What the schema's defaults say is there already; what is missing is told before it is sent. */
  prefilled = app_form_dup_arguments (app_inbox_item_get_form (item));
  g_assert_cmpstr (prefilled, ==, "{\"floor\":0,\"door\":\"front\",\"neighbour\":true}");
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_assert_true (app_inbox_item_is_waiting (item));
  g_clear_error (&error);

  type_into (item, "/name", "Ada");
  type_into (item, "/floor", "3");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
  g_assert_cmpint (app_inbox_item_get_state (item), ==, APP_INBOX_ANSWERED);
  answer = app_inbox_item_dup_answer (item);
  g_assert_nonnull (strstr (answer, "\"name\":\"Ada\""));
  assert_result_has (made, "\\\"Ada\\\"");
  assert_result_has (made, "accept");

  /* Too late. */
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_nonnull (error);
}

static void
test_no (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) declined = NULL;
  g_autoptr (AppCall) dismissed = NULL;

  connect_one (self);
  declined = call (self, "ask_person", NULL);
  app_inbox_item_decline (wait_for_item (self));
  assert_result_has (declined, "decline");
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_DECLINED);

  dismissed = call (self, "ask_person", NULL);
  app_inbox_item_dismiss (wait_for_item (self));
  assert_result_has (dismissed, "cancel");
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_DISMISSED);

  g_assert_cmpint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 2);
  app_inbox_clear_ended (self->inbox, self->session);
  g_assert_cmpint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 0);
}

static void
test_page (Fixture *self, gconstpointer era)
{
  g_autoptr (AppCall) made = NULL;
  g_autoptr (AppCall) bad = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppInboxItem) item = NULL;
  McpUrlReview *url;

  connect_one (self);
  made = call (self, "visit_page", NULL);
  item = g_object_ref (wait_for_item (self));
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_PAGE);
  url = app_inbox_item_get_url (item);
  g_assert_cmpstr (mcp_url_review_get_host (url), ==, "example.com");
  g_assert_false (app_inbox_item_is_opened (item));
  app_inbox_item_set_opened (item);
  g_assert_true (app_inbox_item_is_waiting (item));
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  assert_result_has (made, "accept");
  if (era == NULL)
    WAIT_UNTIL (app_inbox_item_is_visited (item));

  bad = call (self, "visit_page", "{\"url\":\"javascript:alert(1)\"}");
  g_assert_false (mcp_url_review_may_open (app_inbox_item_get_url (wait_for_item (self))));
  g_assert_false (app_inbox_item_accept (wait_for_item (self), TRUE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  app_inbox_item_decline (wait_for_item (self));
  assert_result_has (bad, "decline");
}

static void
test_sampling (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;
  g_autoptr (AppCall) third = NULL;
  g_autoptr (GError) error = NULL;
  AppInboxItem     *item;
  AppSamplingReply *reply;

  connect_one (self);
  first = call (self, "ask_model", "{\"question\":\"Why?\"}");
  item = wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_SAMPLING);
  g_assert_cmpuint (mcp_sampling_request_get_messages (app_inbox_item_get_sampling (item))->len, >,
                    0);
  reply = app_inbox_item_get_reply (item);
  g_assert_cmpstr (app_sampling_reply_get_text (reply), ==, "");
  g_assert_false (app_inbox_item_accept (item, FALSE, &error));
  g_assert_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  app_sampling_reply_set_text (reply, "Because of the \"tides\".");
  app_sampling_reply_set_save (reply, TRUE);
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  assert_result_has (first, "tides");

  /* The saved reply is there again, after another connection too. */
  disconnect (self);
  connect_one (self);
  second = call (self, "ask_model", "{\"question\":\"Why?\"}");
  reply = app_inbox_item_get_reply (wait_for_item (self));
  g_assert_cmpstr (app_sampling_reply_get_text (reply), ==, "Because of the \"tides\".");
  g_assert_true (app_sampling_reply_is_saved (reply));
  g_assert_true (app_inbox_item_accept (wait_for_item (self), FALSE, &error));
  assert_result_has (second, "tides");

  /* A tool is used by JSON, which begins with one that may be used. */
  third = call (self, "ask_model", "{\"question\":\"Stock?\",\"with_tools\":true}");
  item = wait_for_item (self);
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
      item = wait_for_item (self);
      app_sampling_reply_set_text (app_inbox_item_get_reply (item), "Nine.");
      g_assert_true (app_inbox_item_accept (item, FALSE, &error));
      g_main_context_iteration (NULL, TRUE);
    }
  wait_for_call (third);
  g_assert_cmpint (app_call_get_state (third), ==, APP_CALL_DONE);
}

static void
test_folders (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;
  g_autoptr (AppCall) third = NULL;
  g_autoptr (GError) error = NULL;
  AppFolderList *folders;
  AppInboxItem  *item;

  connect_one (self);
  first = call (self, "list_roots", NULL);
  item = wait_for_item (self);
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
  assert_result_has (first, self->folder);

  /* Agreed to: answered without a question from now on, and after a new connection; changes too. */
  second = call (self, "list_roots", NULL);
  assert_result_has (second, self->folder);
  g_assert_cmpstr (store_profile_get_roots (app_session_get_profile (self->session))[0], ==,
                   self->folder);
  disconnect (self);
  connect_one (self);
  g_assert_true (app_folder_list_add (folders, "/tmp/another place", &error));
  third = call (self, "list_roots", NULL);
  assert_result_has (third, "another%20place");
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
}

/* It ends with its call, and with the connection. */
static void
test_ends (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) first = NULL;
  g_autoptr (AppCall) second = NULL;

  connect_one (self);
  first = call (self, "ask_person", NULL);
  wait_for_item (self);
  disconnect (self);
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_ENDED);
  wait_for_call (first);

  connect_one (self);
  second = call (self, "ask_person", NULL);
  wait_for_item (self);
  app_call_cancel (second);
  wait_for_call (second);
  if (data != NULL)
    g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
}

static void
test_nobody (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;

  app_inbox_set_policy (self->inbox, NULL);
  connect_one (self);
  made = call (self, "ask_person", NULL);
  wait_for_call (made);
  g_assert_cmpint (app_inbox_count (self->inbox, NULL), ==, 0);
  g_assert_true (app_call_is_error (made) || app_call_get_state (made) == APP_CALL_FAILED);
}

static void
set_up_flood (Fixture *self, gconstpointer data)
{
  g_autofree char *script =
      g_build_filename (g_getenv ("SPYGLASS_TEST_SOURCES"), "flooding_server.py", NULL);
  g_autofree char *profile =
      g_strdup_printf ("{command: python3, args: ['%s'%s], era: legacy}", script,
                       data != NULL ? ", --cancel" : "");

  set_up_for (self, profile);
}

static void
test_flood (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;
  guint waiting;

  connect_one (self);
  made = call (self, "flood", "{\"count\":1000}");
  WAIT_UNTIL (app_inbox_get_n_refused (self->inbox, self->session) +
                  app_inbox_count (self->inbox, self->session) ==
              1000);
  waiting = app_inbox_count (self->inbox, self->session);
  g_assert_cmpint (waiting, <=, 100);
  g_assert_cmpint (waiting, >, 0);
  g_assert_nonnull (app_inbox_get_refusal (self->inbox, self->session));
  while (app_inbox_count (self->inbox, self->session) > 0)
    app_inbox_item_decline (app_inbox_find_first (self->inbox, self->session));
  assert_result_has (made, "refused");
  app_inbox_forget_refused (self->inbox, self->session);
  g_assert_cmpint (app_inbox_get_n_refused (self->inbox, self->session), ==, 0);
}

static void
test_taken_back (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) made = NULL;

  connect_one (self);
  made = call (self, "flood", "{\"count\":3}");
  assert_result_has (made, "taken back");
  g_assert_cmpint (app_inbox_count (self->inbox, self->session), ==, 0);
  g_assert_cmpint (g_list_model_get_n_items (app_inbox_get_ended (self->inbox)), ==, 3);
  g_assert_cmpint (get_ended_state (self), ==, APP_INBOX_CANCELLED);
}

static void
set_up_everything (Fixture *self, gconstpointer data)
{
  g_autofree char *program = g_find_program_in_path ("mcp-server-everything");

  if (program == NULL)
    {
      g_test_skip ("mcp-server-everything is not installed; ./dev setup installs it");
      return;
    }
  set_up_for (self, "{command: mcp-server-everything, args: [stdio], era: legacy}");
}

static void
test_everything (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCall) roots = NULL;
  g_autoptr (AppCall) sampling = NULL;
  g_autoptr (AppCall) elicitation = NULL;
  g_autoptr (GError) error = NULL;
  AppInboxItem *item;

  if (self->workspace == NULL)
    return;
  connect_one (self);
  /* It asks for the folders as soon as it is connected. */
  item = wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FOLDERS);
  app_folder_list_add (app_inbox_item_get_folders (item), "/tmp", NULL);
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  roots = call (self, "get-roots-list", "{}");
  assert_result_has (roots, "file:///tmp");

  sampling = call (self, "trigger-sampling-request", "{\"prompt\":\"Sing\"}");
  item = wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_SAMPLING);
  app_sampling_reply_set_text (app_inbox_item_get_reply (item), "La la la");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  assert_result_has (sampling, "La la la");

  elicitation = call (self, "trigger-elicitation-request", "{}");
  item = wait_for_item (self);
  g_assert_cmpint (app_inbox_item_get_kind (item), ==, APP_INBOX_FORM);
  g_assert_cmpstr (app_inbox_item_get_target (item), ==, "trigger-elicitation-request");
  type_into (item, "/name", "Ada");
  g_assert_true (app_inbox_item_accept (item, FALSE, &error));
  g_assert_no_error (error);
  assert_result_has (elicitation, "Ada");
}

static void
add (const char *path,
     const char *era,
     void (*prepare) (Fixture *, gconstpointer),
     void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, era, prepare, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  add ("/inbox/form", NULL, set_up, test_form);
  add ("/inbox/no", NULL, set_up, test_no);
  add ("/inbox/page", NULL, set_up, test_page);
  add ("/inbox/sampling", NULL, set_up, test_sampling);
  add ("/inbox/folders", NULL, set_up, test_folders);
  add ("/inbox/ends", NULL, set_up, test_ends);
  add ("/inbox/nobody", NULL, set_up, test_nobody);
  add ("/inbox/flood", NULL, set_up_flood, test_flood);
  add ("/inbox/taken-back", "--cancel", set_up_flood, test_taken_back);
  add ("/inbox/everything", NULL, set_up_everything, test_everything);
  return g_test_run ();
}
