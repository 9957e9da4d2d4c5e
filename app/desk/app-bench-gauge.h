/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchGauge: what fills a model's context, and what it costs, for a person: estimated, until
 * the provider is asked to count it. Main thread only.
 *
 * Properties (all notify)
 *   meter (string): "12,431 of 128,000 tokens, estimated"; "" where there is no model
 *   warning (string, nullable): it does not fit into the model's context, in words
 *   cost (string): "0.0310 USD"; "" without a price
 *   prices (string): of which day the price is: "prices of 2026-08-01"; "" where it is not told
 *   draft (string, writable): what the person writes and has not sent
 *   n-requests (uint): of the conversation since it was opened
 *   cached (string, nullable): how much of what went out since then came from the provider's cache,
 *     in words; %NULL where none did, or it is not told
 *   can-count (boolean): the provider may be asked for exact numbers now
 *   count (string, nullable): what came of that, in words
 */

#pragma once

#include "app-bench-attachments.h"
#include "app-bench-segment.h"
#include "app-bench.h"

G_BEGIN_DECLS

#define APP_TYPE_BENCH_GAUGE (app_bench_gauge_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchGauge, app_bench_gauge, APP, BENCH_GAUGE, GObject)

/** @attachments: held: what goes with the message that is not sent yet
 * Returns: (transfer full): without a model */
AppBenchGauge *app_bench_gauge_new (AppBenchAttachments *attachments);
/** Looks at all that would be told now. @bench: (nullable): held until the next time */
void app_bench_gauge_update (AppBenchGauge *self, AppBench *bench);
/** Nothing is counted any more. */
void app_bench_gauge_close (AppBenchGauge *self);
/** Returns: (transfer none) (element-type AppBenchSegment): the parts that are not empty; notified
 * as "meter" */
GPtrArray *app_bench_gauge_get_segments (AppBenchGauge *self);
/** Asks the provider; what it counts is shown until something changes. Nothing happens where it
 * cannot count now. */
void app_bench_gauge_count (AppBenchGauge *self);

/** Returns: (transfer full): "0.0310 USD"; "" where it is not known */
char *app_bench_gauge_create_cost (const AppCost *cost);

G_END_DECLS
