/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-print.h"
#include "app-tool-export.h"
#include "mcp-tool.h"
#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-session-presets.h"

/* Of one tool. */
#define MAX_NOTES 25u

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
list_enabled (AppSession *session, GListModel *list, guint *n_disabled)
{
  GPtrArray *tools = g_ptr_array_new_with_free_func (g_object_unref);
  guint      n = g_list_model_get_n_items (list);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (list, i);

      if (app_approvals_is_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS),
                                         mcp_definition_get_key (tool)))
        g_ptr_array_add (tools, g_steal_pointer (&tool));
    }
  *n_disabled = n - tools->len;
  return tools;
}

GPtrArray *
app_cli_find_tools (AppCli *cli, char **names, GError **error)
{
  AppCatalogue *catalogue = app_session_get_feature (cli->session, APP_TYPE_CATALOGUE);
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    {
      McpTool *found = app_catalogue_find_tool (catalogue, names[i]);

      if (found == NULL)
        {
          app_cli_fail_unknown (cli, MCP_DEFINITION_TOOL, names[i], error);
          return NULL;
        }
      g_ptr_array_add (tools, g_object_ref (found));
    }
  return g_steal_pointer (&tools);
}

static void
note_findings (const AppCliInvocation *invocation, const char *name, GPtrArray *findings)
{
  guint n = findings != NULL ? findings->len : 0;
  guint limit = invocation->output.full ? n : MIN (n, MAX_NOTES);

  for (guint i = 0; i < limit; i++)
    {
      const char *pointer = mcp_finding_get_pointer (findings->pdata[i]);

      app_cli_note (invocation, "%s%s: %s", name, pointer != NULL ? pointer : "",
                    mcp_finding_get_text (findings->pdata[i]));
    }
  if (n > limit)
    /* Translators: how many entries of a list are not shown */
    app_cli_note (invocation, _ ("… %u more\n"), n - limit);
}

/* On standard error: the export itself is for a program. */
static void
note_export (const AppCliInvocation *invocation, AppToolExport *export, guint n_disabled)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (export));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (export), i);
      McpDefinition *definition = MCP_DEFINITION (app_exported_tool_get_tool (tool));

      note_findings (invocation, mcp_definition_get_key (definition),
                     app_exported_tool_get_findings (tool));
    }
  note_findings (invocation, "", app_tool_export_get_findings (export));
  /* Translators: a number of tools, a number of tokens */
  app_cli_note (invocation,
                ngettext ("%u tool costs about %'u tokens per request",
                          "%u tools cost about %'u tokens per request", n),
                n, app_tool_export_get_tokens (export));
  if (n_disabled > 0)
    app_cli_note (invocation,
                  ngettext ("%u disabled tool is left out.\n",
                            "%u disabled tools are left out.\n", n_disabled),
                  n_disabled);
}

AppCliStatus
app_cli_export (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppExportFormat         format;
  GListModel             *list;
  guint                   n_disabled = 0;

  if (!app_export_format_from_text (invocation->arguments[0], &format))
    {
      g_autofree char *formats = dup_formats ();

      return app_cli_fail_usage (invocation,
                                 _ ("“export” takes a format and tools. Formats: %s."), formats);
    }
  if (!app_cli_connect (cli, error) || !app_cli_load_tools (cli, error))
    return APP_CLI_UNREACHABLE;
  list = app_catalogue_get_list (app_session_get_feature (cli->session, APP_TYPE_CATALOGUE),
                                 MCP_DEFINITION_TOOL);
  g_autoptr (GPtrArray) tools = invocation->arguments[1] != NULL
                                    ? app_cli_find_tools (cli, invocation->arguments + 1, error)
                                    : list_enabled (cli->session, list, &n_disabled);
  if (tools == NULL)
    return APP_CLI_USAGE;
  for (guint i = 0; i < tools->len; i++)
    {
      g_autoptr (McpTool) tool = tools->pdata[i];

      tools->pdata[i] = app_session_presets_create_model_tool (
          app_session_get_feature (cli->session, APP_TYPE_SESSION_PRESETS), tool);
    }
  g_autoptr (AppToolExport) export = app_tool_export_new (format, tools, NULL);
  app_cli_print_json (app_tool_export_dup_text (export, invocation->output.compact ? 0 : 2));
  note_export (invocation, export, n_disabled);
  return app_cli_check_whole (cli, MCP_DEFINITION_TOOL, error) ? APP_CLI_DONE : APP_CLI_PROTOCOL;
}
