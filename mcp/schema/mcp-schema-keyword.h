/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaKeyword: the keywords of JSON Schema that mean something to us, in all the dialects that
 * are spoken, each known by a number so that nothing is compared as text twice.
 *
 * Source: JSON Schema 2020-12, 2019-09 and draft-07 (json-schema.org).
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  MCP_SCHEMA_DIALECT_UNKNOWN, /* another one, which is reported and not guessed at */
  MCP_SCHEMA_DRAFT_07,
  MCP_SCHEMA_2019_09,
  MCP_SCHEMA_2020_12,
} McpSchemaDialect;

typedef enum {
  MCP_SCHEMA_UNKNOWN_KEYWORD,

  /* Core */
  MCP_SCHEMA_SCHEMA,
  MCP_SCHEMA_ID,
  MCP_SCHEMA_REF,
  MCP_SCHEMA_ANCHOR,
  MCP_SCHEMA_DYNAMIC_REF,
  MCP_SCHEMA_DYNAMIC_ANCHOR,
  MCP_SCHEMA_RECURSIVE_REF,
  MCP_SCHEMA_RECURSIVE_ANCHOR,
  MCP_SCHEMA_VOCABULARY,
  MCP_SCHEMA_COMMENT,
  MCP_SCHEMA_DEFS,
  MCP_SCHEMA_DEFINITIONS,

  /* Validation */
  MCP_SCHEMA_TYPE,
  MCP_SCHEMA_ENUM,
  MCP_SCHEMA_CONST,
  MCP_SCHEMA_MULTIPLE_OF,
  MCP_SCHEMA_MAXIMUM,
  MCP_SCHEMA_EXCLUSIVE_MAXIMUM,
  MCP_SCHEMA_MINIMUM,
  MCP_SCHEMA_EXCLUSIVE_MINIMUM,
  MCP_SCHEMA_MAX_LENGTH,
  MCP_SCHEMA_MIN_LENGTH,
  MCP_SCHEMA_PATTERN,
  MCP_SCHEMA_MAX_ITEMS,
  MCP_SCHEMA_MIN_ITEMS,
  MCP_SCHEMA_UNIQUE_ITEMS,
  MCP_SCHEMA_MAX_CONTAINS,
  MCP_SCHEMA_MIN_CONTAINS,
  MCP_SCHEMA_MAX_PROPERTIES,
  MCP_SCHEMA_MIN_PROPERTIES,
  MCP_SCHEMA_REQUIRED,
  MCP_SCHEMA_DEPENDENT_REQUIRED,

  /* Format and content */
  MCP_SCHEMA_FORMAT,
  MCP_SCHEMA_CONTENT_ENCODING,
  MCP_SCHEMA_CONTENT_MEDIA_TYPE,
  MCP_SCHEMA_CONTENT_SCHEMA,

  /* Applicators */
  MCP_SCHEMA_ALL_OF,
  MCP_SCHEMA_ANY_OF,
  MCP_SCHEMA_ONE_OF,
  MCP_SCHEMA_NOT,
  MCP_SCHEMA_IF,
  MCP_SCHEMA_THEN,
  MCP_SCHEMA_ELSE,
  MCP_SCHEMA_DEPENDENT_SCHEMAS,
  MCP_SCHEMA_DEPENDENCIES,
  MCP_SCHEMA_PROPERTIES,
  MCP_SCHEMA_PATTERN_PROPERTIES,
  MCP_SCHEMA_ADDITIONAL_PROPERTIES,
  MCP_SCHEMA_PROPERTY_NAMES,
  MCP_SCHEMA_PREFIX_ITEMS,
  MCP_SCHEMA_ITEMS,
  MCP_SCHEMA_ADDITIONAL_ITEMS,
  MCP_SCHEMA_CONTAINS,
  MCP_SCHEMA_UNEVALUATED_ITEMS,
  MCP_SCHEMA_UNEVALUATED_PROPERTIES,

  /* Annotations */
  MCP_SCHEMA_TITLE,
  MCP_SCHEMA_DESCRIPTION,
  MCP_SCHEMA_DEFAULT,
  MCP_SCHEMA_EXAMPLES,
  MCP_SCHEMA_READ_ONLY,
  MCP_SCHEMA_WRITE_ONLY,
  MCP_SCHEMA_DEPRECATED,

  MCP_SCHEMA_N_KEYWORDS,
} McpSchemaKeyword;

/** As it is spelled: "$ref", "minLength". Returns: (transfer none): "" for an unknown one */
const char *mcp_schema_keyword_get_name (McpSchemaKeyword self);
/** @name: a member's name, a string value */
McpSchemaKeyword mcp_schema_keyword_find (McpJsonValue name);
McpSchemaKeyword mcp_schema_keyword_find_text (const char *name);
/** Whether a dialect has the keyword. */
gboolean mcp_schema_keyword_is_in (McpSchemaKeyword self, McpSchemaDialect dialect);

/** What "$schema" says. @uri: as written. Returns: MCP_SCHEMA_DIALECT_UNKNOWN for another */
McpSchemaDialect mcp_schema_dialect_find (const char *uri);
