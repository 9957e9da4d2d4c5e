/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchema: a JSON Schema, indexed: every sub-schema is a node, its keywords are read once into
 * tables, references are resolved. Speaks 2020-12 (also where "$schema" is absent), 2019-09 and
 * draft-07, and custom metaschemas with "$vocabulary" where they are registered. Another dialect
 * becomes a finding, and every report is incomplete. Nothing is ever fetched.
 *
 * Immutable after mcp_schema_new(), atomically refcounted, may be used by several threads at once.
 * It holds the document that it was made from.
 *
 * Source: JSON Schema 2020-12, 2019-09, draft-07. Numbers compare exactly at any size, lengths
 * count code points, patterns are ECMA-262 with the u flag. Of duplicate members each must fit.
 */

#pragma once

#include "mcp-schema-report.h"

typedef enum {
  MCP_SCHEMA_PLAIN = 0,
  /* "format" must hold; else it is an annotation, as the specification has it */
  MCP_SCHEMA_ASSERT_FORMATS = 1 << 0,
  /* "contentEncoding" and "contentMediaType" must hold, for base64 and JSON */
  MCP_SCHEMA_ASSERT_CONTENT = 1 << 1,
} McpSchemaFlags;

typedef struct _McpSchema McpSchema;

/** @value: the schema, an object or a boolean; anything else becomes a finding.
 * Returns: (transfer full) */
McpSchema *mcp_schema_new (McpJsonValue value);
/** @dialect: what is spoken where "$schema" is absent
 * @others: (nullable) (element-type utf8 McpJsonDocument): what it may refer to by an absolute
 * address without fragment, beside the metaschemas; nothing is fetched; not to be changed later
 * Returns: (transfer full) */
McpSchema *
mcp_schema_new_with (McpJsonValue value, McpSchemaDialect dialect, GHashTable *others);

McpSchema *mcp_schema_ref (McpSchema *self);
void       mcp_schema_unref (McpSchema *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchema, mcp_schema_unref)

McpJsonValue     mcp_schema_get_value (McpSchema *self);
McpSchemaDialect mcp_schema_get_dialect (McpSchema *self);

/** What was noticed while indexing: keywords whose value means nothing (they are ignored),
 * references that lead nowhere or out, another dialect.
 * Returns: (transfer none) (nullable) (element-type McpFinding): %NULL where all is in order */
GPtrArray *mcp_schema_get_findings (McpSchema *self);
/** All that can be said against the schema, which takes longer: the findings above, its
 * metaschema's errors, patterns that are not ECMA-262, references that lead to themselves.
 * Returns: (transfer full) (nullable) (element-type McpFinding) */
GPtrArray *mcp_schema_check (McpSchema *self);

/** Holds a value against the schema.
 * @flags: McpSchemaFlags
 * @budget: (nullable): %NULL for the default one
 * Returns: (transfer full) */
McpSchemaReport *mcp_schema_validate (McpSchema             *self,
                                      McpJsonValue           value,
                                      guint                  flags,
                                      const McpSchemaBudget *budget);
/** The same, ending at the first error and describing none: several times faster. */
McpSchemaOutcome mcp_schema_test (McpSchema             *self,
                                  McpJsonValue           value,
                                  guint                  flags,
                                  const McpSchemaBudget *budget);

/* Numbers as written, of whatever size */

/** Returns: less than, equal to or greater than 0, as @a is to @b */
int mcp_schema_number_compare (McpJsonValue a, McpJsonValue b);
