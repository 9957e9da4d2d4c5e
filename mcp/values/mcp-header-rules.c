/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-header-rules.h"

#include <string.h>

#define KEYWORD "x-mcp-header"
#define PREFIX "=?base64?"
#define SUFFIX "?="

/* Headers of one call: servers refuse more than some 100 (Node: 2000, Apache: 100). */
#define MAX_RULES 100
/* What a fault quotes of a server's text, bytes. */
#define MAX_QUOTE 100
/* Integers that every JSON reader reads as the same number: ±(2^53 − 1). */
#define MAX_SAFE G_GINT64_CONSTANT (9007199254740991)

typedef struct
{
  GPtrArray *path; /* char *: names of members from the arguments down */
  char      *header;
} Rule;

struct _McpHeaderRules
{
  gatomicrefcount ref_count;
  GPtrArray      *rules; /* Rule */
  char           *fault; /* (nullable) */
};

/** A schema that is still to be looked at. */
typedef struct
{
  McpJsonValue schema;
  GPtrArray   *path; /* (nullable): of the argument that it describes; none where no chain of
                      * "properties" leads to it */
} Place;

/* Keywords below which an annotation is of no use, since it is not known whether it applies. */
static const char *const HOLDERS[] = {
  "items",
  "prefixItems",
  "contains",
  "propertyNames",
  "patternProperties",
  "additionalProperties",
  "oneOf",
  "anyOf",
  "unevaluatedProperties",
  "allOf",
  "not",
  "unevaluatedItems",
  "if",
  "then",
  "else",
  "$defs",
  "definitions",
  "dependentSchemas",
};
/* Those of them whose members are schemas under names of their own. */
static const char *const MAPS[] = { "patternProperties", "$defs", "definitions",
                                    "dependentSchemas", NULL };

static void
rule_free (Rule *rule)
{
  g_ptr_array_unref (rule->path);
  g_free (rule->header);
  g_free (rule);
}

static void
place_clear (Place *place)
{
  g_clear_pointer (&place->path, g_ptr_array_unref);
}

McpHeaderRules *
mcp_header_rules_ref (McpHeaderRules *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_header_rules_unref (McpHeaderRules *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->rules);
  g_free (self->fault);
  g_free (self);
}

const char *
mcp_header_rules_get_fault (const McpHeaderRules *self)
{
  return self->fault;
}

/* Reading a schema */

static gboolean
is_token (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && strchr ("!#$%&'*+-.^_`|~", text[i]) == NULL)
      return FALSE;
  return length > 0 && strlen (text) == length;
}

static char *
name_path (GPtrArray *path)
{
  g_autoptr (GString) name = g_string_new (NULL);

  if (path == NULL || path->len == 0)
    return g_strdup ("the whole");
  for (guint i = 0; i < path->len && name->len < MAX_QUOTE; i++)
    g_string_append_printf (name, "%s%s", i > 0 ? "." : "", (const char *)path->pdata[i]);
  return g_utf8_make_valid (name->str, (gssize)MIN (name->len, MAX_QUOTE));
}

/** @fault: (transfer full) */
static void
rules_fail (McpHeaderRules *self, char *fault)
{
  if (self->fault == NULL)
    self->fault = fault;
  else
    g_free (fault);
}

static gboolean
has_type (McpJsonValue schema)
{
  McpJsonValue type = mcp_json_value_get_member (schema, "type");

  return mcp_json_value_string_equals (type, "string") ||
         mcp_json_value_string_equals (type, "integer") ||
         mcp_json_value_string_equals (type, "boolean");
}

static gboolean
rules_have (McpHeaderRules *self, const char *header)
{
  for (guint i = 0; i < self->rules->len; i++)
    if (g_ascii_strcasecmp (((Rule *)self->rules->pdata[i])->header, header) == 0)
      return TRUE;
  return FALSE;
}

static void
rules_read_annotation (McpHeaderRules *self, const Place *place, McpJsonValue annotation)
{
  g_autofree char *where = name_path (place->path);
  g_autofree char *quoted = mcp_json_value_dup_string_prefix (annotation, MAX_QUOTE, NULL);
  gsize            length = 0;
  g_autofree char *header = mcp_json_value_dup_string (annotation, &length);

  if (place->path == NULL)
    rules_fail (self, g_strdup ("“" KEYWORD "” stands where it is not certain that it applies to "
                                "an argument: below “items”, “oneOf”, “$defs” or the like."));
  else if (place->path->len == 0)
    rules_fail (self, g_strdup ("“" KEYWORD "” stands at the whole schema and not at one of its "
                                "properties."));
  else if (header == NULL)
    rules_fail (self, g_strdup_printf ("The “" KEYWORD "” of “%s” is not a string.", where));
  else if (length == 0)
    rules_fail (self, g_strdup_printf ("The “" KEYWORD "” of “%s” is empty.", where));
  else if (!is_token (header, length))
    rules_fail (self, g_strdup_printf ("The “" KEYWORD "” of “%s” has characters that no header's "
                                       "name may have: “%s”.",
                                       where, quoted));
  else if (!has_type (place->schema))
    rules_fail (self, g_strdup_printf ("“%s” has “" KEYWORD "”, but its type is not “string”, "
                                       "“integer” or “boolean”.",
                                       where));
  else if (rules_have (self, header))
    rules_fail (self, g_strdup_printf ("The “" KEYWORD "” of “%s”, “%s”, is that of another "
                                       "property too.",
                                       where, quoted));
  else if (self->rules->len == MAX_RULES)
    rules_fail (self, g_strdup_printf ("More than %d properties have “" KEYWORD "”.", MAX_RULES));
  if (self->fault != NULL)
    return;

  Rule *rule = g_new0 (Rule, 1);
  rule->path = g_ptr_array_ref (place->path);
  rule->header = g_steal_pointer (&header);
  g_ptr_array_add (self->rules, rule);
}

