/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-schema.h"

#include <glib/gi18n-lib.h>

#include "app-json-pointer.h"
#include "mcp-json-writer.h"
#include "mcp-schema-keyword.h"

typedef struct
{
  McpJsonWriter *writer;
  McpJsonValue   root;
  GString       *pointer;
  GPtrArray    **findings;
  const char    *reason; /* (nullable): the first one */
  guint          depth;
  guint          levels; /* of objects */
  guint          n_properties;
  guint          n_values;
  gsize          n_characters;
} Maker;

static void make_schema (Maker *self, McpJsonValue schema, gboolean nullable);

static void
refuse (Maker *self, const char *reason)
{
  if (self->reason == NULL)
    self->reason = reason;
}

static McpJsonValue
get (McpJsonValue schema, McpSchemaKeyword keyword)
{
  return mcp_json_value_get_member (schema, mcp_schema_keyword_get_name (keyword));
}

static gboolean
has (McpJsonValue schema, McpSchemaKeyword keyword)
{
  return mcp_json_value_exists (get (schema, keyword));
}

static void
count (Maker *self, McpJsonValue text)
{
  self->n_characters += mcp_json_value_get_length (text);
  if (self->n_characters > APP_EXPORT_STRICT_MAX_CHARACTERS)
    refuse (self, "too many characters in names and values");
}

/* Whether "type" has a word; it may be one or several. */
static gboolean
has_type (McpJsonValue type, const char *word)
{
  return mcp_json_value_string_equals (type, word) || mcp_json_value_lists (type, word);
}

static gboolean
has_null_branch (McpJsonValue branches)
{
  for (McpJsonWalk branch = mcp_json_walk (branches); mcp_json_walk_next (&branch);)
    if (has_type (get (branch.value, MCP_SCHEMA_TYPE), "null"))
      return TRUE;
  return FALSE;
}

/* The type that a schema means where it does not say one. */
static const char *
infer_type (McpJsonValue schema)
{
  McpJsonValue value = get (schema, MCP_SCHEMA_CONST);

  if (has (schema, MCP_SCHEMA_PROPERTIES))
    return "object";
  if (has (schema, MCP_SCHEMA_ITEMS))
    return "array";
  if (has (schema, MCP_SCHEMA_PATTERN))
    return "string";
  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_item (get (schema, MCP_SCHEMA_ENUM), 0);
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_NULL:
      return mcp_json_kind_get_name (mcp_json_value_get_kind (value));
    default:
      return NULL;
    }
}

static void
write_type (Maker *self, McpJsonValue schema, gboolean nullable)
{
  McpJsonValue type = get (schema, MCP_SCHEMA_TYPE);
  const char  *inferred = mcp_json_value_exists (type) ? NULL : infer_type (schema);
  gboolean     add = nullable && !has_type (type, "null") && g_strcmp0 (inferred, "null") != 0;

  if (!mcp_json_value_exists (type) && inferred == NULL)
    {
      if (!has (schema, MCP_SCHEMA_ANY_OF) && !has (schema, MCP_SCHEMA_ONE_OF))
        refuse (self, "schema without type");
      return;
    }
  mcp_json_writer_name (self->writer, "type");
  if (!add)
    {
      if (inferred != NULL)
        mcp_json_writer_string (self->writer, inferred);
      else
        mcp_json_writer_value (self->writer, type);
      return;
    }
  mcp_json_writer_begin_array (self->writer);
  if (inferred != NULL)
    mcp_json_writer_string (self->writer, inferred);
  else if (mcp_json_value_get_kind (type) == MCP_JSON_STRING)
    mcp_json_writer_value (self->writer, type);
  for (McpJsonWalk item = mcp_json_walk (type); mcp_json_walk_next (&item);)
    mcp_json_writer_value (self->writer, item.value);
  mcp_json_writer_add (self->writer, "'null']");
}

/* "enum" as it is, "const" as one where null has to be beside it. */
static void
write_values (Maker *self, McpJsonValue schema, gboolean nullable)
{
  McpJsonValue values = get (schema, MCP_SCHEMA_ENUM);
  McpJsonValue only = get (schema, MCP_SCHEMA_CONST);
  gboolean     has_null = mcp_json_value_get_kind (only) == MCP_JSON_NULL;

  count (self, only);
  if (mcp_json_value_exists (only) && (!nullable || has_null))
    mcp_json_writer_member_value (self->writer, "const", only);
  if (!mcp_json_value_exists (values) && (!mcp_json_value_exists (only) || !nullable || has_null))
    return;
  mcp_json_writer_add (self->writer, "'enum': [");
  if (mcp_json_value_exists (only) && nullable)
    mcp_json_writer_value (self->writer, only);
  else
    {
      for (McpJsonWalk each = mcp_json_walk (values); mcp_json_walk_next (&each);)
        {
          has_null = has_null || mcp_json_value_get_kind (each.value) == MCP_JSON_NULL;
          mcp_json_writer_value (self->writer, each.value);
          count (self, each.value);
          self->n_values++;
        }
    }
  if (nullable && !has_null)
    mcp_json_writer_null (self->writer);
  mcp_json_writer_end_array (self->writer);
  if (self->n_values > APP_EXPORT_STRICT_MAX_ENUM_VALUES)
    refuse (self, "too many enum values");
}

