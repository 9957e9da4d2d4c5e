/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-keyword.h"

#include <string.h>

#define D7 (1u << MCP_SCHEMA_DRAFT_07)
#define D19 (1u << MCP_SCHEMA_2019_09)
#define D20 (1u << MCP_SCHEMA_2020_12)
#define ALL (D7 | D19 | D20)

typedef struct
{
  const char *name;
  guint       dialects;
} Keyword;

static const Keyword keywords[MCP_SCHEMA_N_KEYWORDS] = {
  [MCP_SCHEMA_UNKNOWN_KEYWORD] = { "", 0 },
  [MCP_SCHEMA_SCHEMA] = { "$schema", ALL },
  [MCP_SCHEMA_ID] = { "$id", ALL },
  [MCP_SCHEMA_REF] = { "$ref", ALL },
  [MCP_SCHEMA_ANCHOR] = { "$anchor", D19 | D20 },
  [MCP_SCHEMA_DYNAMIC_REF] = { "$dynamicRef", D20 },
  [MCP_SCHEMA_DYNAMIC_ANCHOR] = { "$dynamicAnchor", D20 },
  [MCP_SCHEMA_RECURSIVE_REF] = { "$recursiveRef", D19 },
  [MCP_SCHEMA_RECURSIVE_ANCHOR] = { "$recursiveAnchor", D19 },
  [MCP_SCHEMA_VOCABULARY] = { "$vocabulary", D19 | D20 },
  [MCP_SCHEMA_COMMENT] = { "$comment", ALL },
  /* Draft-07 has no "$defs", and many write it there: it holds schemas to refer to. */
  [MCP_SCHEMA_DEFS] = { "$defs", ALL },
  [MCP_SCHEMA_DEFINITIONS] = { "definitions", ALL },
  [MCP_SCHEMA_TYPE] = { "type", ALL },
  [MCP_SCHEMA_ENUM] = { "enum", ALL },
  [MCP_SCHEMA_CONST] = { "const", ALL },
  [MCP_SCHEMA_MULTIPLE_OF] = { "multipleOf", ALL },
  [MCP_SCHEMA_MAXIMUM] = { "maximum", ALL },
  [MCP_SCHEMA_EXCLUSIVE_MAXIMUM] = { "exclusiveMaximum", ALL },
  [MCP_SCHEMA_MINIMUM] = { "minimum", ALL },
  [MCP_SCHEMA_EXCLUSIVE_MINIMUM] = { "exclusiveMinimum", ALL },
  [MCP_SCHEMA_MAX_LENGTH] = { "maxLength", ALL },
  [MCP_SCHEMA_MIN_LENGTH] = { "minLength", ALL },
  [MCP_SCHEMA_PATTERN] = { "pattern", ALL },
  [MCP_SCHEMA_MAX_ITEMS] = { "maxItems", ALL },
  [MCP_SCHEMA_MIN_ITEMS] = { "minItems", ALL },
  [MCP_SCHEMA_UNIQUE_ITEMS] = { "uniqueItems", ALL },
  [MCP_SCHEMA_MAX_CONTAINS] = { "maxContains", D19 | D20 },
  [MCP_SCHEMA_MIN_CONTAINS] = { "minContains", D19 | D20 },
  [MCP_SCHEMA_MAX_PROPERTIES] = { "maxProperties", ALL },
  [MCP_SCHEMA_MIN_PROPERTIES] = { "minProperties", ALL },
  [MCP_SCHEMA_REQUIRED] = { "required", ALL },
  [MCP_SCHEMA_DEPENDENT_REQUIRED] = { "dependentRequired", D19 | D20 },
  [MCP_SCHEMA_FORMAT] = { "format", ALL },
  [MCP_SCHEMA_CONTENT_ENCODING] = { "contentEncoding", ALL },
  [MCP_SCHEMA_CONTENT_MEDIA_TYPE] = { "contentMediaType", ALL },
  [MCP_SCHEMA_CONTENT_SCHEMA] = { "contentSchema", D19 | D20 },
  [MCP_SCHEMA_ALL_OF] = { "allOf", ALL },
  [MCP_SCHEMA_ANY_OF] = { "anyOf", ALL },
  [MCP_SCHEMA_ONE_OF] = { "oneOf", ALL },
  [MCP_SCHEMA_NOT] = { "not", ALL },
  [MCP_SCHEMA_IF] = { "if", ALL },
  [MCP_SCHEMA_THEN] = { "then", ALL },
  [MCP_SCHEMA_ELSE] = { "else", ALL },
  [MCP_SCHEMA_DEPENDENT_SCHEMAS] = { "dependentSchemas", D19 | D20 },
  /* Newer dialects keep it, for compatibility, as an option. */
  [MCP_SCHEMA_DEPENDENCIES] = { "dependencies", ALL },
  [MCP_SCHEMA_PROPERTIES] = { "properties", ALL },
  [MCP_SCHEMA_PATTERN_PROPERTIES] = { "patternProperties", ALL },
  [MCP_SCHEMA_ADDITIONAL_PROPERTIES] = { "additionalProperties", ALL },
  [MCP_SCHEMA_PROPERTY_NAMES] = { "propertyNames", ALL },
  [MCP_SCHEMA_PREFIX_ITEMS] = { "prefixItems", D20 },
  [MCP_SCHEMA_ITEMS] = { "items", ALL },
  [MCP_SCHEMA_ADDITIONAL_ITEMS] = { "additionalItems", D7 | D19 },
  [MCP_SCHEMA_CONTAINS] = { "contains", ALL },
  [MCP_SCHEMA_UNEVALUATED_ITEMS] = { "unevaluatedItems", D19 | D20 },
  [MCP_SCHEMA_UNEVALUATED_PROPERTIES] = { "unevaluatedProperties", D19 | D20 },
  [MCP_SCHEMA_TITLE] = { "title", ALL },
  [MCP_SCHEMA_DESCRIPTION] = { "description", ALL },
  [MCP_SCHEMA_DEFAULT] = { "default", ALL },
  [MCP_SCHEMA_EXAMPLES] = { "examples", ALL },
  [MCP_SCHEMA_READ_ONLY] = { "readOnly", ALL },
  [MCP_SCHEMA_WRITE_ONLY] = { "writeOnly", ALL },
  [MCP_SCHEMA_DEPRECATED] = { "deprecated", D19 | D20 },
};

