/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpFreshness: for how long and for whom a server lets its response be used again. A plain value.
 *
 * Source: MCP 2026-07-28, CacheableResult.
 */

#pragma once

#include "mcp-response.h"

typedef enum {
  MCP_CACHE_UNSAID,
  MCP_CACHE_PUBLIC,  /* whoever asks gets the same */
  MCP_CACHE_PRIVATE, /* it is for the authorization with which it was asked */
} McpCacheScope;

typedef struct
{
  gint64        received; /* µs, g_get_monotonic_time() */
  gint64        ttl_ms;   /* 0: stale at once; also where the server said nothing that is a time */
  McpCacheScope scope;
} McpFreshness;

/** Returns: %FALSE where the server said nothing of it; @self then is stale */
gboolean mcp_freshness_read (McpFreshness *self, McpResponse *response);
/** @now: µs, monotonic. Returns: ms since it came */
gint64 mcp_freshness_get_age (const McpFreshness *self, gint64 now);
/** Returns: ms that it may still be used; 0 when it is stale */
gint64 mcp_freshness_get_left (const McpFreshness *self, gint64 now);
/** Of several responses that make one whole: as old as the oldest, and as strict as the strictest.
 */
void mcp_freshness_merge (McpFreshness *self, const McpFreshness *other);
