/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a sub-schema tells a person: its limits in words, its choices, what its name suggests. */

#include "app-form-schema.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "app-field-option.h"
#include "app-key-words.h"
#include "app-visible-text.h"

/* Generators write these where there is no limit: the ends of exact doubles and of 32 bits. */
#define MAX_EXACT 9007199254740991.0
#define PATTERN_CHARACTERS 60
#define MANY_CHARACTERS 200

static gboolean
is_sentinel (McpJsonValue limit)
{
  double value = mcp_json_value_get_double (limit, 0);

  return value >= MAX_EXACT || value <= -MAX_EXACT || value == 2147483647.0 ||
         value == -2147483648.0;
}

/* The text of a limit; NULL where there is none worth telling. */
static char *
dup_limit (McpJsonValue schema, const char *name)
{
  McpJsonValue limit = mcp_json_value_get_member (schema, name);

  if (mcp_json_value_get_kind (limit) != MCP_JSON_NUMBER || is_sentinel (limit) ||
      mcp_json_value_get_length (limit) > 40)
    return NULL;
  return mcp_json_value_dup_text (limit);
}

static void
add (GPtrArray *parts, char *text)
{
  g_ptr_array_add (parts, text);
}

static void
add_range (GPtrArray *parts, McpJsonValue schema)
{
  g_autofree char *minimum = dup_limit (schema, "minimum");
  g_autofree char *maximum = dup_limit (schema, "maximum");
  g_autofree char *above = dup_limit (schema, "exclusiveMinimum");
  g_autofree char *below = dup_limit (schema, "exclusiveMaximum");
  g_autofree char *step = dup_limit (schema, "multipleOf");

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

/* The number that decides between singular and plural; the limit is shown as written. */
static gulong
count (const char *limit)
{
  return strtoul (limit, NULL, 10);
}

static void
add_lengths (GPtrArray *parts, McpJsonValue schema)
{
  g_autofree char *minimum = dup_limit (schema, "minLength");
  g_autofree char *maximum = dup_limit (schema, "maxLength");

  if (minimum != NULL && maximum != NULL)
    add (parts, g_strdup_printf (_ ("%s–%s characters"), minimum, maximum));
  else if (minimum != NULL && strcmp (minimum, "0") != 0)
    add (parts, g_strdup_printf (ngettext ("at least %s character", "at least %s characters",
                                           count (minimum)),
                                 minimum));
  else if (maximum != NULL)
    add (parts, g_strdup_printf (ngettext ("at most %s character", "at most %s characters",
                                           count (maximum)),
                                 maximum));
}

static void
add_counts (GPtrArray *parts, McpJsonValue schema)
{
  g_autofree char *minimum = dup_limit (schema, "minItems");
  g_autofree char *maximum = dup_limit (schema, "maxItems");

  if (minimum != NULL && maximum != NULL)
    add (parts, g_strdup_printf (_ ("%s–%s items"), minimum, maximum));
  else if (minimum != NULL && strcmp (minimum, "0") != 0)
    add (parts, g_strdup_printf (ngettext ("at least %s item", "at least %s items",
                                           count (minimum)),
                                 minimum));
  else if (maximum != NULL)
    add (parts, g_strdup_printf (ngettext ("at most %s item", "at most %s items",
                                           count (maximum)),
                                 maximum));
  if (mcp_json_value_get_member_boolean (schema, "uniqueItems", FALSE))
    add (parts, g_strdup (_ ("each once")));
}

char *
app_form_schema_dup_constraints (const AppFormSchema *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *format = mcp_json_value_dup_member_string (self->schema, "format");
  g_autofree char *pattern = mcp_json_value_dup_member_string (self->schema, "pattern");

  if (format != NULL && format[0] != '\0')
    add (parts, app_visible_text_line (format, PATTERN_CHARACTERS));
  add_range (parts, self->schema);
  add_lengths (parts, self->schema);
  add_counts (parts, self->schema);
  if (pattern != NULL)
    {
      g_autofree char *visible = app_visible_text_line (pattern, PATTERN_CHARACTERS);

      add (parts, g_strdup_printf (_ ("pattern %s"), visible));
    }

  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **)parts->pdata);
}

/* Whether the choices are of several types, so that "1" and 1 must look different. */
static gboolean
is_mixed (McpJsonValue choices)
{
  McpJsonKind  first = MCP_JSON_NONE;
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, choices);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      McpJsonKind kind = mcp_json_value_get_kind (item);

      if (first == MCP_JSON_NONE)
        first = kind;
      if (kind == MCP_JSON_STRING && first != kind)
        return TRUE;
      if (first == MCP_JSON_STRING && kind != first)
        return TRUE;
    }
  return FALSE;
}

static void
add_option (GListStore *options, McpJsonValue value, char *title, char *description, gboolean mixed)
{
  g_autofree char *lexeme = mcp_json_value_dup_text (value);
  g_autofree char *label = title;
  g_autofree char *words = description;
  g_autoptr (AppFieldOption) option = NULL;

  if (label == NULL && !mixed)
    label = mcp_json_value_dup_string (value, NULL);
  option = app_field_option_new (label != NULL ? label : lexeme, words, lexeme);
  g_list_store_append (options, option);
}

