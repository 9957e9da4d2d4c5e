/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a place tells a person: its limits in words, what its name suggests. */

#include "app-field-schema-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-field-schema-parts.h"
#include "mcp-json-key-words.h"
#include "app-secret-arguments.h"
#include "app-number-text.h"
#include "app-visible-text.h"

/* Generators write these where there is no limit: the ends of exact doubles and of 32 bits. */
#define MAX_EXACT 9007199254740991.0
#define PATTERN_CHARACTERS 60
#define MANY_CHARACTERS 200
/* A default or an example as a hint in an entry. */
#define HINT_CHARACTERS 200u
/* A label in a menu of branches. */
#define LABEL_CHARACTERS 60u
/* Members that a form is called by. */
#define LABEL_NAMES 3u

static gboolean
is_sentinel (McpJsonValue limit)
{
  double value = mcp_json_value_get_double (limit, 0);

  return value >= MAX_EXACT || value <= -MAX_EXACT || value == 2147483647.0 ||
         value == -2147483648.0;
}

/* The text of a limit; NULL where there is none worth showing. */
static char *
dup_limit (const AppFieldSchema *self, McpSchemaKeyword keyword)
{
  McpJsonValue limit = app_field_schema_get_limit (self, keyword);

  if (mcp_json_value_get_kind (limit) != MCP_JSON_NUMBER || is_sentinel (limit) ||
      mcp_json_value_get_length (limit) > 40)
    return NULL;
  g_autofree char *text = mcp_json_value_dup_text (limit);
  return app_number_text_group (text);
}

static void
add (GPtrArray *parts, char *text)
{
  g_ptr_array_add (parts, text);
}

static void
add_range (GPtrArray *parts, const AppFieldSchema *self)
{
  g_autofree char *minimum = dup_limit (self, MCP_SCHEMA_MINIMUM);
  g_autofree char *maximum = dup_limit (self, MCP_SCHEMA_MAXIMUM);
  g_autofree char *above = dup_limit (self, MCP_SCHEMA_EXCLUSIVE_MINIMUM);
  g_autofree char *below = dup_limit (self, MCP_SCHEMA_EXCLUSIVE_MAXIMUM);
  g_autofree char *step = dup_limit (self, MCP_SCHEMA_MULTIPLE_OF);

  if (minimum != NULL && maximum != NULL)
    add (parts, g_strdup_printf ("%s–%s", minimum, maximum));
  else if (minimum != NULL)
    add (parts, g_strdup_printf (_ ("at least %s"), minimum));
  else if (maximum != NULL)
    add (parts, g_strdup_printf (_ ("at most %s"), maximum));
  if (above != NULL)
    add (parts, g_strdup_printf (_ ("more than %s"), above));
  if (below != NULL)
    add (parts, g_strdup_printf (_ ("less than %s"), below));
  if (step != NULL)
    add (parts, g_strdup_printf (_ ("a multiple of %s"), step));
}

/* The number that decides between singular and plural. */
static gulong
count (const AppFieldSchema *self, McpSchemaKeyword keyword)
{
  return (gulong)mcp_json_value_get_double (app_field_schema_get_limit (self, keyword), 0);
}

static void
add_lengths (GPtrArray *parts, const AppFieldSchema *self)
{
  g_autofree char *minimum = dup_limit (self, MCP_SCHEMA_MIN_LENGTH);
  g_autofree char *maximum = dup_limit (self, MCP_SCHEMA_MAX_LENGTH);

  if (minimum != NULL && maximum != NULL)
    add (parts, g_strdup_printf (_ ("%s–%s characters"), minimum, maximum));
  else if (minimum != NULL && strcmp (minimum, "0") != 0)
    add (parts, g_strdup_printf (ngettext ("at least %s character", "at least %s characters",
                                           count (self, MCP_SCHEMA_MIN_LENGTH)),
                                 minimum));
  else if (maximum != NULL)
    add (parts, g_strdup_printf (ngettext ("at most %s character", "at most %s characters",
                                           count (self, MCP_SCHEMA_MAX_LENGTH)),
                                 maximum));
}

static void
add_counts (GPtrArray *parts, const AppFieldSchema *self)
{
  g_autofree char *minimum = dup_limit (self, MCP_SCHEMA_MIN_ITEMS);
  g_autofree char *maximum = dup_limit (self, MCP_SCHEMA_MAX_ITEMS);

  if (minimum != NULL && maximum != NULL)
    add (parts, g_strdup_printf (_ ("%s–%s items"), minimum, maximum));
  else if (minimum != NULL && strcmp (minimum, "0") != 0)
    add (parts, g_strdup_printf (ngettext ("at least %s item", "at least %s items",
                                           count (self, MCP_SCHEMA_MIN_ITEMS)),
                                 minimum));
  else if (maximum != NULL)
    add (parts, g_strdup_printf (ngettext ("at most %s item", "at most %s items",
                                           count (self, MCP_SCHEMA_MAX_ITEMS)),
                                 maximum));
  if (mcp_json_value_get_boolean (app_field_schema_get_keyword (self, MCP_SCHEMA_UNIQUE_ITEMS),
                                  FALSE))
    add (parts, g_strdup (_ ("unique items")));
}

