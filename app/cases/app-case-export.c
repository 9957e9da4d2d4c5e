/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-export.h"

#include "app-case-formats.h"

#define INDENT 2
/* Who is asked where nobody is named. */
#define USUAL_MODEL "gpt-5"

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
  g_return_val_if_fail (suite != NULL && notes != NULL, NULL);

  if (format == APP_CASE_EXPORT_MCPJAM)
    return lay_out (
        app_case_export_mcpjam (suite, model != NULL ? model : USUAL_MODEL, notes));
  return lay_out (mcp_json_value_print_compact (mcp_json_document_get_root (suite->document)));
}
