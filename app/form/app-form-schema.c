/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-schema.h"

#include <string.h>

#include "mcp-json-writer.h"

McpJsonValue
app_form_schema_follow (McpJsonValue root, McpJsonValue schema)
{
  for (guint hop = 0; hop < APP_FORM_SCHEMA_MAX_HOPS; hop++)
    {
      McpJsonValue     reference = mcp_json_value_get_member (schema, "$ref");
      g_autofree char *text = mcp_json_value_dup_string (reference, NULL);
      g_autofree char *pointer = NULL;

      if (text == NULL)
        return schema;
      if (text[0] != '#' || (text[1] != '\0' && text[1] != '/'))
        return MCP_JSON_NO_VALUE;
      pointer = g_uri_unescape_string (text + 1, NULL);
      if (pointer == NULL)
        return MCP_JSON_NO_VALUE;
      schema = mcp_json_value_resolve_pointer (root, pointer);
    }
  return MCP_JSON_NO_VALUE;
}

McpJsonValue
app_form_schema_get_constant (McpJsonValue branch)
{
  McpJsonValue value = mcp_json_value_get_member (branch, "const");
  McpJsonValue choices = mcp_json_value_get_member (branch, "enum");

  if (mcp_json_value_exists (value))
    return value;
  if (mcp_json_value_get_kind (choices) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (choices) == 1)
    return mcp_json_value_get_item (choices, 0);
  return MCP_JSON_NO_VALUE;
}

gboolean
app_form_schema_is_null (McpJsonValue branch)
{
  McpJsonValue type = mcp_json_value_get_member (branch, "type");

  return mcp_json_value_string_equals (type, "null") ||
         mcp_json_value_get_kind (app_form_schema_get_constant (branch)) == MCP_JSON_NULL;
}

/* The one branch of a union that says something, where there is just one. */
static McpJsonValue
find_only_branch (McpJsonValue schema, gboolean *nullable)
{
  McpJsonValue only = MCP_JSON_NO_VALUE;
  McpJsonValue branch;
  McpJsonIter  iter;
  guint        n_others = 0;
  gboolean     null = FALSE;

  mcp_json_iter_init (&iter, app_form_schema_get_union (schema));
  while (mcp_json_iter_next (&iter, NULL, &branch))
    {
      if (app_form_schema_is_null (branch))
        null = TRUE;
      else
        {
          only = branch;
          n_others++;
        }
    }
  if (n_others != 1)
    return MCP_JSON_NO_VALUE;
  *nullable |= null;
  return only;
}

/* The only branch of an allOf that wraps a reference, as some generators write it. */
static McpJsonValue
find_wrapped (McpJsonValue schema)
{
  McpJsonValue all = mcp_json_value_get_member (schema, "allOf");

  if (mcp_json_value_get_kind (all) != MCP_JSON_ARRAY || mcp_json_value_get_n_items (all) != 1)
    return MCP_JSON_NO_VALUE;
  return mcp_json_value_get_item (all, 0);
}

/* Whether every branch but null is a constant: a choice. */
static gboolean
is_choice (McpJsonValue schema, gboolean *nullable)
{
  McpJsonValue branch;
  McpJsonIter  iter;
  guint        count = 0;

  mcp_json_iter_init (&iter, app_form_schema_get_union (schema));
  while (mcp_json_iter_next (&iter, NULL, &branch))
    {
      if (app_form_schema_is_null (branch))
        *nullable = TRUE;
      else if (mcp_json_value_exists (app_form_schema_get_constant (branch)))
        count++;
      else
        return FALSE;
    }
  return count > 0;
}

/* The name of the only type that is not null; NULL for none or several. */
static char *
dup_type (AppFormSchema *self)
{
  McpJsonValue type = mcp_json_value_get_member (self->schema, "type");
  McpJsonValue item;
  McpJsonIter  iter;
  char        *only = NULL;
  guint        count = 0;

  if (mcp_json_value_get_kind (type) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (type, NULL);

  mcp_json_iter_init (&iter, type);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      if (mcp_json_value_string_equals (item, "null"))
        self->nullable = TRUE;
      else if (count++ == 0)
        only = mcp_json_value_dup_string (item, NULL);
    }
  if (count > 1)
    g_clear_pointer (&only, g_free);
  return only;
}

static gboolean
has_member (McpJsonValue schema, const char *name)
{
  return mcp_json_value_exists (mcp_json_value_get_member (schema, name));
}

static void read_schema (AppFormSchema *self,
                         McpJsonValue   root,
                         McpJsonValue   schema,
                         const char    *key,
                         gboolean       inside);

/* A union is offered as such where a form is more than JSON. A union inside of it counts: it may
 * come to nothing better, or lead in a circle, but is looked at only when it is opened. */
static AppFieldKind
choose_union (AppFormSchema *self, gboolean inside)
{
  g_autoptr (McpJsonDocument) made = NULL;
  g_autoptr (GArray) branches = NULL;
  McpJsonValue branch;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, app_form_schema_get_union (self->schema));
  while (!self->nullable && mcp_json_iter_next (&iter, NULL, &branch))
    self->nullable = app_form_schema_is_null (branch);
  if (inside)
    return APP_FIELD_VARIANT;
  branches = app_form_schema_list_branches (self, &made);
  for (guint i = 0; branches->len > 1 && i < branches->len; i++)
    {
      AppFormSchema view;

      read_schema (&view, self->root, g_array_index (branches, McpJsonValue, i), NULL, TRUE);
      if (view.kind != APP_FIELD_JSON)
        return APP_FIELD_VARIANT;
    }
  return APP_FIELD_JSON;
}

