/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a meter says, for a person.
 */

#pragma once

#include "app-bench-meter.h"
#include "app-bench-segment.h"
#include "app-price-book.h"

G_BEGIN_DECLS

/** Returns: (transfer full) (element-type AppBenchSegment): the parts that are not empty */
GPtrArray *app_bench_gauge_create_segments (const AppBenchMeter *meter);
/** Returns: (transfer full): "12,431 of 128,000 tokens, estimated" */
char *app_bench_gauge_create_text (const AppBenchMeter *meter);
/** Returns: (transfer full): "0.0310 USD"; "" where it is not known */
char *app_bench_gauge_create_cost (const AppCost *cost);

G_END_DECLS
