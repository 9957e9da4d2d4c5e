/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseDesk: what a person measures from the model bench: something that was said there, or a
 * file of cases, asked several times of several models, each with the tools as they are and with
 * something changed beside it. Tools are those that are used on the bench, and its options hold.
 * Main thread only; what runs goes on until it ends or is stopped.
 *
 * Properties (all notify)
 *   state (AppCaseDeskState)
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

#include "app-bench-desk.h"
#include "app-case-line.h"
#include "app-case-model.h"
#include "app-case-setup.h"

G_BEGIN_DECLS

typedef enum {
  APP_CASE_DESK_PLANNING,
  APP_CASE_DESK_RUNNING,
  APP_CASE_DESK_ENDED, /* there is a report */
} AppCaseDeskState;

/* Models that are asked beside each other. */
#define APP_CASE_DESK_MAX_MODELS 3u

#define APP_TYPE_CASE_DESK_STATE (app_case_desk_state_get_type ())
GType app_case_desk_state_get_type (void);

#define APP_TYPE_CASE_DESK (app_case_desk_get_type ())
G_DECLARE_FINAL_TYPE (AppCaseDesk, app_case_desk, APP, CASE_DESK, GObject)

/** @bench: held. @turn: what the person said there, which is measured; G_MAXUINT: what is said next
 * Returns: (transfer full) */
AppCaseDesk *app_case_desk_new (AppBenchDesk *bench, guint turn);

/** Returns: (transfer none): what is chosen */
AppCaseSetup *app_case_desk_get_setup (AppCaseDesk *self);
/** Returns: (transfer none): of AppCaseModel */
GListModel *app_case_desk_get_models (AppCaseDesk *self);
/** Returns: (transfer none): of AppCaseLine: what came of it so far */
GListModel      *app_case_desk_get_lines (AppCaseDesk *self);
AppCaseDeskState app_case_desk_get_state (AppCaseDesk *self);
/** Returns: (transfer full): names of the tools that a model is told */
char **app_case_desk_dup_tools (AppCaseDesk *self);
/** Returns: (transfer full) (nullable): what is said of the tool that is chosen */
char *app_case_desk_dup_description (AppCaseDesk *self);
/** Returns: (transfer full) (nullable): what there is to say of the tools as they were approved;
 * %NULL where a model would be told nothing else than now */
char *app_case_desk_dup_approved (AppCaseDesk *self);

/** Takes the cases of a file in place of the prompt, whoever's it is: see app-case-import.h. What
 * goes wrong is told by "problem". */
void app_case_desk_open (AppCaseDesk *self, GFile *file);
/** In state PLANNING or ENDED. */
void app_case_desk_run (AppCaseDesk *self);
/** What came stays. */
void app_case_desk_stop (AppCaseDesk *self);
/** From the report to the plan. */
void app_case_desk_plan (AppCaseDesk *self);

/** Returns: (transfer full) (nullable): for a person; %NULL where nothing was run */
char *app_case_desk_dup_report (AppCaseDesk *self);
/** Returns: (transfer full) (nullable): JUnit's XML; as above */
char *app_case_desk_dup_junit (AppCaseDesk *self);
/** Returns: (transfer full): the cases as a file of our own */
GBytes *app_case_desk_dup_cases (AppCaseDesk *self);

G_END_DECLS
