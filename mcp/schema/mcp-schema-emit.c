/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a node demands, as operations: cheap ones first, "unevaluated" ones last. */

#include "mcp-schema-indexer.h"

#include "mcp-schema-format-rules.h"
#include "mcp-schema-number.h"

#define KIND(kind) (1u << (kind))
#define ANY_KIND 0x7fu
#define OF_NULL KIND (MCP_JSON_NULL)
#define OF_NUMBER KIND (MCP_JSON_NUMBER)
#define OF_STRING KIND (MCP_JSON_STRING)
#define OF_ARRAY KIND (MCP_JSON_ARRAY)
#define OF_OBJECT KIND (MCP_JSON_OBJECT)

static McpSchemaOp *
add_op (McpSchemaIndexer *self, McpSchemaKeyword keyword, guint kinds, guint32 child, guint32 n)
{
  McpSchemaOp op = { (guint8)keyword, (guint8)kinds, 0, self->members[keyword].node, child, n };

  g_array_append_val (self->schema->ops, op);
  return &g_array_index (self->schema->ops, McpSchemaOp, self->schema->ops->len - 1);
}

/* Returns: the keyword's value, where the dialect has it and it is of the kind; else none, with a
 * finding where it is of another one */
static McpJsonValue
take (McpSchemaIndexer *self, McpSchemaKeyword keyword, McpJsonKind kind)
{
  McpJsonValue             value = self->members[keyword];
  const McpSchemaResource *resource;

  if (!mcp_json_value_exists (value))
    return value;
  guint32 index = mcp_schema_peek_record (self->schema, self->node)->resource;
  resource = mcp_schema_peek_resource (self->schema, index);
  if (!mcp_schema_resource_has (resource, keyword))
    return MCP_JSON_NO_VALUE;
  if (kind == MCP_JSON_NONE || mcp_json_value_get_kind (value) == kind)
    return value;
  switch (kind)
    {
    case MCP_JSON_NUMBER:
      mcp_schema_indexer_refuse (self, keyword, "a number");
      break;
    case MCP_JSON_STRING:
      mcp_schema_indexer_refuse (self, keyword, "a string");
      break;
    case MCP_JSON_BOOLEAN:
      mcp_schema_indexer_refuse (self, keyword, "true or false");
      break;
    case MCP_JSON_ARRAY:
      mcp_schema_indexer_refuse (self, keyword, "an array");
      break;
    default:
      mcp_schema_indexer_refuse (self, keyword, "an object");
      break;
    }
  return MCP_JSON_NO_VALUE;
}

static guint
find_type (McpJsonValue name)
{
  static const struct
  {
    const char *name;
    guint       bits;
  } types[] = {
    { "string", MCP_SCHEMA_TYPE_STRING },
    { "object", MCP_SCHEMA_TYPE_OBJECT },
    { "number", MCP_SCHEMA_TYPE_NUMBER | MCP_SCHEMA_TYPE_INTEGER },
    { "boolean", MCP_SCHEMA_TYPE_BOOLEAN },
    { "integer", MCP_SCHEMA_TYPE_INTEGER },
    { "array", MCP_SCHEMA_TYPE_ARRAY },
    { "null", MCP_SCHEMA_TYPE_NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (name, types[i].name))
      return types[i].bits;
  return 0;
}

static void
emit_type (McpSchemaIndexer *self)
{
  McpJsonValue value = take (self, MCP_SCHEMA_TYPE, MCP_JSON_NONE);
  guint        types = 0;
  gboolean     known = TRUE;

  if (!mcp_json_value_exists (value))
    return;
  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
        {
          guint bits = find_type (item.value);

          types |= bits;
          known &= bits != 0;
        }
    }
  else
    {
      types = find_type (value);
      known = types != 0;
    }
  if (!known)
    mcp_schema_indexer_refuse (self, MCP_SCHEMA_TYPE,
                               "the name of a type, or an array of such names");
  else
    add_op (self, MCP_SCHEMA_TYPE, ANY_KIND, 0, 0)->types = (guint16)types;
}

