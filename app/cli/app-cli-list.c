/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-cli-hint.h"
#include "app-cli-print.h"
#include "app-name-groups.h"
#include "app-schema-row.h"
#include "app-tool-traits.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-prompt.h"
#include "mcp-tool.h"

/* Characters of a name on a terminal. */
#define MAX_NAME 200
/* Of what belongs to the line above. */
#define INDENT 4
/* " … 1234 more" */
#define MORE_WIDTH 13
/* On a terminal that is very narrow, lines are folded instead. */
#define MIN_DESCRIPTION 40u
/* Levels of a schema that are shown of one tool, unless --depth says otherwise. */
#define SCHEMA_DEPTH 3

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

/* Cut between words, with how much is missing. @text: (transfer full) */
static char *
cut_to_width (char *text, guint width)
{
  g_autofree char *held = text;
  glong            length = g_utf8_strlen (held, -1);

  if (width == 0 || length <= (glong)width)
    return g_steal_pointer (&held);
  char *end = g_utf8_offset_to_pointer (held, width);
  for (char *p = end; p > held + (end - held) / 2; p--)
    if (*p == ' ')
      {
        end = p;
        break;
      }
  *end = '\0';
  /* Translators: the beginning of a text, and how many characters it has beside */
  return g_strdup_printf (_ ("%s … %ld more"), held, length - g_utf8_strlen (held, -1));
}

/* What it is for, on one line: as much as a terminal is wide, or whole. */
static char *
dup_summary (const AppCliInvocation *invocation, const char *text)
{
  char *line = app_visible_text_summary (text, 0);
  guint width = 0;

  if (invocation->output.characters > 0)
    width = (guint)invocation->output.characters;
  else if (isatty (STDOUT_FILENO))
    width = MAX (app_cli_get_width () - INDENT - MORE_WIDTH, MIN_DESCRIPTION);
  return cut_to_width (line, width);
}

/* Whole where it may be copied from; a terminal gets the beginning of one that nobody can read. */
static char *
dup_name (const AppCliInvocation *invocation, const char *text)
{
  gboolean bounded = isatty (STDOUT_FILENO) && !invocation->output.full;

  if (text == NULL || *text == '\0')
    /* Translators: in the place of a name */
    return g_strdup (_ ("(no name)"));
  return cut_to_width (app_visible_text_line (text, 0), bounded ? MAX_NAME : 0);
}

static void
print_arguments (McpPrompt *prompt, gboolean whole)
{
  GPtrArray *arguments = mcp_prompt_get_arguments (prompt);

  for (guint i = 0; i < arguments->len; i++)
    {
      McpPromptArgument *argument = arguments->pdata[i];
      g_autofree char   *name = app_cli_line (argument->name);

      app_cli_print ("    %s%s\n", name,
                     argument->required ? _ (" (required)") : "");
      if (whole)
        app_cli_print_lines (argument->description, 2 * INDENT);
    }
}

static void
print_head (AppCli *cli, McpDefinition *definition)
{
  g_autofree char *key = dup_name (cli->invocation, mcp_definition_get_key (definition));
  g_autofree char *title =
      dup_name (cli->invocation, mcp_definition_get_display_name (definition));
  g_autofree char *bold = app_cli_bold (key);
  gboolean         titled = !g_str_equal (title, key);
  gboolean         disabled =
      MCP_IS_TOOL (definition) &&
      !app_approvals_is_tool_enabled (app_session_get_feature (cli->session, APP_TYPE_APPROVALS),
                                      mcp_definition_get_key (definition));

  app_cli_print ("%s%s%s%s%s", bold, titled ? "  " : "", titled ? title : "",
                 get_badge (definition), disabled ? _ ("  [disabled]") : "");
  for (AppToolTrait i = 0; i < APP_TOOL_N_TRAITS; i++)
    if (app_tool_trait_has (definition, i))
      app_cli_print ("  [%s]", app_tool_trait_get_word (i));
  app_cli_print ("\n");
}

static void
print_findings (McpDefinition *definition)
{
  GPtrArray *findings = mcp_definition_get_findings (definition);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      g_autofree char *text = app_cli_line (mcp_finding_get_text (findings->pdata[i]));

      app_cli_print ("    %s %s\n",
                     mcp_finding_get_level (findings->pdata[i]) == MCP_FINDING_NOTE ? "·" : "⚠",
                     text);
    }
}

static void
print_definition (AppCli *cli, McpDefinition *definition)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *text = mcp_definition_get_description (definition);

  print_head (cli, definition);
  if (invocation->output.full)
    app_cli_print_lines (text, INDENT);
  else
    {
      g_autofree char *summary = dup_summary (invocation, text);

      if (*summary != '\0')
        app_cli_print ("%*s%s\n", INDENT, "", summary);
    }
  if (MCP_IS_PROMPT (definition))
    print_arguments (MCP_PROMPT (definition), FALSE);
  print_findings (definition);
}