/** @path: (nullable) (transfer full) */
static void
push (GArray *places, McpJsonValue schema, GPtrArray *path)
{
  Place place = { schema, path };

  if (mcp_json_value_get_kind (schema) == MCP_JSON_OBJECT)
    g_array_append_val (places, place);
  else
    place_clear (&place);
}

static void
push_properties (GArray *places, const Place *place)
{
  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (place->schema, "properties"));
       mcp_json_walk_next (&each);)
    {
      GPtrArray *path = NULL;

      if (place->path != NULL && mcp_json_value_exists (each.name))
        {
          path = g_ptr_array_new_with_free_func (g_free);
          for (guint i = 0; i < place->path->len; i++)
            g_ptr_array_add (path, g_strdup (place->path->pdata[i]));
          g_ptr_array_add (path, mcp_json_value_dup_string (each.name, NULL));
        }
      push (places, each.value, path);
    }
}

static void
push_others (GArray *places, McpJsonValue schema)
{
  for (gsize i = 0; i < G_N_ELEMENTS (HOLDERS); i++)
    {
      McpJsonValue member = mcp_json_value_get_member (schema, HOLDERS[i]);

      if (mcp_json_value_get_kind (member) == MCP_JSON_OBJECT &&
          !g_strv_contains (MAPS, HOLDERS[i]))
        {
          push (places, member, NULL);
          continue;
        }
      for (McpJsonWalk each = mcp_json_walk (member); mcp_json_walk_next (&each);)
        push (places, each.value, NULL);
    }
}

static void
rules_read (McpHeaderRules *self, McpJsonValue schema)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  g_array_set_clear_func (places, (GDestroyNotify)place_clear);
  push (places, schema, g_ptr_array_new_with_free_func (g_free));
  while (places->len > 0 && self->fault == NULL)
    {
      Place        place = g_array_index (places, Place, places->len - 1);
      McpJsonValue annotation = mcp_json_value_get_member (place.schema, KEYWORD);

      if (place.path != NULL)
        g_ptr_array_ref (place.path);
      g_array_set_size (places, places->len - 1);
      if (mcp_json_value_exists (annotation))
        rules_read_annotation (self, &place, annotation);
      push_properties (places, &place);
      push_others (places, place.schema);
      place_clear (&place);
    }
}

McpHeaderRules *
mcp_header_rules_new (McpJsonValue schema)
{
  gsize length;

  if (mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
    return NULL;
  /* Hardly any schema has it; an escape may hide it. */
  const char *text = mcp_json_value_get_text (schema, &length);
  if (memmem (text, length, KEYWORD, strlen (KEYWORD)) == NULL &&
      memmem (text, length, "\\u", 2) == NULL)
    return NULL;

  g_autoptr (McpHeaderRules) self = g_new0 (McpHeaderRules, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->rules = g_ptr_array_new_with_free_func ((GDestroyNotify)rule_free);
  rules_read (self, schema);
  if (self->rules->len == 0 && self->fault == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

/* Writing headers */

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static gboolean
needs_base64 (const char *text, gsize length)
{
  if (length == 0)
    return FALSE;
  if (is_blank (text[0]) || is_blank (text[length - 1]))
    return TRUE;
  for (gsize i = 0; i < length; i++)
    if (text[i] < 0x20 || text[i] > 0x7e) /* bytes beyond ASCII are negative, or too large */
      return TRUE;
  return length >= strlen (PREFIX SUFFIX) && strncmp (text, PREFIX, strlen (PREFIX)) == 0 &&
         strcmp (text + length - strlen (SUFFIX), SUFFIX) == 0;
}

char *
mcp_header_rules_encode_text (const char *text, gsize length)
{
  if (!needs_base64 (text, length))
    return g_strndup (text, length);
  g_autofree char *base64 = g_base64_encode ((const guchar *)text, length);
  return g_strconcat (PREFIX, base64, SUFFIX, NULL);
}

/** Whole numbers in decimals however they are written; others as written. */
static char *
encode_number (McpJsonValue value)
{
  gint64 whole;

  if (mcp_json_value_get_int64 (value, &whole))
    return g_strdup_printf ("%" G_GINT64_FORMAT, whole);
  double number = mcp_json_value_get_double (value, 0);
  if (number >= -(double)MAX_SAFE && number <= (double)MAX_SAFE &&
      number == (double)(gint64)number)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)number);
  return mcp_json_value_dup_text (value);
}

char *
mcp_header_rules_encode (McpJsonValue value)
{
  g_autofree char *text = NULL;
  gsize            length;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      text = mcp_json_value_dup_string (value, &length);
      return mcp_header_rules_encode_text (text, length);
    case MCP_JSON_NUMBER:
      return encode_number (value);
    case MCP_JSON_BOOLEAN:
      return g_strdup (mcp_json_value_get_boolean (value, FALSE) ? "true" : "false");
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      return NULL;
    }
}

void
mcp_header_rules_apply (const McpHeaderRules *self, McpJsonValue arguments, GPtrArray *headers)
{
  for (guint i = 0; i < self->rules->len; i++)
    {
      const Rule  *rule = self->rules->pdata[i];
      McpJsonValue value = arguments;

      for (guint j = 0; j < rule->path->len; j++)
        value = mcp_json_value_get_member (value, rule->path->pdata[j]);
      g_autofree char *text = mcp_header_rules_encode (value);
      if (text != NULL)
        g_ptr_array_add (headers, g_strdup_printf ("Mcp-Param-%s: %s", rule->header, text));
    }
}