static void
emit_enum (McpSchemaIndexer *self)
{
  McpJsonValue    value = take (self, MCP_SCHEMA_ENUM, MCP_JSON_ARRAY);
  McpSchemaChoice choice = { .all_names = TRUE };

  if (!mcp_json_value_exists (value))
    return;
  mcp_schema_names_init (&choice.names, mcp_json_value_get_n_items (value));
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    if (mcp_json_value_get_kind (item.value) == MCP_JSON_STRING)
      mcp_schema_names_add (&choice.names, item.value);
    else
      choice.all_names = FALSE;
  add_op (self, MCP_SCHEMA_ENUM, ANY_KIND, self->schema->choices->len, 0);
  g_array_append_val (self->schema->choices, choice);
}

static void
emit_numbers (McpSchemaIndexer *self)
{
  static const McpSchemaKeyword keywords[] = {
    MCP_SCHEMA_MULTIPLE_OF,
    MCP_SCHEMA_MAXIMUM,
    MCP_SCHEMA_EXCLUSIVE_MAXIMUM,
    MCP_SCHEMA_MINIMUM,
    MCP_SCHEMA_EXCLUSIVE_MINIMUM,
  };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      McpJsonValue value = take (self, keywords[i], MCP_JSON_NUMBER);

      if (!mcp_json_value_exists (value))
        continue;
      if (keywords[i] == MCP_SCHEMA_MULTIPLE_OF && !mcp_schema_number_is_positive (value))
        mcp_schema_indexer_refuse (self, keywords[i], "a number above 0");
      else
        add_op (self, keywords[i], OF_NUMBER, 0, 0);
    }
}

/* A count: 2 and 2.0, but not -1. Returns: whether there is one */
static gboolean
take_count (McpSchemaIndexer *self, McpSchemaKeyword keyword, guint32 *count)
{
  McpJsonValue value = take (self, keyword, MCP_JSON_NUMBER);
  gint64       number;
  gsize        length;

  if (!mcp_json_value_exists (value))
    return FALSE;
  if (!mcp_schema_number_is_integer (value) || *mcp_json_value_get_text (value, &length) == '-')
    {
      mcp_schema_indexer_refuse (self, keyword, "a whole number from 0");
      return FALSE;
    }
  /* No value has so many. */
  if (!mcp_json_value_get_int64 (value, &number) || number > G_MAXUINT32)
    number = G_MAXUINT32;
  *count = (guint32)number;
  return TRUE;
}

static void
emit_counts (McpSchemaIndexer *self)
{
  static const struct
  {
    McpSchemaKeyword keyword;
    guint            kinds;
  } counts[] = {
    { MCP_SCHEMA_MAX_LENGTH, OF_STRING },
    { MCP_SCHEMA_MIN_LENGTH, OF_STRING },
    { MCP_SCHEMA_MAX_ITEMS, OF_ARRAY },
    { MCP_SCHEMA_MIN_ITEMS, OF_ARRAY },
    { MCP_SCHEMA_MAX_PROPERTIES, OF_OBJECT },
    { MCP_SCHEMA_MIN_PROPERTIES, OF_OBJECT },
  };
  guint32 count;

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (take_count (self, counts[i].keyword, &count))
      add_op (self, counts[i].keyword, counts[i].kinds, count, 0);
  McpJsonValue unique = take (self, MCP_SCHEMA_UNIQUE_ITEMS, MCP_JSON_BOOLEAN);
  if (mcp_json_value_get_boolean (unique, FALSE))
    add_op (self, MCP_SCHEMA_UNIQUE_ITEMS, OF_ARRAY, 0, 0);
}

static guint32
add_pattern (McpSchemaIndexer *self, McpJsonValue text)
{
  g_ptr_array_add (self->schema->patterns, mcp_schema_pattern_new (text));
  return self->schema->patterns->len - 1;
}

