/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiProblemCard: a failure in its place among other things, in four parts: what happened, whose
 * fault it is, what to do, and, one click away, the raw evidence. Hides itself while there is no
 * problem. Its button runs an action that a parent widget has.
 *
 * Properties: action-label, action-name (string, nullable)
 */

#pragma once

#include "app-problem.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_PROBLEM_CARD (ui_problem_card_get_type ())
G_DECLARE_FINAL_TYPE (UiProblemCard, ui_problem_card, UI, PROBLEM_CARD, GtkWidget)

GtkWidget *ui_problem_card_new (void);

/** @problem: (nullable) */
void ui_problem_card_set_problem (UiProblemCard *self, AppProblem *problem);
/** @label: (nullable): %NULL for no button */
void ui_problem_card_set_action (UiProblemCard *self, const char *label, const char *action);

G_END_DECLS
