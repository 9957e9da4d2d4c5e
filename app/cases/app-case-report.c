/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-report.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-junit.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* 0.9 of 10 runs are 9, whatever doubles make of it. */
#define ROUNDING 1e-9

/* Characters of names, and of what a model wrote. */
#define NAME_CHARACTERS 80
#define TEXT_CHARACTERS 200
/* Differences of a case that are listed; all of them are in the other forms. */
#define MAX_PROBLEMS 10u
#define MAX_SHOWN_PROBLEMS 5u
/* Runs of which it helps nobody to be told. */
#define MAX_RUNS 100000

struct _AppCaseReport
{
  const AppCaseSuite *suite;
  guint               repeat;
  GPtrArray          *names;   /* utf8, of the variants */
  GArray             *bases;   /* guint, of each variant: itself for none */
  GPtrArray          *tallies; /* GPtrArray of AppCaseTally, one for each case, of each variant */
};

/* Two variants, of one case or of all */
typedef struct
{
  double          difference; /* of B over A */
  AppCaseInterval interval;
  gboolean        differs; /* the interval leaves out 0 */
  double          runs;    /* of each that it would take to tell them apart; infinite: never */
} Comparison;

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

static guint
get_base (AppCaseReport *self, guint variant)
{
  return g_array_index (self->bases, guint, variant);
}

/* All cases together. Returns: (transfer full) */
static AppCaseTally *
sum_up (AppCaseReport *self, guint variant)
{
  AppCaseTally *sum = app_case_tally_new ();

  for (guint i = 0; i < self->suite->cases->len; i++)
    app_case_tally_add_all (sum, app_case_report_get_tally (self, variant, i));
  return sum;
}

static AppCaseVerdict
get_verdict (AppCaseReport *self, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);
  const AppCase      *item = self->suite->cases->pdata[index];

  if (tally->error != NULL)
    return APP_CASE_BROKEN;
  if (tally->n < app_case_report_count_runs (self, index))
    return APP_CASE_UNFINISHED;
  return tally->n_right + ROUNDING >= item->pass * tally->n ? APP_CASE_RIGHT : APP_CASE_WRONG;
}

static guint
count_of (AppCaseReport *self, guint variant, AppCaseVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < self->suite->cases->len; i++)
    n += get_verdict (self, variant, i) == verdict;
  return n;
}

guint
app_case_report_count (AppCaseReport *self, AppCaseVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < self->names->len; i++)
    n += count_of (self, i, verdict);
  return n;
}

/* Returns: %FALSE where one of them has no runs */
static gboolean
compare (const AppCaseTally *a,
         const AppCaseTally *b,
         Comparison         *comparison)
{
  if (a->n == 0 || b->n == 0)
    return FALSE;
  double rate_a = (double)a->n_right / a->n;
  double rate_b = (double)b->n_right / b->n;
  comparison->difference = rate_b - rate_a;
  comparison->interval = app_case_statistics_difference (a->n_right, a->n, b->n_right, b->n);
  comparison->differs = comparison->interval.low > 0 || comparison->interval.high < 0;
  comparison->runs = ceil (app_case_statistics_sample_size (rate_a, rate_b));
  return TRUE;
}

/* Text */

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
append_problems (GString *text, const AppCaseTally *tally, const char *indent, guint max)
{
  for (guint i = 0; i < MIN (tally->problems->len, max); i++)
    {
      const AppCaseCount *count = tally->problems->pdata[i];
      g_autofree char    *line = app_visible_text_line (count->text, TEXT_CHARACTERS);

      g_string_append_printf (text, "%s%u× %s\n", indent, count->n, line);
    }
  if (tally->problems->len > max)
    g_string_append_printf (text, "%s… %u\n", indent, tally->problems->len - max);
}

