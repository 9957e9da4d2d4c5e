/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint-finding.h"

#include <glib/gi18n-lib.h>

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
                                      N_ ("Clients cannot check what the reference stands for, "
                                          "and vendors of models refuse the tool.") },
  [APP_LINT_REFERENCE_EXTERNAL] = { "reference-external", MCP_FINDING_ERROR,
                                    N_ ("The specification forbids clients to fetch it, so that "
                                        "nobody can check by it: put it into “$defs”.") },
  [APP_LINT_REFERENCE_CIRCLE] = { "reference-circle", MCP_FINDING_ERROR,
                                  N_ ("It never comes to an end, so that no value can be "
                                      "checked.") },
  [APP_LINT_DIALECT] = { "dialect-unsupported", MCP_FINDING_ERROR,
                         N_ ("Clients have to refuse schemas of dialects that they do not speak; "
                             "every client speaks 2020-12.") },
  [APP_LINT_SCHEMA_INVALID] = { "schema-invalid", MCP_FINDING_ERROR,
                                N_ ("It is no JSON Schema: some clients drop the tool, others the "
                                    "keyword, and vendors of models refuse it.") },
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
                         N_ ("Clients fill in defaults; this one is refused as soon as it is "
                             "sent.") },
  [APP_LINT_REQUIRED] = { "required-unknown", MCP_FINDING_WARNING,
                          N_ ("The member has to be there, and nothing says what it is; mostly a "
                              "name is misspelled.") },
  [APP_LINT_ENUM_DUPLICATE] = { "enum-duplicate", MCP_FINDING_WARNING,
                                N_ ("The same choice is there twice; some clients and vendors "
                                    "fail on that.") },
  [APP_LINT_NUMBER] = { "number-inexact", MCP_FINDING_WARNING,
                        N_ ("Clients in JavaScript read another number than the one that is "
                            "written.") },
  [APP_LINT_BOOLEAN] = { "schema-boolean", MCP_FINDING_WARNING,
                         N_ ("Vendors of models take only objects as schemas, and refuse the tool "
                             "or the whole request.") },
  [APP_LINT_UNTYPED] = { "schema-untyped", MCP_FINDING_WARNING,
                         N_ ("Neither a person's form nor a model knows what to fill in; Gemini "
                             "refuses it.") },
  [APP_LINT_TYPE_UNION] = { "type-union", MCP_FINDING_WARNING,
                            N_ ("Several vendors and clients take one type only, and use the "
                                "first.") },
  [APP_LINT_DIALECT_KEYWORD] = { "keyword-ignored", MCP_FINDING_NOTE,
                                 N_ ("The keyword means nothing, so that what it was meant to "
                                     "forbid is allowed.") },
  [APP_LINT_FORMAT] = { "format-unknown", MCP_FINDING_NOTE,
                        N_ ("JSON Schema has no such format: nothing is checked by it, and some "
                            "clients refuse the schema.") },
  [APP_LINT_NAME_DUPLICATE] = { "name-duplicate", MCP_FINDING_ERROR,
                                N_ ("A call cannot say which of them it means.") },
  [APP_LINT_NAME_VENDOR] = { "name-vendor", MCP_FINDING_WARNING,
                             N_ ("Clients have to rename the tool for models: vendors take 64 "
                                 "letters, digits, “_” and “-”.") },
  [APP_LINT_NAME_CLIENT] = { "name-client", MCP_FINDING_WARNING,
                             N_ ("Clients put the server's name before the tool's; with more than "
                                 "64 characters (60 in Cursor) the tool is left out or refused.") },
  [APP_LINT_PRESET] = { "preset-not-strict", MCP_FINDING_NOTE,
                        N_ ("Dust compares schemas of pre-configured inputs with its own, and "
                            "takes this one for an ordinary argument.") },
  [APP_LINT_ARGUMENT_NAME] = { "argument-name-vendor", MCP_FINDING_WARNING,
                               N_ ("Anthropic refuses a whole request with such a name: 64 "
                                   "letters, digits, “_”, “-” and “.”.") },
  [APP_LINT_TOOLS_MANY] = { "tools-many", MCP_FINDING_WARNING,
                            N_ ("OpenAI takes 128 tools in one request, Windsurf 100, Cursor 40 of "
                                "all servers, and models choose worse among many.") },
  [APP_LINT_DESCRIPTION_LONG] = { "description-long", MCP_FINDING_NOTE,
                                  N_ ("Some services that speak as OpenAI does cut or refuse "
                                      "descriptions beyond 1024 characters.") },
  [APP_LINT_TOKENS] = { "tokens-many", MCP_FINDING_WARNING,
                        N_ ("Every request to a model pays for the tool, whether it is called or "
                            "not.") },
  [APP_LINT_STRICT] = { "strict-impossible", MCP_FINDING_NOTE,
                        N_ ("OpenAI cannot promise that the model keeps to the schema.") },
  [APP_LINT_HINTS_MISSING] = { "hints-missing", MCP_FINDING_NOTE,
                               N_ ("Without hints a client takes the tool for one that may destroy "
                                   "something, and asks the person before each call.") },
  [APP_LINT_HINTS_DOUBTFUL] = { "hints-doubtful", MCP_FINDING_WARNING,
                                N_ ("Clients let a tool run unasked that says it only reads; here "
                                    "something else says that it changes things.") },
  [APP_LINT_DESCRIPTION_MISSING] = { "description-missing", MCP_FINDING_WARNING,
                                     N_ ("A model chooses by the description; without one it "
                                         "guesses by the name.") },
  [APP_LINT_DESCRIPTION_SHORT] = { "description-short", MCP_FINDING_NOTE,
                                   N_ ("It says little more than the name: a model chooses better "
                                       "when it is told when to use the tool.") },
  [APP_LINT_ARGUMENT_DESCRIPTION] = { "argument-description-missing", MCP_FINDING_NOTE,
                                      N_ ("A model and a person have only the name to know what "
                                          "to fill in.") },
  [APP_LINT_TEXT_DIRECTION] = { "text-direction", MCP_FINDING_ERROR,
                                N_ ("A person reads something else than what the model is told: "
                                    "a known way to hide instructions.") },
  [APP_LINT_TEXT_INVISIBLE] = { "text-invisible", MCP_FINDING_WARNING,
                                N_ ("A person does not see what the model is told; mostly it is "
                                    "an accident, sometimes it hides instructions.") },
  [APP_LINT_TEXT_HIDDEN] = { "text-hidden", MCP_FINDING_WARNING,
                             N_ ("A person who reads the text in a window or as Markdown does not "
                                 "see this part; a model does.") },
  [APP_LINT_TEXT_INSTRUCTION] = { "text-instruction", MCP_FINDING_WARNING,
                                  N_ ("It speaks to the model rather than of the tool: a known "
                                      "way to make it do what nobody asked for. Read it.") },
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

