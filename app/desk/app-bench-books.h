/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchBooks: what lies beside the profiles for estimates: prices of models, and the factors by
 * which tokens are corrected. Both are read in a worker, for each conversation anew, since a person
 * edits the one and other windows write the other. Main thread only.
 */

#pragma once

#include "app-bench.h"

G_BEGIN_DECLS

typedef struct _AppBenchBooks AppBenchBooks;

void app_bench_books_free (AppBenchBooks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchBooks, app_bench_books_free)

void app_bench_books_read_async (GAsyncReadyCallback callback, gpointer user_data);
/** Returns: (transfer full) */
AppBenchBooks *app_bench_books_read_finish (GAsyncResult *result);

/** Hands them on. @self: (transfer full). @bench: does not run */
void app_bench_books_give (AppBenchBooks *self, AppBench *bench);
/** Writes down how what @bench asked for is estimated; it only makes estimates better. */
void app_bench_books_keep (AppBench *bench);

G_END_DECLS
