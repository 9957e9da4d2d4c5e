/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-report.h"

#include <math.h>

#include "app-case-report-private.h"

/* 0.9 of 10 runs are 9, whatever doubles make of it. */
#define ROUNDING 1e-9

AppCaseReport *
app_case_report_new (const AppCaseSuite *suite, guint repeat)
{
  AppCaseReport *self = g_new0 (AppCaseReport, 1);

  self->suite = suite;
  self->repeat = repeat;
  self->bases = g_array_new (FALSE, FALSE, sizeof (guint));
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->tallies = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  return self;
}

void
app_case_report_free (AppCaseReport *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->bases);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->tallies);
  g_free (self);
}

guint
app_case_report_add_variant (AppCaseReport *self, const char *name, guint base)
{
  GPtrArray *tallies = g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_tally_free);

  for (guint i = 0; i < self->suite->cases->len; i++)
    g_ptr_array_add (tallies, app_case_tally_new ());
  g_array_append_val (self->bases, base);
  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->tallies, tallies);
  return self->names->len - 1;
}

const char *
app_case_report_get_name (AppCaseReport *self, guint variant)
{
  return self->names->pdata[variant];
}

guint
app_case_report_count_runs (AppCaseReport *self, guint index)
{
  const AppCase *item = self->suite->cases->pdata[index];

  return self->repeat > 0 ? self->repeat : MAX (item->repeat, 1);
}

const AppCaseTally *
app_case_report_get_tally (AppCaseReport *self, guint variant, guint index)
{
  return g_ptr_array_index ((GPtrArray *)self->tallies->pdata[variant], index);
}

void
app_case_report_add (AppCaseReport       *self,
                     guint                variant,
                     guint                index,
                     const AppCaseRecord *record)
{
  g_return_if_fail (variant < self->names->len && index < self->suite->cases->len);

  app_case_tally_add (g_ptr_array_index ((GPtrArray *)self->tallies->pdata[variant], index),
                      record);
}

guint
app_case_report_get_base (AppCaseReport *self, guint variant)
{
  return g_array_index (self->bases, guint, variant);
}

AppCaseTally *
app_case_report_sum (AppCaseReport *self, guint variant)
{
  AppCaseTally *sum = app_case_tally_new ();

  for (guint i = 0; i < self->suite->cases->len; i++)
    app_case_tally_add_all (sum, app_case_report_get_tally (self, variant, i));
  return sum;
}

AppCaseVerdict
app_case_report_get_verdict (AppCaseReport *self, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);
  const AppCase      *item = self->suite->cases->pdata[index];

  if (tally->error != NULL)
    return APP_CASE_BROKEN;
  if (tally->n < app_case_report_count_runs (self, index))
    return APP_CASE_UNFINISHED;
  return tally->n_right + ROUNDING >= item->pass * tally->n ? APP_CASE_RIGHT : APP_CASE_WRONG;
}

guint
app_case_report_count_of (AppCaseReport *self, guint variant, AppCaseVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < self->suite->cases->len; i++)
    n += app_case_report_get_verdict (self, variant, i) == verdict;
  return n;
}

guint
app_case_report_count (AppCaseReport *self, AppCaseVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < self->names->len; i++)
    n += app_case_report_count_of (self, i, verdict);
  return n;
}

gboolean
app_case_report_compare (const AppCaseTally *a,
                         const AppCaseTally *b,
                         AppCaseComparison  *comparison)
{
  double rate_a;
  double rate_b;

  if (a->n == 0 || b->n == 0)
    return FALSE;
  rate_a = (double)a->n_right / a->n;
  rate_b = (double)b->n_right / b->n;
  comparison->difference = rate_b - rate_a;
  comparison->interval = app_case_statistics_difference (a->n_right, a->n, b->n_right, b->n);
  comparison->differs = comparison->interval.low > 0 || comparison->interval.high < 0;
  comparison->runs = ceil (app_case_statistics_sample_size (rate_a, rate_b));
  return TRUE;
}

const char *
app_case_verdict_to_text (AppCaseVerdict verdict)
{
  static const char *const texts[] = {
    [APP_CASE_RIGHT] = "passed",
    [APP_CASE_WRONG] = "failed",
    [APP_CASE_BROKEN] = "error",
    [APP_CASE_UNFINISHED] = "unfinished",
  };

  return texts[verdict];
}
