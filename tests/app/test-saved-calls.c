/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The calls that a person saved: their file, and what they come to on the demo server. */

#include "app-tests.h"
#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-saved-form.h"
#include "workspace-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char          *folder;
  char          *path;
  AppWorkspace  *workspace;
  AppSavedCalls *calls;
} Fixture;

static guint
get_n (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->calls));
}

static AppSavedItem *
get_item (Fixture *self, guint position)
{
  g_autoptr (AppSavedItem) item = g_list_model_get_item (G_LIST_MODEL (self->calls), position);

  return item;
}

static const char *
dup_problem (Fixture *self)
{
  g_autofree char *problem = NULL;

  g_object_get (self->calls, "problem", &problem, NULL);
  return g_intern_string (problem);
}

static void
open_calls (Fixture *self)
{
  g_autofree char *servers =
      g_strdup_printf ("servers:\n  shop: {command: %s}\n", g_getenv ("SPYGLASS_DEMO"));

  self->workspace = workspace_fixture_open (self->folder, servers);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->workspace)) == 1);
  self->calls = app_saved_calls_new (self->workspace);
}

static void
close_calls (Fixture *self)
{
  gpointer left = self->calls;
  gpointer book;

  app_saved_calls_flush (self->calls);
  /* It may be reading or writing. */
  g_object_add_weak_pointer (left, &left);
  g_clear_object (&self->calls);
  WAIT_UNTIL (left == NULL);
  book = g_object_ref (app_workspace_get_book (self->workspace));
  workspace_fixture_close (g_steal_pointer (&self->workspace));
  /* The last rules may still be being written. */
  workspace_fixture_release (book);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = workspace_fixture_make_folder ();
  self->path = g_build_filename (self->folder, "saved-calls.json", NULL);
  open_calls (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  close_calls (self);
  g_free (self->path);
  workspace_fixture_remove_folder (self->folder);
}

static AppSavedItem *
add (Fixture *self, AppSavedText text)
{
  g_autoptr (GError) error = NULL;
  AppSavedItem *item = app_saved_calls_add (self->calls, &text, &error);

  g_assert_no_error (error);
  return item;
}

static char *
read_file (Fixture *self)
{
  char *text = NULL;

  app_saved_calls_flush (self->calls);
  g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
  return text;
}

/* What a person typed stays as it was spelled, over a restart too. */
static void
test_file (Fixture *self, gconstpointer data)
{
  g_autofree char *text = NULL;
  struct stat      status;
  g_autoptr (GError) error = NULL;

  add (self, (AppSavedText){ .name = "numbers",
                             .group = "maths",
                             .server = "shop",
                             .target = "describe_numbers",
                             .arguments = "{\"numbers\": [1.10, 2e0]}",
                             .expect = "[{\"path\": \"count\", \"equals\": 2}]" });
  add (self, (AppSavedText){ .target = "show_text" });
  text = read_file (self);
  g_assert_nonnull (strstr (text, "1.10"));
  g_assert_nonnull (strstr (text, "2e0"));
  g_assert_cmpint (g_stat (self->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);

  close_calls (self);
  open_calls (self);
  WAIT_UNTIL (get_n (self) == 2);
  g_assert_cmpstr (app_saved_item_get_call (get_item (self, 0))->group, ==, "maths");
  g_assert_cmpstr (app_saved_item_get_call (get_item (self, 1))->name, ==, "show_text");
  g_assert_true (
      app_saved_calls_change (self->calls, get_item (self, 1),
                              "{'name': 'other', 'tool': 'show_text', 'server': 'shop'}", &error));
  app_saved_calls_remove (self->calls, get_item (self, 0));
  g_free (text);
  text = read_file (self);
  g_assert_null (strstr (text, "numbers"));
  g_assert_nonnull (strstr (text, "\"other\""));
}

/* Text that is no JSON, or more than one value, or no expectation, becomes no call. */
static void
test_input (Fixture *self, gconstpointer data)
{
  static const AppSavedText texts[] = {
    { .target = "t", .arguments = "{" },
    { .target = "t", .arguments = "[]" },
    { .target = "t", .arguments = "{}}, {\"tool\": \"u\"" },
    { .target = "t", .expect = "[{\"paht\": \"a\"}]" },
    { .target = "t", .expect = "{}" },
    { .target = "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (app_saved_calls_add (self->calls, &texts[i], &error));
      g_assert_nonnull (error);
    }
  g_assert_cmpuint (get_n (self), ==, 0);
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));
}

/* What is none of ours is left alone; what somebody else writes is taken over. */
static void
test_foreign (Fixture *self, gconstpointer data)
{
  const AppSavedText text = { .target = "t" };
  g_autofree char   *kept = NULL;
  g_autoptr (GError) error = NULL;

  add (self, (AppSavedText){ .target = "mine" });
  app_saved_calls_flush (self->calls);
  g_assert_true (g_file_set_contents (self->path, "{\"calls\": [{\"tool\": \"theirs\"}]}", -1,
                                      NULL));
  WAIT_UNTIL (g_strcmp0 (app_saved_item_get_call (get_item (self, 0))->target, "theirs") == 0);
  g_assert_true (g_file_set_contents (self->path, "{\"cells\": 1}", -1, NULL));
  WAIT_UNTIL (dup_problem (self) != NULL);
  g_assert_nonnull (strstr (dup_problem (self), self->path));
  g_assert_null (app_saved_calls_add (self->calls, &text, &error));
  g_assert_nonnull (error);
  kept = read_file (self);
  g_assert_cmpstr (kept, ==, "{\"cells\": 1}");
}

static gboolean
is_connected (Fixture *self)
{
  return app_session_get_state (app_workspace_find_id (self->workspace, "shop")) ==
         APP_SESSION_READY;
}

static GPtrArray *
list_all (Fixture *self)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < get_n (self); i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (self->calls), i));
  return items;
}