static void
emit_strings (McpSchemaIndexer *self)
{
  McpJsonValue pattern = take (self, MCP_SCHEMA_PATTERN, MCP_JSON_STRING);
  McpJsonValue format = take (self, MCP_SCHEMA_FORMAT, MCP_JSON_STRING);
  McpJsonValue encoding = take (self, MCP_SCHEMA_CONTENT_ENCODING, MCP_JSON_STRING);
  McpJsonValue media_type = take (self, MCP_SCHEMA_CONTENT_MEDIA_TYPE, MCP_JSON_STRING);

  if (mcp_json_value_exists (pattern))
    add_op (self, MCP_SCHEMA_PATTERN, OF_STRING, add_pattern (self, pattern), 0);
  if (mcp_json_value_exists (format))
    {
      McpSchemaFormat known = mcp_schema_format_find (format);
      gboolean        always = self->vocabularies & MCP_SCHEMA_VOCABULARY_FORMAT_ASSERTION;

      if (known != MCP_SCHEMA_FORMAT_UNKNOWN)
        add_op (self, MCP_SCHEMA_FORMAT, OF_STRING, known, 0)->types =
            always ? MCP_SCHEMA_OP_ALWAYS : 0;
    }
  if (mcp_json_value_string_equals (encoding, "base64"))
    add_op (self, MCP_SCHEMA_CONTENT_ENCODING, OF_STRING, 0, 0);
  if (mcp_json_value_string_equals (media_type, "application/json"))
    add_op (self, MCP_SCHEMA_CONTENT_MEDIA_TYPE, OF_STRING, 0,
            mcp_json_value_string_equals (encoding, "base64"));
}

static void
emit_contains (McpSchemaIndexer *self)
{
  McpSchemaContainsRule rule = { .min = 1, .max = G_MAXUINT32 };

  if (self->n_children[MCP_SCHEMA_CONTAINS] == 0)
    return;
  rule.child = self->children[MCP_SCHEMA_CONTAINS];
  rule.min_value = rule.max_value = MCP_SCHEMA_NOWHERE;
  rule.marks = self->dialect == MCP_SCHEMA_2020_12;
  if (take_count (self, MCP_SCHEMA_MIN_CONTAINS, &rule.min))
    rule.min_value = self->members[MCP_SCHEMA_MIN_CONTAINS].node;
  if (take_count (self, MCP_SCHEMA_MAX_CONTAINS, &rule.max))
    rule.max_value = self->members[MCP_SCHEMA_MAX_CONTAINS].node;
  add_op (self, MCP_SCHEMA_CONTAINS, OF_ARRAY, self->schema->contains->len, 0);
  g_array_append_val (self->schema->contains, rule);
}

static void
emit_items (McpSchemaIndexer *self)
{
  McpSchemaArrayRule rule = { MCP_SCHEMA_NOWHERE, 0, MCP_SCHEMA_NOWHERE };
  McpSchemaKeyword   prefix = MCP_SCHEMA_PREFIX_ITEMS;
  McpSchemaKeyword   rest = MCP_SCHEMA_ITEMS;

  if (self->dialect != MCP_SCHEMA_2020_12 &&
      mcp_json_value_get_kind (self->members[MCP_SCHEMA_ITEMS]) == MCP_JSON_ARRAY)
    {
      prefix = MCP_SCHEMA_ITEMS;
      rest = MCP_SCHEMA_ADDITIONAL_ITEMS;
    }
  if (self->n_children[prefix] > 0 && prefix != rest)
    {
      rule.prefix = self->children[prefix];
      rule.n_prefix = self->n_children[prefix];
    }
  if (self->n_children[rest] > 0)
    rule.rest = self->children[rest];
  if (rule.n_prefix == 0 && rule.rest == MCP_SCHEMA_NOWHERE)
    return;
  /* Known by one keyword, whichever of them it has; "n" is the one that the rest comes from. */
  McpSchemaOp *op = add_op (self, rest, OF_ARRAY, self->schema->arrays->len, rest);
  op->keyword = MCP_SCHEMA_ITEMS;
  g_array_append_val (self->schema->arrays, rule);
}

