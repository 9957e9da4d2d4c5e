/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-catalogue.h"
#include "app-cli-output.h"
#include "app-cli-print.h"
#include "app-exported-tool.h"
#include "app-junit.h"
#include "app-linter.h"
#include "mcp-json-writer.h"
#include "spyglass-config.h"

/* All that the server offers, whatever of it it has. A list that fails is a finding; it is the end
 * only where the connection went with it. */
static GPtrArray *
load_definitions (AppCli *cli, GError **error)
{
  AppCatalogue *catalogue = app_session_get_feature (cli->session, APP_TYPE_CATALOGUE);
  g_autoptr (GPtrArray) definitions = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint kind = MCP_DEFINITION_TOOL; kind <= MCP_DEFINITION_PROMPT; kind++)
    {
      GListModel *list = app_catalogue_get_list (catalogue, kind);
      g_autoptr (GError) failed = NULL;

      if (!app_catalogue_offers (catalogue, kind))
        continue;
      if (!app_cli_load (cli, kind, &failed) &&
          (failed == NULL || app_session_get_state (cli->session) != APP_SESSION_READY ||
           app_failure_of (failed) == APP_FAILURE_CANCELLED))
        {
          if (failed != NULL)
            g_propagate_error (error, g_steal_pointer (&failed));
          return NULL;
        }
      for (guint i = 0; i < g_list_model_get_n_items (list); i++)
        g_ptr_array_add (definitions, g_list_model_get_item (list, i));
    }
  return g_steal_pointer (&definitions);
}

/* @definition: (nullable): %NULL for what is said of the server */
static const char *
get_list (McpDefinition *definition)
{
  return definition != NULL
             ? mcp_definition_kind_get_member (mcp_definition_get_kind (definition))
             : "server";
}

static const char *
get_key (McpDefinition *definition)
{
  return definition != NULL ? mcp_definition_get_key (definition) : "server";
}

static void
write_finding (McpJsonWriter *writer, AppLintFinding *finding)
{
  McpDefinition *definition = app_lint_finding_get_definition (finding);

  mcp_json_writer_add (writer,
                       "{'rule': %s, 'level': %s, 'list': ?%s, 'subject': ?%s, 'pointer': ?%s, "
                       "'text': %s, 'reason': %s}",
                       app_lint_finding_get_rule (finding),
                       app_lint_finding_get_level_word (finding),
                       definition != NULL ? get_list (definition) : NULL,
                       definition != NULL ? get_key (definition) : NULL,
                       app_lint_finding_get_pointer (finding), app_lint_finding_get_text (finding),
                       app_lint_finding_get_reason (finding));
}

static void
print_json (const AppCliInvocation *invocation, AppLint *lint)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  GPtrArray *tools = app_lint_get_tools (lint);

  mcp_json_writer_add (writer, "{'findings': [");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lint)); i++)
    {
      g_autoptr (AppLintFinding) finding = g_list_model_get_item (G_LIST_MODEL (lint), i);

      write_finding (writer, finding);
    }
  mcp_json_writer_add (writer, "], 'tools': [");
  for (guint i = 0; i < tools->len; i++)
    {
      McpDefinition *tool = MCP_DEFINITION (app_exported_tool_get_tool (tools->pdata[i]));

      mcp_json_writer_add (writer, "{'name': %s, 'tokens': %x}", mcp_definition_get_key (tool),
                           (gint64)app_exported_tool_get_tokens (tools->pdata[i]));
    }
  mcp_json_writer_add (writer, "], 'tokens': %x}", (gint64)app_lint_get_tokens (lint));
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

/* What is looked for, gravest first. */
static void
print_rules (const AppCliInvocation *invocation)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (int level = MCP_FINDING_ERROR; level >= (int)MCP_FINDING_NOTE; level--)
    for (guint i = 0; i < APP_LINT_N_RULES; i++)
      {
        AppLintRule rule = (AppLintRule)i;
        const char *id = app_lint_rule_get_id (rule);
        const char *word = app_lint_level_get_word ((McpFindingLevel)level);

        if ((int)app_lint_rule_get_level (rule) != level)
          continue;
        mcp_json_writer_add (writer, "{'rule': %s, 'level': %s, 'reason': %s}", id, word,
                             app_lint_rule_get_reason (rule));
        if (!invocation->output.as_json)
          app_cli_print ("%s: %s\n    %s\n", app_lint_level_get_name ((McpFindingLevel)level), id,
                         app_lint_rule_get_reason (rule));
      }
  app_cli_print_list (invocation, writer, 0, NULL);
}