static void
add_patterns (GPtrArray *parts, const AppFieldSchema *self)
{
  for (guint i = 0; i < self->layers->len; i++)
    {
      McpSchemaNode    node = g_array_index (self->layers, AppFieldLayer, i).node;
      g_autofree char *pattern =
          mcp_json_value_dup_string (mcp_schema_node_get_keyword (node, MCP_SCHEMA_PATTERN), NULL);

      if (pattern == NULL)
        continue;
      g_autofree char *visible = app_visible_text_line (pattern, PATTERN_CHARACTERS);
      add (parts, g_strdup_printf (_ ("pattern %s"), visible));
    }
}

char *
app_field_schema_dup_constraints (const AppFieldSchema *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *format =
      mcp_json_value_dup_string (app_field_schema_get_keyword (self, MCP_SCHEMA_FORMAT), NULL);

  if (format != NULL && format[0] != '\0')
    add (parts, app_visible_text_line (format, PATTERN_CHARACTERS));
  add_range (parts, self);
  add_lengths (parts, self);
  add_counts (parts, self);
  add_patterns (parts, self);

  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **)parts->pdata);
}

char *
app_field_schema_dup_conflict (const AppFieldSchema *self)
{
  guint types = self->types;

  for (guint i = 0; i < self->parts->len; i++)
    {
      McpSchemaKeyword keyword;
      g_autofree char *text = NULL;

      types &= mcp_schema_node_find_conflict (g_array_index (self->parts, McpSchemaNode, i),
                                              &keyword, &text);
      if (text != NULL)
        return g_steal_pointer (&text);
    }
  if (types == 0)
    return g_strdup (_ ("No value fits: the schema’s rules exclude each other."));
  return types == MCP_SCHEMA_TYPE_NULL ? g_strdup (_ ("Only null fits.")) : NULL;
}

char *
app_field_schema_dup_hint (McpJsonValue value)
{
  g_autofree char *text = NULL;

  if (!mcp_json_value_exists (value))
    return NULL;
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    text = mcp_json_value_dup_string_prefix (value, 4 * HINT_CHARACTERS, NULL);
  if (text == NULL || text[0] == '\0')
    {
      g_free (text);
      text = mcp_json_value_dup_text (value);
    }
  return app_visible_text_line (text, HINT_CHARACTERS);
}

gboolean
app_field_schema_is_secret (const AppFieldSchema *self, const char *key)
{
  if (self->kind != APP_FIELD_STRING && self->kind != APP_FIELD_TEXT)
    return FALSE;
  if (mcp_json_value_string_equals (app_field_schema_get_keyword (self, MCP_SCHEMA_FORMAT),
                                    "password") ||
      mcp_json_value_get_boolean (app_field_schema_get_annotation (self, "writeOnly"), FALSE))
    return TRUE;
  return key != NULL && app_secret_arguments_is_name (key);
}

gboolean
app_field_schema_wants_lines (const AppFieldSchema *self, const char *key)
{
  static const char *const names[] = { "body", "content", "contents", "text", "script", "prompt",
                                       "message", "code", "sql", "markdown", "html", "yaml", "xml",
                                       "template", "instructions", "comment", "thought", NULL };
  McpJsonValue             maximum = app_field_schema_get_limit (self, MCP_SCHEMA_MAX_LENGTH);
  McpJsonValue             initial = app_field_schema_get_annotation (self, "default");
  g_autofree char         *text = mcp_json_value_dup_string (initial, NULL);

  if (text != NULL && strchr (text, '\n') != NULL)
    return TRUE;
  if (self->choices != NULL ||
      mcp_json_value_exists (app_field_schema_get_keyword (self, MCP_SCHEMA_FORMAT)) ||
      mcp_json_value_exists (app_field_schema_get_keyword (self, MCP_SCHEMA_PATTERN)))
    return FALSE;
  if (mcp_json_value_get_kind (maximum) == MCP_JSON_NUMBER && !is_sentinel (maximum))
    return mcp_json_value_get_double (maximum, 0) > MANY_CHARACTERS;
  if (key == NULL)
    return FALSE;
  g_auto (GStrv) words = mcp_json_key_words_split (key);
  /* "content_type" and "prompt_id" are about a text; the text itself comes last. */
  return mcp_json_key_words_end_with (words, names);
}

