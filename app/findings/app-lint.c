/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint.h"

#include <glib/gi18n-lib.h>

#include "app-approval-rule.h"
#include "app-lint-target.h"
#include "app-presets.h"
#include "app-token-estimate.h"
#include "app-tool-export.h"
#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-prompt.h"

struct _AppLint
{
  GObject parent_instance;

  GPtrArray *definitions; /* McpDefinition */
  GPtrArray *findings;    /* AppLintFinding */
  GPtrArray *tools;       /* AppExportedTool */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppLint,
                               app_lint,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppLint, findings, APP_TYPE_LINT_FINDING))
MCP_DEFINE_CLASS_INIT (AppLint, app_lint)

MCP_DEFINE_FINALIZE (AppLint, app_lint)
{
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->tools);
  g_ptr_array_unref (self->definitions);
}

static void
app_lint_init (AppLint *self)
{
  self->findings = g_ptr_array_new_with_free_func (g_object_unref);
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  self->definitions = g_ptr_array_new_with_free_func (g_object_unref);
}

static void G_GNUC_PRINTF (5, 0) add_finding (AppLintTarget  *self,
                                              AppLintRule     rule,
                                              McpFindingLevel level,
                                              const char     *pointer,
                                              const char     *format,
                                              va_list         arguments)
{
  /* Errors are told however much else there is. */
  if (self->n >= APP_LINT_MAX_FINDINGS * (level == MCP_FINDING_ERROR ? 2 : 1))
    return;
  self->n++;
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  g_ptr_array_add (self->findings,
                   app_lint_finding_new (rule, level, self->definition, pointer, text));
}

void
app_lint_add (AppLintTarget *self,
              AppLintRule    rule,
              const char    *pointer,
              const char    *format,
              ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_finding (self, rule, app_lint_rule_get_level (rule), pointer, format, arguments);
  va_end (arguments);
}

void
app_lint_add_as (AppLintTarget  *self,
                 AppLintRule     rule,
                 McpFindingLevel level,
                 const char     *pointer,
                 const char     *format,
                 ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_finding (self, rule, level, pointer, format, arguments);
  va_end (arguments);
}

/* What reading brought; the rules of headers have one of ours. */
static void
report_read (AppLintTarget *self)
{
  GPtrArray *findings = mcp_definition_get_findings (self->definition);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    if (!g_str_equal (mcp_finding_get_code (findings->pdata[i]), "tool-headers"))
      g_ptr_array_add (self->findings,
                       app_lint_finding_new_read (findings->pdata[i], self->definition));
}

static void
lint_description (AppLintTarget *self)
{
  const char *text = mcp_definition_get_description (self->definition);
  gboolean    is_tool = mcp_definition_get_kind (self->definition) == MCP_DEFINITION_TOOL;

  if (text == NULL || *text == '\0')
    {
      app_lint_add_as (self, APP_LINT_DESCRIPTION_MISSING,
                       is_tool ? MCP_FINDING_WARNING : MCP_FINDING_NOTE, "/description",
                       _ ("Missing description"));
      return;
    }
  if (!is_tool)
    return;
  glong length = g_utf8_strlen (text, -1);
  if (app_token_estimate_text (text) < APP_LINT_MIN_DESCRIPTION)
    app_lint_add (self, APP_LINT_DESCRIPTION_SHORT, "/description",
                  _ ("The description has only %ld characters."), length);
  if (length > APP_LINT_MAX_DESCRIPTION)
    app_lint_add (self, APP_LINT_DESCRIPTION_LONG, "/description",
                  _ ("The description has %ld characters."), length);
}

static void
lint_texts (AppLintTarget *self)
{
  g_autofree char *title = mcp_json_value_dup_member_string (
      mcp_definition_get_annotations (self->definition), "title");

  app_lint_text (self, mcp_definition_get_name (self->definition), "/name");
  app_lint_text (self, mcp_definition_get_title (self->definition), "/title");
  app_lint_text (self, title, "/annotations/title");
  app_lint_text (self, mcp_definition_get_description (self->definition), "/description");
}

