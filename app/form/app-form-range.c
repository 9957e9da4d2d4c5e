/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-range.h"

#include <string.h>

gboolean
app_form_find_range (AppForm *form, AppFormProblem *problem, gsize *start, gsize *length)
{
  g_return_val_if_fail (APP_IS_FORM (form), FALSE);
  g_return_val_if_fail (APP_IS_FORM_PROBLEM (problem), FALSE);
  g_return_val_if_fail (start != NULL && length != NULL, FALSE);

  const char      *last = strrchr (problem->pointer, '/');
  g_autofree char *pointer = problem->missing && last != NULL
                                 ? g_strndup (problem->pointer, (gsize)(last - problem->pointer))
                                 : g_strdup (problem->pointer);

  if (app_form_get_text_error (form) != NULL)
    return FALSE;
  McpJsonValue value = mcp_json_value_resolve_pointer (app_form_get_value (form), pointer);
  if (!mcp_json_value_exists (value))
    return FALSE;
  *start = mcp_json_value_get_start (value);
  *length = problem->missing ? 1 : mcp_json_value_get_length (value);
  return TRUE;
}
