/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLintGroups: the findings of a server by what they are about: a GListModel of AppLintGroup, the
 * server as a whole first, then the definitions in their order. Groups keep their identity while
 * the filter changes. Main thread only.
 */

#pragma once

#include "app-lint-group.h"
#include "app-lint.h"

G_BEGIN_DECLS

#define APP_TYPE_LINT_GROUPS (app_lint_groups_get_type ())
G_DECLARE_FINAL_TYPE (AppLintGroups, app_lint_groups, APP, LINT_GROUPS, GObject)

/** Tools are there though nothing was found about them, for their tokens. Returns: (transfer full)
 */
AppLintGroups *app_lint_groups_new (AppLint *lint);

/** Shows what passes. @words: (nullable): all of them, in any order, whatever their case */
void app_lint_groups_set_filter (AppLintGroups *self, guint levels, const char *words);
/** What is shown, to be pasted. Returns: (transfer full) */
char *app_lint_groups_dup_text (AppLintGroups *self);

G_END_DECLS
