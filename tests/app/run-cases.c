/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run-cases FILE JUNIT: runs a file of cases as the window does: with the usual model, over the tools
 * of the first saved server. Prints the report as JSON and, behind an empty line, as text; writes
 * JUnit's XML to a file. Reads the folders of the person, as the environment names them. */

#include "app-case-plan.h"
#include "window-fixture.h"

#include <stdio.h>

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
  g_autoptr (GFile) file = NULL;
  WindowFixture window;
  AppCasePlan  *plan;
  g_autoptr (AppCaseSetup) setup = g_object_new (APP_TYPE_CASE_SETUP, NULL);

  g_assert_cmpint (argc, ==, 3);
  file = g_file_new_for_path (argv[1]);
  window_fixture_open (&window);
  plan = app_case_plan_new (window.controller, G_MAXUINT, setup);
  g_signal_connect (plan, "problem", G_CALLBACK (on_problem), NULL);
  app_case_plan_open (plan, file);
  WAIT_UNTIL (has_file (plan));
  app_case_plan_run (plan);
  WAIT_UNTIL (app_case_plan_get_state (plan) == APP_CASE_ENDED);
  write_reports (plan, argv[2]);
  workspace_fixture_release (plan);
  window_fixture_close (&window);
  return 0;
}
