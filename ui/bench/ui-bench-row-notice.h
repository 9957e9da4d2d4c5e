/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowNotice: what the program has to say beside the conversation, or that the model refused.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_NOTICE (ui_bench_row_notice_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRowNotice, ui_bench_row_notice, UI, BENCH_ROW_NOTICE, UiBenchRow)

G_END_DECLS
