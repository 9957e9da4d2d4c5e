/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-runner.h"

#include "app-case-trial.h"

typedef struct
{
  AppBench *bench;
  guint32   seed;    /* of its options */
  gboolean  is_over; /* the provider failed */
} Variant;

struct _AppCaseRunner
{
  const AppCaseSuite *suite;
  AppCaseRules        rules;
  AppCaseWatch        watch;
  AppCaseReport      *report;
  GArray             *variants; /* Variant */
  gint64              tokens;   /* of all runs so far */
  AppCost             cost;

  /* What is asked next */
  guint index; /* of the case */
  guint run;
  guint variant;
};

static void
variant_clear (gpointer data)
{
  g_object_unref (((Variant *)data)->bench);
}

AppCaseRunner *
app_case_runner_new (const AppCaseSuite *suite,
                     const AppCaseRules *rules,
                     const AppCaseWatch *watch)
{
  AppCaseRunner *self = g_new0 (AppCaseRunner, 1);

  self->suite = suite;
  self->rules = *rules;
  self->watch = *watch;
  self->report = app_case_report_new (suite, rules->repeat);
  self->cost = APP_COST_NONE;
  self->variants = g_array_new (FALSE, TRUE, sizeof (Variant));
  g_array_set_clear_func (self->variants, variant_clear);
  return self;
}

void
app_case_runner_free (AppCaseRunner *self)
{
  if (self == NULL)
    return;
  app_case_report_free (self->report);
  g_array_unref (self->variants);
  g_free (self);
}

static Variant *
get_variant (AppCaseRunner *self, guint index)
{
  return &g_array_index (self->variants, Variant, index);
}

guint
app_case_runner_add_variant (AppCaseRunner *self, const char *name, AppBench *bench, guint base)
{
  Variant added = { .bench = g_object_ref (bench) };

  g_array_append_val (self->variants, added);
  return app_case_report_add_variant (self->report, name, base);
}

AppCaseReport *
app_case_runner_get_report (AppCaseRunner *self)
{
  return self->report;
}

/* How much will be asked */

/* Requests of one run of a case. */
static void
estimate_case (const AppCase *item, guint rounds, AppCaseEstimate *estimate)
{
  for (guint i = 0; i < item->turns->len; i++)
    {
      const AppCaseTurn *turn = item->turns->pdata[i];
      gboolean           calls = turn->expect == NULL ||
                       app_case_expectation_count_calls (turn->expect) > 0;

      if (item->results == APP_CASE_NO_RESULTS)
        {
          estimate->about += 1;
          estimate->most += 1;
          continue;
        }
      estimate->about += calls ? 2 : 1;
      estimate->most += (item->rounds > 0 ? item->rounds : rounds) + 1;
    }
}

AppCaseEstimate
app_case_suite_estimate (const AppCaseSuite *suite, guint repeat, guint rounds)
{
  AppCaseEstimate sum = { 0, 0 };

  for (guint i = 0; i < suite->cases->len; i++)
    {
      const AppCase  *item = suite->cases->pdata[i];
      guint64         runs = repeat > 0 ? repeat : MAX (item->repeat, 1);
      AppCaseEstimate one = { 0, 0 };

      estimate_case (item, rounds, &one);
      sum.about += runs * one.about;
      sum.most += runs * one.most;
    }
  return sum;
}

AppCaseEstimate
app_case_runner_estimate (AppCaseRunner *self, guint rounds)
{
  AppCaseEstimate sum = app_case_suite_estimate (self->suite, self->rules.repeat, rounds);

  return (AppCaseEstimate){ sum.about * self->variants->len, sum.most * self->variants->len };
}

/* What is asked next */

static void
end_case (AppCaseRunner *self)
{
  for (guint i = 0; self->watch.settled != NULL && i < self->variants->len; i++)
    if (!get_variant (self, i)->is_over)
      self->watch.settled (i, self->index, self->watch.user_data);
  self->index++;
  self->run = 0;
  self->variant = 0;
}

static gboolean
is_over (AppCaseRunner *self)
{
  for (guint i = 0; i < self->variants->len; i++)
    if (!get_variant (self, i)->is_over)
      return FALSE;
  return TRUE;
}

