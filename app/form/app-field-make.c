/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields are made from sub-schemas: by name, by position, one form of several. */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>

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

static AppField *
new_at (AppForm *form, AppField *parent, const char *key)
{
  AppField *self = g_object_new (APP_TYPE_FIELD, NULL);

  self->form = form;
  self->parent = parent;
  self->depth = parent != NULL ? parent->depth + 1 : 0;
  self->key = g_strdup (key != NULL ? key : "");
  self->index = parent != NULL ? mcp_schema_ref (parent->index) : NULL;
  return self;
}

static char *
dup_words (AppField *self, const char *name)
{
  return mcp_json_value_dup_string (app_field_schema_get_annotation (&self->schema, name), NULL);
}

/* What the schema says, once it is known. */
static AppField *
finish (AppField *self)
{
  const AppFieldSchema *schema = &self->schema;
  g_autofree char      *title = dup_words (self, "title");

  self->label = title != NULL && title[0] != '\0' ? g_steal_pointer (&title) : g_strdup (self->key);
  self->description = dup_words (self, "description");
  self->hint = dup_hint (app_field_schema_get_annotation (schema, "default"));
  self->placeholder =
      dup_hint (mcp_json_value_get_item (app_field_schema_get_annotation (schema, "examples"), 0));
  self->constraints = app_field_schema_dup_constraints (schema);
  self->options = app_field_schema_create_options (schema);
  app_field_make_variant (self);
  self->secret = app_field_schema_is_secret (schema, self->key[0] != '\0' ? self->key : NULL);
  return self;
}

AppField *
app_field_new_root (AppForm *form, McpSchema *index)
{
  AppField *self = new_at (form, NULL, NULL);

  self->index = mcp_schema_ref (index);
  app_field_schema_init_whole (&self->schema, index, NULL);
  /* Whatever arguments are, they are an object; its forms are taken by a field of their own. */
  self->schema.kind = APP_FIELD_OBJECT;
  self->schema.nullable = FALSE;
  return finish (self);
}

AppField *
app_field_new_member (AppField *parent, const char *key, GArray *parts)
{
  AppField *self = new_at (parent->form, parent, key);

  app_field_schema_init (&self->schema, parent->schema.root, parts, &parent->schema, key);
  return finish (self);
}

AppField *
app_field_new_item (AppField *parent, guint position)
{
  AppField    *self = new_at (parent->form, parent, NULL);
  McpJsonValue least = app_field_schema_get_limit (&parent->schema, MCP_SCHEMA_MIN_ITEMS);
  g_autoptr (GArray) parts = app_field_schema_list_item_parts (&parent->schema, position);

  app_field_schema_init (&self->schema, parent->schema.root, parts, &parent->schema, NULL);
  self->position = position;
  self->fixed = position < app_field_schema_get_n_places (&parent->schema);
  self->required = self->fixed && position < mcp_json_value_get_double (least, 0);
  finish (self);
  if (self->label[0] == '\0')
    {
      g_free (self->label);
      self->label = g_strdup_printf (_ ("Item %u"), position + 1);
    }
  return self;
}

AppField *
app_field_new_branch (AppField *parent, const AppFieldBranch *branch)
{
  AppField *self = new_at (parent->form, parent, parent->key);

  app_field_schema_init_branch (&self->schema, &parent->schema, branch, parent->key);
  self->branch = TRUE;
  self->part = parent->selector;
  self->depth = parent->depth;
  self->required = parent->required;
  finish (self);
  g_free (self->label);
  self->label = g_strdup (parent->label);
  if (self->hint == NULL)
    self->hint = g_strdup (parent->hint);
  return self;
}

AppField *
app_field_new_selector (AppField *parent, guint index)
{
  AppField *self = new_at (parent->form, parent, NULL);

  app_field_schema_init_selector (&self->schema, &parent->schema, index);
  self->branch = TRUE;
  self->selector = TRUE;
  finish (self);
  g_free (self->label);
  self->label = g_strdup (_ ("One of these"));
  return self;
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