/* One entry of a list, as a manual would have it */

/* Returns: whether there is a row below */
static gboolean
print_rows (AppSchemaRow *parent, guint indent, guint depth)
{
  g_autoptr (GListModel) rows = app_schema_row_create_children (parent);
  guint n = rows != NULL ? g_list_model_get_n_items (rows) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppSchemaRow) row = g_list_model_get_item (rows, i);
      g_autofree char *name = app_cli_bold (row->name);
      gboolean         noted = *row->note != '\0';

      app_cli_print ("%*s%s%s%s%s%s%s%s\n", (int)indent, "", name,
                     *row->kind_text != '\0' ? "  " : "", row->kind_text,
                     row->required ? _ (", required") : "", noted ? " (" : "", row->note,
                     noted ? ")" : "");
      if (*row->description != '\0')
        app_cli_print ("%*s%s\n", (int)indent + INDENT, "", row->description);
      if (depth > 1)
        print_rows (row, indent + INDENT, depth - 1);
    }
  return n > 0;
}

static void
print_schema (const AppCliInvocation *invocation,
              McpJsonValue            schema,
              const char             *title,
              const char             *none)
{
  guint depth = invocation->output.depth > 0 ? (guint)invocation->output.depth : SCHEMA_DEPTH;

  if (!mcp_json_value_exists (schema))
    return;
  g_autoptr (AppSchemaRow) root = app_schema_row_new_root (schema, "");
  app_cli_print ("\n%s\n", title);
  if (!print_rows (root, INDENT, depth) && none != NULL)
    app_cli_print ("%*s%s\n", INDENT, "", none);
}

static void
print_entry (AppCli *cli, McpDefinition *definition)
{
  print_head (cli, definition);
  app_cli_print_lines (mcp_definition_get_description (definition), INDENT);
  print_findings (definition);
  if (MCP_IS_TOOL (definition))
    {
      McpTool *tool = MCP_TOOL (definition);

      print_schema (cli->invocation, mcp_tool_get_input_schema (tool), _ ("Arguments:"),
                    _ ("None."));
      print_schema (cli->invocation, mcp_tool_get_output_schema (tool), _ ("Structured result:"),
                    NULL);
    }
  else if (MCP_IS_PROMPT (definition) &&
           mcp_prompt_get_arguments (MCP_PROMPT (definition))->len > 0)
    {
      app_cli_print ("\n%s\n", _ ("Arguments:"));
      print_arguments (MCP_PROMPT (definition), TRUE);
    }
}

static AppCliStatus
show_entry (AppCli *cli, McpDefinitionKind kind, GError **error)
{
  const char    *key = cli->invocation->arguments[0];
  McpDefinition *found = app_catalogue_find (
      app_session_get_feature (cli->session, APP_TYPE_CATALOGUE), kind, key);

  if (found == NULL)
    return app_cli_fail_unknown (cli, kind, key, error);
  if (cli->invocation->output.as_json)
    app_cli_print_value (cli->invocation, mcp_definition_get_value (found));
  else
    print_entry (cli, found);
  return APP_CLI_DONE;
}

/* One page is printed as it came; several are joined, each entry as it came. */
static void
print_json (const AppCliInvocation *invocation,
            const List             *shown,
            AppCatalogue           *catalogue)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  GListModel  *list = app_catalogue_get_list (catalogue, shown->kind);
  McpListing  *listing = app_catalogue_get_listing (catalogue, shown->kind);
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
  mcp_json_writer_end_array (writer);
  if (listing != NULL && listing->flags != MCP_LISTING_COMPLETE)
    mcp_json_writer_member_boolean (writer, "incomplete", TRUE);
  mcp_json_writer_end_object (writer);
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

/* @list: of McpDefinition */
static AppNameGroups *
create_groups (GListModel *list)
{
  guint                   n = g_list_model_get_n_items (list);
  g_autofree const char **names = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);

      names[i] = mcp_definition_get_key (definition); /* the list holds it */
    }
  return app_name_groups_new (names, n);
}

static void
print_heading (AppNameGroups *groups, guint group, gboolean first)
{
  g_autofree char *title = app_cli_line (app_name_groups_get_title (groups, group));

  app_cli_print ("%s── %s (%u)\n", first ? "" : "\n", title,
                 app_name_groups_get_size (groups, group));
}