/* Where something went wrong: what was called instead. */
static void
append_tools (GString *text, const AppCaseTally *tally, const char *indent)
{
  g_autoptr (GPtrArray) tools = app_case_tally_list_tools (tally);
  const char *comma = "";

  if (tally->n == tally->n_right)
    return;
  /* Translators: a list of tools follows, each with a number of runs */
  g_string_append_printf (text, "%s%s ", indent, _ ("Called:"));
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
  g_string_append (text, "\n");
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

static void
append_injection (GString *text, const AppCaseTally *tally, const char *indent)
{
  g_autofree char *tool = app_visible_text_line (tally->injection->tool, NAME_CHARACTERS);
  g_autofree char *quoted = app_visible_text_line (tally->injection->quoted, NAME_CHARACTERS);

  g_string_append (text, indent);
  g_string_append_printf (
      text,
      /* Translators: a number of runs, then the name of a tool and some words of its result */
      ngettext ("In %u run a result read like an instruction to the model (%s: “%s”).",
                "In %u runs a result read like an instruction to the model (%s: “%s”).",
                tally->n_injected),
      tally->n_injected, tool, quoted);
  append_followed (text, tally);
  g_string_append (text, "\n");
}

/* All that there is to say of the runs of a case, a line each. @max: problems that are listed */
static void
append_detail (GString *text, const AppCaseTally *tally, const char *indent, guint max)
{
  append_problems (text, tally, indent, max);
  append_tools (text, tally, indent);
  if (tally->injection != NULL)
    append_injection (text, tally, indent);
  if (tally->n_kept > 0)
    g_string_append_printf (
        text, "%s%s\n", indent,
        _ ("Calls were not carried out: these tools are not said to be read-only, or the server "
           "changed them after you approved them."));
  if (tally->n_missed > 0)
    g_string_append_printf (text, "%s%s\n", indent,
                            _ ("Calls were answered with an error: their results were not "
                               "recorded."));
  if (tally->error != NULL)
    {
      g_autofree char *line = app_visible_text_line (tally->error, TEXT_CHARACTERS);

      g_string_append_printf (text, "%s%s\n", indent, line);
    }
}

char *
app_case_report_write_detail (const AppCaseTally *tally)
{
  GString *text = g_string_new (NULL);

  append_detail (text, tally, "", MAX_SHOWN_PROBLEMS);
  return g_strchomp (g_string_free (text, FALSE));
}

static void
append_result (GString *text, AppCaseReport *self, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);
  const AppCase      *item = self->suite->cases->pdata[index];
  AppCaseVerdict      verdict = get_verdict (self, variant, index);
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
  append_detail (text, tally, "      ", MAX_PROBLEMS);
}

/* Returns: (transfer full) (nullable) */
static char *
dup_comparison (AppCaseReport      *self,
                guint               variant,
                const AppCaseTally *a,
                const AppCaseTally *b)
{
  guint            base = get_base (self, variant);
  g_autofree char *name_a = app_visible_text_line (self->names->pdata[base], NAME_CHARACTERS);
  g_autofree char *name_b =
      app_visible_text_line (self->names->pdata[variant], NAME_CHARACTERS);
  Comparison comparison;

  if (base == variant || !compare (a, b, &comparison))
    return NULL;
  GString *text = g_string_new (NULL);
  /* Translators: two names, a difference in percentage points, and the interval in which it is */
  g_string_append_printf (text, _ ("%s → %s: %+.0f points (%+.0f…%+.0f): "), name_a, name_b,
                          100 * comparison.difference, 100 * comparison.interval.low,
                          100 * comparison.interval.high);
  if (comparison.differs)
    g_string_append (text, _ ("they differ."));
  else if (comparison.runs <= MAX_RUNS)
    /* Translators: %.0f is a number of runs */
    g_string_append_printf (text, _ ("this may be chance; about %.0f runs of each would tell."),
                            comparison.runs);
  else
    g_string_append (text, _ ("no significant difference."));
  return g_string_free (text, FALSE);
}

char *
app_case_report_write_comparison (AppCaseReport *self, guint variant, guint index)
{
  guint base = get_base (self, variant);

  if (index != G_MAXUINT)
    return dup_comparison (self, variant, app_case_report_get_tally (self, base, index),
                           app_case_report_get_tally (self, variant, index));
  g_autoptr (AppCaseTally) a = sum_up (self, base);
  g_autoptr (AppCaseTally) b = sum_up (self, variant);
  return dup_comparison (self, variant, a, b);
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
                          count_of (self, variant, APP_CASE_RIGHT),
                          self->suite->cases->len, rate);
  g_string_append_printf (text, _ ("    %'.0f requests, %'.0f tokens"), (double)sum->requests,
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
      g_autoptr (AppCaseTally) sum = sum_up (self, i);

      append_sum (text, self, i, sum);
    }
  for (guint i = 0; i < self->names->len; i++)
    append_comparison (text, self, i, G_MAXUINT);
  return g_string_free (text, FALSE);
}

