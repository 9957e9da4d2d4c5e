/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What other applications call the tools of servers. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-model-tools.h"
#include "app-cli-print.h"
#include "mcp-json-writer.h"

#define INDENT 4

/* "claude-code, codex, …" */
static char *
dup_ids (void)
{
  guint                         n;
  const AppClientNaming *const *all = app_client_naming_get_all (&n);
  GString                      *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", app_client_naming_get_id (all[i]));
  return g_string_free (text, FALSE);
}

/* @words: (nullable). Returns: (transfer container) (nullable) (element-type AppClientNaming):
 * those that are named, or all; %NULL where one is not known */
static GPtrArray *
choose (char **words)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  guint                         n = 0;
  const AppClientNaming *const *all = app_client_naming_get_all (&n);

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      const AppClientNaming *naming = app_client_naming_find (words[i]);

      if (naming == NULL)
        return NULL;
      g_ptr_array_add (chosen, (gpointer)naming);
    }
  for (guint i = 0; chosen->len < n && (words == NULL || words[0] == NULL) && i < n; i++)
    g_ptr_array_add (chosen, (gpointer)all[i]);
  return g_steal_pointer (&chosen);
}

/* All that are named, or the one. */
static gboolean
connect_all (AppCli *cli, GError **error)
{
  char **servers = cli->invocation->target.servers;
  guint  n = servers != NULL ? g_strv_length (servers) : 1;

  for (guint i = 0; i < n; i++)
    if (!app_cli_connect_to (cli, servers != NULL ? servers[i] : NULL, error) ||
        !app_cli_load_tools (cli, error))
      return FALSE;
  return TRUE;
}

static void
print_name (AppClientName *name)
{
  const char *const *remarks = app_client_name_get_remarks (name);
  g_autofree char   *text = app_cli_line (app_client_name_get_text (name));

  app_cli_print ("%*s%s  %u\n", INDENT, "", text, app_client_name_get_length (name));
  for (guint i = 0; remarks[i] != NULL; i++)
    {
      g_autofree char *line = app_cli_line (remarks[i]);

      app_cli_print ("%*s%s %s\n", 2 * INDENT, "",
                     i == 0 && app_client_name_is_bad (name) ? "⚠" : "·", line);
    }
}

/* @all: whether those are printed of which there is nothing to say */
static void
print_names (const AppClientNaming *naming, GListModel *names, gboolean all)
{
  g_autofree char *title = app_cli_bold (app_client_naming_get_title (naming));
  guint            n = g_list_model_get_n_items (names);
  guint            n_other = 0;

  app_cli_print ("%s  %s\n", title, app_client_naming_get_pattern (naming));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppClientName) name = g_list_model_get_item (names, i);

      if (all || !app_client_name_is_plain (name))
        print_name (name);
      else
        n_other++;
    }
  if (n_other > 0)
    {
      g_autofree char *told =
          g_strdup_printf (n_other < n ? ngettext ("%u more name, as it should be",
                                                   "%u more names, as they should be", n_other)
                                       : ngettext ("%u name, as it should be",
                                                   "%u names, as they should be", n_other),
                           n_other);

      app_cli_print ("%*s%s\n", INDENT, "", told);
    }
}

static void
write_names (McpJsonWriter *writer, const AppClientNaming *naming, GListModel *names)
{
  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    {
      g_autoptr (AppClientName) name = g_list_model_get_item (names, i);

      mcp_json_writer_add (writer,
                           "{'client': %s, 'server': %s, 'tool': %s, 'name': %s, 'length': %i, "
                           "'bad': %b, 'remarks': %a}",
                           app_client_naming_get_id (naming), app_client_name_get_server (name),
                           app_client_name_get_tool (name), app_client_name_get_text (name),
                           (int)app_client_name_get_length (name), app_client_name_is_bad (name),
                           app_client_name_get_remarks (name));
    }
}

static gboolean
has_bad (GListModel *names)
{
  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    {
      g_autoptr (AppClientName) name = g_list_model_get_item (names, i);

      if (app_client_name_is_bad (name))
        return TRUE;
    }
  return FALSE;
}

AppCliStatus
app_cli_names (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (GPtrArray) namings = choose (invocation->arguments);
  g_autoptr (AppModelTools) tools = NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean bad = FALSE;

  if (namings == NULL)
    {
      g_autofree char *ids = dup_ids ();

      return app_cli_fail_usage (invocation, _ ("“names” takes applications: %s."), ids);
    }
  if (!connect_all (cli, error))
    return APP_CLI_UNREACHABLE;
  tools = app_model_tools_new (cli->sessions, mcp_model_dialect_find ("openai-chat"), NULL);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < namings->len; i++)
    {
      g_autoptr (GListModel) names = app_model_tools_create_names (tools, namings->pdata[i]);

      bad = bad || has_bad (names);
      if (invocation->output.as_json)
        write_names (writer, namings->pdata[i], names);
      else
        print_names (namings->pdata[i], names, *invocation->arguments != NULL);
    }
  app_cli_print_list (invocation, writer, 0, NULL);
  for (guint i = 0; i < cli->sessions->len; i++)
    {
      cli->session = cli->sessions->pdata[i];
      if (!app_cli_check_whole (cli, MCP_DEFINITION_TOOL, error))
        return APP_CLI_PROTOCOL;
    }
  return bad ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}
