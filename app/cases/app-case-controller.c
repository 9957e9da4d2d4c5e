/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-controller.h"

#include "app-case-trial.h"
#include "mcp-object.h"

typedef struct
{
  AppModelConversation *bench;
  guint32               seed;    /* of its options */
  gboolean              is_over; /* the provider failed */
} Variant;

struct _AppCaseController
{
  AppCaseFile        *file;
  const AppCaseSuite *suite; /* of @file */
  const AppCaseTerms *terms;
  const AppCaseFace  *face;
  gpointer            user_data;
  AppCaseReport      *report;
  GArray             *variants; /* Variant */
  AppApprovedTools   *approved; /* (nullable) */
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

AppCaseController *
app_case_controller_new (AppCaseFile        *file,
                         const AppCaseTerms *terms,
                         const AppCaseFace  *face,
                         gpointer            user_data)
{
  AppCaseController *self = g_new0 (AppCaseController, 1);

  self->file = app_case_file_ref (file);
  self->suite = file->suite;
  self->terms = terms;
  self->face = face;
  self->user_data = user_data;
  self->report = app_case_report_new (self->suite, terms->repeat);
  self->cost = APP_COST_NONE;
  self->variants = g_array_new (FALSE, TRUE, sizeof (Variant));
  g_array_set_clear_func (self->variants, variant_clear);
  return self;
}

void
app_case_controller_free (AppCaseController *self)
{
  if (self == NULL)
    return;
  app_case_report_free (self->report);
  g_array_unref (self->variants);
  g_clear_pointer (&self->approved, app_approved_tools_unref);
  app_case_file_unref (self->file);
  g_free (self);
}

static Variant *
get_variant (AppCaseController *self, guint index)
{
  return &g_array_index (self->variants, Variant, index);
}

/* What is asked */

/* @but: (nullable): it was agreed to these already */
static gboolean
agree_to (AppCaseController *self, guint model, GPtrArray *sessions, GPtrArray *but, GError **error)
{
  for (guint i = 0; sessions != NULL && i < sessions->len; i++)
    if (!(but != NULL && g_ptr_array_find (but, sessions->pdata[i], NULL)) &&
        !self->face->agree (model, sessions->pdata[i], self->user_data, error))
      return FALSE;
  return TRUE;
}

/* @base: which variant it is compared with */
static gboolean
add_variant (AppCaseController *self,
             guint              model,
             const char        *title,
             AppCaseChange      change,
             guint              base,
             GError           **error)
{
  g_autofree char *name = app_case_change_dup_name (change, self->terms, title);
  Variant          added = { .bench = self->face->create_bench (model, self->user_data, error) };

  if (added.bench == NULL)
    return FALSE;
  g_array_append_val (self->variants, added);
  app_case_report_add_variant (self->report, name, base);
  app_model_conversation_set_sessions (added.bench, self->terms->sessions);
  return app_case_change_apply (change, added.bench, self->terms, &self->approved, error);
}

gboolean
app_case_controller_add_model (AppCaseController *self,
                               guint              model,
                               const char        *title,
                               GError           **error)
{
  guint base = self->variants->len;

  /* What servers return goes to whoever is asked. */
  if (!agree_to (self, model, self->terms->sessions, NULL, error) ||
      !agree_to (self, model, self->terms->others, self->terms->sessions, error))
    return FALSE;
  /* Models are compared with the first one, and what is changed with the model as it is. */
  for (AppCaseChange change = APP_CASE_AS_IT_IS; change < APP_CASE_N_CHANGES; change++)
    if (app_case_change_is_chosen (change, self->terms) &&
        !add_variant (self, model, title, change, change == APP_CASE_AS_IT_IS ? 0 : base, error))
      return FALSE;
  return TRUE;
}

MCP_DEFINE_PLAIN_GETTER (AppApprovedTools *, AppCaseController, app_case_controller, approved)

guint
app_case_controller_count_variants (AppCaseController *self)
{
  return self->variants->len;
}

AppModelConversation *
app_case_controller_get_bench (AppCaseController *self, guint variant)
{
  return get_variant (self, variant)->bench;
}

MCP_DEFINE_PLAIN_GETTER (AppCaseFile *, AppCaseController, app_case_controller, file)
MCP_DEFINE_PLAIN_GETTER (AppCaseReport *, AppCaseController, app_case_controller, report)

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
app_case_controller_estimate (AppCaseController *self, guint rounds)
{
  AppCaseEstimate sum = app_case_suite_estimate (self->suite, self->terms->repeat, rounds);

  return (AppCaseEstimate){ sum.about * self->variants->len, sum.most * self->variants->len };
}

/* What is asked next */

static void
end_case (AppCaseController *self)
{
  for (guint i = 0; self->face->settled != NULL && i < self->variants->len; i++)
    if (!get_variant (self, i)->is_over)
      self->face->settled (i, self->index, self->user_data);
  self->index++;
  self->run = 0;
  self->variant = 0;
}

static gboolean
is_over (AppCaseController *self)
{
  for (guint i = 0; i < self->variants->len; i++)
    if (!get_variant (self, i)->is_over)
      return FALSE;
  return TRUE;
}

/* Goes to the next run. Returns: (transfer none) (nullable): who is asked; %NULL at the end */
static Variant *
find_next (AppCaseController *self)
{
  while (self->index < self->suite->cases->len)
    {
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
      Variant *asked = get_variant (self, self->variant);
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
  AppCaseController *self = g_task_get_task_data (task);

  for (guint i = 0; i < self->variants->len; i++)
    app_model_conversation_get_options (get_variant (self, i)->bench)->seed =
        get_variant (self, i)->seed;
  g_task_return_int (task, end);
  g_object_unref (task);
}

/* What is left of the limits goes to the next run. Returns: %FALSE where nothing is */
static gboolean
set_limits (AppCaseController *self, AppModelOptions *options)
{
  const AppCaseTerms *terms = self->terms;

  if (terms->max_tokens > 0)
    options->max_tokens = terms->max_tokens - self->tokens;
  if (terms->max_cost > 0)
    options->max_cost = terms->max_cost - self->cost.amount;
  return !(terms->max_tokens > 0 && options->max_tokens <= 0) &&
         !(terms->max_cost > 0 && (options->max_cost <= 0 || self->cost.n_unknown > 0));
}

static void
keep (AppCaseController *self, const AppCaseRecord *record)
{
  Variant *asked = get_variant (self, self->variant);

  app_case_report_add (self->report, self->variant, self->index, record);
  if (self->face->ran != NULL)
    self->face->ran (self->variant, self->index, record, asked->bench, self->user_data);
}

static void run_next (GTask *task);

static void
on_ran (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask             *task = user_data;
  AppCaseController *self = g_task_get_task_data (task);
  AppModelEnd        ended;
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppCaseRecord) record =
      app_case_trial_run_finish (result, &ended, &failure, &error);

  self->tokens += record->outcome->tokens;
  app_cost_add (&self->cost, &record->cost);
  if (ended == APP_MODEL_STOPPED)
    {
      end (task, APP_CASE_RUNS_STOPPED);
      return;
    }
  /* It is no fault of the model: the run counts as not made. */
  if (ended == APP_MODEL_OUT_OF_TOKENS || ended == APP_MODEL_OUT_OF_MONEY)
    {
      end (task, APP_CASE_RUNS_SPENT);
      return;
    }
  keep (self, record);
  if (ended == APP_MODEL_FAILED)
    {
      get_variant (self, self->variant)->is_over = TRUE;
      if (self->face->failed != NULL)
        self->face->failed (self->variant, failure, error, self->user_data);
    }
  self->variant++;
  run_next (task);
}

static void
run_next (GTask *task)
{
  AppCaseController *self = g_task_get_task_data (task);
  Variant           *asked = find_next (self);

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
  AppModelOptions *options = app_model_conversation_get_options (asked->bench);
  if (!set_limits (self, options))
    {
      end (task, APP_CASE_RUNS_SPENT);
      return;
    }
  /* Each run has another order, and the same seed the same ones. */
  options->seed = asked->seed + self->run;
  app_case_trial_run_async (self->suite->cases->pdata[self->index], asked->bench,
                            self->terms->choices->allow_tools, g_task_get_cancellable (task),
                            on_ran, task);
}

void
app_case_controller_run_async (AppCaseController  *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (self->index == 0 && self->run == 0);

  g_task_set_source_tag (task, app_case_controller_run_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  for (guint i = 0; i < self->variants->len; i++)
    get_variant (self, i)->seed =
        app_model_conversation_get_options (get_variant (self, i)->bench)->seed;
  run_next (task);
}

AppCaseRunsEnd
app_case_controller_run_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), APP_CASE_RUNS_STOPPED);
  return (AppCaseRunsEnd)g_task_propagate_int (G_TASK (result), NULL);
}
