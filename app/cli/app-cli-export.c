/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-connection.h"
#include "app-cli-print.h"
#include "app-tool-export.h"
#include "app-visible-text.h"
#include "mcp-tool.h"

/* "openai-chat, openai-strict, …" */
static char *
dup_formats (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < APP_EXPORT_N_FORMATS; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            app_export_format_to_text ((AppExportFormat)i));
  return g_string_free (text, FALSE);
}

/* All that models are told of.
 * @n_disabled: (out): of the others */
static GPtrArray *
take_enabled (AppSession *session, GListModel *list, guint *n_disabled)
{
  GPtrArray *tools = g_ptr_array_new_with_free_func (g_object_unref);
  guint      n = g_list_model_get_n_items (list);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (list, i);

      if (app_session_is_tool_enabled (session, mcp_definition_get_key (tool)))
        g_ptr_array_add (tools, g_steal_pointer (&tool));
    }
  *n_disabled = n - tools->len;
  return tools;
}

/* The tools that were named, in that order, whether or not they are disabled.
 * Returns: (transfer full) (nullable): %NULL with an error where a name is not there */
static GPtrArray *
find_named (GListModel *list, char **names, GError **error)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (list);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint before = tools->len;

      for (guint j = 0; j < n && tools->len == before; j++)
        {
          g_autoptr (McpDefinition) definition = g_list_model_get_item (list, j);

          if (g_str_equal (mcp_definition_get_key (definition), names[i]))
            g_ptr_array_add (tools, g_object_ref (definition));
        }
      if (tools->len == before)
        {
          g_autofree char *name = app_visible_text_line (names[i], 0);

          g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                       _ ("The server has no tool “%s”."), name);
          return NULL;
        }
    }
  return g_steal_pointer (&tools);
}

static void
print_findings (const char *name, GPtrArray *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char      *pointer = mcp_finding_get_pointer (findings->pdata[i]);
      g_autofree char *where = app_visible_text_line (pointer, 0);
      g_autofree char *text = app_visible_text_line (mcp_finding_get_text (findings->pdata[i]), 0);

      fprintf (stderr, "%s%s: %s\n", name, where, text);
    }
}

/* On standard error: the export itself is for a program. */
static void
print_notes (AppToolExport *export)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (export)); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (export), i);
      McpDefinition   *definition = MCP_DEFINITION (app_exported_tool_get_tool (tool));
      g_autofree char *name = app_visible_text_line (mcp_definition_get_key (definition), 0);

      print_findings (name, app_exported_tool_get_findings (tool));
    }
  print_findings ("", app_tool_export_get_findings (export));
  /* Translators: a number of tools, a number of tokens */
  fprintf (stderr, _ ("%u tools, ≈ %u tokens\n"),
           g_list_model_get_n_items (G_LIST_MODEL (export)), app_tool_export_get_tokens (export));
}

AppCliStatus
app_cli_export (const AppCliInvocation *invocation)
{
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GPtrArray) tools = NULL;
  g_autoptr (AppToolExport) export = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  AppExportFormat  format;
  AppSession      *session;
  GListModel      *list;
  guint            n_disabled = 0;

  if (!app_export_format_from_text (invocation->arguments[0], &format))
    {
      text = dup_formats ();
      return app_cli_fail_usage (invocation, _ ("“export” takes a format and tools. Formats: %s."),
                                 text);
    }
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL || !app_cli_connection_load (connection, APP_LIST_TOOLS, &error))
    return app_cli_connection_fail (connection, invocation, error);
  list = app_session_get_list (session, APP_LIST_TOOLS);
  tools = invocation->arguments[1] != NULL
              ? find_named (list, invocation->arguments + 1, &error)
              : take_enabled (session, list, &n_disabled);
  if (tools == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  for (guint i = 0; i < tools->len; i++)
    {
      g_autoptr (McpTool) tool = tools->pdata[i];

      tools->pdata[i] = app_session_create_model_tool (session, tool);
    }
  export = app_tool_export_new (format, tools, NULL);
  text = app_tool_export_dup_text (export, invocation->compact ? 0 : 2);
  app_cli_print_bytes (text, strlen (text));
  app_cli_print ("\n");
  if (!invocation->quiet)
    print_notes (export);
  if (!invocation->quiet && n_disabled > 0)
    fprintf (stderr,
             ngettext ("%u disabled tool is left out.\n",
                       "%u disabled tools are left out.\n", n_disabled),
             n_disabled);
  return APP_CLI_DONE;
}
