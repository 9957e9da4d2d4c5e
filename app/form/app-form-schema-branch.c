/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The forms that a value may take by its schema: the branches of a union, the types of a list. */

#include "app-form-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* A label in a menu of branches. */
#define LABEL_CHARACTERS 60u

McpJsonValue
app_form_schema_get_union (McpJsonValue schema)
{
  McpJsonValue branches = mcp_json_value_get_member (schema, "anyOf");

  if (mcp_json_value_get_kind (branches) != MCP_JSON_ARRAY)
    branches = mcp_json_value_get_member (schema, "oneOf");
  if (mcp_json_value_get_kind (branches) != MCP_JSON_ARRAY)
    return MCP_JSON_NO_VALUE;
  return branches;
}

/* The schema once for each type that it names, so that each is a form of its own. */
static McpJsonDocument *
split_types (McpJsonValue schema)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  McpJsonValue     type;
  McpJsonValue     name;
  McpJsonValue     value;
  McpJsonIter      types;
  McpJsonIter      iter;

  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&types, mcp_json_value_get_member (schema, "type"));
  while (mcp_json_iter_next (&types, NULL, &type))
    {
      if (mcp_json_value_string_equals (type, "null"))
        continue;
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_value (writer, "type", type);
      mcp_json_iter_init (&iter, schema);
      while (mcp_json_iter_next (&iter, &name, &value))
        /* What the whole is called is no name for a part of it. */
        if (!mcp_json_value_string_equals (name, "type") &&
            !mcp_json_value_string_equals (name, "title") &&
            !mcp_json_value_string_equals (name, "description"))
          {
            mcp_json_writer_name_value (writer, name);
            mcp_json_writer_value (writer, value);
          }
      mcp_json_writer_end_object (writer);
    }
  mcp_json_writer_end_array (writer);
  text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

GArray *
app_form_schema_list_branches (const AppFormSchema *self, McpJsonDocument **made)
{
  GArray      *list = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  McpJsonValue branches = app_form_schema_get_union (self->schema);
  McpJsonValue branch;
  McpJsonIter  iter;

  *made = NULL;
  if (mcp_json_value_get_n_items (branches) == 0)
    {
      *made = split_types (self->schema);
      branches = *made ? mcp_json_document_get_root (*made) : MCP_JSON_NO_VALUE;
    }
  mcp_json_iter_init (&iter, branches);
  while (list->len < APP_FORM_SCHEMA_MAX_BRANCHES && mcp_json_iter_next (&iter, NULL, &branch))
    if (!app_form_schema_is_null (branch))
      g_array_append_val (list, branch);
  return list;
}

/* What tells an object from its neighbours: the constant that it demands. */
static char *
dup_discriminator (const AppFormSchema *self)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, app_form_schema_get_properties (self));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      McpJsonValue     constant = app_form_schema_get_constant (property);
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (mcp_json_value_get_kind (constant) == MCP_JSON_STRING &&
          app_form_schema_requires (self, key))
        return mcp_json_value_dup_string (constant, NULL);
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
      return _ ("Text");
    case APP_FIELD_NUMBER:
      return _ ("Number");
    case APP_FIELD_INTEGER:
      return _ ("Whole number");
    case APP_FIELD_BOOLEAN:
      return _ ("True or false");
    case APP_FIELD_ENUM:
      return _ ("Choice");
    case APP_FIELD_CONST:
      return _ ("Fixed value");
    case APP_FIELD_ARRAY:
      return _ ("List");
    case APP_FIELD_OBJECT:
      return _ ("Object");
    case APP_FIELD_VARIANT:
      return _ ("One of several");
    case APP_FIELD_JSON:
    default:
      return _ ("JSON");
    }
}

char *
app_form_schema_dup_branch_label (const AppFormSchema *self)
{
  g_autofree char *title =
      mcp_json_value_dup_string (app_form_schema_get_annotation (self, "title"), NULL);

  if (title == NULL || title[0] == '\0')
    {
      g_free (title);
      title = self->kind == APP_FIELD_OBJECT ? dup_discriminator (self) : NULL;
    }
  if (title == NULL || title[0] == '\0')
    return g_strdup (describe_kind (self->kind));
  return app_visible_text_line (title, LABEL_CHARACTERS);
}