static void
add_branches (GListStore *options, McpJsonValue branches)
{
  McpJsonValue branch;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, branches);
  while (mcp_json_iter_next (&iter, NULL, &branch))
    {
      McpJsonValue value = app_form_schema_get_constant (branch);

      if (mcp_json_value_exists (value) && !app_form_schema_is_null (branch))
        add_option (options,
                    value,
                    mcp_json_value_dup_member_string (branch, "title"),
                    mcp_json_value_dup_member_string (branch, "description"),
                    FALSE);
    }
}

static void
add_choices (GListStore *options, McpJsonValue choices, McpJsonValue names)
{
  gboolean     mixed = is_mixed (choices);
  McpJsonValue value;
  McpJsonValue name;
  McpJsonIter  iter;
  McpJsonIter  name_iter;

  mcp_json_iter_init (&iter, choices);
  mcp_json_iter_init (&name_iter, names);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      char *title = NULL;

      if (mcp_json_iter_next (&name_iter, NULL, &name))
        title = mcp_json_value_dup_string (name, NULL);
      if (mcp_json_value_get_kind (value) != MCP_JSON_NULL)
        add_option (options, value, title, NULL, mixed);
      else
        g_free (title);
    }
}

GListModel *
app_form_schema_create_options (const AppFormSchema *self)
{
  g_autoptr (GListStore) options = NULL;
  McpJsonValue value;

  if (self->kind != APP_FIELD_ENUM && self->kind != APP_FIELD_CONST)
    return NULL;

  options = g_list_store_new (APP_TYPE_FIELD_OPTION);
  value = mcp_json_value_get_member (self->schema, "const");
  if (mcp_json_value_exists (value))
    add_option (options, value, NULL, NULL, FALSE);
  else if (mcp_json_value_exists (mcp_json_value_get_member (self->schema, "enum")))
    add_choices (options,
                 mcp_json_value_get_member (self->schema, "enum"),
                 mcp_json_value_get_member (self->schema, "enumNames"));
  else
    {
      add_branches (options, mcp_json_value_get_member (self->schema, "anyOf"));
      if (g_list_model_get_n_items (G_LIST_MODEL (options)) == 0)
        add_branches (options, mcp_json_value_get_member (self->schema, "oneOf"));
    }
  return G_LIST_MODEL (g_steal_pointer (&options));
}

gboolean
app_form_schema_is_secret (const AppFormSchema *self, const char *key)
{
  static const char *const secrets[] = { "password", "passwd", "passphrase", "secret", "apikey",
                                         "credential", "credentials", NULL };
  static const char *const tokens[] = { "token", NULL };
  /* Tokens that are places in a list, and numbers of tokens. */
  static const char *const cursors[] = { "skip", "page", "next", "cursor", "continuation", "start",
                                         "max", "min", "count", "limit", "num", "delta", "sync",
                                         "pagination", "resume", "skiptoken", NULL };
  static const char *const owners[] = { "api", "access", "private", "auth", NULL };
  static const char *const keys[] = { "key", NULL };
  g_auto (GStrv) words = NULL;

  if (self->kind != APP_FIELD_STRING && self->kind != APP_FIELD_TEXT)
    return FALSE;
  if (mcp_json_value_string_equals (mcp_json_value_get_member (self->schema, "format"),
                                    "password") ||
      mcp_json_value_get_boolean (app_form_schema_get_annotation (self, "writeOnly"), FALSE))
    return TRUE;
  if (key == NULL)
    return FALSE;
  words = app_key_words_split (key);
  return app_key_words_have (words, secrets) ||
         (app_key_words_have (words, tokens) && !app_key_words_have (words, cursors)) ||
         (app_key_words_have (words, keys) && app_key_words_have (words, owners));
}

gboolean
app_form_schema_wants_lines (const AppFormSchema *self, const char *key)
{
  static const char *const names[] = { "body", "content", "contents", "text", "script", "prompt",
                                       "message", "code", "sql", "markdown", "html", "yaml", "xml",
                                       "template", "instructions", "comment", "thought", NULL };
  McpJsonValue             maximum = mcp_json_value_get_member (self->schema, "maxLength");
  McpJsonValue             initial = app_form_schema_get_annotation (self, "default");
  g_autofree char         *text = mcp_json_value_dup_string (initial, NULL);
  g_auto (GStrv) words = NULL;

  if (text != NULL && strchr (text, '\n') != NULL)
    return TRUE;
  if (mcp_json_value_exists (mcp_json_value_get_member (self->schema, "format")) ||
      mcp_json_value_exists (mcp_json_value_get_member (self->schema, "pattern")))
    return FALSE;
  if (mcp_json_value_get_kind (maximum) == MCP_JSON_NUMBER && !is_sentinel (maximum))
    return mcp_json_value_get_double (maximum, 0) > MANY_CHARACTERS;
  if (key == NULL)
    return FALSE;
  words = app_key_words_split (key);
  /* "content_type" and "prompt_id" are about a text; the text itself comes last. */
  return app_key_words_end_with (words, names);
}
