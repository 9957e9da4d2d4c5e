/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCaseRunWindow: the conversation of one run that was measured, to be read.
 */

#pragma once

#include "app-case-run.h"

#include <adwaita.h>

#define UI_TYPE_CASE_RUN_WINDOW (ui_case_run_window_get_type ())
G_DECLARE_FINAL_TYPE (UiCaseRunWindow, ui_case_run_window, UI, CASE_RUN_WINDOW, AdwWindow)

/** Shows it over the window of @near. */
void ui_case_run_window_present (GtkWidget *near, AppCaseRun *run);
