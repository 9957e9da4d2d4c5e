/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseLine: what came of one case with one variant so far: a line of what was measured.
 *
 * Properties (the others have their values when "rate" notifies)
 *   title (string): the variant's name
 *   case-title (string): the case's; "" where there is only one
 *   rate-text (string): "7 of 10 right, 70 % (40…89 %)"
 *   rate, low, high (double): the rate and its interval, from 0 to 1; rate -1 for none
 *   detail (string): what was wrong, and what was called instead, a line each
 *   comparison (string): how it differs from what it is compared with; "" for nothing
 */

#pragma once

#include "app-case-report.h"
#include "app-case-run.h"

#define APP_TYPE_CASE_LINE (app_case_line_get_type ())
G_DECLARE_FINAL_TYPE (AppCaseLine, app_case_line, APP, CASE_LINE, GObject)

/** Returns: (transfer full): no run was made yet */
AppCaseLine *app_case_line_new (const char *title, const char *case_title);
/** Takes what the report has for it. */
void app_case_line_update (AppCaseLine *self, AppCaseReport *report, guint variant, guint index);
/** @run: (transfer full) */
void app_case_line_take_run (AppCaseLine *self, AppCaseRun *run);
/** Returns: (transfer none): of AppCaseRun, in the order in which they were made */
GListModel *app_case_line_get_runs (AppCaseLine *self);
/** Returns: (transfer none) */
const char *app_case_line_get_title (AppCaseLine *self);
