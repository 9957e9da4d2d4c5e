/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keywords that apply schemas to the same value. */

#include "mcp-schema-run.h"

/* A branch may fail: what it looked at counts only if it does not. */
static McpSchemaTruth
run_branch (McpSchemaRun *self, const McpSchemaCase *item, guint32 branch)
{
  McpSchemaEvaluated evaluated;
  McpSchemaTruth     truth;

  if (item->evaluated == NULL)
    return mcp_schema_run_quietly (self, branch, item->instance, item->scope, NULL);
  mcp_schema_evaluated_init (&evaluated, item->instance);
  truth = mcp_schema_run_quietly (self, branch, item->instance, item->scope, &evaluated);
  if (truth != MCP_SCHEMA_NO)
    mcp_schema_evaluated_merge (item->evaluated, &evaluated);
  mcp_schema_evaluated_clear (&evaluated);
  return truth;
}

static guint32
find_target (const McpSchemaReference *reference, const McpSchemaScope *scope)
{
  guint32 target = reference->target;

  if (reference->dynamic == NULL)
    return target;
  /* The outermost resource that has such an anchor */
  for (; scope != NULL; scope = scope->outer)
    for (guint i = 0; i < reference->dynamic->len; i++)
      {
        const McpSchemaDynamicTarget *found =
            &g_array_index (reference->dynamic, McpSchemaDynamicTarget, i);

        if (found->resource == scope->resource)
          target = found->node;
      }
  return target;
}

static McpSchemaTruth
run_reference (McpSchemaRun *self, const McpSchemaCase *item)
{
  const McpSchemaReference *reference =
      &g_array_index (self->schema->references, McpSchemaReference, item->op->child);
  guint32 target;

  if (reference->target == MCP_SCHEMA_NOWHERE)
    return mcp_schema_run_doubt (self, MCP_SCHEMA_REASON_REFERENCE, reference->text);
  if (reference->dynamic != NULL && !mcp_schema_run_spend (self, reference->dynamic->len))
    return MCP_SCHEMA_MAYBE;
  target = find_target (reference, item->scope);
  return mcp_schema_run_node (self, target, item->instance, item->scope, item->evaluated);
}

static McpSchemaTruth
run_all (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaTruth truth = MCP_SCHEMA_YES;

  for (guint i = 0; i < item->op->n; i++)
    {
      truth = mcp_schema_truth_and (truth,
                                    mcp_schema_run_node (self, item->op->child + i, item->instance,
                                                         item->scope, item->evaluated));
      if (self->stopped || (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self)))
        break;
    }
  return truth;
}

/* Why no branch fits. */
static McpSchemaTruth
explain (McpSchemaRun *self, const McpSchemaCase *item)
{
  GPtrArray     *errors = self->errors;
  McpSchemaFault fault = { .count = item->op->n };

  if (errors == NULL || errors->len >= self->budget.max_errors)
    return mcp_schema_run_fail (self, item, NULL);
  GPtrArray *branches = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  self->n_unions++;
  for (guint i = 0; i < item->op->n && !self->stopped; i++)
    {
      self->errors = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_error_unref);
      mcp_schema_run_node (self, item->op->child + i, item->instance, item->scope, NULL);
      g_ptr_array_add (branches, self->errors);
    }
  self->errors = errors;
  self->n_unions--;
  fault.causes = mcp_schema_sort_causes (branches, item->instance, &fault.first);
  return mcp_schema_run_fail (self, item, &fault);
}

static McpSchemaTruth
run_any (McpSchemaRun *self, const McpSchemaCase *item)
{
  gboolean       all = item->evaluated != NULL;
  McpSchemaTruth truth = MCP_SCHEMA_NO;

  for (guint i = 0; i < item->op->n && (all || truth != MCP_SCHEMA_YES); i++)
    {
      truth = mcp_schema_truth_or (truth, run_branch (self, item, item->op->child + i));
      if (self->stopped)
        return MCP_SCHEMA_MAYBE;
    }
  return truth == MCP_SCHEMA_NO ? explain (self, item) : truth;
}

static McpSchemaTruth
run_one (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaFault fault = { .count = item->op->n };
  guint          n_sure = 0;
  guint          n_possible = 0;

  for (guint i = 0; i < item->op->n && n_sure < 2; i++)
    {
      McpSchemaTruth truth = run_branch (self, item, item->op->child + i);

      if (self->stopped)
        return MCP_SCHEMA_MAYBE;
      n_possible += truth != MCP_SCHEMA_NO;
      if (truth != MCP_SCHEMA_YES)
        continue;
      if (n_sure++ == 0)
        fault.first = i;
      fault.second = i;
    }
  if (n_sure > 1)
    return mcp_schema_run_fail (self, item, &fault);
  if (n_possible == 0)
    return explain (self, item);
  return n_sure == 1 && n_possible == 1 ? MCP_SCHEMA_YES : MCP_SCHEMA_MAYBE;
}

static McpSchemaTruth
run_not (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaTruth truth =
      mcp_schema_run_quietly (self, item->op->child, item->instance, item->scope, NULL);

  return truth == MCP_SCHEMA_YES ? mcp_schema_run_fail (self, item, NULL)
                                 : mcp_schema_truth_not (truth);
}

static McpSchemaTruth
run_conditional (McpSchemaRun *self, const McpSchemaCase *item)
{
  const McpSchemaConditional *conditional =
      &g_array_index (self->schema->conditionals, McpSchemaConditional, item->op->child);
  McpSchemaTruth when = run_branch (self, item, conditional->when);
  McpSchemaTruth truth = MCP_SCHEMA_YES;

  if (self->stopped)
    return MCP_SCHEMA_MAYBE;
  /* Where nobody knows whether it applies, both sides must do. */
  if (when != MCP_SCHEMA_NO && conditional->then != MCP_SCHEMA_NOWHERE)
    truth =
        mcp_schema_run_node (self, conditional->then, item->instance, item->scope, item->evaluated);
  if (when != MCP_SCHEMA_YES && conditional->otherwise != MCP_SCHEMA_NOWHERE)
    truth = mcp_schema_truth_and (truth,
                                  mcp_schema_run_node (self, conditional->otherwise, item->instance,
                                                       item->scope, item->evaluated));
  return when == MCP_SCHEMA_MAYBE && truth == MCP_SCHEMA_NO ? MCP_SCHEMA_MAYBE : truth;
}

McpSchemaTruth
mcp_schema_run_branches (McpSchemaRun *self, const McpSchemaCase *item)
{
  switch ((McpSchemaKeyword)item->op->keyword)
    {
    case MCP_SCHEMA_ALL_OF:
      return run_all (self, item);
    case MCP_SCHEMA_ANY_OF:
      return run_any (self, item);
    case MCP_SCHEMA_ONE_OF:
      return run_one (self, item);
    case MCP_SCHEMA_NOT:
      return run_not (self, item);
    case MCP_SCHEMA_IF:
      return run_conditional (self, item);
    default:
      return run_reference (self, item);
    }
}
