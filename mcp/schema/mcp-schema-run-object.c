/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Keywords about objects. */

#include "mcp-schema-run.h"

#include <string.h>

/* Required names that are kept track of on the stack. */
#define FEW_REQUIRED 4

/* A pattern or a schema for the members that no name covers. */
static McpSchemaTruth
run_unnamed (McpSchemaRun              *self,
             const McpSchemaCase       *item,
             const McpSchemaObjectRule *rule,
             McpJsonValue               name,
             McpJsonValue               value,
             gboolean                  *covered)
{
  McpSchemaTruth   truth = MCP_SCHEMA_YES;
  g_autofree char *owned = NULL;
  const char      *text;
  gsize            length;

  if (rule->n_patterns > 0)
    {
      text = mcp_schema_peek_string (name, &length, &owned);
      for (guint i = 0; i < rule->n_patterns; i++)
        {
          McpSchemaPattern *pattern = self->schema->patterns->pdata[rule->first_pattern + i];

          if (!mcp_schema_run_spend (self, 20))
            return MCP_SCHEMA_MAYBE;
          McpSchemaTruth matches = mcp_schema_pattern_matches (pattern, text, length,
                                                               mcp_schema_run_get_deadline (self));
          if (matches == MCP_SCHEMA_MAYBE)
            truth =
                mcp_schema_truth_and (truth,
                                      mcp_schema_run_doubt (self, MCP_SCHEMA_REASON_PATTERN,
                                                            mcp_schema_pattern_get_text (pattern)));
          if (matches != MCP_SCHEMA_NO)
            *covered = TRUE;
          if (matches == MCP_SCHEMA_YES)
            truth = mcp_schema_truth_and (truth, mcp_schema_run_node (self, rule->pattern_child + i,
                                                                      value, item->scope, NULL));
        }
    }
  if (*covered || rule->additional == MCP_SCHEMA_NOWHERE)
    return truth;
  *covered = TRUE;
  if (mcp_schema_peek_record (self->schema, rule->additional)->is_false)
    {
      McpSchemaFault fault = {
        .keyword = MCP_SCHEMA_ADDITIONAL_PROPERTIES,
        .expected = mcp_schema_peek_record (self->schema, rule->additional)->value,
        .instance = value,
        .property = name,
      };

      return mcp_schema_run_fail (self, item, &fault);
    }
  return mcp_schema_truth_and (truth, mcp_schema_run_node (self, rule->additional, value,
                                                           item->scope, NULL));
}

static McpSchemaTruth
find_missing (McpSchemaRun              *self,
              const McpSchemaCase       *item,
              const McpSchemaObjectRule *rule,
              const guint64             *seen)
{
  McpJsonDocument *document = mcp_schema_peek_record (self->schema, item->node)->value.document;

  if (mcp_schema_run_ends_early (self))
    return MCP_SCHEMA_NO;
  for (guint i = 0; i < rule->names.n_entries; i++)
    {
      const McpSchemaName *name = &rule->names.entries[i];
      McpSchemaFault       fault = {
              .keyword = MCP_SCHEMA_REQUIRED,
              .expected = { document, rule->required },
              .property = { document, name->name },
      };

      if (name->required != MCP_SCHEMA_NOWHERE &&
          !(seen[name->required / 64] >> name->required % 64 & 1))
        mcp_schema_run_fail (self, item, &fault);
    }
  return MCP_SCHEMA_NO;
}

static McpSchemaTruth
run_members (McpSchemaRun *self, const McpSchemaCase *item)
{
  const McpSchemaObjectRule *rule =
      &g_array_index (self->schema->objects, McpSchemaObjectRule, item->op->child);
  guint               n_words = rule->n_required / 64 + 1;
  guint64             few[FEW_REQUIRED] = { 0 };
  g_autofree guint64 *many = n_words > FEW_REQUIRED ? g_new0 (guint64, n_words) : NULL;
  guint64            *seen = many != NULL ? many : few;
  gboolean            others = rule->n_patterns > 0 || rule->additional != MCP_SCHEMA_NOWHERE;
  guint               n_seen = 0;
  guint               index = 0;
  McpSchemaTruth      truth = MCP_SCHEMA_YES;
  McpJsonValue        name, value;
  McpJsonIter         iter;

  if (rule->n_required > mcp_json_value_get_n_items (item->instance) &&
      mcp_schema_run_ends_early (self))
    return MCP_SCHEMA_NO;
  if (!mcp_schema_run_spend (self, mcp_json_value_get_n_items (item->instance)))
    return MCP_SCHEMA_MAYBE;
  mcp_json_iter_init (&iter, item->instance);
  for (; mcp_json_iter_next (&iter, &name, &value); index++)
    {
      const McpSchemaName *known = mcp_schema_names_find (&rule->names, name);
      gboolean             covered = FALSE;

      if (known != NULL && known->required != MCP_SCHEMA_NOWHERE)
        {
          guint64 bit = G_GUINT64_CONSTANT (1) << known->required % 64;

          n_seen += (seen[known->required / 64] & bit) == 0;
          seen[known->required / 64] |= bit;
        }
      if (known != NULL && known->child != MCP_SCHEMA_NOWHERE)
        {
          covered = TRUE;
          truth = mcp_schema_truth_and (truth, mcp_schema_run_node (self, known->child, value,
                                                                    item->scope, NULL));
        }
      if (others)
        truth = mcp_schema_truth_and (truth, run_unnamed (self, item, rule, name, value, &covered));
      if (covered && item->evaluated != NULL)
        mcp_schema_evaluated_mark (item->evaluated, index);
      if (self->stopped)
        return MCP_SCHEMA_MAYBE;
      if (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self))
        return truth;
    }
  if (n_seen < rule->n_required)
    return find_missing (self, item, rule, seen);
  return truth;
}

