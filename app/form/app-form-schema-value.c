/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The values that a sub-schema gives by itself: constants, required defaults, the least ones. */

#include "app-form-schema.h"

#include "app-form.h"
#include "app-presets.h"
#include "mcp-json-writer.h"

typedef struct
{
  gboolean prefill;
  gboolean presets;
  guint    visits;
  GArray  *path; /* guint32: nodes of the object schemas that are being filled */
} Filler;

static char *fill_object (Filler *self, const AppFormSchema *schema, gboolean *any);

static gboolean
is_on_path (Filler *self, McpJsonValue schema)
{
  for (guint i = 0; i < self->path->len; i++)
    if (g_array_index (self->path, guint32, i) == schema.node)
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): the text of a property that has a value by itself. */
static char *
fill_property (Filler *self, const AppFormSchema *object, const char *key, McpJsonValue property)
{
  gboolean         required = app_form_schema_requires (object, key);
  g_autofree char *text = NULL;
  gboolean         any = FALSE;
  AppFormSchema    schema;
  McpJsonValue     value;

  if (!required && !self->prefill)
    return NULL;
  if (self->presets && app_preset_detect (object->root, property, NULL, NULL))
    return NULL;

  app_form_schema_read (&schema, object->root, property, key);
  value = app_form_schema_get_annotation (&schema, "default");
  if (required && schema.kind == APP_FIELD_CONST)
    value = mcp_json_value_get_member (schema.schema, "const");
  if (mcp_json_value_exists (value))
    return mcp_json_value_dup_text (value);
  if (!required || schema.kind != APP_FIELD_OBJECT || schema.nullable ||
      self->path->len >= APP_FORM_MAX_DEPTH || is_on_path (self, schema.schema))
    return NULL;
  text = fill_object (self, &schema, &any);
  return any ? g_steal_pointer (&text) : NULL;
}

static char *
fill_object (Filler *self, const AppFormSchema *schema, gboolean *any)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;

  g_array_append_val (self->path, schema->schema.node);
  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, app_form_schema_get_properties (schema));
  while (self->visits++ < APP_FORM_SCHEMA_MAX_VISITS &&
         mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *text = fill_property (self, schema, key, property);

      if (text == NULL)
        continue;
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_raw (writer, text, -1);
      *any = TRUE;
    }
  mcp_json_writer_end_object (writer);
  g_array_set_size (self->path, self->path->len - 1);
  return mcp_json_writer_finish_text (writer);
}

char *
app_form_schema_dup_initial (const AppFormSchema *self, gboolean prefill, gboolean presets)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  Filler   filler = { prefill, presets, 0, path };
  gboolean any = FALSE;

  return fill_object (&filler, self, &any);
}

/* Of the first form; a union in a union may lead back here. */
static char *
dup_least_branch (const AppFormSchema *self)
{
  g_autoptr (McpJsonDocument) made = NULL;
  g_autoptr (GArray) branches = app_form_schema_list_branches (self, &made);
  AppFormSchema branch;

  if (branches->len == 0)
    return g_strdup ("null");
  app_form_schema_read (&branch, self->root, g_array_index (branches, McpJsonValue, 0), NULL);
  return branch.kind == APP_FIELD_VARIANT ? g_strdup ("null") : app_form_schema_dup_least (&branch);
}

char *
app_form_schema_dup_least (const AppFormSchema *self)
{
  McpJsonValue initial = app_form_schema_get_annotation (self, "default");
  McpJsonValue choices = mcp_json_value_get_member (self->schema, "enum");

  if (mcp_json_value_exists (initial))
    return mcp_json_value_dup_text (initial);

  switch (self->kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      return g_strdup ("\"\"");
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      return g_strdup ("0");
    case APP_FIELD_BOOLEAN:
      return g_strdup ("false");
    case APP_FIELD_CONST:
      return mcp_json_value_dup_text (mcp_json_value_get_member (self->schema, "const"));
    case APP_FIELD_ENUM:
      if (mcp_json_value_get_n_items (choices) > 0)
        return mcp_json_value_dup_text (mcp_json_value_get_item (choices, 0));
      choices = mcp_json_value_get_member (self->schema, "anyOf");
      if (mcp_json_value_get_n_items (choices) == 0)
        choices = mcp_json_value_get_member (self->schema, "oneOf");
      return mcp_json_value_dup_text (
          app_form_schema_get_constant (mcp_json_value_get_item (choices, 0)));
    case APP_FIELD_ARRAY:
      return g_strdup ("[]");
    case APP_FIELD_OBJECT:
      return app_form_schema_dup_initial (self, FALSE, FALSE);
    case APP_FIELD_VARIANT:
      return dup_least_branch (self);
    case APP_FIELD_JSON:
    default:
      if (mcp_json_value_string_equals (mcp_json_value_get_member (self->schema, "type"), "object"))
        return g_strdup ("{}");
      if (mcp_json_value_string_equals (mcp_json_value_get_member (self->schema, "type"), "array"))
        return g_strdup ("[]");
      return g_strdup ("null");
    }
}
