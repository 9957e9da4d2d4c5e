/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSavedRun: runs saved calls one after the other, each with the results of the ones before (see
 * AppPlaceholders), and checks their results. A run may go over several servers.
 *
 * Main thread only.
 */

#pragma once

#include "app-collection.h"
#include "app-approval-rule.h"
#include "app-session.h"

/** How a call ended. */
typedef struct
{
  char   *failure;  /* (nullable): a sentence, secrets masked; %NULL where all is as expected */
  GError *error;    /* (nullable): why there is no result */
  gint64  duration; /* µs */
} AppSavedOutcome;

void app_saved_outcome_free (AppSavedOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppSavedOutcome, app_saved_outcome_free)

#define APP_TYPE_SAVED_RUN (app_saved_run_get_type ())
G_DECLARE_FINAL_TYPE (AppSavedRun, app_saved_run, APP, SAVED_RUN, GObject)

/** Asks about a call that is due and whose arguments earlier results filled in, which nobody saw
 * before. @arguments: as they would be sent. Returns: whether it may run */
typedef gboolean (*AppSavedRunAsk) (const AppSavedCall *call,
                                    const char         *arguments,
                                    const char         *reason,
                                    gpointer            user_data);

/** @ask: (nullable): %NULL where a call that is asked about by itself waits for its answer when it
 * is due, as app_saved_run_get_call() does. Returns: (transfer full) */
AppSavedRun *app_saved_run_new (AppSavedRunAsk ask, gpointer user_data);

/** A call as a question shows it, its secrets masked. @arguments: (nullable): JSON text; %NULL for
 * those that are saved. Returns: (transfer full) */
char *
app_saved_run_dup_text (AppSession *session, const AppSavedCall *call, const char *arguments);

/** Before the first call runs: what the person is to be asked about @call; nothing, where a
 * question about another call of this run covers it. Whoever runs it has their consent to all that
 * was asked about here, with the arguments that were shown; a call that nobody asked about does not
 * run. @call: to live until the run has ended */
AppApproval app_saved_run_ask (AppSavedRun *self, AppSession *session, const AppSavedCall *call);

/** What @call expects of a call that has a result. Returns: (transfer full) (nullable): a sentence,
 * why that is not so */
char *app_saved_run_check (const AppSavedCall *saved, AppCall *call);
/** @call: to live until it has ended */
void app_saved_run_call_async (AppSavedRun        *self,
                               AppSession         *session,
                               const AppSavedCall *call,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
/** Returns: (transfer none) (nullable): the last call that was begun; it may need approval */
AppCall *app_saved_run_get_call (AppSavedRun *self);
/** Returns: (transfer full) */
AppSavedOutcome *app_saved_run_call_finish (AppSavedRun *self, GAsyncResult *result);