#define N_SLOTS 512
#define MAX_LENGTH 24

/* A table without collisions to speak of: length, first, middle and last character. */
static guint
hash_name (const char *text, gsize length)
{
  return ((guint)length * 131 + (guchar)text[0] * 31 + (guchar)text[length / 2] * 17 +
          (guchar)text[length - 1] * 7) %
         N_SLOTS;
}

static const guint8 *
get_slots (void)
{
  static guint8 slots[N_SLOTS];
  static gsize  ready;

  if (g_once_init_enter (&ready))
    {
      for (guint i = 1; i < MCP_SCHEMA_N_KEYWORDS; i++)
        {
          guint slot = hash_name (keywords[i].name, strlen (keywords[i].name));

          while (slots[slot] != 0)
            slot = (slot + 1) % N_SLOTS;
          slots[slot] = (guint8)i;
        }
      g_once_init_leave (&ready, 1);
    }
  return slots;
}

const char *
mcp_schema_keyword_get_name (McpSchemaKeyword self)
{
  g_return_val_if_fail ((guint)self < MCP_SCHEMA_N_KEYWORDS, "");
  return keywords[self].name;
}

static McpSchemaKeyword
find_text (const char *text, gsize length)
{
  const guint8 *slots = get_slots ();

  if (length == 0 || length > MAX_LENGTH)
    return MCP_SCHEMA_UNKNOWN_KEYWORD;
  for (guint slot = hash_name (text, length); slots[slot] != 0; slot = (slot + 1) % N_SLOTS)
    {
      const char *name = keywords[slots[slot]].name;

      if (strncmp (name, text, length) == 0 && name[length] == '\0')
        return (McpSchemaKeyword)slots[slot];
    }
  return MCP_SCHEMA_UNKNOWN_KEYWORD;
}

McpSchemaKeyword
mcp_schema_keyword_find (McpJsonValue name)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (name, &length);

  if (length < 2 || *text != '"')
    return MCP_SCHEMA_UNKNOWN_KEYWORD;
  if (memchr (text, '\\', length) != NULL)
    {
      g_autofree char *decoded = mcp_json_value_dup_string (name, &length);

      return find_text (decoded, length);
    }
  return find_text (text + 1, length - 2);
}

McpSchemaKeyword
mcp_schema_keyword_find_text (const char *name)
{
  return find_text (name, strlen (name));
}

gboolean
mcp_schema_keyword_is_in (McpSchemaKeyword self, McpSchemaDialect dialect)
{
  g_return_val_if_fail ((guint)self < MCP_SCHEMA_N_KEYWORDS, FALSE);
  return (keywords[self].dialects & 1u << dialect) != 0;
}

McpSchemaDialect
mcp_schema_dialect_find (const char *uri)
{
  static const struct
  {
    const char      *path;
    McpSchemaDialect dialect;
  } known[] = {
    { "json-schema.org/draft-07/schema", MCP_SCHEMA_DRAFT_07 },
    { "json-schema.org/draft/2019-09/schema", MCP_SCHEMA_2019_09 },
    { "json-schema.org/draft/2020-12/schema", MCP_SCHEMA_2020_12 },
  };

  /* Both schemes are written in the wild, and so is the empty fragment; what is meant is clear. */
  if (g_str_has_prefix (uri, "http://"))
    uri += strlen ("http://");
  else if (g_str_has_prefix (uri, "https://"))
    uri += strlen ("https://");
  else
    return MCP_SCHEMA_DIALECT_UNKNOWN;
  gsize length = strlen (uri);
  if (length > 0 && uri[length - 1] == '#')
    length--;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strlen (known[i].path) == length && strncmp (known[i].path, uri, length) == 0)
      return known[i].dialect;
  return MCP_SCHEMA_DIALECT_UNKNOWN;
}