/* Goes to the next run. Returns: (transfer none) (nullable): who is asked; %NULL at the end */
static Variant *
find_next (AppCaseRunner *self)
{
  while (self->index < self->suite->cases->len)
    {
      Variant *asked;

      if (self->variant == self->variants->len)
        {
          self->variant = 0;
          self->run++;
        }
      if (is_over (self) || self->run == app_case_report_count_runs (self->report, self->index))
        {
          end_case (self);
          continue;
        }
      asked = get_variant (self, self->variant);
      if (!asked->is_over)
        return asked;
      self->variant++;
    }
  return NULL;
}

/* Running */

static void
end (GTask *task, AppCaseRunsEnd end)
{
  AppCaseRunner *self = g_task_get_task_data (task);

  for (guint i = 0; i < self->variants->len; i++)
    app_bench_get_options (get_variant (self, i)->bench)->seed = get_variant (self, i)->seed;
  g_task_return_int (task, end);
  g_object_unref (task);
}

/* What is left of the limits goes to the next run. Returns: %FALSE where nothing is */
static gboolean
set_limits (AppCaseRunner *self, AppBenchOptions *options)
{
  const AppCaseRules *rules = &self->rules;

  if (rules->max_tokens > 0)
    options->max_tokens = rules->max_tokens - self->tokens;
  if (rules->max_cost > 0)
    options->max_cost = rules->max_cost - self->cost.amount;
  return !(rules->max_tokens > 0 && options->max_tokens <= 0) &&
         !(rules->max_cost > 0 && (options->max_cost <= 0 || self->cost.n_unknown > 0));
}

static void
keep (AppCaseRunner *self, const AppCaseRecord *record)
{
  Variant *asked = get_variant (self, self->variant);

  app_case_report_add (self->report, self->variant, self->index, record);
  if (self->watch.ran != NULL)
    self->watch.ran (self->variant, self->index, record, asked->bench, self->watch.user_data);
}

static void run_next (GTask *task);

static void
on_ran (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask         *task = user_data;
  AppCaseRunner *self = g_task_get_task_data (task);
  AppBenchEnd    ended;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCaseRecord) record =
      app_case_trial_run_finish (result, &ended, &failure, &error);

  self->tokens += record->outcome->tokens;
  app_cost_add (&self->cost, &record->cost);
  if (ended == APP_BENCH_STOPPED)
    {
      end (task, APP_CASE_RUNS_STOPPED);
      return;
    }
  /* It is no fault of the model: the run counts as not made. */
  if (ended == APP_BENCH_OUT_OF_TOKENS || ended == APP_BENCH_OUT_OF_MONEY)
    {
      end (task, APP_CASE_RUNS_SPENT);
      return;
    }
  keep (self, record);
  if (ended == APP_BENCH_FAILED)
    {
      get_variant (self, self->variant)->is_over = TRUE;
      if (self->watch.failed != NULL)
        self->watch.failed (self->variant, failure, error, self->watch.user_data);
    }
  self->variant++;
  run_next (task);
}

static void
run_next (GTask *task)
{
  AppCaseRunner   *self = g_task_get_task_data (task);
  Variant         *asked = find_next (self);
  AppBenchOptions *options;

  if (asked == NULL)
    {
      end (task, APP_CASE_RUNS_ENDED);
      return;
    }
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      end (task, APP_CASE_RUNS_STOPPED);
      return;
    }
  options = app_bench_get_options (asked->bench);
  if (!set_limits (self, options))
    {
      end (task, APP_CASE_RUNS_SPENT);
      return;
    }
  /* Each run has another order, and the same seed the same ones. */
  options->seed = asked->seed + self->run;
  app_case_trial_run_async (self->suite->cases->pdata[self->index], asked->bench,
                            self->rules.allow_tools, g_task_get_cancellable (task), on_ran, task);
}

void
app_case_runner_run_async (AppCaseRunner      *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (self->index == 0 && self->run == 0);

  g_task_set_source_tag (task, app_case_runner_run_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  for (guint i = 0; i < self->variants->len; i++)
    get_variant (self, i)->seed = app_bench_get_options (get_variant (self, i)->bench)->seed;
  run_next (task);
}

AppCaseRunsEnd
app_case_runner_run_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), APP_CASE_RUNS_STOPPED);
  return (AppCaseRunsEnd)g_task_propagate_int (G_TASK (result), NULL);
}
