/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchChip: a prompt or a resource that goes with the next message: what it is, of which server,
 * how much, why it cannot be sent; and a button that takes it away again.
 *
 * Signal: remove
 */

#pragma once

#include "app-bench-attachment.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_CHIP (ui_bench_chip_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchChip, ui_bench_chip, UI, BENCH_CHIP, GtkWidget)

/** Returns: (transfer floating) */
GtkWidget *ui_bench_chip_new (AppBenchAttachment *attachment);
/** Returns: (transfer none) */
AppBenchAttachment *ui_bench_chip_get_attachment (UiBenchChip *self);

G_END_DECLS