/* JSON */

/* For programs */
static const char *const verdicts[] = {
  [APP_CASE_RIGHT] = "passed",
  [APP_CASE_WRONG] = "failed",
  [APP_CASE_BROKEN] = "error",
  [APP_CASE_UNFINISHED] = "unfinished",
};

static void
write_rate (McpJsonWriter *writer, const AppCaseTally *tally)
{
  AppCaseInterval interval = app_case_statistics_wilson (tally->n_right, tally->n);

  mcp_json_writer_add (writer, "'runs': %i, 'right': %i,", (int)tally->n, (int)tally->n_right);
  if (tally->n > 0)
    mcp_json_writer_add (writer, "'rate': %d, 'interval': [%d, %d],",
                         (double)tally->n_right / tally->n, interval.low, interval.high);
  mcp_json_writer_add (writer, "'requests': %x, 'tokens': %x,", (gint64)tally->requests,
                       tally->tokens);
  if (app_cost_is_known (&tally->cost))
    mcp_json_writer_add (writer, "'cost': %d, 'currency': %s,", tally->cost.amount,
                         tally->cost.currency);
}

static void
write_tools (McpJsonWriter *writer, const AppCaseTally *tally)
{
  g_autoptr (GPtrArray) tools = app_case_tally_list_tools (tally);

  mcp_json_writer_add (writer, "'tools': {");
  for (guint i = 0; i < tools->len; i++)
    mcp_json_writer_member_int64 (writer, tools->pdata[i],
                                  app_case_tally_count_tool (tally, tools->pdata[i]));
  mcp_json_writer_add (writer, "}, 'without_calls': %i, 'not_carried_out': %i, 'not_recorded': %i",
                       (int)tally->n_silent, (int)tally->n_kept, (int)tally->n_missed);
}

/* Results that read like an instruction to the model. */
static void
write_injection (McpJsonWriter *writer, const AppCaseTally *tally)
{
  const AppCaseInjection *injection = tally->injection;

  if (injection == NULL)
    return;
  mcp_json_writer_add (writer,
                       "'marked': {'runs': %i, 'called_named': %i, 'called_unexpected': %i, "
                       "'tool': ?%s, 'text': ?%s, 'named': ?%s, 'unexpected': ?%s}",
                       (int)tally->n_injected, (int)tally->n_followed, (int)tally->n_strayed,
                       injection->tool, injection->quoted, injection->followed, injection->strayed);
}

static void
write_result (McpJsonWriter *writer, AppCaseReport *self, guint variant, guint index)
{
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);

  mcp_json_writer_add (
      writer, "{'variant': %s, 'verdict': %s,", self->names->pdata[variant],
      verdicts[get_verdict (self, variant, index)]);
  write_rate (writer, tally);
  mcp_json_writer_add (writer, "'error': ?%s, 'problems': [", tally->error);
  for (guint i = 0; i < tally->problems->len; i++)
    {
      const AppCaseCount *count = tally->problems->pdata[i];

      mcp_json_writer_add (writer, "{'kind': %s, 'text': %s, 'runs': %i}",
                           app_case_problem_kind_to_text (count->kind), count->text,
                           (int)count->n);
    }
  mcp_json_writer_add (writer, "],");
  write_tools (writer, tally);
  write_injection (writer, tally);
  mcp_json_writer_add (writer, "}");
}

static void
write_comparison (McpJsonWriter      *writer,
                  AppCaseReport      *self,
                  guint               variant,
                  const AppCaseTally *a,
                  const AppCaseTally *b)
{
  Comparison comparison;
  guint      base = get_base (self, variant);

  if (base == variant || !compare (a, b, &comparison))
    return;
  mcp_json_writer_add (writer,
                       "{'a': %s, 'b': %s, 'difference': %d, 'interval': [%d, %d], 'differs': %b,",
                       self->names->pdata[base], self->names->pdata[variant], comparison.difference,
                       comparison.interval.low, comparison.interval.high, comparison.differs);
  if (isfinite (comparison.runs))
    mcp_json_writer_add (writer, "'runs_to_tell': %d", comparison.runs);
  mcp_json_writer_add (writer, "}");
}

