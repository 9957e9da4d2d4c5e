/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchRaw: each request of a conversation and its response as they were on the wire, in a window
 * of its own beside the conversation. JSON is laid out where one wants it.
 *
 * Actions: raw.copy, raw.copy-curl
 */

#pragma once

#include "app-bench-desk.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_RAW (ui_bench_raw_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchRaw, ui_bench_raw, UI, BENCH_RAW, AdwWindow)

/** @near: a widget of the window that it belongs to. @exchanges: of AppBenchWire; followed
 * @desk: (nullable): that asks what the model reads of them; held
 * @turn: the exchange that this turn came of is shown first; G_MAXUINT for the last
 * Returns: (transfer none) */
GtkWindow *
ui_bench_raw_present (GtkWidget *near, GListModel *exchanges, AppBenchDesk *desk, guint turn);

G_END_DECLS
