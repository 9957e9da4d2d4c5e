/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-problem.h"

#include "mcp-object.h"

MCP_DEFINE_OBJECT (AppFormProblem, app_form_problem)

MCP_DEFINE_FINALIZE (AppFormProblem, app_form_problem)
{
  g_free (self->message);
  g_free (self->pointer);
}

AppFormProblem *
app_form_problem_new (const char *message, const char *pointer, gboolean missing)
{
  AppFormProblem *self = g_object_new (APP_TYPE_FORM_PROBLEM, NULL);

  self->message = g_strdup (message);
  self->pointer = g_strdup (pointer);
  self->missing = missing;
  return self;
}