static void
write_branches (Maker *self, McpJsonValue branches, gboolean nullable)
{
  guint i = 0;

  mcp_json_writer_add (self->writer, "'anyOf': [");
  for (McpJsonWalk branch = mcp_json_walk (branches); mcp_json_walk_next (&branch);)
    {
      gsize length = self->pointer->len;

      g_string_append_printf (self->pointer, "/anyOf/%u", i++);
      make_schema (self, branch.value, FALSE);
      g_string_truncate (self->pointer, length);
    }
  if (nullable && !has_null_branch (branches))
    {
      mcp_json_writer_add (self->writer, "{'type': 'null'}");
    }
  mcp_json_writer_end_array (self->writer);
}

/* @optional: whether what "required" does not name may be null; else all stay as they are. */
static void
write_map (Maker *self, McpJsonValue schema, McpSchemaKeyword keyword, gboolean optional)
{
  const char  *member = mcp_schema_keyword_get_name (keyword);
  McpJsonValue required = get (schema, MCP_SCHEMA_REQUIRED);

  mcp_json_writer_add (self->writer, "%s: {", member);
  for (McpJsonWalk child = mcp_json_walk (get (schema, keyword)); mcp_json_walk_next (&child);)
    {
      g_autofree char *key = mcp_json_value_dup_string (child.name, NULL);
      gsize            length = self->pointer->len;

      g_string_append_printf (self->pointer, "/%s", member);
      app_json_pointer_append (self->pointer, key);
      mcp_json_writer_name_value (self->writer, child.name);
      make_schema (self, child.value,
                   optional && !app_export_schema_requires (required, child.name));
      g_string_truncate (self->pointer, length);
      count (self, child.name);
      self->n_properties += optional;
    }
  mcp_json_writer_end_object (self->writer);
  if (self->n_properties > APP_EXPORT_STRICT_MAX_PROPERTIES)
    refuse (self, "too many properties");
}

static void
write_object (Maker *self, McpJsonValue schema)
{
  McpJsonValue properties = get (schema, MCP_SCHEMA_PROPERTIES);
  McpJsonValue more = get (schema, MCP_SCHEMA_ADDITIONAL_PROPERTIES);

  if (mcp_json_value_exists (more) && mcp_json_value_get_boolean (more, TRUE))
    refuse (self, "open map (additionalProperties)");
  /* The root without any is a tool without arguments. */
  if (mcp_json_value_get_n_items (properties) == 0 && !mcp_json_value_exists (more) &&
      self->depth > 1)
    refuse (self, "object without properties");
  if (++self->levels > APP_EXPORT_STRICT_MAX_LEVELS)
    refuse (self, "more than 10 levels");
  write_map (self, schema, MCP_SCHEMA_PROPERTIES, TRUE);
  self->levels--;

  mcp_json_writer_add (self->writer, "'required': [");
  for (McpJsonWalk each = mcp_json_walk (properties); mcp_json_walk_next (&each);)
    mcp_json_writer_value (self->writer, each.name);
  mcp_json_writer_add (self->writer, "], 'additionalProperties': false");
}

static void
note_dropped (Maker *self, const char *keyword)
{
  app_export_note_dropped (self->findings, "export-strict-dropped", self->pointer, keyword,
                           _ ("“%s” was removed (not supported in strict mode); the model may "
                              "violate it."),
                           keyword);
}

