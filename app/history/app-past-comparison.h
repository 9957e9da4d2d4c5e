/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What differs between two exchanges of the history: their requests and their responses, each read
 * whole. Functions without state; main thread only.
 */

#pragma once

#include "app-comparison.h"
#include "app-past-list.h"

void app_past_comparison_async (AppPastList        *list,
                                AppPastEntry       *before,
                                AppPastEntry       *after,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** Returns: (transfer full) (nullable): why one of them cannot be read */
AppComparison *app_past_comparison_finish (GAsyncResult *result, GError **error);
