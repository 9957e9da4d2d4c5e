/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowText: a paragraph or a table: Markdown where a model wrote it, plain where a person
 * did. While it grows it is drawn as plain text.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_TEXT (ui_bench_row_text_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRowText, ui_bench_row_text, UI, BENCH_ROW_TEXT, UiBenchRow)

G_END_DECLS
