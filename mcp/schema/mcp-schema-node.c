/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-node.h"

#include <string.h>

#include "mcp-schema-run.h"

/* References that lead to references; a longer chain is a circle, or meant to be one. */
#define MAX_HOPS 64
/* Errors of a branch that are looked at to see how close it is. */
#define ERRORS_OF_A_BRANCH 20

McpSchemaNode
mcp_schema_get_root (McpSchema *schema)
{
  return (McpSchemaNode){ schema, 0 };
}

McpSchemaNode
mcp_schema_find_node (McpSchema *schema, const char *pointer)
{
  McpJsonValue value = mcp_json_value_resolve_pointer (schema->value.value, pointer);
  gboolean     exact;

  if (!mcp_json_value_exists (value))
    return MCP_SCHEMA_NO_NODE;
  guint32 index = mcp_schema_find_record (schema, 0, value, &exact);
  if (exact)
    return (McpSchemaNode){ schema, index };
  /* Only a reference makes it a schema. */
  for (guint i = 0; i < schema->references->len; i++)
    {
      index = g_array_index (schema->references, McpSchemaReference, i).target;
      if (index != MCP_SCHEMA_NOWHERE)
        {
          McpJsonValue target = mcp_schema_peek_record (schema, index)->value;

          if (target.document == value.document && target.node == value.node)
            return (McpSchemaNode){ schema, index };
        }
    }
  return MCP_SCHEMA_NO_NODE;
}

gboolean
mcp_schema_node_exists (McpSchemaNode self)
{
  return self.schema != NULL;
}

gboolean
mcp_schema_node_equal (McpSchemaNode a, McpSchemaNode b)
{
  return a.schema == b.schema && a.index == b.index;
}

McpJsonValue
mcp_schema_node_get_value (McpSchemaNode self)
{
  if (self.schema == NULL)
    return MCP_JSON_NO_VALUE;
  return mcp_schema_peek_record (self.schema, self.index)->value;
}

static const McpSchemaResource *
peek_resource (McpSchemaNode self)
{
  return mcp_schema_peek_resource (self.schema,
                                   mcp_schema_peek_record (self.schema, self.index)->resource);
}

McpSchemaDialect
mcp_schema_node_get_dialect (McpSchemaNode self)
{
  return self.schema == NULL ? MCP_SCHEMA_DIALECT_UNKNOWN : peek_resource (self)->dialect;
}

gboolean
mcp_schema_node_is_false (McpSchemaNode self)
{
  return self.schema != NULL && mcp_schema_peek_record (self.schema, self.index)->is_false;
}

const McpSchemaOp *
mcp_schema_find_op (McpSchemaNode self, guint keyword)
{
  if (self.schema == NULL)
    return NULL;
  const McpSchemaRecord *record = mcp_schema_peek_record (self.schema, self.index);
  for (guint i = 0; i < record->n_ops; i++)
    {
      const McpSchemaOp *op = mcp_schema_peek_op (self.schema, record->first_op + i);

      if (op->keyword == keyword)
        return op;
    }
  return NULL;
}

guint
mcp_schema_node_get_types (McpSchemaNode self)
{
  const McpSchemaOp *op = mcp_schema_find_op (self, MCP_SCHEMA_TYPE);

  return op != NULL ? op->types : MCP_SCHEMA_TYPE_ANY;
}

McpJsonValue
mcp_schema_node_get_keyword (McpSchemaNode self, McpSchemaKeyword keyword)
{
  if (self.schema == NULL || !mcp_schema_resource_has (peek_resource (self), keyword))
    return MCP_JSON_NO_VALUE;
  if (mcp_schema_peek_record (self.schema, self.index)->ignores_neighbours &&
      keyword != MCP_SCHEMA_REF)
    return MCP_JSON_NO_VALUE;
  return mcp_json_value_get_member (mcp_schema_node_get_value (self),
                                    mcp_schema_keyword_get_name (keyword));
}

/* Returns: (transfer none) (nullable) */
static const McpSchemaName *
find_name (McpSchemaNode self, const char *name)
{
  const McpSchemaOp *op = mcp_schema_find_op (self, MCP_SCHEMA_PROPERTIES);

  if (op == NULL)
    return NULL;
  return mcp_schema_names_find_text (&g_array_index (self.schema->objects, McpSchemaObjectRule,
                                                     op->child)
                                          .names,
                                     name, strlen (name));
}