static void
lint_prompt (AppLintTarget *self)
{
  GPtrArray *arguments = mcp_prompt_get_arguments (MCP_PROMPT (self->definition));

  for (guint i = 0; i < arguments->len; i++)
    {
      McpPromptArgument *argument = arguments->pdata[i];
      g_autofree char   *place = g_strdup_printf ("/arguments/%u", i);

      app_lint_text (self, argument->name, place);
      app_lint_text (self, argument->description, place);
    }
}

/* @keys: of those before it, with their kind */
static void
lint_key (AppLintTarget *self, GHashTable *keys)
{
  g_autofree char *key =
      g_strdup_printf ("%u %s", mcp_definition_get_kind (self->definition),
                       mcp_definition_get_key (self->definition));

  if (!g_hash_table_add (keys, g_steal_pointer (&key)))
    app_lint_add (self, APP_LINT_NAME_DUPLICATE,
                  mcp_definition_get_kind (self->definition) == MCP_DEFINITION_RESOURCE ? "/uri"
                                                                                        : "/name",
                  _ ("Duplicate name"));
}

static void
lint_server (AppLint *self, const char *instructions)
{
  AppLintTarget target = { .findings = self->findings };
  guint         max = app_export_format_get_max_tools (APP_EXPORT_OPENAI_CHAT);
  guint         tokens = app_lint_get_tokens (self);

  app_lint_text (&target, instructions, "/instructions");
  if (self->tools->len > APP_LINT_CURSOR_TOOLS)
    app_lint_add_as (&target, APP_LINT_TOOLS_MANY,
                     self->tools->len > max ? MCP_FINDING_WARNING : MCP_FINDING_NOTE, NULL,
                     _ ("The server has %'u tools."), self->tools->len);
  if (tokens > APP_LINT_SERVER_TOKENS)
    app_lint_add (&target, APP_LINT_TOKENS, NULL,
                  _ ("The tools cost about %'u tokens per request."), tokens);
}

/* Tools as a model is told of them, in the order of the definitions. */
static void
export_tools (AppLint *self, GPtrArray *definitions)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new ();

  for (guint i = 0; i < definitions->len; i++)
    if (MCP_IS_TOOL (definitions->pdata[i]))
      g_ptr_array_add (tools, definitions->pdata[i]);
  g_autoptr (AppToolExport) export = app_tool_export_new (APP_EXPORT_OPENAI_CHAT, tools, NULL);
  for (guint i = 0; i < tools->len; i++)
    g_ptr_array_add (self->tools, g_list_model_get_item (G_LIST_MODEL (export), i));
}

/* A tool as a whole: what vendors of models, clients and their persons make of it */

/* Names and sizes, as the vendors of models have them. */
static void
lint_vendors (AppLintTarget *self, AppExportedTool *tool)
{
  McpTool    *definition = MCP_TOOL (self->definition);
  const char *name = mcp_definition_get_key (self->definition);
  const char *model_name = app_exported_tool_get_model_name (tool);
  guint       tokens = app_exported_tool_get_tokens (tool);
  g_autoptr (AppExportedTool) strict =
      app_exported_tool_new (definition, APP_EXPORT_OPENAI_STRICT, model_name);

  if (!g_str_equal (name, model_name))
    app_lint_add (self, APP_LINT_NAME_VENDOR, "/name",
                  _ ("Clients have to rename it for models, for example to “%s”."), model_name);
  if (tokens > APP_LINT_TOOL_TOKENS)
    app_lint_add (self, APP_LINT_TOKENS, NULL, _ ("The tool costs about %'u tokens per request."),
                  tokens);
  if (app_exported_tool_get_reason (strict) != NULL)
    app_lint_add (self, APP_LINT_STRICT, "/inputSchema",
                  /* Translators: %s is a clause, not translated */
                  _ ("Not supported in strict mode: %s."),
                  app_exported_tool_get_reason (strict));
}

