/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-arguments.h"
#include "app-cli-connection.h"
#include "app-cli-print.h"
#include "app-visible-text.h"
#include "mcp-definition-list.h"
#include "mcp-envelope.h"
#include "mcp-json-writer.h"
#include "mcp-prompt.h"
#include "mcp-tool.h"

/* One line of description is enough to recognise a tool. */
#define DESCRIPTION_CHARACTERS 100

static char *
dup_badges (McpDefinition *definition)
{
  GString *badges = g_string_new (NULL);

  if (MCP_IS_TOOL (definition))
    {
      McpTool *tool = MCP_TOOL (definition);

      if (mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY))
        g_string_append (badges, _ ("  [read-only]"));
      else if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE) &&
               mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE))
        g_string_append (badges, _ ("  [destructive]"));
    }
  return g_string_free (badges, FALSE);
}

/* The first line says what it is for; the rest is for models. */
static char *
dup_first_line (const char *text)
{
  g_autofree char *line = text != NULL ? g_strndup (text, strcspn (text, "\r\n")) : NULL;

  return app_visible_text_line (line, DESCRIPTION_CHARACTERS);
}

static void
print_arguments (McpPrompt *prompt)
{
  GPtrArray *arguments = mcp_prompt_get_arguments (prompt);

  for (guint i = 0; i < arguments->len; i++)
    {
      McpPromptArgument *argument = arguments->pdata[i];
      g_autofree char   *name = app_visible_text_line (mcp_prompt_argument_get_name (argument), 0);

      app_cli_print ("    %s%s\n", name,
                     mcp_prompt_argument_get_required (argument) ? _ (" (required)") : "");
    }
}

static void
print_definition (AppSession *session, McpDefinition *definition)
{
  g_autofree char *key = app_visible_text_line (mcp_definition_get_key (definition), 0);
  g_autofree char *title = app_visible_text_line (mcp_definition_get_display_name (definition), 0);
  g_autofree char *description = dup_first_line (mcp_definition_get_description (definition));
  g_autofree char *bold = app_cli_bold (key);
  g_autofree char *badges = dup_badges (definition);
  GPtrArray       *findings = mcp_definition_get_findings (definition);

  gboolean disabled =
      MCP_IS_TOOL (definition) &&
      !app_session_is_tool_enabled (session, mcp_definition_get_key (definition));

  app_cli_print ("%s%s%s%s%s\n", bold, g_str_equal (title, key) ? "" : "  ",
                 g_str_equal (title, key) ? "" : title, badges,
                 disabled ? _ ("  [disabled]") : "");
  if (description[0] != '\0')
    app_cli_print ("    %s\n", description);
  if (MCP_IS_PROMPT (definition))
    print_arguments (MCP_PROMPT (definition));
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      g_autofree char *text = app_visible_text_line (mcp_finding_get_text (findings->pdata[i]), 0);

      app_cli_print ("    ⚠ %s\n", text);
    }
}

static void
write_entry (McpJsonWriter *writer, McpJsonValue value, gboolean compact)
{
  g_autofree char *text = NULL;

  if (!compact)
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  text = mcp_json_value_print_compact (value);
  mcp_json_writer_raw (writer, text, -1);
}

/* One page is printed as it came; several are joined, each entry as it came. */
static void
print_json (const AppCliInvocation *invocation, AppListKind kind, GListModel *list)
{
  static const char *const members[] = { "tools", "resources", "resourceTemplates", "prompts" };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GBytes) text = NULL;
  McpListing *listing = mcp_definition_list_get_listing (MCP_DEFINITION_LIST (list));
  McpAnswer  *only = listing != NULL ? mcp_listing_get_only_answer (listing) : NULL;

  if (only != NULL)
    {
      app_cli_print_value (invocation, mcp_answer_get_result (only));
      return;
    }
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, members[kind]);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);

      write_entry (writer, mcp_definition_get_value (definition), invocation->compact);
    }
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish (writer);
  app_cli_print_bytes (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  app_cli_print ("\n");
}

static void
print_list (AppSession *session, AppListKind kind, const char *none)
{
  GListModel *list = app_session_get_list (session, kind);
  guint       n = g_list_model_get_n_items (list);

  if (n == 0 && isatty (STDOUT_FILENO))
    app_cli_print ("%s\n", none);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);

      print_definition (session, definition);
    }
}

/* Members of _meta that --params has go before those of --meta. */
static gboolean
add_meta (const AppCliInvocation *invocation, GBytes **params, GError **error)
{
  g_autoptr (GBytes) bare = g_steal_pointer (params);
  g_autoptr (GBytes) meta = NULL;

  if (!app_cli_arguments_check_meta (invocation, error))
    return FALSE;
  if (invocation->meta == NULL)
    {
      *params = g_steal_pointer (&bare);
      return TRUE;
    }
  meta = g_bytes_new (invocation->meta, strlen (invocation->meta));
  *params = mcp_envelope_add_meta (bare, meta);
  return TRUE;
}

