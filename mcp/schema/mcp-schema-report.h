/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaReport: what came of holding a value against a schema. McpSchemaError: one place where
 * the value does not fit: which value, which keyword, and a sentence that says what to change; it
 * holds the documents of both. Plain structs that nobody changes, atomically refcounted.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-schema-keyword.h"

G_BEGIN_DECLS

typedef struct
{
  /*< private >*/
  gatomicrefcount ref_count;
  gboolean        has_count;
  guint64         count;
  /*< public >*/
  McpSchemaKeyword keyword;
  McpJsonSlot      instance; /* the value that does not fit; for "propertyNames" the name; for a
                              * missing member the object */
  char *instance_pointer;    /* where, from the value that was checked; "" is that value itself.
                              * RFC 6901; the member is meant also where its name is wrong */
  McpJsonSlot expected;      /* what the keyword demands, as the schema has it: the limit, the list
                              * of values, the pattern */
  char *schema_pointer;      /* the keyword's place in the document of its schema, references
                              * followed: "/$defs/A/minLength"; of the schema where it is false */
  char *location;            /* (nullable): where the schema has an "$id": the address of the
                              * keyword, base and pointer */
  char *property;            /* (nullable): the member that is missing or must go */
  char *text;                /* a sentence for a person that says what to change, not where; plain
                              * text that may quote schema and value, shortened */
  GPtrArray *causes;         /* (nullable) (element-type McpSchemaError): for "anyOf" and "oneOf" why
                              * the branches do not fit, those of the closest branch first */
  int branch;                /* in a list of causes: index of the branch whose error it is; else -1 */
} McpSchemaError;

void mcp_schema_error_unref (McpSchemaError *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchemaError, mcp_schema_error_unref)

/** What the keyword was held against, as one JSON object: "expected" (as the schema has it),
 * "property", "actual" (a count or kind). Returns: (transfer full): JSON text */
char *mcp_schema_error_dup_params (const McpSchemaError *self);

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

typedef struct
{
  /*< private >*/
  gatomicrefcount ref_count;
  /*< public >*/
  McpSchemaOutcome outcome;
  McpSchemaReason  reason; /* why it is incomplete; also where it is invalid and the list of errors
                            * ends early */
  char      *reason_text;  /* (nullable): the reason as a sentence; it may quote the schema */
  GPtrArray *errors;       /* (element-type McpSchemaError): in the order of the schema */
  guint      n_errors;     /* those that the budget does not let be described included */
  gboolean   has_more;     /* there are more than the budget lets be described */
  guint64    steps;        /* keywords that were looked at: a figure for budgets */
} McpSchemaReport;

void mcp_schema_report_unref (McpSchemaReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchemaReport, mcp_schema_report_unref)

/** As one JSON object: outcome, reason, errors with their causes. Returns: (transfer full) */
char *mcp_schema_report_dup_json (const McpSchemaReport *self);

G_END_DECLS
