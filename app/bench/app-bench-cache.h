/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchCache: what came of calls, so that the same call is not sent again. Off, unless a person
 * wants it: a server may answer otherwise a second time. Failures are not kept. Main thread only.
 */

#pragma once

#include "app-bench-result.h"

G_BEGIN_DECLS

typedef enum {
  APP_BENCH_NO_CACHE,
  APP_BENCH_CACHE_READ_ONLY, /* of tools that only read, as their server says */
  APP_BENCH_CACHE_ALL,
} AppBenchCaching;

/* Calls that are kept, and bytes of what the model was told of them; the oldest go. */
#define APP_BENCH_CACHE_MAX 500u
#define APP_BENCH_CACHE_BYTES (64u * 1024u * 1024u)

typedef struct _AppBenchCache AppBenchCache;

/** Returns: (transfer full) */
AppBenchCache *app_bench_cache_new (void);
void           app_bench_cache_free (AppBenchCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppBenchCache, app_bench_cache_free)

/** What tells calls apart: the order of members and the spelling of numbers do not.
 * @session: whose tool it is; compared, not used. Returns: (transfer full) */
char *app_bench_cache_dup_key (gconstpointer session, const char *tool, McpJsonValue arguments);
/** @result: copied */
void app_bench_cache_add (AppBenchCache *self, const char *key, const AppBenchResult *result);
/** Returns: (transfer full) (nullable) */
AppBenchResult *app_bench_cache_find (AppBenchCache *self, const char *key);

/** @text: "read-only" or "all". Returns: %FALSE where it is neither */
gboolean app_bench_caching_from_text (const char *text, AppBenchCaching *caching);

G_END_DECLS
