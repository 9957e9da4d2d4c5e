/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLintGroups: the findings of a server by what they are about: a GListModel of AppLintGroup, the
 * server as a whole first, then the definitions in their order. Groups keep their identity while
 * the filter changes. Main thread only.
 *
 * AppLintGroup: the findings about one definition, or about the server as a whole, that the filter
 * lets through: a GListModel of AppLintFinding.
 */

#pragma once

#include "app-lint.h"

#define APP_LINT_ALL_LEVELS                                 \
  ((1u << MCP_FINDING_NOTE) | (1u << MCP_FINDING_WARNING) | \
   (1u << MCP_FINDING_ERROR))

#define APP_TYPE_LINT_GROUP (app_lint_group_get_type ())
G_DECLARE_FINAL_TYPE (AppLintGroup, app_lint_group, APP, LINT_GROUP, GObject)

/** Returns: (transfer none) (nullable) */
McpDefinition *app_lint_group_get_definition (AppLintGroup *self);
/** Returns: (transfer none): what it is about, as the server calls it; fit to be shown */
const char *app_lint_group_get_title (AppLintGroup *self);
/** What it costs to describe the tool to a model; 0 where it is no tool. */
guint app_lint_group_get_tokens (AppLintGroup *self);
/** "2 errors, 1 warning", of all its findings; "nothing found".
 * Returns: (transfer full): translated */
char *app_lint_group_dup_summary (AppLintGroup *self);

#define APP_TYPE_LINT_GROUPS (app_lint_groups_get_type ())
G_DECLARE_FINAL_TYPE (AppLintGroups, app_lint_groups, APP, LINT_GROUPS, GObject)

/** Tools are there though nothing was found about them, for their tokens. Returns: (transfer full)
 */
AppLintGroups *app_lint_groups_new (AppLint *lint);
/** The same findings, those of one rule together, the gravest first. Returns: (transfer full) */
AppLintGroups *app_lint_groups_new_by_rule (AppLint *lint);

/** Shows what passes. @words: (nullable): all of them, in any order, whatever their case */
void app_lint_groups_set_filter (AppLintGroups *self, guint levels, const char *words);
/** What is shown, to be pasted. Returns: (transfer full) */
char *app_lint_groups_dup_text (AppLintGroups *self);
