/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaTruth: yes, no, or what cannot be said within the budget; private to mcp/schema. "And"
 * is the least, "or" the greatest, "not" the mirror image, so that an answer which the unknown
 * cannot change is still given.
 */

#pragma once

#include <glib.h>

typedef enum {
  MCP_SCHEMA_NO = 0,
  MCP_SCHEMA_MAYBE = 1,
  MCP_SCHEMA_YES = 2,
} McpSchemaTruth;

static inline McpSchemaTruth
mcp_schema_truth_from (gboolean condition)
{
  return condition ? MCP_SCHEMA_YES : MCP_SCHEMA_NO;
}

static inline McpSchemaTruth
mcp_schema_truth_and (McpSchemaTruth a, McpSchemaTruth b)
{
  return a < b ? a : b;
}

static inline McpSchemaTruth
mcp_schema_truth_or (McpSchemaTruth a, McpSchemaTruth b)
{
  return a > b ? a : b;
}

static inline McpSchemaTruth
mcp_schema_truth_not (McpSchemaTruth self)
{
  return (McpSchemaTruth)(MCP_SCHEMA_YES - self);
}
