/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-indexer.h"

#include <string.h>

static guint
get_vocabulary (McpSchemaKeyword keyword, McpSchemaDialect dialect)
{
  switch (keyword)
    {
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
      return dialect == MCP_SCHEMA_2019_09 ? MCP_SCHEMA_VOCABULARY_APPLICATOR
                                           : MCP_SCHEMA_VOCABULARY_UNEVALUATED;
    default:
      if (keyword >= MCP_SCHEMA_TYPE && keyword <= MCP_SCHEMA_DEPENDENT_REQUIRED)
        return MCP_SCHEMA_VOCABULARY_VALIDATION;
      if (keyword >= MCP_SCHEMA_ALL_OF && keyword <= MCP_SCHEMA_CONTAINS)
        return MCP_SCHEMA_VOCABULARY_APPLICATOR;
      return MCP_SCHEMA_VOCABULARY_CORE;
    }
}

gboolean
mcp_schema_resource_has (const McpSchemaResource *self, McpSchemaKeyword keyword)
{
  return mcp_schema_keyword_is_in (keyword, self->dialect) &&
         (get_vocabulary (keyword, self->dialect) & self->vocabularies) != 0;
}

guint32
mcp_schema_find_record (const McpSchema *self, guint32 from, McpJsonValue value, gboolean *exact)
{
  for (;;)
    {
      const McpSchemaRecord *record = mcp_schema_peek_record (self, from);
      guint32                low = 0;
      guint32                high = record->n_children;

      *exact = record->value.node == value.node;
      if (*exact)
        return from;
      /* The last child that does not begin behind the value */
      while (low < high)
        {
          guint32 middle = low + (high - low) / 2;

          if (mcp_schema_peek_record (self, record->first_child + middle)->value.node <= value.node)
            low = middle + 1;
          else
            high = middle;
        }
      if (low == 0)
        return from;
      record = mcp_schema_peek_record (self, record->first_child + low - 1);
      if (mcp_json_value_get_start (record->value) + mcp_json_value_get_length (record->value) <=
          mcp_json_value_get_start (value))
        return from;
      from = (guint32)(record - mcp_schema_peek_record (self, 0));
    }
}

guint32
mcp_schema_indexer_push (McpSchemaIndexer *self, McpJsonValue value, guint32 resource)
{
  McpSchemaRecord record = { .value = value, .resource = resource };

  if (self->schema->records->len >= MCP_SCHEMA_MAX_NODES)
    {
      self->schema->is_truncated = TRUE;
      return MCP_SCHEMA_NOWHERE;
    }
  g_array_append_val (self->schema->records, record);
  return self->schema->records->len - 1;
}

guint32
mcp_schema_indexer_add_document (McpSchemaIndexer *self, const char *uri, McpJsonValue value)
{
  McpSchema        *schema = self->schema;
  guint32           index = schema->resources->len;
  McpSchemaResource resource = {
    .uri = g_strdup (uri),
    .root = value,
    .dialect = schema->dialect,
    .vocabularies = MCP_SCHEMA_VOCABULARIES_DEFAULT,
    .document = value,
  };

  resource.node = mcp_schema_indexer_push (self, value, index);
  g_array_append_val (schema->resources, resource);
  if (uri != NULL)
    {
      if (self->addresses == NULL)
        self->addresses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (self->addresses, g_strdup (uri), GUINT_TO_POINTER (index + 1));
    }
  return index;
}

static gboolean
can_be_schema (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_OBJECT || kind == MCP_JSON_BOOLEAN;
}

static void
push_child (McpSchemaIndexer *self, McpSchemaKeyword keyword, McpJsonValue value)
{
  guint32 resource = mcp_schema_peek_record (self->schema, self->node)->resource;
  guint32 child = mcp_schema_indexer_push (self, value, resource);

  if (child == MCP_SCHEMA_NOWHERE)
    return;
  if (self->n_children[keyword]++ == 0)
    self->children[keyword] = child;
}

static void
push_children (McpSchemaIndexer *self, McpSchemaKeyword keyword, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  self->n_children[keyword] = 0;
  switch (keyword)
    {
    case MCP_SCHEMA_ITEMS:
      if (kind == MCP_JSON_ARRAY && self->dialect != MCP_SCHEMA_2020_12)
        break;
      G_GNUC_FALLTHROUGH;
    case MCP_SCHEMA_NOT:
    case MCP_SCHEMA_IF:
    case MCP_SCHEMA_THEN:
    case MCP_SCHEMA_ELSE:
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_PROPERTY_NAMES:
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
    case MCP_SCHEMA_ADDITIONAL_ITEMS:
    case MCP_SCHEMA_CONTENT_SCHEMA:
      if (can_be_schema (value))
        push_child (self, keyword, value);
      else
        mcp_schema_indexer_refuse (self, keyword, "a schema");
      return;

    case MCP_SCHEMA_ALL_OF:
    case MCP_SCHEMA_ANY_OF:
    case MCP_SCHEMA_ONE_OF:
    case MCP_SCHEMA_PREFIX_ITEMS:
      if (kind == MCP_JSON_ARRAY)
        break;
      mcp_schema_indexer_refuse (self, keyword, "an array of schemas");
      return;

    case MCP_SCHEMA_PROPERTIES:
    case MCP_SCHEMA_PATTERN_PROPERTIES:
    case MCP_SCHEMA_DEFS:
    case MCP_SCHEMA_DEFINITIONS:
    case MCP_SCHEMA_DEPENDENT_SCHEMAS:
    case MCP_SCHEMA_DEPENDENCIES:
      if (kind == MCP_JSON_OBJECT)
        break;
      mcp_schema_indexer_refuse (self, keyword, "an object of schemas");
      return;

    default:
      return;
    }

  for (McpJsonWalk child = mcp_json_walk (value); mcp_json_walk_next (&child);)
    if (keyword != MCP_SCHEMA_DEPENDENCIES ||
        mcp_json_value_get_kind (child.value) != MCP_JSON_ARRAY)
      push_child (self, keyword, child.value);
}