gboolean
mcp_schema_node_requires (McpSchemaNode self, const char *name)
{
  const McpSchemaName *found = find_name (self, name);

  return found != NULL && found->required != MCP_SCHEMA_NOWHERE;
}

McpSchemaNode
mcp_schema_node_get_property (McpSchemaNode self, const char *name)
{
  const McpSchemaName *found = find_name (self, name);

  if (found == NULL || found->child == MCP_SCHEMA_NOWHERE)
    return MCP_SCHEMA_NO_NODE;
  return (McpSchemaNode){ self.schema, found->child };
}

/* Whether a value inside a node is a sub-schema of it. */
static McpSchemaNode
find_child (McpSchemaNode self, McpJsonValue value)
{
  gboolean exact = FALSE;
  guint32  index;

  if (!mcp_json_value_exists (value))
    return MCP_SCHEMA_NO_NODE;
  index = mcp_schema_find_record (self.schema, self.index, value, &exact);
  return exact ? (McpSchemaNode){ self.schema, index } : MCP_SCHEMA_NO_NODE;
}

McpSchemaNode
mcp_schema_node_get_child (McpSchemaNode self, McpSchemaKeyword keyword)
{
  return find_child (self, mcp_schema_node_get_keyword (self, keyword));
}

guint
mcp_schema_node_get_n_children (McpSchemaNode self, McpSchemaKeyword keyword)
{
  McpJsonValue value = mcp_schema_node_get_keyword (self, keyword);
  McpJsonValue item;
  McpJsonIter  iter;
  guint        n = 0;

  if (find_child (self, value).schema != NULL)
    return 1;
  if (keyword != MCP_SCHEMA_DEPENDENCIES)
    {
      mcp_json_iter_init (&iter, value);
      mcp_json_iter_next (&iter, NULL, &item);
      return find_child (self, item).schema != NULL ? mcp_json_value_get_n_items (value) : 0;
    }
  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    n += find_child (self, each.value).schema != NULL;
  return n;
}

McpSchemaNode
mcp_schema_node_get_nth_child (McpSchemaNode    self,
                               McpSchemaKeyword keyword,
                               guint            n,
                               McpJsonValue    *name)
{
  McpJsonValue  value = mcp_schema_node_get_keyword (self, keyword);
  McpSchemaNode child = find_child (self, value);
  McpJsonValue  item;
  McpJsonIter   iter;

  if (name != NULL)
    *name = MCP_JSON_NO_VALUE;
  if (child.schema != NULL)
    return n == 0 ? child : MCP_SCHEMA_NO_NODE;
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, name, &item))
    {
      child = find_child (self, item);
      if (child.schema != NULL && n-- == 0)
        return child;
    }
  if (name != NULL)
    *name = MCP_JSON_NO_VALUE;
  return MCP_SCHEMA_NO_NODE;
}

/* Returns: (transfer none) (nullable) */
static const McpSchemaOp *
find_reference (McpSchemaNode self)
{
  const McpSchemaOp *op = mcp_schema_find_op (self, MCP_SCHEMA_REF);

  if (op == NULL)
    op = mcp_schema_find_op (self, MCP_SCHEMA_DYNAMIC_REF);
  return op != NULL ? op : mcp_schema_find_op (self, MCP_SCHEMA_RECURSIVE_REF);
}

gboolean
mcp_schema_node_is_reference (McpSchemaNode self)
{
  return find_reference (self) != NULL;
}

McpSchemaNode
mcp_schema_node_resolve (McpSchemaNode self)
{
  const McpSchemaOp *op = find_reference (self);
  guint32            target;

  if (op == NULL)
    return MCP_SCHEMA_NO_NODE;
  target = g_array_index (self.schema->references, McpSchemaReference, op->child).target;
  return target == MCP_SCHEMA_NOWHERE ? MCP_SCHEMA_NO_NODE : (McpSchemaNode){ self.schema, target };
}

McpSchemaNode
mcp_schema_node_follow (McpSchemaNode self)
{
  for (guint hops = 0; hops < MAX_HOPS; hops++)
    {
      if (!mcp_schema_node_is_reference (self))
        return self;
      self = mcp_schema_node_resolve (self);
    }
  return MCP_SCHEMA_NO_NODE;
}

