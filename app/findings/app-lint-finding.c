/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint-finding.h"

#include <glib/gi18n-lib.h>

#include "mcp-object.h"

/* Rules */

static const struct
{
  const char     *id;
  McpFindingLevel level;
  const char     *reason;
} rules[APP_LINT_N_RULES] = {
  [APP_LINT_LIST_FAILED] = { "list-failed", MCP_FINDING_ERROR,
                             N_ ("Clients see nothing of what the list would contain.") },
  [APP_LINT_LIST_UNKNOWN] = { "list-unknown", MCP_FINDING_WARNING,
                              N_ ("A client that follows the declared capabilities gets an error "
                                  "instead of a list.") },
  [APP_LINT_REFERENCE_UNRESOLVED] = { "reference-unresolved", MCP_FINDING_ERROR,
                                      N_ ("Clients cannot validate what it refers to, and model "
                                          "vendors reject the tool.") },
  [APP_LINT_REFERENCE_EXTERNAL] = { "reference-external", MCP_FINDING_ERROR,
                                    N_ ("The specification forbids clients to fetch it: put it "
                                        "into “$defs”.") },
  [APP_LINT_REFERENCE_CIRCLE] = { "reference-circle", MCP_FINDING_ERROR,
                                  N_ ("It never ends, so no value can be validated.") },
  [APP_LINT_DIALECT] = { "dialect-unsupported", MCP_FINDING_ERROR,
                         N_ ("Clients reject dialects that they do not support; every client "
                             "supports 2020-12.") },
  [APP_LINT_SCHEMA_INVALID] = { "schema-invalid", MCP_FINDING_ERROR,
                                N_ ("It is not a valid JSON Schema: some clients drop the tool, "
                                    "others the keyword, and model vendors reject it.") },
  [APP_LINT_PATTERN_INVALID] = { "pattern-invalid", MCP_FINDING_ERROR,
                                 N_ ("JSON Schema has the patterns of ECMA-262; with another one "
                                     "many clients fail on the whole schema.") },
  [APP_LINT_PATTERN_SLOW] = { "pattern-slow", MCP_FINDING_WARNING,
                              N_ ("On some texts the pattern takes exponentially long: clients "
                                  "hang, or give up checking.") },
  [APP_LINT_UNION_EXPONENTIAL] = { "union-exponential", MCP_FINDING_WARNING,
                                   N_ ("The alternatives multiply; clients run out of time "
                                       "while checking, and models lose their way.") },
  [APP_LINT_SCHEMA_LARGE] = { "schema-large", MCP_FINDING_WARNING,
                              N_ ("Clients bound what they look at; beyond that nothing is "
                                  "checked.") },
  [APP_LINT_HEADERS] = { "header-rules", MCP_FINDING_ERROR,
                         N_ ("Over HTTP clients have to drop a tool whose “x-mcp-header” cannot be "
                             "followed.") },
  [APP_LINT_DEFAULT] = { "default-invalid", MCP_FINDING_WARNING,
                         N_ ("Clients fill in defaults; this one is rejected as soon as it is "
                             "sent.") },
  [APP_LINT_REQUIRED] = { "required-unknown", MCP_FINDING_WARNING,
                          N_ ("The property has to be sent, but is not defined; often a name is "
                              "misspelled.") },
  [APP_LINT_NOTHING_FITS] = { "nothing-fits", MCP_FINDING_ERROR,
                              N_ ("Whatever a person or a model enters is refused.") },
  [APP_LINT_LIMITS] = { "limits-contradict", MCP_FINDING_ERROR,
                        N_ ("Nothing is between the two limits.") },
  [APP_LINT_ONLY_NULL] = { "only-null", MCP_FINDING_WARNING,
                           N_ ("There is nothing to enter: leave the property out, or say what "
                               "else it may be.") },
  [APP_LINT_ENUM_VALUE] = { "enum-value-invalid", MCP_FINDING_WARNING,
                            N_ ("Clients offer the value; it is refused as soon as it is sent.") },
  [APP_LINT_ENUM_NAMES] = { "enum-names-length", MCP_FINDING_WARNING,
                            N_ ("Each value needs a name; clients show some values under the "
                                "names of others, or without one.") },
  [APP_LINT_ENUM_DUPLICATE] = { "enum-duplicate", MCP_FINDING_WARNING,
                                N_ ("Some clients and vendors fail on duplicate values.") },
  [APP_LINT_NUMBER] = { "number-inexact", MCP_FINDING_WARNING,
                        N_ ("Clients in JavaScript read another number than the one that is "
                            "written.") },
  [APP_LINT_BOOLEAN] = { "schema-boolean", MCP_FINDING_WARNING,
                         N_ ("Model vendors accept only objects as schemas, and reject the tool "
                             "or the whole request.") },
  [APP_LINT_UNTYPED] = { "schema-untyped", MCP_FINDING_WARNING,
                         N_ ("Forms and models cannot know what to enter; Gemini rejects it.") },
  [APP_LINT_TYPE_UNION] = { "type-union", MCP_FINDING_WARNING,
                            N_ ("Several vendors and clients take one type only, and use the "
                                "first.") },
  [APP_LINT_DIALECT_KEYWORD] = { "keyword-ignored", MCP_FINDING_NOTE,
                                 N_ ("The keyword is ignored: what it was meant to forbid is "
                                     "allowed.") },
  [APP_LINT_MISPLACED] = { "argument-misplaced", MCP_FINDING_ERROR,
                           N_ ("The argument is lost: no form and no model offers it, and its "
                               "value is not checked.") },
  [APP_LINT_FORMAT] = { "format-unknown", MCP_FINDING_NOTE,
                        N_ ("JSON Schema has no such format: nothing is validated by it, and "
                            "some clients reject the schema.") },
  [APP_LINT_NAME_DUPLICATE] = { "name-duplicate", MCP_FINDING_ERROR,
                                N_ ("A call cannot tell them apart.") },
  [APP_LINT_NAME_VENDOR] = { "name-vendor", MCP_FINDING_WARNING,
                             N_ ("Clients have to rename the tool for models: vendors accept up "
                                 "to 64 letters, digits, “_” and “-”.") },
  [APP_LINT_NAME_CLIENT] = { "name-client", MCP_FINDING_WARNING,
                             N_ ("Clients put the server's name before the tool's; with more than "
                                 "64 characters (60 in Cursor) the tool is left out or refused.") },
  [APP_LINT_PRESET] = { "preset-not-strict", MCP_FINDING_NOTE,
                        N_ ("Dust compares the schemas of preset values with its own, and treats "
                            "this one as an ordinary argument.") },
  [APP_LINT_ARGUMENT_NAME] = { "argument-name-vendor", MCP_FINDING_WARNING,
                               N_ ("Anthropic rejects a request with such a name: up to 64 "
                                   "letters, digits, “_”, “-” and “.”.") },
  [APP_LINT_TOOLS_MANY] = { "tools-many", MCP_FINDING_WARNING,
                            N_ ("OpenAI accepts 128 tools in a request, Windsurf 100, Cursor 40 "
                                "of all servers, and models choose worse among many.") },
  [APP_LINT_DESCRIPTION_LONG] = { "description-long", MCP_FINDING_NOTE,
                                  N_ ("Some services that speak as OpenAI does cut or refuse "
                                      "descriptions beyond 1024 characters.") },
  [APP_LINT_TOKENS] = { "tokens-many", MCP_FINDING_WARNING,
                        N_ ("Every request to a model pays for it, whether it is called or not.") },
  [APP_LINT_STRICT] = { "strict-impossible", MCP_FINDING_NOTE,
                        N_ ("OpenAI cannot promise that the model keeps to the schema.") },
  [APP_LINT_HINTS_MISSING] = { "hints-missing", MCP_FINDING_NOTE,
                               N_ ("Without annotations, clients treat the tool as destructive "
                                   "and ask before each call.") },
  [APP_LINT_HINTS_DOUBTFUL] = { "hints-doubtful", MCP_FINDING_WARNING,
                                N_ ("Clients run read-only tools without asking; something else "
                                    "suggests that this one makes changes.") },
  [APP_LINT_DESCRIPTION_MISSING] = { "description-missing", MCP_FINDING_WARNING,
                                     N_ ("Models choose tools by their descriptions; without one "
                                         "they guess by the name.") },
  [APP_LINT_DESCRIPTION_SHORT] = { "description-short", MCP_FINDING_NOTE,
                                   N_ ("It says little more than the name; say when to use the "
                                       "tool.") },
  [APP_LINT_ARGUMENT_DESCRIPTION] = { "argument-description-missing", MCP_FINDING_NOTE,
                                      N_ ("Models and people have only the name to go by.") },
  [APP_LINT_TEXT_DIRECTION] = { "text-direction", MCP_FINDING_ERROR,
                                N_ ("People read something else than models do: a known way to "
                                    "hide instructions.") },
  [APP_LINT_TEXT_INVISIBLE] = { "text-invisible", MCP_FINDING_WARNING,
                                N_ ("People do not see what models read; often an accident, "
                                    "sometimes hidden instructions.") },
  [APP_LINT_TEXT_HIDDEN] = { "text-hidden", MCP_FINDING_WARNING,
                             N_ ("People do not see this part in a window or as Markdown; models "
                                 "do.") },
  [APP_LINT_TEXT_INSTRUCTION] = { "text-instruction", MCP_FINDING_WARNING,
                                  N_ ("It addresses the model rather than describing the tool: a "
                                      "known way to inject instructions.") },
};

