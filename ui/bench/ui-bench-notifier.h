/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchNotifier: tells a person who is at another window that the model has responded, or asks,
 * by a notification of the desktop; unless they do not want it (setting "bench-notifies").
 */

#pragma once

#include "app-bench-desk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_NOTIFIER (ui_bench_notifier_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchNotifier, ui_bench_notifier, UI, BENCH_NOTIFIER, GObject)

/** @desk: held. @page: borrowed: where its conversation is shown: the notification leads there.
 * Returns: (transfer full) */
UiBenchNotifier *ui_bench_notifier_new (AppBenchDesk *desk, GtkWidget *page);

G_END_DECLS