static void
print_list (AppCli *cli, const List *shown, GListModel *list)
{
  guint n = g_list_model_get_n_items (list);
  guint limit = cli->invocation->output.items > 0 ? (guint)cli->invocation->output.items : n;
  guint last = G_MAXUINT;
  g_autoptr (AppNameGroups) groups =
      cli->invocation->output.group ? create_groups (list) : app_name_groups_new (NULL, 0);
  gboolean grouped = app_name_groups_get_n_groups (groups) > 0;

  if (n == 0 && isatty (STDOUT_FILENO))
    app_cli_print ("%s\n", _ (shown->none));
  for (guint i = 0; i < MIN (n, limit); i++)
    {
      guint at = grouped ? app_name_groups_get_nth (groups, i) : i;
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, at);

      if (grouped && app_name_groups_get_group (groups, at) != last)
        {
          print_heading (groups, app_name_groups_get_group (groups, at), i == 0);
          last = app_name_groups_get_group (groups, at);
        }
      print_definition (cli, definition);
    }
  if (n > limit)
    /* Translators: how many entries of a list are not shown */
    app_cli_print (_ ("… %u more\n"), n - limit);
}

/* Whether --params names a cursor, which --cursor replaces. */
static gboolean
is_replaced (const AppCliInvocation *invocation, McpJsonValue name)
{
  return invocation->request.cursor != NULL && mcp_json_value_string_equals (name, "cursor");
}

/* What goes with every request: --params, and the cursor to begin at.
 * Returns: (transfer full) (nullable) */
static char *
create_params (const AppCliInvocation *invocation)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (invocation->request.params == NULL && invocation->request.cursor == NULL)
    return NULL;
  mcp_json_writer_begin_object (writer);
  if (invocation->request.params != NULL)
    document = mcp_json_document_parse_text (invocation->request.params, -1, NULL);
  if (document != NULL)
    {
      for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
           mcp_json_walk_next (&each);)
        if (!is_replaced (invocation, each.name))
          {
            mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
          }
    }
  if (invocation->request.cursor != NULL)
    mcp_json_writer_member_string (writer, "cursor", invocation->request.cursor);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* How to go on, for a person and for a shell. */
static void
note_next (const AppCliInvocation *invocation, McpListing *listing)
{
  const char *cursor = listing != NULL ? listing->next_cursor : NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;

  if (cursor != NULL)
    document = mcp_json_document_parse_text (cursor, -1, NULL);
  if (document != NULL)
    text = mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL);
  if (text == NULL)
    return;
  g_autofree char *quoted = app_cli_hint_quote (text);
  app_cli_note (invocation, _ ("Next page: --cursor %s\n"), quoted);
}

/* What is off in the list as a whole; what ends the command is told as its error. */
static void
note_findings (const AppCliInvocation *invocation, McpListing *listing)
{
  GPtrArray *findings = listing != NULL ? listing->findings : NULL;
  McpError   code;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    if (!mcp_listing_failed_by (findings->pdata[i]) &&
        !mcp_listing_was_cut_by (findings->pdata[i], &code))
      app_cli_note (invocation, "⚠ %s", mcp_finding_get_text (findings->pdata[i]));
}

/* What is wrong in entries of a list that was printed as JSON. */
static void
note_entries (const AppCliInvocation *invocation, GListModel *list)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (list, i);
      GPtrArray       *findings = mcp_definition_get_findings (definition);
      g_autofree char *name = dup_name (invocation, mcp_definition_get_key (definition));

      for (guint j = 0; findings != NULL && j < findings->len; j++)
        if (mcp_finding_get_level (findings->pdata[j]) == MCP_FINDING_ERROR)
          app_cli_note (invocation, "⚠ %s: %s", name,
                        mcp_finding_get_text (findings->pdata[j]));
    }
}

AppCliStatus
app_cli_list (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const List             *shown = lists;
  g_autofree char        *params = create_params (invocation);
  AppCatalogue           *catalogue = app_session_get_feature (cli->session, APP_TYPE_CATALOGUE);
  AppCliStatus            status = APP_CLI_DONE;

  while (!g_str_equal (shown->command, invocation->command))
    shown++;
  app_catalogue_set_params (catalogue, shown->kind, params, NULL);
  /* Members of _meta that --params has go before those of --meta. */
  if (invocation->request.meta != NULL)
    app_catalogue_add_meta (catalogue, shown->kind, invocation->request.meta);
  app_catalogue_set_page_by_page (catalogue, shown->kind, invocation->request.page);
  if (!app_cli_load (cli, shown->kind, error))
    return APP_CLI_PROTOCOL;
  McpListing *listing = app_catalogue_get_listing (catalogue, shown->kind);
  if (invocation->arguments[0] != NULL)
    status = show_entry (cli, shown->kind, error);
  else if (invocation->output.as_json)
    {
      print_json (invocation, shown, catalogue);
      note_entries (invocation, app_catalogue_get_list (catalogue, shown->kind));
    }
  else
    print_list (cli, shown, app_catalogue_get_list (catalogue, shown->kind));
  note_next (invocation, listing);
  note_findings (invocation, listing);
  if (status != APP_CLI_DONE)
    return status;
  /* What came before a page that failed is shown all the same; an entry that came is whole. */
  return (invocation->arguments[0] != NULL ? app_cli_check_list : app_cli_check_whole) (
             cli, shown->kind, error)
             ? APP_CLI_DONE
             : APP_CLI_PROTOCOL;
}
