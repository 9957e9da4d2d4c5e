/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaReport: what came of holding a value against a schema. Immutable, atomically refcounted.
 */

#pragma once

#include "mcp-schema-error.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SCHEMA_INVALID,
  MCP_SCHEMA_INCOMPLETE, /* it cannot be said; the report has the reason */
  MCP_SCHEMA_VALID,
} McpSchemaOutcome;

typedef enum {
  MCP_SCHEMA_REASON_NONE,
  MCP_SCHEMA_REASON_DEPTH,     /* schema and value nest deeper than the budget */
  MCP_SCHEMA_REASON_STEPS,     /* more work than the budget has */
  MCP_SCHEMA_REASON_TIME,      /* more time than the budget has */
  MCP_SCHEMA_REASON_CYCLE,     /* the schema refers to itself without end */
  MCP_SCHEMA_REASON_REFERENCE, /* a reference leads nowhere, or outside, which is not fetched */
  MCP_SCHEMA_REASON_DIALECT,   /* a dialect that is not spoken */
  MCP_SCHEMA_REASON_PATTERN,   /* a pattern that cannot be read, or that takes too long */
  MCP_SCHEMA_REASON_NUMBER,    /* a number too large for "multipleOf" */
  MCP_SCHEMA_REASON_SIZE,      /* the schema has more parts than are looked at */
} McpSchemaReason;

typedef struct _McpSchemaReport McpSchemaReport;

void mcp_schema_report_unref (McpSchemaReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchemaReport, mcp_schema_report_unref)

McpSchemaOutcome mcp_schema_report_get_outcome (const McpSchemaReport *self);
/** Why it is incomplete; also where it is invalid and the list of errors ends early. */
McpSchemaReason mcp_schema_report_get_reason (const McpSchemaReport *self);
/** The reason as a sentence; it may quote the schema. Returns: (transfer none) (nullable) */
const char *mcp_schema_report_get_reason_text (const McpSchemaReport *self);
/** In the order of the schema. Returns: (transfer none) (element-type McpSchemaError) */
GPtrArray *mcp_schema_report_get_errors (const McpSchemaReport *self);
/** Whether there are more errors than the budget lets be described. */
gboolean mcp_schema_report_has_more (const McpSchemaReport *self);
/** All of them, those that the budget does not let be described included. */
guint mcp_schema_report_get_n_errors (const McpSchemaReport *self);
/** Keywords that were looked at: a figure for budgets and tests. */
guint64 mcp_schema_report_get_steps (const McpSchemaReport *self);

/** As one JSON object: outcome, reason, errors with their causes. Returns: (transfer full) */
char *mcp_schema_report_dup_json (const McpSchemaReport *self);

G_END_DECLS
