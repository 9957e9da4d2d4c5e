/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseReport: what came of the cases of a file: with each model, or each version of the tools'
 * descriptions, beside the others, with the intervals in which the rates are. Nothing in it depends
 * on the time that things took: the same answers make the same report.
 */

#pragma once

#include "app-case-record.h"
#include "app-case-statistics.h"
#include "app-case-suite.h"

typedef enum {
  APP_CASE_RIGHT,      /* as many runs came out right as have to */
  APP_CASE_WRONG,      /* less */
  APP_CASE_BROKEN,     /* a run could not be made */
  APP_CASE_UNFINISHED, /* not all of its runs were made */
} AppCaseVerdict;

typedef struct _AppCaseReport AppCaseReport;

/** @suite: lives as long. @repeat: runs of each case; 0: as the cases say
 * Returns: (transfer full) */
AppCaseReport *app_case_report_new (const AppCaseSuite *suite, guint repeat);
void           app_case_report_free (AppCaseReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseReport, app_case_report_free)

/** One more model, or version of the descriptions. @base: the variant that it is compared with;
 * itself for none. Returns: its index */
guint app_case_report_add_variant (AppCaseReport *self, const char *name, guint base);
/** Returns: (transfer none) */
const char *app_case_report_get_name (AppCaseReport *self, guint variant);
/** @index: of the case in its suite. Returns: how many runs of it there are to be */
guint app_case_report_count_runs (AppCaseReport *self, guint index);
void  app_case_report_add (AppCaseReport       *self,
                           guint                variant,
                           guint                index,
                           const AppCaseRecord *record);
/** Returns: (transfer none) */
const AppCaseTally *
app_case_report_get_tally (AppCaseReport *self, guint variant, guint index);
/** Returns: (transfer full): "7 of 10 right, 70 % (40…89 %)" */
char *app_case_report_write_rate (const AppCaseTally *tally);
/** Returns: (transfer full) (nullable): how it differs from the one that it is compared with, a
 * sentence; %NULL where there is none. @index: of a case; G_MAXUINT for all together */
char *app_case_report_write_comparison (AppCaseReport *self, guint variant, guint index);
/** Returns: (transfer full): what was wrong, what was called instead, and what models did behind
 * results that read like an instruction to them, a line each */
char *app_case_report_write_detail (const AppCaseTally *tally);

/** Returns: cases of that verdict, with all models */
guint app_case_report_count (AppCaseReport *self, AppCaseVerdict verdict);

/** For a person; what models and servers wrote is made visible. Returns: (transfer full) */
char *app_case_report_write_text (AppCaseReport *self);
/** Returns: (transfer full): one object, on one line */
char *app_case_report_write_json (AppCaseReport *self);
/** Returns: (transfer full): JUnit's XML, as CI systems read it: a suite for each model */
char *app_case_report_write_junit (AppCaseReport *self);
