/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-place.h"

#include <string.h>

#include "app-form-edit.h"
#include "app-json-pointer.h"

gboolean
app_field_has_token (AppField *self, const char *token)
{
  char position[16];

  if (app_field_get_place (self)->position == G_MAXUINT)
    return strcmp (app_field_get_place (self)->key, token) == 0;
  g_snprintf (position, sizeof position, "%u", app_field_get_place (self)->position);
  return strcmp (position, token) == 0;
}

AppField *
app_field_get_owner (AppField *self)
{
  while (app_field_get_place (self)->branch && app_field_get_place (self)->parent != NULL)
    self = app_field_get_place (self)->parent;
  return self;
}

gboolean
app_field_is_loose_item (AppField *self)
{
  return app_field_get_place (self)->position != G_MAXUINT && !app_field_get_place (self)->fixed;
}

char *
app_field_dup_pointer (AppField *self)
{
  g_autofree char *before = NULL;
  GString         *pointer;

  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (app_field_get_place (self)->parent == NULL)
    return g_strdup ("");
  if (app_field_get_place (self)->branch)
    return app_field_dup_pointer (app_field_get_place (self)->parent);
  before = app_field_dup_pointer (app_field_get_place (self)->parent);
  pointer = g_string_new (before);
  if (app_field_get_place (self)->position != G_MAXUINT)
    g_string_append_printf (pointer, "/%u", app_field_get_place (self)->position);
  else
    app_json_pointer_append (pointer, app_field_get_place (self)->key);
  return g_string_free (pointer, FALSE);
}

McpJsonValue
app_field_get_value (AppField *self)
{
  const AppFieldPlace *place;
  McpJsonValue         around;

  g_return_val_if_fail (APP_IS_FIELD (self), MCP_JSON_NO_VALUE);

  place = app_field_get_place (self);
  if (place->form == NULL)
    return MCP_JSON_NO_VALUE;
  if (place->parent == NULL)
    return place->position == G_MAXUINT && place->depth == 0 ? app_form_get_value (place->form)
                                                             : MCP_JSON_NO_VALUE;
  around = app_field_get_value (place->parent);
  if (place->branch)
    return around;
  if (place->position == G_MAXUINT)
    return mcp_json_value_get_member (around, place->key);
  return mcp_json_value_get_kind (around) == MCP_JSON_ARRAY
             ? mcp_json_value_get_item (around, place->position)
             : MCP_JSON_NO_VALUE;
}

const char *
app_field_get_key (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return app_field_get_place (self)->key;
}

gboolean
app_field_is_unused (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return app_field_get_place (self)->unused;
}

gboolean
app_field_is_selector (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return app_field_get_place (self)->selector;
}

gboolean
app_field_is_fixed (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return app_field_get_place (self)->fixed;
}

gboolean
app_field_is_extra (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return app_field_get_place (self)->extra;
}

gboolean
app_field_is_item (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return app_field_get_place (self)->position != G_MAXUINT;
}

gboolean
app_field_is_branch (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  return app_field_get_place (self)->branch;
}

AppField *
app_field_get_parent (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return app_field_get_place (self)->parent;
}

guint
app_field_get_depth (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), 0);
  return app_field_get_place (self)->depth;
}

guint
app_field_get_position (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), G_MAXUINT);
  return app_field_get_place (self)->position;
}

AppForm *
app_field_get_form (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return app_field_get_place (self)->form;
}

AppCompleter *
app_field_get_completer (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return app_field_get_form (self) != NULL ? app_form_get_completer (app_field_get_form (self))
                                           : NULL;
}
