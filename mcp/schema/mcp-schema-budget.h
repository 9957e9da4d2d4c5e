/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpSchemaBudget: what checking one value may cost. Schema and value both come from others: where
 * the budget ends, the report says "incomplete" and why, and nothing hangs. A plain value.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
