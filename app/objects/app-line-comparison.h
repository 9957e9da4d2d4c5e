/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Two texts of a difference held against each other line by line, in a thread. What is listed is
 * bounded, and so is the work (see StoreLineEdit). Functions without state.
 */

#pragma once

#include "app-diff-line.h"
#include "app-difference.h"

/* Lines that are listed; nobody reads more of them. */
#define APP_LINE_COMPARISON_MAX 5000u

/** Whether both are texts, or strings, that are more than a few words. */
gboolean app_line_comparison_fits (AppDifference *difference);
/** Only where it fits. */
void app_line_comparison_run_async (AppDifference      *difference,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** @words: (out) (transfer full): how many lines went and came
 * Returns: (transfer full) (nullable): of AppDiffLine, with remarks; fails only where it is
 *
 * cancelled */
GListModel *app_line_comparison_run_finish (GAsyncResult *result, char **words, GError **error);
