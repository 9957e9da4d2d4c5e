/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cases that are run from the playground, against the scripted model and the demo's tools. */

#include "app-case-plan.h"
#include "app-isolated-tests.h"
#include "folders-fixture.h"
#include "workspace-fixture.h"

#include <string.h>

typedef struct
{
  char               *folder;
  AppWorkspace       *workspace;
  AppModelController *bench;
  AppCasePlan        *plan;
  AppCaseSetup       *setup;
  guint               n_problems;
} Fixture;

static AppModelServer *
get_server (Fixture *self)
{
  g_autoptr (AppModelServer) server =
      g_list_model_get_item (app_model_controller_get_servers (self->bench), 0);

  return server;
}

static void
on_problem (AppCasePlan *plan, AppProblem *problem, Fixture *self)
{
  self->n_problems++;
}

static void
open_plan (Fixture *self, guint turn)
{
  g_clear_object (&self->setup);
  self->setup = g_object_new (APP_TYPE_CASE_SETUP, NULL);
  self->plan = app_case_plan_new (self->bench, turn, self->setup);
  g_signal_connect (self->plan, "problem", G_CALLBACK (on_problem), self);
}

/* Something was said, and one tool was called. */
static void
set_up (Fixture *self, gconstpointer data)
{
  folders_fixture_empty ();
  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, NULL);
  self->bench = app_model_controller_new (self->workspace);
  app_model_choice_use_script (app_model_controller_get_asked (self->bench));
  WAIT_UNTIL (app_model_controller_get_state (self->bench) == APP_MODEL_STATE_READY &&
              get_server (self) != NULL && app_model_server_get_n_tools (get_server (self)) > 0);
  g_assert_true (app_model_controller_send (self->bench, "the mean of some numbers"));
  WAIT_UNTIL (app_model_controller_get_state (self->bench) == APP_MODEL_STATE_READY);
  open_plan (self, 0);
}

static void
close_object (gpointer *field)
{
  gpointer weak = *field;

  g_object_add_weak_pointer (weak, &weak);
  g_object_unref (weak);
  *field = NULL;
  WAIT_UNTIL (weak == NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (self->plan, self);
  close_object ((gpointer *)&self->plan);
  g_object_unref (self->setup);
  close_object ((gpointer *)&self->bench);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static void
run (Fixture *self)
{
  app_case_plan_run (self->plan);
  g_assert_cmpint (app_case_plan_get_state (self->plan), ==, APP_CASE_RUNNING);
  WAIT_UNTIL (app_case_plan_get_state (self->plan) == APP_CASE_ENDED);
}

static char *
dup_text (gpointer object, const char *property)
{
  char *text = NULL;

  g_object_get (object, property, &text, NULL);
  return text;
}

#define assert_has(object, property, expected)               \
  G_STMT_START                                               \
  {                                                          \
    g_autofree char *had_text = dup_text (object, property); \
    if (strstr (had_text, expected) == NULL)                 \
      g_error ("%s: %s", property, had_text);                \
  }                                                          \
  G_STMT_END

static AppCaseLine *
get_line (Fixture *self, guint index)
{
  g_autoptr (AppCaseLine) line =
      g_list_model_get_item (app_case_plan_get_lines (self->plan), index);

  g_assert_nonnull (line);
  return line;
}

static guint
count_lines (Fixture *self)
{
  return g_list_model_get_n_items (app_case_plan_get_lines (self->plan));
}

static void
test_prompt (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCaseRun) first = NULL;
  g_autofree char *report = NULL;
  g_autofree char *junit = NULL;

  assert_has (self->setup, "prompt", "the mean of some numbers");
  assert_has (self->setup, "tool", "describe_numbers");
  g_object_set (self->setup, "repeat", 3u, NULL);
  WAIT_UNTIL (({
    g_autofree char *estimate = dup_text (self->plan, "estimate");
    g_str_has_prefix (estimate, "About 3 requests and ");
  }));
  run (self);
  assert_has (self->plan, "status", "Finished");
  g_assert_cmpuint (count_lines (self), ==, 1);
  assert_has (get_line (self, 0), "title", "Scripted model");
  assert_has (get_line (self, 0), "rate-text", "3 of 3 right, 100 % (44…100 %)");
  g_assert_cmpuint (g_list_model_get_n_items (app_case_line_get_runs (get_line (self, 0))), ==, 3);
  first = g_list_model_get_item (app_case_line_get_runs (get_line (self, 0)), 0);
  g_assert_cmpstr (app_case_run_get_title (first), ==, "Run 1: right");
  g_assert_cmpstr (app_case_run_get_detail (first), ==, "Called: describe_numbers");
  g_assert_cmpuint (g_list_model_get_n_items (app_case_run_get_blocks (first)), >, 1);
  report = app_case_report_write_text (app_case_plan_get_report (self->plan));
  g_assert_nonnull (strstr (report, "3 requests"));
  junit = app_case_report_write_junit (app_case_plan_get_report (self->plan));
  g_assert_nonnull (strstr (junit, "<testsuite "));
  /* The bench has its conversation as it was. */
  g_assert_cmpuint (g_list_model_get_n_items (app_model_controller_get_blocks (self->bench)), ==, 6);
  g_assert_cmpuint (self->n_problems, ==, 0);
}

/* Another tool is expected than the one that is called; beside it, only that one is told. */
static void
test_variants (Fixture *self, gconstpointer data)
{
  g_object_set (self->setup, "tool", "echo", "repeat", 2u, "only-tool",
                TRUE, "shuffled", TRUE, "description", "Says it again.", NULL);
  run (self);
  g_assert_cmpuint (count_lines (self), ==, 4);
  assert_has (get_line (self, 0), "rate-text", "0 of 2 right");
  assert_has (get_line (self, 0), "detail", "Called: describe_numbers 2");
  assert_has (get_line (self, 0), "detail", "2× “echo” was not called.");
  assert_has (get_line (self, 1), "title", "Scripted model, other description");
  assert_has (get_line (self, 1), "comparison", "no significant difference.");
  assert_has (get_line (self, 2), "title", "Scripted model, only this tool");
  assert_has (get_line (self, 3), "title", "Scripted model, shuffled");
  g_assert_cmpuint (self->n_problems, ==, 0);
}

/* What was recorded is answered again, and nothing runs. */
static void
test_recorded (Fixture *self, gconstpointer data)
{
  g_autoptr (AppCaseRun) first = NULL;

  g_object_set (self->setup, "repeat", 1u, "results", 1u,
                "same-arguments", TRUE, NULL);
  run (self);
  assert_has (get_line (self, 0), "rate-text", "1 of 1 right");
  first = g_list_model_get_item (app_case_line_get_runs (get_line (self, 0)), 0);
  g_assert_cmpuint (g_list_model_get_n_items (app_case_run_get_blocks (first)), ==, 6);
}

/* What is written is read again. */
static void
test_file (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) cases = app_case_plan_dup_cases (self->plan);
  g_autofree char *path = g_build_filename (self->folder, "cases.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, g_bytes_get_data (cases, NULL), (gssize)g_bytes_get_size (cases),
                       &error);
  g_assert_no_error (error);
  g_signal_handlers_disconnect_by_data (self->plan, self);
  close_object ((gpointer *)&self->plan);
  open_plan (self, G_MAXUINT);
  assert_has (self->plan, "reason", "Enter a question.");
  app_case_plan_run (self->plan);
  g_assert_cmpint (app_case_plan_get_state (self->plan), ==, APP_CASE_PLANNING);
  app_case_plan_open (self->plan, file);
  WAIT_UNTIL (({
    g_autofree char *title = dup_text (self->plan, "file-title");
    title != NULL;
  }));
  assert_has (self->plan, "file-title", "the mean of some numbers");
  run (self);
  assert_has (get_line (self, 0), "rate-text", "5 of 5 right");
  g_assert_cmpuint (self->n_problems, ==, 0);

  g_file_set_contents (path, "cases: []", -1, &error);
  app_case_plan_open (self->plan, file);
  WAIT_UNTIL (self->n_problems == 1);
}

