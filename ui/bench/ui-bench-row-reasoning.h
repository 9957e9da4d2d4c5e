/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowReasoning: what a model thought, folded to one line.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_REASONING (ui_bench_row_reasoning_get_type ())
G_DECLARE_FINAL_TYPE (
    UiBenchRowReasoning, ui_bench_row_reasoning, UI, BENCH_ROW_REASONING, UiBenchRow)

G_END_DECLS
