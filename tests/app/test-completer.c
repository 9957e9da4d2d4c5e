/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server proposes while somebody types: asked once, after a pause, with what else is there.
 */

#include "app-tests.h"
#include "app-completer.h"
#include "app-definition-form.h"
#include "workspace-fixture.h"
#include "app-catalogue.h"
#include "find-session.h"

#include <string.h>

#define METHOD "completion/complete"

typedef struct
{
  char         *folder;
  AppWorkspace *workspace;
  AppSession   *session;
  AppForm      *form;
  AppCompleter *completer;
  GAsyncResult *result;
  guint         answers;
} Fixture;

static GAsyncResult *
wait_for_result (Fixture *self)
{
  WAIT_UNTIL (self->result != NULL);
  return g_steal_pointer (&self->result);
}

/* @options: (nullable): of spyglass-demo */
static void
open_demo (Fixture *self, const char *const *options)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("demo");
  g_autoptr (GAsyncResult) added = NULL;
  g_autoptr (GAsyncResult) connected = NULL;
  g_autoptr (StoreProfile) kept = NULL;
  g_autoptr (GError) error = NULL;
  StoreProfileList *book;

  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
  book = app_workspace_get_book (self->workspace);
  g_object_set (profile, "command", g_getenv ("SPYGLASS_DEMO"), NULL);
  if (options != NULL)
    g_object_set (profile, "arguments", options, NULL);
  store_profile_list_add_async (book, profile, NULL, workspace_fixture_take_result, &self->result);
  added = wait_for_result (self);
  kept = store_profile_list_add_finish (book, added, &error);
  g_assert_no_error (error);
  self->session = find_session (self->workspace, "demo");
  app_session_connect_async (self->session, NULL, workspace_fixture_take_result,
                             &self->result);
  connected = wait_for_result (self);
  app_session_connect_finish (self->session, connected, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (
      g_list_model_get_n_items (app_catalogue_get_list (
          app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_PROMPT)) > 0);
}

static void
on_state (Fixture *self)
{
  if (app_completer_get_state (self->completer) >= APP_COMPLETER_READY)
    self->answers++;
}

/* The form of one of the demo's prompts, and who completes it. */
static void
open_prompt (Fixture *self, const char *name)
{
  GListModel *prompts = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_PROMPT);

  for (guint i = 0; i < g_list_model_get_n_items (prompts); i++)
    {
      g_autoptr (McpDefinition) prompt = g_list_model_get_item (prompts, i);

      if (!g_str_equal (mcp_definition_get_key (prompt), name))
        continue;
      self->form = app_definition_form_new (prompt);
      self->completer = app_completer_new (self->session, prompt);
      app_form_add_helper (self->form, self->completer);
      g_signal_connect_swapped (self->completer, "notify::state", G_CALLBACK (on_state), self);
      return;
    }
  g_assert_not_reached ();
}

static void
close_demo (Fixture *self)
{
  g_clear_object (&self->form);
  g_clear_object (&self->completer);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static guint
count_requests (Fixture *self)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  guint       count = 0;

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      count += g_strcmp0 (app_log_entry_get_row (entry)->method, METHOD) == 0;
    }
  return count;
}

static void
ask (Fixture *self, const char *pointer, const char *text)
{
  AppField *field = app_form_find_field (self->form, pointer);

  g_assert_nonnull (field);
  app_field_set_text (field, text);
  g_assert_true (app_form_get_helper (self->form, APP_TYPE_COMPLETER) == self->completer);
  app_completer_ask (self->completer, field);
}

static void
ask_and_wait (Fixture *self, const char *pointer, const char *text)
{
  guint before = self->answers;

  ask (self, pointer, text);
  WAIT_UNTIL (self->answers > before);
}

static void
test_values (void)
{
  Fixture self = { 0 };
  guint   all;

  open_demo (&self, NULL);
  open_prompt (&self, "compare_products");
  g_assert_true (app_completer_is_offered (self.completer));
  ask_and_wait (&self, "/first", "");
  g_assert_cmpint (app_completer_get_state (self.completer), ==, APP_COMPLETER_READY);
  all = g_strv_length ((char **)app_completer_get_values (self.completer));
  g_assert_cmpuint (all, >, 2);
  g_assert_nonnull (app_completer_get_note (self.completer));

  /* The other argument goes along: what was chosen there is not proposed here. */
  g_autofree char *first = g_strdup (app_completer_get_values (self.completer)[0]);
  app_field_set_text (app_form_find_field (self.form, "/first"), first);
  ask_and_wait (&self, "/second", "");
  g_assert_false (g_strv_contains (app_completer_get_values (self.completer), first));

  ask_and_wait (&self, "/second", "no such product");
  g_assert_null (app_completer_get_values (self.completer)[0]);
  g_assert_null (app_completer_get_note (self.completer));
  close_demo (&self);
}

