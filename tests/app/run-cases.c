/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run-cases FILE JUNIT: runs a file of cases as the window does: with the usual model, over the tools
 * of the first saved server. Prints the report as JSON and, behind an empty line, as text; writes
 * JUnit's XML to a file. Reads the folders of the person, as the environment names them. */

#include "app-case-plan.h"
#include "workspace-fixture.h"

#include <stdio.h>

/* Returns: (transfer full): the first one's, connected */
static AppSession *
connect_server (AppWorkspace *workspace)
{
  AppSession *session = g_list_model_get_item (G_LIST_MODEL (workspace), 0);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (session);
  app_session_connect_async (session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_session_connect_finish (session, result, &error);
  g_assert_no_error (error);
  return session;
}

static void
disconnect (AppSession *session)
{
  g_autoptr (GAsyncResult) result = NULL;

  app_session_disconnect_async (session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_object_unref (session);
}

static gboolean
has_tools (AppModelController *bench)
{
  g_autoptr (AppModelServer) server =
      g_list_model_get_item (app_model_controller_get_servers (bench), 0);

  return server != NULL && app_model_server_get_n_tools (server) > 0;
}

static gboolean
has_file (AppCasePlan *plan)
{
  g_autofree char *title = NULL;

  g_object_get (plan, "file-title", &title, NULL);
  return title != NULL;
}

static void
on_problem (AppCasePlan *plan, AppProblem *problem)
{
  g_error ("%s", app_problem_get_what (problem));
}

static void
write_reports (AppCasePlan *plan, const char *path)
{
  AppCaseReport   *report = app_case_plan_get_report (plan);
  g_autofree char *json = app_case_report_write_json (report);
  g_autofree char *text = app_case_report_write_text (report);
  g_autofree char *junit = app_case_report_write_junit (report);
  g_autoptr (GError) error = NULL;

  /* g_print() writes what the locale has. */
  printf ("%s\n\n%s", json, text);
  g_file_set_contents (path, junit, -1, &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "spyglass", NULL);
  g_autoptr (GFile) file = NULL;
  AppWorkspace       *workspace;
  AppSession         *session;
  AppModelController *bench;
  AppCasePlan        *plan;

  g_assert_cmpint (argc, ==, 3);
  file = g_file_new_for_path (argv[1]);
  workspace = workspace_fixture_open (folder, NULL);
  store_secret_vault_set_fallback (app_workspace_get_vault (workspace),
                                   STORE_VAULT_FALLBACK_MEMORY);
  session = connect_server (workspace);
  bench = app_model_controller_new (workspace);
  WAIT_UNTIL (app_model_controller_get_state (bench) == APP_MODEL_STATE_READY && has_tools (bench));
  plan = app_case_plan_new (bench, G_MAXUINT);
  g_signal_connect (plan, "problem", G_CALLBACK (on_problem), NULL);
  app_case_plan_open (plan, file);
  WAIT_UNTIL (has_file (plan));
  app_case_plan_run (plan);
  WAIT_UNTIL (app_case_plan_get_state (plan) == APP_CASE_ENDED);
  write_reports (plan, argv[2]);
  workspace_fixture_release (plan);
  workspace_fixture_release (bench);
  disconnect (session);
  workspace_fixture_close (workspace);
  return 0;
}
