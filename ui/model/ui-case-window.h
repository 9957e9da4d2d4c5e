/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCaseWindow: measures what models do with something that is asked several times: what is asked,
 * of whom, what is changed beside it; then what came of it.
 */

#pragma once

#include "app-case-plan.h"

#include <adwaita.h>

#define UI_TYPE_CASE_WINDOW (ui_case_window_get_type ())
G_DECLARE_FINAL_TYPE (UiCaseWindow, ui_case_window, UI, CASE_WINDOW, AdwWindow)

/** Shows it over the window of @near. @turn: what the person said there, which is measured;
 * G_MAXUINT: what is said next. Returns: (transfer none) */
UiCaseWindow *ui_case_window_present (GtkWidget *near, AppModelController *bench, guint turn);
/** Asks for a file of cases. */
void ui_case_window_ask_for_file (UiCaseWindow *self);
