/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowCall: a call of a tool, as a card.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_CALL (ui_bench_row_call_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRowCall, ui_bench_row_call, UI, BENCH_ROW_CALL, UiBenchRow)

G_END_DECLS