static void
test_asked_once (void)
{
  Fixture self = { 0 };

  open_demo (&self, NULL);
  open_prompt (&self, "compare_products");
  /* A word that is typed is one question. */
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strnfill (i + 1, 'x');
      ask (&self, "/first", text);
    }
  ask_and_wait (&self, "/first", "p");
  g_assert_cmpuint (count_requests (&self), ==, 1);
  g_assert_cmpuint (self.answers, ==, 1);
  /* And it is not asked again, but for another context it is. */
  ask_and_wait (&self, "/first", "px");
  ask_and_wait (&self, "/first", "p");
  g_assert_cmpuint (count_requests (&self), ==, 2);
  app_field_set_text (app_form_find_field (self.form, "/second"), "q");
  ask_and_wait (&self, "/first", "p");
  g_assert_cmpuint (count_requests (&self), ==, 3);

  /* Who stops gets nothing more. */
  ask (&self, "/first", "pq");
  app_completer_stop (self.completer);
  g_assert_cmpint (app_completer_get_state (self.completer), ==, APP_COMPLETER_QUIET);
  ask_and_wait (&self, "/second", "pqr");
  g_assert_cmpuint (count_requests (&self), ==, 4);

  /* What is as long as a book is not the beginning of a word. */
  g_autofree char *book = g_strnfill (APP_COMPLETER_MAX_VALUE + 1, 'x');
  ask (&self, "/first", book);
  g_assert_cmpint (app_completer_get_state (self.completer), ==, APP_COMPLETER_QUIET);
  close_demo (&self);
}

/* A failure is a note, and the next question is asked all the same. */
static void
test_failure (void)
{
  static const char *const options[] = { "--hostile=error-without-data", "--hostile-method=" METHOD,
                                         NULL };
  Fixture                  self = { 0 };

  open_demo (&self, options);
  open_prompt (&self, "describe_product");
  ask_and_wait (&self, "/id", "a");
  g_assert_cmpint (app_completer_get_state (self.completer), ==, APP_COMPLETER_FAILED);
  g_assert_nonnull (app_completer_get_note (self.completer));
  g_assert_null (app_completer_get_values (self.completer)[0]);
  ask_and_wait (&self, "/id", "a");
  g_assert_cmpuint (count_requests (&self), ==, 2);
  close_demo (&self);
}

/* The form, the completer and the session may go in any order, an answer under way or not. */
static void
test_ends (void)
{
  Fixture self = { 0 };

  open_demo (&self, NULL);
  open_prompt (&self, "compare_products");
  ask (&self, "/first", "a");
  WAIT_UNTIL (count_requests (&self) > 0);
  g_signal_handlers_disconnect_by_data (self.completer, &self);
  gpointer weak = self.completer;
  g_object_add_weak_pointer (weak, &weak);
  g_clear_object (&self.form);
  g_clear_object (&self.completer);
  WAIT_UNTIL (weak == NULL);

  open_prompt (&self, "compare_products");
  app_session_disconnect_async (self.session, NULL, workspace_fixture_take_result,
                                &self.result);
  g_autoptr (GAsyncResult) result = wait_for_result (&self);
  g_assert_true (app_session_disconnect_finish (self.session, result, NULL));
  g_clear_object (&result);
  g_assert_false (app_completer_is_offered (self.completer));
  ask (&self, "/first", "a");
  g_assert_cmpint (app_completer_get_state (self.completer), ==, APP_COMPLETER_QUIET);
  close_demo (&self);
}

/* A prompt's arguments are strings; a server that wants other values gets them by a switch. */
static void
test_prompt_values (void)
{
  Fixture     self = { 0 };
  GListModel *prompts;
  g_autoptr (McpDefinition) prompt = NULL;
  g_autoptr (AppForm) plain = NULL;
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppField) field = NULL;
  g_autofree char *pointer = NULL;
  g_autofree char *json = NULL;

  open_demo (&self, NULL);
  prompts = app_catalogue_get_list (app_session_get_feature (self.session, APP_TYPE_CATALOGUE),
                                    MCP_DEFINITION_PROMPT);
  WAIT_UNTIL (g_list_model_get_n_items (prompts) > 0);
  for (guint i = 0; plain == NULL; i++)
    {
      g_clear_object (&prompt);
      prompt = g_list_model_get_item (prompts, i);
      g_assert_nonnull (prompt);
      plain = app_definition_form_new (prompt);
    }
  field = g_list_model_get_item (app_field_get_children (app_form_get_root (plain)), 0);
  pointer = app_field_dup_pointer (field);
  g_assert_cmpint (app_field_get_info (field)->kind, ==, APP_FIELD_STRING);

  form = app_definition_form_new_with_values (prompt);
  app_field_set_lexeme (app_form_find_field (form, pointer), "[1,2.50]");
  g_assert_null (app_field_get_error (app_form_find_field (form, pointer)));
  json = app_form_dup_arguments (form);
  g_assert_nonnull (strstr (json, "[1,2.50]"));
  app_field_set_text (app_form_find_field (form, pointer), "plain");
  g_assert_null (app_field_get_error (app_form_find_field (form, pointer)));
  g_clear_object (&plain);
  g_clear_object (&form);
  g_clear_object (&field);
  g_clear_object (&prompt);
  close_demo (&self);
}

void
add_completer_tests (void)
{
  g_test_add_func ("/app/completer/values", test_values);
  g_test_add_func ("/app/completer/asked-once", test_asked_once);
  g_test_add_func ("/app/completer/failure", test_failure);
  g_test_add_func ("/app/completer/ends", test_ends);
  g_test_add_func ("/completer/prompt-values", test_prompt_values);
}