/* Under the name of what it is about; the reason where its rule comes for the first time. */
static void
print_finding (AppLintFinding *finding, McpDefinition **last, GHashTable *explained)
{
  McpDefinition   *definition = app_lint_finding_get_definition (finding);
  const char      *rule = app_lint_finding_get_rule (finding);
  const char      *pointer = app_lint_finding_get_pointer (finding);
  g_autofree char *place = app_cli_line (pointer);
  g_autofree char *text = app_cli_line (app_lint_finding_get_text (finding));

  if (definition != NULL && definition != *last)
    {
      g_autofree char *key = app_cli_line (mcp_definition_get_key (definition));
      g_autofree char *bold = app_cli_bold (key);

      app_cli_print ("%s\n", bold);
    }
  *last = definition;
  app_cli_print ("  %s: %s%s%s  [%s]\n",
                 app_lint_level_get_name (app_lint_finding_get_level (finding)), place,
                 *place != '\0' ? ": " : "", text, rule);
  if (g_hash_table_add (explained, (char *)rule))
    app_cli_print ("    %s\n", app_lint_finding_get_reason (finding));
}

static void
print_text (const AppCliInvocation *invocation, AppLint *lint)
{
  g_autoptr (GHashTable) explained = g_hash_table_new (g_str_hash, g_str_equal);
  McpDefinition *last = NULL;
  guint          n_notes = app_lint_count (lint, MCP_FINDING_NOTE);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lint)); i++)
    {
      g_autoptr (AppLintFinding) finding = g_list_model_get_item (G_LIST_MODEL (lint), i);

      if (invocation->output.full || app_lint_finding_get_level (finding) != MCP_FINDING_NOTE)
        print_finding (finding, &last, explained);
    }
  if (invocation->output.quiet)
    return;
  /* Translators: numbers of errors, warnings and notes */
  app_cli_print (_ ("Errors: %u, warnings: %u, notes: %u%s\n"),
                 app_lint_count (lint, MCP_FINDING_ERROR),
                 app_lint_count (lint, MCP_FINDING_WARNING), n_notes,
                 n_notes > 0 && !invocation->output.full ? _ (" (shown with --full)") : "");
  if (app_lint_get_tools (lint)->len > 0)
    /* Translators: a number of tools, a number of tokens */
    app_cli_print (ngettext ("%u tool costs about %'u tokens per request\n",
                             "%u tools cost about %'u tokens per request\n",
                             app_lint_get_tools (lint)->len),
                   app_lint_get_tools (lint)->len,
                   app_lint_get_tokens (lint));
}

/* As CI systems read it */

/* @definition: (nullable): %NULL for what is said of the server */
static void
add_test (AppJunit *junit, AppLint *lint, McpDefinition *definition, McpFindingLevel level)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  const char *first = NULL; /* the list holds it */

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lint)); i++)
    {
      g_autoptr (AppLintFinding) finding = g_list_model_get_item (G_LIST_MODEL (lint), i);
      const char *pointer = app_lint_finding_get_pointer (finding);

      if (app_lint_finding_get_definition (finding) != definition ||
          app_lint_finding_get_level (finding) < level)
        continue;
      g_string_append_printf (lines, "%s%s: %s%s%s  [%s]", first != NULL ? "\n" : "",
                              app_lint_finding_get_level_word (finding),
                              pointer != NULL ? pointer : "", pointer != NULL ? ": " : "",
                              app_lint_finding_get_text (finding),
                              app_lint_finding_get_rule (finding));
      if (first == NULL)
        first = app_lint_finding_get_text (finding);
    }
  app_junit_add (junit, get_list (definition), get_key (definition),
                 first != NULL ? APP_JUNIT_FAILURE : APP_JUNIT_PASSED, first,
                 first != NULL ? lines->str : NULL, -1);
}

static void
print_junit (AppLint *lint, GPtrArray *definitions, McpFindingLevel level)
{
  g_autoptr (AppJunit) junit = app_junit_new (NULL);

  app_junit_begin_suite (junit, "lint");
  add_test (junit, lint, NULL, level);
  for (guint i = 0; i < definitions->len; i++)
    add_test (junit, lint, definitions->pdata[i], level);
  g_autofree char *text = app_junit_finish (junit);
  app_cli_print ("%s", text);
}