/* As Claude Code and others spell it: mcp__server__tool. */
static void
lint_clients (AppLintTarget *self)
{
  const char *name = mcp_definition_get_key (self->definition);

  if (self->server == NULL)
    return;
  g_autofree char *full = g_strdup_printf ("mcp__%s__%s", self->server, name);
  glong            length = g_utf8_strlen (full, -1);
  glong            both = g_utf8_strlen (self->server, -1) + g_utf8_strlen (name, -1);
  if (length > APP_LINT_CLIENT_NAME)
    app_lint_add (self, APP_LINT_NAME_CLIENT, "/name",
                  /* Translators: a name that is made of two, a number */
                  _ ("With the server's name: “%.200s” (%ld characters)."), full, length);
  else if (both > APP_LINT_CURSOR_NAME)
    app_lint_add (self, APP_LINT_NAME_CLIENT, "/name",
                  _ ("%ld characters with the server's name."), both);
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
                  _ ("Missing annotations"));
  if (!mcp_tool_has_hint (tool, MCP_TOOL_HINT_READ_ONLY) ||
      !mcp_tool_get_hint (tool, MCP_TOOL_HINT_READ_ONLY))
    return;
  if (mcp_tool_has_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE) &&
      mcp_tool_get_hint (tool, MCP_TOOL_HINT_DESTRUCTIVE))
    app_lint_add (self, APP_LINT_HINTS_DOUBTFUL, "/annotations",
                  _ ("Annotated as both read-only and destructive."));
  else if (app_approval_looks_destructive (NULL, name))
    app_lint_add (self, APP_LINT_HINTS_DOUBTFUL, "/annotations",
                  _ ("Annotated as read-only, but named otherwise."));
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
                      _ ("Dust would not recognize the input “%s”: %s."),
                      app_preset_get_info (preset)->path, reason);
    }
}

static void
lint_tool (AppLintTarget *self, AppExportedTool *exported)
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

/* All of it */

AppLint *
app_lint_new (GPtrArray  *definitions,
              GPtrArray  *lists,
              const char *instructions,
              const char *server)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_tools = 0;

  g_return_val_if_fail (definitions != NULL, NULL);

  AppLint *self = g_object_new (APP_TYPE_LINT, NULL);
  for (guint i = 0; i < definitions->len; i++)
    g_ptr_array_add (self->definitions, g_object_ref (definitions->pdata[i]));
  for (guint i = 0; lists != NULL && i < lists->len; i++)
    g_ptr_array_add (self->findings, g_object_ref (lists->pdata[i]));
  export_tools (self, definitions);
  lint_server (self, instructions);
  for (guint i = 0; i < definitions->len; i++)
    {
      AppLintTarget target = { self->findings, definitions->pdata[i], patterns, server, 0 };

      report_read (&target);
      lint_key (&target, keys);
      lint_description (&target);
      lint_texts (&target);
      if (MCP_IS_TOOL (target.definition))
        lint_tool (&target, self->tools->pdata[n_tools++]);
      else if (MCP_IS_PROMPT (target.definition))
        lint_prompt (&target);
    }
  return self;
}

guint
app_lint_count (AppLint *self, McpFindingLevel level)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_LINT (self), 0);

  for (guint i = 0; i < self->findings->len; i++)
    n += app_lint_finding_get_level (self->findings->pdata[i]) == level;
  return n;
}

MCP_DEFINE_GETTER (GPtrArray *, AppLint, app_lint, definitions)
MCP_DEFINE_GETTER (GPtrArray *, AppLint, app_lint, tools)

guint
app_lint_get_tokens (AppLint *self)
{
  guint tokens = 0;

  g_return_val_if_fail (APP_IS_LINT (self), 0);

  for (guint i = 0; i < self->tools->len; i++)
    tokens += app_exported_tool_get_tokens (self->tools->pdata[i]);
  return tokens;
}