static gboolean
is_waiting (AppSavedItem *item)
{
  AppCall *call = app_saved_item_get_last_call (item);

  return call != NULL && app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL;
}

/* Runs @items, and agrees to each call that asks by itself.
 * Returns: (transfer full): what asked, with its arguments, a line each */
static char *
run_and_agree (Fixture *self, GPtrArray *items)
{
  GString      *asked = g_string_new (NULL);
  AppSavedItem *waiting;

  app_saved_calls_run (self->calls, items);
  do
    {
      waiting = NULL;
      for (guint i = 0; i < items->len && waiting == NULL; i++)
        waiting = is_waiting (items->pdata[i]) ? items->pdata[i] : NULL;
      if (waiting == NULL)
        {
          g_main_context_iteration (NULL, TRUE);
          continue;
        }
      AppCall *call = app_saved_item_get_last_call (waiting);
      g_string_append_printf (asked, "%s %s\n", app_call_get_target (call),
                              app_call_get_arguments (call));
      app_call_approve (call, FALSE);
    }
  while (app_saved_calls_is_running (self->calls));
  return g_string_free (asked, FALSE);
}

/* Without a server nothing is called; with one, each call gets what the one before came to. */
static void
test_run (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) items = NULL;
  g_auto (GStrv) asked = NULL;
  AppSession   *session = app_workspace_find_id (self->workspace, "shop");
  AppSavedItem *first, *second, *third;

  first = add (self, (AppSavedText){ .name = "numbers",
                                     .server = "shop",
                                     .target = "describe_numbers",
                                     .arguments = "{\"numbers\": [1, 2, 6]}",
                                     .expect = "[{\"path\": \"count\", \"equals\": 3}]" });
  second = add (self, (AppSavedText){ .name = "again",
                                      .server = "shop",
                                      .target = "describe_numbers",
                                      .arguments = "{\"numbers\": [\"{{numbers.count}}\"]}",
                                      .expect = "[{\"path\": \"mean\", \"equals\": 4}]" });
  third = add (self, (AppSavedText){ .name = "nowhere", .target = "describe_numbers" });
  items = list_all (self);
  app_saved_calls_run (self->calls, items);
  g_assert_false (app_saved_calls_is_running (self->calls));
  g_assert_cmpint (app_saved_item_get_state (first), ==, APP_SAVED_FAILED);
  g_assert_nonnull (strstr (app_saved_item_get_failure (first), "not connected"));

  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (is_connected (self));
  /* What nobody was asked about waits for an answer; declined, it does not run. */
  app_saved_calls_run (self->calls, items);
  WAIT_UNTIL (is_waiting (first));
  app_call_cancel (app_saved_item_get_last_call (first));
  WAIT_UNTIL (!app_saved_calls_is_running (self->calls));
  g_assert_cmpint (app_saved_item_get_state (first), ==, APP_SAVED_FAILED);
  asked = app_saved_calls_dup_asked (self->calls, items);
  g_assert_cmpuint (g_strv_length (asked), ==, 1);
  g_assert_cmpstr (asked[0], ==, "describe_numbers");
  app_saved_calls_run (self->calls, items);
  g_assert_true (app_saved_calls_is_running (self->calls));
  WAIT_UNTIL (!app_saved_calls_is_running (self->calls));
  g_assert_cmpstr (app_saved_item_get_failure (first), ==, NULL);
  g_assert_cmpint (app_saved_item_get_state (first), ==, APP_SAVED_PASSED);
  g_assert_cmpint (app_saved_item_get_state (second), ==, APP_SAVED_FAILED);
  g_assert_nonnull (strstr (app_saved_item_get_failure (second), "“mean” is 3"));
  g_assert_cmpint (app_saved_item_get_state (third), ==, APP_SAVED_FAILED);
}

