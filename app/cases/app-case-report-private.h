/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What the forms of a report are written from; see app-case-report.h. */

#pragma once

#include "app-case-report.h"

G_BEGIN_DECLS

struct _AppCaseReport
{
  const AppCaseSuite *suite;
  guint               repeat;
  GPtrArray          *names;   /* utf8, of the variants */
  GArray             *bases;   /* guint, of each variant: itself for none */
  GPtrArray          *tallies; /* GPtrArray of AppCaseTally, one for each case, of each variant */
};

/** Two variants, of one case or of all. */
typedef struct
{
  double          difference; /* of B over A */
  AppCaseInterval interval;
  gboolean        differs; /* the interval leaves out 0 */
  double          runs;    /* of each that it would take to tell them apart; infinite: never */
} AppCaseComparison;

/** Returns: the variant that it is compared with; itself for none */
guint app_case_report_get_base (AppCaseReport *self, guint variant);
guint app_case_report_count_of (AppCaseReport *self, guint variant, AppCaseVerdict verdict);
/** Returns: %FALSE where one of them has no runs */
gboolean app_case_report_compare (const AppCaseTally *a,
                                  const AppCaseTally *b,
                                  AppCaseComparison  *comparison);
/** Returns: (transfer none): "passed", …: for programs */
const char *app_case_verdict_to_text (AppCaseVerdict verdict);

G_END_DECLS
