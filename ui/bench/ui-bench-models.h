/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchModels: who is asked: the providers that the person added, the models that one of them
 * offers, and the scripted model.
 *
 * Signal: providers: the person wants to add or change one
 */

#pragma once

#include "app-bench-desk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_MODELS (ui_bench_models_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchModels, ui_bench_models, UI, BENCH_MODELS, GtkPopover)

void ui_bench_models_set_desk (UiBenchModels *self, AppBenchDesk *desk);

G_END_DECLS
