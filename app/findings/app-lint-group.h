/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLintGroup: the findings about one definition, or about the server as a whole, that a filter
 * lets through: a GListModel of AppLintFinding. Main thread only.
 *
 * Properties (constant)
 *   title (string): what it is about, as the server calls it; fit to be shown
 *   tokens (uint): what telling a model of the tool costs; 0 where it is no tool
 */

#pragma once

#include "app-lint-finding.h"

G_BEGIN_DECLS

/** What of a server's findings is shown. */
typedef struct
{
  guint levels; /* of 1 << McpFindingLevel */
  char *words;  /* (nullable): each has to be in what is shown of a finding, or in the title */
} AppLintFilter;

#define APP_LINT_ALL_LEVELS                                 \
  ((1u << MCP_FINDING_NOTE) | (1u << MCP_FINDING_WARNING) | \
   (1u << MCP_FINDING_ERROR))

#define APP_TYPE_LINT_GROUP (app_lint_group_get_type ())
G_DECLARE_FINAL_TYPE (AppLintGroup, app_lint_group, APP, LINT_GROUP, GObject)

/** @definition: (nullable): %NULL for the server as a whole
 * @findings: (element-type AppLintFinding): held. Returns: (transfer full) */
AppLintGroup *app_lint_group_new (McpDefinition *definition, GPtrArray *findings, guint tokens);

/** Returns: (transfer none) (nullable) */
McpDefinition *app_lint_group_get_definition (AppLintGroup *self);
/** Returns: (transfer none) */
const char *app_lint_group_get_title (AppLintGroup *self);
guint       app_lint_group_get_tokens (AppLintGroup *self);
/** Of all its findings, those that are not shown included. */
guint app_lint_group_count (AppLintGroup *self, McpFindingLevel level);
/** "2 errors, 1 warning", of all its findings; "nothing found".
 * Returns: (transfer full): translated */
char *app_lint_group_dup_summary (AppLintGroup *self);

/** Shows what passes. Returns: whether the group itself does: it shows something, or has nothing to
 * show and @filter keeps nothing back */
gboolean app_lint_group_set_filter (AppLintGroup *self, const AppLintFilter *filter);
/** What is shown, as text to be pasted: a line for the title, two for each finding. */
void app_lint_group_append_text (AppLintGroup *self, GString *text);

G_END_DECLS
