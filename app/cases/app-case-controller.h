/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseController: runs the cases of a file, as often as they say, with each model, and with what
 * is changed of it: whether the person agreed, what is asked, in which order, and what came of it.
 * The window and the command line both run cases with it; each says who is asked. A case is asked
 * of all variants in turn, so that what changes meanwhile changes for all of them. Main thread
 * only; where it is freed, nothing may run.
 */

#pragma once

#include "app-model-conversation.h"
#include "app-case-file.h"
#include "app-case-report.h"
#include "app-case-variants.h"

typedef struct _AppCaseController AppCaseController;

/** Who is asked, and who is told of what goes on. @model: in the order in which they were added
 * @variant: of the report. @index: of the case */
typedef struct
{
  /* What asks a model, with the options that hold for it. Returns: (transfer full) (nullable):
   * %NULL with @error, or where it was said why */
  AppModelConversation *(*create_bench) (guint model, gpointer user_data, GError **error);
  /* Whether the person agrees that what a session returns goes to that model; may ask. Returns:
   * %FALSE as above */
  gboolean (*agree) (guint model, AppSession *session, gpointer user_data, GError **error);

  /* Each of these may be missing. */

  /* A run came to its end. @bench: has its conversation */
  void (*ran) (guint                 variant,
               guint                 index,
               const AppCaseRecord  *record,
               AppModelConversation *bench,
               gpointer              user_data);
  /* All runs of a case with this variant were made. */
  void (*settled) (guint variant, guint index, gpointer user_data);
  /* The provider failed: this variant is not asked any more. */
  void (*failed) (guint            variant,
                  McpModelFailure *failure,
                  const GError    *error,
                  gpointer         user_data);
} AppCaseFace;

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

/** @file: held. @terms, @face: live as long. Returns: (transfer full) */
AppCaseController *app_case_controller_new (AppCaseFile        *file,
                                            const AppCaseTerms *terms,
                                            const AppCaseFace  *face,
                                            gpointer            user_data);
void               app_case_controller_free (AppCaseController *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseController, app_case_controller_free)

/** Before it runs: a model with the tools as they are, and with all that is changed. @model: its
 * position. @title: its name in the report. Returns: %FALSE with @error, or where it was said
 * why */
gboolean app_case_controller_add_model (AppCaseController *self,
                                        guint              model,
                                        const char        *title,
                                        GError           **error);
/** Returns: (transfer none) (nullable): what tools said when they were approved, where that was to
 * be compared */
AppApprovedTools *app_case_controller_get_approved (AppCaseController *self);
guint             app_case_controller_count_variants (AppCaseController *self);
/** Returns: (transfer none) */
AppModelConversation *app_case_controller_get_bench (AppCaseController *self, guint variant);
/** Returns: (transfer none): what is asked */
AppCaseFile *app_case_controller_get_file (AppCaseController *self);
/** Returns: (transfer none) */
AppCaseReport *app_case_controller_get_report (AppCaseController *self);
/** Of all variants. @rounds: in which a model may call where a case does not say it */
AppCaseEstimate app_case_controller_estimate (AppCaseController *self, guint rounds);
/** Of one variant. @repeat: runs of each case; 0: as the cases say */
AppCaseEstimate
app_case_suite_estimate (const AppCaseSuite *suite, guint repeat, guint rounds);

/** Once. @cancellable: (nullable): stops it: what came stays in the report */
void           app_case_controller_run_async (AppCaseController  *self,
                                              GCancellable       *cancellable,
                                              GAsyncReadyCallback callback,
                                              gpointer            user_data);
AppCaseRunsEnd app_case_controller_run_finish (GAsyncResult *result);
