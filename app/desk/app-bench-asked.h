/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchAsked: who is asked: a model of one of the person's providers with its key, or the
 * scripted model with the tools of the demo server, which it starts. Main thread only.
 *
 * Signals
 *   changed: who it is, or whether it can be asked now
 *   failed (GError): it cannot, or what was chosen could not be kept
 */

#pragma once

#include "app-bench-script.h"
#include "app-model-providers.h"
#include "app-workspace.h"
#include "mcp-model-client.h"

G_BEGIN_DECLS

#define APP_TYPE_BENCH_ASKED (app_bench_asked_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchAsked, app_bench_asked, APP, BENCH_ASKED, GObject)

/** @workspace: held. Returns: (transfer full): nobody, until the list of providers was read: then
 * the one that is asked where none is named, if there is one */
AppBenchAsked *app_bench_asked_new (AppWorkspace *workspace);
/** Another one of the same providers, who is nobody at first; no demo server is started for it.
 * Returns: (transfer full) */
AppBenchAsked *app_bench_asked_new_beside (AppBenchAsked *other);
/** Ends what it started; nothing is told from then on. */
void app_bench_asked_close (AppBenchAsked *self);

/** Returns: (transfer none) */
AppModelProviders *app_bench_asked_get_providers (AppBenchAsked *self);
/** @entry: the id of a provider. @remember: whether it is asked from now on where none is named */
void app_bench_asked_choose (AppBenchAsked *self,
                             const char    *entry,
                             const char    *model,
                             gboolean       remember);
void app_bench_asked_use_script (AppBenchAsked *self);

/** Returns: (transfer none) (nullable): %NULL for the scripted model, and for nobody */
AppModelEntry *app_bench_asked_get_entry (AppBenchAsked *self);
/** Returns: (transfer none) (nullable): %NULL as long as it cannot be asked */
McpModelClient *app_bench_asked_get_client (AppBenchAsked *self);
/** Returns: (transfer none) (nullable): its name */
const char *app_bench_asked_get_model (AppBenchAsked *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_asked_get_key (AppBenchAsked *self);
gboolean    app_bench_asked_is_script (AppBenchAsked *self);
/** Whether it will be told soon whether it can be asked. */
gboolean app_bench_asked_is_starting (AppBenchAsked *self);
/** Returns: (transfer none) (nullable): the demo server's, where the scripted model was used */
AppSession *app_bench_asked_get_session (AppBenchAsked *self);
/** Returns: (transfer full): "gpt-6 · OpenAI"; "" for nobody */
char *app_bench_asked_dup_title (AppBenchAsked *self);

G_END_DECLS
