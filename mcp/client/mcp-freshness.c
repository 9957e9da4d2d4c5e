/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-freshness.h"

/* A longer time is taken for this one: a session hardly lasts longer, and sums stay in range. */
#define MAX_TTL_MS G_GINT64_CONSTANT (604800000)

gboolean
mcp_freshness_read (McpFreshness *self, McpResponse *response)
{
  McpJsonValue result = mcp_response_get_result (response);
  McpJsonValue ttl = mcp_json_value_get_member (result, "ttlMs");
  McpJsonValue scope = mcp_json_value_get_member (result, "cacheScope");
  double       ms = mcp_json_value_get_double (ttl, 0);

  self->received = mcp_response_get_ended (response);
  self->ttl_ms = ms > 0 ? (gint64)MIN (ms, (double)MAX_TTL_MS) : 0;
  self->scope = MCP_CACHE_UNSAID;
  if (mcp_json_value_string_equals (scope, "public"))
    self->scope = MCP_CACHE_PUBLIC;
  else if (mcp_json_value_string_equals (scope, "private"))
    self->scope = MCP_CACHE_PRIVATE;
  return mcp_json_value_exists (ttl) || mcp_json_value_exists (scope);
}

gint64
mcp_freshness_get_age (const McpFreshness *self, gint64 now)
{
  return MAX (now - self->received, 0) / 1000;
}

gint64
mcp_freshness_get_left (const McpFreshness *self, gint64 now)
{
  return MAX (self->ttl_ms - mcp_freshness_get_age (self, now), 0);
}

void
mcp_freshness_merge (McpFreshness *self, const McpFreshness *other)
{
  gint64 end = MIN (self->received + self->ttl_ms * 1000, other->received + other->ttl_ms * 1000);

  self->received = MIN (self->received, other->received);
  self->ttl_ms = MAX (end - self->received, 0) / 1000;
  self->scope = MAX (self->scope, other->scope);
}