static void
write_result (McpJsonWriter *writer, AppLintFinding *finding)
{
  McpDefinition   *definition = app_lint_finding_get_definition (finding);
  const char      *pointer = app_lint_finding_get_pointer (finding);
  const char      *key = get_key (definition);
  g_autofree char *place = g_strconcat (get_list (definition), "/", key, pointer, NULL);

  mcp_json_writer_add (writer,
                       "{'ruleId': %s, 'level': %s, 'message': {'text': %s}, "
                       "'locations': [{'logicalLocations': [{'name': %s, "
                       "'fullyQualifiedName': %s, 'kind': 'declaration'}]}]}",
                       app_lint_finding_get_rule (finding),
                       app_lint_finding_get_level_word (finding),
                       app_lint_finding_get_text (finding), key, place);
}

static void
print_sarif (AppLint *lint)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer,
                       "{'$schema': 'https://json.schemastore.org/sarif-2.1.0.json', "
                       "'version': '2.1.0', 'runs': [{'tool': {'driver': {'name': 'Spyglass', "
                       "'version': %s, 'rules': [",
                       SPYGLASS_VERSION);
  for (guint i = 0; i < APP_LINT_N_RULES; i++)
    mcp_json_writer_add (writer,
                         "{'id': %s, 'shortDescription': {'text': %s}, "
                         "'defaultConfiguration': {'level': %s}}",
                         app_lint_rule_get_id ((AppLintRule)i),
                         app_lint_rule_get_reason ((AppLintRule)i),
                         app_lint_level_get_word (app_lint_rule_get_level ((AppLintRule)i)));
  mcp_json_writer_add (writer, "]}}, 'results': [");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lint)); i++)
    {
      g_autoptr (AppLintFinding) finding = g_list_model_get_item (G_LIST_MODEL (lint), i);

      write_result (writer, finding);
    }
  mcp_json_writer_add (writer, "]}]}");
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

AppCliStatus
app_cli_lint (AppCli *cli, GError **error)
{
  static const char *const formats[] = { "text", "json", "junit", "sarif", NULL };
  static const char *const levels[] = { "note", "warning", "error", NULL };
  const AppCliInvocation  *invocation = cli->invocation;
  const AppCliOutput      *output = &invocation->output;
  int                      format = app_cli_find_word (output->format, formats, output->as_json);
  int                      level = app_cli_find_word (output->fail_on, levels, MCP_FINDING_ERROR);
  guint                    n = 0;
  g_autoptr (GPtrArray) definitions = NULL;
  g_autoptr (AppLint) lint = NULL;

  if (format < 0 || level < 0)
    return app_cli_fail_usage (invocation, "%s",
                               format < 0 ? _ ("--format takes text, json, junit or sarif.")
                                          : _ ("--fail-on takes error, warning or note."));
  if (output->rules)
    {
      print_rules (invocation);
      return APP_CLI_DONE;
    }
  if (app_cli_connect (cli, error))
    definitions = load_definitions (cli, error);
  if (definitions == NULL)
    return APP_CLI_UNREACHABLE;
  g_autoptr (GPtrArray) lists = app_linter_find_in_lists (cli->session);
  lint = app_lint_new (definitions, lists,
                       mcp_server_info_get_instructions (app_session_get_server (cli->session)),
                       app_session_get_name (cli->session));
  if (format == 0)
    print_text (invocation, lint);
  else if (format == 1)
    print_json (invocation, lint);
  else if (format == 2)
    print_junit (lint, definitions, (McpFindingLevel)level);
  else
    print_sarif (lint);
  for (int i = level; i <= (int)MCP_FINDING_ERROR; i++)
    n += app_lint_count (lint, (McpFindingLevel)i);
  if (n > 0)
    return APP_CLI_TOOL_ERROR;
  /* A list that was refused is a finding. Nothing wrong in half a list says nothing of the rest. */
  for (guint kind = MCP_DEFINITION_TOOL; kind <= MCP_DEFINITION_PROMPT; kind++)
    if (!app_cli_check_whole (cli, kind, error))
      {
        app_cli_output_keep ();
        return APP_CLI_PROTOCOL;
      }
  return APP_CLI_DONE;
}
