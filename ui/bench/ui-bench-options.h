/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchOptions: what is chosen for a conversation beside its model and tools; each question goes
 * out with what it says then.
 */

#pragma once

#include "app-bench-setup.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_OPTIONS (ui_bench_options_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchOptions, ui_bench_options, UI, BENCH_OPTIONS, GtkPopover)

void ui_bench_options_set_setup (UiBenchOptions *self, AppBenchSetup *setup);

G_END_DECLS