static gboolean
takes_format (McpJsonValue value)
{
  static const char *const formats[] = { "date-time", "time", "date", "duration", "email",
                                         "hostname", "ipv4", "ipv6", "uuid" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (mcp_json_value_string_equals (value, formats[i]))
      return TRUE;
  return FALSE;
}

/* What is neither written by others nor kept is dropped; what shapes a value refuses. */
static void
write_member (Maker *self, McpSchemaKeyword keyword, McpJsonValue name, McpJsonValue value)
{
  switch (keyword)
    {
    case MCP_SCHEMA_TITLE:
    case MCP_SCHEMA_DESCRIPTION:
    case MCP_SCHEMA_PATTERN:
    case MCP_SCHEMA_MULTIPLE_OF:
    case MCP_SCHEMA_MINIMUM:
    case MCP_SCHEMA_MAXIMUM:
    case MCP_SCHEMA_EXCLUSIVE_MINIMUM:
    case MCP_SCHEMA_EXCLUSIVE_MAXIMUM:
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_ITEMS:
      mcp_json_writer_add (self->writer, "%v: %v", name, value);
      break;
    case MCP_SCHEMA_FORMAT:
      if (takes_format (value))
        mcp_json_writer_member_value (self->writer, "format", value);
      else
        note_dropped (self, "format");
      break;
    case MCP_SCHEMA_TYPE:
    case MCP_SCHEMA_ENUM:
    case MCP_SCHEMA_CONST:
    case MCP_SCHEMA_PROPERTIES:
    case MCP_SCHEMA_REQUIRED:
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_ANY_OF:
    case MCP_SCHEMA_ONE_OF:
    case MCP_SCHEMA_DEFS:
    case MCP_SCHEMA_DEFINITIONS:
    case MCP_SCHEMA_REF:
      break;
    case MCP_SCHEMA_ALL_OF:
      refuse (self, "allOf");
      break;
    case MCP_SCHEMA_NOT:
      refuse (self, "not");
      break;
    case MCP_SCHEMA_IF:
      refuse (self, "if, then and else");
      break;
    case MCP_SCHEMA_DEPENDENT_REQUIRED:
    case MCP_SCHEMA_DEPENDENT_SCHEMAS:
      refuse (self, "members that depend on others");
      break;
    case MCP_SCHEMA_PATTERN_PROPERTIES:
      refuse (self, "open map (patternProperties)");
      break;
    case MCP_SCHEMA_PREFIX_ITEMS:
      refuse (self, "tuple (prefixItems)");
      break;
    default:
      note_dropped (self, mcp_schema_keyword_get_name (keyword));
    }
}

static void
write_items (Maker *self, McpJsonValue schema)
{
  McpJsonValue items = get (schema, MCP_SCHEMA_ITEMS);
  gsize        length = self->pointer->len;

  if (mcp_json_value_get_kind (items) != MCP_JSON_OBJECT)
    {
      refuse (self, "array without items");
      return;
    }
  g_string_append (self->pointer, "/items");
  mcp_json_writer_name (self->writer, "items");
  make_schema (self, items, FALSE);
  g_string_truncate (self->pointer, length);
}

/* Nothing may stand beside a reference. */
static void
write_reference (Maker *self, McpJsonValue schema, gboolean nullable)
{
  McpJsonValue     reference = get (schema, MCP_SCHEMA_REF);
  g_autofree char *text = mcp_json_value_dup_string (reference, NULL);

  if (!g_str_equal (text, "#") && !g_str_has_prefix (text, "#/$defs/") &&
      !g_str_has_prefix (text, "#/definitions/"))
    refuse (self, "reference into the schema");
  if (mcp_json_value_get_n_items (schema) > 1)
    app_export_add_finding (self->findings, MCP_FINDING_NOTE, "export-beside-reference",
                            self->pointer->str,
                            _ ("What stands beside “$ref” was removed (not supported in strict "
                               "mode); the model may violate it."));
  if (nullable)
    {
      mcp_json_writer_add (self->writer, "'anyOf': [{");
    }
  mcp_json_writer_member_value (self->writer, "$ref", reference);
  if (nullable)
    {
      mcp_json_writer_add (self->writer, "}, {'type': 'null'}]");
    }
}

static void
write_plain (Maker *self, McpJsonValue schema, gboolean nullable)
{
  McpJsonValue type = get (schema, MCP_SCHEMA_TYPE);
  const char  *inferred = mcp_json_value_exists (type) ? NULL : infer_type (schema);

  write_type (self, schema, nullable);
  write_values (self, schema, nullable);
  if (has_type (type, "object") || g_strcmp0 (inferred, "object") == 0)
    write_object (self, schema);
  if (has_type (type, "array") || g_strcmp0 (inferred, "array") == 0)
    write_items (self, schema);
  if (has (schema, MCP_SCHEMA_ANY_OF))
    write_branches (self, get (schema, MCP_SCHEMA_ANY_OF), nullable);
  else if (has (schema, MCP_SCHEMA_ONE_OF))
    write_branches (self, get (schema, MCP_SCHEMA_ONE_OF), nullable);
  if (has (schema, MCP_SCHEMA_ANY_OF) && has (schema, MCP_SCHEMA_ONE_OF))
    refuse (self, "anyOf and oneOf together");
  if (has (schema, MCP_SCHEMA_DEFS))
    write_map (self, schema, MCP_SCHEMA_DEFS, FALSE);
  if (has (schema, MCP_SCHEMA_DEFINITIONS))
    write_map (self, schema, MCP_SCHEMA_DEFINITIONS, FALSE);
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    write_member (self, mcp_schema_keyword_find (each.name), each.name, each.value);
}

static void
make_schema (Maker *self, McpJsonValue schema, gboolean nullable)
{
  if (self->depth >= APP_EXPORT_MAX_DEPTH)
    refuse (self, "more than 10 levels");
  mcp_json_writer_begin_object (self->writer);
  /* Once it is refused nothing that is written counts. */
  if (self->reason == NULL)
    {
      self->depth++;
      if (has (schema, MCP_SCHEMA_REF))
        write_reference (self, schema, nullable);
      else
        write_plain (self, schema, nullable);
      self->depth--;
    }
  mcp_json_writer_end_object (self->writer);
}

char *
app_export_schema_make_strict (McpJsonValue schema, const char **reason, GPtrArray **findings)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autoptr (GPtrArray) told = NULL;
  Maker maker = { writer, schema, pointer, &told, NULL, 0, 0, 0, 0, 0 };

  make_schema (&maker, schema, FALSE);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  *reason = maker.reason;
  if (maker.reason != NULL)
    return NULL;
  mcp_finding_add_all (findings, told, "");
  return g_steal_pointer (&text);
}