static McpSchemaTruth
run_names (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaTruth truth = MCP_SCHEMA_YES;

  for (McpJsonWalk each = mcp_json_walk (item->instance); mcp_json_walk_next (&each);)
    {
      truth = mcp_schema_truth_and (truth, mcp_schema_run_node (self, item->op->child, each.name,
                                                                item->scope, NULL));
      if (self->stopped || (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self)))
        break;
    }
  return truth;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Different names; names that are there twice count once. */
static guint
count_names (McpJsonValue object)
{
  guint n_items = mcp_json_value_get_n_items (object);
  guint n = 0;

  if (n_items < 2)
    return n_items;
  g_autoptr (GPtrArray) names = g_ptr_array_new_full (n_items, g_free);
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    g_ptr_array_add (names, mcp_json_value_dup_text (each.name));
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    n += i == 0 || !g_str_equal (names->pdata[i - 1], names->pdata[i]);
  return n;
}

static McpSchemaTruth
run_count (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaFault fault = { .count = mcp_json_value_get_n_items (item->instance) };
  gboolean       at_most = item->op->keyword == MCP_SCHEMA_MAX_PROPERTIES;

  /* Only where duplicates could make a difference */
  if (fault.count > item->op->child || (!at_most && fault.count == item->op->child))
    fault.count = count_names (item->instance);
  if (at_most ? fault.count <= item->op->child : fault.count >= item->op->child)
    return MCP_SCHEMA_YES;
  return mcp_schema_run_fail (self, item, &fault);
}

static McpSchemaTruth
run_required_with (McpSchemaRun              *self,
                   const McpSchemaCase       *item,
                   const McpSchemaDependency *dependency)
{
  McpSchemaTruth truth = MCP_SCHEMA_YES;

  for (McpJsonWalk each = mcp_json_walk (dependency->required); mcp_json_walk_next (&each);)
    {
      McpSchemaFault fault = { .property = each.value,
                               .other = dependency->name,
                               .expected = dependency->required };

      if (mcp_json_value_get_kind (each.value) == MCP_JSON_STRING &&
          !mcp_json_value_exists (mcp_schema_find_member (item->instance, each.value)))
        truth = mcp_schema_run_fail (self, item, &fault);
    }
  return truth;
}

static McpSchemaTruth
run_dependencies (McpSchemaRun *self, const McpSchemaCase *item)
{
  McpSchemaTruth truth = MCP_SCHEMA_YES;

  for (guint i = 0; i < item->op->n; i++)
    {
      const McpSchemaDependency *dependency =
          &g_array_index (self->schema->dependencies, McpSchemaDependency, item->op->child + i);

      if (!mcp_schema_run_spend (self, 1 + mcp_json_value_get_n_items (item->instance) / 8))
        return MCP_SCHEMA_MAYBE;
      if (!mcp_json_value_exists (mcp_schema_find_member (item->instance, dependency->name)))
        continue;
      if (dependency->child != MCP_SCHEMA_NOWHERE)
        truth = mcp_schema_truth_and (truth,
                                      mcp_schema_run_node (self, dependency->child, item->instance,
                                                           item->scope, item->evaluated));
      else
        truth = mcp_schema_truth_and (truth, run_required_with (self, item, dependency));
      if (self->stopped || (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self)))
        break;
    }
  return truth;
}

McpSchemaTruth
mcp_schema_run_object (McpSchemaRun *self, const McpSchemaCase *item)
{
  switch ((McpSchemaKeyword)item->op->keyword)
    {
    case MCP_SCHEMA_PROPERTIES:
      return run_members (self, item);
    case MCP_SCHEMA_PROPERTY_NAMES:
      return run_names (self, item);
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_MAX_PROPERTIES:
      return run_count (self, item);
    default:
      return run_dependencies (self, item);
    }
}

/* What no other keyword has looked at: the members of an object, the items of an array. */
McpSchemaTruth
mcp_schema_run_unevaluated (McpSchemaRun *self, const McpSchemaCase *item)
{
  gboolean       is_false = mcp_schema_peek_record (self->schema, item->op->child)->is_false;
  McpSchemaTruth truth = MCP_SCHEMA_YES;
  guint          index = 0;
  McpJsonValue   name, value;
  McpJsonIter    iter;

  mcp_json_iter_init (&iter, item->instance);
  for (; mcp_json_iter_next (&iter, &name, &value); index++)
    {
      McpSchemaFault fault = { .instance = value, .property = name };

      if (mcp_schema_evaluated_has (item->evaluated, index))
        continue;
      if (is_false)
        truth = mcp_schema_run_fail (self, item, &fault);
      else
        truth = mcp_schema_truth_and (truth, mcp_schema_run_node (self, item->op->child, value,
                                                                  item->scope, NULL));
      mcp_schema_evaluated_mark (item->evaluated, index);
      if (self->stopped || (truth == MCP_SCHEMA_NO && mcp_schema_run_ends_early (self)))
        break;
    }
  return truth;
}
