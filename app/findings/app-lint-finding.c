/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-lint-finding.h"

#include <glib/gi18n-lib.h>

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
