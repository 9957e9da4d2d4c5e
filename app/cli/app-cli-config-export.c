/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-config.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "app-catalogue.h"
#include "app-cli-print.h"
#include "app-share.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-tool.h"

static AppCliStatus
list_kinds (const AppCliInvocation *invocation)
{
  const AppShareKind *const *kinds = app_share_get_kinds ();
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; kinds[i] != NULL; i++)
    {
      const AppShareKind *kind = kinds[i];
      const char         *group = app_share_get_group_title (kind->group);

      mcp_json_writer_add (writer,
                           "{'id': %s, 'title': %s, 'group': %s, 'description': %s, "
                           "'fileName': %s, 'isLink': %b, 'needsTools': %b}",
                           kind->id, kind->title, group, kind->description, kind->file_name,
                           kind->is_link, kind->needs_tools);
      if (invocation->output.as_json)
        continue;
      if (i == 0 || kinds[i - 1]->group != kind->group)
        app_cli_print ("%s%s\n", i > 0 ? "\n" : "", group);
      app_cli_print ("  %-26s %s\n", kind->id, kind->title);
    }
  app_cli_print_list (invocation, writer, 0, NULL);
  return APP_CLI_DONE;
}

/* The tools that were named, or all. Returns: (transfer full) (nullable): of McpTool */
static GListModel *
list_tools (AppCli *cli, char **names, GError **error)
{
  if (!app_cli_connect (cli, error) || !app_cli_load_tools (cli, error))
    return NULL;
  if (names[0] == NULL)
    return g_object_ref (
        app_catalogue_get_list (app_session_get_feature (cli->session, APP_TYPE_CATALOGUE),
                                MCP_DEFINITION_TOOL));
  g_autoptr (GPtrArray) named = app_cli_find_tools (cli, names, error);
  if (named == NULL)
    return NULL;
  GListStore *tools = g_list_store_new (MCP_TYPE_TOOL);
  g_list_store_splice (tools, 0, 0, named->pdata, named->len);
  return G_LIST_MODEL (tools);
}

static void
print_text (const char *text)
{
  /* A server's name and what it says of its tools may hold anything. */
  g_autofree char *visible = isatty (STDOUT_FILENO) ? app_visible_text_block (text, 0) : NULL;
  const char      *shown = visible != NULL ? visible : text;

  app_cli_print ("%s%s", shown, g_str_has_suffix (shown, "\n") ? "" : "\n");
}

AppCliStatus
app_cli_config_export (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *id = invocation->arguments[1];
  const AppShareKind     *kind = id != NULL ? app_share_find_kind (id) : NULL;
  g_autoptr (GListModel) tools = NULL;
  g_autoptr (GListStore) notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  AppShareOptions options = { .name = invocation->keeping.name };

  if (id == NULL)
    return list_kinds (invocation);
  if (kind == NULL)
    return app_cli_fail_usage (invocation,
                               _ ("There is nothing called “%s” to export; “config export” names "
                                  "what there is."),
                               id);
  if (!app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  g_autoptr (StoreProfile) profile = app_cli_dup_profile (cli, error);
  if (profile == NULL)
    return APP_CLI_REFUSED;
  if (kind->needs_tools || invocation->arguments[2] != NULL)
    {
      tools = list_tools (cli, invocation->arguments + 2, error);
      if (tools == NULL)
        return APP_CLI_UNREACHABLE;
    }
  options.tools = tools;
  if (options.name == NULL && store_profile_get_id (profile)[0] == '\0')
    options.name = store_profile_get_name (profile);
  g_autofree char *text = app_share_dup_text (kind, profile, &options, notes, error);
  if (text == NULL)
    return APP_CLI_REFUSED;
  app_cli_config_print_notes (invocation, NULL, G_LIST_MODEL (notes));
  print_text (text);
  return APP_CLI_DONE;
}
