/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-print.h"
#include "app-visible-text.h"
#include "mcp-definition-list.h"
#include "mcp-envelope.h"
#include "mcp-json-writer.h"
#include "mcp-prompt.h"
#include "mcp-tool.h"
#include "app-approvals.h"
#include "app-catalogue.h"

/* One line of description is enough to recognise a tool. */
#define DESCRIPTION_CHARACTERS 100

typedef struct
{
  const char       *command;
  McpDefinitionKind kind;
  const char       *member; /* of the result */
  const char       *none;
} List;

static const List lists[] = {
  { "tools", MCP_DEFINITION_TOOL, "tools", N_ ("The server has no tools.") },
  { "resources", MCP_DEFINITION_RESOURCE, "resources", N_ ("The server has no resources.") },
  { "templates", MCP_DEFINITION_RESOURCE_TEMPLATE, "resourceTemplates",
    N_ ("The server has no resource templates.") },
  { "prompts", MCP_DEFINITION_PROMPT, "prompts", N_ ("The server has no prompts.") },
};

static const char *
get_badge (McpDefinition *definition)
{
  McpTool *tool = MCP_IS_TOOL (definition) ? MCP_TOOL (definition) : NULL;

  if (tool == NULL)
    return "";
  if (mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY))
    return _ ("  [read-only]");
  return mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE) &&
                 mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE)
             ? _ ("  [destructive]")
             : "";
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
      g_autofree char   *name = app_cli_line (argument->name);

      app_cli_print ("    %s%s\n", name,
                     argument->required ? _ (" (required)") : "");
    }
}

static void
print_definition (AppSession *session, McpDefinition *definition)
{
  g_autofree char *key = app_cli_line (mcp_definition_get_key (definition));
  g_autofree char *title = app_cli_line (mcp_definition_get_display_name (definition));
  g_autofree char *description = dup_first_line (mcp_definition_get_description (definition));
  g_autofree char *bold = app_cli_bold (key);
  gboolean         titled = !g_str_equal (title, key);
  GPtrArray       *findings = mcp_definition_get_findings (definition);
  gboolean         disabled =
      MCP_IS_TOOL (definition) &&
      !app_approvals_is_tool_enabled (app_session_get_feature (session, APP_TYPE_APPROVALS),
                                      mcp_definition_get_key (definition));

  app_cli_print ("%s%s%s%s%s\n", bold, titled ? "  " : "", titled ? title : "",
                 get_badge (definition), disabled ? _ ("  [disabled]") : "");
  if (description[0] != '\0')
    app_cli_print ("    %s\n", description);
  if (MCP_IS_PROMPT (definition))
    print_arguments (MCP_PROMPT (definition));
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      g_autofree char *text = app_cli_line (mcp_finding_get_text (findings->pdata[i]));

      app_cli_print ("    ⚠ %s\n", text);
    }
}

/* One page is printed as it came; several are joined, each entry as it came. */
static void
print_json (const AppCliInvocation *invocation, const List *shown, GListModel *list)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpListing  *listing = mcp_definition_list_get_listing (MCP_DEFINITION_LIST (list));
  McpResponse *only = listing != NULL ? mcp_listing_get_only_response (listing) : NULL;

  if (only != NULL)
    {
      app_cli_print_value (invocation, mcp_response_get_result (only));
      return;
    }
  mcp_json_writer_add (writer, "{%s: [", shown->member);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);
      McpJsonValue     value = mcp_definition_get_value (definition);
      g_autofree char *compact = NULL;

      if (invocation->output.compact)
        compact = mcp_json_value_print_compact (value);
      if (compact != NULL)
        mcp_json_writer_raw (writer, compact, -1);
      else
        mcp_json_writer_value (writer, value);
    }
  mcp_json_writer_add (writer, "]}");
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

static void
print_list (AppSession *session, const List *shown, GListModel *list)
{
  guint n = g_list_model_get_n_items (list);

  if (n == 0 && isatty (STDOUT_FILENO))
    app_cli_print ("%s\n", _ (shown->none));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);

      print_definition (session, definition);
    }
}