/* The members in the order of the text, so that children are in order too. */
static void
read_members (McpSchemaIndexer *self)
{
  memset (self->members, 0, sizeof self->members);
  memset (self->n_children, 0, sizeof self->n_children);
  for (McpJsonWalk each = mcp_json_walk (self->value); mcp_json_walk_next (&each);)
    self->members[mcp_schema_keyword_find (each.name)] = each.value;
}

static void
read_children (McpSchemaIndexer *self, const McpSchemaResource *resource)
{
  McpSchema *schema = self->schema;
  guint32    first = schema->records->len;

  for (McpJsonWalk each = mcp_json_walk (self->value); mcp_json_walk_next (&each);)
    {
      McpSchemaKeyword keyword = MCP_SCHEMA_UNKNOWN_KEYWORD;

      /* Only what is read elsewhere could hold schemas: containers and the booleans. */
      if (can_be_schema (each.value) || mcp_json_value_get_kind (each.value) == MCP_JSON_ARRAY ||
          mcp_json_value_get_kind (each.value) == MCP_JSON_NUMBER ||
          mcp_json_value_get_kind (each.value) == MCP_JSON_NULL)
        keyword = mcp_schema_keyword_find (each.name);
      if (keyword != MCP_SCHEMA_UNKNOWN_KEYWORD && mcp_schema_resource_has (resource, keyword))
        push_children (self, keyword, each.value);
    }
  mcp_schema_peek_record (schema, self->node)->first_child = first;
  mcp_schema_peek_record (schema, self->node)->n_children = schema->records->len - first;
}

static void
read_node (McpSchemaIndexer *self, guint32 node)
{
  McpSchema        *schema = self->schema;
  McpSchemaRecord  *record = mcp_schema_peek_record (schema, node);
  McpSchemaResource resource = *mcp_schema_peek_resource (schema, record->resource);

  self->node = node;
  self->value = record->value;
  record->first_op = schema->ops->len;
  if (mcp_json_value_get_kind (self->value) == MCP_JSON_BOOLEAN)
    {
      record->is_false = !mcp_json_value_get_boolean (self->value, TRUE);
      return;
    }
  if (mcp_json_value_get_kind (self->value) != MCP_JSON_OBJECT)
    {
      mcp_schema_add_finding (
          schema, MCP_FINDING_ERROR, "schema-not-a-schema", self->value,
          "A schema must be an object or a boolean, not %s; this one is ignored.",
          mcp_json_kind_get_name (mcp_json_value_get_kind (self->value)));
      return;
    }
  read_members (self);
  mcp_schema_indexer_enter (self, resource.node == node);

  record = mcp_schema_peek_record (schema, node);
  resource = *mcp_schema_peek_resource (schema, record->resource);
  self->dialect = resource.dialect;
  self->vocabularies = resource.vocabularies;
  if (self->dialect != MCP_SCHEMA_DIALECT_UNKNOWN)
    read_children (self, &resource);
  mcp_schema_indexer_emit (self);
  mcp_schema_peek_record (schema, node)->n_ops =
      (guint16)(schema->ops->len - mcp_schema_peek_record (schema, node)->first_op);
}

void
mcp_schema_indexer_run (McpSchemaIndexer *self)
{
  while (self->next < self->schema->records->len)
    read_node (self, self->next++);
}

void
mcp_schema_indexer_refuse (McpSchemaIndexer *self, McpSchemaKeyword keyword, const char *wanted)
{
  mcp_schema_add_finding (self->schema, MCP_FINDING_ERROR, "schema-keyword-invalid",
                          self->members[keyword], "“%s” must be %s; it is ignored.",
                          mcp_schema_keyword_get_name (keyword), wanted);
}

void
mcp_schema_index (McpSchema *schema)
{
  McpSchemaIndexer self = { .schema = schema };

  mcp_schema_indexer_add_document (&self, NULL, schema->value.value);
  mcp_schema_indexer_run (&self);
  mcp_schema_indexer_resolve (&self);
  if (schema->is_truncated)
    mcp_schema_add_finding (schema, MCP_FINDING_WARNING, "schema-too-large", schema->value.value,
                            "The schema has more than %u parts; the rest is not looked at.",
                            MCP_SCHEMA_MAX_NODES);
  g_clear_pointer (&self.addresses, g_hash_table_unref);
  g_clear_pointer (&self.anchors, g_hash_table_unref);
  g_clear_pointer (&self.extras, g_hash_table_unref);
  g_clear_pointer (&self.dynamic, g_hash_table_unref);
  g_clear_pointer (&self.dynamic_nodes, g_hash_table_unref);
}
