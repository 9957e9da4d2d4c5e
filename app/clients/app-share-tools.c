/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts about the server's tools. OpenSearch's MCP server offers what was registered with ML
 * Commons' REST interface; these are the requests that register, change, list and remove the same
 * tools. */

#include "app-share-server.h"

#include "mcp-tool.h"
#include "store-error.h"

#include <glib/gi18n-lib.h>

#define NO_ADDRESS "http://localhost:9200"
#define PATH "/_plugins/_ml/mcp/tools/"

static GListModel *
get_tools (AppShareServer *server, GError **error)
{
  GListModel *tools = server->options->tools;

  if (tools != NULL && g_list_model_get_n_items (tools) > 0)
    return tools;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
                       _ ("This is about the server's tools: connect to the server first"));
  return NULL;
}

/* The cluster's address: what stands in front of the plugins' path. */
static char *
dup_cluster (AppShareServer *server)
{
  g_autoptr (GUri) uri =
      server->url != NULL ? g_uri_parse (server->url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;

  if (uri == NULL || g_uri_get_host (uri) == NULL)
    return g_strdup (NO_ADDRESS);
  return g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                     g_uri_get_port (uri), "", NULL, NULL);
}

static void
append_request (GString    *text,
                const char *comment,
                const char *method,
                const char *cluster,
                const char *action,
                const char *body)
{
  g_autofree char *url = g_strconcat (cluster, PATH, action, NULL);
  g_autofree char *quoted = g_shell_quote (url);

  g_string_append_printf (text,
                          "%s# %s\ncurl --user \"$OPENSEARCH_USERNAME:$OPENSEARCH_PASSWORD\" -X %s "
                          "%s",
                          text->len > 0 ? "\n" : "", comment, method, quoted);
  if (body != NULL)
    {
      g_autofree char *data = g_shell_quote (body);

      g_string_append_printf (text,
                              " \\\n  -H 'Content-Type: application/json' \\\n  --data-raw %s",
                              data);
    }
  g_string_append_c (text, '\n');
}

static char *
dup_pretty (McpJsonWriter *writer)
{
  return mcp_json_writer_finish_pretty (writer, 2);
}

/* @whole: with the kind of the tool, for registering */
static char *
dup_definitions (GListModel *tools, guint n, gboolean whole)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'tools': [");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      const char *name = mcp_definition_get_key (tool);

      mcp_json_writer_add (writer,
                           "{'type': ?%s, 'name': %s, 'description': ?%s, "
                           "'attributes': {'input_schema': ?%v}}",
                           whole ? name : NULL, name, mcp_definition_get_description (tool),
                           mcp_tool_get_input_schema (MCP_TOOL (tool)));
    }
  mcp_json_writer_add (writer, "]}");
  return dup_pretty (writer);
}

static char *
dup_names (GListModel *tools, guint n)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);

      mcp_json_writer_string (writer, mcp_definition_get_key (tool));
    }
  mcp_json_writer_end_array (writer);
  return dup_pretty (writer);
}

char *
app_share_dup_tools (AppShareServer *server, const char *id, GError **error)
{
  GListModel *tools = get_tools (server, error);

  if (tools == NULL)
    return NULL;
  guint            n = MIN (g_list_model_get_n_items (tools), APP_SHARE_MAX_TOOLS);
  g_autofree char *cluster = dup_cluster (server);
  g_autofree char *registered = dup_definitions (tools, n, TRUE);
  g_autofree char *updated = dup_definitions (tools, n, FALSE);
  g_autofree char *names = dup_names (tools, n);
  GString         *text = g_string_new (NULL);
  append_request (text, "Register", "POST", cluster, "_register", registered);
  append_request (text, "Change", "POST", cluster, "_update", updated);
  append_request (text, "List", "GET", cluster, "_list", NULL);
  append_request (text, "Remove", "POST", cluster, "_remove", names);
  app_share_note (
      server, STORE_NOTE_ATTENTION, "type",
      _ ("“type” has to be one of OpenSearch's own kinds of tool, such as ListIndexTool; "
         "the tool's name stands there, because the server does not tell its type."));
  app_share_note (
      server, STORE_NOTE_INFORMATION, NULL,
      _ ("Set OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD in the shell first. The nodes "
         "notice a change within about ten seconds."));
  if (server->url == NULL)
    app_share_note (server, STORE_NOTE_ATTENTION, "url",
                    _ ("The cluster's address is not known: “%s” stands in its place."),
                    NO_ADDRESS);
  if (g_list_model_get_n_items (tools) > n)
    app_share_note (server, STORE_NOTE_LOSS, NULL,
                    _ ("OpenSearch takes %u tools; the others are left out."), n);
  return g_string_free (text, FALSE);
}
