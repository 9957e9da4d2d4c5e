/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowHead: who says what follows, when and how much, which of several ways of saying it this
 * is, and what can be done with it.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_HEAD (ui_bench_row_head_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRowHead, ui_bench_row_head, UI, BENCH_ROW_HEAD, UiBenchRow)

/** Moves the focus to what goes on in the direction of @step, or back where that is the end. */
void ui_bench_row_head_focus_fork (UiBenchRowHead *self, int step);

G_END_DECLS