/* What tells an object from its neighbours: the constant that it demands. */
static char *
dup_discriminator (const AppFieldSchema *self)
{
  for (guint i = 0; i < self->layers->len; i++)
    {
      const AppFieldLayer *layer = &g_array_index (self->layers, AppFieldLayer, i);
      McpSchemaNode        property;
      McpJsonValue         name;
      McpSchemaNodeIter    iter;

      if (layer->silent)
        continue;
      mcp_schema_node_iter_init (&iter, layer->node, MCP_SCHEMA_PROPERTIES);
      while (mcp_schema_node_iter_next (&iter, &name, &property))
        {
          McpJsonValue     constant = app_field_schema_get_constant (property);
          g_autofree char *key = mcp_json_value_dup_string (name, NULL);

          if (mcp_json_value_get_kind (constant) == MCP_JSON_STRING &&
              app_field_schema_requires (self, NULL, MCP_JSON_NO_VALUE, key))
            return mcp_json_value_dup_string (constant, NULL);
        }
    }
  return NULL;
}

static const char *
describe_kind (AppFieldKind kind)
{
  switch (kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      return _ ("String");
    case APP_FIELD_NUMBER:
      return _ ("Number");
    case APP_FIELD_INTEGER:
      return _ ("Integer");
    case APP_FIELD_BOOLEAN:
      return _ ("Boolean");
    case APP_FIELD_ENUM:
      return _ ("Enum");
    case APP_FIELD_CONST:
      return _ ("Constant");
    case APP_FIELD_ARRAY:
      return _ ("Array");
    case APP_FIELD_OBJECT:
      return _ ("Object");
    case APP_FIELD_VARIANT:
      return _ ("One of several");
    case APP_FIELD_JSON:
    default:
      return _ ("Any value");
    }
}

/* What a reference calls its target: "#/$defs/Circle" is a circle. */
static char *
dup_reference_name (const AppFieldSchema *self)
{
  McpSchemaNode    node = self->parts->len > 0 ? g_array_index (self->parts, McpSchemaNode, 0)
                                               : MCP_SCHEMA_NO_NODE;
  McpJsonValue     reference = mcp_schema_node_get_keyword (node, MCP_SCHEMA_REF);
  g_autofree char *text = mcp_json_value_dup_string (reference, NULL);
  const char      *name = text != NULL ? strrchr (text, '/') : NULL;

  if (name == NULL || name[1] == '\0')
    return NULL;
  return g_uri_unescape_string (name + 1, NULL);
}

/* The members that an object must have, or else those that it may have. */
static char *
dup_member_names (const AppFieldSchema *self)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint count = 0;

  for (guint pass = 0; pass < 2 && count == 0; pass++)
    for (guint i = 0; i < self->layers->len; i++)
      {
        const AppFieldLayer *layer = &g_array_index (self->layers, AppFieldLayer, i);
        McpJsonValue         name;
        McpSchemaNode        property;
        McpSchemaNodeIter    iter;

        mcp_schema_node_iter_init (&iter, layer->silent ? MCP_SCHEMA_NO_NODE : layer->node,
                                   MCP_SCHEMA_PROPERTIES);
        while (count <= LABEL_NAMES && mcp_schema_node_iter_next (&iter, &name, &property))
          {
            g_autofree char *key = mcp_json_value_dup_string (name, NULL);

            if (pass == 0 && !mcp_schema_node_requires (layer->node, key))
              continue;
            if (count++ < LABEL_NAMES)
              g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", key);
            else
              g_string_append (names, ", …");
          }
      }
  return names->len > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

static gboolean
is_empty (const char *text)
{
  return text == NULL || *text == '\0';
}

static void
try (char **label, char *text)
{
  if (is_empty (*label))
    {
      g_free (*label);
      *label = text;
    }
  else
    g_free (text);
}

char *
app_field_schema_dup_branch_label (const AppFieldSchema *self)
{
  g_autofree char *label =
      mcp_json_value_dup_string (app_field_schema_get_annotation (self, "title"), NULL);

  if (is_empty (label) && self->kind == APP_FIELD_OBJECT)
    {
      try (&label, dup_discriminator (self));
      try (&label, dup_reference_name (self));
      try (&label, dup_member_names (self));
    }
  if (is_empty (label) && self->kind == APP_FIELD_STRING)
    try (&label, mcp_json_value_dup_string (
                     app_field_schema_get_keyword (self, MCP_SCHEMA_FORMAT), NULL));
  if (is_empty (label))
    return g_strdup (describe_kind (self->kind));
  return app_visible_text_line (label, LABEL_CHARACTERS);
}
