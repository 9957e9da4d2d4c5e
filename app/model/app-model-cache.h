/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelCache: what came of calls, so that the same call is not sent again. Off, unless a person
 * wants it: a server may answer otherwise a second time. Failures are not kept. Main thread only.
 */

#pragma once

#include "app-model-result.h"

typedef enum {
  APP_MODEL_NO_CACHE,
  APP_MODEL_CACHE_READ_ONLY, /* of tools that only read, as their server says */
  APP_MODEL_CACHE_ALL,
} AppModelCaching;

/* Calls that are kept, and bytes of what the model was told of them; the oldest go. */
#define APP_MODEL_CACHE_MAX 500u
#define APP_MODEL_CACHE_BYTES (64u * 1024u * 1024u)

typedef struct _AppModelCache AppModelCache;

/** Returns: (transfer full) */
AppModelCache *app_model_cache_new (void);
void           app_model_cache_free (AppModelCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelCache, app_model_cache_free)

/** What tells calls apart: the order of members and the spelling of numbers do not.
 * @session: whose tool it is; compared, not used. Returns: (transfer full) */
char *app_model_cache_dup_key (gconstpointer session, const char *tool, McpJsonValue arguments);
/** @result: copied */
void app_model_cache_add (AppModelCache *self, const char *key, const AppModelResult *result);
/** Returns: (transfer full) (nullable) */
AppModelResult *app_model_cache_find (AppModelCache *self, const char *key);

/** @text: "read-only" or "all". Returns: %FALSE where it is neither */
gboolean app_model_caching_from_text (const char *text, AppModelCaching *caching);
