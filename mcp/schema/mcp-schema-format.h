/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The formats of JSON Schema: whether a text is one. Names that are not known are annotations.
 *
 * Source: JSON Schema 2020-12 Validation, section 7.3, and the RFCs named beside each function.
 */

#pragma once

#include "mcp-json-value.h"

typedef enum {
  MCP_SCHEMA_FORMAT_UNKNOWN,
  MCP_SCHEMA_FORMAT_DATE,
  MCP_SCHEMA_FORMAT_TIME,
  MCP_SCHEMA_FORMAT_DATE_TIME,
  MCP_SCHEMA_FORMAT_DURATION,
  MCP_SCHEMA_FORMAT_EMAIL,
  MCP_SCHEMA_FORMAT_IDN_EMAIL,
  MCP_SCHEMA_FORMAT_HOSTNAME,
  MCP_SCHEMA_FORMAT_IDN_HOSTNAME,
  MCP_SCHEMA_FORMAT_IPV4,
  MCP_SCHEMA_FORMAT_IPV6,
  MCP_SCHEMA_FORMAT_URI,
  MCP_SCHEMA_FORMAT_URI_REFERENCE,
  MCP_SCHEMA_FORMAT_IRI,
  MCP_SCHEMA_FORMAT_IRI_REFERENCE,
  MCP_SCHEMA_FORMAT_URI_TEMPLATE,
  MCP_SCHEMA_FORMAT_UUID,
  MCP_SCHEMA_FORMAT_JSON_POINTER,
  MCP_SCHEMA_FORMAT_RELATIVE_JSON_POINTER,
  MCP_SCHEMA_FORMAT_REGEX,
  MCP_SCHEMA_N_FORMATS,
} McpSchemaFormat;

/** @name: a string value. Returns: MCP_SCHEMA_FORMAT_UNKNOWN for another one */
McpSchemaFormat mcp_schema_format_find (McpJsonValue name);
/** What it must be, with an example: "a date, such as 2026-11-20"; to be translated where it is
 * shown. Returns: (transfer none) */
const char *mcp_schema_format_get_description (McpSchemaFormat self);
/** @text: UTF-8, @length bytes; NUL characters may be inside */
gboolean mcp_schema_format_check (McpSchemaFormat self, const char *text, gsize length);
