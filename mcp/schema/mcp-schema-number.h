/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Exact arithmetic on numbers as written, at any size: what "minimum" and "multipleOf" ask, and who
 * sorts. All take number values.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-schema-truth.h"

/** Whether its value is whole: 1.0 and 1e3 are. */
gboolean mcp_schema_number_is_integer (McpJsonValue self);
gboolean mcp_schema_number_is_positive (McpJsonValue self);
/** Returns: MCP_SCHEMA_MAYBE where deciding would take too long */
McpSchemaTruth mcp_schema_number_is_multiple (McpJsonValue self, McpJsonValue divisor);
/** Equal numbers have equal hashes. */
guint32 mcp_schema_number_hash (McpJsonValue self);