/* It can be stopped at once, and in the middle, and goes on afterwards. */
static void
test_stop (Fixture *self, gconstpointer data)
{
  g_object_set (self->setup, "repeat", 100u, NULL);
  app_case_plan_run (self->plan);
  app_case_plan_stop (self->plan);
  WAIT_UNTIL (app_case_plan_get_state (self->plan) != APP_CASE_RUNNING);
  app_case_plan_run (self->plan);
  WAIT_UNTIL (count_lines (self) == 1 &&
              g_list_model_get_n_items (app_case_line_get_runs (get_line (self, 0))) > 1);
  app_case_plan_stop (self->plan);
  WAIT_UNTIL (app_case_plan_get_state (self->plan) == APP_CASE_ENDED);
  assert_has (self->plan, "status", "Stopped.");
  g_object_set (self->setup, "repeat", 1u, NULL);
  run (self);
  assert_has (get_line (self, 0), "rate-text", "1 of 1 right");
  g_assert_cmpuint (self->n_problems, ==, 0);
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  app_model_providers_finish (APP_MODEL_PROVIDERS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *)user_data = TRUE;
}

static void
run_refused (Fixture *self, guint n_problems, const char *expected)
{
  g_autofree char *status = NULL;

  app_case_plan_run (self->plan);
  WAIT_UNTIL (app_case_plan_get_state (self->plan) == APP_CASE_PLANNING);
  g_assert_cmpuint (self->n_problems, ==, n_problems);
  status = dup_text (self->plan, "status");
  g_assert_cmpstr (status, ==, expected);
}

/* Nobody agreed that it is told anything, and then it is in the list no more: nothing is sent. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  AppModelProviders *list = app_model_controller_get_providers (self->bench);
  g_autoptr (McpModelProvider) provider = mcp_model_provider_new (
      "far", mcp_model_dialect_find ("openai-chat"), "https://example.invalid/v1");
  g_autoptr (AppCaseModel) far = NULL;
  gboolean put = FALSE, chosen = FALSE, removed = FALSE;

  app_model_providers_put_async (list, provider, NULL, on_kept, &put);
  WAIT_UNTIL (put);
  app_model_providers_set_default_async (list, "far", "m", NULL, on_kept, &chosen);
  WAIT_UNTIL (chosen);
  g_signal_handlers_disconnect_by_data (self->plan, self);
  close_object ((gpointer *)&self->plan);
  open_plan (self, 0);
  far = g_list_model_get_item (app_case_plan_get_models (self->plan), 0);
  g_assert_cmpstr (app_case_model_get_entry (far), ==, "far");
  g_object_set (far, "chosen", TRUE, NULL);
  run_refused (self, 1, "");
  app_model_providers_remove_async (list, "far", NULL, on_kept, &removed);
  WAIT_UNTIL (removed);
  run_refused (self, 2, "A model could not be asked.");
}

#define CASE(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

void
add_case_controller_tests (void)
{
  CASE ("/case-controller/prompt", test_prompt);
  CASE ("/case-controller/variants", test_variants);
  CASE ("/case-controller/recorded", test_recorded);
  CASE ("/case-controller/file", test_file);
  CASE ("/case-controller/stop", test_stop);
  CASE ("/case-controller/refused", test_refused);
}
