/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole of a schema against the whole value: what the checks of a form leave out. */

#include "app-form-check.h"

#include <string.h>

#include "app-form-private.h"
#include "app-form-problem.h"

/* Whether a problem is told at the place, or, of a union, at a part of it. */
static gboolean
is_told (GPtrArray *problems, guint n_told, const char *pointer, gboolean parts)
{
  gsize length = strlen (pointer);

  for (guint i = 0; i < n_told; i++)
    {
      const char *told = app_form_problem_get_pointer (g_ptr_array_index (problems, i));

      if (strncmp (told, pointer, length) == 0 &&
          (told[length] == '\0' || (parts && told[length] == '/')))
        return TRUE;
    }
  return FALSE;
}

static void
add_error (GPtrArray *problems, McpSchemaError *error, AppForm *form)
{
  McpSchemaKeyword keyword = mcp_schema_error_get_keyword (error);
  gboolean         one_of_several = keyword == MCP_SCHEMA_ANY_OF || keyword == MCP_SCHEMA_ONE_OF;
  gboolean         missing = mcp_schema_error_get_property (error) != NULL &&
                     (keyword == MCP_SCHEMA_REQUIRED || keyword == MCP_SCHEMA_DEPENDENT_REQUIRED);
  g_autoptr (GString) pointer = g_string_new (mcp_schema_error_get_instance_pointer (error));

  if (missing)
    app_form_check_append_token (pointer, mcp_schema_error_get_property (error));
  /* What is set for the server is put in when the arguments are sent. */
  if ((missing || one_of_several) && app_form_is_provided (form, pointer->str))
    return;
  if (is_told (problems, problems->len, pointer->str, one_of_several))
    return;
  g_ptr_array_add (problems,
                   app_form_problem_new (mcp_schema_error_get_text (error), pointer->str, missing));
}

void
app_form_check_rest (McpSchema *schema, McpJsonValue value, AppForm *form, GPtrArray *problems)
{
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return;
  report = mcp_schema_validate (schema, value, 0, NULL);
  if (mcp_schema_report_get_outcome (report) != MCP_SCHEMA_INVALID)
    return;
  errors = mcp_schema_report_get_errors (report);
  for (guint i = 0; i < errors->len && problems->len < APP_FORM_MAX_PROBLEMS; i++)
    add_error (problems, g_ptr_array_index (errors, i), form);
}