static void
add_required (McpSchemaIndexer *self, McpSchemaObjectRule *rule, McpJsonValue required)
{
  for (McpJsonWalk item = mcp_json_walk (required); mcp_json_walk_next (&item);)
    {
      if (mcp_json_value_get_kind (item.value) != MCP_JSON_STRING)
        {
          mcp_schema_indexer_refuse (self, MCP_SCHEMA_REQUIRED, "an array of names");
          continue;
        }
      McpSchemaName *name = mcp_schema_names_add (&rule->names, item.value);
      if (name->required == MCP_SCHEMA_NOWHERE)
        {
          name->required = rule->n_required++;
          name->name = item.value.node;
        }
    }
}

static void
emit_object (McpSchemaIndexer *self)
{
  McpJsonValue        required = take (self, MCP_SCHEMA_REQUIRED, MCP_JSON_ARRAY);
  McpJsonValue        properties = self->members[MCP_SCHEMA_PROPERTIES];
  McpJsonValue        patterns = self->members[MCP_SCHEMA_PATTERN_PROPERTIES];
  guint               n_properties = self->n_children[MCP_SCHEMA_PROPERTIES];
  McpSchemaObjectRule rule = { .additional = MCP_SCHEMA_NOWHERE, .required = MCP_SCHEMA_NOWHERE };
  McpJsonValue        name;
  McpJsonIter         iter;

  if (self->n_children[MCP_SCHEMA_ADDITIONAL_PROPERTIES] > 0)
    rule.additional = self->children[MCP_SCHEMA_ADDITIONAL_PROPERTIES];
  rule.n_patterns = self->n_children[MCP_SCHEMA_PATTERN_PROPERTIES];
  if (n_properties == 0 && rule.n_patterns == 0 && rule.additional == MCP_SCHEMA_NOWHERE &&
      mcp_json_value_get_n_items (required) == 0)
    return;

  mcp_schema_names_init (&rule.names, n_properties + mcp_json_value_get_n_items (required));
  guint32 child = self->children[MCP_SCHEMA_PROPERTIES];
  mcp_json_iter_init (&iter, properties);
  for (guint i = 0; i < n_properties && mcp_json_iter_next (&iter, &name, NULL); i++)
    mcp_schema_names_add (&rule.names, name)->child = child++;
  rule.first_pattern = self->schema->patterns->len;
  rule.pattern_child = self->children[MCP_SCHEMA_PATTERN_PROPERTIES];
  mcp_json_iter_init (&iter, patterns);
  for (guint i = 0; i < rule.n_patterns && mcp_json_iter_next (&iter, &name, NULL); i++)
    add_pattern (self, name);
  if (mcp_json_value_exists (required))
    {
      rule.required = required.node;
      add_required (self, &rule, required);
    }
  add_op (self, MCP_SCHEMA_PROPERTIES, OF_OBJECT, self->schema->objects->len, 0);
  g_array_append_val (self->schema->objects, rule);
}

static void
add_dependency (McpSchemaIndexer *self, McpJsonValue name, McpJsonValue required, guint32 child)
{
  McpSchemaDependency dependency = { name, required, child };

  g_array_append_val (self->schema->dependencies, dependency);
}

static void
emit_dependencies (McpSchemaIndexer *self)
{
  static const McpSchemaKeyword keywords[] = {
    MCP_SCHEMA_DEPENDENT_REQUIRED,
    MCP_SCHEMA_DEPENDENT_SCHEMAS,
    MCP_SCHEMA_DEPENDENCIES,
  };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      McpJsonValue value = take (self, keywords[i], MCP_JSON_OBJECT);
      guint32      first = self->schema->dependencies->len;
      guint32      child = self->children[keywords[i]];
      guint32      left = self->n_children[keywords[i]];

      for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
        if (mcp_json_value_get_kind (item.value) == MCP_JSON_ARRAY &&
            keywords[i] != MCP_SCHEMA_DEPENDENT_SCHEMAS)
          add_dependency (self, item.name, item.value, MCP_SCHEMA_NOWHERE);
        else if (left > 0)
          {
            add_dependency (self, item.name, MCP_JSON_NO_VALUE, child++);
            left--;
          }
      if (self->schema->dependencies->len > first)
        add_op (self, keywords[i], OF_OBJECT, first, self->schema->dependencies->len - first);
    }
}

