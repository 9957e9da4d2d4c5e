/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiProblemView: a failure in four parts: what happened, whose fault it is, what to do, and, one
 * click away, the raw evidence. A card in its place among other things, or, with a title, all that
 * a page shows. Hides itself while there is no problem. Its buttons run actions that a parent
 * widget has.
 */

#pragma once

#include "app-problem.h"

#include <gtk/gtk.h>

typedef enum {
  UI_PROBLEM_PRIMARY,   /* suggested on a page */
  UI_PROBLEM_SECONDARY, /* before it */
  UI_PROBLEM_TERTIARY,  /* a quieter one behind both */
  UI_PROBLEM_N_BUTTONS
} UiProblemButton;

#define UI_TYPE_PROBLEM_VIEW (ui_problem_view_get_type ())
G_DECLARE_FINAL_TYPE (UiProblemView, ui_problem_view, UI, PROBLEM_VIEW, GtkWidget)

/** @problem: (nullable) */
void ui_problem_view_set_problem (UiProblemView *self, AppProblem *problem);
/** Makes it a page. @title: plain text; a few words; @address: (nullable): visible text: what could
 * not be reached */
void ui_problem_view_set_page (UiProblemView *self,
                               const char    *icon_name,
                               const char    *title,
                               const char    *address);
/** @label: (nullable): %NULL for no button; @action: detailed action name */
void ui_problem_view_set_button (UiProblemView  *self,
                                 UiProblemButton button,
                                 const char     *label,
                                 const char     *action);