/* Whether --params names a cursor, which --cursor replaces. */
static gboolean
is_replaced (const AppCliInvocation *invocation, McpJsonValue name)
{
  return invocation->request.cursor != NULL && mcp_json_value_string_equals (name, "cursor");
}

/* What goes with every request: --params, --meta, and the cursor to begin at. Members of _meta that
 * --params has go before those of --meta. Returns: (transfer full) (nullable) */
static GBytes *
create_params (const AppCliInvocation *invocation)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GBytes) params = NULL;
  g_autoptr (GBytes) meta = NULL;
  McpJsonIter  iter;
  McpJsonValue name, value;

  if (invocation->request.params != NULL || invocation->request.cursor != NULL)
    {
      mcp_json_writer_begin_object (writer);
      if (invocation->request.params != NULL)
        document = mcp_json_document_parse_text (invocation->request.params, -1, NULL);
      if (document != NULL)
        {
          mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
          while (mcp_json_iter_next (&iter, &name, &value))
            if (!is_replaced (invocation, name))
              {
                mcp_json_writer_add (writer, "%v: %v", name, value);
              }
        }
      if (invocation->request.cursor != NULL)
        mcp_json_writer_member_string (writer, "cursor", invocation->request.cursor);
      mcp_json_writer_end_object (writer);
      params = mcp_json_writer_finish (writer);
    }
  if (invocation->request.meta == NULL)
    return g_steal_pointer (&params);
  meta = g_bytes_new (invocation->request.meta, strlen (invocation->request.meta));
  return mcp_envelope_add_meta (params, meta);
}

/* How to go on, for a person and for a shell. */
static void
note_next (const AppCliInvocation *invocation, McpListing *listing)
{
  const char *cursor = listing != NULL ? listing->next_cursor : NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *quoted = NULL;

  if (cursor != NULL)
    document = mcp_json_document_parse_text (cursor, -1, NULL);
  if (document != NULL)
    text = mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL);
  if (text == NULL)
    return;
  quoted = g_shell_quote (text);
  app_cli_note (invocation, _ ("There is more: --cursor %s\n"), quoted);
}

/* What is off in the list as a whole: a page that was refused ends the command as an error. */
static gboolean
check_listing (const AppCliInvocation *invocation, McpListing *listing, GError **error)
{
  GPtrArray *findings = listing != NULL ? listing->findings : NULL;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      g_autofree char *text = app_cli_line (mcp_finding_get_text (findings->pdata[i]));

      if (g_str_equal (mcp_finding_get_code (findings->pdata[i]), "page-refused"))
        {
          g_propagate_error (error, mcp_response_make_error (listing->refusal));
          return FALSE;
        }
      app_cli_note (invocation, "%s", text);
    }
  return TRUE;
}

AppCliStatus
app_cli_list (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const List             *shown = lists;
  g_autoptr (GBytes) params = create_params (invocation);
  McpDefinitionList *list;
  McpListing        *listing;

  while (!g_str_equal (shown->command, invocation->command))
    shown++;
  list = MCP_DEFINITION_LIST (app_catalogue_get_list (
      app_session_get_feature (cli->session, APP_TYPE_CATALOGUE), shown->kind));
  mcp_definition_list_set_params (list, params);
  mcp_definition_list_set_page_by_page (list, invocation->request.page);
  if (!app_cli_load (cli, shown->kind, error))
    return APP_CLI_PROTOCOL;
  if (invocation->output.as_json)
    print_json (invocation, shown, G_LIST_MODEL (list));
  else
    print_list (cli->session, shown, G_LIST_MODEL (list));
  listing = mcp_definition_list_get_listing (list);
  note_next (invocation, listing);
  return check_listing (invocation, listing, error) ? APP_CLI_DONE : APP_CLI_PROTOCOL;
}