const char *
app_lint_rule_get_id (AppLintRule self)
{
  g_return_val_if_fail ((guint)self < APP_LINT_N_RULES, NULL);
  return rules[self].id;
}

const char *
app_lint_level_get_word (McpFindingLevel level)
{
  static const char *const words[] = { "note", "warning", "error" };

  g_return_val_if_fail ((guint)level < G_N_ELEMENTS (words), NULL);
  return words[level];
}

const char *
app_lint_level_get_name (McpFindingLevel level)
{
  static const char *const names[] = { N_ ("note"), N_ ("warning"), N_ ("error") };

  g_return_val_if_fail ((guint)level < G_N_ELEMENTS (names), NULL);
  return _ (names[level]);
}

char *
app_lint_level_dup_count (McpFindingLevel level, guint n)
{
  switch (level)
    {
    case MCP_FINDING_ERROR:
      return g_strdup_printf (ngettext ("%u error", "%u errors", n), n);
    case MCP_FINDING_WARNING:
      return g_strdup_printf (ngettext ("%u warning", "%u warnings", n), n);
    case MCP_FINDING_NOTE:
    default:
      return g_strdup_printf (ngettext ("%u note", "%u notes", n), n);
    }
}

McpFindingLevel
app_lint_rule_get_level (AppLintRule self)
{
  g_return_val_if_fail ((guint)self < APP_LINT_N_RULES, MCP_FINDING_NOTE);
  return rules[self].level;
}

