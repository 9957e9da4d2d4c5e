/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiProblemPage: a failure as a page, in four parts: what happened, whose fault it is, what to do,
 * and, one click away, the raw evidence. Stays until its cause is gone.
 *
 * Properties
 *   problem (AppProblem, nullable), icon-name (string), title (string)
 *   primary-label, primary-action, secondary-label, secondary-action (string, nullable): the two
 *   buttons; an action is a detailed action name that a parent widget has
 */

#pragma once

#include "app-problem.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_PROBLEM_PAGE (ui_problem_page_get_type ())
G_DECLARE_FINAL_TYPE (UiProblemPage, ui_problem_page, UI, PROBLEM_PAGE, GtkWidget)

/** @problem: (nullable) */
void ui_problem_page_set_problem (UiProblemPage *self, AppProblem *problem);
/** @title: plain text; a few words */
void ui_problem_page_set_title (UiProblemPage *self, const char *title);
/** @label: (nullable): %NULL for no button; @action: detailed action name */
void ui_problem_page_set_primary (UiProblemPage *self, const char *label, const char *action);
/** @label: (nullable): %NULL for no button; @action: detailed action name */
void ui_problem_page_set_secondary (UiProblemPage *self, const char *label, const char *action);
/** A third, quieter one below. @label: (nullable): %NULL for no button; @action: detailed action
 * name */
void ui_problem_page_set_tertiary (UiProblemPage *self, const char *label, const char *action);

G_END_DECLS
