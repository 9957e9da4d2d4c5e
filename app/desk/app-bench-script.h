/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchScript: the scripted model that comes with this program, as a process on this machine. It
 * ends with the object. Main thread only.
 */

#pragma once

#include "mcp-model-provider.h"

G_BEGIN_DECLS

#define APP_TYPE_BENCH_SCRIPT (app_bench_script_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchScript, app_bench_script, APP, BENCH_SCRIPT, GObject)

/* What the model is called. */
#define APP_BENCH_SCRIPT_MODEL "spyglass-demo"
/* How the provider is called in a kept conversation. */
#define APP_BENCH_SCRIPT_ID "scripted-model"

/** Starts it. @program: where the demo server is */
void app_bench_script_start_async (const char         *program,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** Returns: (transfer full) (nullable): %NULL with an error: it cannot be run, or does not say
 * within a few seconds where it listens */
AppBenchScript *app_bench_script_start_finish (GAsyncResult *result, GError **error);

/** Whether it still does. */
gboolean app_bench_script_is_running (AppBenchScript *self);
/** Returns: (transfer none): where it is asked */
McpModelProvider *app_bench_script_get_provider (AppBenchScript *self);

G_END_DECLS
