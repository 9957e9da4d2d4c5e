/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchRecorder: what went over the wire for a conversation, for the Raw view: the last of it,
 * with what is secret masked. A plain struct. Main thread only.
 */

#pragma once

#include "app-bench-mask.h"
#include "app-bench-wire.h"
#include "mcp-model-exchange.h"

G_BEGIN_DECLS

/* Of one conversation: the oldest go. */
#define APP_BENCH_RECORDER_MAX 200u
#define APP_BENCH_RECORDER_BYTES (32u * 1024u * 1024u)

typedef struct _AppBenchRecorder AppBenchRecorder;

/** Returns: (transfer full) */
AppBenchRecorder *app_bench_recorder_new (void);
void              app_bench_recorder_free (AppBenchRecorder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchRecorder, app_bench_recorder_free)

/** Returns: (transfer none): of AppBenchWire */
GListModel *app_bench_recorder_get_model (AppBenchRecorder *self);
/** @turn: that came of it. @mask: knows what is secret */
void app_bench_recorder_add (AppBenchRecorder *self,
                             guint             turn,
                             McpModelExchange *exchange,
                             AppBenchMask     *mask);
void app_bench_recorder_clear (AppBenchRecorder *self);

G_END_DECLS
