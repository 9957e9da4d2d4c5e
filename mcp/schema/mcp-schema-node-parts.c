/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a node says of the parts of a value: members by name, items by position. */

#include "mcp-schema-node.h"

#include <string.h>

#include "mcp-schema-private.h"

/* Microseconds that matching names may take. */
#define MATCH_TIME (50 * 1000)

/* Returns: (transfer none) (nullable) */
static const McpSchemaObjectRule *
find_object_rule (McpSchemaNode self)
{
  const McpSchemaOp *op = mcp_schema_find_op (self, MCP_SCHEMA_PROPERTIES);

  return op != NULL ? &g_array_index (self.schema->objects, McpSchemaObjectRule, op->child) : NULL;
}

/* Returns: (transfer none) (nullable) */
static const McpSchemaArrayRule *
find_array_rule (McpSchemaNode self)
{
  const McpSchemaOp *op = mcp_schema_find_op (self, MCP_SCHEMA_ITEMS);

  return op != NULL ? &g_array_index (self.schema->arrays, McpSchemaArrayRule, op->child) : NULL;
}

void
mcp_schema_node_iter_init (McpSchemaNodeIter *self, McpSchemaNode node, McpSchemaKeyword keyword)
{
  McpJsonValue  value = mcp_schema_node_get_keyword (node, keyword);
  McpSchemaNode first = mcp_schema_node_get_nth_child (node, keyword, 0, NULL);

  self->node = node;
  self->next = first.index;
  mcp_json_iter_init (&self->iter, first.schema != NULL ? value : MCP_JSON_NO_VALUE);
}

gboolean
mcp_schema_node_iter_next (McpSchemaNodeIter *self, McpJsonValue *name, McpSchemaNode *child)
{
  McpJsonValue value;

  while (mcp_json_iter_next (&self->iter, name, &value))
    {
      McpSchema *schema = self->node.schema;

      /* Sub-schemas of one keyword are neighbours. */
      if (self->next >= schema->records->len ||
          mcp_schema_peek_record (schema, self->next)->value.node != value.node)
        continue;
      *child = (McpSchemaNode){ schema, self->next++ };
      return TRUE;
    }
  return FALSE;
}

static gboolean
matches (McpSchemaNode self, const McpSchemaObjectRule *rule, guint pattern, const char *name)
{
  return mcp_schema_pattern_matches (self.schema->patterns->pdata[rule->first_pattern + pattern],
                                     name, strlen (name),
                                     g_get_monotonic_time () + MATCH_TIME) == MCP_SCHEMA_YES;
}

static void
append (McpSchemaNode self, guint32 index, GArray *nodes)
{
  McpSchemaNode child = { self.schema, index };

  g_array_append_val (nodes, child);
}

guint
mcp_schema_node_append_member (McpSchemaNode self, const char *name, GArray *nodes)
{
  const McpSchemaObjectRule *rule = find_object_rule (self);
  guint                      before = nodes->len;

  if (rule == NULL)
    return 0;
  const McpSchemaName *known = mcp_schema_names_find_text (&rule->names, name, strlen (name));
  if (known != NULL && known->child != MCP_SCHEMA_NOWHERE)
    append (self, known->child, nodes);
  for (guint i = 0; i < rule->n_patterns; i++)
    if (matches (self, rule, i, name))
      append (self, rule->pattern_child + i, nodes);
  if (nodes->len == before && rule->additional != MCP_SCHEMA_NOWHERE)
    append (self, rule->additional, nodes);
  return nodes->len - before;
}

guint
mcp_schema_node_get_n_places (McpSchemaNode self)
{
  const McpSchemaArrayRule *rule = find_array_rule (self);

  return rule != NULL ? rule->n_prefix : 0;
}

McpSchemaNode
mcp_schema_node_get_item (McpSchemaNode self, guint position)
{
  const McpSchemaArrayRule *rule = find_array_rule (self);

  if (rule == NULL)
    return MCP_SCHEMA_NO_NODE;
  guint32 index = position < rule->n_prefix ? rule->prefix + position : rule->rest;
  return index == MCP_SCHEMA_NOWHERE ? MCP_SCHEMA_NO_NODE : (McpSchemaNode){ self.schema, index };
}

McpSchemaNode
mcp_schema_node_resolve_from (McpSchemaNode self, const McpSchemaNode *way, guint n_way)
{
  const McpSchemaOp        *op = mcp_schema_find_op (self, MCP_SCHEMA_DYNAMIC_REF);
  const McpSchemaReference *reference;

  if (op == NULL)
    op = mcp_schema_find_op (self, MCP_SCHEMA_RECURSIVE_REF);
  if (op == NULL || mcp_schema_find_op (self, MCP_SCHEMA_REF) != NULL)
    return mcp_schema_node_resolve (self);
  reference = &g_array_index (self.schema->references, McpSchemaReference, op->child);
  for (guint i = 0; reference->dynamic != NULL && i < n_way; i++)
    for (guint j = 0; j < reference->dynamic->len; j++)
      {
        const McpSchemaDynamicTarget *target =
            &g_array_index (reference->dynamic, McpSchemaDynamicTarget, j);

        if (target->resource == mcp_schema_peek_record (self.schema, way[i].index)->resource)
          return (McpSchemaNode){ self.schema, target->node };
      }
  return mcp_schema_node_resolve (self);
}

gboolean
mcp_schema_node_is_beside (McpSchemaNode self, McpSchemaNode other)
{
  return self.schema != NULL && self.schema == other.schema &&
         mcp_schema_peek_record (self.schema, self.index)->resource ==
             mcp_schema_peek_record (self.schema, other.index)->resource;
}
