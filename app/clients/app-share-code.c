/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Code that uses the server. Haystack: the parameters are those of the package mcp-haystack. */

#include "app-share-server.h"

#include "mcp-tool.h"

#include <glib/gi18n-lib.h>

/* A JSON string is one of Python as well. */
static void
append_string (GString *text, const char *value)
{
  g_autofree char *quoted = mcp_json_quote (value, -1);

  g_string_append (text, quoted);
}

static void
append_values (GString *text, const char *parameter, GPtrArray *values)
{
  if (values->len == 0)
    return;
  g_string_append_printf (text, "    %s={\n", parameter);
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue *value = values->pdata[i];

      g_string_append (text, "        ");
      append_string (text, value->name);
      g_string_append (text, ": ");
      if (value->value != NULL)
        append_string (text, value->value);
      else
        {
          g_string_append (text, "Secret.from_env_var(");
          append_string (text, value->variable);
          g_string_append_c (text, ')');
        }
      g_string_append (text, ",\n");
    }
  g_string_append (text, "    },\n");
}

static void
append_program (GString *text, AppShareServer *server)
{
  g_string_append (text, "server_info = StdioServerInfo(\n    command=");
  append_string (text, server->command);
  g_string_append (text, ",\n    args=[");
  for (guint i = 0; server->arguments[i] != NULL; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_string (text, server->arguments[i]);
    }
  g_string_append (text, "],\n");
  append_values (text, "env", server->environment);
  g_string_append (text, ")\n");
  app_share_note_folder (server, "Haystack");
}

/* A bearer token has a parameter of its own, which headers would override. */
static void
append_remote (GString *text, AppShareServer *server, const char *class)
{
  AppShareValue *only = server->headers->len == 1 ? server->headers->pdata[0] : NULL;

  g_string_append_printf (text, "server_info = %s(\n    url=", class);
  append_string (text, server->url);
  g_string_append (text, ",\n");
  if (only != NULL && only->value == NULL && g_str_equal (only->before, "Bearer "))
    {
      g_string_append (text, "    token=Secret.from_env_var(");
      append_string (text, only->variable);
      g_string_append (text, "),\n");
    }
  else
    {
      append_values (text, "headers", server->headers);
      for (guint i = 0; i < server->headers->len; i++)
        {
          AppShareValue *value = server->headers->pdata[i];

          if (value->value == NULL && *value->before != '\0')
            app_share_note (server, STORE_NOTE_ATTENTION, value->name,
                            /* Translators: a variable's name, then “Bearer ” */
                            _ ("%s holds the whole header, with “%s” in front of the secret."),
                            value->variable, value->before);
        }
    }
  g_string_append (text, ")\n");
}

static void
append_tools (GString *text, AppShareServer *server)
{
  GListModel *tools = server->options->tools;
  guint       n = tools != NULL ? MIN (g_list_model_get_n_items (tools), APP_SHARE_MAX_TOOLS) : 0;

  g_string_append (text, "toolset = MCPToolset(\n    server_info=server_info,\n");
  if (n > 0)
    {
      g_string_append (text, "    tool_names=[\n");
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);

          g_string_append (text, "        ");
          append_string (text, mcp_definition_get_key (tool));
          g_string_append (text, ",\n");
        }
      g_string_append (text, "    ],\n");
    }
  g_string_append (text, ")\n");
}

char *
app_share_dup_code (AppShareServer *server, const char *id, GError **error)
{
  const char *class = server->transport == STORE_TRANSPORT_STDIO  ? "StdioServerInfo"
                      : server->transport == STORE_TRANSPORT_HTTP ? "StreamableHttpServerInfo"
                                                                  : "SSEServerInfo";
  GString *text = g_string_new ("# pip install mcp-haystack\n");

  if (app_share_has_secrets (server))
    g_string_append (text, "from haystack.utils import Secret\n");
  g_string_append_printf (text, "from haystack_integrations.tools.mcp import MCPToolset, %s\n\n",
                          class);
  if (server->transport == STORE_TRANSPORT_STDIO)
    append_program (text, server);
  else
    append_remote (text, server, class);
  append_tools (text, server);
  app_share_note_secrets (server, FALSE,
                          _ ("Haystack reads %s from the environment; set it there."));
  return g_string_free (text, FALSE);
}