G_DEFINE_FINAL_TYPE (AppLintFinding, app_lint_finding, G_TYPE_OBJECT)

static void
app_lint_finding_finalize (GObject *object)
{
  AppLintFinding *self = APP_LINT_FINDING (object);

  g_free (self->text);
  g_free (self->reason);
  g_free (self->pointer);
  g_clear_object (&self->definition);
  G_OBJECT_CLASS (app_lint_finding_parent_class)->finalize (object);
}

static void
app_lint_finding_class_init (AppLintFindingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_lint_finding_finalize;
}

static void
app_lint_finding_init (AppLintFinding *self)
{
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
                     ? g_strdup_printf (_ ("It is not as the specification has it: %s."), source)
                     : g_strdup (_ ("Clients read it in different ways."));
  self->pointer = g_strdup (mcp_finding_get_pointer (finding));
  g_set_object (&self->definition, definition);
  return self;
}

const char *
app_lint_finding_get_rule (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return self->rule;
}

McpFindingLevel
app_lint_finding_get_level (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), MCP_FINDING_NOTE);
  return self->level;
}

const char *
app_lint_finding_get_level_word (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return app_lint_level_get_word (self->level);
}

const char *
app_lint_finding_get_text (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return self->text;
}

const char *
app_lint_finding_get_reason (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return self->reason;
}

McpDefinition *
app_lint_finding_get_definition (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return self->definition;
}

const char *
app_lint_finding_get_pointer (AppLintFinding *self)
{
  g_return_val_if_fail (APP_IS_LINT_FINDING (self), NULL);
  return self->pointer;
}
