/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResultCache: answers that the server lets be used again, by what was asked. It serves one
 * session, and so one authorization; what is private never leaves it. Bounded in number and bytes.
 *
 * Source: MCP 2026-07-28, "Caching".
 */

#pragma once

#include "mcp-freshness.h"

G_BEGIN_DECLS

/* Answers that are kept: pages of four lists and what was read lately. */
#define MCP_RESULT_CACHE_MAX_ANSWERS 1000u
/* And their bytes; one that is larger than a quarter of it is not kept. */
#define MCP_RESULT_CACHE_MAX_BYTES (64u * 1024u * 1024u)

typedef struct _McpResultCache McpResultCache;

McpResultCache *mcp_result_cache_new (void);
void            mcp_result_cache_free (McpResultCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpResultCache, mcp_result_cache_free)

/** @params: (nullable): as the caller wrote them
 * Returns: (transfer full) (nullable): an answer that is still fresh */
McpAnswer *mcp_result_cache_lookup (McpResultCache *self, const char *method, GBytes *params);
/** Keeps the answer where method, params and the server allow it. */
void mcp_result_cache_store (McpResultCache *self,
                             const char     *method,
                             GBytes         *params,
                             McpAnswer      *answer);
/** @method: (nullable): %NULL for all */
void  mcp_result_cache_forget (McpResultCache *self, const char *method);
guint mcp_result_cache_get_size (McpResultCache *self);

G_END_DECLS
