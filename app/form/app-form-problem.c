/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-problem.h"

#include "mcp-object.h"

MCP_DEFINE_OBJECT (AppFormProblem, app_form_problem)

static void
app_form_problem_finalize (GObject *object)
{
  AppFormProblem *self = APP_FORM_PROBLEM (object);

  g_free (self->message);
  g_free (self->pointer);
  G_OBJECT_CLASS (app_form_problem_parent_class)->finalize (object);
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
