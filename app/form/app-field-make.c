/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields are made from sub-schemas: by name, by position, one form of several. */

#include "app-field-private.h"

#include "app-presets.h"
#include "app-visible-text.h"

/* A default or an example as a hint in an entry. */
#define HINT_CHARACTERS 200u

/* A value as a hint: a string decoded, anything else as written. */
static char *
dup_hint (McpJsonValue value)
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

AppField *
app_field_new (AppForm *form, AppField *parent, const char *key, McpJsonValue schema)
{
  AppField        *self = g_object_new (APP_TYPE_FIELD, NULL);
  McpJsonValue     root = parent ? parent->schema.root : schema;
  g_autofree char *title = NULL;

  self->form = form;
  self->parent = parent;
  self->depth = parent ? parent->depth + 1 : 0;
  self->key = g_strdup (key ? key : "");
  app_form_schema_read (&self->schema, root, schema, key);
  mcp_json_slot_set (&self->holder, root);
  mcp_json_slot_set (&self->own, schema);
  if (parent == NULL)
    self->schema.kind = APP_FIELD_OBJECT;

  title = mcp_json_value_dup_string (app_form_schema_get_annotation (&self->schema, "title"), NULL);
  self->label = title != NULL && title[0] != '\0' ? g_steal_pointer (&title) : g_strdup (self->key);
  self->description =
      mcp_json_value_dup_string (app_form_schema_get_annotation (&self->schema, "description"),
                                 NULL);
  self->hint = dup_hint (app_form_schema_get_annotation (&self->schema, "default"));
  self->placeholder = dup_hint (
      mcp_json_value_get_item (app_form_schema_get_annotation (&self->schema, "examples"), 0));
  self->constraints = app_form_schema_dup_constraints (&self->schema);
  self->options = app_form_schema_create_options (&self->schema);
  app_field_make_variant (self);
  self->secret = app_form_schema_is_secret (&self->schema, key);
  self->required = parent != NULL && key != NULL && app_form_schema_requires (&parent->schema, key);
  return self;
}

AppField *
app_field_new_branch (AppField *parent, McpJsonValue schema)
{
  AppField *self = app_field_new (parent->form, parent, parent->key, schema);

  self->branch = TRUE;
  self->depth = parent->depth;
  self->required = parent->required;
  g_free (self->label);
  self->label = g_strdup (parent->label);
  if (self->hint == NULL)
    self->hint = g_strdup (parent->hint);
  return self;
}

AppField *
app_field_new_item (AppField *parent, guint position)
{
  McpJsonValue items = mcp_json_value_get_member (parent->schema.schema, "items");
  AppField    *self = app_field_new (parent->form, parent, NULL, items);

  self->position = position;
  return self;
}

/* The members that the schema names, without those that are set elsewhere. */
static void
add_members (AppField *self)
{
  McpJsonValue name;
  McpJsonValue property;
  McpJsonIter  iter;
  guint        count = 0;

  mcp_json_iter_init (&iter, app_form_schema_get_properties (&self->schema));
  while (count++ < APP_FIELD_MAX_MEMBERS && mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autoptr (AppField) child = NULL;

      if (app_form_hides_presets (self->form) &&
          app_preset_detect (self->schema.root, property, NULL, NULL))
        continue;
      child = app_field_new (self->form, self, key, property);
      g_list_store_append (self->children, child);
    }
}

GListModel *
app_field_get_children (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (self->schema.kind != APP_FIELD_OBJECT && self->schema.kind != APP_FIELD_ARRAY)
    return NULL;
  if (self->children == NULL)
    {
      self->children = g_list_store_new (APP_TYPE_FIELD);
      if (self->form != NULL)
        {
          g_autofree char *pointer = app_field_dup_pointer (self);
          g_autoptr (GString) path = g_string_new (pointer);

          if (self->schema.kind == APP_FIELD_OBJECT)
            add_members (self);
          app_field_refresh_children (self, app_field_get_value (self), path);
        }
    }
  return G_LIST_MODEL (self->children);
}

void
app_field_detach (AppField *self)
{
  guint n_items = self->children ? g_list_model_get_n_items (G_LIST_MODEL (self->children)) : 0;

  app_field_detach_variant (self);
  self->form = NULL;
  self->parent = NULL;
  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      app_field_detach (child);
    }
}
