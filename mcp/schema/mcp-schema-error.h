/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaError: one place where a value does not fit its schema: which value, which keyword, and
 * a sentence that says what to change. Holds the documents of both. Immutable, atomically
 * refcounted.
 */

#pragma once

#include "mcp-schema-keyword.h"

G_BEGIN_DECLS

typedef struct _McpSchemaError McpSchemaError;

void mcp_schema_error_unref (McpSchemaError *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchemaError, mcp_schema_error_unref)

/** Where, from the value that was checked; "" is that value itself. RFC 6901; the member is the one
 * meant also where its name is what is wrong. Returns: (transfer none) */
const char *mcp_schema_error_get_instance_pointer (const McpSchemaError *self);
/** The value that does not fit; for "propertyNames" the name; for a missing member the object. */
McpJsonValue mcp_schema_error_get_instance (const McpSchemaError *self);

McpSchemaKeyword mcp_schema_error_get_keyword (const McpSchemaError *self);
/** The keyword's place in the document of its schema, references followed: "/$defs/A/minLength".
 * A schema that is false has the place of the schema. Returns: (transfer none) */
const char *mcp_schema_error_get_schema_pointer (const McpSchemaError *self);
/** Where the schema has an "$id": the address of the keyword, base and pointer.
 * Returns: (transfer none) (nullable) */
const char *mcp_schema_error_get_location (const McpSchemaError *self);
/** What the keyword demands, as the schema has it: the limit, the list of values, the pattern. */
McpJsonValue mcp_schema_error_get_expected (const McpSchemaError *self);

/** The member that is missing or must go; %NULL for other keywords. Returns: (transfer none) */
const char *mcp_schema_error_get_property (const McpSchemaError *self);
/** What the keyword was held against, as one JSON object: "expected" (as the schema has it),
 * "property", "actual" (a count or kind). Returns: (transfer full): JSON text */
char *mcp_schema_error_dup_params (const McpSchemaError *self);

/** A sentence for a person that says what to change; plain text that may quote schema and value,
 * shortened. It does not repeat where. Returns: (transfer none) */
const char *mcp_schema_error_get_text (const McpSchemaError *self);

/** For "anyOf" and "oneOf": why the branches do not fit, those of the branch that came closest
 * first. Returns: (transfer none) (nullable) (element-type McpSchemaError) */
GPtrArray *mcp_schema_error_get_causes (const McpSchemaError *self);
/** In a list of causes: whose error it is. Returns: the branch's index; -1 elsewhere */
int mcp_schema_error_get_branch (const McpSchemaError *self);

G_END_DECLS
