/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-problem-text.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "app-visible-text.h"

/* Choices that a message names. */
#define NAMED_CHOICES 6u
#define NAMED_CHARACTERS 40u

gboolean
app_form_problem_is_about_missing (McpSchemaError *error)
{
  McpSchemaKeyword keyword = mcp_schema_error_get_keyword (error);

  return mcp_schema_error_get_property (error) != NULL &&
         (keyword == MCP_SCHEMA_REQUIRED || keyword == MCP_SCHEMA_DEPENDENT_REQUIRED ||
          keyword == MCP_SCHEMA_DEPENDENCIES);
}

static const char *
describe_value (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NULL:
      return _ ("null");
    case MCP_JSON_BOOLEAN:
      return _ ("true or false");
    case MCP_JSON_NUMBER:
      return _ ("a number");
    case MCP_JSON_STRING:
      return _ ("text");
    case MCP_JSON_ARRAY:
      return _ ("a list");
    case MCP_JSON_OBJECT:
      return _ ("an object");
    case MCP_JSON_NONE:
    default:
      return _ ("nothing");
    }
}

/* Returns: (nullable) */
static const char *
describe_type (McpJsonValue type)
{
  const struct
  {
    const char *name;
    const char *words;
  } types[] = {
    { "string", _ ("text") },
    { "number", _ ("a number") },
    { "integer", _ ("a whole number") },
    { "boolean", _ ("true or false") },
    { "array", _ ("a list") },
    { "object", _ ("an object") },
    { "null", _ ("null") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (type, types[i].name))
      return types[i].words;
  return NULL;
}

static char *
dup_type_text (McpSchemaError *error)
{
  McpJsonValue     expected = mcp_schema_error_get_expected (error);
  McpJsonValue     value = mcp_schema_error_get_instance (error);
  g_autofree char *written = NULL;
  g_autofree char *visible = NULL;
  McpJsonValue     type;
  McpJsonIter      iter;
  guint            count = 0;

  /* Null beside a type is something to choose, not something to type. */
  mcp_json_iter_init (&iter, expected);
  while (mcp_json_iter_next (&iter, NULL, &type))
    if (!mcp_json_value_string_equals (type, "null") && count++ == 0)
      expected = type;
  if (count > 1)
    expected = mcp_schema_error_get_expected (error);
  if (mcp_json_value_string_equals (expected, "integer") &&
      mcp_json_value_get_kind (value) == MCP_JSON_NUMBER)
    return g_strdup (_ ("Must be a whole number"));
  if (describe_type (expected) != NULL)
    return g_strdup_printf (_ ("Must be %s, is %s"), describe_type (expected),
                            describe_value (value));
  written = mcp_json_value_dup_text (expected);
  visible = app_visible_text_line (written, NAMED_CHARACTERS);
  return g_strdup_printf (_ ("Must be of type %s, is %s"), visible, describe_value (value));
}

static void
add_name (GString *names, guint index, char *name)
{
  g_autofree char *label = app_visible_text_line (name, NAMED_CHARACTERS);

  if (index == NAMED_CHOICES)
    g_string_append (names, ", …");
  else if (index < NAMED_CHOICES)
    g_string_append_printf (names, "%s%s", index > 0 ? ", " : "", label);
  g_free (name);
}

/* What a value is called in a list of them. */
static char *
dup_name (McpJsonValue value)
{
  McpJsonValue constant = mcp_json_value_get_member (value, "const");
  char        *name = mcp_json_value_dup_member_string (value, "title");

  if (name == NULL && mcp_json_value_exists (constant))
    value = constant;
  if (name == NULL)
    name = mcp_json_value_dup_string (value, NULL);
  return name != NULL ? name : mcp_json_value_dup_text (value);
}

static char *
dup_choice_text (McpSchemaError *error, AppField *field)
{
  GListModel *options = field != NULL ? app_field_get_options (field) : NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  McpJsonValue value;
  McpJsonIter  iter;

  if (options != NULL && app_field_get_kind (field) == APP_FIELD_ENUM)
    for (guint i = 0; i <= NAMED_CHOICES && i < g_list_model_get_n_items (options); i++)
      {
        g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

        add_name (names, i, g_strdup (app_field_option_get_label (option)));
      }
  else
    {
      mcp_json_iter_init (&iter, mcp_schema_error_get_expected (error));
      for (guint i = 0; i <= NAMED_CHOICES && mcp_json_iter_next (&iter, NULL, &value); i++)
        add_name (names, i, dup_name (value));
    }
  return g_strdup_printf (_ ("Must be one of: %s"), names->str);
}

/* @format: has one %s for the limit as written */
static char *
dup_limit_text (McpSchemaError *error, const char *format)
{
  McpJsonValue     expected = mcp_schema_error_get_expected (error);
  g_autofree char *limit = mcp_json_value_get_kind (expected) == MCP_JSON_STRING
                               ? mcp_json_value_dup_string (expected, NULL)
                               : mcp_json_value_dup_text (expected);
  g_autofree char *visible = app_visible_text_line (limit, NAMED_CHARACTERS);
  g_auto (GStrv) around = g_strsplit (format, "%s", 2);

  return g_strconcat (around[0], visible, around[1], NULL);
}

static gulong
get_count (McpSchemaError *error)
{
  g_autofree char *limit = mcp_json_value_dup_text (mcp_schema_error_get_expected (error));

  return limit != NULL ? strtoul (limit, NULL, 10) : 0;
}

static char *
dup_count_text (McpSchemaError *error)
{
  gulong count = get_count (error);

  switch (mcp_schema_error_get_keyword (error))
    {
    case MCP_SCHEMA_MIN_LENGTH:
      return dup_limit_text (error, ngettext ("Must have at least %s character",
                                              "Must have at least %s characters", count));
    case MCP_SCHEMA_MAX_LENGTH:
      return dup_limit_text (error, ngettext ("Must have at most %s character",
                                              "Must have at most %s characters", count));
    case MCP_SCHEMA_MIN_ITEMS:
      return dup_limit_text (
          error, ngettext ("Must have at least %s item", "Must have at least %s items", count));
    case MCP_SCHEMA_MAX_ITEMS:
      return dup_limit_text (
          error, ngettext ("Must have at most %s item", "Must have at most %s items", count));
    case MCP_SCHEMA_MIN_PROPERTIES:
      return dup_limit_text (
          error, ngettext ("Must have at least %s member", "Must have at least %s members", count));
    case MCP_SCHEMA_MAX_PROPERTIES:
    default:
      return dup_limit_text (
          error, ngettext ("Must have at most %s member", "Must have at most %s members", count));
    }
}

static char *
dup_union_text (McpSchemaError *error, AppField *field)
{
  McpJsonValue branches = mcp_schema_error_get_expected (error);

  if (field != NULL && app_field_get_kind (field) == APP_FIELD_ENUM)
    return dup_choice_text (error, field);
  if (mcp_schema_error_get_causes (error) == NULL)
    return g_strdup (_ ("Fits several of the forms that the schema admits, must fit one only"));
  return g_strdup_printf (_ ("Fits none of the %u forms that the schema admits"),
                          mcp_json_value_get_n_items (branches));
}

char *
app_form_problem_dup_text (McpSchemaError *error, AppField *field)
{
  if (app_form_problem_is_about_missing (error))
    return g_strdup (_ ("Required"));
  switch ((int)mcp_schema_error_get_keyword (error))
    {
    case MCP_SCHEMA_TYPE:
      return dup_type_text (error);
    case MCP_SCHEMA_ENUM:
      return dup_choice_text (error, field);
    case MCP_SCHEMA_CONST:
      return g_strdup (_ ("Must be the one value that the schema admits"));
    case MCP_SCHEMA_MINIMUM:
      return dup_limit_text (error, _ ("Must be at least %s"));
    case MCP_SCHEMA_MAXIMUM:
      return dup_limit_text (error, _ ("Must be at most %s"));
    case MCP_SCHEMA_EXCLUSIVE_MINIMUM:
      return dup_limit_text (error, _ ("Must be more than %s"));
    case MCP_SCHEMA_EXCLUSIVE_MAXIMUM:
      return dup_limit_text (error, _ ("Must be less than %s"));
    case MCP_SCHEMA_MULTIPLE_OF:
      return dup_limit_text (error, _ ("Must be a multiple of %s"));
    case MCP_SCHEMA_MIN_LENGTH:
    case MCP_SCHEMA_MAX_LENGTH:
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_ITEMS:
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_MAX_PROPERTIES:
      return dup_count_text (error);
    case MCP_SCHEMA_PATTERN:
      return dup_limit_text (error, _ ("Must match the pattern %s"));
    case MCP_SCHEMA_UNIQUE_ITEMS:
      return g_strdup (_ ("Is in the list twice"));
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
    case MCP_SCHEMA_PROPERTY_NAMES:
      return g_strdup (_ ("The schema admits no member of this name"));
    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_ADDITIONAL_ITEMS:
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
      return g_strdup (_ ("The schema admits no item here"));
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_MIN_CONTAINS:
    case MCP_SCHEMA_MAX_CONTAINS:
      return g_strdup (_ ("The schema wants other items in the list"));
    case MCP_SCHEMA_NOT:
      return g_strdup (_ ("The schema rules this value out"));
    case MCP_SCHEMA_ANY_OF:
    case MCP_SCHEMA_ONE_OF:
      return dup_union_text (error, field);
    case MCP_SCHEMA_UNKNOWN_KEYWORD:
      return g_strdup (_ ("The schema admits no value here"));
    default:
      return g_strdup (mcp_schema_error_get_text (error));
    }
}
