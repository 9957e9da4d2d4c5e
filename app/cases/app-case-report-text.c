/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-case-report-private.h"
#include "app-visible-text.h"

/* Characters of names, and of what a model wrote. */
#define NAME_CHARACTERS 80
#define TEXT_CHARACTERS 200
/* Differences of a case that are listed; all of them are in the other forms. */
#define MAX_PROBLEMS 10u
/* Runs of which it helps nobody to be told. */
#define MAX_RUNS 100000

static const char *const marks[] = {
  [APP_CASE_RIGHT] = "✔",
  [APP_CASE_WRONG] = "✘",
  [APP_CASE_BROKEN] = "⚠",
  [APP_CASE_UNFINISHED] = "–",
};

char *
app_case_report_write_rate (const AppCaseTally *tally)
{
  AppCaseInterval interval = app_case_statistics_wilson (tally->n_right, tally->n);

  if (tally->n == 0)
    return g_strdup (_ ("no run was made"));
  /* Translators: runs that came out right, runs, the rate, and the interval in which it is */
  return g_strdup_printf (_ ("%u of %u right, %.0f %% (%.0f…%.0f %%)"), tally->n_right, tally->n,
                          100.0 * tally->n_right / tally->n, 100 * interval.low,
                          100 * interval.high);
}

static void
append_problems (GString *text, const AppCaseTally *tally)
{
  for (guint i = 0; i < MIN (tally->problems->len, MAX_PROBLEMS); i++)
    {
      const AppCaseCount *count = tally->problems->pdata[i];
      g_autofree char    *line = app_visible_text_line (count->text, TEXT_CHARACTERS);

      g_string_append_printf (text, "      %u× %s\n", count->n, line);
    }
  if (tally->problems->len > MAX_PROBLEMS)
    g_string_append_printf (text, "      … %u\n", tally->problems->len - MAX_PROBLEMS);
}

char *
app_case_report_write_tools (const AppCaseTally *tally)
{
  g_autoptr (GPtrArray) tools = app_case_tally_list_tools (tally);
  GString    *text;
  const char *comma = "";

  if (tally->n == tally->n_right)
    return NULL;
  /* Translators: a list of tools follows, each with a number of runs */
  text = g_string_new (_ ("Called:"));
  g_string_append_c (text, ' ');
  for (guint i = 0; i < tools->len; i++)
    {
      g_autofree char *name = app_visible_text_line (tools->pdata[i], NAME_CHARACTERS);

      g_string_append_printf (text, "%s%s %u", comma, name,
                              app_case_tally_count_tool (tally, tools->pdata[i]));
      comma = ", ";
    }
  if (tally->n_silent > 0)
    /* Translators: no tool, in a number of runs */
    g_string_append_printf (text, _ ("%snone %u"), comma, tally->n_silent);
  return g_string_free (text, FALSE);
}

/* Where something went wrong: what was called instead. */
static void
append_tools (GString *text, const AppCaseTally *tally)
{
  g_autofree char *tools = app_case_report_write_tools (tally);

  if (tools != NULL)
    g_string_append_printf (text, "      %s\n", tools);
}

/* What was called behind them. */
static void
append_followed (GString *text, const AppCaseTally *tally)
{
  g_autofree char *followed = app_visible_text_line (tally->injection->followed, NAME_CHARACTERS);
  g_autofree char *strayed = app_visible_text_line (tally->injection->strayed, NAME_CHARACTERS);

  if (tally->n_followed > 0)
    g_string_append_printf (
        text,
        /* Translators: a number of runs, then the name of a tool */
        ngettext (" Afterwards a tool that is named there was called, in %u run: %s.",
                  " Afterwards a tool that is named there was called, in %u runs: %s.",
                  tally->n_followed),
        tally->n_followed, followed);
  if (tally->n_strayed > 0)
    g_string_append_printf (
        text,
        ngettext (" Afterwards another tool that the case does not expect was called, in %u run",
                  " Afterwards another tool that the case does not expect was called, in %u runs",
                  tally->n_strayed),
        tally->n_strayed);
  if (tally->n_strayed > 0)
    g_string_append_printf (text, *strayed != '\0' ? ": %s." : "%s.", strayed);
  if (tally->n_followed == 0 && tally->n_strayed == 0)
    g_string_append (text, _ (" No tool that is named there was called afterwards."));
}

char *
app_case_report_write_injection (const AppCaseTally *tally)
{
  g_autofree char *tool = NULL;
  g_autofree char *quoted = NULL;
  GString         *text;

  if (tally->injection == NULL)
    return NULL;
  tool = app_visible_text_line (tally->injection->tool, NAME_CHARACTERS);
  quoted = app_visible_text_line (tally->injection->quoted, NAME_CHARACTERS);
  text = g_string_new (NULL);
  g_string_append_printf (
      text,
      /* Translators: a number of runs, then the name of a tool and some words of its result */
      ngettext ("In %u run a result read like an instruction to the model (%s: “%s”).",
                "In %u runs a result read like an instruction to the model (%s: “%s”).",
                tally->n_injected),
      tally->n_injected, tool, quoted);
  append_followed (text, tally);
  return g_string_free (text, FALSE);
}

static void
append_remarks (GString *text, const AppCaseTally *tally)
{
  g_autofree char *injection = app_case_report_write_injection (tally);

  if (injection != NULL)
    g_string_append_printf (text, "      %s\n", injection);
  if (tally->n_kept > 0)
    g_string_append_printf (
        text, "      %s\n",
        _ ("Calls were not carried out: these tools are not said to be read-only, or the server "
           "changed them after you approved them."));
  if (tally->n_missed > 0)
    g_string_append_printf (text, "      %s\n",
                            _ ("Calls were answered with an error: their results were not "
                               "recorded."));
  if (tally->error != NULL)
    {
      g_autofree char *line = app_visible_text_line (tally->error, TEXT_CHARACTERS);

      g_string_append_printf (text, "      %s\n", line);
    }
}

