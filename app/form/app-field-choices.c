/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-choices.h"

#include "app-field-tree.h"
#include "app-field-value.h"
#include "app-field-schema-options.h"
#include "app-field-schema-parts.h"

/* What the items of a list are, where that is one of several values. @items: to be cleared */
static gboolean
read_items (AppField *array, AppFieldSchema *items)
{
  const AppFieldSchema *view = &app_field_get_core (array)->schema;

  if (view->kind != APP_FIELD_ARRAY || app_field_schema_get_n_places (view) > 0)
    return FALSE;
  g_autoptr (GArray) parts = app_field_schema_list_item_parts (view, 0);
  app_field_schema_init (items, view->root, parts, view, NULL);
  if (items->kind == APP_FIELD_ENUM)
    return TRUE;
  app_field_schema_clear (items);
  return FALSE;
}

GListModel *
app_field_choices_new (AppField *array)
{
  AppFieldSchema items;

  g_return_val_if_fail (APP_IS_FIELD (array), NULL);

  if (!read_items (array, &items))
    return NULL;
  GListModel *choices = app_field_schema_create_options (&items);
  app_field_schema_clear (&items);
  return choices;
}

gboolean
app_field_choices_are_offered (AppField *array)
{
  AppFieldSchema items;

  g_return_val_if_fail (APP_IS_FIELD (array), FALSE);

  if (!read_items (array, &items))
    return FALSE;
  app_field_schema_clear (&items);
  return TRUE;
}

gboolean
app_field_choices_have (AppField *array, const char *lexeme)
{
  g_return_val_if_fail (APP_IS_FIELD (array), FALSE);
  g_return_val_if_fail (lexeme != NULL, FALSE);

  for (McpJsonWalk item = mcp_json_walk (app_field_get_value (array)); mcp_json_walk_next (&item);)
    if (app_field_value_has_lexeme (item.value, lexeme))
      return TRUE;
  return FALSE;
}

void
app_field_choices_set (AppField *array, const char *lexeme, gboolean chosen)
{
  g_autoptr (GString) text = g_string_new ("[");

  g_return_if_fail (APP_IS_FIELD (array));
  g_return_if_fail (lexeme != NULL);

  McpJsonValue value = app_field_get_value (array);
  if (app_field_choices_have (array, lexeme) == chosen)
    return;
  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
        {
          if (!chosen && app_field_value_has_lexeme (item.value, lexeme))
            continue;
          g_autofree char *kept = mcp_json_value_dup_text (item.value);
          g_string_append_printf (text, "%s%s", text->len > 1 ? "," : "", kept);
        }
    }
  if (chosen)
    g_string_append_printf (text, "%s%s", text->len > 1 ? "," : "", lexeme);
  g_string_append_c (text, ']');
  if (text->len == 2 && !app_field_get_place (array)->required)
    app_field_clear (array);
  else
    app_field_set_lexeme (array, text->str);
}

static gboolean
is_choice (GListModel *choices, McpJsonValue value)
{
  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (choices, i);

      if (app_field_value_has_lexeme (value, option->lexeme))
        return TRUE;
    }
  return FALSE;
}

GPtrArray *
app_field_choices_list_others (AppField *array, GListModel *choices)
{
  GPtrArray *others = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (APP_IS_FIELD (array), others);
  g_return_val_if_fail (G_IS_LIST_MODEL (choices), others);

  McpJsonValue value = app_field_get_value (array);
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return others;
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    if (!is_choice (choices, item.value))
      g_ptr_array_add (others, mcp_json_value_dup_text (item.value));
  return others;
}
