/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaPattern: a regular expression of a schema, compiled when it is first asked, and asked
 * within bounds; private to mcp/schema. May be used by several threads at once.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-schema-truth.h"

/* Steps of one attempt to match: a hundred times what real patterns need, 1 ms at the most. */
#define MCP_SCHEMA_MATCH_LIMIT 50000

typedef struct _McpSchemaPattern McpSchemaPattern;

/** @text: a string value, whose document outlives this. Returns: (transfer full) */
McpSchemaPattern *mcp_schema_pattern_new (McpJsonValue text);
void              mcp_schema_pattern_free (McpSchemaPattern *self);
McpJsonValue      mcp_schema_pattern_get_text (McpSchemaPattern *self);

/** @text: UTF-8, @length bytes
 * @deadline: of g_get_monotonic_time()
 * Returns: whether the pattern is found in the text; MCP_SCHEMA_MAYBE where that takes too long, or
 * where it is no pattern */
McpSchemaTruth mcp_schema_pattern_matches (McpSchemaPattern *self,
                                           const char       *text,
                                           gsize             length,
                                           gint64            deadline);
/** Compiles it. Returns: (transfer full) (nullable): why it cannot be used, a clause */
char *mcp_schema_pattern_check (McpSchemaPattern *self);
/** @text: ECMA-262, @length bytes of UTF-8. Whether it is a pattern. */
gboolean mcp_schema_pattern_is_valid (const char *text, gsize length);