/* A tool's own rule, and what destroys, is a question for each call, with its arguments; the same
 * arguments of what destroys are one. */
static void
test_asked_alone (Fixture *self, gconstpointer data)
{
  static const char *const calls[][2] = {
    { "show_text", "{\"message\":\"a\"}" },
    { "show_text", "{\"message\":\"a\"}" },
    { "delete_product", "{\"id\":\"no-1\"}" },
    { "delete_product", "{\"id\":\"no-1\"}" },
    { "delete_product", "{\"id\":\"no-2\"}" },
    { "echo", "{\"message\":\"b\"}" },
    { "echo", "{\"message\":\"c\"}" },
  };
  AppSession *session = app_workspace_find_id (self->workspace, "shop");
  g_autoptr (GPtrArray) items = NULL;
  g_auto (GStrv) together = NULL;
  g_autofree char *names = NULL;
  g_autofree char *texts = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    add (self, (AppSavedText){ .server = "shop", .target = calls[i][0], .arguments = calls[i][1] });
  items = list_all (self);
  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (is_connected (self) &&
              !app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE)));
  app_approvals_set_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), "show_text", "ask");
  together = app_saved_calls_dup_asked (self->calls, items);
  names = g_strjoinv (", ", together);
  g_assert_cmpstr (names, ==, "echo");
  texts = run_and_agree (self, items);
  g_assert_cmpstr (texts, ==,
                   "show_text {\"message\":\"a\"}\nshow_text {\"message\":\"a\"}\n"
                   "delete_product {\"id\":\"no-1\"}\ndelete_product {\"id\":\"no-2\"}\n");
  for (guint i = 0; i < items->len; i++)
    {
      const char *failure = app_saved_item_get_failure (items->pdata[i]);

      g_assert_true (failure == NULL || strstr (failure, "not called") == NULL);
    }
}

/* What a server's result makes of the arguments is shown before it is sent. A tool that is asked
 * about by its name runs with them, and so does one that the person's own rule lets run. */
static void
test_filled_in (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *tool, *arguments, *rule;
    gboolean    runs;
  } rows[] = {
    { "delete_product", "{\"id\":\"no-{{f.count}}\"}", NULL, FALSE },
    { "show_text", "{\"message\":\"{{f.count}}\"}", "ask", FALSE },
    { "echo", "{\"message\":\"{{f.count}}\"}", NULL, TRUE },
    { "delete_product", "{\"id\":\"no-{{f.count\"}", NULL, FALSE },
    { "delete_product", "{\"id\":\"no-{{f.count}}\"}", "auto", TRUE },
  };
  AppSession *session = app_workspace_find_id (self->workspace, "shop");

  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (is_connected (self) &&
              !app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE)));
  add (self, (AppSavedText){ .name = "f",
                             .server = "shop",
                             .target = "describe_numbers",
                             .arguments = "{\"numbers\":[1,2,3]}" });
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) items = NULL;
      g_auto (GStrv) together = NULL;
      g_autofree char *asked = NULL;
      const char      *failure;

      app_approvals_set_rule (app_session_get_feature (session, APP_TYPE_APPROVALS), rows[i].tool, rows[i].rule);
      add (self, (AppSavedText){ .server = "shop", .target = rows[i].tool, .arguments = rows[i].arguments });
      items = list_all (self);
      together = app_saved_calls_dup_asked (self->calls, items);
      asked = run_and_agree (self, items);
      failure = app_saved_item_get_failure (items->pdata[1]);
      g_test_message ("%u: %s", i, failure);
      g_assert_true (failure == NULL || strstr (failure, "not called") == NULL);
      g_assert_cmpint (*asked == '\0', ==, rows[i].runs);
      g_assert_null (strstr (asked, "{{f.count}}"));
      app_saved_calls_remove (self->calls, items->pdata[1]);
    }
}