gboolean
mcp_schema_node_is_circular (McpSchemaNode self)
{
  McpSchemaNode at = self;

  for (guint hops = 0; hops < MAX_HOPS && mcp_schema_node_is_reference (at); hops++)
    {
      at = mcp_schema_node_resolve (at);
      if (at.schema != NULL && at.index == self.index)
        return TRUE;
    }
  return FALSE;
}

char *
mcp_schema_node_dup_pointer (McpSchemaNode self)
{
  if (self.schema == NULL)
    return g_strdup ("");
  return mcp_schema_dup_pointer_from (peek_resource (self)->document,
                                      mcp_schema_node_get_value (self));
}

/* What is left of a schema that is too large says little. */
static McpSchemaTruth
run_root (McpSchemaRun *self, guint32 node)
{
  if (self->schema->is_truncated)
    return mcp_schema_run_stop (self, MCP_SCHEMA_REASON_SIZE);
  return mcp_schema_run_node (self, node, self->instance, NULL, NULL);
}

McpSchemaReport *
mcp_schema_node_validate (McpSchemaNode          self,
                          McpJsonValue           value,
                          guint                  flags,
                          const McpSchemaBudget *budget)
{
  GPtrArray   *errors = NULL;
  McpSchemaRun run;

  g_return_val_if_fail (self.schema != NULL, NULL);
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  mcp_schema_run_init (&run, self.schema, value, flags, budget);
  McpSchemaTruth truth = run_root (&run, self.index);
  if (truth == MCP_SCHEMA_NO)
    {
      /* The answer is there; now again for the reasons, with a budget of their own. */
      guint64 steps = run.steps;

      mcp_schema_run_init (&run, self.schema, value, flags, budget);
      errors = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_error_unref);
      run.errors = errors;
      mcp_schema_run_node (&run, self.index, value, NULL, NULL);
      run.steps += steps;
    }
  return mcp_schema_report_new (&run, truth, errors);
}

McpSchemaOutcome
mcp_schema_node_test (McpSchemaNode          self,
                      McpJsonValue           value,
                      guint                  flags,
                      const McpSchemaBudget *budget)
{
  McpSchemaRun run;

  g_return_val_if_fail (self.schema != NULL, MCP_SCHEMA_INCOMPLETE);
  g_return_val_if_fail (mcp_json_value_exists (value), MCP_SCHEMA_INCOMPLETE);

  mcp_schema_run_init (&run, self.schema, value, flags, budget);
  switch (run_root (&run, self.index))
    {
    case MCP_SCHEMA_YES:
      return MCP_SCHEMA_VALID;
    case MCP_SCHEMA_NO:
      return MCP_SCHEMA_INVALID;
    case MCP_SCHEMA_MAYBE:
    default:
      return MCP_SCHEMA_INCOMPLETE;
    }
}

int
mcp_schema_node_find_branch (McpSchemaNode          self,
                             McpSchemaKeyword       keyword,
                             McpJsonValue           value,
                             const McpSchemaBudget *budget,
                             gboolean              *fits)
{
  static const McpSchemaBudget usual = MCP_SCHEMA_BUDGET_INIT;
  const McpSchemaOp           *op = mcp_schema_find_op (self, keyword);
  McpSchemaBudget              own = budget != NULL ? *budget : usual;
  guint                        closest = 0;

  g_return_val_if_fail (keyword == MCP_SCHEMA_ANY_OF || keyword == MCP_SCHEMA_ONE_OF, -1);

  if (fits != NULL)
    *fits = FALSE;
  if (op == NULL || !mcp_json_value_exists (value))
    return -1;
  for (guint i = 0; i < op->n; i++)
    if (mcp_schema_node_test ((McpSchemaNode){ self.schema, op->child + i }, value,
                              MCP_SCHEMA_PLAIN, &own) == MCP_SCHEMA_VALID)
      {
        if (fits != NULL)
          *fits = TRUE;
        return (int)i;
      }

  own.max_errors = ERRORS_OF_A_BRANCH;
  GPtrArray *branches = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < op->n; i++)
    {
      McpSchemaRun run;

      mcp_schema_run_init (&run, self.schema, value, MCP_SCHEMA_PLAIN, &own);
      run.errors = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_error_unref);
      g_ptr_array_add (branches, run.errors);
      mcp_schema_run_node (&run, op->child + i, value, NULL, NULL);
    }
  g_ptr_array_unref (mcp_schema_sort_causes (branches, value, &closest));
  return (int)closest;
}
