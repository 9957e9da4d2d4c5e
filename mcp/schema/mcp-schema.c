/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema.h"

#include <string.h>

#include "mcp-schema-indexer.h"

/* Findings that are kept: a list of more helps nobody. */
#define MAX_FINDINGS 200

static void
object_rule_clear (gpointer data)
{
  mcp_schema_names_clear (&((McpSchemaObjectRule *)data)->names);
}

static void
choice_clear (gpointer data)
{
  mcp_schema_names_clear (&((McpSchemaChoice *)data)->names);
}

static void
resource_clear (gpointer data)
{
  g_free (((McpSchemaResource *)data)->uri);
}

static void
reference_clear (gpointer data)
{
  g_clear_pointer (&((McpSchemaReference *)data)->dynamic, g_array_unref);
}

static void
anchor_clear (gpointer data)
{
  g_free (((McpSchemaAnchor *)data)->name);
}

static GArray *
new_table (gsize size, void (*clear) (gpointer data))
{
  GArray *table = g_array_new (FALSE, FALSE, (guint)size);

  if (clear != NULL)
    g_array_set_clear_func (table, clear);
  return table;
}

McpSchema *
mcp_schema_new_with (McpJsonValue value, McpSchemaDialect dialect, GHashTable *others)
{
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);

  McpSchema *self = g_new0 (McpSchema, 1);
  g_atomic_ref_count_init (&self->ref_count);
  mcp_json_slot_set (&self->value, value);
  self->dialect = dialect;
  self->others = others != NULL ? g_hash_table_ref (others) : NULL;
  self->records = new_table (sizeof (McpSchemaRecord), NULL);
  self->ops = new_table (sizeof (McpSchemaOp), NULL);
  self->resources = new_table (sizeof (McpSchemaResource), resource_clear);
  self->objects = new_table (sizeof (McpSchemaObjectRule), object_rule_clear);
  self->arrays = new_table (sizeof (McpSchemaArrayRule), NULL);
  self->contains = new_table (sizeof (McpSchemaContainsRule), NULL);
  self->conditionals = new_table (sizeof (McpSchemaConditional), NULL);
  self->dependencies = new_table (sizeof (McpSchemaDependency), NULL);
  self->choices = new_table (sizeof (McpSchemaChoice), choice_clear);
  self->references = new_table (sizeof (McpSchemaReference), reference_clear);
  self->anchors = new_table (sizeof (McpSchemaAnchor), anchor_clear);
  self->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_schema_pattern_free);
  self->documents = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
  mcp_schema_index (self);
  return self;
}

McpSchema *
mcp_schema_new (McpJsonValue value)
{
  return mcp_schema_new_with (value, MCP_SCHEMA_2020_12, NULL);
}

static McpSchema *
mcp_schema_get_metaschema (McpSchemaDialect dialect)
{
  static const char *const uris[] = {
    [MCP_SCHEMA_DRAFT_07] = "http://json-schema.org/draft-07/schema",
    [MCP_SCHEMA_2019_09] = "https://json-schema.org/draft/2019-09/schema",
    [MCP_SCHEMA_2020_12] = "https://json-schema.org/draft/2020-12/schema",
  };
  static McpSchema *metaschemas[G_N_ELEMENTS (uris)];
  static GMutex     mutex;

  g_return_val_if_fail (dialect > MCP_SCHEMA_DIALECT_UNKNOWN && dialect < G_N_ELEMENTS (uris),
                        NULL);

  g_mutex_lock (&mutex);
  if (metaschemas[dialect] == NULL)
    metaschemas[dialect] = mcp_schema_new (mcp_schema_find_document (NULL, uris[dialect]));
  McpSchema *self = metaschemas[dialect];
  g_mutex_unlock (&mutex);
  return self;
}

McpSchema *
mcp_schema_ref (McpSchema *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_schema_unref (McpSchema *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->records);
  g_array_unref (self->ops);
  g_array_unref (self->resources);
  g_array_unref (self->objects);
  g_array_unref (self->arrays);
  g_array_unref (self->contains);
  g_array_unref (self->conditionals);
  g_array_unref (self->dependencies);
  g_array_unref (self->choices);
  g_array_unref (self->references);
  g_array_unref (self->anchors);
  g_ptr_array_unref (self->patterns);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_ptr_array_unref (self->documents);
  g_clear_pointer (&self->others, g_hash_table_unref);
  mcp_json_slot_clear (&self->value);
  g_free (self);
}

McpJsonValue
mcp_schema_get_value (McpSchema *self)
{
  return self->value.value;
}

