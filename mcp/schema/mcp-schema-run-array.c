/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keywords about arrays. */

#include "mcp-schema-run.h"

#include "mcp-schema-number.h"

/* How deep into an item its hash looks; what differs only deeper is compared. */
#define HASH_DEPTH 8u
/* Up to here every item is compared with every other. */
#define FEW_ITEMS 4u

static guint32
hash_string (McpJsonValue value)
{
  g_autofree char *owned = NULL;
  gsize            length;
  const char      *text = mcp_schema_peek_string (value, &length, &owned);
  guint32          hash = 17;

  for (gsize i = 0; i < length; i++)
    hash = hash * 31 + (guchar)text[i];
  return hash;
}

/* Values that are equal have equal hashes, whatever the order of their members. */
static guint32
hash_value (McpJsonValue value, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);
  guint32     hash = (guint32)kind * 0x9e3779b1;

  switch (kind)
    {
    case MCP_JSON_BOOLEAN:
      return hash + (guint32)mcp_json_value_get_boolean (value, FALSE);
    case MCP_JSON_NUMBER:
      return hash + mcp_schema_number_hash (value);
    case MCP_JSON_STRING:
      return hash + hash_string (value);
    case MCP_JSON_ARRAY:
      if (depth == 0)
        return hash;
      for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
        hash = hash * 31 + hash_value (item.value, depth - 1);
      return hash;
    case MCP_JSON_OBJECT:
      if (depth == 0)
        return hash;
      for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
        /* Of duplicates one counts, we do not know which without looking. */
        if (mcp_schema_find_member (value, item.name).node == item.value.node)
          hash += (hash_string (item.name) ^ 0x5bd1e995) * (hash_value (item.value, depth - 1) | 1);
      return hash;
    default:
      return hash;
    }
}

typedef struct
{
  McpJsonValue value;
  guint32      hash;
  guint32      index;
} Item;

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *one = a;
  const Item *two = b;

  if (one->hash != two->hash)
    return one->hash < two->hash ? -1 : 1;
  return (one->index > two->index) - (one->index < two->index);
}

static McpSchemaTruth
run_unique (McpSchemaRun *self, const McpSchemaCase *item)
{
  guint       n = mcp_json_value_get_n_items (item->instance);
  guint       i = 0;
  McpJsonIter iter;

  if (n < 2)
    return MCP_SCHEMA_YES;
  /* Hashing looks at every byte once. */
  if (!mcp_schema_run_spend (self, n + mcp_json_value_get_length (item->instance) / 8))
    return MCP_SCHEMA_MAYBE;
  g_autofree Item *items = g_new (Item, n + 1);
  mcp_json_iter_init (&iter, item->instance);
  for (; mcp_json_iter_next (&iter, NULL, &items[i].value); i++)
    {
      items[i].index = i;
      items[i].hash = n > FEW_ITEMS ? hash_value (items[i].value, HASH_DEPTH) : 0;
    }
  if (n > FEW_ITEMS)
    qsort (items, n, sizeof *items, compare_items);
  for (i = 0; i + 1 < n; i++)
    for (guint j = i + 1; j < n && items[j].hash == items[i].hash; j++)
      {
        McpSchemaFault fault = { .instance = items[j].value,
                                 .first = items[i].index,
                                 .second = items[j].index };

        if (!mcp_schema_run_spend (self, 1 + mcp_json_value_get_length (items[i].value) / 32))
          return MCP_SCHEMA_MAYBE;
        if (mcp_json_value_equal (items[i].value, items[j].value))
          return mcp_schema_run_fail (self, item, &fault);
      }
  return MCP_SCHEMA_YES;
}

static McpSchemaTruth
run_count (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaFault fault = { .count = mcp_json_value_get_n_items (item->instance) };

  if (item->op->keyword == MCP_SCHEMA_MAX_ITEMS ? fault.count <= item->op->child
                                                : fault.count >= item->op->child)
    return MCP_SCHEMA_YES;
  return mcp_schema_run_fail (self, item, &fault);
}