/* Rows and JSON are two views of the same: whatever is in a file comes back as it is spelled, and
 * what a row says is what JSON says. */
static void
test_rows (void)
{
  static const struct
  {
    const char *json;
    guint       check;
    const char *path, *value;
  } rows[] = {
    { "{\"path\":\"a.b\",\"equals\":1.10}", APP_EXPECTATION_EQUALS, "a.b", "1.10" },
    { "{\"equals\":\"plain\",\"path\":\"a\"}", APP_EXPECTATION_EQUALS, "a", "plain" },
    { "{\"equals\":\"7\"}", APP_EXPECTATION_EQUALS, "", "\"7\"" },
    { "{\"equals\":\"\\u0041\"}", APP_EXPECTATION_EQUALS, "", "A" },
    { "{\"path\":\"a\",\"matches\":\"^7\"}", APP_EXPECTATION_MATCHES, "a", "^7" },
    { "{\"schema\":{\"type\":\"array\"}}", APP_EXPECTATION_SCHEMA, "", "{\"type\":\"array\"}" },
    { "{\"path\":\"a\"}", APP_EXPECTATION_EXISTS, "a", "" },
    { "{\"duration\":2.50}", APP_EXPECTATION_DURATION, "", "2.50" },
    { "{\"error\":true}", APP_EXPECTATION_ERROR, "", "" },
    { "{\"error\":false}", APP_EXPECTATION_NO_ERROR, "", "" },
    { "{\"path\":\"a\",\"matches\":\"x\",\"duration\":2}", APP_EXPECTATION_JSON, "",
      "{\"path\":\"a\",\"matches\":\"x\",\"duration\":2}" },
    { "{\"path\":\"a\",\"later\":[1]}", APP_EXPECTATION_JSON, "", "{\"path\":\"a\",\"later\":[1]}" },
    { "7", APP_EXPECTATION_JSON, "", "7" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (rows[i].json, -1, NULL);
      g_autoptr (AppExpectationRow) row =
          app_expectation_row_new_for_json (mcp_json_document_get_root (document));
      g_autofree char *path = NULL;
      g_autofree char *value = NULL;
      g_autofree char *json = app_expectation_row_dup_json (row);
      g_autofree char *edited = NULL;
      g_autoptr (McpJsonDocument) after = NULL;
      guint check;

      g_object_get (row, "path", &path, "value", &value, "check", &check, NULL);
      g_assert_cmpstr (json, ==, rows[i].json);
      g_assert_cmpuint (check, ==, rows[i].check);
      g_assert_cmpstr (value, ==, rows[i].value);
      g_assert_cmpstr (path, ==, check == APP_EXPECTATION_JSON ? path : rows[i].path);
      /* Written again from its fields, it says the same. */
      g_object_set (row, "value", value, NULL);
      edited = app_expectation_row_dup_json (row);
      after = mcp_json_document_parse_text (edited, -1, NULL);
      g_assert_true (mcp_json_value_equal (mcp_json_document_get_root (after),
                                           mcp_json_document_get_root (document)));
    }
}

/* A form keeps what can run, keeps the draft of what cannot, and says what is wrong while it is
 * typed; a result that is there is checked again. */
static void
test_form (Fixture *self, gconstpointer data)
{
  AppSession   *session = app_workspace_find_id (self->workspace, "shop");
  AppSavedItem *first = add (self, (AppSavedText){ .name = "f",
                                                   .server = "shop",
                                                   .target = "describe_numbers",
                                                   .arguments = "{\"numbers\": [1, 2, 6]}" });
  AppSavedItem *item = add (self, (AppSavedText){ .server = "shop",
                                                  .target = "echo",
                                                  .arguments = "{\"message\": \"7\"}" });
  g_autoptr (AppSavedForm) form = app_saved_form_new (self->calls, item);
  g_autoptr (AppSavedForm) other = app_saved_form_new (self->calls, first);
  g_autoptr (AppExpectationRow) argument =
      g_list_model_get_item (G_LIST_MODEL (app_saved_form_get_arguments (form)), 0);
  g_autoptr (AppExpectationRow) row = app_expectation_row_new ("count", "4");
  g_autoptr (AppExpectationList) earlier = NULL;
  g_autoptr (GPtrArray) items = list_all (self);
  g_autofree char *text = NULL;
  g_autofree char *problem = NULL;
  g_auto (GStrv) asked = NULL;
  guint n;

  /* What is a string stays one, whatever is typed. */
  g_object_set (argument, "value", "8", NULL);
  text = read_file (self);
  g_assert_nonnull (strstr (text, "\"message\": \"8\""));
  app_saved_form_set_text (form, "{\"tool\": ");
  g_object_get (form, "problem", &problem, NULL);
  g_assert_nonnull (problem);
  g_assert_false (app_saved_form_read (form));
  g_assert_cmpstr (app_saved_item_get_call (item)->target, ==, "echo");
  g_free (text);
  text = app_saved_item_dup_text (item);
  g_assert_cmpstr (text, ==, "{\"tool\": ");

  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (is_connected (self) &&
              !app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE)));
  asked = app_saved_calls_dup_asked (self->calls, items);
  app_saved_calls_run (self->calls, items);
  WAIT_UNTIL (!app_saved_calls_is_running (self->calls));
  g_assert_cmpint (app_saved_item_get_state (first), ==, APP_SAVED_PASSED);
  app_expectation_list_add (app_saved_form_get_expectations (other), row);
  g_assert_cmpint (app_saved_item_get_state (first), ==, APP_SAVED_FAILED);
  g_object_set (row, "value", "3", NULL);
  g_assert_cmpint (app_saved_item_get_state (first), ==, APP_SAVED_PASSED);
  /* What the call before it has, to choose from: under its name and as the last. */
  earlier = app_saved_calls_list_earlier (self->calls, item);
  n = g_list_model_get_n_items (G_LIST_MODEL (earlier));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppExpectationRow) value = g_list_model_get_item (G_LIST_MODEL (earlier), i);
      g_autofree char *path = NULL;

      g_object_get (value, "path", &path, NULL);
      g_assert_true (g_str_has_prefix (path, i < n / 2 ? "f" : "last"));
    }
  g_assert_cmpuint (n, >, 4);
}

