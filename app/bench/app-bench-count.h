/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How many tokens the provider itself counts in what would be asked now, without asking the model:
 * once with the tools and once without, so that their true price is known. What is sent is what a
 * request would send, with what is secret masked.
 */

#pragma once

#include "app-bench.h"

G_BEGIN_DECLS

typedef struct
{
  gint64   total;
  gint64   tools;     /* what of it the tools take */
  gboolean stands_in; /* nothing was said that waits for an answer: a message of one character
                       * was counted in its place */
} AppBenchCount;

/** @self: held; must not run. @cancellable: (nullable). Its source is @self */
void app_bench_count_async (AppBench           *self,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** @failure: (out) (transfer full) (nullable) (optional): what the provider said
 * Returns: %FALSE with the errors of McpModelCatalogue, and of app_bench_run_describe() */
gboolean app_bench_count_finish (AppBench         *self,
                                 GAsyncResult     *result,
                                 AppBenchCount    *count,
                                 McpModelFailure **failure,
                                 GError          **error);

G_END_DECLS
