/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-run.h"

#include <string.h>

/* Between two looks at the clock: some 10 µs of work. */
#define STEPS_BETWEEN_LOOKS 1000
/* Schemas inside each other for one and the same value: more than these, and it is a circle. */
#define CIRCLE 100u
/* Errors that explain other errors, on the average: unions inside unions have any number. */
#define CAUSES_OF_AN_ERROR 20u

void
mcp_schema_evaluated_init (McpSchemaEvaluated *self, McpJsonValue instance)
{
  self->n_words = mcp_json_value_get_n_items (instance) / 64 + 1;
  self->bits = self->few;
  if (self->n_words > G_N_ELEMENTS (self->few))
    self->bits = g_new (guint64, self->n_words);
  memset (self->bits, 0, self->n_words * sizeof *self->bits);
}

void
mcp_schema_evaluated_clear (McpSchemaEvaluated *self)
{
  if (self->bits != self->few)
    g_free (self->bits);
}

void
mcp_schema_evaluated_merge (McpSchemaEvaluated *self, const McpSchemaEvaluated *other)
{
  for (guint i = 0; i < self->n_words; i++)
    self->bits[i] |= other->bits[i];
}

void
mcp_schema_run_init (McpSchemaRun          *self,
                     const McpSchema       *schema,
                     McpJsonValue           instance,
                     guint                  flags,
                     const McpSchemaBudget *budget)
{
  static const McpSchemaBudget usual = MCP_SCHEMA_BUDGET_INIT;

  memset (self, 0, sizeof *self);
  self->schema = schema;
  self->flags = flags;
  self->instance = instance;
  self->budget = budget != NULL ? *budget : usual;
  self->next_look = STEPS_BETWEEN_LOOKS;
}

McpSchemaTruth
mcp_schema_run_stop (McpSchemaRun *self, McpSchemaReason reason)
{
  if (!self->stopped)
    {
      self->stopped = TRUE;
      self->reason = reason;
    }
  return MCP_SCHEMA_MAYBE;
}

McpSchemaTruth
mcp_schema_run_doubt (McpSchemaRun *self, McpSchemaReason reason, McpJsonValue evidence)
{
  if (self->reason == MCP_SCHEMA_REASON_NONE)
    {
      self->reason = reason;
      self->evidence = evidence;
    }
  return MCP_SCHEMA_MAYBE;
}

gint64
mcp_schema_run_get_deadline (McpSchemaRun *self)
{
  if (self->deadline == 0)
    self->deadline = g_get_monotonic_time () + (gint64)self->budget.max_milliseconds * 1000;
  return self->deadline;
}

static gboolean
look_at_clock (McpSchemaRun *self)
{
  self->next_look = self->steps + STEPS_BETWEEN_LOOKS;
  if (self->steps > self->budget.max_steps)
    mcp_schema_run_stop (self, MCP_SCHEMA_REASON_STEPS);
  else if (g_get_monotonic_time () > mcp_schema_run_get_deadline (self))
    mcp_schema_run_stop (self, MCP_SCHEMA_REASON_TIME);
  return !self->stopped;
}

gboolean
mcp_schema_run_spend (McpSchemaRun *self, guint64 steps)
{
  self->steps += steps;
  if (G_UNLIKELY (self->stopped))
    return FALSE;
  if (G_LIKELY (self->steps < self->next_look && self->steps <= self->budget.max_steps))
    return TRUE;
  return look_at_clock (self);
}

McpSchemaTruth
mcp_schema_run_fail (McpSchemaRun *self, const McpSchemaCase *item, const McpSchemaFault *fault)
{
  static const McpSchemaFault plain;

  if (self->errors == NULL)
    return MCP_SCHEMA_NO;
  if (self->errors->len >= self->budget.max_errors ||
      (self->n_unions > 0 && self->n_causes >= self->budget.max_errors * CAUSES_OF_AN_ERROR))
    {
      self->has_more = TRUE;
      self->n_more += self->n_unions == 0;
      if (fault != NULL && fault->causes != NULL)
        g_ptr_array_unref (fault->causes);
      return MCP_SCHEMA_NO;
    }
  self->n_causes += self->n_unions > 0;
  g_ptr_array_add (self->errors,
                   mcp_schema_error_new (self, item, fault != NULL ? fault : &plain));
  return MCP_SCHEMA_NO;
}

