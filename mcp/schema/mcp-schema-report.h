/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaReport: what came of holding a value against a schema. McpSchemaError: one place where
 * the value does not fit: which value, which keyword, and a sentence that says what to change; it
 * holds the documents of both. Plain structs that nobody changes, atomically refcounted.
 * McpSchemaBudget: what it may cost. Schema and value both come from others: where the budget ends,
 * the report says "incomplete" and why, and nothing hangs. A plain value.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-schema-keyword.h"

/* Schemas inside each other while one value is checked. Each takes part of the thread's stack (some
 * 500 bytes); real ones stay below 60. */
#define MCP_SCHEMA_MAX_DEPTH 1000u
/* Keywords that are looked at, items and members included: some 50 ms of work. The largest real
 * schema, 88 KB, with all its fields filled takes 20 000. */
#define MCP_SCHEMA_MAX_STEPS 5000000u
/* Milliseconds. A person who types does not notice; a value of a few MB is checked whole. */
#define MCP_SCHEMA_MAX_MILLISECONDS 250u
/* Errors that are described; a list of more helps nobody. */
#define MCP_SCHEMA_MAX_ERRORS 100u
/* Sub-schemas that are indexed, over all the documents that they refer to; the largest real schema
 * has 1 001. */
#define MCP_SCHEMA_MAX_NODES 1000000u

typedef struct
{
  guint   max_depth;
  guint64 max_steps;
  guint   max_milliseconds;
  guint   max_errors;
} McpSchemaBudget;

/** The constants above. */
#define MCP_SCHEMA_BUDGET_INIT                                                                     \
  {                                                                                                \
    MCP_SCHEMA_MAX_DEPTH, MCP_SCHEMA_MAX_STEPS, MCP_SCHEMA_MAX_MILLISECONDS, MCP_SCHEMA_MAX_ERRORS \
  }

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
  GPtrArray *causes;         /* (nullable) (element-type McpSchemaError): for "anyOf" and "oneOf"
                              * why no branch fits, those of the closest first */
  int branch;                /* in a list of causes: whose error it is, by index; else -1 */
} McpSchemaError;

void mcp_schema_error_unref (McpSchemaError *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchemaError, mcp_schema_error_unref)

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