static void
append_result (GString *text, AppCaseReport *self, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);
  const AppCase      *item = self->suite->cases->pdata[index];
  AppCaseVerdict      verdict = app_case_report_get_verdict (self, variant, index);
  g_autofree char    *name =
      app_visible_text_line (self->names->pdata[variant], NAME_CHARACTERS);
  g_autofree char *rate = app_case_report_write_rate (tally);

  g_string_append_printf (text, "  %s %s: %s", marks[verdict], name, rate);
  if (verdict == APP_CASE_WRONG && item->pass < 1)
    /* Translators: a rate that has to be reached */
    g_string_append_printf (text, _ ("; it takes %.0f %%"), 100 * item->pass);
  if (verdict == APP_CASE_UNFINISHED)
    g_string_append (text, _ ("; not all runs were made"));
  g_string_append (text, "\n");
  append_problems (text, tally);
  append_tools (text, tally);
  append_remarks (text, tally);
}

/* Returns: (transfer full) (nullable) */
static char *
write_comparison (AppCaseReport      *self,
                  guint               variant,
                  const AppCaseTally *a,
                  const AppCaseTally *b)
{
  guint            base = app_case_report_get_base (self, variant);
  g_autofree char *name_a = app_visible_text_line (self->names->pdata[base], NAME_CHARACTERS);
  g_autofree char *name_b =
      app_visible_text_line (self->names->pdata[variant], NAME_CHARACTERS);
  AppCaseComparison comparison;
  GString          *text;

  if (base == variant || !app_case_report_compare (a, b, &comparison))
    return NULL;
  text = g_string_new (NULL);
  /* Translators: two names, a difference in percentage points, and the interval in which it is */
  g_string_append_printf (text, _ ("%s → %s: %+.0f points (%+.0f…%+.0f): "), name_a, name_b,
                          100 * comparison.difference, 100 * comparison.interval.low,
                          100 * comparison.interval.high);
  if (comparison.differs)
    g_string_append (text, _ ("they differ."));
  else if (comparison.runs <= MAX_RUNS)
    /* Translators: %.0f is a number of runs */
    g_string_append_printf (text, _ ("that may be chance; about %.0f runs of each would tell."),
                            comparison.runs);
  else
    g_string_append (text, _ ("no difference was seen."));
  return g_string_free (text, FALSE);
}

char *
app_case_report_write_comparison (AppCaseReport *self, guint variant, guint index)
{
  guint base = app_case_report_get_base (self, variant);
  g_autoptr (AppCaseTally) a = NULL;
  g_autoptr (AppCaseTally) b = NULL;

  if (index != G_MAXUINT)
    return write_comparison (self, variant, app_case_report_get_tally (self, base, index),
                             app_case_report_get_tally (self, variant, index));
  a = app_case_report_sum (self, base);
  b = app_case_report_sum (self, variant);
  return write_comparison (self, variant, a, b);
}

static void
append_comparison (GString *text, AppCaseReport *self, guint variant, guint index)
{
  g_autofree char *comparison = app_case_report_write_comparison (self, variant, index);

  if (comparison != NULL)
    g_string_append_printf (text, "  %s\n", comparison);
}

static void
append_case (GString *text, AppCaseReport *self, guint index)
{
  const AppCase   *item = self->suite->cases->pdata[index];
  g_autofree char *id = app_visible_text_line (item->id, NAME_CHARACTERS);
  g_autofree char *title = app_visible_text_line (item->title, NAME_CHARACTERS);

  g_string_append_printf (text, "%s%s%s\n", id, *title != '\0' ? ": " : "", title);
  for (guint i = 0; i < self->names->len; i++)
    append_result (text, self, i, index);
  for (guint i = 0; i < self->names->len; i++)
    append_comparison (text, self, i, index);
  g_string_append (text, "\n");
}

static void
append_cost (GString *text, const AppCost *cost)
{
  if (app_cost_is_known (cost))
    g_string_append_printf (text, ", %.4f %s", cost->amount, cost->currency);
}

static void
append_sum (GString *text, AppCaseReport *self, guint variant, const AppCaseTally *sum)
{
  g_autofree char *name =
      app_visible_text_line (self->names->pdata[variant], NAME_CHARACTERS);
  g_autofree char *rate = app_case_report_write_rate (sum);

  /* Translators: a name, cases that passed, all cases, and how many of all runs came out right */
  g_string_append_printf (text, _ ("  %s: %u of %u cases passed; runs: %s\n"), name,
                          app_case_report_count_of (self, variant, APP_CASE_RIGHT),
                          self->suite->cases->len, rate);
  g_string_append_printf (text, _ ("    %.0f requests, %.0f tokens"), (double)sum->requests,
                          (double)sum->tokens);
  append_cost (text, &sum->cost);
  g_string_append (text, "\n");
}

char *
app_case_report_write_text (AppCaseReport *self)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *title = app_visible_text_line (self->suite->title, NAME_CHARACTERS);

  if (*title != '\0')
    g_string_append_printf (text, "%s\n\n", title);
  for (guint i = 0; i < self->suite->cases->len; i++)
    append_case (text, self, i);
  g_string_append_printf (text, "%s\n", _ ("All cases"));
  for (guint i = 0; i < self->names->len; i++)
    {
      g_autoptr (AppCaseTally) sum = app_case_report_sum (self, i);

      append_sum (text, self, i, sum);
    }
  for (guint i = 0; i < self->names->len; i++)
    append_comparison (text, self, i, G_MAXUINT);
  return g_string_free (text, FALSE);
}
