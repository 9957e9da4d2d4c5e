/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchMeter: what fills the model's context, as one line: a bar with its parts, how many tokens
 * that are, and what it cost. It opens to the parts one by one.
 *
 * Property: desk (AppBenchDesk, nullable)
 */

#pragma once

#include "app-bench-gauge.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_METER (ui_bench_meter_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchMeter, ui_bench_meter, UI, BENCH_METER, GtkWidget)

/** Once. @gauge: held */
void ui_bench_meter_set_gauge (UiBenchMeter *self, AppBenchGauge *gauge);

G_END_DECLS
