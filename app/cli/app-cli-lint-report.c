/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-lint-report.h"

#include "app-cli-print.h"
#include "app-junit.h"
#include "mcp-json-writer.h"
#include "spyglass-config.h"

static AppLintFinding *
get_finding (AppLint *lint, guint index)
{
  AppLintFinding *finding = g_list_model_get_item (G_LIST_MODEL (lint), index);

  /* The list holds it. */
  g_object_unref (finding);
  return finding;
}

static const char *
get_list (McpDefinition *definition)
{
  return mcp_definition_kind_get_member (mcp_definition_get_kind (definition));
}

/* @definition: (nullable): %NULL for what is said of the server */
static void
add_test (AppJunit *junit, AppLint *lint, McpDefinition *definition, McpFindingLevel level)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  AppLintFinding *first = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lint)); i++)
    {
      AppLintFinding *finding = get_finding (lint, i);
      const char     *pointer = app_lint_finding_get_pointer (finding);

      if (app_lint_finding_get_definition (finding) != definition ||
          app_lint_finding_get_level (finding) < level)
        continue;
      g_string_append_printf (lines, "%s%s: %s%s%s  [%s]", first != NULL ? "\n" : "",
                              app_lint_finding_get_level_word (finding),
                              pointer != NULL ? pointer : "", pointer != NULL ? ": " : "",
                              app_lint_finding_get_text (finding),
                              app_lint_finding_get_rule (finding));
      if (first == NULL)
        first = finding;
    }
  app_junit_add (junit, definition != NULL ? get_list (definition) : "server",
                 definition != NULL ? mcp_definition_get_key (definition) : "server",
                 first != NULL ? APP_JUNIT_FAILURE : APP_JUNIT_PASSED,
                 first != NULL ? app_lint_finding_get_text (first) : NULL,
                 first != NULL ? lines->str : NULL, -1);
}

void
app_cli_lint_report_junit (AppLint *lint, GPtrArray *definitions, McpFindingLevel level)
{
  g_autoptr (AppJunit) junit = app_junit_new (NULL);
  g_autofree char *text = NULL;

  app_junit_begin_suite (junit, "lint");
  add_test (junit, lint, NULL, level);
  for (guint i = 0; i < definitions->len; i++)
    add_test (junit, lint, definitions->pdata[i], level);
  text = app_junit_finish (junit);
  app_cli_print ("%s", text);
}

static void
write_result (McpJsonWriter *writer, AppLintFinding *finding)
{
  McpDefinition   *definition = app_lint_finding_get_definition (finding);
  const char      *pointer = app_lint_finding_get_pointer (finding);
  const char      *key = definition != NULL ? mcp_definition_get_key (definition) : "server";
  g_autofree char *place = g_strconcat (definition != NULL ? get_list (definition) : "server", "/",
                                        key, pointer, NULL);

  mcp_json_writer_add (writer,
                       "{'ruleId': %s, 'level': %s, 'message': {'text': %s}, "
                       "'locations': [{'logicalLocations': [{'name': %s, "
                       "'fullyQualifiedName': %s, 'kind': 'declaration'}]}]}",
                       app_lint_finding_get_rule (finding),
                       app_lint_finding_get_level_word (finding),
                       app_lint_finding_get_text (finding), key, place);
}

void
app_cli_lint_report_sarif (AppLint *lint)
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
    write_result (writer, get_finding (lint, i));
  mcp_json_writer_add (writer, "]}]}");
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}
