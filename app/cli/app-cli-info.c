/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server is and can do, as it said when the session was opened. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"
#include "mcp-json-writer.h"
#include "mcp-server-info.h"

static const char *
get_transport_word (StoreProfile *profile)
{
  StoreTransport transport = store_profile_get_endpoint (profile)->transport;

  return store_profile_word ("transport",
                             transport != STORE_TRANSPORT_AUTO ? transport : STORE_TRANSPORT_HTTP);
}

static void
print_json (AppCli *cli, McpServerInfo *server, gboolean modern)
{
  GPtrArray *findings = mcp_server_info_get_findings (server);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (
      writer,
      "{'name': %s, 'version': ?%s, 'protocolVersion': %s, 'era': %s, 'transport': %s, "
      "'capabilities': ?%v, 'instructions': ?%s, 'findings': [",
      mcp_server_info_get_display_name (server), mcp_server_info_get_version (server),
      mcp_server_info_get_protocol_version (server), modern ? "modern" : "legacy",
      get_transport_word (app_session_get_profile (cli->session)),
      mcp_server_info_get_capabilities (server), mcp_server_info_get_instructions (server));
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    mcp_json_writer_add (writer, "{'code': %s, 'text': %s}",
                         mcp_finding_get_code (findings->pdata[i]),
                         mcp_finding_get_text (findings->pdata[i]));
  mcp_json_writer_add (writer, "]}");
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

/* What is off, and how the session was opened where that was not plain. */
static void
print_findings (GPtrArray *findings)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      g_autofree char *text = app_cli_line (mcp_finding_get_text (findings->pdata[i]));

      app_cli_print ("%s    %s %s\n", i == 0 ? "\n" : "",
                     mcp_finding_get_level (findings->pdata[i]) == MCP_FINDING_NOTE ? "·" : "⚠",
                     text);
    }
}

/* "tools  listChanged". */
static void
print_capabilities (McpJsonValue capabilities)
{
  McpJsonIter  iter;
  McpJsonValue name, value;

  app_cli_print ("\n%s\n", _ ("Capabilities:"));
  mcp_json_iter_init (&iter, capabilities);
  if (mcp_json_value_get_n_items (capabilities) == 0)
    app_cli_print ("    %s\n", _ ("None."));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *line = app_cli_line (key);

      app_cli_print ("    %s", line);
      for (McpJsonWalk set = mcp_json_walk (value); mcp_json_walk_next (&set);)
        {
          g_autofree char *text = mcp_json_value_dup_string (set.name, NULL);
          g_autofree char *shown = app_cli_line (text);

          if (text != NULL && (mcp_json_value_get_kind (set.value) != MCP_JSON_BOOLEAN ||
                               mcp_json_value_get_boolean (set.value, FALSE)))
            app_cli_print ("  %s", shown);
        }
      app_cli_print ("\n");
    }
}

static void
print_info (AppCli *cli, McpClient *client)
{
  McpServerInfo   *server = mcp_client_get_server_info (client);
  gboolean         modern = mcp_client_get_era (client) == MCP_ERA_MODERN;
  g_autofree char *title = app_cli_bold (mcp_server_info_get_display_name (server));
  g_autofree char *version = app_cli_line (mcp_server_info_get_version (server));
  g_autofree char *protocol = app_cli_line (mcp_server_info_get_protocol_version (server));
  const char      *instructions = mcp_server_info_get_instructions (server);

  if (cli->invocation->output.as_json)
    {
      print_json (cli, server, modern);
      return;
    }
  app_cli_print ("%s%s%s\n", title, *version != '\0' ? "  " : "", version);
  /* Translators: a protocol version, then "session" or "stateless" */
  app_cli_print (_ ("    Protocol version: %s (%s)\n"), protocol,
                 modern ? _ ("stateless") : _ ("session"));
  app_cli_print (_ ("    Transport: %s\n"),
                 get_transport_word (app_session_get_profile (cli->session)));
  print_findings (mcp_server_info_get_findings (server));
  print_capabilities (mcp_server_info_get_capabilities (server));
  if (instructions != NULL && *instructions != '\0')
    {
      app_cli_print ("\n%s\n", _ ("Instructions for models:"));
      app_cli_print_lines (instructions, 4);
    }
}

AppCliStatus
app_cli_info (AppCli *cli, GError **error)
{
  McpClient *client = app_cli_get_client (cli, error);

  if (client == NULL)
    return APP_CLI_UNREACHABLE;
  print_info (cli, client);
  return APP_CLI_DONE;
}