/* An object without properties is a map: its members are added by name. */
static AppFieldKind
choose_object (AppFormSchema *self, gboolean inside)
{
  McpJsonValue properties = mcp_json_value_get_member (self->schema, "properties");

  if (mcp_json_value_get_n_items (properties) > 0 ||
      mcp_json_value_get_n_items (app_form_schema_get_union (self->schema)) == 0)
    return APP_FIELD_OBJECT;
  return choose_union (self, inside);
}

static AppFieldKind
choose_array (McpJsonValue schema)
{
  McpJsonValue items = mcp_json_value_get_member (schema, "items");

  if (has_member (schema, "prefixItems") || mcp_json_value_get_kind (items) == MCP_JSON_ARRAY)
    return APP_FIELD_JSON;
  return APP_FIELD_ARRAY;
}

static AppFieldKind
choose_kind (AppFormSchema *self, const char *key, gboolean inside)
{
  McpJsonValue     choices = mcp_json_value_get_member (self->schema, "enum");
  g_autofree char *type = dup_type (self);
  McpJsonValue     item;
  McpJsonIter      iter;

  if (has_member (self->schema, "const"))
    return APP_FIELD_CONST;
  if (mcp_json_value_get_kind (choices) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (choices) > 0)
    {
      mcp_json_iter_init (&iter, choices);
      while (mcp_json_iter_next (&iter, NULL, &item))
        self->nullable |= mcp_json_value_get_kind (item) == MCP_JSON_NULL;
      return APP_FIELD_ENUM;
    }
  if (is_choice (self->schema, &self->nullable))
    return APP_FIELD_ENUM;
  if (type == NULL && has_member (self->schema, "type"))
    return choose_union (self, inside);
  if (type == NULL && has_member (self->schema, "properties"))
    return choose_object (self, inside);
  if (type == NULL && mcp_json_value_exists (app_form_schema_get_union (self->schema)))
    return choose_union (self, inside);
  if (type == NULL && has_member (self->schema, "items"))
    return choose_array (self->schema);

  if (g_strcmp0 (type, "string") == 0)
    return app_form_schema_wants_lines (self, key) ? APP_FIELD_TEXT : APP_FIELD_STRING;
  if (g_strcmp0 (type, "number") == 0)
    return APP_FIELD_NUMBER;
  if (g_strcmp0 (type, "integer") == 0)
    return APP_FIELD_INTEGER;
  if (g_strcmp0 (type, "boolean") == 0)
    return APP_FIELD_BOOLEAN;
  if (g_strcmp0 (type, "array") == 0)
    return choose_array (self->schema);
  if (g_strcmp0 (type, "object") == 0)
    return choose_object (self, inside);
  return APP_FIELD_JSON;
}

/* @inside: whether the schema is a branch of a union that is being looked at. */
static void
read_schema (AppFormSchema *self,
             McpJsonValue   root,
             McpJsonValue   schema,
             const char    *key,
             gboolean       inside)
{
  self->root = root;
  self->outer = schema;
  self->schema = schema;
  self->nullable = FALSE;

  for (guint hop = 0; hop < APP_FORM_SCHEMA_MAX_HOPS; hop++)
    {
      McpJsonValue next = MCP_JSON_NO_VALUE;

      if (has_member (self->schema, "$ref"))
        {
          next = app_form_schema_follow (root, self->schema);
          if (!mcp_json_value_exists (next))
            break;
        }
      else if (!has_member (self->schema, "properties") && !has_member (self->schema, "enum") &&
               !has_member (self->schema, "const"))
        {
          next = find_only_branch (self->schema, &self->nullable);
          if (!mcp_json_value_exists (next))
            next = find_wrapped (self->schema);
        }
      if (!mcp_json_value_exists (next))
        {
          self->kind = choose_kind (self, key, inside);
          return;
        }
      self->schema = next;
    }
  self->kind = APP_FIELD_JSON;
}

void
app_form_schema_read (AppFormSchema *self, McpJsonValue root, McpJsonValue schema, const char *key)
{
  read_schema (self, root, schema, key, FALSE);
}

gboolean
app_form_schema_admits_members (const AppFormSchema *self)
{
  McpJsonValue additional = mcp_json_value_get_member (self->schema, "additionalProperties");

  return mcp_json_value_get_boolean (additional, TRUE) ||
         has_member (self->schema, "patternProperties");
}

McpJsonValue
app_form_schema_get_annotation (const AppFormSchema *self, const char *name)
{
  McpJsonValue value = mcp_json_value_get_member (self->outer, name);

  if (!mcp_json_value_exists (value))
    value = mcp_json_value_get_member (self->schema, name);
  return value;
}

McpJsonValue
app_form_schema_get_properties (const AppFormSchema *self)
{
  McpJsonValue properties = mcp_json_value_get_member (self->schema, "properties");

  if (mcp_json_value_get_kind (properties) != MCP_JSON_OBJECT)
    return MCP_JSON_NO_VALUE;
  return properties;
}

gboolean
app_form_schema_requires (const AppFormSchema *self, const char *key)
{
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (self->schema, "required"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    if (mcp_json_value_string_equals (item, key))
      return TRUE;
  return FALSE;
}
