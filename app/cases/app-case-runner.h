/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseRunner: asks the cases of a suite as often as they say, of each variant: a model, or
 * something that was changed beside it. A case is asked of all variants in turn, so that what
 * changes meanwhile changes for all of them. Main thread only; where it is freed, nothing may run.
 */

#pragma once

#include "app-bench.h"
#include "app-case-report.h"

G_BEGIN_DECLS

typedef struct _AppCaseRunner AppCaseRunner;

/** What holds for all runs. */
typedef struct
{
  guint    repeat;      /* runs of each case; 0: as the cases say */
  gboolean allow_tools; /* tools run that may change something */
  gint64   max_tokens;  /* of all runs together; 0 for any number */
  double   max_cost;    /* the same; 0 for any */
} AppCaseRules;

/** Who is told of what goes on; each may be missing. */
typedef struct
{
  /* A run came to its end. @bench: has its conversation */
  void (*ran) (guint                variant,
               guint                index,
               const AppCaseRecord *record,
               AppBench            *bench,
               gpointer             user_data);
  /* All runs of a case with this variant were made. */
  void (*settled) (guint variant, guint index, gpointer user_data);
  /* The provider failed: this variant is not asked any more. */
  void (*failed) (guint            variant,
                  McpModelFailure *failure,
                  const GError    *error,
                  gpointer         user_data);
  gpointer user_data;
} AppCaseWatch;

typedef enum {
  APP_CASE_RUNS_ENDED,
  APP_CASE_RUNS_STOPPED,
  APP_CASE_RUNS_SPENT, /* a limit was reached */
} AppCaseRunsEnd;

/** How many requests there will be. */
typedef struct
{
  guint64 about;
  guint64 most;
} AppCaseEstimate;

/** @suite: lives as long. @rules, @watch: copied. Returns: (transfer full) */
AppCaseRunner *app_case_runner_new (const AppCaseSuite *suite,
                                    const AppCaseRules *rules,
                                    const AppCaseWatch *watch);
void           app_case_runner_free (AppCaseRunner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseRunner, app_case_runner_free)

/** Before it runs. @bench: held; is asked with what it was set up with
 * @base: the variant that it is compared with; itself for none. Returns: its index */
guint
app_case_runner_add_variant (AppCaseRunner *self, const char *name, AppBench *bench, guint base);
/** Returns: (transfer none) */
AppCaseReport *app_case_runner_get_report (AppCaseRunner *self);
/** Of all variants. @rounds: in which a model may call where a case does not say it */
AppCaseEstimate app_case_runner_estimate (AppCaseRunner *self, guint rounds);
/** Of one variant. @repeat: as the rules have it */
AppCaseEstimate
app_case_suite_estimate (const AppCaseSuite *suite, guint repeat, guint rounds);

/** Once. @cancellable: (nullable): stops it: what came stays in the report */
void           app_case_runner_run_async (AppCaseRunner      *self,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
AppCaseRunsEnd app_case_runner_run_finish (GAsyncResult *result);

G_END_DECLS