static void
write_case (McpJsonWriter *writer, AppCaseReport *self, guint index)
{
  const AppCase *item = self->suite->cases->pdata[index];

  mcp_json_writer_add (writer, "{'id': %s, 'title': ?%s, 'pass': %d, 'results': [", item->id,
                       item->title, item->pass);
  for (guint i = 0; i < self->names->len; i++)
    write_result (writer, self, i, index);
  mcp_json_writer_add (writer, "], 'comparisons': [");
  for (guint i = 0; i < self->names->len; i++)
    write_comparison (writer, self, i,
                      app_case_report_get_tally (self, get_base (self, i), index),
                      app_case_report_get_tally (self, i, index));
  mcp_json_writer_add (writer, "]}");
}

char *
app_case_report_write_json (AppCaseReport *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GPtrArray) sums =
      g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_tally_free);

  mcp_json_writer_add (writer, "{'title': ?%s, 'cases': [", self->suite->title);
  for (guint i = 0; i < self->suite->cases->len; i++)
    write_case (writer, self, i);
  mcp_json_writer_add (writer, "], 'variants': [");
  for (guint i = 0; i < self->names->len; i++)
    {
      g_ptr_array_add (sums, sum_up (self, i));
      mcp_json_writer_add (writer, "{'name': %s, 'cases': %i, 'passed': %i,",
                           self->names->pdata[i], (int)self->suite->cases->len,
                           (int)count_of (self, i, APP_CASE_RIGHT));
      write_rate (writer, sums->pdata[i]);
      mcp_json_writer_add (writer, "}");
    }
  mcp_json_writer_add (writer, "], 'comparisons': [");
  for (guint i = 0; i < self->names->len; i++)
    write_comparison (writer, self, i, sums->pdata[get_base (self, i)],
                      sums->pdata[i]);
  mcp_json_writer_add (writer, "]}");
  return mcp_json_writer_finish_text (writer);
}

/* JUnit */

static char *
dup_failures (const AppCaseTally *tally)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < tally->problems->len; i++)
    {
      const AppCaseCount *count = tally->problems->pdata[i];

      g_string_append_printf (text, "%s%u× %s", i > 0 ? "\n" : "", count->n, count->text);
    }
  return g_strdup (text->str);
}

static void
add_test (AppJunit *junit, AppCaseReport *self, guint variant, guint index)
{
  static const AppJunitOutcome outcomes[] = {
    [APP_CASE_RIGHT] = APP_JUNIT_PASSED,
    [APP_CASE_WRONG] = APP_JUNIT_FAILURE,
    [APP_CASE_BROKEN] = APP_JUNIT_ERROR,
    [APP_CASE_UNFINISHED] = APP_JUNIT_SKIPPED,
  };
  const AppCase      *item = self->suite->cases->pdata[index];
  const AppCaseTally *tally = app_case_report_get_tally (self, variant, index);
  AppJunitOutcome     outcome = outcomes[get_verdict (self, variant, index)];
  g_autofree char    *rate = g_strdup_printf ("%u of %u", tally->n_right, tally->n);
  g_autofree char    *lines = outcome == APP_JUNIT_FAILURE ? dup_failures (tally) : NULL;

  app_junit_add (junit, self->names->pdata[variant], item->id, outcome,
                 outcome == APP_JUNIT_FAILURE ? rate
                 : outcome == APP_JUNIT_ERROR ? tally->error
                                              : "not all runs were made",
                 lines, -1);
}

char *
app_case_report_write_junit (AppCaseReport *self)
{
  g_autoptr (AppJunit) junit =
      app_junit_new (self->suite->title != NULL ? self->suite->title : "bench");

  for (guint i = 0; i < self->names->len; i++)
    {
      app_junit_begin_suite (junit, self->names->pdata[i]);
      for (guint j = 0; j < self->suite->cases->len; j++)
        add_test (junit, self, i, j);
    }
  return app_junit_finish (junit);
}
