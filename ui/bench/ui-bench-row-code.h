/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowCode: code that a model wrote, as a row.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_CODE (ui_bench_row_code_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRowCode, ui_bench_row_code, UI, BENCH_ROW_CODE, UiBenchRow)

G_END_DECLS
