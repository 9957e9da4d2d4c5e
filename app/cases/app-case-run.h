/* SPDX-License-Identifier: GPL-3.0-or-later */

/** AppCaseRun: one run that was made, with its conversation. Immutable. */

#pragma once

#include "app-case-record.h"

#include <gio/gio.h>

#define APP_TYPE_CASE_RUN (app_case_run_get_type ())
G_DECLARE_FINAL_TYPE (AppCaseRun, app_case_run, APP, CASE_RUN, GObject)

/** @turns: (element-type McpModelTurn): copied. Returns: (transfer full) */
AppCaseRun *app_case_run_new (guint number, const AppCaseRecord *record, GPtrArray *turns);
/** Returns: (transfer none): "Run 3: right" */
const char *app_case_run_get_title (AppCaseRun *self);
/** Returns: (transfer none): what was wrong, or what was called */
const char *app_case_run_get_detail (AppCaseRun *self);
/** Returns: (transfer none): of AppModelBlock: the conversation; lives as long as @self */
GListModel *app_case_run_get_blocks (AppCaseRun *self);
