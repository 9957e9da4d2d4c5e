/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLintFinding: one thing that is better changed in a server's definition. Immutable.
 */

#pragma once

#include <gio/gio.h>

#include "mcp-finding.h"
#include "mcp-definition.h"

/**
 * AppLintRule: what is looked for in a server's definitions, and why it matters. Beside these the
 * findings that reading a definition brings (McpFinding) are told under their own codes.
 *
 * Source: the specification (MCP 2026-07-28, "JSON Schema Usage" and "Transports"), what other
 * inspectors look for, and what vendors of models refuse (see AppExportFormat).
 */

typedef enum {
  /* Lists that cannot be read */
  APP_LINT_LIST_FAILED,
  APP_LINT_LIST_UNKNOWN,
  /* Schemas that cannot be used as they are */
  APP_LINT_REFERENCE_UNRESOLVED,
  APP_LINT_REFERENCE_EXTERNAL,
  APP_LINT_REFERENCE_CIRCLE,
  APP_LINT_DIALECT,
  APP_LINT_SCHEMA_INVALID,
  APP_LINT_PATTERN_INVALID,
  APP_LINT_PATTERN_SLOW,
  APP_LINT_UNION_EXPONENTIAL,
  APP_LINT_SCHEMA_LARGE,
  APP_LINT_HEADERS,
  /* Schemas that contradict themselves, or that clients read differently */
  APP_LINT_DEFAULT,
  APP_LINT_REQUIRED,
  APP_LINT_NOTHING_FITS,
  APP_LINT_LIMITS,
  APP_LINT_ONLY_NULL,
  APP_LINT_ENUM_VALUE,
  APP_LINT_ENUM_NAMES,
  APP_LINT_ENUM_DUPLICATE,
  APP_LINT_NUMBER,
  APP_LINT_BOOLEAN,
  APP_LINT_UNTYPED,
  APP_LINT_TYPE_UNION,
  APP_LINT_DIALECT_KEYWORD,
  APP_LINT_MISPLACED,
  APP_LINT_FORMAT,
  /* Names and sizes that models' vendors refuse */
  APP_LINT_NAME_DUPLICATE,
  APP_LINT_NAME_VENDOR,
  APP_LINT_NAME_CLIENT,
  APP_LINT_PRESET,
  APP_LINT_ARGUMENT_NAME,
  APP_LINT_TOOLS_MANY,
  APP_LINT_DESCRIPTION_LONG,
  APP_LINT_TOKENS,
  APP_LINT_STRICT,
  /* What clients decide by before they let a model call */
  APP_LINT_HINTS_MISSING,
  APP_LINT_HINTS_DOUBTFUL,
  /* What a model reads */
  APP_LINT_DESCRIPTION_MISSING,
  APP_LINT_DESCRIPTION_SHORT,
  APP_LINT_ARGUMENT_DESCRIPTION,
  APP_LINT_TEXT_DIRECTION,
  APP_LINT_TEXT_INVISIBLE,
  APP_LINT_TEXT_HIDDEN,
  APP_LINT_TEXT_INSTRUCTION,
  APP_LINT_N_RULES,
} AppLintRule;

/** Returns: (transfer none): "enum-duplicate": stays the same, for programs */
const char *app_lint_rule_get_id (AppLintRule self);
/** Returns: (transfer none): "error", "warning" or "note": for programs */
const char *app_lint_level_get_word (McpFindingLevel level);
/** Returns: (transfer none): the same for people, translated: "warning" */
const char *app_lint_level_get_name (McpFindingLevel level);
/** "3 warnings". Returns: (transfer full): translated */
char *app_lint_level_dup_count (McpFindingLevel level, guint n);
/** How grave a finding is, unless it says otherwise. */
McpFindingLevel app_lint_rule_get_level (AppLintRule self);
/** Returns: (transfer none): a sentence for people, translated, that says why it matters */
const char *app_lint_rule_get_reason (AppLintRule self);

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
