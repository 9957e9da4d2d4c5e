/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCasePlan: what a person measures from the playground: something that was said there, or a file
 * of cases, asked several times of several models, each with the tools as they are and with
 * something changed beside it. Tools are those that are used there, and its options hold;
 * AppCaseController runs it. Main thread only; what runs goes on until it ends or is stopped.
 *
 * Properties (all notify)
 *   state (uint): of an AppCaseState
 *   status (string): one sentence: how far it is, or how it ended
 *   estimate (string): how much will be asked: "30 requests, about 45,000 tokens"
 *   reason (string): why nothing can be run; "" where it can
 *   progress (double): from 0 to 1
 *   file-title (string, nullable): of the file of cases; %NULL where it is a prompt
 *
 * What goes wrong is told by the signal
 *   problem (AppProblem)
 */

#pragma once

#include "app-model-controller.h"
#include "app-case-line.h"
#include "app-case-model.h"
#include "app-case-setup.h"

typedef enum {
  APP_CASE_PLANNING,
  APP_CASE_RUNNING,
  APP_CASE_ENDED, /* there is a report */
} AppCaseState;

/* Models that are asked beside each other. */
#define APP_CASE_PLAN_MAX_MODELS 3u

#define APP_TYPE_CASE_PLAN (app_case_plan_get_type ())
G_DECLARE_FINAL_TYPE (AppCasePlan, app_case_plan, APP, CASE_PLAN, GObject)

/** @bench: held. @turn: what the person said there, which is measured; G_MAXUINT: what is said next
 * @setup: held: what is chosen
 * Returns: (transfer full) */
AppCasePlan *app_case_plan_new (AppModelController *bench, guint turn, AppCaseSetup *setup);

/** Returns: (transfer none): of AppCaseModel */
GListModel *app_case_plan_get_models (AppCasePlan *self);
/** Returns: (transfer none): of AppCaseLine: what came of it so far */
GListModel  *app_case_plan_get_lines (AppCasePlan *self);
AppCaseState app_case_plan_get_state (AppCasePlan *self);
/** Returns: (transfer full): names of the tools that a model is told */
char **app_case_plan_dup_tools (AppCasePlan *self);
/** Returns: (transfer full) (nullable): what is said of the tool that is chosen */
char *app_case_plan_dup_description (AppCasePlan *self);
/** Returns: (transfer full) (nullable): what there is to say of the tools as they were approved;
 * %NULL where a model would be told nothing else than now */
char *app_case_plan_dup_approved (AppCasePlan *self);

/** Takes the cases of a file in place of the prompt, whoever's it is: see app-case-import.h. What
 * goes wrong is told by "problem". */
void app_case_plan_open (AppCasePlan *self, GFile *file);
/** In state PLANNING or ENDED. */
void app_case_plan_run (AppCasePlan *self);
/** What came stays. */
void app_case_plan_stop (AppCasePlan *self);
/** From the report to what is asked. */
void app_case_plan_change (AppCasePlan *self);

/** Returns: (transfer none) (nullable): %NULL where nothing was run */
AppCaseReport *app_case_plan_get_report (AppCasePlan *self);
/** Returns: (transfer full): the cases as a file of our own */
GBytes *app_case_plan_dup_cases (AppCasePlan *self);
