/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * One run of a case: what it says is said to a model, and what the model does is held against what
 * is expected. Tools that are not said to be read-only do not run unless that is allowed, and none
 * does where results were recorded. Main thread only.
 */

#pragma once

#include "app-model-conversation.h"
#include "app-case-record.h"
#include "app-case-suite.h"

/** @item: lives until the callback
 * @bench: who is asked, with what tools; it begins again. Its options say what the run may take at
 * most; what the case says goes before them, for this run.
 * @allow_tools: whether tools run that may change something */
void app_case_trial_run_async (const AppCase        *item,
                               AppModelConversation *bench,
                               gboolean              allow_tools,
                               GCancellable         *cancellable,
                               GAsyncReadyCallback   callback,
                               gpointer              user_data);
/** @end: (out): how its last turn ended; APP_MODEL_ANSWERED where it came to its end
 * @failure: (out) (transfer full) (nullable): what the provider said
 * Returns: (transfer full): what came of it; with @error where the provider failed, or it was
 * stopped */
AppCaseRecord *app_case_trial_run_finish (GAsyncResult     *result,
                                          AppModelEnd      *end,
                                          McpModelFailure **failure,
                                          GError          **error);