/* What the server stored is named in the next call, whole or in part, whatever said so; of what it
 * did not store there is no name. A value's own member goes first. */
static void
test_object (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name, *tool, *arguments, *expect, *failure;
  } rows[] = {
    { "get", "get_pipeline", "{\"pipeline_name\":\"rag-qa\"}", NULL, NULL },
    { "check", "validate_pipeline", "{\"yaml_configuration\":\"{{get.object.yaml_config}}\"}",
      "[{\"matches\":\"'valid': True\"}]", NULL },
    { "again", "validate_pipeline", "{\"yaml_configuration\":\"{{ get.object }}.yaml_config\"}",
      "[{\"matches\":\"'valid': True\"}]", NULL },
    { "run", "run_component", "{\"component_type\":\"ranker\",\"documents\":"
                              "\"{{get.object.components.embedder.latencies_ms}}\"}",
      "[{\"matches\":\"'documents': [1-9]\"}]", NULL },
    { "part", "get_from_object_store", "{\"object_id\":\"{{get.object}}\",\"path\":\"name\"}",
      "[{\"matches\":\"^@obj_[0-9]+\\\\.name \"}]", NULL },
    { "whole", "get_from_object_store", "{\"object_id\":\"{{part.object}}\"}",
      "[{\"matches\":\"rag-qa\"}]", NULL },
    { "filter", "yq_object_store", "{\"object_id\":\"{{get.object}}\",\"filter\":\".name\"}",
      "[{\"matches\":\"Result stored as @obj_\"}]", NULL },
    { "filtered", "get_from_object_store", "{\"object_id\":\"{{last.object}}\"}",
      "[{\"matches\":\"rag-qa\"}]", NULL },
    { "plain", "echo", "{\"message\":\"@alice\"}", NULL, NULL },
    { "none", "echo", "{\"message\":\"{{last.object}}\"}", NULL,
      "“{{last.object}}” stands for nothing: the result does not say that the server stored an object." },
    { "part of none", "echo", "{\"message\":\"{{plain.object[0].id}}\"}", NULL, "stored an object." },
    { "refused", "fail", "{}", "[{\"error\":true}]", NULL },
    { "of a refused one", "echo", "{\"message\":\"{{refused.object}}\"}", NULL,
      "No earlier call has a result for “{{refused.object}}”." },
    { "member", "echo", "{\"message\":\"{\\\"object\\\":{\\\"id\\\":7}}\"}", NULL, NULL },
    { "its member", "echo", "{\"message\":\"no. {{member.object.id}}\"}", "[{\"matches\":\"7\"}]", NULL },
    { "none of its", "echo", "{\"message\":\"{{member.object.no}}\"}", NULL, "has no such value." },
    { "another word", "echo", "{\"message\":\"{{get.objects}}\"}", NULL, "has no such value." },
  };
  AppSession *session = app_workspace_find_id (self->workspace, "shop");
  g_autoptr (GPtrArray) items = NULL;
  g_auto (GStrv) together = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add (self, (AppSavedText){ .name = rows[i].name,
                               .server = "shop",
                               .target = rows[i].tool,
                               .arguments = rows[i].arguments,
                               .expect = rows[i].expect });
  items = list_all (self);
  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (is_connected (self) &&
              !app_catalogue_is_loading (app_session_get_feature (session, APP_TYPE_CATALOGUE)));
  together = app_saved_calls_dup_asked (self->calls, items);
  app_saved_calls_run (self->calls, items);
  WAIT_UNTIL (!app_saved_calls_is_running (self->calls));
  for (guint i = 0; i < items->len; i++)
    {
      const char *failure = app_saved_item_get_failure (items->pdata[i]);

      g_test_message ("%s: %s", rows[i].name, failure);
      if (rows[i].failure == NULL)
        g_assert_null (failure);
      else
        g_assert_nonnull (strstr (failure, rows[i].failure));
    }
}

