/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Items of arrays. */

#include "app-field-private.h"

#include "mcp-json-edit.h"
#include "mcp-json-writer.h"

gboolean
app_field_can_add_item (AppField *self)
{
  McpJsonValue value;

  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);

  if (self->schema.kind != APP_FIELD_ARRAY)
    return FALSE;
  value = app_field_get_value (self);
  if (mcp_json_value_get_n_items (value) >= APP_FIELD_MAX_ITEMS)
    return FALSE;
  return app_field_schema_admits_item (&self->schema, mcp_json_value_get_n_items (value));
}

/* Puts @json into the array before the item @before. Returns: (transfer none) (nullable) */
static AppField *
insert_item (AppField *self, guint before, const char *json)
{
  McpJsonValue value = app_field_get_value (self);
  GListModel  *children = app_field_get_children (self);
  guint        n_values = mcp_json_value_get_n_items (value);
  guint        n_items;
  g_autoptr (AppField) item = NULL;

  if (self->form == NULL || self->schema.kind != APP_FIELD_ARRAY ||
      !app_form_is_editable (self->form))
    return NULL;
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    {
      g_autofree char *array = g_strdup_printf ("[%s]", json);

      app_field_forget_draft (self);
      app_field_write (self, array);
    }
  else
    {
      char *text = mcp_json_edit_insert_item (value, before, json);

      /* The fields behind the new one keep their identity. */
      n_items = g_list_model_get_n_items (children);
      if (before < n_items && before < mcp_json_value_get_n_items (value))
        {
          g_autoptr (AppField) fresh = app_field_new_item (self, before);

          g_list_store_insert (self->children, before, fresh);
        }
      app_form_move_marks (self->form, self, G_MAXUINT, before);
      app_form_take_text (self->form, text);
    }
  n_items = g_list_model_get_n_items (children);
  item = g_list_model_get_item (children, MIN (MIN (before, n_values), n_items - 1));
  return item;
}

static char *
dup_least_item (AppField *self)
{
  McpJsonValue value = app_field_get_value (self);
  g_autoptr (AppField) item = app_field_new_item (
      self,
      mcp_json_value_get_kind (value) == MCP_JSON_ARRAY ? mcp_json_value_get_n_items (value) : 0);

  return app_field_schema_dup_least (&item->schema);
}

AppField *
app_field_add_item (AppField *self)
{
  g_autofree char *json = NULL;

  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (self->schema.kind != APP_FIELD_ARRAY)
    return NULL;
  json = dup_least_item (self);
  return insert_item (self, G_MAXUINT, json ? json : "null");
}

guint
app_field_add_lines (AppField *self, const char *text)
{
  g_auto (GStrv) lines = NULL;
  guint count = 0;

  g_return_val_if_fail (APP_IS_FIELD (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      AppField *item;

      g_strchomp (lines[i]);
      if (lines[i][0] == '\0')
        continue;
      item = app_field_add_item (self);
      if (item == NULL)
        break;
      app_field_set_text (item, lines[i]);
      count++;
    }
  return count;
}

void
app_field_move (AppField *self, guint position)
{
  AppField *array;
  char     *text;
  guint     from;

  g_return_if_fail (APP_IS_FIELD (self));

  array = self->parent;
  from = self->position;
  if (array == NULL || from == G_MAXUINT || from == position || self->form == NULL ||
      !app_form_is_editable (self->form) ||
      self->fixed || position < app_field_schema_get_n_places (&array->schema) ||
      position >= g_list_model_get_n_items (G_LIST_MODEL (array->children)))
    return;
  text = mcp_json_edit_move_item (app_field_get_value (array), from, position);
  if (text == NULL)
    return;
  g_object_ref (self);
  g_list_store_remove (array->children, from);
  g_list_store_insert (array->children, position, self);
  g_object_unref (self);
  app_form_move_marks (array->form, array, from, position);
  app_form_take_text (array->form, text);
}

void
app_field_duplicate (AppField *self)
{
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  if (!app_field_is_loose_item (self) || self->parent == NULL)
    return;
  json = mcp_json_value_dup_text (app_field_get_value (self));
  if (json != NULL)
    insert_item (self->parent, self->position + 1, json);
}