static McpSchemaTruth
run_op (McpSchemaRun *self, const McpSchemaCase *item)
{
  switch ((McpSchemaKeyword)item->op->keyword)
    {
    case MCP_SCHEMA_PROPERTIES:
    case MCP_SCHEMA_PROPERTY_NAMES:
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_MAX_PROPERTIES:
    case MCP_SCHEMA_DEPENDENT_REQUIRED:
    case MCP_SCHEMA_DEPENDENT_SCHEMAS:
    case MCP_SCHEMA_DEPENDENCIES:
      return mcp_schema_run_object (self, item);

    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_ITEMS:
    case MCP_SCHEMA_UNIQUE_ITEMS:
      return mcp_schema_run_array (self, item);
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
      return mcp_schema_run_unevaluated (self, item);

    case MCP_SCHEMA_REF:
    case MCP_SCHEMA_DYNAMIC_REF:
    case MCP_SCHEMA_RECURSIVE_REF:
    case MCP_SCHEMA_ALL_OF:
    case MCP_SCHEMA_ANY_OF:
    case MCP_SCHEMA_ONE_OF:
    case MCP_SCHEMA_NOT:
    case MCP_SCHEMA_IF:
      return mcp_schema_run_branches (self, item);

    case MCP_SCHEMA_SCHEMA:
      return mcp_schema_run_doubt (self, MCP_SCHEMA_REASON_DIALECT,
                                   mcp_schema_op_get_value (self->schema, item->node, item->op));

    default:
      return mcp_schema_run_scalar (self, item);
    }
}

static McpSchemaTruth
run_ops (McpSchemaRun *self, McpSchemaCase *item, const McpSchemaRecord *record)
{
  McpSchemaTruth truth = MCP_SCHEMA_YES;
  guint          kind = 1u << mcp_json_value_get_kind (item->instance);

  for (guint i = 0; i < record->n_ops; i++)
    {
      item->op = mcp_schema_peek_op (self->schema, record->first_op + i);
      if ((item->op->kinds & kind) == 0)
        continue;
      truth = mcp_schema_truth_and (truth, run_op (self, item));
      if (self->stopped)
        return MCP_SCHEMA_MAYBE;
      if (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self))
        break;
    }
  return truth;
}

McpSchemaTruth
mcp_schema_run_node (McpSchemaRun         *self,
                     guint32               node,
                     McpJsonValue          instance,
                     const McpSchemaScope *scope,
                     McpSchemaEvaluated   *evaluated)
{
  const McpSchemaRecord *record = mcp_schema_peek_record (self->schema, node);
  McpSchemaScope         here = { scope, record->resource };
  McpSchemaCase          item = { node, NULL, instance, &here, evaluated };
  McpJsonValue           around = self->current;
  guint                  n_same = self->n_same;
  McpSchemaEvaluated     own;

  if (record->is_false)
    return mcp_schema_run_fail (self, &item, NULL);
  if (record->n_ops == 0)
    return MCP_SCHEMA_YES;
  if (!mcp_schema_run_spend (self, record->n_ops))
    return MCP_SCHEMA_MAYBE;
  if (self->depth >= self->budget.max_depth)
    return mcp_schema_run_stop (self, self->n_same > CIRCLE ? MCP_SCHEMA_REASON_CYCLE
                                                            : MCP_SCHEMA_REASON_DEPTH);
  if (scope != NULL && scope->resource == record->resource)
    item.scope = scope;

  self->depth++;
  self->n_same = instance.node == around.node ? n_same + 1 : 0;
  self->current = instance;
  if (G_UNLIKELY (record->wants_evaluated))
    {
      /* What neighbours of the whole schema have looked at does not count, only what is inside. */
      mcp_schema_evaluated_init (&own, instance);
      item.evaluated = &own;
    }
  McpSchemaTruth truth = run_ops (self, &item, record);
  if (G_UNLIKELY (record->wants_evaluated))
    {
      if (evaluated != NULL && truth != MCP_SCHEMA_NO)
        mcp_schema_evaluated_merge (evaluated, &own);
      mcp_schema_evaluated_clear (&own);
    }
  self->depth--;
  self->n_same = n_same;
  self->current = around;
  return truth;
}

McpSchemaTruth
mcp_schema_run_quietly (McpSchemaRun         *self,
                        guint32               node,
                        McpJsonValue          instance,
                        const McpSchemaScope *scope,
                        McpSchemaEvaluated   *evaluated)
{
  GPtrArray     *errors = g_steal_pointer (&self->errors);
  McpSchemaTruth truth = mcp_schema_run_node (self, node, instance, scope, evaluated);

  self->errors = errors;
  return truth;
}