static void
emit_reference (McpSchemaIndexer *self, McpSchemaKeyword keyword)
{
  McpJsonValue       value = take (self, keyword, MCP_JSON_STRING);
  McpSchemaReference reference = { value, keyword, self->node, MCP_SCHEMA_NOWHERE, NULL };

  if (!mcp_json_value_exists (value))
    return;
  add_op (self, keyword, ANY_KIND, self->schema->references->len, 0);
  g_array_append_val (self->schema->references, reference);
}

static void
emit_combinations (McpSchemaIndexer *self)
{
  static const McpSchemaKeyword keywords[] = {
    MCP_SCHEMA_ALL_OF,
    MCP_SCHEMA_ANY_OF,
    MCP_SCHEMA_ONE_OF,
    MCP_SCHEMA_NOT,
  };
  McpSchemaConditional conditional = { MCP_SCHEMA_NOWHERE, MCP_SCHEMA_NOWHERE, MCP_SCHEMA_NOWHERE };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (self->n_children[keywords[i]] > 0)
      add_op (self, keywords[i], ANY_KIND, self->children[keywords[i]],
              self->n_children[keywords[i]]);
  if (self->n_children[MCP_SCHEMA_IF] == 0)
    return;
  conditional.when = self->children[MCP_SCHEMA_IF];
  if (self->n_children[MCP_SCHEMA_THEN] > 0)
    conditional.then = self->children[MCP_SCHEMA_THEN];
  if (self->n_children[MCP_SCHEMA_ELSE] > 0)
    conditional.otherwise = self->children[MCP_SCHEMA_ELSE];
  add_op (self, MCP_SCHEMA_IF, ANY_KIND, self->schema->conditionals->len, 0);
  g_array_append_val (self->schema->conditionals, conditional);
}

static void
emit_unevaluated (McpSchemaIndexer *self, McpSchemaKeyword keyword, guint kinds)
{
  if (self->n_children[keyword] == 0)
    return;
  add_op (self, keyword, kinds, self->children[keyword], 0);
  mcp_schema_peek_record (self->schema, self->node)->wants_evaluated = TRUE;
}

void
mcp_schema_indexer_emit (McpSchemaIndexer *self)
{
  if (self->dialect == MCP_SCHEMA_DIALECT_UNKNOWN)
    {
      add_op (self, MCP_SCHEMA_SCHEMA, ANY_KIND, 0, 0);
      return;
    }
  if (mcp_schema_peek_record (self->schema, self->node)->ignores_neighbours)
    {
      emit_reference (self, MCP_SCHEMA_REF);
      return;
    }
  emit_type (self);
  if (mcp_json_value_exists (take (self, MCP_SCHEMA_CONST, MCP_JSON_NONE)))
    add_op (self, MCP_SCHEMA_CONST, ANY_KIND, 0, 0);
  emit_enum (self);
  emit_numbers (self);
  emit_counts (self);
  emit_strings (self);
  emit_object (self);
  emit_items (self);
  emit_contains (self);
  if (self->n_children[MCP_SCHEMA_PROPERTY_NAMES] > 0)
    add_op (self, MCP_SCHEMA_PROPERTY_NAMES, OF_OBJECT, self->children[MCP_SCHEMA_PROPERTY_NAMES],
            0);
  emit_dependencies (self);
  emit_reference (self, MCP_SCHEMA_REF);
  emit_reference (self, MCP_SCHEMA_DYNAMIC_REF);
  emit_reference (self, MCP_SCHEMA_RECURSIVE_REF);
  emit_combinations (self);
  emit_unevaluated (self, MCP_SCHEMA_UNEVALUATED_ITEMS, OF_ARRAY);
  emit_unevaluated (self, MCP_SCHEMA_UNEVALUATED_PROPERTIES, OF_OBJECT);
}