/* Stopped, or taken off the list while it runs: nothing comes of it any more. */
static void
test_stop (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) items = NULL;
  AppSession *session = app_workspace_find_id (self->workspace, "shop");

  for (guint i = 0; i < 2; i++)
    add (self, (AppSavedText){ .server = "shop", .target = "slow_task", .arguments = "{\"seconds\": 30}" });
  items = list_all (self);
  app_session_connect_async (session, NULL, NULL, NULL);
  WAIT_UNTIL (is_connected (self));
  app_saved_calls_run (self->calls, items);
  g_assert_cmpint (app_saved_item_get_state (items->pdata[0]), ==, APP_SAVED_RUNNING);
  g_assert_cmpint (app_saved_item_get_state (items->pdata[1]), ==, APP_SAVED_WAITING);
  app_saved_calls_stop (self->calls);
  g_assert_cmpint (app_saved_item_get_state (items->pdata[0]), ==, APP_SAVED_NOT_RUN);
  app_saved_calls_run (self->calls, items);
  app_saved_calls_remove (self->calls, items->pdata[0]);
  g_assert_false (app_saved_calls_is_running (self->calls));
  g_clear_pointer (&items, g_ptr_array_unref);
  g_assert_cmpuint (get_n (self), ==, 1);
}

void
add_saved_calls_tests (void)
{
  g_test_add ("/saved-calls/file", Fixture, NULL, set_up, test_file, tear_down);
  g_test_add ("/saved-calls/input", Fixture, NULL, set_up, test_input, tear_down);
  g_test_add ("/saved-calls/foreign", Fixture, NULL, set_up, test_foreign, tear_down);
  g_test_add ("/saved-calls/run", Fixture, NULL, set_up, test_run, tear_down);
  g_test_add ("/saved-calls/asked-alone", Fixture, NULL, set_up, test_asked_alone, tear_down);
  g_test_add ("/saved-calls/filled-in", Fixture, NULL, set_up, test_filled_in, tear_down);
  g_test_add_func ("/saved-calls/rows", test_rows);
  g_test_add ("/saved-calls/form", Fixture, NULL, set_up, test_form, tear_down);
  g_test_add ("/saved-calls/object", Fixture, NULL, set_up, test_object, tear_down);
  g_test_add ("/saved-calls/stop", Fixture, NULL, set_up, test_stop, tear_down);
}
