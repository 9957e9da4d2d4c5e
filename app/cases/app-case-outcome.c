/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-outcome.h"

#include <string.h>

/* Between the name of a server and that of its tool. */
#define SEPARATOR "__"

AppCaseCall *
app_case_call_new (const char *told, const char *name, McpJsonValue arguments)
{
  AppCaseCall *self = g_new0 (AppCaseCall, 1);

  self->told = g_strdup (told);
  self->name = g_strdup (name);
  mcp_json_slot_set (&self->arguments, arguments);
  return self;
}

void
app_case_call_free (AppCaseCall *self)
{
  g_free (self->told);
  g_free (self->name);
  mcp_json_slot_clear (&self->arguments);
  g_free (self);
}

gboolean
app_case_call_is_of (const AppCaseCall *self, const char *tool)
{
  const char *own = strstr (tool, SEPARATOR);

  if (g_str_equal (self->told, tool))
    return TRUE;
  return self->name != NULL &&
         (g_str_equal (self->name, tool) ||
          (own != NULL && g_str_equal (self->name, own + strlen (SEPARATOR))));
}

AppCaseOutcome *
app_case_outcome_new (void)
{
  AppCaseOutcome *self = g_new0 (AppCaseOutcome, 1);

  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_call_free);
  self->answer = g_strdup ("");
  return self;
}

void
app_case_outcome_free (AppCaseOutcome *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_free (self->answer);
  g_free (self);
}

void
app_case_outcome_take (AppCaseOutcome *self, AppCaseOutcome *later)
{
  g_ptr_array_extend_and_steal (self->calls, g_steal_pointer (&later->calls));
  g_free (self->answer);
  self->answer = g_steal_pointer (&later->answer);
  self->tokens += later->tokens;
  self->requests += later->requests;
  app_case_outcome_free (later);
}

AppCaseProblem *
app_case_problem_new (AppCaseProblemKind kind, char *text)
{
  AppCaseProblem *self = g_new0 (AppCaseProblem, 1);

  *self = (AppCaseProblem){ kind, text };
  return self;
}

void
app_case_problem_free (AppCaseProblem *self)
{
  g_free (self->text);
  g_free (self);
}

const char *
app_case_problem_kind_to_text (AppCaseProblemKind kind)
{
  static const char *const texts[] = {
    [APP_CASE_MISSING] = "missing",
    [APP_CASE_EXTRA] = "extra",
    [APP_CASE_ORDER] = "order",
    [APP_CASE_ARGUMENTS] = "arguments",
    [APP_CASE_ANSWER] = "answer",
    [APP_CASE_ERROR] = "error",
    [APP_CASE_LIMIT] = "limit",
  };

  return texts[kind];
}
