/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A tool as a whole: what vendors of models, clients and their persons make of it. */

#include "app-lint-private.h"

#include <glib/gi18n-lib.h>

#include "app-approval.h"
#include "app-presets.h"

/* Names and sizes, as the vendors of models have them. */
static void
lint_vendors (AppLintTarget *self, AppExportedTool *tool)
{
  McpTool     *definition = MCP_TOOL (self->definition);
  const char  *name = mcp_definition_get_key (self->definition);
  const char  *model_name = app_exported_tool_get_model_name (tool);
  guint        tokens = app_exported_tool_get_tokens (tool);
  McpJsonValue key;
  McpJsonIter  iter;
  g_autoptr (AppExportedTool) strict =
      app_exported_tool_new (definition, APP_EXPORT_OPENAI_STRICT, model_name);

  if (!g_str_equal (name, model_name))
    app_lint_add (self, APP_LINT_NAME_VENDOR, "/name",
                  _ ("Models have to be told another name, such as “%s”."), model_name);
  if (tokens > APP_LINT_TOOL_TOKENS)
    app_lint_add (self, APP_LINT_TOKENS, NULL, _ ("Telling a model of it takes ≈ %u tokens."),
                  tokens);
  if (app_exported_tool_get_reason (strict) != NULL)
    app_lint_add (self, APP_LINT_STRICT, "/inputSchema",
                  /* Translators: %s is a clause, not translated */
                  _ ("Strict mode cannot express the schema: %s."),
                  app_exported_tool_get_reason (strict));
  mcp_json_iter_init (&iter, mcp_json_value_get_member (mcp_tool_get_input_schema (definition),
                                                        "properties"));
  while (mcp_json_iter_next (&iter, &key, NULL))
    {
      g_autofree char *text = mcp_json_value_dup_string (key, NULL);

      if (!app_export_format_takes_property (APP_EXPORT_ANTHROPIC, text))
        app_lint_add (self, APP_LINT_ARGUMENT_NAME, "/inputSchema/properties",
                      _ ("Anthropic does not take the argument's name “%s”."), text);
    }
}

/* As Claude Code and others spell it: mcp__server__tool. */
static void
lint_clients (AppLintTarget *self)
{
  const char      *name = mcp_definition_get_key (self->definition);
  g_autofree char *full = NULL;
  glong            length;
  glong            both;

  if (self->server == NULL)
    return;
  full = g_strdup_printf ("mcp__%s__%s", self->server, name);
  length = g_utf8_strlen (full, -1);
  both = g_utf8_strlen (self->server, -1) + g_utf8_strlen (name, -1);
  if (length > APP_LINT_CLIENT_NAME)
    app_lint_add (self, APP_LINT_NAME_CLIENT, "/name",
                  /* Translators: a name that is made of two, a number */
                  _ ("With the server's name it is “%.200s”: %ld characters."), full, length);
  else if (both > APP_LINT_CURSOR_NAME)
    app_lint_add (self, APP_LINT_NAME_CLIENT, "/name",
                  _ ("With the server's name it has %ld characters."), both);
}

static void
lint_hints (AppLintTarget *self, McpTool *tool)
{
  const char *name = mcp_definition_get_key (self->definition);
  gboolean    any = FALSE;

  for (guint hint = MCP_TOOL_HINT_READ_ONLY; hint <= MCP_TOOL_HINT_OPEN_WORLD; hint++)
    any = any || mcp_tool_has_hint (tool, (McpToolHint)hint);
  if (!any)
    app_lint_add (self, APP_LINT_HINTS_MISSING, "/annotations",
                  _ ("Nothing says whether the tool changes something."));
  if (!mcp_tool_has_hint (tool, MCP_TOOL_HINT_READ_ONLY) ||
      !mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY))
    return;
  if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE) &&
      mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE))
    app_lint_add (self, APP_LINT_HINTS_DOUBTFUL, "/annotations",
                  _ ("The tool says that it only reads, and that it is destructive."));
  else if (app_approval_looks_destructive (NULL, name))
    app_lint_add (self, APP_LINT_HINTS_DOUBTFUL, "/annotations",
                  _ ("The tool says that it only reads; its name says something else."));
}

/* Inputs that we know, and the program that has invented them does not. */
static void
lint_presets (AppLintTarget *self, McpTool *tool)
{
  g_autoptr (AppPresets) presets = app_presets_new (mcp_tool_get_input_schema (tool));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (presets)); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (G_LIST_MODEL (presets), i);
      g_autofree char *reason = app_preset_dup_strict (preset);

      if (reason != NULL)
        app_lint_add (self, APP_LINT_PRESET, "/inputSchema",
                      /* Translators: the name of an input, then a clause */
                      _ ("Dust would not know the input “%s”: %s."), app_preset_get_path (preset),
                      reason);
    }
}

void
app_lint_tool (AppLintTarget *self, AppExportedTool *exported)
{
  McpTool    *tool = MCP_TOOL (self->definition);
  const char *exclusion = mcp_tool_get_exclusion (tool);

  lint_vendors (self, exported);
  lint_clients (self);
  lint_hints (self, tool);
  lint_presets (self, tool);
  if (exclusion != NULL)
    app_lint_add (self, APP_LINT_HEADERS, "/inputSchema", "%s", exclusion);
  app_lint_schema (self, mcp_tool_get_input_schema (tool), "inputSchema");
  app_lint_schema (self, mcp_tool_get_output_schema (tool), "outputSchema");
}
