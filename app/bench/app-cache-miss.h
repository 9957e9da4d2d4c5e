/* SPDX-License-Identifier: GPL-3.0-or-later */

/** What a provider says of its cache, in words. */

#pragma once

#include "mcp-model-turn.h"

G_BEGIN_DECLS

/** Returns: (transfer full) (nullable): a sentence: why the cache was missed; %NULL where it was
 * not, or nothing was told */
char *app_cache_miss_write_line (const McpModelTurn *turn);
/** Returns: (transfer full) (nullable): "250 of 1,000 tokens in came from a cache (25 %)"; %NULL
 * where none did, or it was not told */
char *app_cache_miss_write_share (const McpModelUsage *usage);

G_END_DECLS