McpSchemaDialect
mcp_schema_get_dialect (McpSchema *self)
{
  return mcp_schema_peek_resource (self, 0)->dialect;
}

char *
mcp_schema_dup_pointer_from (McpJsonValue root, McpJsonValue value)
{
  if (value.document != root.document || !mcp_json_value_exists (value))
    return g_strdup ("");
  g_autofree char *inner = mcp_json_value_dup_pointer (value);
  if (mcp_json_value_get_start (root) == 0)
    return g_steal_pointer (&inner);
  g_autofree char *outer = mcp_json_value_dup_pointer (root);
  return g_strdup (g_str_has_prefix (inner, outer) ? inner + strlen (outer) : inner);
}

void
mcp_schema_add_finding (McpSchema      *self,
                        McpFindingLevel level,
                        const char     *code,
                        McpJsonValue    value,
                        const char     *format,
                        ...)
{
  g_autofree char *pointer = NULL;
  va_list          arguments;

  if (self->findings != NULL && self->findings->len >= MAX_FINDINGS)
    return;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (value.document == self->value.value.document)
    pointer = mcp_schema_dup_pointer_from (self->value.value, value);
  mcp_finding_add (&self->findings, level, code, pointer, "%s", text);
}

GPtrArray *
mcp_schema_get_findings (McpSchema *self)
{
  return self->findings;
}

static void
check_patterns (McpSchema *self, GPtrArray **findings)
{
  for (guint i = 0; i < self->patterns->len; i++)
    {
      McpSchemaPattern *pattern = self->patterns->pdata[i];
      McpJsonValue      value = mcp_schema_pattern_get_text (pattern);
      g_autofree char  *reason = mcp_schema_pattern_check (pattern);

      if (reason == NULL || value.document != self->value.value.document)
        continue;
      g_autofree char *pointer = mcp_schema_dup_pointer_from (self->value.value, value);
      mcp_finding_add (findings, MCP_FINDING_ERROR, "schema-pattern-invalid", pointer,
                       "Invalid pattern: %s.", reason);
    }
}

/* References that lead back to themselves, with nothing in between that looks at a part. */
static void
check_circles (McpSchema *self, GPtrArray **findings)
{
  for (guint i = 0; i < self->references->len; i++)
    {
      const McpSchemaReference *reference =
          &g_array_index (self->references, McpSchemaReference, i);
      McpSchemaNode node = { self, reference->node };

      if (reference->target == MCP_SCHEMA_NOWHERE ||
          reference->text.document != self->value.value.document ||
          !mcp_schema_node_is_circular (node))
        continue;
      g_autofree char *pointer = mcp_schema_dup_pointer_from (self->value.value, reference->text);
      mcp_finding_add (findings, MCP_FINDING_ERROR, "schema-reference-circle", pointer,
                       "The reference leads back to itself: no value can be checked.");
    }
}

static void
check_against_metaschema (McpSchema *self, GPtrArray **findings)
{
  McpSchemaDialect dialect = mcp_schema_get_dialect (self);
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  if (dialect == MCP_SCHEMA_DIALECT_UNKNOWN)
    return;
  report = mcp_schema_validate (mcp_schema_get_metaschema (dialect), self->value.value,
                                MCP_SCHEMA_PLAIN, NULL);
  errors = report->errors;
  for (guint i = 0; i < errors->len; i++)
    mcp_finding_add (findings, MCP_FINDING_ERROR, "schema-metaschema",
                     ((const McpSchemaError *)errors->pdata[i])->instance_pointer, "%s",
                     ((const McpSchemaError *)errors->pdata[i])->text);
}

GPtrArray *
mcp_schema_check (McpSchema *self)
{
  GPtrArray *findings = NULL;

  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    {
      const McpFinding *finding = self->findings->pdata[i];

      mcp_finding_add (&findings, mcp_finding_get_level (finding), mcp_finding_get_code (finding),
                       mcp_finding_get_pointer (finding), "%s", mcp_finding_get_text (finding));
    }
  check_patterns (self, &findings);
  check_circles (self, &findings);
  check_against_metaschema (self, &findings);
  return findings;
}

McpSchemaReport *
mcp_schema_validate (McpSchema             *self,
                     McpJsonValue           value,
                     guint                  flags,
                     const McpSchemaBudget *budget)
{
  return mcp_schema_node_validate (mcp_schema_get_root (self), value, flags, budget);
}

McpSchemaOutcome
mcp_schema_test (McpSchema *self, McpJsonValue value, guint flags, const McpSchemaBudget *budget)
{
  return mcp_schema_node_test (mcp_schema_get_root (self), value, flags, budget);
}
