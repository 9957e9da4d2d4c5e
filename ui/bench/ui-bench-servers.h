/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBenchServers: the servers that are connected, each with a switch: whether the model is given
 * its tools.
 */

#pragma once

#include "app-bench-desk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_BENCH_SERVERS (ui_bench_servers_get_type ())
G_DECLARE_FINAL_TYPE (UiBenchServers, ui_bench_servers, UI, BENCH_SERVERS, GtkPopover)

void ui_bench_servers_set_desk (UiBenchServers *self, AppBenchDesk *desk);
/** Returns: (transfer full): in a few words: "2 servers, 24 tools" */
char *ui_bench_servers_dup_summary (AppBenchDesk *desk);

G_END_DECLS
