/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLintFinding: one thing that is better changed in a server's definition. Immutable.
 */

#pragma once

#include <gio/gio.h>

#include "app-lint-rule.h"
#include "mcp-definition.h"

G_BEGIN_DECLS

#define APP_TYPE_LINT_FINDING (app_lint_finding_get_type ())
G_DECLARE_FINAL_TYPE (AppLintFinding, app_lint_finding, APP, LINT_FINDING, GObject)

/** @definition, @pointer: (nullable). Returns: (transfer full) */
AppLintFinding *app_lint_finding_new (AppLintRule     rule,
                                      McpFindingLevel level,
                                      McpDefinition  *definition,
                                      const char     *pointer,
                                      const char     *text);
/** What reading the definition had to say. Returns: (transfer full) */
AppLintFinding *app_lint_finding_new_read (const McpFinding *finding, McpDefinition *definition);

/** Returns: (transfer none) */
const char     *app_lint_finding_get_rule (AppLintFinding *self);
McpFindingLevel app_lint_finding_get_level (AppLintFinding *self);
/** Returns: (transfer none): "error", "warning" or "note": for programs */
const char *app_lint_finding_get_level_word (AppLintFinding *self);
const char *app_lint_finding_get_text (AppLintFinding *self);
const char *app_lint_finding_get_reason (AppLintFinding *self);
/** Returns: (transfer none) (nullable): held */
McpDefinition *app_lint_finding_get_definition (AppLintFinding *self);
/** Returns: (transfer none) (nullable) */
const char *app_lint_finding_get_pointer (AppLintFinding *self);

G_END_DECLS