static McpSchemaTruth
run_items (McpSchemaRun *self, const McpSchemaCase *item)
{
  const McpSchemaArrayRule *rule =
      &g_array_index (self->schema->arrays, McpSchemaArrayRule, item->op->child);
  gboolean rest_is_false = rule->rest != MCP_SCHEMA_NOWHERE &&
                           mcp_schema_peek_record (self->schema, rule->rest)->is_false;
  McpSchemaTruth truth = MCP_SCHEMA_YES;
  guint          index = 0;
  McpJsonValue   value;
  McpJsonIter    iter;

  mcp_json_iter_init (&iter, item->instance);
  for (; mcp_json_iter_next (&iter, NULL, &value); index++)
    {
      gboolean       is_rest = index >= rule->n_prefix;
      McpSchemaFault fault = {
        .keyword = (McpSchemaKeyword)item->op->n,
        .instance = value,
        .count = rule->n_prefix,
      };

      if (is_rest && rule->rest == MCP_SCHEMA_NOWHERE)
        break;
      if (is_rest && rest_is_false)
        truth = mcp_schema_run_fail (self, item, &fault);
      else
        truth = mcp_schema_truth_and (truth, mcp_schema_run_node (self,
                                                                  is_rest ? rule->rest
                                                                          : rule->prefix + index,
                                                                  value, item->scope, NULL));
      if (item->evaluated != NULL)
        mcp_schema_evaluated_mark (item->evaluated, index);
      if (self->stopped || (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self)))
        break;
    }
  return truth;
}

static McpSchemaTruth
run_contains (McpSchemaRun *self, const McpSchemaCase *item)
{
  const McpSchemaContainsRule *rule =
      &g_array_index (self->schema->contains, McpSchemaContainsRule, item->op->child);
  McpJsonDocument *document = mcp_schema_peek_record (self->schema, item->node)->value.document;
  gboolean         marks = rule->marks && item->evaluated != NULL;
  guint            n_sure = 0;
  guint            n_possible = 0;
  guint            index = 0;
  McpJsonValue     value;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter, item->instance);
  for (; mcp_json_iter_next (&iter, NULL, &value); index++)
    {
      McpSchemaTruth fits = mcp_schema_run_quietly (self, rule->child, value, item->scope, NULL);

      if (self->stopped)
        return MCP_SCHEMA_MAYBE;
      n_sure += fits == MCP_SCHEMA_YES;
      n_possible += fits != MCP_SCHEMA_NO;
      if (marks && fits != MCP_SCHEMA_NO)
        mcp_schema_evaluated_mark (item->evaluated, index);
    }
  if (n_possible < rule->min || n_sure > rule->max)
    {
      gboolean       too_few = n_possible < rule->min;
      McpSchemaFault fault = { .count = n_sure };
      guint32        limit = too_few ? rule->min_value : rule->max_value;

      if (limit != MCP_SCHEMA_NOWHERE)
        {
          fault.keyword = too_few ? MCP_SCHEMA_MIN_CONTAINS : MCP_SCHEMA_MAX_CONTAINS;
          fault.expected = (McpJsonValue){ document, limit };
        }
      return mcp_schema_run_fail (self, item, &fault);
    }
  return n_sure >= rule->min && n_possible <= rule->max ? MCP_SCHEMA_YES : MCP_SCHEMA_MAYBE;
}

McpSchemaTruth
mcp_schema_run_array (McpSchemaRun *self, const McpSchemaCase *item)
{
  switch ((McpSchemaKeyword)item->op->keyword)
    {
    case MCP_SCHEMA_ITEMS:
      return run_items (self, item);
    case MCP_SCHEMA_CONTAINS:
      return run_contains (self, item);
    case MCP_SCHEMA_UNIQUE_ITEMS:
      return run_unique (self, item);
    default:
      return run_count (self, item);
    }
}
