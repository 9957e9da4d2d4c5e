/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-export.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-export-private.h"

#define INDENT 2

gboolean
app_case_export_format_from_text (const char *text, AppCaseExportFormat *format)
{
  static const char *const words[] = { "spyglass", "mcpjam" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (text, words[i]))
      {
        *format = (AppCaseExportFormat)i;
        return TRUE;
      }
  return FALSE;
}

McpJsonValue
app_case_export_find_case (const AppCaseSuite *suite, guint index)
{
  McpJsonIter  iter;
  McpJsonValue value = MCP_JSON_NO_VALUE;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (
                                 mcp_json_document_get_root (suite->document), "cases"));
  for (guint i = 0; i <= index && mcp_json_iter_next (&iter, NULL, &value); i++)
    ;
  return value;
}

McpJsonValue
app_case_export_find_turn (McpJsonValue item, guint index)
{
  McpJsonIter  iter;
  McpJsonValue turns = mcp_json_value_get_member (item, "turns");
  McpJsonValue value = item;

  if (!mcp_json_value_exists (turns))
    return item;
  mcp_json_iter_init (&iter, turns);
  for (guint i = 0; i <= index && mcp_json_iter_next (&iter, NULL, &value); i++)
    ;
  return value;
}

/* A matcher of one argument that is a plain value, or a type.
 * Returns: whether it could be written */
static gboolean
write_argument (McpJsonWriter *writer, McpJsonValue name, McpJsonValue matcher)
{
  McpJsonValue     equals = mcp_json_value_get_member (matcher, "$equals");
  McpJsonValue     type = mcp_json_value_get_member (matcher, "$type");
  g_autofree char *text = mcp_json_value_print_compact (matcher);

  if (mcp_json_value_exists (equals))
    matcher = equals;
  else if (mcp_json_value_exists (type))
    matcher = type;
  /* What is deeper may be a matcher as well. */
  else if (strstr (text, "\"$") != NULL)
    return FALSE;
  mcp_json_writer_name_value (writer, name);
  mcp_json_writer_value (writer, matcher);
  return TRUE;
}

guint
app_case_export_write_arguments (McpJsonWriter *writer, McpJsonValue arguments)
{
  McpJsonValue equals = mcp_json_value_get_member (arguments, "$equals");
  McpJsonIter  iter;
  McpJsonValue name;
  McpJsonValue value;
  guint        n_left_out = 0;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, mcp_json_value_exists (equals) ? equals : arguments);
  while (mcp_json_iter_next (&iter, &name, &value))
    if (mcp_json_value_exists (equals))
      {
        mcp_json_writer_name_value (writer, name);
        mcp_json_writer_value (writer, value);
      }
    else
      n_left_out += !write_argument (writer, name, value);
  mcp_json_writer_end_object (writer);
  return n_left_out;
}

void
app_case_export_note (GPtrArray *notes, const AppCase *item, const char *what)
{
  /* Translators: the id of a case, then what it has in a file */
  g_ptr_array_add (notes, g_strdup_printf (_ ("%s: left out, since the format has no such thing: "
                                              "%s"),
                                           item->id, what));
}

void
app_case_export_check (const AppCaseSuite *suite, const char *const *carried, GPtrArray *notes)
{
  static const char *const members[] = { "before", "tools", "define", "results",
                                         "rounds", "recorded", "system", "expect",
                                         "turns", "note", NULL };
  McpJsonValue             root = mcp_json_document_get_root (suite->document);

  for (guint i = 0; i < suite->cases->len; i++)
    {
      McpJsonValue item = app_case_export_find_case (suite, i);

      for (guint j = 0; members[j] != NULL; j++)
        {
          gboolean has = mcp_json_value_exists (mcp_json_value_get_member (item, members[j])) ||
                         mcp_json_value_exists (mcp_json_value_get_member (root, members[j]));

          if (has && !g_strv_contains (carried, members[j]))
            app_case_export_note (notes, suite->cases->pdata[i], members[j]);
        }
    }
}

/* Lays it out for people. @text: (transfer full). Returns: (transfer full) */
static char *
lay_out (char *text)
{
  g_autofree char *owned = text;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (owned, -1, NULL);
  g_autofree char *pretty =
      mcp_json_value_print_pretty (mcp_json_document_get_root (document), INDENT);

  return g_strconcat (pretty, "\n", NULL);
}

char *
app_case_export (const AppCaseSuite *suite,
                 AppCaseExportFormat format,
                 const char         *model,
                 GPtrArray          *notes)
{
  g_return_val_if_fail (suite != NULL && model != NULL && notes != NULL, NULL);

  if (format == APP_CASE_EXPORT_MCPJAM)
    return lay_out (app_case_export_mcpjam (suite, model, notes));
  return lay_out (mcp_json_value_print_compact (mcp_json_document_get_root (suite->document)));
}