/* What goes with every request: --params, --meta, and the cursor to begin at.
 * Returns: %FALSE where --params or --meta is no JSON object */
static gboolean
make_params (const AppCliInvocation *invocation, GBytes **params, GError **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonIter  iter;
  McpJsonValue name, value;

  *params = NULL;
  if (invocation->params == NULL && invocation->cursor == NULL)
    return add_meta (invocation, params, error);
  mcp_json_writer_begin_object (writer);
  if (invocation->params != NULL)
    {
      document = mcp_json_document_parse_text (invocation->params, -1, error);
      if (document == NULL)
        return FALSE;
      if (mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
        {
          g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                               _ ("--params is not a JSON object."));
          return FALSE;
        }
      mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
      while (mcp_json_iter_next (&iter, &name, &value))
        if (invocation->cursor == NULL || !mcp_json_value_string_equals (name, "cursor"))
          {
            mcp_json_writer_name_value (writer, name);
            mcp_json_writer_value (writer, value);
          }
    }
  if (invocation->cursor != NULL)
    mcp_json_writer_member_string (writer, "cursor", invocation->cursor);
  mcp_json_writer_end_object (writer);
  *params = mcp_json_writer_finish (writer);
  return add_meta (invocation, params, error);
}

/* How to go on, for a person and for a shell. */
static void
print_next (const AppCliInvocation *invocation, McpDefinitionList *list)
{
  McpListing *listing = mcp_definition_list_get_listing (list);
  const char *cursor = listing != NULL ? mcp_listing_get_next_cursor (listing) : NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *quoted = NULL;

  if (cursor == NULL || invocation->quiet)
    return;
  document = mcp_json_document_parse_text (cursor, -1, NULL);
  if (document != NULL)
    text = mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL);
  if (text == NULL)
    return;
  quoted = g_shell_quote (text);
  g_autofree char *visible = app_visible_text_line (quoted, 0);
  fprintf (stderr, _ ("There is more: --cursor %s\n"), visible);
}

/* What is off in the list as a whole: a page that was refused ends the command as an error. */
static GError *
check_listing (const AppCliInvocation *invocation, McpDefinitionList *list)
{
  McpListing *listing = mcp_definition_list_get_listing (list);
  GPtrArray  *findings = listing != NULL ? mcp_listing_get_findings (listing) : NULL;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char      *said = mcp_finding_get_text (findings->pdata[i]);
      g_autofree char *text = app_visible_text_line (said, 0);

      if (g_str_equal (mcp_finding_get_code (findings->pdata[i]), "page-refused"))
        return mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "%s", text);
      if (!invocation->quiet)
        fprintf (stderr, "%s\n", text);
    }
  return NULL;
}

static AppCliStatus
show_list (const AppCliInvocation *invocation, AppListKind kind, const char *none)
{
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) params = NULL;
  McpDefinitionList *list;
  AppSession        *session;

  if (invocation->arguments[0] != NULL)
    return app_cli_fail_usage (invocation, _ ("“%s” is one word too many."),
                               invocation->arguments[0]);
  if (!make_params (invocation, &params, &error))
    return app_cli_fail_usage (invocation, "%s", error->message);
  connection = app_cli_connection_new (invocation, FALSE, &error);
  session = connection != NULL ? app_cli_connection_open (connection, &error) : NULL;
  if (session == NULL)
    return app_cli_connection_fail (connection, invocation, error);
  list = MCP_DEFINITION_LIST (app_session_get_list (session, kind));
  mcp_definition_list_set_params (list, params);
  mcp_definition_list_set_page_by_page (list, invocation->page);
  if (!app_cli_connection_load (connection, kind, &error))
    return app_cli_connection_fail (connection, invocation, error);
  if (invocation->json || invocation->compact)
    print_json (invocation, kind, app_session_get_list (session, kind));
  else
    print_list (session, kind, none);
  print_next (invocation, list);
  error = check_listing (invocation, list);
  return error == NULL ? APP_CLI_DONE : app_cli_connection_fail (connection, invocation, error);
}

AppCliStatus
app_cli_tools (const AppCliInvocation *invocation)
{
  return show_list (invocation, APP_LIST_TOOLS, _ ("The server has no tools."));
}

AppCliStatus
app_cli_resources (const AppCliInvocation *invocation)
{
  return show_list (invocation, APP_LIST_RESOURCES, _ ("The server has no resources."));
}

AppCliStatus
app_cli_templates (const AppCliInvocation *invocation)
{
  return show_list (invocation, APP_LIST_TEMPLATES, _ ("The server has no resource templates."));
}

AppCliStatus
app_cli_prompts (const AppCliInvocation *invocation)
{
  return show_list (invocation, APP_LIST_PROMPTS, _ ("The server has no prompts."));
}
