/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpResultCache: a feature of a client that remembers responses which the server lets be used
 * again, by what was asked. It serves one session, and so one authorization; what is private never
 * leaves it. Bounded in number and bytes.
 *
 * Source: MCP 2026-07-28, "Caching".
 */

#pragma once

#include <glib-object.h>

/* Answers that are kept: pages of four lists and what was read lately. */
#define MCP_RESULT_CACHE_MAX_RESPONSES 1000u
/* And their bytes; one that is larger than a quarter of it is not kept. */
#define MCP_RESULT_CACHE_MAX_BYTES (64u * 1024u * 1024u)

#define MCP_TYPE_RESULT_CACHE (mcp_result_cache_get_type ())
G_DECLARE_FINAL_TYPE (McpResultCache, mcp_result_cache, MCP, RESULT_CACHE, GObject)

/** Returns: (transfer full) */
McpResultCache *mcp_result_cache_new (void);
