/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchKept: the conversations that are kept: to open, rename and delete them, and whether they
 * are kept at all.
 */

#pragma once

#include "app-bench-desk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_KEPT (ui_bench_kept_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchKept, ui_bench_kept, UI, BENCH_KEPT, GtkPopover)

void ui_bench_kept_set_desk (UiBenchKept *self, AppBenchDesk *desk);
/** Asks for another title. @id: of a conversation that is kept */
void ui_bench_kept_rename (UiBenchKept *self, const char *id);

G_END_DECLS
