/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseRecord: what came of one run of a case. AppCaseTally: what came of all runs of it with one
 * model. Plain structs.
 */

#pragma once

#include "app-case-injection.h"
#include "app-price-list.h"

typedef struct
{
  char             *error;    /* (nullable): why it did not come to its end; it counts as none */
  GPtrArray        *problems; /* (element-type AppCaseProblem): none: it came out right */
  AppCaseOutcome   *outcome;  /* of all its turns */
  guint             n_missed; /* calls whose result was not recorded */
  AppCost           cost;
  AppCaseInjection *injection; /* (nullable): results that read like an instruction to the model */
} AppCaseRecord;

/** Returns: (transfer full): nothing was done yet */
AppCaseRecord *app_case_record_new (void);
void           app_case_record_free (AppCaseRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseRecord, app_case_record_free)

/** A difference, and how many runs had it. */
typedef struct
{
  AppCaseProblemKind kind;
  char              *text;
  guint              n;
} AppCaseCount;

typedef struct
{
  guint             n;        /* runs that came to their end */
  guint             n_right;  /* of these */
  char             *error;    /* (nullable): why the last one did not */
  GPtrArray        *problems; /* (element-type AppCaseCount): as they were first met */
  GHashTable       *tools;    /* name → runs in which it was called */
  guint             n_silent; /* runs in which no tool was called */
  guint             n_kept;   /* calls that did not run, since nobody allowed them */
  guint             n_missed; /* calls whose result was not recorded */
  guint64           requests; /* of all runs, as the next two */
  gint64            tokens;
  AppCost           cost;
  guint             n_injected; /* runs with a result that reads like an instruction to the model */
  guint             n_followed; /* of these; see app-case-injection.h */
  guint             n_strayed;
  AppCaseInjection *injection; /* (nullable): the first */
} AppCaseTally;

/** Returns: (transfer full) */
AppCaseTally *app_case_tally_new (void);
void          app_case_tally_free (AppCaseTally *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseTally, app_case_tally_free)
void app_case_tally_add (AppCaseTally *self, const AppCaseRecord *record);
/** Adds up runs of another case; problems and tools are of one case alone. */
void app_case_tally_add_all (AppCaseTally *self, const AppCaseTally *other);
/** Returns: (transfer container) (element-type utf8): tools that were called, by name */
GPtrArray *app_case_tally_list_tools (const AppCaseTally *self);
guint      app_case_tally_count_tool (const AppCaseTally *self, const char *tool);
