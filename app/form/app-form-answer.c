/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an elicitation gets. */

#include "app-form-private.h"

#include <glib/gi18n-lib.h>

static gboolean
is_string_list (McpJsonValue value)
{
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &item))
    if (mcp_json_value_get_kind (item) != MCP_JSON_STRING)
      return FALSE;
  return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
}

gboolean
app_form_is_answer (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return (self->flags & APP_FORM_ANSWER) != 0;
}

/* MCP 2025-11-25, ElicitResult: content has strings, numbers, booleans and lists of strings. A
 * schema that asks for more is followed all the same, when the person says so. */
void
app_form_find_foreign_values (AppForm *self, GPtrArray *problems)
{
  McpJsonValue value = mcp_json_document_get_root (self->document);
  McpJsonValue member;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, app_form_is_answer (self) ? value : MCP_JSON_NO_VALUE);
  while (mcp_json_iter_next (&iter, NULL, &member))
    {
      McpJsonKind      kind = mcp_json_value_get_kind (member);
      g_autofree char *pointer = NULL;

      if (kind == MCP_JSON_STRING || kind == MCP_JSON_NUMBER || kind == MCP_JSON_BOOLEAN ||
          is_string_list (member))
        continue;
      pointer = mcp_json_value_dup_pointer (member);
      g_ptr_array_add (problems,
                       app_form_problem_new (_ ("The specification knows no such answer: only "
                                                "texts, numbers, yes or no, and lists of texts"),
                                             pointer, FALSE));
    }
}