const char *
app_lint_rule_get_reason (AppLintRule self)
{
  g_return_val_if_fail ((guint)self < APP_LINT_N_RULES, NULL);
  return _ (rules[self].reason);
}

/* Findings */

struct _AppLintFinding
{
  GObject parent_instance;

  const char     *rule; /* static */
  McpFindingLevel level;
  char           *text;
  char           *reason;
  char           *pointer;    /* (nullable) */
  McpDefinition  *definition; /* (nullable) */
};

MCP_DEFINE_OBJECT (AppLintFinding, app_lint_finding)

MCP_DEFINE_FINALIZE (AppLintFinding, app_lint_finding)
{
  g_free (self->text);
  g_free (self->reason);
  g_free (self->pointer);
  g_clear_object (&self->definition);
}

AppLintFinding *
app_lint_finding_new (AppLintRule     rule,
                      McpFindingLevel level,
                      McpDefinition  *definition,
                      const char     *pointer,
                      const char     *text)
{
  AppLintFinding *self = g_object_new (APP_TYPE_LINT_FINDING, NULL);

  self->rule = app_lint_rule_get_id (rule);
  self->level = level;
  self->text = g_strdup (text);
  self->reason = g_strdup (app_lint_rule_get_reason (rule));
  self->pointer = g_strdup (pointer);
  g_set_object (&self->definition, definition);
  return self;
}

AppLintFinding *
app_lint_finding_new_read (const McpFinding *finding, McpDefinition *definition)
{
  AppLintFinding *self = g_object_new (APP_TYPE_LINT_FINDING, NULL);
  const char     *source = mcp_finding_get_source (finding);

  self->rule = mcp_finding_get_code (finding);
  self->level = mcp_finding_get_level (finding);
  self->text = g_strdup (mcp_finding_get_text (finding));
  /* Translators: %s is a specification and its section */
  self->reason = source != NULL
                     ? g_strdup_printf (_ ("Does not match the specification: %s."), source)
                     : g_strdup (_ ("Clients read it in different ways."));
  self->pointer = g_strdup (mcp_finding_get_pointer (finding));
  g_set_object (&self->definition, definition);
  return self;
}

MCP_DEFINE_GETTER (const char *, AppLintFinding, app_lint_finding, rule)
MCP_DEFINE_GETTER (McpFindingLevel, AppLintFinding, app_lint_finding, level)

const char *
app_lint_finding_get_level_word (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return app_lint_level_get_word (self->level);
}

MCP_DEFINE_GETTER (const char *, AppLintFinding, app_lint_finding, text)
MCP_DEFINE_GETTER (const char *, AppLintFinding, app_lint_finding, reason)
MCP_DEFINE_GETTER (McpDefinition *, AppLintFinding, app_lint_finding, definition)
MCP_DEFINE_GETTER (const char *, AppLintFinding, app_lint_finding, pointer)
