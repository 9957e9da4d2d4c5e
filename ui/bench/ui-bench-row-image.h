/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRowImage: an image from its data; nothing is fetched.
 */

#pragma once

#include "ui-bench-row.h"

G_BEGIN_DECLS

#define UI_TYPE_BENCH_ROW_IMAGE (ui_bench_row_image_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRowImage, ui_bench_row_image, UI, BENCH_ROW_IMAGE, UiBenchRow)

G_END_DECLS
